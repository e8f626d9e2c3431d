# SPDX-License-Identifier: Apache-2.0
"""Texts of a package, each the template `NAME.j2` of this folder."""

from pathlib import Path

from hashloom.files import templates


def fill(template: str, **values: object) -> str:
    """The template of this name, filled in; jinja2.UndefinedError for a place that has no value."""
    return templates.fill(Path(__file__).parent, template, **values)
