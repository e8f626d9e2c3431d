# SPDX-License-Identifier: Apache-2.0
"""The catalogue of hash functions and designs, read from the `core.toml` files of `cores/`.

The folder is the `cores/` that comes with the laboratory, or the one named by the environment variable
HASHLOOM_CORES; `places` knows where everything lies.
"""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from hashloom.catalogue import core_file, places
from hashloom.catalogue.design import Architecture, Design, Family, Function, Tuning, TuningEntry
from hashloom.errors import UsageError
from hashloom.files.suggestions import nearest

__all__ = [
    "Architecture",
    "Design",
    "Family",
    "Function",
    "Tuning",
    "TuningEntry",
    "designs",
    "families",
    "functions",
    "named_designs",
    "nearest",
    "repository_folder",
    "resolve_design",
    "resolve_function",
]


def repository_folder() -> Path:
    """Folder that holds `cores/`, `results/` and so on, of the places in use."""
    return places.here().repository


def families() -> list[Family]:
    """All families, by name. UsageError if the folder of cores is missing or a `core.toml` is malformed."""
    return list(_families(places.here().cores))


@lru_cache(maxsize=8)
def _families(folder: Path) -> tuple[Family, ...]:
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder} of cores; name one with HASHLOOM_CORES")
    return tuple(core_file.read(path) for path in sorted(folder.glob("*/core.toml")))


def functions() -> list[Function]:
    """All named functions of all families."""
    return [function for family in families() for function in family.functions()]


def designs() -> list[Design]:
    """All named functions in all named architectures."""
    return [design for family in families() for design in family.designs()]


def resolve_function(text: str) -> Function:
    """Return the function of this name or short form (`skein-512`).

    Raises UsageError with the nearest known names.
    """
    name = text.strip().lower()
    for family in families():
        function = family.function(family.expand(name))
        if function is not None:
            return function
    known = [function.name for function in functions()]
    short = [name for family in families() for name in family.short if "{" not in name]
    raise UsageError(f"unknown function '{text}'; {nearest(name, short + known)}")


def resolve_design(text: str) -> Design:
    """Return the design `FUNCTION/ARCHITECTURE`; without an architecture the default one of the family.

    Raises UsageError with the nearest known names.
    """
    function_text, slash, architecture_text = text.strip().partition("/")
    function = resolve_function(function_text)
    family = function.family
    if not slash:
        return function.default_design()
    architecture = family.architecture(architecture_text.lower())
    if architecture is None:
        form = f", or the form {family.generic}" if family.generic else ""
        if form and family.unroll_values:
            form += f" with unroll in {', '.join(map(str, family.unroll_values))}"
        hint = nearest(architecture_text.lower(), family.architectures)
        raise UsageError(f"{function.name} has no architecture '{architecture_text}'; {hint}{form}")
    design = Design(function, architecture)
    if not design.is_valid():
        raise UsageError(f"{design.name} cannot be built: '{family.valid.text}' does not hold")
    return design


def named_designs(
    text: str, offered: Callable[[Design], bool] = lambda design: True
) -> tuple[str, list[Design]]:
    """Designs that a text stands for, and the text without short forms.

    `all` are the named functions in all named architectures, FUNCTION/all is one function in those of its
    family, of both what is `offered`; anything else is one design. UsageError as `resolve_design` has it.
    """
    function_text, slash, architecture_text = text.strip().partition("/")
    if text.strip().lower() == "all":
        return text, list(filter(offered, designs()))
    if slash and architecture_text.lower() == "all":
        function = resolve_function(function_text)
        every = [Design(function, architecture) for architecture in function.family.architectures.values()]
        return f"{function.name}/all", [one for one in every if one.is_valid() and offered(one)]
    design = resolve_design(text)
    return design.name, [design]
