# SPDX-License-Identifier: Apache-2.0
"""`python -m hashloom` is the same as the command `hashloom`."""

import sys

from hashloom.commands import main

if __name__ == "__main__":
    sys.exit(main())
