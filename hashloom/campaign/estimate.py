# SPDX-License-Identifier: Apache-2.0
"""How long jobs will take and how much memory, from what the records say of jobs done before.

An estimate is the median of the first of these that the records have, for jobs of the same kind (`prepare` or
`place`):

1. the same design on the same target, whatever the goal, the seed and the version of the RTL;
2. the same design on other targets, each times the median ratio between that target and this one over the
   designs that were done on both (1 if there are none);
3. the same architecture of other functions of the family with as long a block, on the same target;
4. the three designs nearest in size on the same target, if they are within a factor of two of it. The size is
   the area of the design wherever it has been mapped, in LUT or in gate equivalents.

If there is none, nothing is known, and that is what `of` says. What a campaign did is known job by job
(kind `campaign-job`). Of other results the steps are added up: verification, mapping and simulation of the
netlist, or a placement. A record without these members, or with members of another type, gives no estimate.
"""

import math
import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from hashloom import catalogue, targets
from hashloom.campaign.bodies import Evaluated, Logged, Placed, Simulated, StepBody, Verified, whole
from hashloom.campaign.job import LOG_KIND, PLACE, PREPARE, Job
from hashloom.catalogue.places import Places
from hashloom.evaluation import netlist
from hashloom.evaluation.synthesis import RESULT_KIND
from hashloom.execution import jobs
from hashloom.execution.records import Snapshot
from hashloom.flow import cells, fpga
from hashloom.verification import KIND as VERIFICATION_KIND

SIMILAR = 2.0
"""Factor within which sizes are similar."""
NEAREST = 3


@dataclass(frozen=True)
class Estimate:
    """Wall seconds of a job and MiB of its largest process."""

    seconds: float
    memory_mib: float


@dataclass(frozen=True)
class Sample:
    """A job that was done before."""

    kind: str
    design: str
    target: str
    seconds: float
    memory_mib: float


class Estimates:
    """Estimates from the records."""

    def __init__(self, records: Snapshot, places: Places) -> None:
        """Read what was done before, of designs of these places."""
        found: dict[tuple[str, str, str], list[Sample]] = defaultdict(list)
        for sample in _samples(records):
            found[sample.kind, sample.target, sample.design].append(sample)
        self._done: dict[tuple[str, str], dict[str, Estimate]] = defaultdict(dict)
        for (kind, target, design), samples in found.items():
            self._done[kind, target][design] = _median(samples)
        self._sizes = _sizes(records)
        self._kin = {
            design.name: (design.family.name, design.architecture.name, design.function.block_bits)
            for design in catalogue.designs(places)
        }
        self._known: dict[tuple[str, str, str], Estimate | None] = {}

    def of(self, job: Job) -> Estimate | None:
        """Estimate of a job, None where nothing is known."""
        key = (job.kind, job.target, job.design)
        if key not in self._known:
            self._known[key] = self._estimate(job.kind, targets.find(job.target).name, job.design)
        return self._known[key]

    def seconds(self, job: Job) -> float | None:
        """Seconds alone, None where nothing is known."""
        estimate = self.of(job)
        return None if estimate is None else estimate.seconds

    def _estimate(self, kind: str, target: str, design: str) -> Estimate | None:
        done = self._done.get((kind, target), {})
        return (
            done.get(design)
            or self._from_other_targets(kind, target, design)
            or self._from_siblings(done, design)
            or self._from_similar(done, design)
        )

    def _from_other_targets(self, kind: str, target: str, design: str) -> Estimate | None:
        here = self._done.get((kind, target), {})
        found = []
        for (other_kind, other), there in self._done.items():
            if other_kind == kind and other != target and design in there:
                common = [name for name in there if name in here]
                seconds = [here[name].seconds / max(there[name].seconds, 0.1) for name in common]
                memory = [here[name].memory_mib / max(there[name].memory_mib, 1) for name in common]
                found.append(
                    Estimate(
                        there[design].seconds * statistics.median(seconds or [1.0]),
                        there[design].memory_mib * statistics.median(memory or [1.0]),
                    )
                )
        return _median(found) if found else None

    def _from_siblings(self, done: Mapping[str, Estimate], design: str) -> Estimate | None:
        kin = self._kin.get(design)
        found = [one for name, one in done.items() if kin is not None and self._kin.get(name) == kin]
        return _median(found) if found else None

    def _from_similar(self, done: Mapping[str, Estimate], design: str) -> Estimate | None:
        for sizes in self._sizes:
            if design in sizes:
                distances = {
                    name: abs(math.log(sizes[name] / sizes[design])) for name in done if name in sizes
                }
                nearest = sorted(distances, key=lambda name: distances[name])[:NEAREST]
                similar = [done[name] for name in nearest if distances[name] <= math.log(SIMILAR)]
                if similar:
                    return _median(similar)
        return None


def _median(samples: list[Sample] | list[Estimate]) -> Estimate:
    return Estimate(
        statistics.median(sample.seconds for sample in samples),
        statistics.median(sample.memory_mib for sample in samples),
    )


def _samples(records: Snapshot) -> Iterator[Sample]:
    logged = set()
    for body in whole(Logged, records.all(LOG_KIND)):
        kind = PLACE if body.seed else PREPARE
        logged.add((kind, body.design, body.target))
        yield Sample(kind, body.design, body.target, body.seconds, body.max_rss_mib)
    for sample in _samples_of_results(records):
        if (sample.kind, sample.design, sample.target) not in logged:
            yield sample


def _samples_of_results(records: Snapshot) -> Iterator[Sample]:
    steps = {**records.last(cells.KIND), **records.last(fpga.SYNTHESIS_KIND)}
    placements = records.last(fpga.ROUTING_KIND)
    verified = {
        body.rtl_digests.get("core"): body.seconds for body in whole(Verified, records.all(VERIFICATION_KIND))
    }
    simulated = {body.synthesis: body.seconds for body in whole(Simulated, records.all(netlist.KIND))}
    for body in whole(Evaluated, records.all(RESULT_KIND)):
        measurement = body.measurement
        for step in whole(StepBody, [steps.get(measurement.synthesis_key)]):
            seconds = step.seconds + verified.get(measurement.rtl_digest, 0.0)
            seconds += simulated.get(measurement.synthesis_key, 0.0)
            yield Sample(PREPARE, body.design, body.target, seconds, step.max_rss_mib)
        for placed in whole(Placed, map(placements.get, measurement.steps.values())):
            if placed.state == jobs.OK:
                yield Sample(PLACE, body.design, body.target, placed.seconds, placed.max_rss_mib)


def _sizes(records: Snapshot) -> list[dict[str, float]]:
    """Areas of the designs in LUT and in GE, the last one where there are several."""
    sizes: list[dict[str, float]] = [{}, {}]
    for body in whole(Evaluated, records.all(RESULT_KIND)):
        areas = (body.measurement.area_lut, body.measurement.area_ge)
        for found, area in zip(sizes, areas, strict=True):
            if area:
                found[body.design] = float(area)
    return sizes
