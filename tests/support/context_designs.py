# SPDX-License-Identifier: Apache-2.0
"""Hash functions with contexts in Verilator: pieces of messages in, digests and contexts out."""

import random
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from folders import SUPPORT

from hashloom.catalogue import contexts
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import RtlUnit
from hashloom.export.contexts import COUNT_BYTES as COUNT_BYTES
from hashloom.export.contexts import context, context_after, kept_bytes
from hashloom.models import Block, HashModel, model_for, shabal
from hashloom.models.iterated import Iterated
from hashloom.verification.cases import random_message

DIGEST, CONTEXT, ERROR = range(3)
WRAPPED = "context_design"
_BENCH = SUPPORT / "context_bench.cc"


def context_unit(design: Design, **parameters: int) -> RtlUnit:
    """The message level of a design with contexts; other parameters than its own may be given."""
    found = contexts.unit(design, parameters)
    assert found is not None, design.family.name
    return found


def iterated(model: HashModel) -> "Iterated[Any]":
    """The model, which has chaining values."""
    assert isinstance(model, Iterated)
    return model


@dataclass(frozen=True)
class Piece:
    """What is sent as one message: a context or none, then `bits` bits; and what is to come.

    `empty_end`: a word of no bits follows, the last. `ends_in_context`: nothing of the message follows; the
    last word of the context is the last of all.
    """

    data: bytes
    bits: int
    answer: bytes
    kind: int = DIGEST
    resumed: bytes = b""
    save: bool = False
    empty_end: bool = False
    ends_in_context: bool = False

    def line(self, lane: int, word: int, source: random.Random) -> str:
        """As the bench reads it: `lane resume save bits word..`."""
        size = word // 8
        words = [self.resumed[at : at + size] for at in range(0, len(self.resumed), size)]
        bits = source.randrange(2 * word)
        if not self.ends_in_context:
            words += [self.data[at : at + size].ljust(size, b"\0") for at in range(0, len(self.data), size)]
            bits = self.bits - (self.bits - 1) // word * word if self.bits else 0
            if not self.bits or self.empty_end:
                bits = 0
                words.append(source.randbytes(size))
            elif bits == word:
                bits = source.choice([word, word, 2 * word - 1])  # more is taken as a whole word
        numbers = [f"{int.from_bytes(one, 'big'):x}" for one in words]
        return " ".join(
            [f"{lane:x}", str(int(bool(self.resumed))), str(int(self.save)), f"{bits:x}", *numbers]
        )


def wrong(data: bytes = b"", bits: int = 0, **how: Any) -> Piece:
    """A piece that is to give an error."""
    return Piece(data, bits, b"\0", ERROR, **how)


def pieces_of(design: Design, message: bytes, bits: int, cuts: Sequence[int], **how: Any) -> list[Piece]:
    """A message cut after so many blocks: each piece goes on from the context of the one before."""
    block, pieces, begin, resumed = design.function.block_bits // 8, [], 0, b""
    for cut in cuts:
        end, saved = cut * block, context_after(design, message, cut)
        pieces.append(Piece(message[begin:end], 8 * (end - begin), saved, CONTEXT, resumed, save=True))
        begin, resumed = end, saved
    digest = model_for(design.function).digest(message, bits)
    pieces.append(Piece(message[begin:], bits - 8 * begin, digest, DIGEST, resumed, **how))
    return pieces


def cut_messages(design: Design, source: random.Random, count: int) -> list[Piece]:
    """Pieces of random messages of up to four blocks; from some contexts another end goes on too."""
    block, pieces = design.function.block_bits, []
    for _ in range(count):
        blocks = source.randrange(4)
        bits = blocks * block + source.choice([0, source.randrange(block), 8 * source.randrange(block // 8)])
        message = random_message(source, bits)
        cuts = sorted(source.sample(range(1, blocks + 1), source.randrange(blocks + 1)))
        empty_end = (
            bits > 0 and bits % 64 == 0 and source.random() < 0.5 and bits > block * max(cuts, default=0)
        )
        pieces += pieces_of(design, message, bits, cuts, empty_end=empty_end)
        if cuts and source.random() < 0.5:
            kept = message[: cuts[-1] * block // 8]
            more = source.randrange(2 * block)
            whole = kept + random_message(source, more)
            digest = model_for(design.function).digest(whole, 8 * len(kept) + more)
            resumed = context_after(design, message, cuts[-1])
            pieces.append(Piece(whole[len(kept) :], more, digest, DIGEST, resumed))
    return pieces


def late_messages(design: Design, source: random.Random, count: int, count_bits: int = 62) -> list[Piece]:
    """Pieces that go on from a count of 33 bits to `count_bits`, with a chaining value of other blocks."""
    block, pieces = design.function.block_bits, []
    model = iterated(model_for(design.function))
    for _ in range(count):
        chain = model.chain_after(random_message(source, block), block)
        counted = (
            source.randrange(2**32 // block + 1, 2 ** source.randrange(33, count_bits) // block + 2) * block
        )
        if isinstance(chain, shabal.State):
            chain.w = counted // block + 1
        kept = random_message(source, 8 * kept_bytes(design))
        resumed = context(design, chain, counted) + kept
        bits = source.randrange(2 * block)
        message = random_message(source, bits)
        digest = model.digest_from(kept + message, 8 * len(kept) + bits, counted, chain)
        pieces.append(Piece(message, bits, digest, DIGEST, resumed))
        data = random_message(source, block)
        after = model.absorb(chain, Block(kept or data, False, False, False, counted + block))
        saved = context(design, after, counted + block) + data[: len(kept)]
        pieces.append(Piece(data, block, saved, CONTEXT, resumed, save=True))
    return pieces


def wrong_pieces(design: Design, word: int, source: random.Random, count: int) -> list[Piece]:
    """Pieces that end in their context, or are to be saved where no block ends."""
    block, pieces = design.function.block_bits, []
    context_of_one = context_after(design, random_message(source, block), 1)
    for _ in range(count):
        resumed = source.choice([b"", context_of_one])
        bits = source.randrange(1, 2 * block)
        bits += bits % block == 0
        words = source.randrange(1, (len(context_of_one) - kept_bytes(design)) * 8 // word + 1)
        pieces += [
            wrong(random_message(source, bits), bits, resumed=resumed, save=True),
            wrong(resumed=resumed, save=True),
            wrong(random_message(source, block), block, resumed=resumed, save=True, empty_end=True),
            wrong(
                resumed=context_of_one[: words * word // 8], save=source.random() < 0.5, ends_in_context=True
            ),
        ]
    return pieces


def opened_pieces(design: Design, source: random.Random, count: int) -> list[Piece]:
    """Where a context has a block: that ends the message, or is not there, behind some bits or none."""
    block, pieces, kept = design.function.block_bits, [], kept_bytes(design)
    model = model_for(design.function)
    for _ in range(count if kept else 0):
        message = random_message(source, 2 * block)
        bits = source.choice([source.randrange(1, 2 * block), block, 2 * block])
        at_0, at_1 = (context_after(design, message, blocks)[:-kept] for blocks in (1, 2))
        pieces += [
            Piece(b"", 0, model.digest(b""), resumed=at_0),
            Piece(message[: -(-bits // 8)], bits, model.digest(message, bits), resumed=at_0),
            wrong(resumed=at_1),
            wrong(resumed=at_1, save=True),
        ]
        end = block + min(bits, block)
        digest = model.digest(message, end)
        pieces.append(Piece(message[kept : -(-end // 8)], end - block, digest, resumed=at_1))
    return pieces


def mixed(
    design: Design, word: int, lanes: int, source: random.Random, count: int
) -> list[tuple[int, Piece]]:
    """Of all these some, in a random order and in random lanes."""
    pieces = cut_messages(design, source, count)
    pieces += opened_pieces(design, source, count // 12 + 1)
    pieces += late_messages(design, source, count // 8 + 1) + wrong_pieces(
        design, word, source, count // 12 + 1
    )
    source.shuffle(pieces)
    return [(source.randrange(lanes), piece) for piece in pieces]


@dataclass(frozen=True)
class Ran:
    """What came for each piece, with its kind; resets that dropped something; cycles."""

    answers: list[tuple[int, bytes]]
    resets: int
    cycles: int


class Broken(Exception):
    """The bench found that the circuit hangs or breaks a rule of its ports."""


@dataclass(frozen=True)
class Built:
    """A program that simulates a circuit."""

    program: Path
    lanes: int
    word: int

    def run(
        self,
        pieces: Sequence[tuple[int, Piece]],
        seed: int,
        source_pause: int = 0,
        sink_pause: int = 0,
        resets: int = 0,
        most_cycles: int = 3_000_000,
    ) -> Ran:
        """Send pieces, each with its lane. Broken if the bench finds something wrong by itself."""
        source = random.Random(seed)
        lines = [piece.line(lane, self.word, source) for lane, piece in pieces]
        done = subprocess.run(
            [self.program, *map(str, (seed, source_pause, sink_pause, resets, most_cycles))],
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
        if done.returncode:
            raise Broken(done.stdout[-200:] + done.stderr[-200:])
        *found, dropped, cycles = done.stdout.splitlines()
        by_lane: list[list[tuple[int, bytes]]] = [[] for _ in range(self.lanes)]
        for line in found:
            lane, *words = line.split()
            kinds = {int(word.partition(":")[0]) for word in words}
            if len(kinds) != 1:
                raise Broken(f"an answer is of several kinds: {line}")
            text = b"".join(int(w.partition(":")[2], 16).to_bytes(self.word // 8, "big") for w in words)
            by_lane[int(lane)].append((kinds.pop(), text))
        rests = [iter(answers) for answers in by_lane]
        answers = [next(rests[lane]) for lane, _ in pieces]
        return Ran(answers, int(dropped.split()[1]), int(cycles.split()[1]))

    def right(self, pieces: Sequence[tuple[int, Piece]], ran: Ran) -> bool:
        """Whether each piece had its answer, and zeros to whole words."""
        size = self.word // 8
        return all(
            found == (piece.kind, piece.answer.ljust(-(-len(piece.answer) // size) * size, b"\0"))
            for (_, piece), found in zip(pieces, ran.answers, strict=True)
        )


def built(unit: RtlUnit, folder: Path, replaced: Mapping[str, Callable[[str], str]] | None = None) -> Built:
    """Compile a circuit and the bench, with the text of some sources changed, by their modules."""
    verilator = shutil.which("verilator")
    if verilator is None:
        pytest.skip("verilator is not installed")
    sources = []
    for path in unit.sources:
        text = path.read_text(encoding="utf-8")
        copy = folder / path.name
        copy.write_text((replaced or {}).get(path.stem, str)(text), encoding="utf-8")
        sources.append(str(copy))
    parameters = dict(unit.parameters)
    lanes, word = int(parameters.get("STAGES", 1)), int(parameters.get("WORD", 64))
    flags = f"-std=c++17 -DWORD={word} -DLANES={lanes}"
    done = subprocess.run(
        [verilator, "--cc", "--exe", "--build", "-j", "1", "-Wno-fatal", "--top-module", unit.top, "-O3"]
        + ["-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0"]  # to compile takes longer than to run
        + ["--prefix", f"V{WRAPPED}", "-CFLAGS", flags, "-Mdir", str(folder / "made")]
        + [f"-G{name}={value}" for name, value in parameters.items()]
        + [*sources, str(_BENCH)],
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return Built(folder / "made" / f"V{WRAPPED}", lanes, word)
