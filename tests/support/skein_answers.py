# SPDX-License-Identifier: Apache-2.0
"""Known answers of Skein as bindings take them, and a build of libskein with what stands beside it."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from folders import LIBSKEIN

from hashloom import vectors
from hashloom.models.skein import Skein
from hashloom.vectors.skein import SkeinVector, read_skein


def run(
    *command: str | Path,
    folder: Path | None = None,
    environment: Mapping[str, str] | None = None,
    text: str = "",
    limit: int = 240,
) -> str:
    """Standard output and errors of a command that must succeed; on failure all that it said."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**os.environ, **(environment or {})},
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=limit,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def version_of(*command: str) -> tuple[int, ...]:
    """Version of a program, from what it says of itself."""
    found = re.search(r"(\d+)\.(\d+)", run(*command))
    return tuple(map(int, found.groups())) if found else ()


def plain_answers() -> Iterator[tuple[int, int, bytes, bytes]]:
    """State and output in bits, message, digest: the vectors of Skein 1.3 whose messages are whole bytes."""
    for block_bits, digest_bits in ((256, 256), (512, 256), (512, 512), (1024, 1024)):
        path = vectors.compact_file(f"skein-1.3-{block_bits}-{digest_bits}")
        assert path is not None
        for vector in vectors.read(path).vectors:
            if vector.bits % 8 == 0:
                yield block_bits, digest_bits, vector.message, vector.digest


def argument_answers() -> list[SkeinVector]:
    """The vectors of Skein 1.3 with optional arguments."""
    path = vectors.compact_file("skein-1.3-params")
    assert path is not None
    return read_skein(path)


SPOILED = ("skein-1.2-512-256", "skein-1.3-params", "threefish-1.3")


def spoiled_vectors(folder: Path) -> Path:
    """The folder, with the vectors of Skein and Threefish: in three of the files a digit is wrong."""
    for path in vectors.compact_folder().glob("*-1.[123]*.json"):
        shutil.copy(path, folder)
    for name in SPOILED:
        path = folder / f"{name}.json"
        before, found, after = path.read_text(encoding="utf-8").rpartition('_hex": "')
        path.write_text(before + found + ("1" if after[0] != "1" else "2") + after[1:], encoding="utf-8")
    return folder


def endless(skein: Skein, message: bytes, length: int) -> bytes:
    """The first bytes of the output without an end, for these arguments, by the reference model."""
    whole = replace(skein, digest_bits=2**64 - 1)
    chain = whole.initial()
    for block in whole.blocks(message, 8 * len(message)):
        chain = whole.absorb(chain, block)
    return replace(skein, digest_bits=8 * length).finish(chain)


def build(folder: Path, *options: str, targets: tuple[str, ...] = ()) -> Path:
    """Build libskein in this folder with CMake: quickly, without the kernels for vector units."""
    quick = ["-DSKEIN_KERNELS=OFF", "-DSKEIN_BUILD_BENCHMARK=OFF", "-DCMAKE_BUILD_TYPE=Debug"]
    run("cmake", "-S", LIBSKEIN, "-B", folder, *quick, *options)
    chosen = [word for target in targets for word in ("--target", target)]
    run("cmake", "--build", folder, "--parallel", str(os.cpu_count() or 1), *chosen)
    return folder
