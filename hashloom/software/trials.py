# SPDX-License-Identifier: Apache-2.0
"""What the verification of libskein consists of: trials, a test program of a variant of the library each."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from hashloom.catalogue import nearest
from hashloom.errors import UsageError

Kind = Literal["answers", "constant-time", "leak", "fuzzing"]


@dataclass(frozen=True)
class LibraryTrial:
    """One program of one variant.

    answers: skein-check with the records of `hashloom.software.vectors`; constant-time: skein-constant-time,
    under valgrind or with MemorySanitizer; leak: the same with a leak that it must find; fuzzing: a fuzz
    target.
    `quick` and `full` are further arguments by effort; of the records a quick trial takes one in `share`, a
    full one all, or one in `full_share` where the program is slow.
    """

    name: str
    what: str
    variant: str
    kind: Kind
    program: str
    quick: tuple[str, ...] = ()
    full: tuple[str, ...] = ()
    share: int = 1
    full_share: int = 1
    valgrind: bool = False


def _answers(
    name: str,
    what: str,
    variant: str | None = None,
    *,
    share: int = 1,
    slow: bool = False,
    full_share: int = 1,
) -> LibraryTrial:
    """Quick is a second or two of work; `slow` variants get less of it, in full effort too."""
    few = ("--splits", "8", "--random", "60" if slow else "200", "--largest", "3000")
    full = ("--splits", "64", "--random", "100", "--largest", "60000")
    many = ("--splits", "4096", "--random", "250", "--largest", "400000")
    arguments = full if slow else many
    return LibraryTrial(
        name, what, variant or name, "answers", "skein-check", few, arguments, share, full_share
    )


def _constant_time(name: str, what: str, variant: str, valgrind: bool) -> list[LibraryTrial]:
    program = "skein-constant-time"
    return [
        LibraryTrial(f"constant-time-{name}", what, variant, "constant-time", program, valgrind=valgrind),
        *(
            LibraryTrial(
                f"leak-by-{how}-{name}",
                f"a leak by {how} is found: {what}",
                variant,
                "leak",
                program,
                ("--leak", how),
                ("--leak", how),
                valgrind=valgrind,
            )
            for how in ("branch", "address")
        ),
    ]


def _fuzzing(target: str, what: str) -> LibraryTrial:
    return LibraryTrial(f"fuzz-{target}", what, "fuzzed", "fuzzing", f"fuzz-{target}")


TRIALS: tuple[LibraryTrial, ...] = (
    _answers("release", "gcc, as it is installed"),
    _answers("clang", "clang, as it is installed"),
    _answers("clang-19", "clang 19"),
    _answers("unthreaded", "without threads; AddressSanitizer and UBSan", slow=True, share=4),
    _answers("sanitized", "AddressSanitizer and UBSan", slow=True, share=2),
    _answers("memory-sanitized", "MemorySanitizer", slow=True, share=4),
    LibraryTrial(
        "thread-sanitized",
        "ThreadSanitizer, messages long enough for several threads",
        "thread-sanitized",
        "answers",
        "skein-check",
        ("--splits", "4", "--random", "16", "--largest", "200000"),
        ("--splits", "8", "--random", "60", "--largest", "400000"),
        share=20,
        full_share=8,
    ),
    _answers("i686", "words of 32 bits", slow=True, share=2),
    _answers("aarch64", "64-bit ARM with NEON, emulated by qemu", slow=True, share=2, full_share=4),
    _answers("s390x", "big-endian, emulated by qemu", slow=True, share=2, full_share=4),
    *_constant_time("gcc", "valgrind's memcheck on gcc's code", "release", valgrind=True),
    *_constant_time("clang", "valgrind's memcheck on clang's code", "clang", valgrind=True),
    *_constant_time("sanitizer", "MemorySanitizer, which knows AVX-512", "memory-sanitized", valgrind=False),
    _fuzzing("state", "libFuzzer: any sequence of calls beside a model"),
    _fuzzing("tree", "libFuzzer: trees of any shape beside the recursive reference"),
    _fuzzing("check-line", "libFuzzer: lines of lists that skeinsum checks"),
)


def find(names: Sequence[str]) -> list[LibraryTrial]:
    """Trials of these names, all if there is none; UsageError for an unknown one."""
    known = {trial.name: trial for trial in TRIALS}
    for name in names:
        if name not in known:
            raise UsageError(f"there is no trial '{name}' of libskein; {nearest(name, known)}")
    return [known[name] for name in names] or list(TRIALS)
