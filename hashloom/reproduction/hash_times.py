# SPDX-License-Identifier: Apache-2.0
"""Clock cycles of whole messages, counted in simulations at message level: HTime(N) of the GMU paper.

    HTime(N) = input + block N + output + rest

is the number of cycles from the one that takes the first word of a message of N blocks, padding included, to
the one that hands out the last word of its digest, both counted. The source always has a word, the sink is
always ready, the circuit is idle before. `input` and `output` are the words of a block and of a digest,
`block` is what each further block takes, `rest` what is left.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from hashloom import simulation
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.models import HashModel, model_for
from hashloom.verification.cases import random_message

KIND = "hash-time"
SIZES = 8
"""Messages of so many different numbers of blocks are counted, from the smallest possible one on."""
LATEST = 2
"""At most so many of the smallest of these numbers of blocks may be left out of the formula."""
SEED = 1


@dataclass(frozen=True)
class HashTime:
    """HTime(N) of a design for N from `from_blocks` on; see the module.

    `cycles` are those counted, by N, of the circuit at message level with this `rtl_digest`.
    """

    bus_bits: int
    input: int
    block: int
    output: int
    rest: int
    from_blocks: int
    cycles: Mapping[int, int]
    rtl_digest: str = ""

    @property
    def formula(self) -> str:
        """The formula in the form of the paper: input, blocks, rest, output."""
        block = "N" if self.block == 1 else f"{self.block}·N"
        rest = f"{self.rest:+d}" if self.rest else ""
        return f"{self.input}+{block}{rest}+{self.output}"

    def of(self, blocks: int) -> int:
        """Cycles for a message of so many blocks by the formula."""
        return self.input + self.block * blocks + self.output + self.rest


def fit(cycles: Mapping[int, int], bus_bits: int, words_in: int, words_out: int) -> HashTime:
    """The formula that these cycles follow exactly, the smallest numbers of blocks perhaps left out.

    CheckFailed if there is none.
    """
    sizes = sorted(cycles)
    block = cycles[sizes[-1]] - cycles[sizes[-2]]
    rest = cycles[sizes[-1]] - block * sizes[-1] - words_in - words_out
    found = HashTime(bus_bits, words_in, block, words_out, rest, 0, dict(cycles))
    others = [size for size in sizes if found.of(size) != cycles[size]]
    if others not in [sizes[:count] for count in range(LATEST + 1)]:
        told = ", ".join(f"{size}: {cycles[size]}" for size in sizes)
        raise CheckFailed(f"the cycles of messages are no linear function of their blocks ({told})")
    return replace(found, from_blocks=sizes[len(others)])


def measured(design: Design, bus_bits: int, session: Session, say: Progress = silent) -> HashTime:
    """HTime(N) of a design with a bus of this width, counted or found in the records.

    CheckFailed for a wrong digest, a breach of the protocol, or cycles that follow no formula.
    """
    top = unit(design, bus_bits)
    body = session.get(KIND, _key(top))
    if body is None:
        say(f"{design.name}: cycles of messages on a bus of {bus_bits} bits")
        body = {"design": design.name, "bus_bits": bus_bits, "cycles": count(design, top, session)}
        session.put(KIND, _key(top), body)
    return _of(design, bus_bits, top, body["cycles"])


def found_before(
    design: Design, bus_bits: int, session: Session, committed: Mapping[str, Any] | None
) -> HashTime | None:
    """HTime(N) of a design without counting: from the records, or from a report if the RTL is the same."""
    top = unit(design, bus_bits)
    body = session.get(KIND, _key(top))
    if body is None and committed is not None and committed.get("rtl_digest") == top.digest():
        body = {"cycles": committed["cycles"]}
    return None if body is None else _of(design, bus_bits, top, body["cycles"])


def _key(top: RtlUnit) -> str:
    return f"{top.digest()} sizes:{SIZES} seed:{SEED}"


def _of(design: Design, bus_bits: int, top: RtlUnit, counted: Mapping[str, int]) -> HashTime:
    digest = -(-design.function.digest_bits // bus_bits)
    cycles = {int(size): number for size, number in counted.items()}
    found = fit(cycles, bus_bits, design.function.block_bits // bus_bits, digest)
    return replace(found, rtl_digest=top.digest())


def unit(design: Design, bus_bits: int) -> RtlUnit:
    """RTL of a design at message level with words of the bus."""
    top = rtl.unit(design, "top", Tuning())
    return replace(
        top,
        name=f"{top.name}_{bus_bits}",
        parameters=(*((key, value) for key, value in top.parameters if key != "WORD"), ("WORD", bus_bits)),
    )


def count(design: Design, top: RtlUnit, session: Session) -> dict[str, int]:
    """Cycles by number of blocks, each message alone in a circuit of its own."""
    model = model_for(design.function)
    simulator = simulation.simulator(top, "top", session)
    generator = random.Random(SEED)
    messages: dict[int, tuple[bytes, int]] = {}
    blocks = 1
    while len(messages) < SIZES:
        bits = longest(model, blocks)
        if bits is not None:
            messages[blocks] = random_message(generator, bits), bits
        blocks += 1
    run = simulator.run(
        [simulation.stream(message, bits, simulator.word_bits) for message, bits in messages.values()],
        instances=len(messages),
        places=[(0, instance) for instance in range(len(messages))],
    )
    if run.failure is not None:
        raise CheckFailed(f"{design.name}: {run.failure}")
    cycles = {}
    for (size, (message, bits)), found in zip(messages.items(), run.messages, strict=True):
        expected = model.digest(message, bits)
        if found is None or found.digest[: len(expected)] != expected:
            raise CheckFailed(f"{design.name}: wrong digest of a message of {bits} bits, {size} blocks")
        cycles[str(size)] = found.last_digest - found.accepted[0] + 1
    return cycles


def longest(model: HashModel, blocks: int) -> int | None:
    """Bits of the longest message of whole bytes that is so many blocks with its padding; None if none is."""
    for bits in range(blocks * model.block_bits // 8 * 8, -1, -8):
        found = len(model.blocks(bytes(bits // 8), bits))
        if found <= blocks:
            return bits if found == blocks else None
    return None
