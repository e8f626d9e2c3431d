# SPDX-License-Identifier: Apache-2.0
"""A design as a folder that works by itself: RTL, wrapper, test bench, constraints, data sheet.

`export` writes it beside its place and renames it there when it is whole; what is interrupted leaves nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.errors import CheckFailed, UsageError
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.export import (
    around,
    bench,
    datasheet,
    diagram,
    known_answers,
    naming,
    observed,
    proof,
    verilog,
    waveform,
    whole,
    wrapper,
)
from hashloom.export.datasheet import ExportFacts
from hashloom.export.package import (
    BUSES,
    CLOCK_MHZ,
    IO_BITS,
    IO_RATIOS,
    LEVELS,
    LIMITS,
    SLICED,
    STREAM,
    Package,
    make,
)
from hashloom.export.whole import FPGAS
from hashloom.export.wrapper import Wrapper
from hashloom.files import writing
from hashloom.verification import require_verified

__all__ = [
    "BUSES", "CLOCK_MHZ", "FPGAS", "IO_BITS", "IO_RATIOS", "LEVELS", "LIMITS", "SLICED", "STREAM",
    "Exported", "Package", "check_folder", "export", "make",
]  # fmt: skip


@dataclass(frozen=True)
class Exported:
    """What was exported: folder, files (paths in it), digests that its test bench counts, proof."""

    package: Package
    folder: Path
    files: tuple[str, ...]
    checks: int
    proof: Mapping[str, Any] | None

    def body(self) -> dict[str, Any]:
        """All of it as a JSON object."""
        return {
            "design": self.package.design.name,
            "name": self.package.name,
            "level": self.package.level,
            "bus": self.package.bus,
            "io_ratio": self.package.io_ratio,
            "io_bits": self.package.io_word,
            "secret": self.package.secret,
            "slices": self.package.slices,
            "prefix": self.package.prefix,
            "folder": str(self.folder),
            "rtl_digest": self.package.unit.digest(),
            "files": list(self.files),
            "test_bench_checks": self.checks,
            "proof": dict(self.proof) if self.proof is not None else None,
        }


def export(
    package: Package,
    folder: Path,
    session: Session,
    *,
    replace: bool = False,
    prove: bool = True,
    verify: bool = True,
    watch: bool = True,
    measure: Sequence[str] = (),
    limits: jobs.Limits = LIMITS,
    progress: Progress = silent,
) -> Exported:
    """Write the package to `folder`; every tool runs under `limits`.

    `watch`: it is simulated at its ports, for latencies and a waveform. `measure`: targets on which clock and
    area of the whole package are measured.

    UsageError if the folder has something in it and is not to be replaced; CheckFailed if the design does not
    pass its verification, other RTL was verified than is exported, or the Verilog-2005 is not equivalent.
    """
    folder = folder.absolute()
    check_folder(folder, replace)
    names = whole.chosen(measure, package)
    name = package.design.name
    verified = None
    if verify:
        progress(f"{name}: verification")
        verified = require_verified(
            package.design,
            package.tuning,
            session,
            levels=(package.level,) if package.requests else ("core", "top"),
            progress=progress,
            capture=package.capture,
        )
        _require_same(package, verified)
    answers = known_answers.of(package)
    module = wrapper.make(package)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as scratch:
        work, content = Path(scratch) / "work", Path(scratch) / "content"
        files = _rtl(package, module)
        compile_order = [content / path for path in files]
        _write(content, files)
        progress(f"{name}: conversion to Verilog-2005")
        converted = f"verilog/{package.name}.v"
        files[converted] = verilog.convert(
            package.name,
            name,
            compile_order,
            work / "conversion",
            limits,
            package.prefix or f"{package.name}__",
        )
        _write(content, {converted: files[converted]})
        proven = None
        if prove:
            progress(f"{name}: proof that the Verilog-2005 is equivalent")
            originals = {**package.originals, f"{package.name}.sv": module.text}
            _write(work / "originals", originals)
            proven = proof.prove(
                package.name, [work / "originals" / path for path in originals], content / converted,
                work / "proof", limits, module.clocks,
            )  # fmt: skip
        tests = {f"test/{key}": value for key, value in bench.files(package, answers).items()}
        rtl_files = [path for path in files if path.startswith("rtl/")]
        files |= {**tests, **around.files(package, module, rtl_files, list(tests), session.places)}
        blocks = diagram.of(package, module, files[converted])
        files[diagram.PATH] = diagram.svg(package, module, blocks)
        seen = observed.Observed(why="it was left out at the export (--no-waveform)")
        if watch:
            progress(f"{name}: simulation at the ports of the package")
            needed = [*rtl_files, *(path for path in tests if "bus_side" in path), observed.PATH]
            _write(content, {path: files[path] for path in needed})
            compiled = {path: content / path for path in needed}
            seen = observed.watch(package, module, compiled, work / "observed")
        wave = waveform.diagram(package, module, seen.abc) if seen.abc is not None else None
        files |= wave.files() if wave is not None else {}
        rows = tuple(whole.measured(package, module, compile_order, names, session, progress, limits))
        known = ExportFacts(answers, verified, proven, seen, wave, blocks, rows)
        files["DATASHEET.md"] = datasheet.text(package, module, known, files, session.places)
        _write(content, files)
        writing.sync_all(content)
        _put(content, folder, Path(scratch) / "before")
    return Exported(package, folder, tuple(sorted(files)), bench.checks(package, answers), proven)


def check_folder(folder: Path, replace: bool) -> None:
    """UsageError if nothing can be exported to this folder; what is replaced must be an export itself."""
    if not folder.exists() and not folder.is_symlink():
        return
    if not folder.is_dir() or folder.is_symlink():
        raise UsageError(f"{folder} is not a folder; name a new one")
    if not any(folder.iterdir()):
        return
    if not replace:
        raise UsageError(f"{folder} is not empty; name a new folder, or replace it with --force")
    if not (folder / "DATASHEET.md").is_file() or not (folder / "rtl").is_dir():
        raise UsageError(
            f"{folder} is no exported package, so --force does not replace it; name a new folder"
        )


def _require_same(package: Package, verified: Mapping[str, Any]) -> None:
    """CheckFailed where a verification was of other RTL than the package has."""
    if verified["rtl_digests"].get(package.level) != package.verified_unit.digest():
        raise CheckFailed(
            f"{package.design.name}: the RTL that was verified is not the RTL of the package; export it again"
        )


def _rtl(package: Package, module: Wrapper) -> dict[str, str]:
    """The SystemVerilog of the package by path, in compile order, under the names that it has there."""
    named = {
        f"{package.names.get(Path(path).stem, Path(path).stem)}.sv": text
        for path, text in package.originals.items()
    }
    return {
        f"rtl/{path}": naming.without_local_parameters(naming.renamed(text, package.names))
        for path, text in {**named, f"{package.name}.sv": module.text}.items()
    }


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def _put(content: Path, folder: Path, before: Path) -> None:
    """Rename the whole package to its place, what was there out of the way; back if that fails."""
    existed = folder.exists()
    if existed:
        folder.rename(before)
    try:
        content.rename(folder)
    except BaseException:
        if existed:
            with suppress(OSError):
                before.rename(folder)
        raise
