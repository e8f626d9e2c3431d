# SPDX-License-Identifier: Apache-2.0
"""Requests of Skein as packets, right and wrong ones, and what the documented rule makes of them.

The rule is that of cores/skein/README.md, written down by runs of packets: with kinds, a run begins at each
command and behind each message; without, the command says how many packets follow it.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.models.skein import Skein, Tree
from hashloom.simulation import Beat, stream
from hashloom.verification.arguments import command

COMMAND, MESSAGE, NO_KIND = 0, 7, 2
KINDS = {"key": 1, "personalisation": 3, "public_key": 4, "key_identifier": 5, "nonce": 6}
BENCH = """\
// The message level with everything that belongs to a word of an answer in one word: error, bits, data.
module answer_bench #(
    parameter integer STAGES = {lanes}
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic [    {lanes}-1:0] in_valid,
    output logic [    {lanes}-1:0] in_ready,
    input  logic [{lanes}*{word}-1:0] in_data,
    input  logic [    {lanes}-1:0] in_last,
    input  logic [{lanes}*{width}-1:0] in_bits,
    output logic [    {lanes}-1:0] out_valid,
    input  logic [    {lanes}-1:0] out_ready,
    output logic [{lanes}*({word}+16)-1:0] out_data,
    output logic [    {lanes}-1:0] out_last
);
  logic [{lanes}*{word}-1:0] data;
  logic [{lanes}*{width}-1:0] bits;
  logic [{lanes}-1:0] error;
  {top} #({parameters}) hash (.*, .out_data(data), .out_bits(bits), .out_error(error));
  generate
    for (genvar l = 0; l < {lanes}; l = l + 1) begin : gen_lane
      assign out_data[l*({word}+16)+:({word}+16)] =
          {{7'd0, error[l], 8'(bits[l*{width}+:{width}]), data[l*{word}+:{word}]}};
    end
  endgenerate
endmodule
"""


@dataclass(frozen=True)
class Packet:
    """A packet of a request: its kind, its text and the bits of it; `header` replaces the header's bytes."""

    kind: int
    text: bytes
    bits: int
    header: bytes | None = None

    @property
    def seen(self) -> int:
        """The kind that the header says."""
        if self.header is None:
            return self.kind
        known = self.header[:1] if not any(self.header[1:]) else b""
        return known[0] if known and known[0] in (0, 1, 3, 4, 5, 6, 7) else NO_KIND

    def beats(self, word: int, kinds: bool, noise: random.Random) -> list[Beat]:
        """The words of the packet."""
        if not kinds:
            return stream(self.text, self.bits, word, noise, noise.random() < 0.3)
        header = self.header or bytes([self.kind])
        first = int.from_bytes(header.ljust(word // 8, b"\0")[: word // 8], "big")
        if not self.bits and noise.random() < 0.7:
            return [Beat(first, True, word)]
        rest = stream(self.text, self.bits, word, noise, noise.random() < 0.3)
        return [Beat(first, False, noise.randint(0, word)), *rest]


def bench_unit(design: Design, level: Level, folder: Path, **parameters: int) -> RtlUnit:
    """The message level of a design with answers that can be told apart."""
    unit = rtl.unit(design, level)
    chosen = dict(unit.parameters) | parameters
    word = int(chosen.get("WORD", 64))
    lanes = 1 if level == "tree" else design.architecture.stages
    text = BENCH.format(
        top=unit.top,
        lanes=lanes,
        word=word,
        width=word.bit_length(),
        parameters=", ".join(f".{name}({value})" for name, value in chosen.items()),
    )
    path = folder / "answer_bench.sv"
    path.write_text(text)
    return replace(
        unit,
        name=f"answers_{level}",
        top="answer_bench",
        sources=(*unit.sources, path),
        parameters=(("STAGES", lanes),),
    )


def packets_of(skein: Skein, message: bytes, bits: int) -> list[Packet]:
    """The packets of a request that is as it should be."""
    texts = [(kind, getattr(skein, name)) for name, kind in KINDS.items()]
    named = [Packet(kind, text, 8 * len(text)) for kind, text in texts if text is not None]
    head = command(skein)
    return [Packet(COMMAND, head, 128), *named, Packet(MESSAGE, message, bits)]


def legal_command(packet: Packet, level: Level) -> bool:
    """Whether a command is one that the core carries out."""
    if packet.bits != 128:
        return False
    text = packet.text
    tree = tuple(text[8:11])
    if tree != (0, 0, 0) and (level != "tree" or not (tree[0] and tree[1] and tree[2] > 1)):
        return False
    return any(text[:8]) and not text[11] and not text[12] >> 5 and not any(text[13:16])


def named(packet: Packet) -> list[int]:
    """Kinds of the strings that a command names, whatever else it is, the message last."""
    bits = packet.text[12] if packet.bits >= 104 else 0
    return [kind for bit, kind in enumerate(KINDS.values()) if bits >> bit & 1] + [MESSAGE]


def runs(packets: Sequence[Packet], kinds: bool) -> list[list[Packet]]:
    """The packets by the answers that they get."""
    found: list[list[Packet]] = []
    left = 0
    ended = True
    for packet in packets:
        if kinds:
            begins = ended or packet.seen == COMMAND
            ended = packet.seen == MESSAGE
        else:
            begins = left == 0
            left = len(named(packet)) if begins else left - 1
        if begins:
            found.append([])
        found[-1].append(packet)
    return found


def answer(
    run: Sequence[Packet], block: int, version: str, level: Level, kinds: bool, height: int
) -> bytes | None:
    """The digest of a run; None if it is refused."""
    head, *rest = run
    if kinds and (head.seen != COMMAND or [packet.seen for packet in rest] != named(head)):
        return None
    if not legal_command(head, level):
        return None
    options: dict[str, Any] = {
        name: packet.text
        for packet, kind in zip(rest[:-1], named(head), strict=False)
        for name, number in KINDS.items()
        if number == kind
    }
    if any(head.text[8:11]):
        options["tree"] = Tree(*head.text[8:11])
        if too_high(options["tree"], rest[-1].bits, block, height):
            return None
    skein = Skein(block, int.from_bytes(head.text[:8], "little"), version, **options)
    return skein.digest(rest[-1].text, rest[-1].bits)


def too_high(tree: Tree, bits: int, block: int, height: int) -> bool:
    """Whether the result of a tree is above the level behind `height`: counted level by level."""
    results = -(-max(bits, 1) // (block << tree.leaf))
    level = 1
    while results > 1:
        level += 1
        results = 1 if level == tree.height else -(-results // (1 << tree.fan_out))
    return level > height


def words(digest: bytes | None, digest_bits: int, word: int) -> bytes:
    """An answer as the bench gives it."""
    if digest is None:
        return bytes([1, 0]) + bytes(word // 8)
    text = b""
    for place in range(0, digest_bits, word):
        bits = min(word, digest_bits - place)
        text += bytes([0, bits]) + digest[place // 8 : (place + word) // 8].ljust(word // 8, b"\0")
    return text
