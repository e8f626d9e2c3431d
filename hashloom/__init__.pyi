# SPDX-License-Identifier: Apache-2.0
from hashloom.campaign import Item as Item
from hashloom.catalogue import Design as Design
from hashloom.catalogue import Function as Function
from hashloom.flow import Result as Result
from hashloom.interface import Workspace as Workspace
from hashloom.verification import Verification as Verification

__version__: str
