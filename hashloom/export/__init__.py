# SPDX-License-Identifier: Apache-2.0
"""A design as a folder that works by itself: RTL, wrapper, test bench, constraints, data sheet.

`export` writes it beside its place and renames it there when it is whole; what is interrupted leaves nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom import __version__, jobs
from hashloom.catalogue import repository_folder
from hashloom.errors import HashloomError, UsageError
from hashloom.export import bench, datasheet, flows, known_answers, proof, verilog
from hashloom.export.package import CLOCK_MHZ, LIMITS, Package, make
from hashloom.export.templates import fill
from hashloom.export.wrapper import BUSES
from hashloom.records import Records
from hashloom.verification import require_verified

__all__ = ["CLOCK_MHZ", "LIMITS", "Exported", "Package", "check_folder", "export", "make"]


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
            "folder": str(self.folder),
            "rtl_digest": self.package.unit.digest(),
            "files": list(self.files),
            "test_bench_checks": self.checks,
            "proof": dict(self.proof) if self.proof is not None else None,
        }


def export(
    package: Package,
    folder: Path,
    records: Records,
    *,
    replace: bool = False,
    prove: bool = True,
    verify: bool = True,
    limits: jobs.Limits = LIMITS,
    progress: Callable[[str], None] = lambda text: None,
) -> Exported:
    """Write the package to `folder`; every tool runs under `limits`.

    UsageError if the folder has something in it and is not to be replaced; CheckFailed if the design does not
    pass its verification or the Verilog-2005 is not equivalent.
    """
    folder = folder.absolute()
    check_folder(folder, replace)
    name = package.design.name
    verified = None
    if verify:
        progress(f"{name}: verification")
        verified = require_verified(
            package.design, package.tuning, records, levels=("core", "top"), progress=progress
        )
    answers = known_answers.cases(package.design.function)
    wrapper = BUSES["stream"](package)
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{folder.name}.", dir=folder.parent) as scratch:
        work, content = Path(scratch) / "work", Path(scratch) / "content"
        files = {f"rtl/{source.name}": _read(source) for source in package.sources}
        files[f"rtl/{package.name}.sv"] = wrapper.text
        compile_order = [content / path for path in files]
        _write(content, files)
        progress(f"{name}: conversion to Verilog-2005")
        converted = f"verilog/{package.name}.v"
        files[converted] = verilog.convert(package.name, name, compile_order, work / "conversion", limits)
        _write(content, {converted: files[converted]})
        proven = None
        if prove:
            progress(f"{name}: proof that the Verilog-2005 is equivalent")
            proven = proof.prove(package.name, compile_order, content / converted, work / "proof", limits)
        files |= {f"test/{key}": value for key, value in bench.files(package, answers).items()}
        files |= _texts(package, [path for path in files if path.startswith("rtl/")])
        sheet = datasheet.text(package, wrapper, answers, verified, proven, files)
        files["DATASHEET.md"] = sheet
        _write(content, files)
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


def _texts(package: Package, rtl_files: list[str]) -> dict[str, str]:
    """Files that are there for people and tools around the core, by path."""
    name, design = package.name, package.design.name
    sources = "\n".join(f'    "{path}",' for path in rtl_files)
    title = "".join(part.capitalize() for part in name.split("_") if part)
    return {
        **{f"constraints/{key}": value for key, value in flows.constraints(package).items()},
        **{f"flow/{key}": value for key, value in flows.files(package).items()},
        "Makefile": fill("Makefile", name=name, rtl=" ".join(rtl_files), flows=flows.makefile(package)),
        f"{name}.core": fill(
            "package.core",
            name=name,
            design=design,
            version=__version__,
            rtl="\n".join(f"      - {path}" for path in rtl_files),
        ),
        f"litex/{name}.py": fill(
            "litex_glue.txt", name=name, design=design, word=package.word, bits_width=package.bits_width,
            lanes=package.lanes, sources=sources, **{"class": title},
        ),
        "README.md": fill("readme.txt", name=name, design=design),
        "LICENSE": _read(repository_folder() / "LICENSE"),
    }  # fmt: skip


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


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise HashloomError(f"{path} cannot be read: {error.strerror}") from error
