# SPDX-License-Identifier: Apache-2.0
"""The Python module libskein: every vector, the model and PySkein beside it, its objects and its stream."""

import copy
import hashlib
import hmac
import io
import os
import pickle
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from libskein_module import libskein
from own_state import here

from hashloom.models.skein import Skein, Tree
from hashloom.models.threefish import VERSIONS, Threefish
from hashloom.vectors import compact_file, official_file
from hashloom.vectors.skein import read_skein, read_threefish

skein256, skein512, skein1024, threefish = (
    libskein.skein256, libskein.skein512, libskein.skein1024, libskein.threefish
)  # fmt: skip
FUNCTIONS = {256: skein256, 512: skein512, 1024: skein1024}
LARGE = random.Random(1).randbytes(300_000)  # more than what is hashed without letting other threads run
UNLIMITED = 2**64 - 1


def options_of(model: Skein) -> dict[str, Any]:
    """Keywords of the module that say what the model's arguments say."""
    return {
        "digest_bits": model.digest_bits,
        "key": model.key,
        "pers": model.personalisation,
        "public_key": model.public_key,
        "key_id": model.key_identifier,
        "nonce": model.nonce,
        "tree": (model.tree.leaf, model.tree.fan_out, model.tree.height) if model.tree else None,
        "version": model.version,
    }


def started(model: Skein, **more: Any) -> libskein.Hash:
    return FUNCTIONS[model.block_bits](**options_of(model), **more)


def random_model(rng: random.Random, trees: bool = True, versions: tuple[str, ...] = VERSIONS) -> Skein:
    def maybe() -> bytes | None:
        return rng.choice([None, rng.randbytes(rng.randrange(1, 200))])

    tree = Tree(rng.randrange(1, 4), rng.randrange(1, 4), rng.choice([2, 3, 4, 255]))
    return Skein(
        block_bits=rng.choice([256, 512, 1024]),
        digest_bits=rng.choice([1, 7, 128, 256, 512, 1024, 1025, 2500, rng.randrange(1, 4000)]),
        version=rng.choice(versions),
        key=maybe(),
        personalisation=maybe(),
        public_key=maybe(),
        key_identifier=maybe(),
        nonce=maybe(),
        tree=tree if trees and rng.random() < 0.4 else None,
    )


# ---- What it computes


@pytest.mark.parametrize("kernel", libskein.kernels())
@pytest.mark.parametrize("version", VERSIONS)
def test_every_vector_with_optional_arguments(version: str, kernel: str) -> None:
    names = [official_file(f"skein-{version}-{kind}", here()) for kind in ("golden", "params")]
    paths = [compact_file(f"skein-{version}-params"), *(path for path in names if path)]
    vectors = [vector for path in paths if path for vector in read_skein(path)]
    assert {vector.skein.block_bits for vector in vectors} == {256, 512, 1024}
    assert any(vector.skein.tree for vector in vectors)
    libskein.use_kernel(kernel)
    try:
        for vector in vectors:
            state = started(vector.skein)
            state.update(vector.message, vector.bits)
            assert state.digest() == vector.digest, vector.source
            assert state.verify(vector.digest)
    finally:
        libskein.use_kernel(None)


@pytest.mark.parametrize("version", VERSIONS)
def test_every_block_of_threefish_both_ways(version: str) -> None:
    paths = [compact_file(f"threefish-{version}"), official_file(f"threefish-{version}", here())]
    vectors = [vector for path in paths if path for vector in read_threefish(path)]
    assert {vector.block_bits for vector in vectors} == {256, 512, 1024}
    for vector in vectors:
        cipher = threefish(vector.key, vector.tweak, version)
        assert cipher.encrypt_block(vector.plaintext) == vector.ciphertext
        assert cipher.decrypt_block(vector.ciphertext) == vector.plaintext
        assert (cipher.block_bits, cipher.block_size) == (vector.block_bits, vector.block_bits // 8)


def test_random_arguments_against_the_model(rng: random.Random) -> None:
    for _ in range(120):
        model = random_model(rng)
        message = rng.randbytes(rng.choice([0, 1, 31, 32, 64, 128, 129, rng.randrange(1500)]))
        bits = rng.choice([8 * len(message), rng.randrange(8 * len(message) + 1)])
        state = started(model, threads=rng.choice([0, 1, 2]))
        at = 0
        while at < bits // 8:  # in pieces, the last one with the bits that are left over
            size = min(rng.choice([1, 3, 32, 64, 500]), bits // 8 - at)
            state.update(message[at : at + size])
            at += size
        state.update(message[at:], bits % 8)
        expected = model.digest(message, bits)
        assert state.digest() == expected, (model, bits)
        assert state.hashed_bits == bits


def test_random_arguments_against_pyskein(rng: random.Random) -> None:
    peer = pytest.importorskip("skein")
    for _ in range(300):
        model = random_model(rng, versions=("1.3",))
        options = {name: value for name, value in options_of(model).items() if value is not None}
        del options["version"]
        message = rng.randbytes(rng.choice([0, 64, rng.randrange(3000)]))
        ours, theirs = (getattr(module, f"skein{model.block_bits}")(**options) for module in (libskein, peer))
        for state in (ours, theirs):
            state.update(message)
        assert ours.digest() == theirs.digest()
        size = ours.digest_size
        start = rng.randrange(size + 1)
        stop = rng.randrange(start, size + 1)
        assert ours.digest(start, stop) == theirs.digest(start, stop)
        for name in ("name", "block_bits", "block_size", "digest_bits", "digest_size"):
            assert getattr(ours, name) == getattr(theirs, name)


def test_bits_in_pieces_as_pyskein_takes_them(rng: random.Random) -> None:
    """A partial byte may be completed by further updates, of which none goes beyond it."""
    for _ in range(100):
        message = rng.randbytes(rng.randrange(1, 200))
        bits = rng.randrange(8 * len(message) + 1)
        number = int.from_bytes(message, "big") >> (8 * len(message) - bits)
        state = skein512(nonce=b"bits")
        at = 0
        while at < bits:
            size = min(bits - at, rng.randrange(1, 8 - at % 8 + 1) if at % 8 else rng.randrange(1, 40))
            piece = number >> (bits - at - size) & (1 << size) - 1
            octets = (size + 7) // 8
            state.update((piece << (8 * octets - size)).to_bytes(octets, "big"), size)
            at += size
        assert state.hashed_bits == bits
        assert state.digest() == Skein(512, 512, nonce=b"bits").digest(message, bits)


def empty(name: str) -> dict[str, Any]:
    return {name: b""}


def test_empty_strings_count_but_for_the_key() -> None:
    plain = skein512(b"m").digest()
    assert skein512(b"m", key=b"").digest() == plain
    assert skein512(b"m", nonce=None, tree=None, key=None).digest() == plain
    others = {skein512(b"m", **empty(name)).digest() for name in ("pers", "public_key", "key_id", "nonce")}
    assert len(others | {plain}) == 5
    assert skein512(b"m", pers=b"").digest() == Skein(512, 512, personalisation=b"").digest(b"m")


@pytest.mark.parametrize("block_bits", FUNCTIONS)
def test_hash_many(block_bits: int, rng: random.Random) -> None:
    messages = [rng.randbytes(rng.choice([0, 1, 64, 65, rng.randrange(600)])) for _ in range(53)]
    for threads in (0, 1, 3):
        options: dict[str, Any] = {"key": b"k", "digest_bits": 333, "version": "1.2"}
        found = libskein.hash_many(iter(messages), block_bits=block_bits, threads=threads, **options)
        assert found == [FUNCTIONS[block_bits](message, **options).digest() for message in messages]
    assert libskein.hash_many([]) == []
    assert libskein.hash_many([memoryview(b"abc")]) == [skein512(b"abc").digest()]


# ---- Objects


@pytest.mark.parametrize("options", [{}, {"tree": (1, 1, 3)}, {"key": b"secret", "digest_bits": 5001}])
def test_a_digest_does_not_disturb_the_hash(options: dict[str, Any]) -> None:
    state = skein256(b"one", **options)
    for text in (b"", b"two", LARGE, b"three"):
        state.update(text)
        state.digest()
        state.hexdigest(0, 2)
        state.verify(b"")
        state.stream().read(3)
    assert state.digest() == skein256(b"onetwo" + LARGE + b"three", **options).digest()
    assert state.hexdigest() == state.digest().hex()


@pytest.mark.parametrize("options", [{}, {"tree": (1, 1, 3)}])
@pytest.mark.parametrize("duplicate", [lambda state: state.copy(), copy.copy, copy.deepcopy])
def test_copies_are_independent(
    options: dict[str, Any], duplicate: Callable[[libskein.Hash], libskein.Hash]
) -> None:
    state = skein1024(LARGE, digest_bits=77, **options)
    state.update(b"\xa0", 3)
    other = duplicate(state)
    assert (other.name, other.digest_bits, other.hashed_bits) == ("Skein-1024", 77, 8 * len(LARGE) + 3)
    assert other.digest() == state.digest()
    other.update(b"\x00", 5)
    assert other.digest() == skein1024(LARGE + b"\xa0", digest_bits=77, **options).digest()
    assert state.hashed_bits == 8 * len(LARGE) + 3


@pytest.mark.parametrize("bits", [0, 1, 7, 8, 255, 256, 257, 2047, 2048, 2049, 2300])
def test_saved_and_pickled_states_go_on(bits: int) -> None:
    message = LARGE[:400]
    whole = skein256(message[: bits // 8], key=b"secret", digest_bits=300, version="1.2")
    whole.update(message[bits // 8 :], bits % 8)
    for other in (libskein.load(whole.save()), pickle.loads(pickle.dumps(whole))):
        assert (other.block_bits, other.digest_bits, other.hashed_bits) == (256, 300, bits)
        assert other.digest() == whole.digest()
        assert other.save() == whole.save()
        if bits % 8:
            other.update(b"\xff", 8 - bits % 8)
        other.update(b"end")
        completed = bytearray(message[: (bits + 7) // 8])
        if bits % 8:
            completed[-1] |= 0xFF >> bits % 8
        expected = skein256(bytes(completed) + b"end", key=b"secret", digest_bits=300, version="1.2")
        assert other.digest() == expected.digest()


def test_what_is_no_saved_state_is_refused() -> None:
    saved = skein512(b"abc").save()
    for wrong in (b"", saved[:-1], saved + b"\0", bytes(len(saved)), saved[:11] + b"\1" + saved[12:]):
        damaged = bytearray(wrong)
        if len(damaged) == len(saved) and damaged[11]:
            damaged[296:299] = b"abc"[:2] + b"\0"  # a partial byte without its pad bit
        with pytest.raises(ValueError, match="no saved state"):
            libskein.load(damaged)
    for method in (libskein.Hash.save, pickle.dumps):
        with pytest.raises(TypeError, match="a tree hash cannot be saved or pickled"):
            method(skein512(tree=(1, 1, 2)))


def test_verify_is_true_for_the_whole_digest_alone() -> None:
    state = skein512(b"message", key=b"secret")
    digest = state.digest()
    assert state.verify(digest) is True
    assert state.verify(bytearray(digest))
    for wrong in (b"", digest[:-1], digest + b"\0", digest[:-1] + bytes([digest[-1] ^ 1]), bytes(64)):
        assert state.verify(wrong) is False
    tree = skein512(b"message", tree=(1, 1, 2), digest_bits=30_000)
    assert tree.verify(tree.digest())
    assert not tree.verify(digest)


def test_attributes_and_representation() -> None:
    state = skein1024(b"abc", digest_bits=13)
    assert (state.name, state.block_bits, state.block_size) == ("Skein-1024", 1024, 128)
    assert (state.digest_bits, state.digest_size, state.hashed_bits) == (13, 2, 24)
    assert repr(state).startswith("<Skein-1024 hash object at 0x")
    assert skein512(digest_bits=UNLIMITED).digest_size == 2**61
    with pytest.raises(AttributeError):
        state.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError, match="cannot create"):
        type(state)()
    assert (
        libskein.__version__
        == Path(ROOT / "libskein/include/skein.h")
        .read_text()
        .split('#define SKEIN_VERSION "')[1]
        .split('"')[0]
    )


def test_users_of_hashlib_can_use_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(LARGE)
    with path.open("rb") as file:
        assert hashlib.file_digest(file, skein512).digest() == skein512(LARGE).digest()
    key = b"k" * 100
    inner = skein512(bytes(b ^ 0x36 for b in skein512(key).digest()) + LARGE).digest()
    outer = skein512(bytes(b ^ 0x5C for b in skein512(key).digest()) + inner).digest()
    assert hmac.new(key, LARGE, skein512).digest() == outer
    assert skein512(LARGE, usedforsecurity=False).digest() == skein512(LARGE).digest()


# ---- Output as a stream


@pytest.mark.parametrize("options", [{}, {"tree": (1, 1, 3)}])
def test_stream_reads_what_the_digest_is(options: dict[str, Any], rng: random.Random) -> None:
    state = skein512(b"seed", digest_bits=8 * 20_000 - 5, **options)
    whole = state.digest()
    with state.stream() as stream:
        assert stream.size == 20_000
        assert stream.readable()
        assert stream.seekable()
        assert not stream.writable()
        for _ in range(200):
            at, size = rng.randrange(20_001), rng.randrange(300)
            assert stream.seek(at) == at
            assert stream.read(size) == whole[at : at + size]
            assert stream.tell() == min(at + size, 20_000)
        stream.seek(-10, os.SEEK_END)
        stream.seek(3, os.SEEK_CUR)
        assert stream.read() == whole[-7:]
        assert stream.read(1) == stream.read() == b""
        stream.seek(0)
        assert stream.readall() == whole
        stream.seek(19_990)
        buffer = bytearray(b"x" * 20)
        assert stream.readinto(buffer) == 10
        assert buffer == whole[19_990:] + b"x" * 10
        stream.seek(0)
        assert io.BufferedReader(stream).read(5000) == whole[:5000]
    with pytest.raises(ValueError, match="closed"):
        stream.read(1)
    assert state.digest(3, 700) == whole[3:700]
    assert state.digest(start=19_000) == whole[19_000:]
    assert state.hexdigest(0, 4) == whole[:4].hex()


def test_stream_without_an_end() -> None:
    stream = skein256(b"seed", digest_bits=UNLIMITED).stream()
    stream.seek(10**18 + 5)
    assert stream.read(64) == skein256(b"seed", digest_bits=UNLIMITED).digest(10**18 + 5, 10**18 + 69)
    assert stream.seek(0, os.SEEK_END) == 2**61
    assert stream.read() == b""
    stream.seek(0)
    with pytest.raises(MemoryError):
        stream.read()
    for offset, whence in ((-1, os.SEEK_SET), (2**61 + 1, os.SEEK_SET), (1, os.SEEK_END)):
        with pytest.raises(ValueError, match=r"there is no byte -?\d+ in an output of 2305843009213693952"):
            stream.seek(offset, whence)
    with pytest.raises(ValueError, match="whence is 0, 1 or 2, not 3"):
        stream.seek(0, 3)
    with pytest.raises(MemoryError):
        skein256(digest_bits=UNLIMITED).digest()


def test_threefish_tweak_and_defaults() -> None:
    key, block = bytes(range(64)), bytes(64)
    cipher = threefish(key)
    assert cipher.tweak == bytes(16)
    assert cipher.encrypt_block(block) == Threefish(512).encrypt(key, bytes(16), block)
    assert threefish(key, None).tweak == bytes(16)
    cipher.tweak = bytearray(range(16))  # type: ignore[assignment]
    assert cipher.tweak == bytes(range(16))
    assert cipher.encrypt_block(block) == Threefish(512).encrypt(key, bytes(range(16)), block)
    assert threefish(key=key, tweak=bytes(16), version="1.1").decrypt_block(
        Threefish(512, "1.1").encrypt(key, bytes(16), block)
    ) == block  # fmt: skip


def test_kernels_can_be_chosen() -> None:
    names = libskein.kernels()
    assert "portable" in names
    expected = skein512(LARGE).digest()
    try:
        for name in names:
            libskein.use_kernel(name)
            assert {libskein.kernel_in_use(bits, many) for bits in FUNCTIONS for many in (False, True)} <= {
                name,
                "portable",
            }
            assert skein512(LARGE).digest() == expected
    finally:
        libskein.use_kernel(None)
