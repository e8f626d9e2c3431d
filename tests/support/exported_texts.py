# SPDX-License-Identifier: Apache-2.0
"""What an export makes of the SystemVerilog of a core, said in another way than the export does it."""

import re
from pathlib import Path


def without_prefix(text: str, prefix: str = "sha1__") -> str:
    """The text as it is without the prefix of its package."""
    return text.replace(prefix, "")


def as_exported(source: Path) -> str:
    """A file of a core with `parameter` for each `localparam` before the ports of its module."""
    text = source.read_text(encoding="utf-8")
    head = re.search(r"^module\b.*?^\) \($", text, re.MULTILINE | re.DOTALL)
    if head is None or "#(" not in head[0]:
        return text
    return text.replace(head[0], re.sub(r"^( +)localparam ", r"\1parameter ", head[0], flags=re.MULTILINE))
