# SPDX-License-Identifier: Apache-2.0
"""How the flow calls its tools, and what it does when they misbehave: with mocks that write down their calls.

The calls stand in golden/; with HASHLOOM_RENEW_GOLDEN=1 this test writes them anew.
"""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from folders import SUPPORT
from own_state import here, own_records, own_session, state_folder
from processes import marked, wait_until
from target_kinds import standard_cells

from hashloom import flow, libraries, targets
from hashloom.catalogue.ports import Port
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.execution.jobs import Limits
from hashloom.execution.records import Body
from hashloom.execution.session import Reuse, again
from hashloom.execution.steps import Action, room
from hashloom.flow import cells, fpga, serial_harness, timing, yosys
from hashloom.flow.goals import GOALS, abc_script
from hashloom.targets import Fpga

MOCKS = SUPPORT / "mock_tools"
GOLDEN = Path(__file__).parent / "golden"
LIMITS = Limits(memory_bytes=2**33, wall_seconds=60)


@pytest.fixture(autouse=True)
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Mock tools in the place of the real ones; the file they write their calls to."""
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    monkeypatch.setenv("HASHLOOM_MOCK_LOG", str(tmp_path / "calls"))
    monkeypatch.setenv("HASHLOOM_TEST_MARK", str(tmp_path))
    monkeypatch.setenv("PATH", f"{MOCKS}:{os.environ['PATH']}")
    monkeypatch.setattr(yosys, "_CHILD", MOCKS / "yosys.py")
    timing.version.cache_clear()
    yield tmp_path / "calls"
    timing.version.cache_clear()


@pytest.fixture
def unit(tmp_path: Path) -> RtlUnit:
    for name in ("a_pkg.sv", "core.sv"):
        (tmp_path / name).write_text(f"// {name}\n")
    return RtlUnit("u", "core", (tmp_path / "a_pkg.sv", tmp_path / "core.sv"), (("N", 7), ("ADDER", "fast")))


def ecp5() -> Fpga:
    target = targets.find("ecp5")
    assert isinstance(target, Fpga)
    return replace(target, program="mock-nextpnr")


def measure(
    unit: RtlUnit, target: targets.Target, seeds: int = 1, reuse: Reuse | None = None
) -> flow.Measurement:
    return flow.measure(unit, target, "fast", seeds, own_session(reuse), limits=LIMITS)


def compare_with_golden(name: str, calls: str) -> None:
    path = GOLDEN / name
    if os.environ.get("HASHLOOM_RENEW_GOLDEN"):
        path.write_text(calls)
    assert calls == path.read_text()


def calls(log: Path, tmp_path: Path) -> str:
    """The calls, with the place of the library made independent of the machine."""
    lines = log.read_text().splitlines()
    library = next(
        (word.strip('"{}') for line in lines for word in line.split() if ".lib" in word), "LIBRARY"
    )
    return "".join(f"{line}\n" for line in lines).replace(library, "LIBRARY").replace(str(tmp_path), "FOLDER")


@pytest.mark.parametrize("goal", GOALS)
def test_calls_for_standard_cells(log: Path, tmp_path: Path, unit: RtlUnit, goal: str) -> None:
    target = standard_cells()
    found = flow.measure(unit, target, goal, 1, own_session(), limits=LIMITS)
    compare_with_golden("standard_cells.txt", calls(log, tmp_path))
    assert found.state == jobs.OK
    assert found.period_ns == 2.125
    assert found.clock_mhz == 470.588
    assert found.logic_levels == 3
    assert found.critical_path == ("r1_reg", "r2_reg")
    assert found.paths_ns == {"register": 2.125, "input": 2.125, "output": 2.0}
    assert found.area_um2 == 10 * 24 + 2 * 56 + 4 * 96
    assert found.area_ge == round(found.area_um2 / 24, 1)
    assert found.area_ff == 4


def test_calls_for_an_fpga(log: Path, tmp_path: Path, unit: RtlUnit) -> None:
    found = measure(unit, ecp5(), seeds=3)
    compare_with_golden("fpga.txt", calls(log, tmp_path))
    assert found.state == jobs.OK
    assert [(run.seed, run.clock_mhz) for run in found.seeds] == [(1, 101), (2, 104), (3, 109)]
    assert (found.clock_mhz_min, found.clock_mhz, found.clock_mhz_max) == (101, 104, 109)
    assert (found.area_lut, found.area_ff) == (40 - 3, 39 - 9)
    assert found.critical_path == ("s", "t_reg")


def test_more_seeds_place_only_what_is_new(log: Path, unit: RtlUnit) -> None:
    measure(unit, ecp5(), seeds=2)
    log.unlink()
    assert len(measure(unit, ecp5(), seeds=4).seeds) == 4
    assert [line.split()[-3] for line in log.read_text().splitlines()] == ["3", "4"]


def test_an_emptied_cache_is_filled_again(log: Path, unit: RtlUnit) -> None:
    measure(unit, ecp5(), seeds=1)
    subprocess.run(["rm", "-r", str(state_folder())], check=True)
    log.unlink()
    assert measure(unit, ecp5(), seeds=1).state == jobs.OK
    assert not log.exists()
    assert measure(unit, ecp5(), seeds=2).state == jobs.OK
    assert [line.split()[1] for line in log.read_text().splitlines() if line[0] == "$"] == [
        "yosys",  # asked for the ports
        "yosys",
        "mock-nextpnr",
    ]


def test_what_changes_the_outcome_changes_the_key(log: Path, unit: RtlUnit) -> None:
    measure(unit, ecp5())
    for change in (
        replace(unit, parameters=(("N", 8), ("ADDER", "fast"))),
        replace(unit, sources=unit.sources[:1]),
    ):
        log.unlink()
        measure(change, ecp5())
        assert "$ yosys" in log.read_text()
    log.unlink()
    measure(unit, replace(ecp5(), arguments=("--other",)))
    assert [line.split()[1] for line in log.read_text().splitlines()] == ["mock-nextpnr"]


def test_netlists_are_repaired_before_placement(unit: RtlUnit) -> None:
    seen = []

    def repair(netlist: dict[str, Any]) -> None:
        seen.append(list(netlist["modules"]))
        netlist["modules"]["repaired"] = {}

    measure(unit, replace(ecp5(), repair=repair))
    assert seen == [["core", "serial_harness"]]
    (mapped,) = (state_folder() / "cache" / fpga.SYNTHESIS_KIND).iterdir()
    assert "repaired" in (mapped / fpga.NETLIST_JSON).read_text()


@pytest.mark.parametrize(
    ("mode", "state"),
    [
        ("yosys=crash", jobs.TOOL_CRASH),
        ("mock-nextpnr=crash", jobs.TOOL_CRASH),
        ("mock-nextpnr=no-room", jobs.DOES_NOT_FIT),
        ("mock-nextpnr=sleep", jobs.TIMED_OUT),
        ("yosys=sleep", jobs.TIMED_OUT),
    ],
)
def test_tools_that_misbehave(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, unit: RtlUnit, mode: str, state: str
) -> None:
    monkeypatch.setenv("HASHLOOM_MOCK_MODE", mode)
    limits = Limits(wall_seconds=1.0 if state == jobs.TIMED_OUT else 60)
    found = flow.measure(unit, ecp5(), "fast", 2, own_session(), limits=limits)
    assert found.state == state
    assert found.clock_mhz is None
    if "nextpnr" in mode:
        assert [run.state for run in found.seeds] == [state, state]
    if state == jobs.TOOL_CRASH:
        assert "has met with an accident" in str(found.message)
    assert wait_until(lambda: marked(str(tmp_path)) == [os.getpid()] or not marked(str(tmp_path)))


def test_a_report_without_a_clock(unit: RtlUnit) -> None:
    found = measure(unit, replace(ecp5(), arguments=("--no-clock",)))
    assert found.state == jobs.TOOL_CRASH
    assert found.message == "the report of mock-nextpnr has not one clock, TRELLIS_COMB, TRELLIS_FF"


def test_what_failed_is_done_again(monkeypatch: pytest.MonkeyPatch, log: Path, unit: RtlUnit) -> None:
    monkeypatch.setenv("HASHLOOM_MOCK_MODE", "sta=crash")
    target = standard_cells()
    assert measure(unit, target).state == jobs.TOOL_CRASH
    log.unlink()
    assert measure(unit, target).state == jobs.TOOL_CRASH
    assert not log.exists()
    assert measure(unit, target, reuse=again("failed")).state == jobs.TOOL_CRASH
    monkeypatch.delenv("HASHLOOM_MOCK_MODE")
    assert measure(unit, target).state == jobs.TOOL_CRASH
    good = measure(unit, target, reuse=again("failed"))
    assert good.state == jobs.OK
    log.unlink()
    assert measure(unit, target) == measure(unit, target, reuse=again("failed")) == good
    assert not log.exists()
    everything = again("all")
    assert measure(unit, target, reuse=everything) == good
    assert log.exists()
    log.unlink()
    assert measure(unit, target, reuse=everything) == measure(unit, target) == good
    assert not log.exists()
    assert [(body["state"], body["attempt"]) for body in own_records().all(cells.KIND)] == [
        (jobs.TOOL_CRASH, 0), (jobs.TOOL_CRASH, 1), (jobs.OK, 2), (jobs.OK, 3),
    ]  # fmt: skip
    assert len(list((state_folder() / "cache" / cells.KIND).iterdir())) == 1  # attempts have one key


def test_other_limits_try_again_what_hit_the_old_ones(
    monkeypatch: pytest.MonkeyPatch, log: Path, unit: RtlUnit
) -> None:
    def within(seconds: float) -> str:
        return flow.measure(unit, ecp5(), "fast", 1, own_session(), limits=Limits(wall_seconds=seconds)).state

    monkeypatch.setenv("HASHLOOM_MOCK_MODE", "mock-nextpnr=sleep")
    assert within(0.5) == jobs.TIMED_OUT
    log.unlink()
    assert within(0.5) == jobs.TIMED_OUT
    assert not log.exists()
    assert within(0.6) == jobs.TIMED_OUT
    monkeypatch.delenv("HASHLOOM_MOCK_MODE")
    assert within(60) == jobs.OK
    log.unlink()
    assert within(0.5) == within(70) == jobs.OK
    assert not log.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.sampled(3)
def test_an_end_in_the_middle(tmp_path: Path, unit: RtlUnit, number: signal.Signals, workers: int) -> None:
    """Neither a process nor half a record is left, and the next run goes on where this one was."""
    program = f"""
import os
from dataclasses import replace
from pathlib import Path
from hashloom import flow, targets
from hashloom.flow import yosys
from hashloom.execution.session import Session
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
yosys._CHILD = Path({str(MOCKS / "yosys.py")!r})
unit = RtlUnit("u", "core", tuple(map(Path, {[str(path) for path in unit.sources]!r})), {unit.parameters!r})
target = replace(targets.find("ecp5"), program="mock-nextpnr")
session = Session.at(Places.of(os.environ))
flow.measure(unit, target, "fast", 3, session, workers={workers}, limits=flow.LIMITS)
"""
    environment = {**os.environ, "HASHLOOM_MOCK_MODE": "mock-nextpnr=sleep"}
    laboratory = subprocess.Popen([sys.executable, "-c", program], env=environment, stderr=subprocess.DEVNULL)
    jobs_of_mocks = 5  # jail, mock, three sleeping children
    assert wait_until(lambda: len(marked(str(tmp_path))) >= 1 + jobs_of_mocks * workers, 30)
    laboratory.send_signal(number)
    laboratory.wait(20)
    assert wait_until(lambda: not set(marked(str(tmp_path))) - {os.getpid()})
    assert own_records().all(fpga.ROUTING_KIND) == []
    assert len(own_records().all(fpga.SYNTHESIS_KIND)) == 1
    assert not (state_folder() / "cache" / fpga.ROUTING_KIND).exists()
    found = flow.measure(unit, ecp5(), "fast", 3, own_session(), limits=flow.LIMITS)
    assert found.state == jobs.OK
    assert len(own_records().all(fpga.SYNTHESIS_KIND)) == 1
    assert list((state_folder() / "work").iterdir()) == []


def test_what_the_dead_leave_is_swept_before_anyone_asks_how_they_died() -> None:
    """The parent of a killed worker may be dead as well, and what adopts it need not look at it soon."""
    program = """
import os
from hashloom.catalogue.places import Places
from hashloom.execution.steps import room
with room("trial", Places.of(os.environ)) as folder:
    print(folder, flush=True)
    os._exit(1)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as owner:
        assert owner.stdout is not None
        left = Path(owner.stdout.read().strip())
        assert wait_until(
            lambda: Path(f"/proc/{owner.pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
        )
        assert left.is_dir()
        with room("trial", here()) as living:
            assert not left.exists()
            with room("another", here()):
                assert living.is_dir()


def test_a_step_that_raises_leaves_nothing(tmp_path: Path) -> None:
    def work(folder: Path, _: object) -> Body:
        (folder / "half").write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Action("kind", {"a": 1}, LIMITS, work).perform(own_session())
    assert own_records().all("kind") == []
    assert not (state_folder() / "cache").exists()
    assert list((state_folder() / "work").iterdir()) == []


def test_a_state_folder_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, unit: RtlUnit
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "file"))
    with pytest.raises(HashloomError, match=r"no folder can be made in .*file/work .*HASHLOOM_STATE"):
        measure(unit, ecp5())


@pytest.mark.parametrize("target", ["osu018", "ecp5"])
def test_a_netlist_that_a_full_disk_cut_short_is_no_result(
    monkeypatch: pytest.MonkeyPatch, unit: RtlUnit, target: str
) -> None:
    """It is neither recorded nor cached: with room again the same command gives the right result."""
    what = ecp5() if target == "ecp5" else standard_cells(target)
    monkeypatch.setenv("HASHLOOM_MOCK_MODE", "yosys=full-disk")
    with pytest.raises(HashloomError, match=r"netlist\.v without its end.*HASHLOOM_STATE"):
        measure(unit, what)
    kinds = (cells.KIND, fpga.SYNTHESIS_KIND)
    assert [own_records().all(kind) for kind in kinds] == [[], []]
    assert not any((state_folder() / "cache" / kind).exists() for kind in kinds)
    monkeypatch.delenv("HASHLOOM_MOCK_MODE")
    assert measure(unit, what).state == jobs.OK


def test_a_crash_on_a_full_disk_is_no_result(monkeypatch: pytest.MonkeyPatch, unit: RtlUnit) -> None:
    monkeypatch.setenv("HASHLOOM_MOCK_MODE", "sta=crash")
    usage = shutil.disk_usage(state_folder().parent)
    monkeypatch.setattr(shutil, "disk_usage", lambda path: usage._replace(free=4096))
    with pytest.raises(HashloomError, match="there is no room left in"):
        measure(unit, standard_cells())
    assert own_records().all(cells.KIND) == []


def test_files_that_were_damaged_are_made_again(log: Path, unit: RtlUnit) -> None:
    target = standard_cells()
    run = cells.CellsRun(unit, target, "fast", LIMITS)
    netlist = cells.synthesis(run).perform(own_session(), files=True).folder / yosys.NETLIST
    whole = netlist.read_text()
    for damage in (whole[:-3], whole + " ", ""):
        netlist.write_text(damage)
        log.unlink()
        assert (
            cells.synthesis(run).perform(own_session(), files=True).folder / yosys.NETLIST
        ).read_text() == whole
        assert log.exists()
    log.unlink()
    cells.synthesis(run).perform(own_session(), files=True)
    assert not log.exists()


def digit_flipped(path: Path, rng: random.Random) -> None:
    """One digit of a file is another, as after the flip of a bit."""
    content = bytearray(path.read_bytes())
    place = rng.choice([at for at, byte in enumerate(content) if chr(byte) in "02468"])
    content[place] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("what", ["records", "library", "both"])
@pytest.mark.sampled(2)
def test_a_digit_that_flips_is_never_a_figure(
    what: str, log: Path, unit: RtlUnit, rng: random.Random, capfd: pytest.CaptureFixture[str]
) -> None:
    target = standard_cells()
    right = measure(unit, target)
    for _ in range(5):
        if what != "records":
            (library,) = here().libraries.glob("*.lib")
            digit_flipped(library, rng)
            libraries._cells.cache_clear()
        if what == "library":
            own_records().path.unlink()
        else:
            records = sqlite3.connect(own_records().path)
            ((body,),) = records.execute("SELECT body FROM record WHERE kind = ?", (cells.KIND,))
            place = rng.choice([at for at, one in enumerate(body) if one in "02468"])
            flipped = f"{body[:place]}{int(body[place]) ^ 1}{body[place + 1 :]}"
            with records:
                records.execute("UPDATE record SET body = ? WHERE kind = ?", (flipped, cells.KIND))
            records.close()
        log.unlink()
        assert measure(unit, target) == right
        assert log.exists()
        told = capfd.readouterr().err
        assert ("fit the checksum" in told) == (what != "library")
        assert ("is not what was written there" in told) == (what != "records")


def test_a_timing_report_that_breaks_off_is_no_result(tmp_path: Path, unit: RtlUnit) -> None:
    target = standard_cells()
    folder = cells.synthesis(cells.CellsRun(unit, target, "fast", LIMITS)).perform(own_session()).folder
    whole = (folder / timing.LOG).read_text()
    assert timing.read(folder).register is not None
    for end in (whole.index("slack ("), whole.index("== output") + 12, whole.rindex("No paths")):
        (folder / timing.LOG).write_text(whole[:end])
        with pytest.raises(HashloomError, match=r"breaks off|lacks a group"):
            timing.read(folder)


def test_rtl_that_is_not_there(tmp_path: Path, unit: RtlUnit) -> None:
    unit.sources[1].unlink()
    with pytest.raises(HashloomError, match=r"the RTL file .*core\.sv cannot be read: No such file"):
        measure(unit, ecp5())


def test_abc_scripts() -> None:
    for goal in GOALS:
        script = abc_script(goal, 1234)
        assert script.startswith("strash\n")
        assert "#" not in script
        assert "{" not in script
        assert "buffer -c" in script
    assert "-D 1234" in abc_script("fast", 1234)


def test_the_harness_joins_every_port() -> None:
    ports = [Port("clk", "input", 1), Port("rst", "input", 1), Port("d", "input", 8), Port("q", "output", 4)]
    text = serial_harness.wrapper("core", ports)
    for connection in (".clk(clk)", ".rst(inputs[0+:1])", ".d(inputs[1+:8])", ".q(outputs[0+:4])"):
        assert connection in text
    assert "#(.WIDTH(9)) source" in text
    assert "#(.WIDTH(4)) sink" in text
    with pytest.raises(HashloomError, match="the module core has no input clk"):
        serial_harness.wrapper("core", ports[1:])


@pytest.mark.parametrize("width", [2, 3, 4, 5, 17, 1100])
def test_the_parts_of_the_harness_are_good_systemverilog(tmp_path: Path, width: int) -> None:
    for name, text in serial_harness.parts().items():
        (tmp_path / name).write_text(text)
        for command in (
            ["verilator", "--lint-only", "-Wall", f"-GWIDTH={width}", name],
            ["iverilog", "-g2012", "-t", "null", f"-P{Path(name).stem}.WIDTH={width}", name],
        ):
            subprocess.run(command, cwd=tmp_path, check=True)
