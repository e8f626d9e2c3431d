# SPDX-License-Identifier: Apache-2.0
import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from dummy_model import Dummy, core_unit, stream_digest, top_unit
from folders import RTL
from own_state import here, own_session

from hashloom.catalogue import designs, resolve_design, rtl
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, MissingTool
from hashloom.execution import jobs
from hashloom.execution.kept import SUMS
from hashloom.execution.session import again
from hashloom.flow import yosys
from hashloom.models import Block
from hashloom.simulation import (
    Beat,
    Stalls,
    driver_program,
    elaboration,
    liberty_models,
    netlist_simulator,
    paired_simulator,
    simulator,
    stream,
    verilog_models,
)
from hashloom.simulation.compiled import compiled
from hashloom.simulation.waveform import read_vcd

MODEL = Dummy()


pytestmark = pytest.mark.usefixtures("simulation_state")


def messages(count: int, seed: int = 1) -> list[tuple[bytes, int]]:
    generator = random.Random(seed)
    found = []
    for _ in range(count):
        bits = generator.choice((0, 63, 64, 65, 128, generator.randint(0, 400)))
        value = generator.getrandbits(bits) << (-bits % 8) if bits else 0
        found.append((value.to_bytes((bits + 7) // 8, "big"), bits))
    return found


POOL = messages(150)
BLOCKS = [MODEL.blocks(*message) for message in POOL]
DIGESTS = [MODEL.digest(*message).ljust(16, b"\0") for message in POOL]


@pytest.mark.parametrize("stages", [1, 3, 8])
@pytest.mark.parametrize("stalls", [None, Stalls(0.5, 0.5), Stalls(0.9, 0.0), Stalls(0.0, 0.9)])
def test_digests_of_a_core(stages: int, stalls: Stalls | None) -> None:
    run = simulator(core_unit(stages), "core", own_session()).run(BLOCKS, stalls, seed=5, instances=6)
    assert run.failure is None
    assert run.digests == DIGESTS
    found = [message for message in run.messages if message]
    assert {message.lane for message in found} == set(range(stages))
    assert {message.instance for message in found} == set(range(6))
    assert [len(message.accepted) for message in found] == [len(blocks) for blocks in BLOCKS]
    assert {message.digest_bits for message in found} == {128}


@pytest.mark.parametrize("stages", [1, 3])
def test_cycles_without_stalls(stages: int) -> None:
    run = simulator(core_unit(stages), "core", own_session()).run(BLOCKS, instances=2)
    found = [message for message in run.messages if message]
    assert {interval for message in found for interval in message.intervals} == {4 * stages}
    assert all(message.latency == 4 * stages * len(message.accepted) for message in found)
    assert all(message.last_digest == message.first_digest + stages for message in found)


def test_a_message_stays_where_it_is_put() -> None:
    places = [(i % 3, i % 5) for i in range(len(BLOCKS))]
    run = simulator(core_unit(3), "core", own_session()).run(BLOCKS, Stalls(0.3, 0.3), places=places)
    assert run.digests == DIGESTS
    assert [(message.lane, message.instance) for message in run.messages if message] == places
    by_place: dict[tuple[int, int], int] = {}
    for place, message in zip(places, run.messages, strict=True):
        assert message is not None
        assert message.accepted[0] > by_place.get(place, -1)
        by_place[place] = message.accepted[-1]


def test_one_at_a_time_waits_for_the_digest() -> None:
    run = simulator(core_unit(1), "core", own_session()).run(BLOCKS, back_to_back=False, instances=1)
    found = [message for message in run.messages if message]
    assert run.digests == DIGESTS
    assert all(b.accepted[0] > a.last_digest for a, b in pairwise(found))


def test_reset_drops_what_is_in_flight() -> None:
    run = simulator(core_unit(3), "core", own_session()).run(
        BLOCKS, Stalls(0.1, 0.5), instances=4, resets=(10, 11, 40, 77)
    )
    assert run.failure is None
    assert run.restarted >= 8
    assert run.digests == DIGESTS
    for message in run.messages:
        assert message is not None
        assert not any(message.accepted[0] <= cycle <= message.last_digest for cycle in (10, 11, 40, 77))


def test_the_seed_fixes_the_run() -> None:
    core = simulator(core_unit(3), "core", own_session())
    first, same, other = (core.run(BLOCKS, Stalls(0.5, 0.5), seed=seed) for seed in (7, 7, 8))
    assert first == same
    assert [m and m.accepted for m in first.messages] != [m and m.accepted for m in other.messages]


FAULTS = {
    2: "digest dropped",
    4: "hang",
    5: "digest changed",
    6: "combinational path",
    7: "unexpected digest",
    8: "lane order",
    9: "unexpected digest",
    10: "endless digest",
    11: "unexpected digest",
}


@pytest.mark.long
@pytest.mark.parametrize(("fault", "kind"), FAULTS.items())
def test_a_broken_core_is_caught_by_its_protocol(fault: int, kind: str) -> None:
    run = simulator(core_unit(3, fault), "core", own_session()).run(
        BLOCKS, Stalls(0.2, 0.4), instances=8, resets=(30, 60), watchdog=500
    )
    assert run.failure is not None
    assert run.failure.kind == kind
    assert None in run.messages
    assert kind in str(run.failure)


def test_a_watchdog_waits_as_long_as_blocks_take() -> None:
    """Between two messages of compact CubeHash 5,176 cycles pass; a source may wait for eight blocks."""
    core = simulator(core_unit(3), "core", own_session())
    for design in designs(here()):
        needed = 8 * design.cycles_block() + 2 * design.latency_cycles(1)
        found = core.patient(design).watchdog
        assert found >= needed
        assert (found == core.watchdog) == (16 * (design.cycles_block() + design.latency_cycles(1)) <= 20_000)


def test_a_watchdog_of_a_run_comes_before_that_of_the_simulator() -> None:
    core = replace(simulator(core_unit(3), "core", own_session()), watchdog=3)
    assert str(core.run(BLOCKS[:1], instances=1).failure).startswith("hang: no progress for 3 cycles")
    assert core.run(BLOCKS[:1], instances=1, watchdog=500).failure is None
    paired = replace(paired_simulator(core_unit(3), "core", own_session()), watchdog=3)
    assert str(paired.run(BLOCKS[:1], instances=1).failure).startswith("hang: no progress for 3 cycles")


@pytest.mark.parametrize("fault", [1, 3])
def test_a_broken_core_is_caught_by_its_digests(fault: int) -> None:
    run = simulator(core_unit(3, fault), "core", own_session()).run(BLOCKS, instances=8)
    right = [found == expected for found, expected in zip(run.digests, DIGESTS, strict=True)]
    assert run.failure is None
    assert not all(right)
    if fault == 1:
        assert right == [len(blocks) != 3 for blocks in BLOCKS]


def test_turns_must_go_round(tmp_path: Path) -> None:
    text = (RTL / "dummy_core.sv").read_text()
    assert "assign digest_lane = lane;" in text
    broken = tmp_path / "dummy_core.sv"
    broken.write_text(text.replace("assign digest_lane = lane;", "assign digest_lane = '0;"))
    unit = RtlUnit("broken", "dummy_core", (broken,), (("STAGES", 3),))
    run = simulator(unit, "core", own_session()).run(BLOCKS)
    assert run.failure is not None
    assert run.failure.kind == "lane order"


@pytest.mark.parametrize("stages", [1, 2])
def test_digests_of_a_stream(stages: int) -> None:
    noise = random.Random(3)
    extra = [i % 3 == 0 for i in range(len(POOL))]
    data = [stream(*message, 64, noise, more) for message, more in zip(POOL, extra, strict=True)]
    expected = [
        stream_digest(*message, more).ljust(16, b"\0") for message, more in zip(POOL, extra, strict=True)
    ]
    top = simulator(top_unit(stages), "top", own_session())
    assert (top.word_bits, top.digest_beat_bits) == (64, 64)
    for stalls in (None, Stalls(0.5, 0.5)):
        run = top.run(data, stalls, instances=7, resets=(20,))
        assert run.failure is None
        assert run.digests == expected


def test_a_broken_stream_is_caught() -> None:
    noise = random.Random(4)
    data = [stream(*message, 64, noise) for message in POOL]
    expected = [stream_digest(*message, False).ljust(16, b"\0") for message in POOL]
    unmasked = simulator(top_unit(2, 1), "top", own_session()).run(data)
    assert unmasked.failure is None
    assert unmasked.digests != expected
    looped = simulator(top_unit(2, 2), "top", own_session()).run(data)
    assert looped.failure is not None
    assert looped.failure.text == "out_valid depends on out_ready within one cycle"


def test_a_blocked_lane_waits_until_the_others_are_done() -> None:
    noise = random.Random(5)
    data = [stream(*message, 64, noise) for message in POOL]
    run = simulator(top_unit(2), "top", own_session()).run(data, Stalls(block_lane=True), seed=6, instances=4)
    assert run.failure is None
    assert run.digests == [stream_digest(*message, False).ljust(16, b"\0") for message in POOL]
    found = [message for message in run.messages if message]
    for instance in range(4):
        here = [message for message in found if message.instance == instance]
        left = [[message.last_digest for message in here if message.lane == lane] for lane in range(2)]
        assert max(left[1 - instance % 2]) < min(left[instance % 2])


def test_a_lane_that_holds_up_another_is_caught(tmp_path: Path) -> None:
    unit = rtl.unit(resolve_design("skein-256/4r-2m", here()), "top")
    (top,) = (path for path in unit.sources if path.name == "skein_top.sv")
    held = "out_valid & ~out_ready"
    assert held in top.read_text()
    broken = tmp_path / top.name
    broken.write_text(top.read_text().replace(held, "{STAGES{1'b0}}"))
    data = [stream(*message, 64) for message in POOL]
    run = simulator(unit.with_file(broken), "top", own_session()).run(
        data, Stalls(block_lane=True), instances=4, watchdog=500
    )
    assert run.failure is not None
    assert run.failure.kind == "hang"


def test_words_of_a_stream() -> None:
    assert stream(b"", 0, 64) == [Beat(0, True, 0)]
    assert stream(b"\xab\xc0", 10, 8) == [Beat(0xAB, False, 8), Beat(0xC0, True, 2)]
    assert stream(b"\xab\xcd", 16, 8) == [Beat(0xAB, False, 8), Beat(0xCD, True, 8)]
    assert stream(b"\xab", 8, 8, extra_word=True) == [Beat(0xAB, False, 8), Beat(0, True, 0)]
    noisy = [stream(b"\xab\xc0", 10, 8, random.Random(i)) for i in range(20)]
    assert {beats[1].data >> 6 for beats in noisy} == {3}
    assert len({beats[1].data for beats in noisy}) > 5
    assert {beats[1].bits for beats in noisy} == {2}


def test_waveform(tmp_path: Path) -> None:
    path = tmp_path / "wave form.vcd"
    run = simulator(core_unit(1), "core", own_session()).run(BLOCKS[:1], instances=1, vcd=path)
    found = run.messages[0]
    assert found is not None
    assert "$var wire 64 " in path.read_text()
    signals = read_vcd(path)
    assert {len(values) for values in signals.values()} == {run.cycles}
    assert signals["rst"] == [1] + [0] * (run.cycles - 1)
    assert [
        cycle
        for cycle in range(1, run.cycles)
        if signals["block_valid"][cycle] and signals["block_ready"][cycle]
    ] == list(found.accepted)
    offered = [cycle for cycle in range(1, run.cycles) if signals["digest_valid"][cycle]]
    assert offered == [found.first_digest, found.last_digest]
    assert signals["block_data"][found.accepted[0]] == int.from_bytes(BLOCKS[0][0].data, "big")
    assert signals["digest_data"][found.first_digest] == int.from_bytes(DIGESTS[0][:8], "big")


def test_the_cache_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    unit = core_unit(3)
    first = simulator(unit, "core", own_session()).circuit
    changed = tmp_path / "dummy_core.sv"
    changed.write_text((RTL / "dummy_core.sv").read_text() + "// another\n")

    def no_tool(*arguments: object) -> jobs.Outcome:
        raise AssertionError("a tool was started")

    monkeypatch.setattr(jobs, "run", no_tool)
    assert simulator(unit, "core", own_session()).circuit == first
    with pytest.raises(AssertionError, match="a tool was started"):
        simulator(RtlUnit(unit.name, unit.top, (changed,), unit.parameters), "core", own_session())


def test_missing_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path))
    for name, value in (("PATH", str(tmp_path)), ("CXX", "no-such-compiler")):
        with monkeypatch.context() as patch:
            patch.delenv("CXX", raising=False)
            patch.setenv(name, value)
            with pytest.raises(MissingTool, match=r"install it with: sudo apt-get install g\+\+") as caught:
                simulator(core_unit(1), "core", own_session())
        assert caught.value.exit_status == 3


def test_refused_rtl(tmp_path: Path) -> None:
    source = tmp_path / "broken.sv"
    source.write_text("module broken (input clk; endmodule\n")
    with pytest.raises(HashloomError, match=r"yosys cannot elaborate broken .*syntax error"):
        simulator(RtlUnit("broken", "broken", (source,), ()), "core", own_session())
    source.write_text("module broken (input clk, rst, output q); assign q = rst; endmodule\n")
    with pytest.raises(HashloomError, match="the circuit has no port block_"):
        simulator(RtlUnit("broken", "broken", (source,), ()), "core", own_session()).run(BLOCKS)


HEAD = ".model t\n.inputs clk rst\n.outputs y\n"
BAD_NETLISTS = {
    "loop": (".subckt $_NOT_ A=y Y=y\n", "combinational loop through y"),
    "unknown": (".subckt NAND9 A=rst Y=y\n", "no model is known for the cell NAND9"),
    "two drivers": (
        ".subckt $_NOT_ A=clk Y=y\n.subckt $_NOT_ A=rst Y=y\n",
        "the net y has more than one driver",
    ),
    "other clock": (
        ".subckt $_DFF_P_ D=clk C=rst Q=y\n",
        "the flip-flop y is not clocked by the rising edge",
    ),
    "falling edge": (
        ".subckt $_DFF_N_ D=rst C=clk Q=y\n",
        "the flip-flop y is not clocked by the rising edge",
    ),
    "latch": (".latch rst y re clk 0\n", "a line of the netlist is not understood: .latch"),
}


@pytest.mark.parametrize(("body", "reason"), BAD_NETLISTS.values(), ids=BAD_NETLISTS.keys())
def test_netlists_that_cannot_be_simulated(body: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.blif"
    path.write_text(f"{HEAD}{body}.end\n")
    with pytest.raises(HashloomError) as caught:
        driver_program.simulate(driver_program.program(own_session()), path, "t", "core", 1, "run\n")
    assert reason in str(caught.value)


def synthesise(folder: Path, unit: RtlUnit, commands: list[str]) -> Path:
    yosys.copy_sources(unit, folder)
    outcome = yosys.run(folder, [*yosys.elaborate(unit), *commands], jobs.Limits())
    assert outcome.state == jobs.OK, outcome.tail()
    return folder / "netlist.v"


def to_cells(library: Path) -> list[str]:
    return [
        "proc", "flatten", "opt", "techmap", "opt", f"dfflibmap -liberty {library}",
        f"abc -liberty {library}", "opt_clean -purge", "write_verilog -noattr netlist.v",
    ]  # fmt: skip


@pytest.mark.long
def test_netlist_of_standard_cells(tmp_path: Path) -> None:
    library, unit = RTL / "small.lib", core_unit(3)
    netlist = synthesise(tmp_path, unit, to_cells(library))
    text = netlist.read_text()
    assert "NAND2 " in text
    assert "DFF " in text
    models = liberty_models(library)
    simulated = netlist_simulator(netlist, unit, "core", models, own_session())
    run = simulated.run(BLOCKS, Stalls(0.3, 0.3), instances=5)
    assert run.failure is None
    assert run.digests == DIGESTS
    assert simulated.facts["flip_flops"] == text.count("DFF ")
    broken = tmp_path / "broken.v"
    broken.write_text(text.replace("XOR2 ", "NAND2 ", 1))
    assert (
        netlist_simulator(broken, unit, "core", models, own_session()).run(BLOCKS, watchdog=500).digests
        != DIGESTS
    )


def test_a_flip_flop_with_both_outputs_is_one(tmp_path: Path) -> None:
    """Liberty names both states; as two flip-flops they would begin with values of their own."""
    library, netlist = tmp_path / "both.lib", tmp_path / "netlist.v"
    both = 'pin (QN) { direction : output; function : "IQN"; } }\n}'
    library.write_text((RTL / "small.lib").read_text().rstrip().removesuffix("}").rstrip()[:-1] + both)
    ports = "input clock, d, output q, qn"
    netlist.write_text(f"module t({ports}); DFF f(.CK(clock), .D(d), .Q(q), .QN(qn)); endmodule\n")
    gates = elaboration.netlist_gates(netlist, "t", liberty_models(library), own_session()).read_text()
    assert gates.count("$_DFF_P_") == 1
    assert gates.count("$_NOT_ A=IQ Y=IQN") == 1


def test_a_cell_without_a_function_is_refused(tmp_path: Path) -> None:
    library, netlist = tmp_path / "none.lib", tmp_path / "netlist.v"
    library.write_text((RTL / "small.lib").read_text().replace('function : "!A";', ""))
    netlist.write_text("module t(input a, output y); INV i(.A(a), .Y(y)); endmodule\n")
    with pytest.raises(HashloomError, match=r"yosys cannot elaborate netlist\.v .*INV.* is not part of"):
        elaboration.netlist_gates(netlist, "t", liberty_models(library), own_session())


@pytest.mark.long
def test_netlist_of_an_fpga(tmp_path: Path) -> None:
    unit = core_unit(1)
    commands = [f"synth_ecp5 -nobram -nodsp -nolutram -top {unit.top}", "write_verilog -noattr netlist.v"]
    netlist = synthesise(tmp_path, unit, commands)
    assert "TRELLIS_FF" in netlist.read_text()
    models = verilog_models("+/ecp5/cells_sim.v")
    run = netlist_simulator(netlist, unit, "core", models, own_session()).run(
        BLOCKS, Stalls(0.3, 0.3), instances=5
    )
    assert run.failure is None
    assert run.digests == DIGESTS


def test_other_netlists_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "netlist.txt"
    path.write_text("")
    with pytest.raises(HashloomError, match=r"is no netlist; its name must end in one of \.v, \.json"):
        elaboration.netlist_gates(path, "t", verilog_models(), own_session())


def test_blocks_are_checked() -> None:
    core = simulator(core_unit(1), "core", own_session())
    wide = [Block(b"\1" + bytes(8), True, True, False, 0)]
    with pytest.raises(HashloomError, match="a value does not fit into 64 bits"):
        core.run([wide])


def test_a_compiled_file_that_was_damaged_is_made_again(tmp_path: Path) -> None:
    """It is kept alone, and found again whatever else is to be done anew."""
    made = []

    def make(folder: Path) -> Path:
        made.append(folder)
        (folder / "x").write_text("content\n")
        (folder / "log").write_text("how it was made\n")
        return folder / "x"

    def kept(number: int) -> Path:
        return compiled({"of": tmp_path.name, "number": number}, make, own_session(again("all")))

    path = kept(1)
    assert kept(1) == path
    assert [one.name for one in path.parent.iterdir() if one.name != SUMS] == ["x"]
    assert len(made) == 1
    for damage in ("conte", "", "content\n\n"):
        path.write_text(damage)
        assert kept(1).read_text() == "content\n"
    assert len(made) == 4
    assert kept(2) != path
