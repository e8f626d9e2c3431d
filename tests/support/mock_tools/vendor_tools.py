# SPDX-License-Identifier: Apache-2.0
"""What the mocks of vendors' tools share: a Tcl shell evaluates scripts, figures follow from the RTL.

HASHLOOM_MOCK_MODE=`tool=mode` makes one of them behave badly. Beside the modes of `recorder` there are
`license`, `no-such-part`, `full` (the circuit does not fit), `syntax`, and reports that are odd: `no-report`,
`truncated`, `other-period`, `other-device`, `other-top`, `hold`, `short-pulse`, `memory`, `unrouted`, `late`
(slower than was asked for).
"""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from recorder import called

APART = "\x1f"
PRELUDE = """
proc recorded {name args} { puts stderr "CALL\x1f$name\x1f[join $args \x1f]" }
"""


def mode(tool: str) -> str:
    """How this tool is to misbehave."""
    subject, _, found = os.environ.get("HASHLOOM_MOCK_MODE", "").partition("=")
    return found if subject == tool else ""


def gone(text: str) -> None:
    """Print what a tool says last, and end as it does."""
    print(text, flush=True)
    sys.exit(1)


def calls(tool: str, script: str, commands: Sequence[str], answers: str) -> list[list[str]]:
    """The commands that a Tcl shell gives when it evaluates a script, each with its words.

    `commands` are known and return nothing, `answers` are procedures in Tcl that return something. Where the
    script fails, or ends with another status than 0, the tool ends so.
    """
    called(tool, script)
    known = "".join(f"proc {name} args {{ recorded {name} {{*}}$args }}\n" for name in commands)
    program = f"{PRELUDE}{known}{answers}\nsource {script}\n"
    done = subprocess.run(["tclsh"], input=program, capture_output=True, text=True, check=False)
    print(done.stdout, end="", flush=True)
    found = [line.split(APART)[1:] for line in done.stderr.splitlines() if line.startswith(f"CALL{APART}")]
    rest = [line for line in done.stderr.splitlines() if not line.startswith(f"CALL{APART}")]
    if rest:
        gone(f"ERROR: [Common 17-39] {rest[0]}")
    if done.returncode:
        sys.exit(done.returncode)
    return found


class Circuit:
    """What a tool was given to read: files, the top module, the period of the clock in its constraints.

    The figures are functions of the texts: another file or parameter, other figures.
    """

    def __init__(self, tool: str) -> None:
        """Nothing was read yet."""
        self.tool, self.period, self.core = tool, 0.0, ""
        self.files: list[Path] = []

    def read(self, name: str) -> None:
        """Take a file of RTL."""
        path = Path(name)
        if path.is_absolute() or not re.fullmatch(r"[A-Za-z0-9_./-]+", name) or not path.is_file():
            gone(f"ERROR: [Common 17-55] the file {name} is not there")
        self.files.append(path)

    def constrain(self, name: str) -> None:
        """Take the constraints: one clock."""
        pattern = r"^create_clock -name clk -period (\d+\.\d{3}) \[get_ports clk\]$"
        (period,) = re.findall(pattern, Path(name).read_text(), re.MULTILINE)
        self.period = float(period)

    def elaborate(self, top: str) -> None:
        """End with an error where the top module, or one that it has inside, is in no file."""
        texts = {path: path.read_text() for path in self.files}
        modules = {
            name for text in texts.values() for name in re.findall(r"^module (\w+)", text, re.MULTILINE)
        }
        if mode(self.tool) == "syntax":
            gone(self.error(f"syntax error near ; [{self.files[0]}:7]"))
        if top not in modules:
            gone(self.error(f"module '{top}' not found"))
        (harness,) = (text for text in texts.values() if f"module {top} " in text)
        inside = re.findall(r"^ {2}(?:\(\* .*? \*\) )?(\w+)(?: #\(.*\))? (\w+) ?\(", harness, re.MULTILINE)
        for module, instance in inside:
            if module not in modules:
                gone(self.error(f"module '{module}' not found"))
            if instance == "core":
                self.core = module
        assert {instance for _, instance in inside} == {"source", "core", "sink"}, inside
        assert self.period > 0, "constraints come before synthesis"

    def error(self, text: str) -> str:
        """An error of synthesis as the tool has it."""
        if self.tool == "vivado":
            return f"ERROR: [Synth 8-439] {text}\nINFO: [Common 17-206] Exiting Vivado"
        return (
            f"Error (10161): Verilog HDL error: {text}\n"
            "Error: Quartus Prime Analysis & Synthesis was unsuccessful. 1 error, 0 warnings"
        )

    def amount(self, what: str, least: int, span: int, also: object = "") -> int:
        """A number from `least` on that follows from the texts."""
        state = hashlib.sha256(f"{what} {also}".encode())
        for path in self.files:
            state.update(path.read_bytes())
        return least + int.from_bytes(state.digest()[:4], "big") % span

    def delay(self, how: object) -> float:
        """Period that the circuit needs, ns: a little more where more is allowed."""
        if mode(self.tool) == "late":
            return round(self.period + 0.75, 3)
        return round(self.amount("delay", 3000, 1000, how) / 1000 + self.period / 100, 3)

    @property
    def luts(self) -> int:
        """Look-up tables of the core."""
        return self.amount("luts", 200, 1000)

    @property
    def flip_flops(self) -> int:
        """Flip-flops of the core."""
        return self.amount("registers", 200, 1000)


def options(words: Sequence[str], flags: Sequence[str] = ()) -> tuple[dict[str, str], list[str]]:
    """Options with their values, and the words that are none."""
    found: dict[str, str] = {}
    rest, left = [], list(words)
    while left:
        word = left.pop(0)
        if word in flags:
            found[word] = "1"
        elif word.startswith("-"):
            found[word] = left.pop(0)
        else:
            rest.append(word)
    return found, rest
