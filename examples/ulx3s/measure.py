# SPDX-License-Identifier: Apache-2.0
"""Writes what the bitstream in `build/` takes of the FPGA into results/ulx3s.json: `make results`.

It must have been made with the tools of `make setup`, whose versions are written down.
"""

import hashlib
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom import targets
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError
from hashloom.flow import fpga
from hashloom.reports import results
from hashloom.reproduction import today
from hashloom.results.versions import stamped

FOLDER = Path(__file__).resolve().parent
NAME = "ulx3s"


@dataclass(frozen=True)
class Bitstream:
    """The record of one bitstream; `figures` are those of the report of nextpnr."""

    figures: dict[str, Any]
    content: bytes

    @property
    def name(self) -> str:
        """Name of the file in results/."""
        return NAME

    def document(self) -> dict[str, Any]:
        """Clock in MHz, LUTs and flip-flops used, and what they were measured with."""
        ((_, clock),) = self.figures["fmax"].items()
        used = {name: row["used"] for name, row in self.figures["utilization"].items()}
        content = {
            "design": "skein-1.3-512-512/1r-1m",
            "device": "LFE5U-85F-6BG381C",
            "luts": used["TRELLIS_COMB"],
            "flip_flops": used["TRELLIS_FF"],
            "clock_mhz": round(float(clock["achieved"]), 2),
            "clock_wanted_mhz": round(float(clock["constraint"]), 2),
            "bitstream_bytes": len(self.content),
            "bitstream_sha256": hashlib.sha256(self.content).hexdigest(),
            "rtl_digest": unit().digest(),
            "pins_sha256": pins_digest(),
            "provenance": {
                "date": today(),
                "command": "make -C examples/ulx3s results",
                "tools": fpga.tools(targets.find("ecp5")),
            },
        }
        return stamped("bitstream", content)


def unit() -> RtlUnit:
    """The sources of the design in the order of `sources.f`."""
    names = (FOLDER / "sources.f").read_text(encoding="utf-8").split()
    return RtlUnit(NAME, NAME, tuple((FOLDER / name).resolve() for name in names), ())


def pins_digest() -> str:
    """SHA-256 (hexadecimal) of the constraint file."""
    return hashlib.sha256((FOLDER / "ulx3s.lpf").read_bytes()).hexdigest()


def main() -> int:
    """Write the record; return the exit status."""
    try:
        figures = json.loads((FOLDER / "build" / "report.json").read_text(encoding="utf-8"))
        content = (FOLDER / "build" / "ulx3s.bit").read_bytes()
        places = Places.of(os.environ)
        print(results.save(Bitstream(figures, content), places.results, places))
    except OSError as error:
        print(f"measure.py: {error.filename}: {error.strerror}; make it with: make", file=sys.stderr)
        return 1
    except HashloomError as error:
        print(f"measure.py: {error}", file=sys.stderr)
        return error.exit_status
    return 0


if __name__ == "__main__":
    sys.exit(main())
