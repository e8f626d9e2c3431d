# SPDX-License-Identifier: Apache-2.0
"""The catalogue of hash functions and designs, read from the `core.toml` files of the cores in use.

`Places` knows where these lie: in the `cores/` that comes with the laboratory, or elsewhere.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from hashloom.catalogue import core_file
from hashloom.catalogue.design import Architecture, Design, Family, Function, Tuning, TuningEntry
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.files.suggestions import nearest

__all__ = [
    "Architecture",
    "Design",
    "Family",
    "Function",
    "Tuning",
    "TuningEntry",
    "design_of",
    "designs",
    "families",
    "functions",
    "named_designs",
    "nearest",
    "resolve_design",
    "resolve_function",
]


def families(places: Places) -> list[Family]:
    """All families, by name. UsageError if the folder of cores is missing or a `core.toml` is malformed."""
    return list(_families(places.cores, places.shared_rtl))


@lru_cache(maxsize=8)
def _families(folder: Path, shared: Path) -> tuple[Family, ...]:
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder} of cores; name one with HASHLOOM_CORES")
    found = (core_file.read(path) for path in sorted(folder.glob("*/core.toml")))
    return tuple(replace(family, shared=shared) for family in found)


def functions(places: Places) -> list[Function]:
    """All named functions of all families."""
    return [function for family in families(places) for function in family.functions()]


def designs(places: Places) -> list[Design]:
    """All named functions in all named architectures."""
    return [design for family in families(places) for design in family.designs()]


def resolve_function(text: str, places: Places) -> Function:
    """Return the function of this name or short form (`skein-512`).

    Raises UsageError with the nearest known names.
    """
    name = text.strip().lower()
    for family in families(places):
        function = family.function(family.expand(name))
        if function is not None:
            return function
    known = [function.name for function in functions(places)]
    short = [name for family in families(places) for name in family.short if "{" not in name]
    raise UsageError(f"unknown function '{text}'; {nearest(name, short + known)}")


def resolve_design(text: str, places: Places) -> Design:
    """Return the design `FUNCTION/ARCHITECTURE`; without an architecture the default one of the family.

    Raises UsageError with the nearest known names.
    """
    function_text, slash, architecture_text = text.strip().partition("/")
    function = resolve_function(function_text, places)
    return design_of(function, architecture_text) if slash else function.default_design()


def design_of(function: Function, text: str) -> Design:
    """Return the function in the architecture of this name. UsageError with the nearest known names."""
    family = function.family
    architecture = family.architecture(text.lower())
    if architecture is None:
        form = f", or the form {family.generic}" if family.generic else ""
        if form and family.unroll_values:
            form += f" with unroll in {', '.join(map(str, family.unroll_values))}"
        hint = nearest(text.lower(), family.architectures)
        raise UsageError(f"{function.name} has no architecture '{text}'; {hint}{form}")
    design = Design(function, architecture)
    if not design.is_valid():
        raise UsageError(f"{design.name} cannot be built: '{design.core.valid.text}' does not hold")
    return design


def named_designs(
    text: str, places: Places, offered: Callable[[Design], bool] = lambda design: True
) -> tuple[str, list[Design]]:
    """Designs that a text stands for, and the text without short forms.

    `all` are the named functions in all named architectures, FUNCTION/all is one function in those of its
    family, of both what is `offered`; anything else is one design. UsageError as `resolve_design` has it.
    """
    function_text, slash, architecture_text = text.strip().partition("/")
    if text.strip().lower() == "all":
        return text, list(filter(offered, designs(places)))
    if slash and architecture_text.lower() == "all":
        function = resolve_function(function_text, places)
        every = [Design(function, architecture) for architecture in function.family.architectures.values()]
        return f"{function.name}/all", [one for one in every if one.is_valid() and offered(one)]
    design = resolve_design(text, places)
    return design.name, [design]
