# SPDX-License-Identifier: Apache-2.0
"""Files of a package that are there for people and tools around the core."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hashloom import __version__
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.export import (
    contexts,
    contracts,
    flows,
    headers,
    instantiation,
    known_answers,
    observed,
    vendors,
)
from hashloom.export.package import STREAM, Package
from hashloom.export.templates import fill
from hashloom.export.wrapper import Wrapper
from hashloom.flow import serial_harness
from hashloom.models import model_for
from hashloom.verification.arguments import Request, command

_KINDS = {".v": "verilogSource-2005", ".sv": "systemVerilogSource"}


def files(
    package: Package, module: Wrapper, rtl_files: Sequence[str], tests: Sequence[str], places: Places
) -> dict[str, str]:
    """The files by path; `rtl_files` and `tests` are paths of others in compile order."""
    name, design = package.name, package.design.name
    checks = contracts.files(package)
    glue = {f"litex/{name}.py": _litex(package, rtl_files)} if package.bus == STREAM else {}
    return {
        **{f"constraints/{key}": value for key, value in flows.constraints(package, module).items()},
        **{f"flow/{key}": value for key, value in flows.files(package, module).items()},
        **instantiation.files(package, module),
        **checks,
        observed.PATH: observed.bench(package, module),
        "Makefile": fill(
            "Makefile", name=name, rtl=rtl_files, bench=tests, clock=module.clock,
            watched=[path for path in tests if "bus_side" in path] + [observed.PATH],
            io_clock="".join(module.clocks[1:]), harness_clock=serial_harness.CLOCK,
            trials=flows.trials(package), contract=list(checks),
        ),
        f"{name}.core": fill(
            "package.core",
            name=name,
            design=design,
            version=__version__,
            rtl=rtl_files,
            bench=[(path, _KINDS[Path(path).suffix]) for path in tests],
            crossings=flows.crossings(package),
            contract=list(checks),
        ),
        **glue,
        **{f"registers/{path.name}": _read(path) for path in package.documents},
        **({"registers/example.c": _example(package)} if package.documents else {}),
        **vendors.files(package, module),
        "README.md": fill(
            "readme.txt", name=name, design=design, litex=bool(glue), registers=bool(package.documents),
            two_clocks=package.io_ratio > 1, secret=package.secret, contexts=package.contexts,
        ),
        "LICENSE": _read(places.licence),
    }  # fmt: skip


def _litex(package: Package, rtl_files: Sequence[str]) -> str:
    """Glue for the streams; with requests their digests have a length."""
    return fill(
        "litex_glue.txt",
        name=package.name,
        design=package.design.name,
        what=known_answers.what(package),
        word=package.word,
        bits_width=package.bits_width,
        lanes=package.lanes,
        requests=package.requests,
        secret=package.secret,
        contexts=package.contexts,
        sources=rtl_files,
        module="".join(part.capitalize() for part in package.name.split("_") if part),
    )


def _example(package: Package) -> str:
    """A program that hashes "abc" with the driver, and where there are contexts once more behind a block."""
    (case,) = [one for one in observed.messages(package) if one.message == observed.ABC]
    values: dict[str, object] = {
        "requests": package.requests,
        "kinds": package.kinds,
        "digest_bits": package.design.function.digest_bits,
        "header_bytes": package.word // 8,
        "command_kind": headers.COMMAND,
        "message_kind": headers.MESSAGE,
    }
    values |= {"contexts": package.contexts}
    if package.contexts:
        block = package.design.function.block_bits // 8
        message = bytes(block) + observed.ABC
        values |= {
            "block_bytes": block,
            "context_bytes": contexts.context_bytes(package.design),
            "behind": model_for(package.design.function).digest(message, 8 * len(message)),
        }
    if isinstance(case, Request):
        values["command"] = ", ".join(f"0x{byte:02x}" for byte in command(case.skein))
    return fill("example.c", name=package.name, expected=case.digest, **values)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise HashloomError(f"{path} cannot be read: {error.strerror}") from error
