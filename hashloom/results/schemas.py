# SPDX-License-Identifier: Apache-2.0
"""The models of documents of results and of what is printed as JSON Schema (2020-12), a file for each kind.

A schema says what stands in a document and in which range. What figures must be to each other (a throughput
is that of its clock) no schema can say: that is in the models alone.
"""

from __future__ import annotations

from pathlib import Path

from hashloom.files import json_schema
from hashloom.files.json_schema import Schema
from hashloom.results import printed
from hashloom.results.reader import MODELS

FOLDER = Path("docs") / "schemas"


def schema(kind: str) -> Schema:
    """The schema of documents of a kind."""
    return json_schema.schema(MODELS[kind], kind)


def name_of(kind: str) -> str:
    """Name of the file with the schema of a kind."""
    return f"{kind}.schema.json"


def files(repository: Path) -> dict[Path, str]:
    """The text of every schema, by its path."""
    models = {**MODELS, **printed.MODELS}
    return {
        repository / FOLDER / name_of(kind): json_schema.text(model, kind) for kind, model in models.items()
    }
