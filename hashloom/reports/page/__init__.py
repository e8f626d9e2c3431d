# SPDX-License-Identifier: Apache-2.0
"""The report: results of designs as one page that works without a network.

`study` reads and checks rows of files, `everything` has all committed results with the cores of others and
what papers printed, `figures` sets rows against SHA-2, `charts` draws pictures as Vega-Lite, `exports` writes
the table as CSV and LaTeX, `document` makes the page of all that and of the folder `assets/`.
"""
