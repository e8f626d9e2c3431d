# SPDX-License-Identifier: Apache-2.0
"""Why a circuit is not simulated."""

from hashloom.errors import HashloomError


class Refused(HashloomError):
    """RTL that yosys does not elaborate, or a netlist that the driver does not simulate."""


class TookTooLong(HashloomError):
    """A simulation that did not end within its limit."""
