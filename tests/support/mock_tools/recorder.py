# SPDX-License-Identifier: Apache-2.0
"""What the mock tools share: they write down how they were called and do at once what tools take long for.

HASHLOOM_MOCK_LOG names the file they write to; HASHLOOM_MOCK_MODE, `tool=mode`, makes one of them behave
badly: `sleep` (with children of its own), `crash`, `no-room`, or, of yosys, `full-disk`: a netlist cut short.
"""

import os
import subprocess
import sys
from pathlib import Path


def called(tool: str, script: str | None = None) -> None:
    """Write down command line and script, then behave as badly as asked to."""
    with Path(os.environ["HASHLOOM_MOCK_LOG"]).open("a") as log:
        log.write(f"$ {' '.join([tool, *sys.argv[1:]])}\n")
        if script is not None:
            log.write("".join(f"    {line}\n" for line in Path(script).read_text().splitlines()))
    subject, _, mode = os.environ.get("HASHLOOM_MOCK_MODE", "").partition("=")
    if subject == tool and mode == "sleep":
        for _ in range(2):
            subprocess.Popen(["sleep", "1000"])
        subprocess.run(["sleep", "1000"], check=False)
    if subject == tool and mode == "crash":
        print(f"ERROR: {tool} has met with an accident", flush=True)  # abort() drops what is buffered
        os.abort()
    if subject == tool and mode == "no-room":
        sys.exit(
            "ERROR: Unable to place cell 's[1]_reg', no BELs remaining to implement cell type 'TRELLIS_FF'"
        )
