# SPDX-License-Identifier: Apache-2.0
"""Texts of a package as templates of Jinja2; the file `NAME.j2` becomes `NAME`.

A line that holds nothing but a statement, `{% ... %}`, leaves no line behind.
"""

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

_ENVIRONMENT = Environment(
    loader=FileSystemLoader(Path(__file__).parent),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    keep_trailing_newline=True,
    autoescape=False,  # nothing here is HTML
)


def fill(template: str, **values: object) -> str:
    """The template of this name, filled in; jinja2.UndefinedError for a place that has no value."""
    return _ENVIRONMENT.get_template(f"{template}.j2").render(values)
