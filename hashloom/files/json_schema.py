# SPDX-License-Identifier: Apache-2.0
"""Models as JSON Schema: what editors and other programs check a file by."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema

Schema = dict[str, Any]


class _Untitled(GenerateJsonSchema):
    """Without a title for every member, which only repeats its key."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def schema(model: type[BaseModel], title: str) -> Schema:
    """The schema of what a model reads."""
    made = model.model_json_schema(by_alias=True, schema_generator=_Untitled)
    return {"$schema": GenerateJsonSchema.schema_dialect, **made, "title": title}


def text(model: type[BaseModel], title: str) -> str:
    """The same as the content of a file."""
    return json.dumps(schema(model, title), indent=1, ensure_ascii=False) + "\n"
