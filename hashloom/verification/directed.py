# SPDX-License-Identifier: Apache-2.0
"""Directed runs of a verification: what random messages and stalls do not come to by themselves.

    long            one message of more than 256 blocks and 2^16 bits, or three with trees of unlike leaves;
                    more than 256 messages in each lane without a reset; waits of the source and of the sink
                    of every class of lengths, above 4096 cycles too; messages of every class of lengths;
                    messages whose bits are equal; waits of each number of cycles up to 500. One run, each
                    in instances of its own
    resets          a reset in each cycle of a block's work and of a digest's, one an instance, and resets at
                    random under stalls
    counters        messages that begin late: every power of two that a counter of bits, bytes or blocks can
                    pass is passed. At block level the count is an input; elsewhere registers are set

`hashloom.verification.coverage` says what of the contract they are to meet.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import Level
from hashloom.models import HashModel
from hashloom.models.skein import Skein, Tree
from hashloom.simulation import INSTANCES, Preset, Script, Simulator, Stalls
from hashloom.verification.arguments import Request
from hashloom.verification.bench import Bench
from hashloom.verification.cases import PATTERNS, UNIT, Case, Late, random_message

LONG_BITS, LONG_BLOCKS = 1 << 16, 256
"""A long message has more bits than the one and more blocks than the other."""
MANY = 264
"""Messages in each lane without a reset."""
WAITS = (1, 2, 16, 256, 4096)
"""Least cycles of each class of waits."""
EVERY_WAIT = 500
"""Source and sink wait each number of cycles up to this one, and some more."""
COUNT_BITS = 64
STEADY = 48
"""Instances whose resets come in every cycle, without stalls; the others have resets and stalls at random."""
REQUEST_BLOCKS = 6
"""Blocks, about, of a short request with arguments: configuration, strings, message, digest."""
RESETS = 6
"""Resets at random, twice so many, in each of the others; there all that can meet is brought about."""
RESET_STALLS = Stalls(0.4, 0.6)


@dataclass(frozen=True)
class Register:
    """A register that counts bits or blocks, in the source `file`, which begins late with `value`.

    `name` is as for a preset; `value` is of the counted bits, the bits of a word and those of a block. A
    `ring` of so many bits turns by a digit of `datapath` bits a cycle, the lowest first, from a reset on.
    """

    file: str
    name: str
    value: Callable[[int, int, int], int]
    ring: int = 0

    def turned(self, value: int, design: Design, cycle: int) -> int:
        """Return what holds `value` in the cycle of this number, the first without reset being 1."""
        if not self.ring:
            return value
        by = (cycle - 1) * design.names()["datapath"] % self.ring
        return (value >> by | value << self.ring - by) & (1 << self.ring) - 1


REGISTERS = (
    Register("message_padder.sv", "message_padder.words", lambda counted, word, block: counted // word),
    Register("message_padder.sv", "message_padder.start", lambda counted, word, block: 0),
    *(
        Register(file, "message_padder.gen_blocks.blocks", lambda counted, word, block: counted // block + 1)
        for file in ("groestl_top.sv", "groestl_compact_top.sv")
    ),
    Register(
        "shabal_sequence.sv",
        "shabal_sequence.w_0|shabal_sequence.w",
        lambda counted, word, block: counted // block + 1,
    ),
    Register(
        "shabal_compact_number.sv",
        "shabal_compact_number.w",
        lambda counted, word, block: counted // block + 1,
        ring=64,
    ),
)
"""Counters that no port sets, by the source that has them or makes another module have them."""


@dataclass
class Plan:
    """Messages in their places, and the script of their run."""

    cases: list[Case] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    pauses: dict[tuple[int, int], int] = field(default_factory=dict)
    holds: dict[tuple[int, int], int] = field(default_factory=dict)
    resets: list[tuple[int, int]] = field(default_factory=list)

    def add(self, case: Case, lane: int, instance: int) -> int:
        """Put a message behind those of a lane; returns its number."""
        self.cases.append(case)
        self.places.append((lane, instance))
        return len(self.cases) - 1

    def run(self, bench: Bench, name: str, stalls: Stalls | None = None, **script: Any) -> None:
        """Run it."""
        directions = Script(tuple(self.resets), self.pauses, self.holds, **script)
        bench.run(name, self.cases, stalls, places=self.places, script=directions)


def directed_runs(bench: Bench, design: Design, pool: Sequence[Case]) -> Iterator[None]:
    """Do the directed runs of a level, a step of the iterator each; `pool` as in a quick verification.

    Without a pool there are none.
    """
    if not pool:
        return
    level = bench.simulator.level
    short = sorted(pool, key=lambda case: case.bits)
    plan = Plan()
    for case in long_trees(bench, design) if level == "tree" else [long_case(bench, design)]:
        plan.add(case, bench.simulator.lanes - 1, 0)
    if level in rtl.EXTENSION_LEVELS:
        plan.add(long_digest(bench, design), 0, 0)
    longer = of_two_blocks(bench, short, design.function.block_bits)
    mixed = [
        *short[:4],
        *longer[:4],
    ]  # what one message leaves behind may show in a longer one only, or a shorter
    for lane in range(bench.simulator.lanes):
        for number in range(MANY):
            plan.add(mixed[(number + lane) % len(mixed)], lane, 1)
    instance = add_waits(plan, bench, longer, 2)
    if level not in rtl.EXTENSION_LEVELS:
        slots = [(lane, i) for i in range(instance, instance + 4) for lane in range(bench.simulator.lanes)]
        block = design.function.block_bits
        lengths = length_cases(bench.model, bench.random, block)
        for number, case in enumerate([*lengths, *pattern_cases(bench.model, bench.random, block)]):
            plan.add(case, *slots[number % len(slots)])
        instance += 4
    add_every_wait(plan, bench, design, short, instance)
    plan.run(bench, "long")
    yield
    add_resets(plan := Plan(), bench, design, longer, pool)
    close = 0 if level in rtl.EXTENSION_LEVELS else design.latency_cycles(1)
    plan.run(bench, "resets", RESET_STALLS, steady=STEADY, seek=STEADY, close=close)
    yield
    if level not in rtl.EXTENSION_LEVELS:
        yield from late_runs(bench, design)


def of_two_blocks(bench: Bench, cases: Sequence[Case], block: int) -> list[Case]:
    """Some cases of two padded blocks, or, where blocks are too small for that, of as few as there are.

    At message level each has more than a word, so that its source can wait within it. At the level of
    requests, some whose message has more than a block, one of them with the longest digest.
    """
    longer = [case for case in cases if case.bits > block]
    if bench.simulator.level in rtl.EXTENSION_LEVELS:
        return [*longer[:5], max(longer, key=lambda case: len(case.digest))]
    if bench.simulator.level != "core":
        cases = [case for case in cases if case.bits > bench.simulator.word_bits]
    found = [case for case in cases if len(bench.model.blocks(case.message, case.bits)) == 2]
    return found[-6:] or longer[:6]


def long_trees(bench: Bench, design: Design) -> list[Case]:
    """Messages beyond LONG_BITS and LONG_BLOCKS with a tree of some leaves, of few and of many.

    A leaf of the second has LONG_BLOCKS / 2 blocks, a level of the third more than LONG_BLOCKS nodes.
    """
    return [
        long_case(bench, design, Tree(2, 2, 255)),
        long_case(bench, design, Tree(7, 1, 255)),
        long_case(bench, design, Tree(1, 1, 255), 2),
    ]


def long_case(bench: Bench, design: Design, tree: Tree | None = None, times: int = 1) -> Case:
    """A message beyond LONG_BITS and LONG_BLOCKS, so many times; a request with arguments at their level."""
    block = design.function.block_bits
    bits = times * max(LONG_BITS, LONG_BLOCKS * block) + block + 8 * bench.random.randint(1, block // 8)
    message = random_message(bench.random, bits)
    source = f"long message, {bits} bits"
    if bench.simulator.level not in rtl.EXTENSION_LEVELS:
        return Case(message, bits, bench.model.digest(message, bits), source)
    key, version = random_message(bench.random, 72), str(design.function.fields["version"])
    skein = Skein(block, 2 * block + 1, version, key=key, tree=tree)
    return Request(message, bits, skein.digest(message, bits), source, skein)


def long_digest(bench: Bench, design: Design) -> Request:
    """A request for a digest beyond LONG_BITS and LONG_BLOCKS, with bits beside whole bytes."""
    block = design.function.block_bits
    bits = max(LONG_BITS, LONG_BLOCKS * block) + block + bench.random.randint(1, block - 1)
    skein = Skein(block, bits, str(design.function.fields["version"]))
    message = random_message(bench.random, block)
    return Request(message, block, skein.digest(message, block), f"digest of {bits} bits", skein)


def length_cases(model: HashModel, generator: random.Random, block: int) -> list[Case]:
    """A message of each class of lengths: what the last block holds, and how many blocks there are."""
    cases = []
    for whole in (0, 1, 2):
        rests = {0, 1, block - 1, block - 8, 8 * generator.randint(1, block // 8 - 2)}
        rests.add(8 * generator.randint(0, block // 8 - 2) + generator.randint(2, 7))
        for bits in (whole * block + rest for rest in sorted(rests)):
            message = random_message(generator, bits)
            cases.append(
                Case(message, bits, model.digest(message, bits), f"message of a length class, {bits} bits")
            )
    return cases


def pattern_cases(model: HashModel, generator: random.Random, block: int) -> list[Case]:
    """Messages whose bits are equal, or those of some blocks: words and blocks of zeros and of ones."""
    cases = []
    size = max(block, UNIT) // 8
    for byte in PATTERNS:
        equal, others = bytes([byte]) * size, random_message(generator, 8 * size)
        short, within = equal[: size // 2], others + 2 * equal + others
        for message in (3 * equal, 2 * equal + short, within, equal + others):
            bits = 8 * len(message)
            source = f"message with bytes {byte:02x}, {bits} bits"
            cases.append(Case(message, bits, model.digest(message, bits), source))
    return cases


def add_waits(plan: Plan, bench: Bench, cases: Sequence[Case], instance: int) -> int:
    """Waits of all classes, from an instance on; the other lanes work meanwhile. Returns the next instance.

    The source waits within a message and between two, the sink with a first beat of a digest and with a
    later one, while the source does not wait and while it does.
    """
    lanes, beat = bench.simulator.lanes, bench.simulator.digest_beat_bits
    several = [case for case in cases if 8 * len(bench.padded(case)) > beat] or cases
    for least in WAITS:
        for waiting in (True, False):
            cycles = least + (bench.random.randint(0, 9) if least > 2 else 0)
            lane = bench.random.randrange(lanes)
            chosen = cases[0], cases[1 % len(cases)], several[0]
            first, second, third = (plan.add(case, lane, instance) for case in chosen)
            if waiting:
                plan.pauses |= {(first, 1): cycles, (second, 0): cycles}
            plan.holds |= {(second, 0): cycles, (third, 1): cycles}
            for other in range(lanes):
                for number in range(8 if other != lane else 0):
                    plan.add(cases[number % len(cases)], other, instance)
            instance += 1
    return instance


def add_every_wait(plan: Plan, bench: Bench, design: Design, cases: Sequence[Case], first: int) -> None:
    """Waits of each number of cycles, of the source and then of the sink, in the instances from `first` on.

    A number is in one of these instances, so that they take about as long as the longest waits. The source
    waits for so many cycles beside those that the message before needs, so that the circuit is idle.
    """
    instances, work = INSTANCES - first, design.latency_cycles(1)
    for waits, more in ((plan.pauses, work), (plan.holds, 0)):
        for cycles in range(1, EVERY_WAIT + 1):
            lane = cycles // instances % bench.simulator.lanes
            waits[plan.add(cases[cycles % 4], lane, first + cycles % instances), 0] = cycles + more


def add_resets(plan: Plan, bench: Bench, design: Design, cases: Sequence[Case], pool: Sequence[Case]) -> None:
    """Resets in every cycle of short messages and their digests; in the last instances at random.

    Before each there is a fresh begin, so long after the reset before that the effect of that can be seen.
    """
    simulator, generator = bench.simulator, bench.random
    blocks = REQUEST_BLOCKS
    if simulator.level not in rtl.EXTENSION_LEVELS:
        blocks = max(len(bench.model.blocks(case.message, case.bits)) for case in cases)
    words = (
        0 if simulator.level == "core" else (blocks + 1) * design.function.block_bits // simulator.word_bits
    )
    work = blocks * design.cycles_block() + design.latency_cycles(1) + 2 * simulator.lanes + words
    for instance in range(INSTANCES):
        cycle, swept = 0, instance < STEADY
        for phase in range(1 + instance, work + 1, STEADY) if swept else range(RESETS):
            begin = cycle + (work if swept else generator.randint(2, work))
            cycle = begin + (phase if swept else generator.randint(2, work))
            plan.resets += [(instance, begin), (instance, cycle)]
        wait = 0 if swept else generator.randint(0, 2 * work)
        for lane in range(simulator.lanes):
            for number in range(4 + (2 * cycle // work if swept else 3 * RESETS)):
                message = plan.add(
                    cases[number % len(cases)] if swept else generator.choice(pool), lane, instance
                )
                if wait and number % 2:
                    plan.pauses[message, 0] = wait
                elif wait:  # a digest, and its last beat, wait until the source goes on
                    last = 8 * len(bench.padded(plan.cases[message])) // simulator.digest_beat_bits - 1
                    plan.holds |= {(message, 0): wait, (message, last): wait}


def late_cases(bench: Bench, block: int, powers: Sequence[int]) -> list[tuple[Late, Late, Late]]:
    """For each power of two three messages that begin below it: one ends behind it, two just before.

    The last of them ends one bit before: all lower bits of its length are 1. Behind them come some from
    anywhere.
    """

    def case(counted: int, bits: int) -> Late:
        message = random_message(bench.random, bits)
        source = f"message of {bits} bits after {counted} (2^{(counted + bits).bit_length() - 1} and more)"
        return Late(message, bits, bench.model.digest_from(message, bits, counted), source, counted)

    sets = []
    for power in powers:
        counted = ((1 << power) - 1) // block * block - block
        most = (1 << power) - 1 - counted
        below = most - bench.random.randint(0, min(block, 90) - 1)
        behind = 2 * block + bench.random.randint(1, block)
        sets.append((case(counted, behind), case(counted, below), case(counted, most)))
    for _ in range(INSTANCES - len(sets)):
        counted = bench.random.getrandbits(COUNT_BITS - 1) // block * block
        lengths = bench.random.randint(1, 3 * block), block, 2 * block - bench.random.randint(1, 7)
        sets.append((case(counted, lengths[0]), case(counted, lengths[1]), case(counted, lengths[2])))
    return sets


def late_registers(level: Level, design: Design) -> list[Register]:
    """The registers that are to be set for a message to begin late."""
    files = {path.name for path in rtl.unit(design, level).sources}
    return [register for register in REGISTERS if register.file in files]


def is_late(simulator: Simulator, design: Design) -> bool:
    """Whether messages can begin late in this circuit on this engine."""
    return simulator.knows_registers or not late_registers(simulator.level, design)


def late_runs(bench: Bench, design: Design) -> Iterator[None]:
    """Messages that begin late: where registers are to be set, one in each lane."""
    simulator, block = bench.simulator, design.function.block_bits
    if not is_late(simulator, design):
        return
    registers = late_registers(simulator.level, design)
    sets = late_cases(bench, block, range((2 * block).bit_length(), COUNT_BITS))
    if not registers:
        bench.run("counters", [case for cases in sets for case in cases])
        yield
        return
    begin = 2 * design.cycles_block() + 64
    presets = tuple(
        Preset(instance, begin, one.name, one.turned(value, design, begin))
        for instance, cases in enumerate(sets)
        for one in registers
        for value in (one.value(cases[0].counted, simulator.word_bits, block),)
    )
    for turn in range(0, 3, min(simulator.lanes, 3)):
        plan = Plan()
        for instance, cases in enumerate(sets):
            for lane in range(simulator.lanes):
                plan.add(cases[(lane + turn) % 3], lane, instance)
        plan.run(bench, "counters", Stalls(0.2, 0.2), presets=presets, begin=begin)
        yield
