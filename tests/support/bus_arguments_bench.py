# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of axis_adapter beside Skein with its arguments: see test_bus_axis.py."""

import itertools
from typing import Any

import cocotb
from bus_axis_bench import begin, frame, shares
from bus_simulation import Message, settings

from hashloom.verification.arguments import Request, random_requests, strings

CHOSEN = settings()
REQUESTS = 4
LIMIT_BITS = 1000  # of strings and digest: Icarus is slow


def whole(request: Request) -> Message:
    """What comes of a request."""
    return Message(request.message, request.bits, request.digest, request.skein.digest_bits)


def size(request: Request) -> int:
    return sum(bits for _, bits in strings(request)) + request.skein.digest_bits


@cocotb.test
async def random_arguments(dut: Any) -> None:
    """The lanes' packets take turns on the stream, so that a request is cut in by those of the other lane."""
    bench = await begin(dut, "random_arguments")
    every = random_requests(CHOSEN.resolved.function, "quick", CHOSEN.seed)
    short = [one for one in every if size(one) <= LIMIT_BITS]
    requests = shares(bench.random.sample(short, REQUESTS))
    bench.stall(0.3, 0.3)
    sent = [[packet for request in lane for packet in strings(request)] for lane in requests]
    for turn in itertools.zip_longest(*sent):
        for lane, packet in enumerate(turn):
            if packet is not None:
                text, bits = packet
                extra = bench.random.random() < 0.5
                await bench.send(frame(Message(text, bits, b""), lane, bench.random, extra), lane)
    await bench.expect([[whole(request) for request in lane] for lane in requests])
    assert int(bench.port("s_malformed").value) == 0
