# SPDX-License-Identifier: Apache-2.0
import pickle
import re
from fractions import Fraction
from pathlib import Path

import pytest
from own_state import here

from hashloom import catalogue
from hashloom.catalogue import Tuning, rtl
from hashloom.catalogue.patterns import match_pattern
from hashloom.errors import HashloomError, UsageError

CORE = """
[family]
name = "toy"
title = "Toy"
specification = "this test"
model = "toy"
core = "toy_core"
top = "toy_top"
sources = ["rtl/toy_core.sv", "rtl/toy_top.sv"]
common = ["shared.sv"]
common_top = ["shell.sv", "shared.sv"]

[names]
pattern = "toy-{version}-{width}"
numbers.width = { from = 8, to = 128 }
[names.short]
"toy" = "toy-2.0-128"
"toy-{width}" = "toy-1.0-{width}"

[functions]
block_bits = "2 * width"
digest_bits = "width"
[functions."toy-1.0-{width}"]
listed = [64]
parameters = { WIDTH = "width", VERSION = 10 }
constants = { rounds = 8 }
[functions."toy-2.0-{width}"]
listed = [128]
parameters = { WIDTH = "width", VERSION = 20 }
constants = { rounds = 16 }

[parameters]
UNROLL = "unroll"

[architectures]
default = "slow"
named.slow = { unroll = 1, stages = 1 }
named.quick = { unroll = 4, stages = 2 }
generic = "{rounds}r-{messages}m"
generic_parameters = { unroll = "rounds * messages", stages = "messages" }
unroll_values = [1, 2, 3, 4]
valid = "rounds // unroll * unroll == rounds"

[[tuning]]
match = { technology = "asic", goal = "fast" }
parameters = { ADDER = 3, DEPTH = 3 }
[[tuning]]
match = { target = ["tiny", "small"], width = 64, architecture = "quick" }
parameters = { ADDER = 1 }

[cycles]
block = "stages * (rounds // unroll + 1)"
latency = "stages * (rounds // unroll + 1) * blocks + 1"
"""


@pytest.fixture
def cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of cores with the family `toy`."""
    folder = tmp_path / "cores"
    for name in ("common/rtl/shared.sv", "common/rtl/shell.sv", "toy/rtl/toy_core.sv", "toy/rtl/toy_top.sv"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"// {name}\n")
    (folder / "toy" / "core.toml").write_text(CORE)
    monkeypatch.setenv("HASHLOOM_CORES", str(folder))
    return folder


@pytest.mark.usefixtures("cores")
def test_functions_and_short_forms() -> None:
    assert [function.name for function in catalogue.functions(here())] == ["toy-1.0-64", "toy-2.0-128"]
    function = catalogue.resolve_function("toy-1.0-24", here())
    assert (function.fields, function.block_bits, function.digest_bits) == (
        {"version": "1.0", "width": 24},
        48,
        24,
    )
    assert catalogue.resolve_function("toy", here()).name == "toy-2.0-128"
    assert catalogue.resolve_function(" TOY-16 ", here()).name == "toy-1.0-16"


@pytest.mark.usefixtures("cores")
@pytest.mark.parametrize(
    "name", ["toy-1.0-7", "toy-1.0-129", "toy-3.0-64", "toy-1.0-064", "toy-1.0", "yot", "toy-1.0-{width}"]
)
def test_unknown_function(name: str) -> None:
    with pytest.raises(UsageError, match=f"unknown function '{re.escape(name)}'; "):
        catalogue.resolve_function(name, here())


@pytest.mark.usefixtures("cores")
def test_nearest_names_are_offered() -> None:
    with pytest.raises(UsageError, match=r"the nearest known: toy-1\.0-64"):
        catalogue.resolve_function("toy-1.0-640", here())
    with pytest.raises(
        UsageError, match=r"nearest known: quick, or the form \{rounds\}r-\{messages\}m with unroll"
    ):
        catalogue.resolve_design("toy/quik", here())


@pytest.mark.usefixtures("cores")
def test_designs_and_cycles() -> None:
    assert [design.name for design in catalogue.designs(here())] == [
        "toy-1.0-64/slow",
        "toy-1.0-64/quick",
        "toy-2.0-128/slow",
        "toy-2.0-128/quick",
    ]
    design = catalogue.resolve_design("toy/quick", here())
    assert (design.architecture.unroll, design.architecture.stages) == (4, 2)
    assert design.cycles_block() == 10
    assert design.cycles_per_block == Fraction(5)
    assert design.latency_cycles(3) == 31
    assert catalogue.resolve_design("toy", here()).name == "toy-2.0-128/slow"


@pytest.mark.usefixtures("cores")
def test_generic_architecture() -> None:
    design = catalogue.resolve_design("toy/1r-2m", here())
    assert design.name == "toy-2.0-128/1r-2m"
    assert (design.architecture.unroll, design.architecture.stages) == (2, 2)
    for wrong in ("0r-1m", "01r-1m", "5r-1m", "2r-4m", "r-m", "2r-1", ""):
        with pytest.raises(UsageError, match="has no architecture"):
            catalogue.resolve_design(f"toy/{wrong}", here())
    with pytest.raises(UsageError, match="does not hold"):
        catalogue.resolve_design("toy/3r-1m", here())


@pytest.mark.usefixtures("cores")
def test_parameters_and_tuning() -> None:
    plain = {"WIDTH": 64, "VERSION": 10, "UNROLL": 4}
    design = catalogue.resolve_design("toy-1.0-64/quick", here())
    assert design.parameters() == plain
    assert design.parameters(Tuning("fpga", "fast", "ecp5")) == plain
    assert design.parameters(Tuning("asic", "fast", "big")) == {**plain, "ADDER": 3, "DEPTH": 3}
    assert design.parameters(Tuning("asic", "fast", "tiny")) == {**plain, "ADDER": 1, "DEPTH": 3}
    slow = catalogue.resolve_design("toy-1.0-64/slow", here())
    assert "ADDER" not in slow.parameters(Tuning("asic", "small", "tiny"))


def test_rtl_unit(cores: Path) -> None:
    design = catalogue.resolve_design("toy-1.0-64/quick", here())
    core, top = rtl.unit(design, "core"), rtl.unit(design, "top", Tuning())
    common = cores / "common" / "rtl"
    own = cores / "toy" / "rtl"
    assert core.sources == (common / "shared.sv", own / "toy_core.sv")
    assert top.sources == (common / "shared.sv", common / "shell.sv", own / "toy_core.sv", own / "toy_top.sv")
    assert (core.top, top.top) == ("toy_core", "toy_top")
    assert core.parameters == (("WIDTH", 64), ("VERSION", 10), ("UNROLL", 4))
    assert "/" not in core.name


def test_rtl_digest_changes_with_what_matters(cores: Path) -> None:
    design = catalogue.resolve_design("toy-1.0-64/quick", here())
    digests = {
        rtl.unit(design, "core").digest(),
        rtl.unit(design, "top").digest(),
        rtl.unit(design, "core", Tuning()).digest(),
        rtl.unit(catalogue.resolve_design("toy-1.0-64/slow", here()), "core").digest(),
    }
    assert len(digests) == 4
    before = rtl.unit(design, "core").digest()
    (cores / "toy" / "rtl" / "toy_top.sv").write_text("// other\n")
    assert rtl.unit(design, "core").digest() == before
    (cores / "common" / "rtl" / "shared.sv").write_text("// other\n")
    assert rtl.unit(design, "core").digest() not in digests
    (cores / "common" / "rtl" / "shared.sv").unlink()
    with pytest.raises(HashloomError, match=r"shared\.sv cannot be read"):
        rtl.unit(design, "core").digest()


@pytest.mark.usefixtures("cores")
def test_designs_survive_pickling() -> None:
    for design in catalogue.designs(here()):
        again = pickle.loads(pickle.dumps(design))
        assert again == design
        assert again.parameters(Tuning()) == design.parameters(Tuning())


def test_missing_folder_of_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "none"))
    with pytest.raises(UsageError, match="there is no folder"):
        catalogue.families(here())


def test_pattern() -> None:
    assert match_pattern("a-{x}-{y}", "a-1.2-3") == {"x": "1.2", "y": "3"}
    assert match_pattern("a-{x}", "a-1-2") is None
    assert match_pattern("a.{x}", "ab1") is None


def test_settings_take_the_place_of_the_tuning() -> None:
    design = catalogue.resolve_design("sha256/basic", here())
    plain, changed = Tuning("asic", "fast"), Tuning("asic", "fast", settings=(("ADDER", 5),))
    assert design.parameters(changed) == {**design.parameters(plain), "ADDER": 5}
    with pytest.raises(UsageError, match="no parameter 'DIGEST' that may be set; it has ADDER, "):
        design.parameters(Tuning(settings=(("DIGEST", 5),)))


def test_every_family_of_the_repository() -> None:
    families = catalogue.families(here())
    assert {"skein", "sha1", "sha2"} <= {family.name for family in families}
    for family in families:
        assert family.functions()
        assert family.folder.name == family.name
        for short in family.short:
            if "{" not in short:
                assert catalogue.resolve_function(short, here()).family == family


def test_every_architecture_of_the_repository_is_told_in_a_line() -> None:
    for family in catalogue.families(here()):
        said = {name: one.says for name, one in family.architectures.items()}
        assert all(0 < len(text) <= 100 and "\n" not in text for text in said.values()), said
        assert len(set(said.values())) == len(said), "each says what the others are not"


def test_every_design_of_the_repository() -> None:
    for design in catalogue.designs(here()):
        assert catalogue.resolve_design(design.name, here()) == design
        assert design.cycles_block() > 0
        assert design.latency_cycles(2) >= design.latency_cycles(1) + design.cycles_block()
        for technology in ("asic", "fpga"):
            for goal in ("small", "fast"):
                assert design.parameters(Tuning(technology, goal, "")).keys() >= design.parameters().keys()


def test_rtl_of_the_repository_is_there() -> None:
    for design in catalogue.designs(here()):
        for level in ("core", "top"):
            assert rtl.unit(design, level).digest()
