# SPDX-License-Identifier: Apache-2.0
"""The programs that print digests of files: how they are called, and whether what they print is right."""

from __future__ import annotations

import hashlib
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hashloom.errors import CheckFailed
from hashloom.models.skein import Skein, Tree

SKEIN, SKEIN_TREE, SHA_512, BLAKE3 = "skein-1.3-512-512", "skein-1.3-512-512 (6,6,255)", "sha512", "blake3"
ABC: Mapping[str, Callable[[], bytes]] = {
    SKEIN: lambda: Skein(512, 512).digest(b"abc"),
    SKEIN_TREE: lambda: Skein(512, 512, tree=Tree(6, 6, 255)).digest(b"abc"),
    SHA_512: lambda: hashlib.sha512(b"abc").digest(),
    BLAKE3: lambda: bytes.fromhex("6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85"),
}
"""The digest of "abc" by function; BLAKE3's is that of its designers' own program."""


@dataclass(frozen=True)
class Program:
    """A command line that prints a line with a digest for each file that is named behind it.

    `threads` it may use; `asked` has it print its version; `package` is the Debian package that brings it,
    empty for our own; `path` is where it lies, if not where programs are looked for.
    """

    name: str
    arguments: tuple[str, ...]
    function: str
    threads: int = 1
    asked: str = "--version"
    package: str = ""
    path: str = ""

    @property
    def command(self) -> list[str]:
        """The beginning of its command line."""
        return [self.path or self.name, *self.arguments]

    @property
    def label(self) -> str:
        """How it is called: with its arguments."""
        return " ".join((self.name, *self.arguments))


def programs(skeinsum: Path, threads: int) -> list[Program]:
    """All that can be measured, skeinsum first; what uses several threads alone and with so many."""
    tree, one, several = ("--tree", "6,6,255"), "--num-threads=1", f"--num-threads={threads}"
    ours = [
        Program("skeinsum", (one,), SKEIN),
        Program("skeinsum", (several,), SKEIN, threads),
        Program("skeinsum", (*tree, one), SKEIN_TREE),
        Program("skeinsum", (*tree, several), SKEIN_TREE, threads),
    ]
    others = [
        Program("b3sum", (one,), BLAKE3, package="b3sum"),
        Program("b3sum", (several,), BLAKE3, threads, package="b3sum"),
        Program("openssl", ("dgst", "-sha512", "-r"), SHA_512, asked="version", package="openssl"),
        Program("sha512sum", (), SHA_512, package="coreutils"),
        Program("botan", ("hash", "--algo=SHA-512"), SHA_512, asked="version", package="botan"),
        Program("botan", ("hash", "--algo=Skein-512"), SKEIN, asked="version", package="botan"),
    ]
    found = [*(replace(each, path=str(skeinsum)) for each in ours), *others]
    return list({each.label: each for each in found}.values())  # with one thread some are the same


def compare(among: Sequence[Program], folder: Path, names: Sequence[str]) -> None:
    """CheckFailed unless all give the digest of "abc", and those of one function agree about the files."""
    (folder / "abc").write_bytes(b"abc")
    first: dict[str, list[str]] = {}
    for one in among:
        if digests(one, folder, ["abc"]) != [ABC[one.function]().hex()]:
            raise CheckFailed(f"wrong digest of 'abc' by {one.label}")
        found = digests(one, folder, names)
        if len(found) != len(names) or found != first.setdefault(one.function, found):
            raise CheckFailed(f"wrong digests of {len(names)} files by {one.label}")


def digests(program: Program, folder: Path, names: Sequence[str]) -> list[str]:
    """What a program prints for these files, in small hexadecimal digits. CheckFailed if it fails."""
    done = subprocess.run([*program.command, *names], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        said = done.stderr.strip().splitlines() or [f"status {done.returncode}"]
        raise CheckFailed(f"{program.label} failed: {said[-1]}")
    return [line.partition(" ")[0].lower() for line in done.stdout.splitlines()]


def version(program: Program) -> str:
    """The number in what a program says of its version, empty if there is none."""
    command = [program.command[0], program.asked]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"\d+(\.\d+)+\w*", done.stdout)
    return found[0] if found else ""
