# SPDX-License-Identifier: Apache-2.0
"""The bench: runs cases through one simulator and compares digests and protocol."""

import random
from collections.abc import Sequence

from hashloom import simulation
from hashloom.catalogue.design import Design
from hashloom.execution.progress import Progress
from hashloom.models import model_for
from hashloom.simulation import Script, SimulationRun, Simulator, Stalls
from hashloom.verification.arguments import Request, packets
from hashloom.verification.cases import Case, Late
from hashloom.verification.met import Met
from hashloom.verification.outcome import Failure, Verification


class Bench:
    """Runs cases through one simulator and counts into a Verification."""

    def __init__(
        self, simulator: Simulator, design: Design, result: Verification, progress: Progress
    ) -> None:
        """`simulator` has the design, or what is in its place; `progress` is told the name of each run."""
        self.simulator, self.model = simulator.patient(design), model_for(design.function)
        self.result, self.progress = result, progress
        self.random = random.Random(result.seed)
        self.met = Met()

    def run(
        self,
        name: str,
        cases: Sequence[Case],
        stalls: Stalls | None = None,
        back_to_back: bool = True,
        resets: Sequence[int] = (),
        places: Sequence[tuple[int, int]] | None = None,
        script: Script | None = None,
    ) -> SimulationRun:
        """Run cases and compare their digests; a lane gets three messages or more where there are enough.

        Arguments as for `Simulator.run`; with `places` there are as many instances as those name.
        """
        self.progress(f"{self.result.design} {self.simulator.level}: {name}, {len(cases)} messages")
        messages = [self.message(case) for case in cases]
        fitting = max(1, min(simulation.INSTANCES, len(cases) // (3 * self.simulator.lanes)))
        named = 1 + max((instance for _, instance in places or ()), default=0)
        run = self.simulator.run(
            messages,
            stalls,
            seed=self.random.getrandbits(32),
            instances=named if places else fitting,
            back_to_back=back_to_back,
            resets=resets,
            places=places,
            script=script,
        )
        self.met.add(run, cases, messages)
        if run.failure is not None:
            about = run.failure.message
            self.fail(
                name,
                cases[about].source if about >= 0 else "no message in particular",
                "the protocol of the ports to be kept",
                str(run.failure),
            )
        for case, got in zip(cases, run.messages, strict=True):
            if got is None:
                continue  # not reached because of the failure that is counted above
            expected = self.padded(case)
            if got.digest == expected:
                self.result.passed += 1
            else:
                place = f"lane {got.lane}, instance {got.instance}, from cycle {got.accepted[0]}"
                self.fail(name, f"{case.source}, {place}", expected.hex(), got.digest.hex())
        return run

    def message(self, case: Case) -> simulation.Message:
        """Return the beats of a case at the simulator's level."""
        if self.simulator.level == "core":
            counted = case.counted if isinstance(case, Late) else 0
            return self.model.blocks(case.message, case.bits, counted)
        if isinstance(case, Request):
            return packets(case, self.simulator.word_bits, self.random)
        extra_word = self.random.random() < 0.3
        return simulation.stream(case.message, case.bits, self.simulator.word_bits, self.random, extra_word)

    def padded(self, case: Case) -> bytes:
        """Return the digest as the beats carry it, filled with zeros up to a whole beat."""
        beat = self.simulator.digest_beat_bits
        bits = case.skein.digest_bits if isinstance(case, Request) else self.model.digest_bits
        size = -(-bits // beat) * beat
        return case.digest.ljust((size + 7) // 8, b"\0")

    def fail(self, run: str, case: str, expected: str, got: str) -> None:
        """Count a failure."""
        self.result.failures.append(Failure(self.simulator.level, run, case, expected, got))

    def check(self, name: str, what: str, expected: int, measured: set[int]) -> None:
        """Count one comparison of a number of cycles."""
        if measured == {expected}:
            self.result.passed += 1
        else:
            found = " or ".join(map(str, sorted(measured)))
            self.fail(
                name, what, f"{expected} cycles", f"{found} cycles" if found else "no message to measure"
            )
