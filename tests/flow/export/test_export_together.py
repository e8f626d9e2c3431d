# SPDX-License-Identifier: Apache-2.0
"""Packages of two cores in one project: of FuseSoC, and as one system of LiteX."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from hashloom.commands import main

CORES = {"sha1": "sha1", "luffa": "luffa-r2-256/apart-2m"}
"""Two packages by name, with the design of each; both have message_shell, with other parameters."""
TOP = "both"


def export_both(folder: Path, *more: str) -> dict[str, Path]:
    """The packages, exported into a folder."""
    for name, design in CORES.items():
        command = ["export", design, "-o", str(folder / name), "--name", name]
        assert main([*command, "--no-verify", "--no-proof", "--no-waveform", *more]) == 0
    return {name: folder / name for name in CORES}


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Both packages; nobody writes into them."""
    return export_both(tmp_path_factory.mktemp("both"))


def rtl(package: Path) -> list[Path]:
    """The SystemVerilog of a package in compile order."""
    found = re.search(r"^RTL := (.*)$", (package / "Makefile").read_text(), re.MULTILINE)
    assert found is not None
    return [package / path for path in found[1].split()]


def ports(package: Path) -> list[tuple[str, str, str]]:
    """Direction, range and name of each port of the module of a package."""
    text = (package / "rtl" / f"{package.name}.sv").read_text(encoding="utf-8")
    return re.findall(r"^    (input|output) +logic (\[\d+:0\] )? *(\w+),?$", text, re.MULTILINE)


def top(packages: dict[str, Path]) -> str:
    """A module with an instance of each package, and all their ports."""
    listed = [(name, *port) for name, folder in packages.items() for port in ports(folder)]
    declared = ",\n".join(f"    {way} logic {extent}{name}_{port}" for name, way, extent, port in listed)
    joined = {
        name: ", ".join(f".{port}({name}_{port})" for one, *_, port in listed if one == name)
        for name in packages
    }
    instances = [f"  {name} u_{name} ({joined[name]});" for name in packages]
    return "\n".join([f"module {TOP} (", declared, ");", *instances, "endmodule", ""])


def project(folder: Path, packages: dict[str, Path]) -> Path:
    """A project of FuseSoC whose core depends on both packages."""
    folder.mkdir()
    (folder / f"{TOP}.sv").write_text(top(packages))
    depends = "".join(f'\n      - "hashloom:export:{name}"' for name in packages)
    (folder / f"{TOP}.core").write_text(
        f"""CAPI=2:
name: example:project:{TOP}:1.0.0
filesets:
  rtl:
    files: [{TOP}.sv]
    file_type: systemVerilogSource
    depend:{depends}
targets:
  lint:
    filesets: [rtl]
    toplevel: {TOP}
    default_tool: verilator
    tools:
      verilator: {{mode: lint-only, verilator_options: [-Wall]}}
"""
    )
    return folder


def lint(folder: Path, roots: list[Path]) -> subprocess.CompletedProcess[str]:
    """FuseSoC has Verilator read the project."""
    program = Path(sys.executable).parent / "fusesoc"
    listed = [word for root in roots for word in ("--cores-root", str(root))]
    return subprocess.run(
        [program, *listed, "run", "--target=lint", f"example:project:{TOP}"],
        cwd=folder, capture_output=True, text=True, timeout=300,
        env={"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": str(folder)},
    )  # fmt: skip


def test_two_packages_live_in_one_project_of_fusesoc(packages: dict[str, Path], tmp_path: Path) -> None:
    pytest.importorskip("fusesoc")
    folder = project(tmp_path / "project", packages)
    done = lint(folder, [folder, *packages.values()])
    assert done.returncode == 0, done.stderr[-2000:]
    assert "MODDUP" not in done.stdout + done.stderr


def test_without_prefixes_verilator_says_what_is_there_twice(tmp_path: Path) -> None:
    """The other way round: what the prefixes are there for."""
    pytest.importorskip("fusesoc")
    packages = export_both(tmp_path / "packages", "--prefix", "")
    folder = project(tmp_path / "project", packages)
    done = lint(folder, [folder, *packages.values()])
    assert "MODDUP" in done.stdout + done.stderr
    assert "message_shell" in done.stdout + done.stderr


def glue(package: Path) -> ModuleType:
    """The glue of a package for LiteX as a module of Python."""
    specification = importlib.util.spec_from_file_location(package.name, package / f"litex/{package.name}.py")
    assert specification is not None
    assert specification.loader is not None
    found = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(found)
    return found


def test_two_packages_live_in_one_system_of_litex(packages: dict[str, Path], tmp_path: Path) -> None:
    pytest.importorskip("litex")
    from litex.build.generic_platform import Pins
    from litex.build.sim import SimPlatform
    from litex.soc.integration.soc_core import SoCMini
    from migen import ClockDomain

    names = [("sys_clk", 0, Pins(1)), ("sys_rst", 0, Pins(1))]
    streams = [(f"{name}_{end}", 0, Pins(1)) for name in packages for end in ("in", "out")]
    platform = SimPlatform("SIM", [*names, *streams])
    system = SoCMini(platform, clk_freq=int(100e6), ident="both")
    system.clock_domains.cd_sys = ClockDomain()
    system.comb += system.cd_sys.clk.eq(platform.request("sys_clk"))
    system.comb += system.cd_sys.rst.eq(platform.request("sys_rst"))
    for name, folder in packages.items():
        core = getattr(glue(folder), name.capitalize())(platform)
        setattr(system.submodules, name, core)
        system.comb += core.sink.valid.eq(platform.request(f"{name}_in"))
        system.comb += core.sink.data.eq(0)
        system.comb += core.source.ready.eq(platform.request(f"{name}_out"))
    system.finalize()
    (tmp_path / "soc.v").write_text(platform.get_verilog(system, name="soc").main_source)
    sources = list(dict.fromkeys(source for source, *_ in platform.sources))
    assert {str(path) for folder in packages.values() for path in rtl(folder)} <= set(sources)
    files = [tmp_path / "soc.v", *sources]
    done = subprocess.run(
        ["iverilog", "-g2012", "-t", "null", "-s", "soc", *files],
        capture_output=True, text=True, timeout=120, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
