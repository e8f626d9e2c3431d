# SPDX-License-Identifier: Apache-2.0
"""The table of Skein's initial values in the RTL, computed by the reference model.

`make generate` writes it.
"""

from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.models.skein import Skein
from hashloom.models.threefish import VERSIONS

DIGESTS = (128, 160, 224, 256, 384, 512, 1024)
"""Digest lengths in bits whose initial values are stored; for others the core computes them."""
BLOCKS = (256, 512, 1024)
WIDEST = max(BLOCKS)

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Initial values of Skein: G_0 = UBI(0, configuration, T_cfg 2^120) for plain hashing (section 3.5.4), \
computed by the
// reference model. `make generate` writes this file.

package skein_initial_value_pkg;

  // 1 for the digest lengths in bits whose initial values are held here.
  function automatic integer stored(input integer digest);
    begin
      case (digest)
        {digests}: stored = 1;
        default: stored = 0;
      endcase
    end
  endfunction

  // Words 0 .. block / 64 - 1, word 0 in the lowest bits; zero where none is held.
  function automatic [{high}:0] initial_value(input integer version, input integer block, \
input integer digest);
    begin
      case ({{32'(version), 32'(block), 32'(digest)}})
"""
TAIL = """\
        default: initial_value = '0;
      endcase
    end
  endfunction

endpackage
"""


def files(places: Places) -> dict[Path, str]:
    """Path and content of the file."""
    return {places.own_cores / "skein" / "rtl" / "skein_initial_value_pkg.sv": _package()}


def _package() -> str:
    entries = [
        _entry(version, block, digest) for version in VERSIONS for block in BLOCKS for digest in DIGESTS
    ]
    head = HEAD.format(digests=", ".join(map(str, DIGESTS)), high=WIDEST - 1)
    return head + "".join(entries) + TAIL


def _entry(version: str, block: int, digest: int) -> str:
    value = Skein(block, digest, version).initial_value()
    words = [int.from_bytes(value[start : start + 8], "little") for start in range(0, len(value), 8)]
    parts = [f"{WIDEST - block}'h0"] if block < WIDEST else []
    parts += [f"64'h{word:016X}" for word in reversed(words)]
    lines = [", ".join(parts[start : start + 4]) for start in range(0, len(parts), 4)]
    key = f"{{32'd{version.replace('.', '')}, 32'd{block}, 32'd{digest}}}"
    body = ",\n".join(f"          {line}" for line in lines)
    return f"        {key}:\n        initial_value = {{\n{body}\n        }};\n"
