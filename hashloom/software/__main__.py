# SPDX-License-Identifier: Apache-2.0
"""`python -m hashloom.software` builds libskein and installs its Python module; part of `make setup`."""

import sys

from hashloom.software import main

if __name__ == "__main__":
    sys.exit(main())
