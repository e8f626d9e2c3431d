# SPDX-License-Identifier: Apache-2.0
"""The contracts of ports, for simulation: each breach is named, and no hash function commits one."""

import random
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from bus_designs import widths
from contract_bench import CONTRACTS, Cycle, complaints, of_unit
from own_state import here

from hashloom import catalogue
from hashloom.catalogue import rtl

WORD_PORTS = {
    "rst": "", "in_valid": "", "in_ready": "", "in_data": "[7:0]", "in_last": "", "in_bits": "[3:0]",
    "out_valid": "", "out_ready": "", "out_data": "[7:0]", "out_last": "",
}  # fmt: skip
IDLE_WORDS: Cycle = dict.fromkeys(WORD_PORTS, "0")
WORDS: list[Cycle] = [
    {**IDLE_WORDS, "rst": "1"},
    IDLE_WORDS,
    {**IDLE_WORDS, "in_valid": "1", "in_data": "8'h61"},
    {**IDLE_WORDS, "in_valid": "1", "in_data": "8'h61", "in_ready": "1"},
    {
        **IDLE_WORDS,
        "in_valid": "1",
        "in_data": "8'b1010xxxx",
        "in_last": "1",
        "in_bits": "4",
        "in_ready": "1",
    },
    IDLE_WORDS,
    {**IDLE_WORDS, "out_valid": "1", "out_data": "8'hab"},
    {**IDLE_WORDS, "out_valid": "1", "out_data": "8'hab", "out_ready": "1"},
    {**IDLE_WORDS, "out_valid": "1", "out_data": "8'hc0", "out_ready": "1", "out_last": "1"},
    IDLE_WORDS,
]
"""A message of 12 bits, and its digest of 12 bits, in words of 8."""

BLOCK_PORTS = {
    "rst": "", "block_valid": "", "block_ready": "", "block_lane": "", "block_data": "[15:0]",
    "block_first": "", "block_last": "", "block_empty": "", "block_count": "[7:0]",
    "digest_valid": "", "digest_ready": "", "digest_lane": "", "digest_data": "[7:0]", "digest_last": "",
}  # fmt: skip


def turns(*cycles: Cycle) -> list[Cycle]:
    """Cycles of two lanes, which take turns; all that is not said is 0."""
    return [
        {
            **dict.fromkeys(BLOCK_PORTS, "0"),
            "block_lane": str(n % 2),
            "digest_lane": str((n + 1) % 2),
            **cycle,
        }
        for n, cycle in enumerate(cycles)
    ]


FIRST: Cycle = {"block_valid": "1", "block_first": "1", "block_data": "5", "block_count": "16"}
LAST: Cycle = {
    "block_valid": "1",
    "block_last": "1",
    "block_data": "6",
    "block_count": "20",
    "block_ready": "1",
}
BEAT: Cycle = {"digest_valid": "1", "digest_data": "7", "digest_last": "1"}
BLOCKS = turns(
    {"rst": "1"}, {}, FIRST, {}, {**FIRST, "block_ready": "1"}, {}, LAST, {}, {}, BEAT, {},
    {**BEAT, "digest_ready": "1"}, {},
)  # fmt: skip
"""A message of 20 bits in blocks of 16 in lane 0, and its digest in a beat."""


def changed(trace: list[Cycle], **cycles: Cycle) -> list[Cycle]:
    """A trace with other values in some cycles, c3 for the cycle 3."""
    return [{**cycle, **cycles.get(f"c{n}", {})} for n, cycle in enumerate(trace)]


def of_words(trace: list[Cycle], folder: Path) -> list[str]:
    return complaints("message_contract", WORD_PORTS, {"WORD": 8, "DIGEST": 12}, trace, folder)


def of_blocks(trace: list[Cycle], folder: Path, turns: int = 1) -> list[str]:
    parameters = {"BLOCK": 16, "BEAT": 8, "STAGES": 2, "COUNT_BITS": 8, "DIGEST_TURNS": turns}
    return complaints("block_contract", BLOCK_PORTS, parameters, trace, folder)


def test_behind_a_buffer_digests_take_no_turns(tmp_path: Path) -> None:
    trace = changed(BLOCKS, c5={"digest_lane": "1"})
    assert of_blocks(trace, tmp_path) != []
    assert of_blocks(trace, tmp_path, turns=0) == []


def test_behind_a_buffer_an_offer_may_pause(tmp_path: Path) -> None:
    """While a beat goes from the core into the buffer digest_lane may name its lane without an offer."""
    pause = [
        *changed(BLOCKS, c11={})[:11],
        *turns(*[{}] * 11, {}, {}, {**BEAT, "digest_ready": "1"}, {})[11:],
    ]
    assert of_blocks(pause, tmp_path, turns=0) == []
    assert any("withdrawn" in line for line in of_blocks(pause, tmp_path))
    other = changed(pause, c13={"digest_data": "6"})
    assert any("changes" in line for line in of_blocks(other, tmp_path, turns=0))


def test_nothing_is_said_of_what_keeps_the_contract(tmp_path: Path) -> None:
    assert of_words(WORDS, tmp_path) == []
    assert of_words([*WORDS[:4], *WORDS], tmp_path) == [], "rst drops the message"
    assert of_blocks(BLOCKS, tmp_path) == []
    assert of_blocks([*BLOCKS[:6], *BLOCKS], tmp_path) == [], "rst drops the message"
    early = changed(BLOCKS, c8={**FIRST, "block_ready": "1"})
    assert of_blocks(early, tmp_path) == [], "a core may begin with a message before the last digest has left"


@pytest.mark.parametrize(
    ("cycles", "said"),
    [
        ({"c3": {"in_valid": "0"}}, "the source withdraws a word that was not taken"),
        ({"c3": {"in_data": "8'h62"}}, "the source changes a word that was not taken"),
        ({"c3": {"in_last": "1"}}, "the source changes a word that was not taken"),
        ({"c4": {"in_data": "8'b101xxxxx"}}, "the source offers a word with an X"),
        ({"c2": {"in_ready": "1'bx"}}, "a valid or a ready is X"),
        ({"c5": {"out_valid": "1'bx"}}, "a valid or a ready is X"),
        ({"c2": {"out_valid": "1"}}, "a digest comes before its message has ended"),
        ({"c9": {"out_valid": "1"}}, "a digest comes before its message has ended"),
        ({"c7": {"out_valid": "0"}}, "a word of a digest is withdrawn that was not taken"),
        ({"c7": {"out_data": "8'hac"}}, "a word of a digest changes that was not taken"),
        ({"c8": {"out_last": "0"}}, "out_last is 0 in word 2 of 2"),
        ({"c7": {"out_last": "1"}}, "out_last is 1 in word 1 of 2"),
        ({"c8": {"out_data": "8'hc8"}}, "bits behind the digest are not 0"),
        ({"c8": {"out_data": "8'bxxxx0000"}}, "a word of a digest has an X"),
    ],
)  # fmt: skip
def test_what_breaks_the_message_level_is_named(cycles: dict[str, Cycle], said: str, tmp_path: Path) -> None:
    assert any(said in line for line in of_words(changed(WORDS, **cycles), tmp_path))


@pytest.mark.parametrize(
    ("cycles", "said"),
    [
        ({"c4": {"block_valid": "0"}}, "lane 0: the source withdraws a block that was not taken"),
        ({"c4": {"block_data": "4"}}, "lane 0: the source changes a block that was not taken"),
        ({"c2": {"block_first": "0"}, "c4": {"block_first": "0"}}, "block_first is 0, and the message has"),
        ({"c6": {"block_first": "1"}}, "block_first is 1, and the message has begun"),
        ({"c6": {"block_count": "33"}}, "block_count grows by 17 bits, and a block has 16"),
        ({"c6": {"block_count": "16"}}, "block_empty is 0, and block_count grows by 0"),
        ({"c6": {"block_empty": "1"}}, "block_empty is 1, and block_count grows by 4"),
        ({"c5": {"block_lane": "0"}}, "block_lane goes from 0 to 0"),
        ({"c5": {"digest_lane": "1"}}, "digest_lane goes from 1 to 1"),
        ({"c11": {"digest_valid": "0"}}, "lane 0: a beat of a digest is withdrawn that was not taken"),
        ({"c11": {"digest_data": "6"}}, "lane 0: a beat of a digest changes that was not taken"),
        ({"c5": BEAT}, "lane 0: a digest comes before the last block of its message"),
        ({"c10": BEAT}, "lane 1: a digest comes before the last block of its message"),
        ({"c6": {"block_count": "8'bx"}}, "the source offers a block with an X"),
        ({"c9": {"digest_data": "8'bx"}}, "a beat of a digest has an X"),
        ({"c5": {"block_ready": "1'bx"}}, "a valid or a ready is X"),
    ],
)  # fmt: skip
def test_what_breaks_the_block_level_is_named(cycles: dict[str, Cycle], said: str, tmp_path: Path) -> None:
    assert any(said in line for line in of_blocks(changed(BLOCKS, **cycles), tmp_path))


SHELLS: dict[str, list[str]] = {}
for _design in catalogue.designs(here()):
    if any("message_shell" in source.name for source in rtl.unit(_design, "top").sources):
        SHELLS.setdefault(_design.function.family.name, []).append(_design.name)


@pytest.mark.long
def test_a_hash_function_keeps_both_contracts(rng: random.Random, tmp_path: Path) -> None:
    """A design drawn by the seed, with random messages and stalls; the contracts are bound to its shell.

    A family first: more than half of all designs are of Skein.
    """
    family = rng.choice(sorted(SHELLS))
    assert _said_of(rng.choice(SHELLS[family]), rng, tmp_path) == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        pytest.param(
            "digest_serializer.sv", "digest_last && final_word;", "digest_last;",
            "message_contract: lane 0: out_last is 1 in word 1 of 3", id="the last word comes early",
        ),
        pytest.param(
            "digest_serializer.sv", "if (digest_valid && free) index", "if (digest_valid) index",
            "message_contract: lane 0: a word of a digest changes that was not taken", id="a word goes on",
        ),
        pytest.param(
            "message_shell.sv", ".block_ready(offer_ready && block_lane", ".block_ready(block_lane",
            "block_contract: lane 0: the source withdraws a block that was not taken", id="a block goes on",
        ),
        pytest.param(
            "message_shell.sv", "lane_empty, lane_count, lane_data}", "lane_empty, ~lane_count, lane_data}",
            "block_contract: lane 0: block_count grows by", id="a wrong count",
        ),
    ],
)  # fmt: skip
def test_a_broken_shell_is_named(
    file: str, right: str, wrong: str, said: str, rng: random.Random, tmp_path: Path
) -> None:
    path = next(
        one
        for one in rtl.unit(catalogue.resolve_design("sha1/basic", here()), "top").sources
        if one.name == file
    )
    text = path.read_text(encoding="utf-8")
    assert right in text
    faulty = tmp_path / file
    faulty.write_text(text.replace(right, wrong), encoding="utf-8")
    assert any(said in line for line in _said_of("sha1/basic", rng, tmp_path, faulty))


def test_verilator_and_icarus_have_nothing_to_say() -> None:
    for name in ("message_contract", "block_contract"):
        for command in (["verilator", "--lint-only", "-Wall"], ["iverilog", "-g2012", "-t", "null"]):
            done = subprocess.run(
                [*command, f"{CONTRACTS / name}.sv"], capture_output=True, text=True, check=False
            )
            assert (done.returncode, done.stdout + done.stderr) == (0, ""), command


def _said_of(name: str, rng: random.Random, folder: Path, wrong: Path | None = None) -> list[str]:
    design = catalogue.resolve_design(name, here())
    unit = rtl.unit(design, "top")
    if wrong:
        unit = unit.with_file(wrong)
    word = 64 if wrong else rng.choice(widths(design))
    unit = replace(unit, parameters=(*unit.parameters, ("WORD", word)))
    seed = rng.randrange(1 << 31)
    return of_unit(unit, design.function.digest_bits, word, design.architecture.stages, seed, folder)
