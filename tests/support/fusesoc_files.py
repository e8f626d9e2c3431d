# SPDX-License-Identifier: Apache-2.0
"""What FuseSoC files list."""

import re
from pathlib import Path


def files(core: Path) -> list[str]:
    """The RTL of a core, in the order of its FuseSoC file."""
    return re.findall(r"^ +- (rtl/\S+)$", core.read_text(encoding="utf-8"), re.MULTILINE)
