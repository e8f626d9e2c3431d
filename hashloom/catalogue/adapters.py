# SPDX-License-Identifier: Apache-2.0
"""The bus adapters of `cores/bus` as a package has them: files, ports, parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.catalogue.ports import Port

REGISTER_DEPTH = 16
"""Words of 32 bits in the FIFO of the registers."""
_BLOCK = (
    "stream_resizer.sv", "word_fifo.sv", "message_writer.sv", "byte_packer.sv", "digest_marks.sv",
    "hash_registers.sv", "register_block.sv",
)  # fmt: skip
"""Files of the registers behind any bus."""
_FOR_SOFTWARE = (
    "include/hash_registers.h", "hash_registers.md", "hash_registers.rdl", "hash_registers.json",
    "software/hash_driver.h", "software/hash_driver.c", "software/hash_uio.h", "software/hash_uio.c",
)  # fmt: skip


@dataclass(frozen=True)
class Pin:
    """A port of a wrapper with its meaning."""

    port: Port
    meaning: str


@dataclass(frozen=True)
class Adapter:
    """An adapter: its bus for people, its module, files in compile order, clock, whether it drives `rst`.

    `pins` gives the ports of a wrapper for so many lanes and bits in a word on the bus; `tied` has the
    adapter's inputs that get another port of the wrapper; `io_clock` is the bus's clock if it has its own;
    `for_software` has the files in `cores/bus` that programs need and their authors read; `whole_bytes` says
    that it carries messages of whole bytes alone, and no requests; `keeps_words` that registers or FIFOs of
    its own still hold words of messages behind a reset.
    """

    title: str
    module: str
    files: tuple[str, ...]
    clock: str
    pins: Callable[[int, int], tuple[Pin, ...]]
    makes_reset: bool
    tied: Mapping[str, str] = field(default_factory=dict)
    io_clock: str = ""
    for_software: tuple[str, ...] = ()
    whole_bytes: bool = False
    keeps_words: bool = False

    def sources(self, places: Places) -> tuple[Path, ...]:
        """The files of the adapter."""
        return tuple(places.own_cores / "bus" / "rtl" / name for name in self.files)

    def documents(self, places: Places) -> tuple[Path, ...]:
        """The files for software."""
        return tuple(places.own_cores / "bus" / name for name in self.for_software)


def wipe_source(places: Places) -> Path:
    """The file of message_wipe, which stands between an adapter and a hash function that is to forget."""
    return places.shared_rtl / "message_wipe.sv"


def slice_sources(places: Places) -> tuple[Path, ...]:
    """The files of stream_slice, which cuts the paths of a stream."""
    folder = places.own_cores / "bus" / "rtl"
    return folder / "word_fifo.sv", folder / "stream_slice.sv"


def lane_number_bits(lanes: int) -> int:
    """Bits of `tid`."""
    return max(1, (lanes - 1).bit_length())


def _pins(*listed: tuple[str, str, int, str]) -> tuple[Pin, ...]:
    return tuple(Pin(Port(name, direction, width), meaning) for name, direction, width, meaning in listed)


def _axis(lanes: int, word: int) -> tuple[Pin, ...]:
    tid = lane_number_bits(lanes)
    return _pins(
        ("aclk", "input", 1, "clock; everything happens at its rising edge"),
        ("aresetn", "input", 1, "synchronous reset, active low; drops every message in flight"),
        ("s_axis_tvalid", "input", 1, "a beat of a message is offered; it stays as it is until it is taken"),
        ("s_axis_tready", "output", 1, "the beat is taken at this edge, where s_axis_tvalid is high too"),
        ("s_axis_tdata", "input", word, "bytes of the message, the first one in tdata[7:0]"),
        ("s_axis_tkeep", "input", word // 8, "bit i: byte i is the message's; all ones before the last beat"),
        ("s_axis_tlast", "input", 1, "last beat of its packet"),
        ("s_axis_tuser", "input", 3, "valid bits of the packet's last byte, from its highest bit on; 0: all"),
        *((("s_axis_tid", "input", tid, "lane of the beat"),) if lanes > 1 else ()),
        ("s_axis_malformed", "output", 1, "in this cycle a beat is taken that no packet may hold"),
        ("m_axis_tvalid", "output", 1, "a beat of a digest is there; it stays as it is until it is taken"),
        ("m_axis_tready", "input", 1, "the beat is taken at this edge, where m_axis_tvalid is high too"),
        ("m_axis_tdata", "output", word, "bytes of the digest, the first one in tdata[7:0]"),
        ("m_axis_tkeep", "output", word // 8, "bit i: byte i is the digest's"),
        ("m_axis_tlast", "output", 1, "last beat of its digest"),
        ("m_axis_tuser", "output", 4, _TUSER),
        *((("m_axis_tid", "output", tid, "lane of the digest"),) if lanes > 1 else ()),
    )


_TUSER = "[2:0]: valid bits of the digest's last byte, 0: all; [3]: no digest of what was meant"


def _gmu(lanes: int, word: int) -> tuple[Pin, ...]:
    each = "" if lanes == 1 else f", lane l at [l*{word} +: {word}]"
    return _pins(
        ("clk", "input", 1, "clock; everything happens at its rising edge"),
        ("rst", "input", 1, "synchronous reset, active high; drops every message in flight"),
        ("din", "input", lanes * word, f"word that the source's FIFO shows{each}"),
        ("src_ready", "input", lanes, "low while din holds a word"),
        ("src_read", "output", lanes, "the word is taken at this edge"),
        ("dout", "output", lanes * word, f"word of a digest, first bit highest{each}"),
        ("dst_ready", "input", lanes, "low while the sink's FIFO has room"),
        ("dst_write", "output", lanes, "dout is written at this edge"),
        ("dst_error", "output", lanes, "with dst_write: a word of no digest of what was meant"),
    )


def _gmu_two_clocks(lanes: int, word: int) -> tuple[Pin, ...]:
    clocks = _pins(
        ("clk", "input", 1, "clock of the core"),
        (
            "rst",
            "input",
            1,
            "reset of the core, synchronous to clk, active high; drops every message in flight",
        ),
        ("io_clk", "input", 1, "clock of all ports below; any phase and frequency"),
        (
            "io_rst",
            "input",
            1,
            "reset synchronous to io_clk; high together with rst for an edge of each clock",
        ),
    )
    return (*clocks, *(pin for pin in _gmu(lanes, word) if pin.port.name not in ("clk", "rst")))


def _lwc(lanes: int, word: int) -> tuple[Pin, ...]:
    each = "" if lanes == 1 else f", lane l at [l*{word} +: {word}]"
    return _pins(
        ("clk", "input", 1, "clock; everything happens at its rising edge"),
        ("rst", "input", 1, "synchronous reset, active high; drops every message in flight"),
        (
            "pdi_data",
            "input",
            lanes * word,
            f"word of an instruction or a segment, what is first highest{each}",
        ),
        ("pdi_valid", "input", lanes, "the word is offered; it stays as it is until it is taken"),
        ("pdi_ready", "output", lanes, "the word is taken at this edge, where pdi_valid is high too"),
        ("sdi_data", "input", lanes * word, "not looked at: no key is needed"),
        ("sdi_valid", "input", lanes, "not looked at"),
        ("sdi_ready", "output", lanes, "0"),
        ("do_data", "output", lanes * word, f"word of an answer, what is first highest{each}"),
        ("do_valid", "output", lanes, "the word is there; it stays as it is until it is taken"),
        ("do_ready", "input", lanes, "the word is taken at this edge, where do_valid is high too"),
        ("do_last", "output", lanes, "the word is the status, the last one of its answer"),
    )


def _registers(lanes: int, word: int) -> tuple[Pin, ...]:
    def pins(*names: tuple[str, str, int]) -> tuple[tuple[str, str, int, str], ...]:
        return tuple((f"s_axil_{name}", direction, width, "AXI4-Lite") for name, direction, width in names)

    return _pins(
        ("aclk", "input", 1, "clock; everything happens at its rising edge"),
        ("aresetn", "input", 1, "synchronous reset, active low; drops every message in flight"),
        ("irq", "output", 1, "high while an enabled bit of INTERRUPT_STATUS is set"),
        *pins(
            ("awvalid", "input", 1), ("awready", "output", 1), ("awaddr", "input", 8), ("awprot", "input", 3),
            ("wvalid", "input", 1), ("wready", "output", 1), ("wdata", "input", 32), ("wstrb", "input", 4),
            ("bvalid", "output", 1), ("bready", "input", 1), ("bresp", "output", 2),
            ("arvalid", "input", 1), ("arready", "output", 1), ("araddr", "input", 8), ("arprot", "input", 3),
            ("rvalid", "output", 1), ("rready", "input", 1), ("rdata", "output", 32), ("rresp", "output", 2),
        ),
    )  # fmt: skip


def _apb(lanes: int, word: int) -> tuple[Pin, ...]:
    return _pins(
        ("pclk", "input", 1, "clock; everything happens at its rising edge"),
        ("presetn", "input", 1, "synchronous reset, active low; drops every message in flight"),
        ("irq", "output", 1, "high while an enabled bit of INTERRUPT_STATUS is set"),
        ("s_apb_psel", "input", 1, "a transfer: its setup phase, then its access phase"),
        ("s_apb_penable", "input", 1, "access phase, the second cycle of a transfer"),
        ("s_apb_pwrite", "input", 1, "the transfer is a write"),
        ("s_apb_paddr", "input", 8, "address of the register in bytes"),
        ("s_apb_pwdata", "input", 32, "what is written"),
        ("s_apb_pstrb", "input", 4, "bit i: byte i is written; 1111 from a master of APB3"),
        ("s_apb_pprot", "input", 3, "not looked at"),
        ("s_apb_pready", "output", 1, "high in the access phase: no transfer waits"),
        ("s_apb_prdata", "output", 32, "what is read, in the access phase"),
        (
            "s_apb_pslverr",
            "output",
            1,
            "with s_apb_pready: no register to be read or written so",
        ),
    )


ADAPTERS: Mapping[str, Adapter] = {
    "axis": Adapter(
        title="AXI4-Stream",
        module="axis_adapter",
        files=(
            "axis_beat_decoder.sv", "axis_beat_encoder.sv", "lane_arbiter.sv", "digest_marks.sv",
            "axis_adapter.sv",
        ),
        clock="aclk",
        pins=_axis,
        makes_reset=True,
    ),
    "gmu": Adapter(
        title="the FIFO interface of George Mason University's comparison",
        module="gmu_adapter",
        files=(
            "digest_marks.sv", "stream_resizer.sv", "asynchronous_fifo.sv", "gmu_receiver.sv", "gmu_lane.sv",
            "gmu_adapter.sv",
        ),
        clock="clk",
        pins=_gmu,
        makes_reset=False,
        tied={"io_clk": "clk", "io_rst": "rst"},
    ),
    "lwc": Adapter(
        title="the LWC Hardware API",
        module="lwc_adapter",
        files=(
            "stream_resizer.sv", "byte_packer.sv", "lwc_receiver.sv", "lwc_sender.sv", "lwc_lane.sv",
            "lwc_adapter.sv",
        ),
        clock="clk",
        pins=_lwc,
        makes_reset=False,
        whole_bytes=True,
        keeps_words=True,
    ),
    "registers": Adapter(
        title="registers on AXI4-Lite",
        module="register_adapter",
        files=(*_BLOCK, "hash_registers_axil.sv", "register_adapter.sv"),
        clock="aclk",
        pins=_registers,
        makes_reset=True,
        for_software=_FOR_SOFTWARE,
    ),
    "apb": Adapter(
        title="registers on APB",
        module="apb_adapter",
        files=(*_BLOCK, "apb_adapter.sv"),
        clock="pclk",
        pins=_apb,
        makes_reset=True,
        for_software=_FOR_SOFTWARE,
    ),
}  # fmt: skip
"""By the name that the command takes."""

REGISTERS = tuple(bus for bus, adapter in ADAPTERS.items() if adapter.for_software)
"""The buses of the register block."""

GMU_TWO_CLOCKS = replace(
    ADAPTERS["gmu"],
    title="the FIFO interface of George Mason University's comparison, with a clock of its own",
    pins=_gmu_two_clocks,
    tied={},
    io_clock="io_clk",
    keeps_words=True,
)
"""The same adapter with two or more words on the bus for each word of the core."""
