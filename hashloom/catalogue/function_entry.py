# SPDX-License-Identifier: Apache-2.0
"""What a `core.toml` says of a function."""

from collections.abc import Mapping
from dataclasses import dataclass

from hashloom.catalogue.expression import Expression
from hashloom.catalogue.patterns import match_pattern
from hashloom.errors import UsageError
from hashloom.files.suggestions import nearest

Value = int | str
"""Value of a part of a function's name."""

NUMBER = "0|[1-9][0-9]{0,8}"
"""A number in a name."""


class Fields(dict[str, Value]):
    """Parts of a function's name. UsageError for one that the pattern of its family's names does not have."""

    def __missing__(self, key: str) -> Value:
        """Refuse a part that the name does not have."""
        raise UsageError(
            f"names.pattern of its core.toml gives a function no part '{key}', which is asked for; "
            f"{nearest(key, self)}"
        )


@dataclass(frozen=True)
class FunctionEntry:
    """What `core.toml` says of a function, or of all that differ in a number: `skein-1.3-512-{digest}`.

    `fields` are the parts of the name that the entry fixes; `numbers` what the number in braces may be, None
    where there is none; `listed` the names that the family shows. Sizes, RTL parameters and constants of the
    cycles are expressions over the number in braces.
    """

    name: str
    fields: Mapping[str, Value]
    numbers: range | None
    listed: tuple[str, ...]
    block_bits: Expression
    digest_bits: Expression
    parameters: Mapping[str, Expression]
    constants: Mapping[str, Expression]

    def number(self, name: str) -> Mapping[str, int] | None:
        """The number in braces, if any, by its field, for a function of this entry; for another name None."""
        if self.numbers is None:
            return {} if name == self.name else None
        found = match_pattern(self.name, name, NUMBER)
        number = {key: int(text) for key, text in (found or {}).items()}
        return number if number and all(one in self.numbers for one in number.values()) else None
