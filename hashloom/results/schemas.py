# SPDX-License-Identifier: Apache-2.0
"""The models of documents of results as JSON Schema (draft 2020-12), one file for each kind.

A schema says what stands in a document and in which range. What figures must be to each other (a throughput
is that of its clock) no schema can say: that is in the models alone.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from hashloom.results.reader import MODELS

FOLDER = Path("docs") / "schemas"


class _Untitled(GenerateJsonSchema):
    """Without a title for every member, which only repeats its key."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema(kind: str) -> dict[str, Any]:
    """The schema of documents of a kind."""
    made = MODELS[kind].model_json_schema(by_alias=True, schema_generator=_Untitled)
    return {"$schema": GenerateJsonSchema.schema_dialect, **made, "title": kind}


def name_of(kind: str) -> str:
    """Name of the file with the schema of a kind."""
    return f"{kind}.schema.json"


def files(repository: Path) -> dict[Path, str]:
    """The text of every schema, by its path."""
    return {
        repository / FOLDER / name_of(kind): json.dumps(schema(kind), indent=1, ensure_ascii=False) + "\n"
        for kind in sorted(MODELS)
    }
