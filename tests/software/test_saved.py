# SPDX-License-Identifier: Apache-2.0
"""Saved states of libskein and contexts of Skein hardware: made of each other, or refused with a sentence."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from libskein_module import libskein
from own_state import here

from hashloom import catalogue
from hashloom.catalogue.design import Function
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.export.contexts import context_after
from hashloom.models import skein
from hashloom.software import saved

SIZES = {256: libskein.skein256, 512: libskein.skein512, 1024: libskein.skein1024}
FUNCTIONS = ("skein-1.3-256-256", "skein-1.2-512-224", "skein-1.1-512-1024", "skein-1.3-1024-1000")
FUNCTION = "skein-1.3-512-512"
MOST_BITS = 1 << 64

every_function = pytest.mark.parametrize("name", FUNCTIONS)


def function_of(name: str) -> Function:
    return catalogue.resolve_function(name, here())


def hashing(function: Function, message: bytes = b"", **arguments: Any) -> libskein.Hash:
    """A message that libskein hashes."""
    model = skein.model(function)
    made = SIZES[model.block_bits](digest_bits=model.digest_bits, version=model.version, **arguments)
    made.update(message)
    return made


def after(blocks: int, function: Function, rng: random.Random) -> tuple[bytes, bytes]:
    """A message of so many blocks, and the state in which libskein saves it."""
    message = rng.randbytes(blocks * function.block_bits // 8)
    return message, hashing(function, message).save()


@every_function
@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_there_and_back(name: str, blocks: int, rng: random.Random) -> None:
    """A state becomes the context of the model, and that the state again, from which the message ends."""
    function = function_of(name)
    message, state = after(blocks, function, rng)
    context = saved.to_hardware(state, function)
    assert context == context_after(function.default_design(), message, blocks)
    assert saved.to_libskein(context, function) == state
    rest = rng.randbytes(rng.choice([0, 1, 200]))
    ended = libskein.load(saved.to_libskein(context, function))
    ended.update(rest)
    assert ended.digest() == skein.model(function).digest(message + rest)


@pytest.mark.parametrize("bits", [1 << 33, (1 << 63) + (1 << 40), MOST_BITS - 1024])
def test_far_positions(bits: int, rng: random.Random) -> None:
    function = function_of(FUNCTION)
    context = saved.Context(rng.randbytes(64), bits, rng.randbytes(64)).data()
    state = saved.to_libskein(context, function)
    assert saved.to_hardware(state, function) == context
    assert libskein.load(state).save() == state


@pytest.mark.parametrize("length", [0, 1, 63, 64, 65, 127, 128, 129, 1000])
def test_a_state_is_read_and_written_as_libskein_does(length: int, rng: random.Random) -> None:
    made = hashing(function_of(FUNCTION), rng.randbytes(length), key=rng.randbytes(length % 9))
    assert saved.State.read(made.save()).data() == made.save()
    made.update(b"\xff", 3)
    assert saved.State.read(made.save()).partial
    assert saved.State.read(made.save()).data() == made.save()


def test_only_what_libskein_loads_is_read(rng: random.Random) -> None:
    """A byte changed, anywhere: both refuse it, or both take it."""
    states = [
        hashing(function_of(name), rng.randbytes(n)).save() for name in FUNCTIONS for n in (0, 5, 128, 200)
    ]
    partial = hashing(function_of(FUNCTION), bytes(70))
    partial.update(b"\xff", 1)
    taken = 0
    for state in [*states, partial.save()]:
        for at in [*range(40), *rng.sample(range(40, len(state)), 30)]:
            for value in {0, 1, 8, 255, state[at] ^ 1 << rng.randrange(8)}:
                changed = state[:at] + bytes([value]) + state[at + 1 :]
                taken += readable(changed)
                assert readable(changed) == loadable(changed), (at, value)
    assert taken > 100


def readable(data: bytes) -> bool:
    try:
        saved.State.read(data)
    except UsageError:
        return False
    return True


def loadable(data: bytes) -> bool:
    try:
        libskein.load(data)
    except ValueError:
        return False
    return True


def within_a_byte(function: Function) -> bytes:
    made = hashing(function, bytes(63))
    made.update(b"\x80", 1)
    return made.save()


def at_the_end(function: Function) -> bytes:
    """The last state that libskein has: behind it are no more bytes that it could count."""
    initial = skein.model(function).initial_value()
    return saved.State(64, "1.3", 512, (1 << 61) - 64, initial, bytes(64), bytes(64)).data()


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        (lambda f: b"", "a saved state of libskein has 424 bytes, not 0"),
        (lambda f: hashing(f, bytes(64)).save()[:-1], "has 424 bytes, not 423"),
        (
            lambda f: b"SKEIN" + hashing(f, bytes(64)).save()[5:],
            "they do not begin with its name and version",
        ),
        (
            lambda f: hashing(f, bytes(64)).save().replace(b"\0\0\1", b"\0\0\2", 1),
            "with its name and version",
        ),
        (lambda f: hashing(f, bytes(64)).save()[:-1] + b"\1", "their parts do not fit together"),
        (lambda f: hashing(f).save(), "nothing of the message is there"),
        (
            lambda f: hashing(f, bytes(80)).save(),
            "16 of its 64 bytes are there; hash 48 bytes more by libskein",
        ),
        (within_a_byte, "the message ends within a byte"),
        (lambda f: hashing(f, bytes(64), key=b"k").save(), "of a message with a key or other arguments"),
        (lambda f: hashing(f, bytes(128), nonce=b"n").save(), "of a message with a key or other arguments"),
        (
            lambda f: hashing(function_of("skein-1.2-512-512"), bytes(64)).save(),
            "is one of skein-1.2-512-512, not",
        ),
        (
            lambda f: hashing(function_of("skein-512-256"), bytes(64)).save(),
            "is one of skein-1.3-512-256, not",
        ),
        (
            lambda f: hashing(function_of("skein-256-256"), bytes(64)).save(),
            "is one of skein-1.3-256-256, not",
        ),
        (at_the_end, "2^64 bits or more"),
    ],
)
def test_a_state_that_has_no_context(state: Callable[[Function], bytes], sentence: str) -> None:
    function = function_of(FUNCTION)
    with pytest.raises(UsageError) as caught:
        saved.to_hardware(state(function), function)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("context", "sentence"),
    [
        (b"", "a context of skein-1.3-512-512 has 136 bytes, not 0"),
        (bytes(72), "has 136 bytes, not 72"),
        (
            bytes(64) + (511).to_bytes(8, "big") + bytes(64),
            "511 bits are hashed, which are no whole blocks of 512",
        ),
        (bytes(136), "begins with another chaining value than skein-1.3-512-512"),
    ],
)
def test_a_context_that_has_no_state(context: bytes, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        saved.to_libskein(context, function_of(FUNCTION))
    assert sentence in str(caught.value)


@pytest.mark.parametrize("convert", [saved.to_hardware, saved.to_libskein])
def test_another_family(convert: Callable[[bytes, Function], bytes]) -> None:
    with pytest.raises(UsageError, match="libskein computes Skein only, not sha256"):
        convert(bytes(136), function_of("sha256"))


def test_the_command_goes_there_and_back(
    tmp_path: Path, rng: random.Random, capsys: pytest.CaptureFixture[str]
) -> None:
    message, state = after(3, function_of(FUNCTION), rng)
    first, context, again = (tmp_path / name for name in ("state", "context", "again"))
    first.write_bytes(state)
    to = ["--from", "libskein", "--to", "hardware", "-o", str(context)]
    assert main(["context", FUNCTION, str(first), *to]) == 0
    assert capsys.readouterr().out == f"{context}: {FUNCTION} for hardware, 136 bytes\n"
    assert context.read_bytes() == context_after(function_of(FUNCTION).default_design(), message, 3)
    back = ["--from", "hardware", "--to", "libskein", "-o", str(again)]
    assert main(["context", FUNCTION, str(context), *back]) == 0
    assert again.read_bytes() == state


@pytest.mark.parametrize(
    ("size", "source", "wanted", "sentence"),
    [
        (None, "libskein", "hardware", "cannot be read: No such file"),
        (1 << 17, "libskein", "hardware", "it has more than 65536 bytes"),
        (424, "libskein", "libskein", "FILE is of libskein already"),
        (424, "libskein", "hardware", "these bytes are no saved state of libskein"),
        (424, "hardware", "libskein", "has 136 bytes, not 424"),
    ],
)
def test_the_command_refuses_with_a_sentence(
    size: int | None,
    source: str,
    wanted: str,
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path, out = tmp_path / "in", tmp_path / "out"
    if size is not None:
        path.write_bytes(bytes(size))
    assert main(["context", FUNCTION, str(path), "--from", source, "--to", wanted, "-o", str(out)]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert not out.exists()
