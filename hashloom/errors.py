# SPDX-License-Identifier: Apache-2.0
"""What the user is told: notes, and errors to act on, each a clear sentence with an exit status."""

import sys


class HashloomError(Exception):
    """Something a user can act on; the text says what went wrong and what would be right."""

    exit_status: int = 1


class CheckFailed(HashloomError):
    """A check ran to its end and failed."""

    exit_status = 1


class UsageError(HashloomError):
    """A wrong name, option or input file."""

    exit_status = 2


class MissingTool(HashloomError):
    """A program or library is not installed."""

    exit_status = 3

    def __init__(self, sentence: str, install: str | None = None) -> None:
        """`install`, where given, is the command that installs it; it is appended to the sentence."""
        super().__init__(f"{sentence}; install it with: {install}" if install else sentence)


def note(text: str) -> None:
    """Print one line for the user on standard error."""
    print(f"hashloom: {text}", file=sys.stderr, flush=True)
