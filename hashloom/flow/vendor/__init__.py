# SPDX-License-Identifier: Apache-2.0
"""FPGAs by their vendors' tools: from RTL in the serial harness to placed and routed, by Vivado or Quartus.

    measure(run, seeds, session)      a Measurement, as that of the FPGAs that open tools place
    tools(target)                     the tool and its version; MissingTool where it is not to be had

A driver (`vivado`, `quartus`) says what script a tool gets, and reads its reports; `steps` runs it under the
limits of every job. The vendor's netlist is not simulated: its cells have no open models. No driver has met
its real tool yet: each was tested with a mock of it, and with reports in the layout of real ones.
"""

from hashloom.flow.vendor.measurement import measure
from hashloom.flow.vendor.steps import VendorRun, tools

__all__ = ["VendorRun", "measure", "tools"]
