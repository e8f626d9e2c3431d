# SPDX-License-Identifier: Apache-2.0
"""Standard cells placed, and timed with wires that are estimated from the places: no layout is made.

netlist     the mapped netlist, as its synthesis has left it
geometry    sizes and pins of cells, rows of the core
placer      cells on rows with coloquinte, ports on the edge, and whether that is legal
steiner     short rectilinear trees
spef        wires as resistors and capacitors
steps       the steps, each found again by its key
figures     what several placements say of a design
"""
