# SPDX-License-Identifier: Apache-2.0
"""The tables of JH in the RTL, computed by the reference model: round constants and initial values.

`make generate` writes them.
"""

from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.models.jh import ROUNDS, constants, initial_value

VERSIONS = {"r2": 2, "r3": 3}
"""Number of a version in the RTL."""
DIGESTS = (256, 512)
ENTRIES = 48
"""Constants in the table, the last ones zero: six times eight."""

HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Round constants of E_8 and initial values H^(0) = F_8(H^(-1), 0) of JH, computed by the reference model.
// `make generate` writes this file.

package jh_tables_pkg;

  // C_r at [256 r +: 256], its first bit highest.
  localparam [{high}:0] CONSTANTS = {{
"""
MIDDLE = """
  };

  // H^(0) of a version, 2 or 3, and a digest length in bits, its first bit highest.
  function automatic [1023:0] initial_value(input integer version, input integer digest);
    begin
      case ({32'(version), 32'(digest)})
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
    return {places.own_cores / "jh" / "rtl" / "jh_tables_pkg.sv": package()}


def package() -> str:
    """Text of the package."""
    known = [constant.hex() for constant in max((constants(version) for version in ROUNDS), key=len)]
    rows = ["0" * 64] * (ENTRIES - len(known)) + known[::-1]
    table = ",\n".join(f"    256'h{row}" for row in rows)
    values = "".join(_initial_value(version, digest) for version in VERSIONS for digest in DIGESTS)
    return HEAD.format(high=256 * ENTRIES - 1) + table + MIDDLE + values + TAIL


def _initial_value(version: str, digest: int) -> str:
    value = initial_value(version, digest).hex()
    lines = ",\n".join(f"          256'h{value[start : start + 64]}" for start in range(0, len(value), 64))
    key = f"{{32'd{VERSIONS[version]}, 32'd{digest}}}"
    return f"        {key}:\n        initial_value = {{\n{lines}\n        }};\n"
