# SPDX-License-Identifier: Apache-2.0
"""What is shown of a reproduction, by its kind: tables, pictures, and what stands behind the figures."""

from __future__ import annotations

from functools import singledispatch

from hashloom.reports import chains, comparison, hash_times, levels, pictures, speed, study, study_pictures
from hashloom.reproduction import Report, Reproduction
from hashloom.reproduction.dadda import DaddaReproduction
from hashloom.reproduction.gmu import GmuReport, GmuReproduction
from hashloom.reproduction.hardware import HardwareReproduction
from hashloom.reproduction.levels import LevelReport, LevelReproduction
from hashloom.reproduction.software import SoftwareReproduction
from hashloom.rows.table import Table

Tables = dict[str, tuple[str, Table]]
"""Heading and table by name: that of the target, for hardware, after a prefix for further tables."""


@singledispatch
def tables(paper: Reproduction, report: Report) -> Tables:
    """The tables of a report, in their order."""
    raise TypeError(f"{type(paper).__name__} has no tables")


@tables.register
def _(paper: HardwareReproduction, report: Report) -> Tables:
    return {
        target: (comparison.heading(rows), comparison.table(rows))
        for target, rows in comparison.by_target(report.rows).items()
    }


@tables.register
def _(paper: LevelReproduction, report: Report) -> Tables:
    if isinstance(report, LevelReport):
        return levels.tables(paper, report)
    return tables.dispatch(HardwareReproduction)(paper, report)


@tables.register
def _(paper: DaddaReproduction, report: Report) -> Tables:
    return {**chains.design_tables(report), **chains.tables(report)}


@tables.register
def _(paper: GmuReproduction, report: Report) -> Tables:
    campaign = report.campaign if isinstance(report, GmuReport) else None
    return {**hash_times.tables(report.rows), **(study.tables(campaign) if campaign else {})}


@tables.register
def _(paper: SoftwareReproduction, report: Report) -> Tables:
    return {"software": (speed.comparison_heading(report), speed.comparison(report.rows))}


@singledispatch
def pictures_of(paper: Reproduction, report: Report) -> dict[str, str]:
    """The pictures of a report as SVG, by name."""
    raise TypeError(f"{type(paper).__name__} has no pictures")


@pictures_of.register
def _(paper: HardwareReproduction, report: Report) -> dict[str, str]:
    return pictures.pictures(report.rows, paper.context)


@pictures_of.register
def _(paper: LevelReproduction, report: Report) -> dict[str, str]:
    if isinstance(report, LevelReport):
        return {}
    return pictures.pictures(report.rows, paper.context)


@pictures_of.register
def _(paper: DaddaReproduction, report: Report) -> dict[str, str]:
    return {**pictures.pictures(report.rows, paper.context), **chains.pictures(report)}


@pictures_of.register
def _(paper: GmuReproduction, report: Report) -> dict[str, str]:
    campaign = report.campaign if isinstance(report, GmuReport) else None
    return study_pictures.pictures(campaign) if campaign else {}


@pictures_of.register
def _(paper: SoftwareReproduction, report: Report) -> dict[str, str]:
    return speed.comparison_pictures(report)


@singledispatch
def evidence(paper: Reproduction) -> str:
    """What the report's file holds as evidence."""
    raise TypeError(f"{type(paper).__name__} has no evidence")


@evidence.register
def _(paper: HardwareReproduction) -> str:
    return "digests of RTL and vectors"


@evidence.register
def _(paper: DaddaReproduction) -> str:
    return "digests of RTL and vectors, and what is proven of the chains"


@evidence.register
def _(paper: GmuReproduction) -> str:
    return "the digest of the RTL and the cycles of every message"


@evidence.register
def _(paper: SoftwareReproduction) -> str:
    return "machine, clock and digest of the sources"
