# SPDX-License-Identifier: Apache-2.0
"""What the flow finds out about a design on a target."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from hashloom.execution import jobs
from hashloom.flow.tried import PORTFOLIO_FIGURES, Portfolio


@dataclass(frozen=True)
class SeedRun:
    """One placement: its seed, its state and, if ok, clock frequency and area of the core."""

    seed: int
    state: str
    clock_mhz: float | None = None
    area_lut: int | None = None
    area_ff: int | None = None


@dataclass(frozen=True)
class Measurement:
    """Figures of a piece of RTL on a target for a goal, without regard to what it computes.

    `state` is one of `jobs.STATES`; figures are None unless it is ok. `clock_mhz` in MHz and
    `period_ns` in nanoseconds bound paths from register to register; on an FPGA the clock is the median over
    `seeds` and `clock_mhz_min`, `clock_mhz_max` its spread, areas are medians too. `area_ge` in gate
    equivalents (area over that of the library's two-input NAND), `area_um2` in the library's unit (square
    micrometres), `area_lut` in look-up tables, `area_ff` in flip-flops; `area` is the one figure that counts
    on the target, in `area_unit`. A design `mapped_only` on an FPGA has no clock; `levels`, its logic depth
    (`hashloom.flow.logic_depth`), say what the period grows with. `critical_path` names its start and its
    end. `paths_ns` are the delays of the slowest paths between ports and registers (standard cells only).
    `steps` are the keys of the steps that the figures are made from, by name; `synthesis_key`, that of the
    synthesis, says which record and which folder of the cache the netlist is. `flow_digest` is the hash of
    what the figures depend on beside them: rules of area, devices. `message` says why the state is not ok.
    """

    state: str
    tools: Mapping[str, str]
    rtl_digest: str
    synthesis_key: str
    clock_mhz: float | None = None
    clock_mhz_min: float | None = None
    clock_mhz_max: float | None = None
    period_ns: float | None = None
    area_ge: float | None = None
    area_um2: float | None = None
    area_lut: int | None = None
    area_ff: int | None = None
    critical_path: tuple[str, str] | None = None
    logic_levels: int | None = None
    paths_ns: Mapping[str, float] = field(default_factory=dict)
    seeds: tuple[SeedRun, ...] = ()
    message: str | None = None
    mapped_only: bool | None = None
    levels: float | None = None
    area: float | None = None
    area_unit: str | None = None
    device: str | None = None
    flow_digest: str | None = None
    steps: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PlacedSeed:
    """One placement of standard cells: its seed, the clock with its wires, and their length."""

    seed: int
    clock_mhz: float
    wire_mm: float


@dataclass(frozen=True)
class Placement:
    """Figures of standard cells that were placed, with wires that are estimated (`hashloom.flow.placement`).

    `clock_mhz` and `period_ns` bound paths from register to register with the delays of wires; `wire_mm` is
    the length of all wires but the clock's, `wire_ff` their capacitance, `nets` their number. All these,
    `critical_path`, and the core (`utilisation`, micrometres, `rows`) are those of the placement with `seed`,
    which has the median clock of `seeds`. `geometry` and `wires` say where sizes of cells, resistance and
    capacitance are from. The clock is ideal: `clock_tree` says so, and `clock_skew_ns` what that hides at
    most (`hashloom.flow.placement.steps.clock_skew_ns`).
    """

    clock_mhz: float
    wire_mm: float
    period_ns: float
    critical_path: tuple[str, str]
    utilisation: float
    width_um: float
    height_um: float
    rows: int
    nets: int
    wire_ff: float
    geometry: str
    wires: str
    clock_tree: str
    clock_skew_ns: float
    seed: int
    seeds: tuple[PlacedSeed, ...]

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> "Placement":
        """Return the placement whose fields these are. KeyError or TypeError if it was none."""
        start, end = body["critical_path"]
        seeds = tuple(PlacedSeed(**one) for one in body["seeds"])
        return cls(**{**body, "critical_path": (start, end), "seeds": seeds})


@dataclass(frozen=True)
class Energy:
    """Energy of a placed design, from a simulation of its netlist with delays (`hashloom.energy`).

    In picojoule per bit of long messages, in all lanes, at the clock `period_ns`: `pj_per_bit` with glitches,
    `glitch_free_pj_per_bit` without. The first is the sum of `clock_pj_per_bit` (the clock's pins),
    `logic_pj_per_bit` (transitions without glitches, of flip-flops too), `glitches_pj_per_bit` and
    `leakage_pj_per_bit`. `wires_pj_per_bit` is the part of wires in all of it; `swallowed_pj_per_bit`, in
    none of it, is what pulses would take that gates did not let through. They are means over `blocks` blocks
    in `cycles` clock cycles, and `error_pj_per_bit` is the standard error of the first. `short_*` are the
    same per bit of `short_messages` messages of `short_bytes` bytes, `idle_uw` is the power, in microwatt,
    without any, in `idle_cycles`.

    `toggles` and `glitch_free_toggles` are transitions of a net in a cycle, on average. `settled_ns` is the
    latest that a net changed after the edge of the clock. `volts` is the supply, `seed` that of the messages,
    `placement` that of the placement.
    """

    pj_per_bit: float
    glitch_free_pj_per_bit: float
    clock_pj_per_bit: float
    logic_pj_per_bit: float
    glitches_pj_per_bit: float
    leakage_pj_per_bit: float
    wires_pj_per_bit: float
    swallowed_pj_per_bit: float
    error_pj_per_bit: float
    blocks: int
    cycles: int
    short_bytes: int
    short_messages: int
    short_pj_per_bit: float
    short_glitch_free_pj_per_bit: float
    idle_cycles: int
    idle_uw: float
    toggles: float
    glitch_free_toggles: float
    settled_ns: float
    period_ns: float
    volts: float
    seed: int
    placement: int


ENERGY_FIGURES = {
    "energy_pj_per_bit": "pj_per_bit",
    "energy_glitch_free_pj_per_bit": "glitch_free_pj_per_bit",
}
"""Figures of an `Energy` that stand in a row beside the others, not in its member `energy`."""
PLACED_FIGURES = {"clock_placed_mhz": "clock_mhz", "wire_mm": "wire_mm"}
"""Figures of a `Placement` that stand in a row beside the others, not in its member `placement`."""
OF_CELLS = {"placement": PLACED_FIGURES, "energy": ENERGY_FIGURES, "portfolio": PORTFOLIO_FIGURES}
"""What result, body and row have of some standard cells only, and the figures of it that stand beside."""


@dataclass(frozen=True)
class Assurance:
    """What a result's `ok` rests on, beside the simulation of its netlist.

    `verification` is the key of the verification that the design passed (`hashloom.verification.basis`), at
    these `levels`, on these `tools`. `proofs` are the names of the proofs that speak of the design, and hold;
    `proofs_key` is their key (`hashloom.formal.relevance`).
    """

    verification: str
    levels: tuple[str, ...]
    tools: Mapping[str, str]
    proofs: tuple[str, ...]
    proofs_key: str

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> "Assurance":
        """Return the assurance whose fields these are. KeyError or TypeError if it was none."""
        return cls(
            str(body["verification"]),
            tuple(body["levels"]),
            dict(body["tools"]),
            tuple(body["proofs"]),
            str(body["proofs_key"]),
        )


@dataclass(frozen=True)
class Result:
    """A `Measurement` of a design that passed verification, with what makes it a row of a table.

    `cycles_per_block` counts clock cycles per block with all lanes busy, `latency_cycles` those from one
    block of a message to its next; `throughput_gbps` is that of long messages in 10^9 bit/s, block length
    over cycles per block times clock. `vectors_digest` is the hash of the vectors the RTL passed;
    `netlist_simulated` says whether the synthesised netlist gave right digests too, `assurance` what else was
    checked; None where the design did not pass. `placement` is there where standard cells were placed: then
    the throughput is that of the clock with wires. `energy` is there where that was told, too, `portfolio`
    where the netlist is the best of several. `standing` is the row of a document that the result was taken
    from, if it was.
    """

    function: str
    architecture: str
    target: str
    goal: str
    block_bits: int
    cycles_per_block: float
    latency_cycles: int
    vectors_digest: str
    netlist_simulated: bool
    measurement: Measurement
    assurance: Assurance | None = None
    placement: Placement | None = None
    energy: Energy | None = None
    portfolio: Portfolio | None = None
    standing: Mapping[str, Any] | None = field(default=None, compare=False)

    @property
    def state(self) -> str:
        """One of `jobs.STATES`; only ok is ever ranked."""
        return self.measurement.state

    @property
    def clock_mhz(self) -> float | None:
        """Clock frequency in MHz; of standard cells the one without wires."""
        return self.measurement.clock_mhz

    @property
    def clock_placed_mhz(self) -> float | None:
        """Clock frequency in MHz with estimated wires, of standard cells that were placed."""
        return None if self.placement is None else self.placement.clock_mhz

    @property
    def throughput_gbps(self) -> float | None:
        """Throughput of long messages in Gbit/s, with wires where they are known."""
        clock = self.clock_mhz if self.placement is None else self.placement.clock_mhz
        return throughput_gbps(self.block_bits, self.cycles_per_block, clock)

    def row(self) -> dict[str, Any]:
        """Row of a table, as JSON object; figures that the target or the state does not give are left out.

        A row that stands in a document comes out as it stands there.
        """
        if self.standing is not None:
            return dict(self.standing)
        row = {
            "function": self.function,
            "architecture": self.architecture,
            "target": self.target,
            "goal": self.goal,
            "state": self.state,
            "clock_mhz": self.clock_mhz,
            "block_bits": self.block_bits,
            "cycles_per_block": self.cycles_per_block,
            "latency_cycles": self.latency_cycles,
            "throughput_gbps": self.throughput_gbps,
            "netlist_simulated": self.netlist_simulated,
            "vectors_digest": self.vectors_digest,
            "assurance": None if self.assurance is None else plain(self.assurance),
            **asdict(self.measurement),
            **({} if self.placement is None else _apart(self.placement, "placement", PLACED_FIGURES)),
            **({} if self.energy is None else _apart(self.energy, "energy", ENERGY_FIGURES)),
            **({} if self.portfolio is None else _apart(self.portfolio, "portfolio", PORTFOLIO_FIGURES)),
        }
        return without_absent(row)

    def body(self) -> dict[str, Any]:
        """JSON object that `from_body` reads."""
        body = asdict(self)
        del body["standing"]
        for name in OF_CELLS:
            if body[name] is None:
                del body[name]
        return body

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> "Result":
        """Return the result whose `body` this was."""
        measurement = dict(body["measurement"])
        measurement["seeds"] = tuple(SeedRun(**seed) for seed in measurement["seeds"])
        if measurement["critical_path"] is not None:
            measurement["critical_path"] = tuple(measurement["critical_path"])
        assured = body.get("assurance")
        assurance = None if assured is None else Assurance.from_body(assured)
        placed = body.get("placement")
        placement = None if placed is None else Placement.from_body(placed)
        told, several = body.get("energy"), body.get("portfolio")
        found = {
            "measurement": Measurement(**measurement),
            "assurance": assurance,
            "placement": placement,
            "energy": None if told is None else Energy(**told),
            "portfolio": None if several is None else Portfolio.from_body(several),
        }
        return cls(**{**body, **found})

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> "Result":
        """Return the result whose `row` this was; what others added to the row is left out.

        KeyError or TypeError if it was none.
        """
        measured = {one.name: row[one.name] for one in fields(Measurement) if one.name in row}
        own = {one.name for one in fields(cls)} - {"measurement", "standing", "assurance", *OF_CELLS}
        named = {**{name: row[name] for name in own}, "assurance": row.get("assurance")}
        for member, beside in OF_CELLS.items():
            if row.get(member) is not None:
                named[member] = {**row[member], **{name: row[key] for key, name in beside.items()}}
        whole = {**asdict(Measurement("", {}, "", "")), **measured}
        return cls.from_body({**named, "measurement": whole})


def _apart(figures: Placement | Energy | Portfolio, member: str, beside: Mapping[str, str]) -> dict[str, Any]:
    """What a row has of these: some of them beside the others, the rest in a member."""
    inside = asdict(figures)
    return {**{key: inside.pop(name) for key, name in beside.items()}, member: inside}


def plain(assurance: Assurance) -> dict[str, Any]:
    """The assurance as a JSON object."""
    return {**asdict(assurance), "levels": list(assurance.levels), "proofs": list(assurance.proofs)}


def failed(state: str, message: str, rtl_digest: str, tools: Mapping[str, str]) -> Measurement:
    """Measurement without figures."""
    if state not in jobs.STATES or state == jobs.OK:
        raise ValueError(f"{state} is no state of a failure")
    return Measurement(state=state, tools=tools, rtl_digest=rtl_digest, synthesis_key="", message=message)


def throughput_gbps(block_bits: float, cycles_per_block: float, clock_mhz: float | None) -> float | None:
    """Throughput of long messages in Gbit/s; None without a clock."""
    return None if clock_mhz is None else block_bits / cycles_per_block * clock_mhz / 1000


def without_absent(row: Mapping[str, Any]) -> dict[str, Any]:
    """The row without the figures that are not known."""
    return {key: value for key, value in row.items() if value not in (None, (), {})}


def speed(row: Mapping[str, Any], relative: bool) -> float | None:
    """How fast a row's design goes on its target: its clock in MHz.

    `relative`: as designs that were mapped and not placed compare, the inverse of its logic depth, to
    which the period is proportional on one target. None where that is not known or the state is not ok.
    """
    known = row.get("levels" if relative else "clock_mhz")
    if row["state"] != jobs.OK or not known:
        return None
    return float(1 / known if relative else known)
