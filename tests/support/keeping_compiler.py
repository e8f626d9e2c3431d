# SPDX-License-Identifier: Apache-2.0
"""A C++ compiler that compiles nothing twice in a run of the tests.

python keeping_compiler.py COMPILER FOLDER ARGUMENT...    do what COMPILER does, keep it in FOLDER

The key of a result is what the preprocessor makes of all sources, and every argument that does not say where
something lies. So one program is compiled once for all state folders and all copies of the sources. What has
no output, and what does not compile, is the compiler's own affair.
"""

import fcntl
import hashlib
import shutil
import subprocess
import sys
from pathlib import Path

SOURCES = (".cc", ".cpp", ".c")


def main(compiler: str, folder: Path, arguments: list[str]) -> int:
    """Exit status of the compiler."""
    command = [compiler, *arguments]
    output = Path(arguments[arguments.index("-o") + 1]) if "-o" in arguments[:-1] else None
    if output is None or not any(argument.endswith(SOURCES) for argument in arguments):
        return subprocess.run(command, check=False).returncode
    at = arguments.index("-o")
    rest = [*arguments[:at], *arguments[at + 2 :]]
    preprocessed = subprocess.run([compiler, "-E", "-P", *rest], capture_output=True, check=False)
    if preprocessed.returncode != 0:
        return subprocess.run(command, check=False).returncode
    about = Path(compiler).stat()
    said = [one for one in rest if not one.endswith(SOURCES) and not one.startswith("-I")]
    key = hashlib.sha256(repr((compiler, about.st_size, about.st_mtime_ns, said)).encode())
    key.update(preprocessed.stdout)
    kept = folder / key.hexdigest()
    with Path(f"{kept}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            done = subprocess.run(command, check=False)
            if done.returncode == 0 and output.is_file():
                shutil.copy(output, f"{kept}.new")
                Path(f"{kept}.new").rename(kept)
            return done.returncode
    shutil.copy(kept, output)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:]))
