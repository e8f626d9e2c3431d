# SPDX-License-Identifier: Apache-2.0
"""The figures of RTL on any target, by open tools (`measurement`) or by a vendor's (`vendor`)."""

from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.flow import measurement, vendor
from hashloom.flow.measurement import LIMITS
from hashloom.flow.placement import figures
from hashloom.flow.result import Measurement
from hashloom.targets import AnyTarget, VendorFpga


def measure(
    unit: RtlUnit,
    target: AnyTarget,
    goal: str,
    seeds: int,
    session: Session,
    progress: Progress = silent,
    *,
    limits: jobs.Limits = LIMITS,
    workers: int = 1,
) -> Measurement:
    """Figures of any piece of RTL with a clock `clk`, unverified.

    On an FPGA `seeds` placements are made, `workers` at a time; with 0, or where nothing places the family,
    it is only mapped, and there is no clock. Errors of `vendor.measure` on a target of a vendor's tool.
    """
    if isinstance(target, VendorFpga):
        run = vendor.VendorRun(unit, target, limits)
        return vendor.measure(run, seeds, session, progress, workers=workers)
    return measurement.measure(unit, target, goal, seeds, session, progress, limits=limits, workers=workers)


def tools_of(target: AnyTarget) -> dict[str, str]:
    """Versions of the tools that measure on a target. MissingTool if one is not there."""
    return vendor.tools(target) if isinstance(target, VendorFpga) else measurement.tools_of(target)


def refuse_unplaceable(target: AnyTarget, seeds: int) -> None:
    """UsageError where `figures` cannot place standard cells of the target, or not so many times."""
    if isinstance(target, VendorFpga):
        raise UsageError(f"{target.name} is an FPGA; only standard cells are placed with estimated wires")
    figures.refuse_unplaceable(target, seeds)
