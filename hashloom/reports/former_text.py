# SPDX-License-Identifier: Apache-2.0
"""How many figures are of an earlier text of the same circuit: the region `former-text`.

Measured anew, such a row may come out otherwise: see `hashloom.evaluation.measured_again`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from hashloom.catalogue.places import Places
from hashloom.evaluation.measured_again import MEASURED, NEAR
from hashloom.results import reader
from hashloom.rows.designs import DesignRow


def region(places: Places) -> str:
    """Numbers of rows of designs in the committed documents, and how far a new measurement may be off."""
    rows, former = Counter[bool](), Counter[bool]()
    for row in design_rows(places):
        on_cells = row.area_unit == "GE"
        rows[on_cells] += 1
        former[on_cells] += row.rtl_measured is not None
    return (
        f"In the documents of `results/` {former.total():,} of {rows.total():,} rows of designs have "
        f"figures of an earlier text of the same circuit, and say so in `{MEASURED}`: {former[True]:,} on "
        f"standard cells, which may come out up to {100 * NEAR['GE']:g} % apart, and {former[False]:,} on "
        f"FPGAs, up to "
        f"{100 * NEAR['']:g} %. The others come out as they are committed, to the last digit."
    )


def design_rows(places: Places) -> Iterator[DesignRow]:
    """The rows of designs that have figures, of all committed documents."""
    for path in sorted(places.results.glob("*.json")):
        document = reader.any_kind(path, places)
        for member in type(document).ROWS:
            yield from (row for row in getattr(document, member) or () if isinstance(row, DesignRow))


MAKERS: dict[str, Callable[..., str]] = {"former-text": region}
