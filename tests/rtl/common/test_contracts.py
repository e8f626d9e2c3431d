# SPDX-License-Identifier: Apache-2.0
"""The contracts of ports, for simulation: each breach in a trace of signals is named, and nothing else is."""

import subprocess
from pathlib import Path

import pytest
from contract_bench import CHECKS, Cycle, complaints

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

ANSWER_PORTS = {
    "rst": "", "out_valid": "", "out_ready": "", "out_data": "[7:0]", "out_last": "", "out_bits": "[3:0]",
    "out_error": "",
}  # fmt: skip
IDLE_ANSWER: Cycle = dict.fromkeys(ANSWER_PORTS, "0")
ANSWERS: list[Cycle] = [
    {**IDLE_ANSWER, "rst": "1"},
    IDLE_ANSWER,
    {**IDLE_ANSWER, "out_valid": "1", "out_data": "8'hab", "out_bits": "8"},
    {**IDLE_ANSWER, "out_valid": "1", "out_data": "8'hab", "out_bits": "8", "out_ready": "1"},
    {
        **IDLE_ANSWER,
        "out_valid": "1",
        "out_data": "8'hc0",
        "out_bits": "4",
        "out_ready": "1",
        "out_last": "1",
    },
    IDLE_ANSWER,
    {**IDLE_ANSWER, "out_valid": "1", "out_last": "1", "out_error": "1"},
    {**IDLE_ANSWER, "out_valid": "1", "out_last": "1", "out_error": "1", "out_ready": "1"},
    IDLE_ANSWER,
]
"""A digest of 12 bits in words of 8, and an answer that is none."""

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


def of_words(trace: list[Cycle], folder: Path, **more: int) -> list[str]:
    parameters = {"WORD": 8, "DIGEST": 12, **more}
    return complaints("message_contract", WORD_PORTS, parameters, trace, folder)


def of_blocks(trace: list[Cycle], folder: Path, turns: int = 1, **more: int) -> list[str]:
    parameters = {"BLOCK": 16, "BEAT": 8, "STAGES": 2, "COUNT_BITS": 8, "DIGEST_TURNS": turns, **more}
    return complaints("block_contract", BLOCK_PORTS, parameters, trace, folder)


def of_answers(trace: list[Cycle], folder: Path, **more: int) -> list[str]:
    return complaints("answer_contract", ANSWER_PORTS, {"WORD": 8, **more}, trace, folder)


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
    assert of_answers(ANSWERS, tmp_path) == []
    assert of_answers([*ANSWERS[:4], *ANSWERS], tmp_path) == [], "rst drops the digest"
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


@pytest.mark.parametrize(
    ("cycles", "said"),
    [
        ({"c3": {"out_bits": "4"}}, "changes before the word is taken"),
        ({"c7": {"out_error": "0"}}, "changes before the word is taken"),
        ({"c4": {"out_error": "1'bx"}}, "out_error or out_bits is X"),
        ({"c4": {"out_bits": "4'bx"}}, "out_error or out_bits is X"),
        ({"c2": {"out_error": "1"}}, "out_error is 1 in more than one word of zeros"),
        ({"c4": {"out_error": "1", "out_data": "0", "out_bits": "0"}}, "in more than one word of zeros"),
        ({"c6": {"out_data": "1"}}, "out_error is 1 in more than one word of zeros"),
        ({"c6": {"out_bits": "1"}}, "out_error is 1 in more than one word of zeros"),
        ({"c7": {"out_error": "0"}}, "out_bits is 0 in the last word of a digest"),
        ({"c4": {"out_bits": "9"}}, "out_bits is 9 in the last word of a digest"),
        ({"c3": {"out_bits": "7"}}, "out_bits is 7 in a word that is not the last"),
        ({"c4": {"out_data": "8'hc8"}}, "data are not 0 behind out_bits"),
        ({"c5": {"out_data": "1"}}, "something is shown while no word is offered"),
        ({"c1": {"out_error": "1'bx"}}, "something is shown while no word is offered"),
    ],
)  # fmt: skip
def test_what_breaks_an_answer_is_named(cycles: dict[str, Cycle], said: str, tmp_path: Path) -> None:
    assert any(said in line for line in of_answers(changed(ANSWERS, **cycles), tmp_path))


def test_answers_without_a_length(tmp_path: Path) -> None:
    """Those of contexts: no out_bits, and data are shown while no word is offered."""
    trace: list[Cycle] = [
        {**cycle, "out_bits": "0"} for cycle in changed(ANSWERS, c5={"out_data": "1", "out_error": "1"})
    ]
    assert of_answers(trace, tmp_path, SIZED=0, HIDDEN=0) == []
    wrong = changed(trace, c6={"out_data": "1"})
    assert any("word of zeros" in line for line in of_answers(wrong, tmp_path, SIZED=0, HIDDEN=0))


def test_a_message_that_is_too_long_is_named(tmp_path: Path) -> None:
    """12 bits are less than 2^4, and 16 are not; it is said once, and the next message is looked at anew."""
    assert of_words(WORDS, tmp_path, COUNT_BITS=4) == []
    longer = changed(WORDS, c4={"in_bits": "8", "in_data": "8'ha0"})
    for trace, count in ((longer, 1), ([*longer, *longer[1:]], 2), ([*longer, *WORDS[1:]], 1)):
        said = [line for line in of_words(trace, tmp_path, COUNT_BITS=4) if "in_valid" not in line]
        assert said == ["message_contract: lane 0: the message has 2^4 bits or more"] * count
    for bits in (5, 64, 0):
        assert of_words(longer, tmp_path, COUNT_BITS=bits) == []
    more = [WORDS[0], WORDS[1], *[WORDS[3]] * 5, *WORDS[4:]]
    assert of_words(more, tmp_path, COUNT_BITS=4) == [
        "message_contract: lane 0: the message has 2^4 bits or more"
    ]


@pytest.mark.parametrize(("last", "said"), [(252, False), (0, True), (4, True)])
def test_a_count_that_wraps_is_named(last: int, said: bool, tmp_path: Path) -> None:
    """The sixteenth block of 16 bits has twelve, sixteen or, of two blocks, twenty: 252, 256 and 260."""
    count = changed(
        BLOCKS, c2={"block_count": "240"}, c4={"block_count": "240"}, c6={"block_count": str(last)}
    )
    found = of_blocks(count, tmp_path, BLOCK=240)
    assert [line for line in found if "falls" in line] == (
        [f"block_contract: lane 0: block_count falls from 240 to {last}: the message has 2^8 bits or more"]
        * said
    )
    assert said or not found


def test_a_count_may_be_narrower_than_a_block(tmp_path: Path) -> None:
    assert of_blocks(BLOCKS, tmp_path, BLOCK=512) == []


def test_a_rounded_count_is_what_it_is_of(tmp_path: Path) -> None:
    """With ROUND = 3 of 20 bits the count is 28: three times eight, and the four bits."""
    rounded = changed(BLOCKS, c6={"block_count": "28"})
    assert of_blocks(rounded, tmp_path, ROUND=3) == []
    last = changed(BLOCKS, c6={"block_count": "33"})  # of 25 bits: 32 and 1
    assert of_blocks(last, tmp_path, ROUND=3) == []
    wrong = changed(BLOCKS, c6={"block_count": "41"})  # of 33
    assert any("grows by 17 bits" in line for line in of_blocks(wrong, tmp_path, ROUND=3))


def test_verilator_and_icarus_have_nothing_to_say() -> None:
    for path in CHECKS:
        for program in (
            ["verilator", "--lint-only", "-Wall", "--top-module", path.stem],
            ["iverilog", "-g2012", "-t", "null", "-s", path.stem],
        ):
            done = subprocess.run([*program, *map(str, CHECKS)], capture_output=True, text=True, check=False)
            assert (done.returncode, done.stdout + done.stderr) == (0, ""), program
