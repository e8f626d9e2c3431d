# SPDX-License-Identifier: Apache-2.0
"""What FuseSoC files list."""

from pathlib import Path

import yaml


def files(core: Path) -> list[str]:
    """The RTL of a core, in the order of its FuseSoC file."""
    filesets = yaml.safe_load(core.read_text(encoding="utf-8"))["filesets"].values()
    return [name for fileset in filesets for name in fileset["files"] if name.startswith("rtl/")]
