# SPDX-License-Identifier: Apache-2.0
"""A function is added by its entry in `core.toml` and its vectors, nothing else, and it is verified."""

import hashlib
import json
import re
import shutil
from pathlib import Path

import pytest
from folders import ROOT

from hashloom import catalogue
from hashloom.commands import main
from hashloom.vectors import message_by_rule

TOY = "shake128-192"
ENTRY = """
[functions.shake128-192]
block_bits = 1344
digest_bits = 192
parameters = { RATE = 1344, DIGEST = 192, MODE = 3 }
"""


@pytest.mark.long
@pytest.mark.usefixtures("simulation_state")
def test_a_function_is_added_by_its_entry_and_its_vectors(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """SHAKE128 with 192 bits: the model computes any length, so that a line and vectors are all of it."""
    real, cores, vectors = ROOT / "cores", tmp_path / "cores", tmp_path / "vectors"
    for name in ("common", "keccak"):
        shutil.copytree(real / name, cores / name)
    monkeypatch.setenv("HASHLOOM_CORES", str(cores))
    monkeypatch.setenv("HASHLOOM_VECTORS", str(vectors))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    vectors.mkdir()
    assert main(["verify", TOY]) == 2
    assert f"unknown function '{TOY}'" in capsys.readouterr().err

    catalogue._families.cache_clear()  # as in another process
    path = cores / "keccak" / "core.toml"
    path.write_text(path.read_text(encoding="utf-8") + ENTRY, encoding="utf-8")
    messages = [message_by_rule(bits) for bits in (0, 8, 1336, 1344, 4000)]
    known = [
        {"len_bits": 8 * len(one), "msg_hex": one.hex(), "digest_hex": hashlib.shake_128(one).hexdigest(24)}
        for one in messages
    ]
    (vectors / f"{TOY}.json").write_text(json.dumps({"digest_bits": 192, "vectors": known}))
    assert main(["list", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert TOY in {row["name"] for row in found["functions"]}
    assert f"{TOY}/apart-2m" in {row["name"] for row in found["designs"]}
    assert main(["verify", f"{TOY}/basic", "--level", "core"]) == 0
    first = capsys.readouterr().out.splitlines()[0]
    assert re.match(rf"{TOY}/basic: [1-9]\d* passed, 0 failed \(core, 24 cycles per block, ", first)
    assert "no vectors" not in first
