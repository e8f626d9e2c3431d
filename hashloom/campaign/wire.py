# SPDX-License-Identifier: Apache-2.0
"""The connection to a Dask scheduler that makes no object of what comes in.

Dask's client unpickles in many places what a scheduler sends, and a scheduler passes on what workers have
sent: results, exceptions, types of results, warnings; no setting of Dask turns all of it off. Here each
message is read as MessagePack, with a limit to its size. What another process has serialised becomes
`Opaque`, every other string of bytes None: so nothing is left that could be unpickled. Dask finds these
connections by the scheme of the address, which it looks up in its registry of transports; other clients of
this process keep theirs.
"""

from __future__ import annotations

import asyncio
import struct
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import msgpack
from distributed import Client
from distributed.comm import registry
from distributed.comm.core import CommClosedError
from distributed.comm.tcp import TCP, TLS, TCPBackend, TCPConnector, TLSBackend, TLSConnector
from distributed.security import Security

from hashloom.campaign.scheduler import Scheduler

CONNECT_SECONDS = 8.0
READ_SECONDS = 60.0
"""How long the rest of a message may take once it has begun."""
MESSAGE_BYTES = 64 << 20
"""A longer message ends the connection."""
_COUNT = struct.Struct("Q")
_PREFIX = "hashloom+"
_LEFT_OUT = ("traceback", "warning")
_NO_TEXT = "an exception, which is not unpickled"


class Malformed(CommClosedError):
    """A message that is not of Dask's protocol or too long."""


@dataclass(frozen=True)
class Opaque:
    """What another process has serialised; `content` are the bytes, None where they are compressed."""

    content: bytes | None


class _Plain:
    """How messages are read; the rest is Dask's."""

    stream: Any
    _greeted = False

    async def read(self, deserializers: object = None) -> Any:
        """Return the next message. CommClosedError, after which there are no more."""
        if self.stream is None:
            raise CommClosedError("the connection is closed")
        try:
            # The greeting of a scheduler that hangs would be waited for without limit.
            limit = None if self._greeted else CONNECT_SECONDS
            (first,) = _COUNT.unpack(await asyncio.wait_for(self.stream.read_bytes(_COUNT.size), limit))
            frames = await asyncio.wait_for(_frames(self.stream, first), READ_SECONDS)
            self._greeted = True
            return decode(frames)
        except BaseException as error:
            self.abort()  # type: ignore[attr-defined]
            if isinstance(error, Exception) and not isinstance(error, CommClosedError):
                raise CommClosedError(f"{type(error).__name__}: {error}") from error
            raise


async def _frames(stream: Any, first: int) -> list[bytes]:
    """Frames of a message whose first part, with the lengths of all frames, has so many bytes."""
    if not _COUNT.size <= first <= MESSAGE_BYTES:
        raise Malformed(f"a message of {first:,} bytes")
    part = await stream.read_bytes(first)
    (count,) = _COUNT.unpack_from(part)
    start = _COUNT.size * (1 + count)
    if start > first:
        raise Malformed(f"a message of {count:,} frames")
    lengths = struct.unpack_from(f"{count}Q", part, _COUNT.size)
    *begins, end = accumulate(lengths, initial=start)
    if not first <= end <= MESSAGE_BYTES:
        raise Malformed(f"a message of {end:,} bytes")
    whole = part + (await stream.read_bytes(end - first) if end > first else b"")
    return [whole[begin : begin + length] for begin, length in zip(begins, lengths, strict=True)]


def decode(frames: Sequence[bytes]) -> Any:
    """The message of these frames, its first frame MessagePack, without a string of bytes in it."""

    def of(value: Mapping[Any, Any]) -> Any:
        place = value.get("__Serialized__") or value.get("__Pickled__")
        if isinstance(place, int) and not isinstance(place, bool) and 0 < place < len(frames):
            header = msgpack.loads(frames[place], strict_map_key=False)
            count = header["num-sub-frames"]
            packed = any(header.get("compression") or ())
            return Opaque(None if packed else b"".join(frames[place + 1 : place + 1 + count]))
        return value

    return _without_bytes(msgpack.loads(frames[0], object_hook=of, use_list=False, strict_map_key=False))


def _without_bytes(value: Any) -> Any:
    """The value, None for what could be unpickled, text for every exception."""
    if isinstance(value, dict):
        plain = {name: _without_bytes(one) for name, one in value.items() if not isinstance(name, bytes)}
        if plain.get("exception") is not None:
            plain |= {"exception": str(plain.get("exception_text") or _NO_TEXT)}
        return {name: one for name, one in plain.items() if name not in _LEFT_OUT}
    if isinstance(value, tuple):
        return tuple(_without_bytes(one) for one in value)
    return value if value is None or isinstance(value, bool | int | float | str | Opaque) else None


class _PlainTcp(_Plain, TCP):
    """Without encryption."""


class _PlainTls(_Plain, TLS):
    """With it."""


class _TcpConnector(TCPConnector):
    prefix, comm_class = f"{_PREFIX}tcp://", _PlainTcp


class _TlsConnector(TLSConnector):
    prefix, comm_class = f"{_PREFIX}tls://", _PlainTls


class _TcpBackend(TCPBackend):
    _connector_class = _TcpConnector


class _TlsBackend(TLSBackend):
    _connector_class = _TlsConnector


registry.backends[f"{_PREFIX}tcp"] = _TcpBackend()
registry.backends[f"{_PREFIX}tls"] = _TlsBackend()


class _Quiet(Client):
    """A client that leaves alone what workers want to be printed or warned of."""

    async def _handle_event(self, topic: object, event: object) -> None:
        pass


def connect(scheduler: Scheduler) -> Any:
    """Return a client of the scheduler; OSError where none answers, or where it refuses the certificate."""
    security = Security(require_encryption=False)  # type: ignore[no-untyped-call]
    if scheduler.certificates is not None:
        security = Security(  # type: ignore[no-untyped-call]
            require_encryption=True,
            tls_client_cert=str(scheduler.certificates.certificate),
            tls_client_key=str(scheduler.certificates.key),
            tls_ca_file=str(scheduler.certificates.authority),
        )
    return _Quiet(  # type: ignore[no-untyped-call]
        f"{_PREFIX}{scheduler.address}",
        timeout=CONNECT_SECONDS,
        set_as_default=False,
        security=security,
        direct_to_workers=False,
        extensions={},
    )


def ask(client: Any, call: Callable[..., Awaitable[Any]], seconds: float, **arguments: Any) -> dict[str, Any]:
    """Ask the scheduler of a client; `call` is one of its remote ones. OSError without an answer in time."""
    try:
        found = client.sync(call, callback_timeout=seconds, **arguments)
    except OSError:  # also a timeout
        raise
    except Exception as error:  # of the scheduler, told as a text
        raise OSError(str(error)) from error
    if not isinstance(found, dict):
        raise OSError("this is no answer of a scheduler")
    return found
