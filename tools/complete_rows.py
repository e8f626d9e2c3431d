# SPDX-License-Identifier: Apache-2.0
"""Complete rows of results on FPGAs with what follows exactly from the figures that they have.

    .venv/bin/python tools/complete_rows.py results/peers.json...

That is the length of a block, which the catalogue has; and, where flip-flops take no place of their own, the
area, its unit and the device, which the number of look-up tables gives. Rows that still cannot be used are
named and stay as they are: they have to be measured again. Exit status 1 if there are any.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from hashloom import catalogue, rows, targets
from hashloom.errors import HashloomError
from hashloom.reports import results
from hashloom.rows import Row
from hashloom.targets import Fpga


def completed(row: Row) -> Row:
    """The row with what follows from it; the row as it is where that does not make it whole."""
    target = targets.find(row["target"])
    if not isinstance(target, Fpga) or target.area_pairs or row.get("area_lut") is None:
        return row
    luts = int(row["area_lut"])
    follows = {
        "block_bits": catalogue.resolve_function(row["function"]).block_bits,
        "area": target.area(luts, lone_flip_flops=0),
        "area_unit": target.area_unit,
        "device": target.device_for(luts),
    }
    whole = {**row, **{key: value for key, value in follows.items() if value is not None}}
    return row if rows.complaints(whole, rows.DESIGN) else whole


def main(paths: list[Path]) -> int:
    """Complete the rows of these documents, and name what is left to be measured."""
    left = False
    try:
        for path in paths:
            document = rows.document(path)
            found = [
                completed(row) if rows.complaints(row, rows.DESIGN) else row
                for row in rows.listed(document, path)
            ]
            changed = sum(new != old for new, old in zip(found, document["rows"], strict=True))
            if changed:
                results.write(
                    path, json.dumps({**document, "rows": found}, indent=1, ensure_ascii=False) + "\n"
                )
            print(f"{path}: {changed} of {len(found)} rows completed")
            _, sentence = rows.sort_out(found, path, rows.DESIGN)
            if sentence is not None:
                left = True
                print(sentence, file=sys.stderr)
    except HashloomError as error:
        print(f"complete_rows: {error}", file=sys.stderr)
        return error.exit_status
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main([Path(name) for name in sys.argv[1:]]))
