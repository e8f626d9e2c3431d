# SPDX-License-Identifier: Apache-2.0
"""Hash functions that save and restore, where a family has `<family>_context_top` (docs/context.md)."""

from collections.abc import Mapping

from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design
from hashloom.catalogue.reach import reached
from hashloom.catalogue.rtl import RtlUnit


def top_of(design: Design) -> str | None:
    """Name of the module for the core of a design; None where it has none, as further cores have."""
    if design.architecture.core:
        return None
    name = f"{design.family.name}_context_top"
    return name if (design.family.folder / "rtl" / f"{name}.sv").is_file() else None


def unit(
    design: Design, further: Mapping[str, int] | None = None, capture: Capture | None = None
) -> RtlUnit | None:
    """The message level with contexts, with `further` parameters; None where its core has none."""
    top = top_of(design)
    if top is None:
        return None
    sources = reached(top, [design.family.common_rtl, design.family.folder / "rtl"])
    return RtlUnit(
        name=f"{design.function.name}_{design.architecture.name}_context",
        top=top,
        sources=sources,
        parameters=tuple({**design.parameters(None), **(further or {})}.items()),
        capture=capture or Capture(),
    )
