# SPDX-License-Identifier: Apache-2.0
"""The SystemVerilog of a package: names of its own, headers that older tools read.

Two cores in one design may have modules of one name and different content: other versions, other people's
`aes_sbox`. So each name that the sources declare gets the prefix of its package. Instances, ports and
registers keep theirs. A `localparam` between the parameters of a module becomes a `parameter`: Quartus Prime
Lite and Standard refuse it there. Its default says the same, and nothing in a package overrides it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from hashloom.errors import HashloomError

# What is no code: comments and strings.
_SILENT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.DOTALL)
_DECLARED = re.compile(r"^[ \t]*(?:module|package|interface)\s+(?:automatic\s+)?(\w+)", re.MULTILINE)
_PARAMETERS = re.compile(r"\bmodule\s+\w+\s*(?:import\b[^;]*;\s*)*#\s*\(")
_LOCAL = re.compile(r"\blocalparam\b")


def declared(texts: Iterable[str]) -> list[str]:
    """Names of modules, packages and interfaces in their order. HashloomError if one is declared twice."""
    names: list[str] = []
    for text in texts:
        for name in _DECLARED.findall(_code(text)):
            if name in names:
                raise HashloomError(f"the module or package '{name}' is declared twice")
            names.append(name)
    return names


def renamed(text: str, names: Mapping[str, str]) -> str:
    """SystemVerilog with modules and packages under other names, where they are declared and where used.

    Comments and strings stay. What stands before a parenthesis, as an instance does, is a module only if
    parameters or the name of an instance stand between.
    """
    if not names:
        return text
    known = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    used = re.compile(
        rf"(?<=\bmodule )(?:{known})\b|(?<=\bpackage )(?:{known})\b|(?<=\binterface )(?:{known})\b"
        rf"|(?<=\bbind )(?:{known})\b"
        rf"|(?<![\w.$])(?:{known})(?=\s*::|\s*#\s*\(|\s+\w+\s*(?:\[[^\]]*\]\s*)?\()"
        rf"|(?<=\bendmodule : )(?:{known})\b|(?<=\bendpackage : )(?:{known})\b"
    )
    places = [found.span() for found in used.finditer(_code(text))]
    return "".join(_put(text, ((start, end, names[text[start:end]]) for start, end in places)))


def without_local_parameters(text: str) -> str:
    """SystemVerilog whose lists of parameters have no `localparam`."""
    code = _code(text)
    places = [
        (found.start(), found.end(), "parameter")
        for header in _PARAMETERS.finditer(code)
        for found in _LOCAL.finditer(code, header.end(), _closing(code, header.end()))
    ]
    return "".join(_put(text, places))


def _code(text: str) -> str:
    """The text with blanks in place of comments and strings: what is left stands where it stood."""
    return _SILENT.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def _closing(code: str, start: int) -> int:
    """Where the parenthesis ends that opened before `start`. HashloomError if it does not."""
    depth = 1
    for position in range(start, len(code)):
        depth += {"(": 1, ")": -1}.get(code[position], 0)
        if depth == 0:
            return position
    raise HashloomError("a list of parameters does not end")


def _put(text: str, places: Iterable[tuple[int, int, str]]) -> Iterator[str]:
    """The text with other words at these places, which are in order."""
    last = 0
    for start, end, word in places:
        yield text[last:start]
        yield word
        last = end
    yield text[last:]
