# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

import pytest
from own_state import here

from hashloom.errors import UsageError
from hashloom.models.bits import little_endian_words
from hashloom.models.threefish import PERMUTATION, ROTATION, ROUNDS, VERSIONS, Threefish
from hashloom.vectors import compact_file, official_file
from hashloom.vectors.skein import read_threefish, read_traces


def vector_files(version: str) -> list[Path]:
    paths = [compact_file(f"threefish-{version}"), official_file(f"threefish-{version}", here())]
    return [path for path in paths if path]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_vector_both_ways(version: str) -> None:
    vectors = [vector for path in vector_files(version) for vector in read_threefish(path)]
    assert {vector.block_bits for vector in vectors} == {256, 512, 1024}
    for vector in vectors:
        cipher = Threefish(vector.block_bits, version)
        assert cipher.encrypt(vector.key, vector.tweak, vector.plaintext) == vector.ciphertext
        assert cipher.decrypt(vector.key, vector.tweak, vector.ciphertext) == vector.plaintext


@pytest.mark.parametrize("version", VERSIONS)
def test_trace_ends_with_the_ciphertext(version: str) -> None:
    for vector in [vector for path in vector_files(version) for vector in read_threefish(path)]:
        cipher = Threefish(vector.block_bits, version)
        words = [little_endian_words(data) for data in (vector.key, vector.tweak, vector.plaintext)]
        steps = list(cipher.trace(*words))
        assert [name for name, _ in steps[:6]] == [
            "initial key injection",
            "round  1",
            "round  2",
            "round  3",
            "round  4",
            "key injection #01",
        ]
        assert len(steps) == 1 + cipher.rounds + cipher.rounds // 4
        assert steps[-1][1] == little_endian_words(vector.ciphertext)


def in_place(state: list[int], rounds: int) -> tuple[int, ...]:
    """Words in the order of a program that never permutes them but renames them, `rounds` rounds on."""
    names = list(range(len(state)))
    for _ in range(rounds):
        names = [names[i] for i in PERMUTATION[64 * len(state)]]
    return tuple(word for _, word in sorted(zip(names, state, strict=True)))


def test_words_come_home_every_four_rounds() -> None:
    """So the renamed order of `in_place` is the order of the specification at every subkey."""
    for block_bits in ROUNDS:
        state = [3 * i for i in range(block_bits // 64)]
        assert in_place(state, 1) != tuple(state)
        assert in_place(state, 4) == tuple(state)


@pytest.mark.parametrize("version", VERSIONS)
def test_official_traces_state_by_state(version: str) -> None:
    path = official_file(f"threefish-{version}-traces", here())
    traces = read_traces(path) if path else []
    for trace in traces:
        words = [little_endian_words(data) for data in (trace.key, trace.tweak, trace.plaintext)]
        steps = list(Threefish(trace.block_bits, version).trace(*words))
        states = [
            (name, in_place(state, int(name[6:])) if name.startswith("round") else tuple(state))
            for name, state in steps
        ]
        forward = tuple(c ^ p for c, p in zip(steps[-1][1], words[2], strict=True))
        assert trace.states[: len(states) + 1] == (*states, ("plaintext feedforward", forward))
    assert len(traces) == (6 if path else 0)


def test_constants_have_the_form_of_the_specification() -> None:
    for block_bits in ROUNDS:
        words = block_bits // 64
        assert sorted(PERMUTATION[block_bits]) == list(range(words))
        for version in VERSIONS:
            rows = ROTATION[version][block_bits]
            assert [len(row) for row in rows] == [words // 2] * 8
            assert all(0 < r < 64 for row in rows for r in row)


def test_wrong_sizes_are_refused() -> None:
    with pytest.raises(UsageError, match="no block of 128 bits"):
        Threefish(128)
    with pytest.raises(UsageError, match=r"no version '1\.0'"):
        Threefish(256, "1.0")
    with pytest.raises(UsageError, match="takes a key of 32, a tweak of 16 and a block of 32 bytes"):
        Threefish(256).encrypt(bytes(31), bytes(16), bytes(32))
