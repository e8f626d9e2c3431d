# SPDX-License-Identifier: Apache-2.0
"""The one writer of documents of results: what cannot be read again is not written.

write(path, content, places)      a document, indented
write_text(path, text, places)    one that is text already
check(path, content, places)      whether it can be written

Rows name functions of the catalogue of these places.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hashloom import rows
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.files import writing
from hashloom.files.model import mistakes
from hashloom.results.reader import MODELS
from hashloom.results.versions import KIND, Content

AsText = Callable[[Content], str]


def indented(content: Content) -> str:
    """A document as text, a member per line."""
    return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def plain(content: Mapping[str, Any]) -> Content:
    """A document as JSON has it: lists for tuples, texts for keys."""
    found: Content = json.loads(json.dumps(content))
    return found


def write(path: Path, content: Mapping[str, Any], places: Places, text: AsText = indented) -> None:
    """Write a document as `text` has it. The file appears whole or not at all.

    HashloomError, and what stood there stays, for content that the model of its kind refuses; other errors as
    of `hashloom.files.writing.write`.
    """
    made = plain(content)
    check(path, made, places)
    writing.write(path, text(made))


def write_text(path: Path, text: str, places: Places) -> None:
    """Write a document that is text. Errors as of `write`; HashloomError for what is no JSON object."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _refused(path, f"it is no JSON: {error}") from error
    if not isinstance(found, dict):
        raise _refused(path, "it is no JSON object")
    check(path, found, places)
    writing.write(path, text)


def check(path: Path, content: Content, places: Places) -> None:
    """HashloomError for a document that is not as the present version of its kind must be."""
    why = complaint(content, places)
    if why is not None:
        raise _refused(path, why)


def complaint(content: Content, places: Places) -> str | None:
    """What of a document is not as the present version of its kind must be; None if it is all right."""
    kind = content.get(KIND)
    if not isinstance(kind, str) or kind not in MODELS:
        return f'its "{KIND}" is {kind!r}, which is none of the kinds of documents'
    model = MODELS[kind]
    for key, kind_of_rows in model.ROWS.items():
        if isinstance(content.get(key), list):
            _, sentence = rows.sort_out(content[key], key, places, kind_of_rows)
            if sentence is not None:
                return sentence
    return mistakes(model, content, places)


def _refused(path: Path, why: str) -> HashloomError:
    return HashloomError(
        f"{path} is not written, for the document that was made could not be read again: {why}; "
        "what was measured is in the records; tell the authors of hashloom"
    )
