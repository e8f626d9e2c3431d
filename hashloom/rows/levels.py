# SPDX-License-Identifier: Apache-2.0
"""Rows of designs beside each other at block level and at message level."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hashloom.rows.designs import DesignRow, FailedDesignRow

AtLevel = Literal["core", "top"]
"""The block level, and the message level with all that stands around the core."""


class LevelRow(DesignRow):
    """A design at a level on a target for a goal, measured; cycles of the message level were counted."""

    level: AtLevel = Field(description="level whose RTL was measured")


class FailedLevelRow(FailedDesignRow):
    """A design at a level on a target for a goal that has no figures."""

    level: AtLevel = Field(description="level whose RTL was to be measured")
