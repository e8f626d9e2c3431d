# SPDX-License-Identifier: Apache-2.0
"""Rust's tools as they are installed here, also where HOME is another one."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest


def rust_environment(needed: tuple[int, int]) -> dict[str, str]:
    """In which cargo runs without a network; skips the test where there is none of this version or later."""
    cargo = shutil.which("cargo")
    if cargo is None:
        pytest.skip("no cargo; apt-get install cargo, or rustup")
    environment = {**os.environ, "CARGO_NET_OFFLINE": "true", "CARGO_TERM_COLOR": "never"}
    # rustup's cargo looks for the compilers below HOME, which a test may have changed.
    home = Path(cargo).parent.parent
    if home.name == ".cargo" and home.with_name(".rustup").is_dir():
        environment = {"CARGO_HOME": str(home), "RUSTUP_HOME": str(home.with_name(".rustup")), **environment}
    done = subprocess.run(
        [cargo, "--version"], env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    if done.returncode != 0:
        pytest.skip(f"{cargo} does not run: {done.stderr.splitlines()[0] if done.stderr else 'no word why'}")
    found = re.search(r"(\d+)\.(\d+)", done.stdout)
    if found and tuple(map(int, found.groups())) < needed:
        pytest.skip(f"{found[0]} is too old a version of Rust; {needed[0]}.{needed[1]} or later is needed")
    return environment
