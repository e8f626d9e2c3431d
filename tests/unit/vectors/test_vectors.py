# SPDX-License-Identifier: Apache-2.0
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from own_state import here

from hashloom.catalogue import Function, functions, resolve_function
from hashloom.errors import UsageError
from hashloom.models import model_for
from hashloom.vectors import (
    MESSAGE_RULE,
    MonteCarlo,
    compact_file,
    compact_folder,
    files_for,
    message_by_rule,
    official_file,
    read,
    sets_of,
)
from hashloom.vectors.skein import read_skein, read_threefish, read_traces

COMPLETE = bool(os.environ.get("HASHLOOM_COMPLETE"))


def sets_of_vectors() -> list[Any]:
    """Functions and their files of vectors; the official ones, where they are, take long."""
    found = []
    for function in functions(here()):
        for path in files_for(function, here()):
            is_own = path == compact_file(function.name)
            name = f"{function.name}-{'compact' if is_own else 'official'}"
            found.append(pytest.param(function, path, id=name, marks=() if is_own else pytest.mark.long))
    return found


@pytest.mark.parametrize(("function", "path"), sets_of_vectors())
def test_model_passes_every_vector(function: Function, path: Path) -> None:
    model = model_for(function)
    file = read(path)
    file.check_fits(function)
    assert file.function == function.name
    assert len(file.vectors) >= 20
    wrong = [v.bits for v in file.vectors if model.digest(v.message, v.bits) != v.digest]
    assert wrong == [], "lengths in bits of messages with another digest"


@pytest.mark.parametrize("function", functions(here()), ids=lambda function: function.name)
def test_the_project_has_vectors_of_its_own(function: Function) -> None:
    assert compact_file(function.name) in files_for(function, here())


def test_the_sets_that_files_are_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = compact_folder() / "sha256.json"
    monkeypatch.setenv("HASHLOOM_VECTORS", str(tmp_path))
    assert sets_of([own], here()) == ["compact"]
    assert sets_of([own, tmp_path / "sha256.json", tmp_path / "x.json"], here()) == ["official", "compact"]
    assert sets_of([tmp_path / "below" / "sha256.json"], here()) == ["given"]
    assert sets_of([], here()) == []


def test_compact_set_meets_block_boundaries() -> None:
    for function in functions(here()):
        path = compact_file(function.name)
        assert path is not None
        lengths = {vector.bits for vector in read(path).vectors}
        block = function.block_bits
        assert {0, 1, 7, 8, block - 1, block, block + 1, 2 * block, 3 * block, 8 * block + 64} <= lengths
        assert {block - field - i for field in (64, 128) for i in (0, 1) if field < block} <= lengths


def test_official_files_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    function = functions(here())[0]
    (tmp_path / f"{function.name}.json").write_text(json.dumps({"digest_bits": 8, "vectors": []}))
    monkeypatch.setenv("HASHLOOM_VECTORS", str(tmp_path))
    assert here().official_vectors == tmp_path
    assert files_for(function, here()) == [compact_file(function.name), tmp_path / f"{function.name}.json"]
    assert official_file("none", here()) is None
    monkeypatch.setenv("HASHLOOM_VECTORS", str(tmp_path / "none"))
    with pytest.raises(UsageError, match="which is not a folder"):
        _ = here().official_vectors


PUBLISHED_CHAINS = {
    "sha256": MonteCarlo(
        "shavs",
        bytes.fromhex("1d9370cdccba99b23670e2e0d6514001006f50d3c7a453201d2776f03c5e58fd"),
        {0: bytes.fromhex("bc8574d36ef02fac580554672e9b03f442dc084d6cd51f98c2b634522da1b145")},
        "CAVS 5.0",
    ),
    "skein-1.3-512-512": MonteCarlo(
        "nist-sha3",
        bytes.fromhex(
            "6cd4c0c5cb2ca2a0f1d1aecebac03b52e64ea03d1a1654372936545b92bbc548"
            "4a59db74bb60f9c40ceb1a5aa35a6fafe80349e14c253a4e8b1d77612ddd81ac"
            "e926ae8b0af6e53176dbffcc2a6b88c6bd765f939d3d178a9bde9ef3aa131c61"
            "e31c1e42cdfaf4b4dcde579a37e150efbef5555b4c1cb40439d835a724e2fae7"
        ),
        {
            0: bytes.fromhex(
                "55ab033eacb6fc772428acb2aa8a753a1eb42a58cff11fd8774f173423d7acd6"
                "d10f2c34404e85720927cd70198ecd141119e974d755363def85cec158a0efe0"
            )
        },
        "final round of the NIST SHA-3 competition",
    ),
}


@pytest.mark.parametrize("name", PUBLISHED_CHAINS)
def test_published_monte_carlo(name: str) -> None:
    chain = PUBLISHED_CHAINS[name]
    assert chain.run(model_for(resolve_function(name, here())).digest, 0) == chain.checkpoints


@pytest.mark.long
def test_official_monte_carlo(rng: random.Random) -> None:
    """A sample that changes from run to run; all official chains to their end if HASHLOOM_COMPLETE is set."""
    found = []
    for function in functions(here()):
        path = official_file(function.name, here())
        chain = read(path).monte_carlo if path else None
        if chain:
            found.append((function, chain))
    for function, chain in found if COMPLETE else rng.sample(found, min(4, len(found))):
        last = max(chain.checkpoints) if COMPLETE else rng.choice([0, 0, 1])
        digests = chain.run(model_for(function).digest, last)
        expected = {number: digest for number, digest in chain.checkpoints.items() if number <= last}
        assert {number: digests[number] for number in expected} == expected, function.name


def test_message_rule() -> None:
    assert message_by_rule(0) == b""
    x = (1664525 * 19 + 1013904223) % 2**32
    y = (1664525 * x + 1013904223) % 2**32
    z = (1664525 * y + 1013904223) % 2**32
    assert message_by_rule(19) == bytes([x >> 24, y >> 24, z >> 24 & 0xE0])


GOOD: dict[str, Any] = {
    "digest_bits": 12,
    "vectors": [{"len_bits": 9, "msg_hex": "ff80", "digest_hex": "abc0", "src": "test"}],
}


def write(folder: Path, content: Any) -> Path:
    path = folder / "some-file.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_reader(tmp_path: Path) -> None:
    file = read(write(tmp_path, GOOD))
    assert (file.function, file.digest_bits, file.monte_carlo, file.extremely_long) == (
        "some-file",
        12,
        None,
        None,
    )
    vector = file.vectors[0]
    assert (vector.message, vector.bits, vector.digest, vector.source) == (
        b"\xff\x80",
        9,
        b"\xab\xc0",
        "test",
    )
    assert len(file.sha256) == 64
    with pytest.raises(UsageError, match=r"digests of 12 bits, but those of .* have"):
        file.check_fits(functions(here())[0])


def changed(key: str, value: Any) -> dict[str, Any]:
    return {**GOOD, "vectors": [{**GOOD["vectors"][0], key: value}]}


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("", "it is not JSON"),
        ("\0", "it is not JSON"),
        ("[1, 2]", "it is not a JSON object"),
        ({}, "digest_bits is missing; it must be a natural number"),
        ({"digest_bits": "12"}, "digest_bits must be a natural number"),
        ({"digest_bits": 12}, "vectors is missing; it must be a list"),
        ({"digest_bits": 12, "vectors": [7]}, r"vectors\[0\] is not a JSON object"),
        (changed("len_bits", -1), r"vectors\[0\]: len_bits must be a natural number"),
        (changed("len_bits", True), r"vectors\[0\]: len_bits must be a natural number"),
        (changed("msg_hex", None), r"msg_hex must be a string"),
        (changed("msg_hex", "zz"), r"msg_hex must be a hexadecimal string"),
        (changed("msg_hex", "ff"), r"msg_hex must be 2 bytes in hexadecimal, not 1"),
        (changed("msg_hex", "ffc0"), r"msg_hex must be zero after bit 9"),
        (changed("digest_hex", "abcd"), r"digest_hex must be zero after bit 12"),
        ({**GOOD, "message_rule": "any"}, "message_rule must be"),
        ({**GOOD, "monte_carlo": {"rule": "other"}}, "monte_carlo: rule must be"),
        ({**GOOD, "monte_carlo": {"rule": "SHAVS: x"}}, "monte_carlo: checkpoints is missing"),
        ({**GOOD, "extremely_long": {"text_ascii": "a"}}, "extremely_long: repeat is missing"),
    ],
)
def test_reader_names_file_and_fault(tmp_path: Path, content: Any, complaint: str) -> None:
    path = write(tmp_path, content)
    with pytest.raises(UsageError, match=complaint) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path} is not a vector file: ")


def test_reader_names_missing_file(tmp_path: Path) -> None:
    for path in (tmp_path / "none.json", tmp_path):
        with pytest.raises(UsageError, match="cannot be read"):
            read(path)


def test_messages_by_rule_from_a_file(tmp_path: Path) -> None:
    content: dict[str, Any] = {
        "digest_bits": 8,
        "message_rule": MESSAGE_RULE,
        "vectors": [{"len_bits": 77, "digest_hex": "00"}],
    }
    path = write(tmp_path, content)
    assert read(path).vectors[0].message == message_by_rule(77)
    content |= {"version": "Skein 1.3"}
    content["vectors"][0] |= {"state_bits": 256, "out_bits": 8}
    (found,) = read_skein(write(tmp_path, content))
    assert (found.message, found.bits) == (message_by_rule(77), 77)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ({"vectors": []}, "version is missing"),
        ({"version": "Skein 2.0", "vectors": []}, "version must be a text that ends with"),
        ({"version": "Skein 1.3", "vectors": [{}]}, "state_bits is missing"),
        ({"version": "Skein 1.3", "vectors": [{"state_bits": 512, "out_bits": 1}]}, "msg_hex is missing"),
        ({"version": "Skein 1.3", "vectors": [{"msg_hex": "", "state_bits": 512}]}, "out_bits is missing"),
        ({"version": "Skein 1.3", "message_rule": "x", "vectors": []}, r"message_rule must be 'x\[0\] = len"),
        (
            {
                "version": "Skein 1.3",
                "message_rule": MESSAGE_RULE,
                "vectors": [{"state_bits": 512, "out_bits": 1}],
            },
            "len_bits is missing",
        ),
    ],
)
def test_skein_reader_names_file_and_fault(tmp_path: Path, content: Any, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        read_skein(write(tmp_path, content))


def test_threefish_readers_name_file_and_fault(tmp_path: Path) -> None:
    entry = {"block_bits": 256, "key_hex": "00"}
    with pytest.raises(UsageError, match=r"vectors\[0\]: key_hex must be 32 bytes"):
        read_threefish(write(tmp_path, {"vectors": [entry]}))
    with pytest.raises(UsageError, match=r"traces\[0\]: states is missing"):
        read_traces(write(tmp_path, {"traces": [entry]}))
    with pytest.raises(UsageError, match="states must be pairs of a name and 4 words"):
        read_traces(write(tmp_path, {"traces": [{**entry, "states": [["round 1", "xyz"]]}]}))
