# SPDX-License-Identifier: Apache-2.0
"""What --json prints: a document of a kind, which the model of its kind has checked."""

import json
import sys
from collections.abc import Mapping
from typing import Any

from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.results.versions import KIND, PRINTED, Content, stamped


def print_stamped(kind: str, **members: Any) -> None:
    """Print what is no document of results: the members of a kind of `hashloom.results.printed`."""
    _print(stamped(kind, members), None)


def print_document(content: Mapping[str, Any], places: Places) -> None:
    """Print a document of whatever kind on standard output, in ASCII where its encoding lacks a character.

    Rows name functions of the catalogue of these places. HashloomError, and nothing is printed, for one that
    the model of its kind refuses.
    """
    _print(content, places)


def _print(content: Mapping[str, Any], places: Places | None) -> None:
    found: Content = json.loads(json.dumps(content))
    why = _complaint(found, places)
    if why is not None:
        raise HashloomError(
            f"the document is not printed, for it is not as its kind must be: {why}; what was measured is in "
            "the records; tell the authors of hashloom"
        )
    text = json.dumps(found, indent=2, ensure_ascii=False)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(found, indent=2)
    print(text)


def _complaint(content: Content, places: Places | None) -> str | None:
    """What is wrong with a document; models are imported here, for they take long and print little."""
    if content.get(KIND) in PRINTED:
        from hashloom.files.model import mistakes
        from hashloom.results.printed import MODELS

        return mistakes(MODELS[content[KIND]], content, places)
    from hashloom.results import writer

    assert places is not None, "rows of results name functions of a catalogue"
    return writer.complaint(content, places)
