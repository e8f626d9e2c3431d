# SPDX-License-Identifier: Apache-2.0
"""What the runs of a bench have met, which coverage is computed from."""

from collections import Counter
from collections.abc import Sequence

from hashloom.models import Block
from hashloom.simulation import Message, SimulationRun
from hashloom.verification.arguments import Request
from hashloom.verification.cases import PATTERNS, Case, Late


class Met:
    """What runs have met."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.counts: Counter[str] = Counter()
        self.messages = 0
        self.lengths: set[int] = set()
        self.passed: set[int] = set()
        self.ones = self.zeros = 0
        self.long_digest = False
        self.equal = dict.fromkeys(PATTERNS, 0)

    def add(self, run: SimulationRun, cases: Sequence[Case], messages: Sequence[Message]) -> None:
        """Count a run; of messages those that came to their digest."""
        self.counts.update(run.coverage)
        self.messages = max(self.messages, run.coverage.get("messages", 0))
        for case, message, found in zip(cases, messages, run.messages, strict=True):
            if found is None:
                continue
            self.lengths.add(case.bits)
            before = case.counted if isinstance(case, Late) else 0
            after = before + case.bits
            self.passed.update(range(max(before.bit_length(), 1), after.bit_length()))
            for byte in PATTERNS:
                if not case.message.strip(bytes([byte])):
                    self.equal[byte] = max(self.equal[byte], case.bits)
            self.long_digest |= isinstance(case, Request) and case.skein.digest_bits > case.skein.block_bits
            for beat in message:
                if isinstance(beat, Block):
                    self.ones |= beat.count
                    self.zeros |= ~beat.count
