# SPDX-License-Identifier: Apache-2.0
"""Clock and area of a whole package on targets, measured while it is exported.

The package goes through the laboratory's own flow as RTL of others does: in the harness, several placements,
the median. It was verified as a design; the netlist of the package is not simulated.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from hashloom import flow, targets
from hashloom.errors import UsageError
from hashloom.evaluation import external
from hashloom.evaluation.own.core import ExternalCore
from hashloom.execution import jobs
from hashloom.execution.progress import Progress
from hashloom.execution.session import Session
from hashloom.export.package import Package
from hashloom.export.wrapper import Wrapper
from hashloom.rows import Row
from hashloom.rows.table import ABSENT, number
from hashloom.targets import Fpga

FPGAS = "fpgas"
"""Name on the command line of every FPGA target."""
SEEDS = 5
"""Placements of a package on an FPGA."""
HEAD = ("target", "state", "clock, MHz", "lowest", "highest", "Gbit/s", "area", "FF", "tools")


def chosen(names: Sequence[str], package: Package) -> list[str]:
    """The targets of these names, each once. UsageError for one that is none, and for two clocks."""
    listed = [one for name in names for one in (fpgas() if name == FPGAS else [targets.find(name).name])]
    if listed and package.io_ratio > 1:
        raise UsageError(
            "a package with two clocks is not measured: the harness has one; leave out --measure"
        )
    return list(dict.fromkeys(listed))


def fpgas() -> list[str]:
    """The names of all FPGA targets."""
    return [name for name in targets.names() if isinstance(targets.find(name), Fpga)]


def measured(
    package: Package,
    wrapper: Wrapper,
    sources: Sequence[Path],
    names: Sequence[str],
    session: Session,
    progress: Progress,
    limits: jobs.Limits,
) -> Iterator[Row]:
    """A row of each target, as that of RTL of others; `sources` are the files in compile order.

    A tool has the time of `limits`, and the memory that it has in the flow.
    """
    core = ExternalCore(
        top=package.name,
        sources=tuple(sources),
        clock=wrapper.clock,
        block_bits=package.design.function.block_bits,
        cycles_per_block=float(package.design.cycles_per_block),
    )
    if not names:
        return
    limits = replace(flow.LIMITS, wall_seconds=limits.wall_seconds)
    front = external.examine(core, session.places, limits)
    for name in names:
        target = targets.find(name, session.places.libraries)
        what = f"{package.name} {package.tuning.goal} on {name}"

        def tell(text: str, what: str = what) -> None:
            progress(f"{what}: {text}")

        yield external.measured(core, front, target, package.tuning.goal, SEEDS, session, tell, limits=limits)


def table(rows: Sequence[Row]) -> list[tuple[str, ...]]:
    """Lines under HEAD."""
    return [
        (
            f"`{row['target']}`",
            "mapped only" if row.get("mapped_only") else row["state"],
            number(row.get("clock_mhz"), 1),
            number(row.get("clock_mhz_min"), 1),
            number(row.get("clock_mhz_max"), 1),
            number(row.get("throughput_gbps"), 2),
            ABSENT if row.get("area") is None else f"{number(row['area'], 0)} {row['area_unit']}",
            number(row.get("area_ff"), 0),
            ", ".join(f"{tool} {version}" for tool, version in row.get("tools", {}).items()),
        )
        for row in rows
    ]
