# SPDX-License-Identifier: Apache-2.0
"""The laboratory of hashloom: catalogue, reference models, simulation, synthesis, campaigns and reports.

The hardware lives beside this package in `cores/`; the laboratory reads it as data through
`hashloom.catalogue`. The command line is `hashloom.commands`.
"""

__version__ = "0.1.0"
