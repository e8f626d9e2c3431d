# SPDX-License-Identifier: Apache-2.0
"""Bodies of records as far as estimates need them: wall seconds, MiB, and what they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from pydantic import ConfigDict, Field, ValidationError

from hashloom.execution.records import Body
from hashloom.files.model import Amount, Count, Model, Name, Positive


class Part(Model):
    """What an estimate needs of the body of a record; the rest is not looked at."""

    model_config = ConfigDict(extra="ignore")


class Timed(Part):
    """Something that took a while."""

    seconds: Amount


class StepBody(Timed):
    """A step of a flow."""

    max_rss_mib: Amount


class Logged(StepBody):
    """A job of a campaign."""

    design: Name
    target: Name
    seed: Count


class Verified(Timed):
    """A verification."""

    rtl_digests: dict[str, str]


class Simulated(Timed):
    """The simulation of a netlist."""

    synthesis: str


class Placed(StepBody):
    """A placement."""

    state: str


class Measured(Part):
    """The measurement of a result."""

    synthesis_key: str
    rtl_digest: str
    steps: dict[str, str] = Field(default_factory=dict)
    area_lut: Count | None = None
    area_ge: Positive | None = None


class Evaluated(Part):
    """A result, as `hashloom.flow.Result.body` gives it."""

    function: Name
    architecture: Name
    target: Name
    measurement: Measured

    @property
    def design(self) -> str:
        """Name of the design."""
        return f"{self.function}/{self.architecture}"


M = TypeVar("M", bound=Model)


def whole(model: type[M], bodies: Iterable[Body | None]) -> Iterator[M]:
    """The bodies that are as the model says; of others nothing is known that could be estimated from."""
    for body in bodies:
        try:
            yield model.model_validate(body)
        except ValidationError:
            continue
