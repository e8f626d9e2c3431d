# SPDX-License-Identifier: Apache-2.0
"""RTL files as a run sees them: each is read once, and who edits it meanwhile changes nothing of the run."""

import re
from pathlib import Path

from hashloom.errors import HashloomError, UsageError

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_READS_A_FILE = {
    re.compile(r"`include\b[^\n]*"): "join the files first: iverilog -E -o core.v FILE...",
    re.compile(r"\$readmem[bh]\b[^;\n]*"): "write the table into the RTL",
}
"""What has a tool read a further file, and what to do instead."""


class Capture:
    """Contents of files, by path. Units that share one are of one state of the files."""

    def __init__(self) -> None:
        """Nothing has been read."""
        self._contents: dict[Path, bytes] = {}

    def content(self, source: Path) -> bytes:
        """Content of a file when it was first asked for.

        HashloomError for a file that cannot be read, UsageError for one that has a tool read another file:
        no digest would stand for that one.
        """
        if source not in self._contents:
            self._contents.setdefault(source, _read(source))
        return self._contents[source]

    def hold(self, source: Path, content: bytes) -> None:
        """Take this as the content of a path, where nothing need lie; it is for who names no further file."""
        self._contents[source] = content

    def text(self, source: Path) -> str:
        """The same as text; errors as for `content`."""
        return self.content(source).decode(errors="replace")


def _read(source: Path) -> bytes:
    try:
        content = source.read_bytes()
    except OSError as error:
        raise HashloomError(f"the RTL file {source} cannot be read: {error.strerror}") from error
    text = _COMMENT.sub(" ", content.decode(errors="replace"))
    for pattern, advice in _READS_A_FILE.items():
        if found := pattern.search(text):
            raise UsageError(
                f"{source} has a tool read another file ({found[0].strip()}), which the digest of the RTL "
                f"does not stand for; {advice}"
            )
    return content
