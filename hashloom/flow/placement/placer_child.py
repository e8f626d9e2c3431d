# SPDX-License-Identifier: Apache-2.0
"""Places cells with coloquinte: `python placer_child.py PROBLEM SOLUTION`, started by `placer.place`.

Both files are JSON; `hashloom.flow.placement.placer.Problem` says what is in the first.
"""

import json
import sys
from pathlib import Path


def main() -> None:
    """Read the problem, write the solution: `x`, `y` and `orientation` of every cell."""
    import coloquinte

    problem = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    circuit = coloquinte.Circuit(len(problem["widths"]))
    circuit.cell_width = problem["widths"]
    circuit.cell_height = problem["heights"]
    circuit.cell_is_fixed = problem["fixed"]
    circuit.cell_is_obstruction = [not fixed for fixed in problem["fixed"]]
    for net in problem["nets"]:
        circuit.add_net(*net)
    circuit.cell_x = problem["x"]
    circuit.cell_y = problem["y"]
    circuit.cell_orientation = [coloquinte.CellOrientation.N] * len(problem["widths"])
    circuit.cell_row_polarity = [coloquinte.CellRowPolarity.SAME] * len(problem["widths"])
    circuit.rows = [
        coloquinte.Row(coloquinte.Rectangle(*box), getattr(coloquinte.CellOrientation, orientation))
        for *box, orientation in problem["rows"]
    ]
    circuit.check()
    parameters = coloquinte.ColoquinteParameters(problem["effort"], problem["seed"])
    getattr(parameters, "global").noise = problem["noise"]  # a keyword of Python
    circuit.place_global(parameters)
    if problem["legal"]:
        circuit.legalize(parameters)
        circuit.place_detailed(parameters)
    solution = {
        "x": list(circuit.cell_x),
        "y": list(circuit.cell_y),
        "orientation": [one.name for one in circuit.cell_orientation],
    }
    Path(sys.argv[2]).write_text(json.dumps(solution), encoding="utf-8")


if __name__ == "__main__":
    main()
