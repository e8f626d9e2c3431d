# SPDX-License-Identifier: Apache-2.0
"""The report: results of campaigns as one page that works without a network.

`study` reads and checks rows, `figures` sets them against SHA-2, `charts` draws pictures as Vega-Lite,
`exports` writes the table as CSV and LaTeX, `document` makes the page of all that and of the folder `page/`.
"""
