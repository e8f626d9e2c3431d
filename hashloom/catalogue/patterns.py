# SPDX-License-Identifier: Apache-2.0
"""Names with fields in braces, such as `blake-{version}-{digest}`."""

import re
from collections.abc import Mapping
from functools import lru_cache

FIELD = re.compile(r"\{([a-z_]+)\}")


def pattern_fields(pattern: str) -> list[str]:
    """Names in braces of a pattern, in order."""
    return FIELD.findall(pattern)


def match_pattern(pattern: str, text: str, field: str = "[^-]+?") -> dict[str, str] | None:
    """Values of the fields if `text` has the form of `pattern`, else None. A field has the form `field`."""
    found = _expression(pattern, field).fullmatch(text)
    return found.groupdict() if found else None


@lru_cache(maxsize=1024)
def _expression(pattern: str, field: str) -> re.Pattern[str]:
    parts = FIELD.split(pattern)
    return re.compile(
        "".join(f"(?P<{part}>{field})" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    )


def fill(pattern: str, values: Mapping[str, object]) -> str:
    """The pattern with a value in the place of each field in braces."""
    return FIELD.sub(lambda found: str(values[found[1]]), pattern)
