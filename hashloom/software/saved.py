# SPDX-License-Identifier: Apache-2.0
"""Saved states of libskein, and contexts of Skein hardware: what they are as bytes, each made of the other.

libskein/src/saved.c has the one form, docs/context.md the other. Behind whole blocks both have the same: the
chaining value before the last block, and that block, for only what follows says whether it ends the message.
A state has, beyond that, what the computation began with; a context is of a function that its reader knows.
So of a message without key and other arguments each is made of the other, and nothing is lost.
"""

from __future__ import annotations

from dataclasses import dataclass

from hashloom.catalogue.design import Function
from hashloom.errors import UsageError
from hashloom.models import skein

MAGIC = b"skein\0\0\1"
REVISIONS = ("1.3", "1.2", "1.1")
LARGEST = 128
"""Bytes in the largest block: so many there is room for."""
HEAD = 40
"""Bytes before the initial value."""
STATE_BYTES = HEAD + 3 * LARGEST
COUNT_BYTES = 8
MOST_BITS = 1 << 64
MESSAGE = skein.T_MSG << skein.TYPE


@dataclass(frozen=True)
class State:
    """A message that libskein hashes: `position` bytes are hashed, `buffer` is not; `partial` of a byte."""

    block_bytes: int
    version: str
    output_bits: int
    position: int
    initial: bytes
    chain: bytes
    buffer: bytes
    partial: bool = False

    @classmethod
    def read(cls, data: bytes) -> State:
        """The state in these bytes; UsageError for bytes that libskein does not write."""
        if len(data) != STATE_BYTES:
            raise UsageError(f"a saved state of libskein has {STATE_BYTES} bytes, not {len(data)}")
        if not data.startswith(MAGIC):
            raise UsageError(
                "these bytes are no saved state of libskein: they do not begin with its name and version"
            )
        words, revision, buffered, partial = data[8:12]
        if words not in (4, 8, 16) or revision >= len(REVISIONS) or buffered > 8 * words:
            raise _damaged()
        size = 8 * words
        initial, chain, buffer = (data[at : at + LARGEST] for at in range(HEAD, STATE_BYTES, LARGEST))
        state = cls(
            block_bytes=size,
            version=REVISIONS[revision],
            output_bits=int.from_bytes(data[16:24], "little"),
            position=int.from_bytes(data[24:32], "little"),
            initial=initial[:size],
            chain=chain[:size],
            buffer=buffer[:buffered],
            partial=partial == 1,
        )
        ends_partially = buffered and state.buffer[-1] & 0x7F
        if (
            state.data() != data
            or not state.output_bits
            or state.position % size
            or state.position + buffered >= MOST_BITS
            or (state.position and not buffered)
            or (state.partial and not ends_partially)
            or (not state.position and state.chain != state.initial)
        ):
            raise _damaged()
        return state

    def data(self) -> bytes:
        """The bytes that libskein writes and reads."""
        counts = (self.block_bytes // 8, REVISIONS.index(self.version), len(self.buffer), int(self.partial))
        tweak = self.position | MESSAGE | (0 if self.position else 1 << skein.FIRST)
        head = MAGIC + bytes(counts) + bytes(4) + self.output_bits.to_bytes(8, "little")
        head += tweak.to_bytes(16, "little")
        return head + b"".join(part.ljust(LARGEST, b"\0") for part in (self.initial, self.chain, self.buffer))


def _damaged() -> UsageError:
    return UsageError("these bytes are no saved state of libskein: their parts do not fit together")


@dataclass(frozen=True)
class Context:
    """A message that has left hardware: `count` bits are hashed, `block` is not."""

    chain: bytes
    count: int
    block: bytes

    @classmethod
    def read(cls, data: bytes, function: Function) -> Context:
        """The context of a function in these bytes; UsageError for bytes that the hardware does not give."""
        size = _model(function).block_bits // 8
        wanted = 2 * size + COUNT_BYTES
        if len(data) != wanted:
            raise UsageError(f"a context of {function.name} has {wanted} bytes, not {len(data)}")
        count = int.from_bytes(data[size : size + COUNT_BYTES], "big")
        if count % (8 * size):
            raise UsageError(
                f"these bytes are no context of {function.name}: {count} bits are hashed, which are no "
                f"whole blocks of {8 * size}"
            )
        return cls(data[:size], count, data[size + COUNT_BYTES :])

    def data(self) -> bytes:
        """The bytes in the words that the hardware gives and takes."""
        return self.chain + self.count.to_bytes(COUNT_BYTES, "big") + self.block


def to_hardware(data: bytes, function: Function) -> bytes:
    """The context of a function of a saved state of libskein; UsageError for a state that has none."""
    model, state = _model(function), State.read(data)
    size = state.block_bytes
    if (8 * size, state.output_bits, state.version) != (model.block_bits, model.digest_bits, model.version):
        other = f"skein-{state.version}-{8 * size}-{state.output_bits}"
        raise UsageError(f"the state is one of {other}, not of {function.name}")
    if state.initial != model.initial_value():
        raise UsageError(
            "the state is of a message with a key or other arguments, and a context does not say what its "
            "computation began with"
        )
    if state.partial:
        raise UsageError("the message ends within a byte; nothing can follow in the hardware")
    if not state.position and not state.buffer:
        raise UsageError("nothing of the message is there; in the hardware it begins without a context")
    if len(state.buffer) < size:
        raise UsageError(
            f"the state is in the middle of a block: {len(state.buffer)} of its {size} bytes are there; hash "
            f"{size - len(state.buffer)} bytes more by libskein, then save"
        )
    if 8 * (state.position + size) >= MOST_BITS:
        raise UsageError("the message has 2^64 bits or more, which the hardware cannot count")
    return Context(state.chain, 8 * state.position, state.buffer).data()


def to_libskein(data: bytes, function: Function) -> bytes:
    """The saved state of libskein of a context of a function; UsageError for a context that has none."""
    model, context = _model(function), Context.read(data, function)
    initial = model.initial_value()
    if not context.count and context.chain != initial:
        raise UsageError(
            f"this context begins with another chaining value than {function.name}: it is of another "
            "function, or of a message with a key or other arguments, which a context does not say"
        )
    return State(
        block_bytes=model.block_bits // 8,
        version=model.version,
        output_bits=model.digest_bits,
        position=context.count // 8,
        initial=initial,
        chain=context.chain,
        buffer=context.block,
    ).data()


def _model(function: Function) -> skein.Skein:
    """Plain Skein; UsageError for a function of another family."""
    if function.family.name != "skein":
        raise UsageError(f"libskein computes Skein only, not {function.name}")
    return skein.model(function)
