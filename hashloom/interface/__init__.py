# SPDX-License-Identifier: Apache-2.0
"""The laboratory for programs: what the command line does, as methods of one object.

    lab = hashloom.Workspace()
    lab.verify("sha256")                                a Verification
    lab.evaluate("sha256", "osu018", "fast")            a Result
    lab.campaign("campaigns/demo.toml")                 a list of Results
    lab.results("campaign-gmu")                         a data frame of polars

`docs/python.md` goes through it. The commands `verify` and `synth` are built on it, the others on the
functions that it calls.

    workspace  the object
    chosen     what arguments stand for: designs, levels, limits
    documents  results as a data frame
"""

from hashloom.interface.workspace import Workspace

__all__ = ["Workspace"]
