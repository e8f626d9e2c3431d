# SPDX-License-Identifier: Apache-2.0
"""Texts as templates of Jinja2; the file `NAME.j2` of a folder becomes `NAME`.

A line that holds nothing but a statement, `{% ... %}`, leaves no line behind.
"""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


@cache
def _environment(folder: Path) -> Environment:
    return Environment(
        loader=FileSystemLoader(folder),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # nothing here is HTML
    )


def fill(folder: Path, template: str, **values: object) -> str:
    """The template of this name, filled in; jinja2.UndefinedError for a place that has no value."""
    return _environment(folder).get_template(f"{template}.j2").render(values)
