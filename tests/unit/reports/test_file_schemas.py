# SPDX-License-Identifier: Apache-2.0
"""The schemas in docs/schemas are those of the models, and say of TOML files what the models say."""

import json
import tomllib
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from folders import ROOT

from hashloom.errors import UsageError
from hashloom.files import toml_file
from hashloom.reports import file_schemas
from hashloom.results import schemas

FILES = [
    *(
        (path, "campaign-file")
        for path in sorted((ROOT / "campaigns").glob("*.toml"))
        if path.stem != "results"
    ),
    (ROOT / "campaigns" / "results.toml", "results-plan"),
    *((path, "faults-table") for path in sorted((ROOT / "cores").glob("*/faults.toml"))),
    *((path, "proofs-table") for path in sorted((ROOT / "cores").glob("*/formal/proofs.toml"))),
]
SWEEP = '[[sweep]]\ndesigns = ["sha1"]\ntargets = ["osu018"]\n'
FAULT = (
    '[[fault]]\nname = "a"\nsays = "b"\nclass = "bus"\nfile = "f"\nright = "r"\nwrong = "w"\n'
    'designs = ["d"]\n'
)
PROOF = '[[proof]]\nname = "a"\nsays = "b"\nengine = "cec"\nmodule = "m"\nsources = []\n'
PLAN = '[[document]]\nname = "a"\nruns = ["list"]\n'


def published(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((ROOT / schemas.FOLDER / schemas.name_of(name)).read_text())
    return found


def test_the_published_schemas_are_those_of_the_models() -> None:
    made_now = file_schemas.files(ROOT)
    assert set((ROOT / schemas.FOLDER).iterdir()) == set(made_now)
    for path, text in made_now.items():
        assert path.read_text() == text, f"{path.name}: make figures"


def test_every_member_of_a_file_is_explained() -> None:
    for name in file_schemas.TOML_FILES:
        found = published(name)
        for table in (found, *found["$defs"].values()):
            for key, member in table["properties"].items():
                assert member.get("description"), f"{name}: {key}"


@pytest.mark.parametrize(("path", "name"), FILES, ids=lambda value: str(value).removeprefix(str(ROOT)))
def test_a_file_of_the_repository_fits_its_schema(path: Path, name: str) -> None:
    jsonschema.Draft202012Validator(published(name)).validate(tomllib.loads(path.read_text()))
    toml_file.read(path).checked(file_schemas.TOML_FILES[name])


@pytest.mark.parametrize(
    ("name", "text", "wrong"),
    [
        ("campaign-file", SWEEP, "seeds = -1"),
        ("campaign-file", SWEEP, "seeds = 1.5"),
        ("campaign-file", SWEEP, "goals = []"),
        ("campaign-file", SWEEP, 'goals = ["fats"]'),
        ("campaign-file", SWEEP, "timeout_s = 0"),
        ("campaign-file", SWEEP, 'memory_gib = "16"'),
        ("campaign-file", SWEEP, "seed = 3"),
        ("campaign-file", "", 'title = "x"'),
        ("campaign-file", "", "sweep = []"),
        ("campaign-file", SWEEP.replace('["sha1"]', '"sha1"'), ""),
        ("campaign-file", 'name = "a/b"\n' + SWEEP, ""),
        ("faults-table", FAULT, 'levels = ["corn"]'),
        ("faults-table", FAULT, "parameters = { X = true }"),
        ("faults-table", FAULT.replace('"bus"', '"bos"'), ""),
        ("proofs-table", PROOF, "depth = 0"),
        ("proofs-table", PROOF, "sets = [{ X = [] }]"),
        ("proofs-table", PROOF.replace('"cec"', '"luck"'), ""),
        ("proofs-table", PROOF, 'faults = [{ file = "f", right = "r" }]'),
        ("results-plan", PLAN, "designs = 3"),
        ("results-plan", PLAN, 'run = ["list"]'),
    ],
)
def test_model_and_schema_refuse_the_same(name: str, text: str, wrong: str) -> None:
    model, schema = file_schemas.TOML_FILES[name], jsonschema.Draft202012Validator(published(name))
    if text in (SWEEP, FAULT, PROOF, PLAN):
        assert schema.is_valid(tomllib.loads(text))
        toml_file.of_text(text, name).checked(model)
    assert not schema.is_valid(tomllib.loads(text + wrong))
    with pytest.raises(UsageError):
        toml_file.of_text(text + wrong, name).checked(model)
