# SPDX-License-Identifier: Apache-2.0
"""RTL read by four tools that know nothing of each other, and what each says against it.

readers    the tools, and a unit handed to one of them
units      which units are read so that all of the RTL is
step       the reading as a step, found again under its key
document   what all of it was read to, as one JSON document
"""

from hashloom.lint.document import NAME as NAME
from hashloom.lint.document import Readings as Readings
from hashloom.lint.readers import READERS as READERS
from hashloom.lint.readers import read as read
from hashloom.lint.step import Reading as Reading
from hashloom.lint.step import reading as reading
from hashloom.lint.units import every_unit as every_unit
from hashloom.lint.units import units_of as units_of
