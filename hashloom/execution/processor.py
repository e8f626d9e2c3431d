# SPDX-License-Identifier: Apache-2.0
"""The processor that figures of speed are of."""

import platform
import re
from pathlib import Path


def processor() -> str:
    """Name of this machine's processor."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    found = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    return found.group(1) if found else platform.machine()
