# SPDX-License-Identifier: Apache-2.0
"""skeinsum --check: reports against those of sha256sum, lists of all forms, and lists that are wrong."""

import random
import re
import subprocess
from pathlib import Path

import pytest
from skeinsum_command import Command, digest, program

from hashloom.models.skein import Skein, Tree

NAMES = [
    "plain",
    "with blank",
    " lead",
    "*star",
    "new\nline",
    "re\rturn",
    "back\\slash",
    "(x) = y",
    "é",
    "#x",
]
CONTENT = b"content"
HEX = digest(CONTENT)


@pytest.fixture
def skeinsum(tmp_path: Path) -> Command:
    command = Command(tmp_path)
    command.write("file", CONTENT)
    return command


def _check(skeinsum: Command, text: str, *options: str) -> tuple[int, str, str]:
    """Exit status, output and errors for a list."""
    skeinsum.write("list", text.encode())
    outcome = skeinsum("-c", *options, "list")
    return outcome.status, outcome.output, outcome.errors


def _list_for(command: str) -> bytes:
    """Right and wrong lines, missing files, comments, as sha256sum and skeinsum have them."""
    # In reports sha256sum escapes a newline alone, skeinsum all that is escaped in lists.
    names = [name for name in NAMES if "\r" not in name and "\\" not in name]
    right = subprocess.run([command, *names], capture_output=True, check=True).stdout
    changed = re.sub(rb"(?m)^(\\?)0", rb"\g<1>g", right)
    changed = re.sub(rb"(?m)^(\\?)[0-9a-f]", rb"\g<1>0", changed).replace(b"g", b"1")
    one = right.splitlines()[0].split()[0]
    missing = [one + b"  missing", one + b"  .", one.upper() + b" *plain"]
    return b"\n".join([b"# comment", right, b"", b"no line of a list", changed, *missing])


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["-w"],
        ["--quiet"],
        ["--status"],
        ["--strict"],
        ["--ignore-missing"],
        ["--ignore-missing", "-w"],
    ],
)
@pytest.mark.parametrize("threads", ["1", "3"])
def test_reports_are_those_of_sha256sum(
    skeinsum: Command, monkeypatch: pytest.MonkeyPatch, options: list[str], threads: str
) -> None:
    monkeypatch.chdir(skeinsum.folder)
    monkeypatch.setenv("LC_ALL", "C")
    for name in NAMES:
        skeinsum.write(name, name.encode())
    skeinsum.write("list", _list_for("sha256sum"))
    command = ["sha256sum", "-c", *options, "list", "plain", "none"]
    theirs = subprocess.run(command, capture_output=True, timeout=60)
    skeinsum.write("list", _list_for(str(program())))
    ours = skeinsum.raw("-c", "--num-threads", threads, *options, "list", "plain", "none")
    assert ours.stdout == theirs.stdout
    errors = theirs.stderr.replace(b"sha256sum", b"skeinsum").replace(b"SHA256", b"Skein")
    assert ours.stderr == errors
    assert ours.returncode == theirs.returncode == 1


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--tag"],
        ["--zero"],
        ["--zero", "--tag"],
        ["-b"],
        ["-l", "264"],
        ["--tag", "-a256", "-l", "129"],
        ["--tag", "--spec=1.1", "--tree=1,2,255"],
        ["--tag", "-l", "20000", "--personalisation=x", "--nonce=12"],
    ],
)
def test_own_lists_are_right(skeinsum: Command, options: list[str], rng: random.Random) -> None:
    """Tagged lines need no option but the strings that they do not tell."""
    for name in NAMES:
        skeinsum.write(name, rng.randbytes(300))
    listed = skeinsum.raw(*options, *NAMES).stdout
    needed = [option for option in options if option.startswith(("--zero", "--pers", "--nonce"))]
    outcome = skeinsum("-c", *needed, stdin=listed)
    assert outcome.status == 0
    assert outcome.errors == ""
    assert outcome.output.count(": OK\n") == len(NAMES)
    assert skeinsum("-c", "--quiet", *needed, stdin=listed).output == ""
    skeinsum.write(NAMES[3], b"changed")
    skeinsum.write(NAMES[6], b"changed")
    outcome = skeinsum("-c", *needed, "--quiet", stdin=listed)
    assert outcome.status == 1
    assert outcome.output == f"{NAMES[3]}: FAILED\n\\back\\\\slash: FAILED\n"
    assert outcome.errors == "skeinsum: WARNING: 2 computed checksums did NOT match\n"


def test_forms_of_lines(skeinsum: Command) -> None:
    short = digest(CONTENT, Skein(512, 128))
    lines = [
        f"{HEX}  file",
        f"{HEX} *file",
        f"{HEX} file",
        f"{HEX.upper()}  file",
        f"  {HEX}\tfile",
        f"\\{HEX}  file",
        f"{short}  file",
        f"{HEX}  file\r",
        f"Skein512 (file) = {HEX}",
        f"SKEIN512 (file) = {HEX}",
        f"skein1024 (file) = {digest(CONTENT, Skein(1024, 1024))}",
        f"Skein256 (file) = {digest(CONTENT, Skein(256, 256))}",
        f"Skein-512-128 (file) = {short}",
        f"Skein-512-128(file)= {short}",
        f"\\Skein-512-128 (file) = {short.upper()}",
        f"Skein-512-5 (file) = {digest(CONTENT, Skein(512, 5))}",
        f"Skein-1.2-256-8-tree-1,1,2 (file) = {digest(CONTENT, Skein(256, 8, '1.2', tree=Tree(1, 1, 2)))}",
    ]
    assert _check(skeinsum, "\n".join(lines) + "\n", "--strict") == (0, "file: OK\n" * len(lines), "")


def test_lists_of_freebsd(skeinsum: Command) -> None:
    """Output of skein512, skein512 -r, skein512sum, skein512sum -b, and of the other two sizes."""
    skeinsum.write("a b", b"")
    for bits in (256, 512, 1024):
        first, second = (digest(content, Skein(bits, bits)) for content in (CONTENT, b""))
        state = ["-a", str(bits)]
        expected = (0, "file: OK\na b: OK\n", "")
        tagged = f"Skein{bits} (file) = {first}\nSkein{bits} (a b) = {second}\n"
        assert _check(skeinsum, tagged) == expected
        assert _check(skeinsum, tagged, "-a256") == expected
        assert _check(skeinsum, tagged.upper().replace("FILE", "file").replace("A B", "a b")) == expected
        for between in ("  ", " *", " "):
            assert _check(skeinsum, f"{first}{between}file\n{second}{between}a b\n", *state) == expected


def test_reversed_lists_with_blanks_in_front_of_names(skeinsum: Command) -> None:
    """The first line says of which kind the list is."""
    skeinsum.write(" lead", CONTENT)
    skeinsum.write("*star", CONTENT)
    expected = (0, "file: OK\n lead: OK\n*star: OK\n", "")
    assert _check(skeinsum, f"{HEX} file\n{HEX}  lead\n{HEX} *star\n") == expected
    assert _check(skeinsum, f"{HEX}  file\n{HEX}   lead\n{HEX} **star\n") == expected


WRONG_LINES = [
    "",
    HEX,
    f"{HEX} ",
    f"{HEX[1:]}  file",
    f"{HEX[:-1]}g  file",
    f"x{HEX}  file",
    f"{HEX}file",
    f"\\{HEX}  fi\\le",
    f"\\{HEX}  file\\",
    "SHA256 (file) = " + HEX[:64],
    f"Skein-512-512 (file) = {HEX[:-2]}",
    f"Skein-512-512 (file) = {HEX}00",
    f"Skein-512-512 (file) = {HEX} ",
    f"Skein-512-512 (file) {HEX}",
    f"Skein-512-512 (file = {HEX}",
    f"Skein-512-512 file) = {HEX}",
    f"Skein-512-512 () = {HEX}",
    f"Skein-512-512 )file( = {HEX}",
    f"Skein-512-512  (file) = {HEX}",
    f"Skein-512-0512 (file) = {HEX}",
    f"Skein-512 (file) = {HEX}",
    f"Skein-500-512 (file) = {HEX}",
    f"Skein-1.3-512-512 (file) = {HEX}",
    f"Skein-1.4-512-512 (file) = {HEX}",
    f"Skein-512-512-tree-0,1,2 (file) = {HEX}",
    f"Skein-512-512-tree-1,1,1 (file) = {HEX}",
    f"Skein-512-512-tree-1,1,256 (file) = {HEX}",
    f"Skein-512-512-nonce-keyed (file) = {HEX}",
    f"Skein-512-512-keyed-keyed (file) = {HEX}",
    f"Skein-512-18446744073709552128 (file) = {HEX}",
    "Skein-512-18446744073709551615 (file) = 00",
    "Skein-512-0 (file) = ",
    f"skein-512-512 (file) = {HEX}",
    f"Skein513 (file) = {HEX}",
    f"Skein512 file = {HEX}",
]  # fmt: skip


def test_wrong_lines(skeinsum: Command) -> None:
    for line in WRONG_LINES[1:]:
        assert _check(skeinsum, f"{line}\n") == (
            1, "", "skeinsum: list: no properly formatted checksum lines found\n",
        ), line  # fmt: skip
    text = f"{HEX}  file\n" + "".join(f"{line}\n" for line in WRONG_LINES)
    count = len(WRONG_LINES) - 1  # an empty line is not wrong
    warning = f"skeinsum: WARNING: {count} lines are improperly formatted\n"
    assert _check(skeinsum, text) == (0, "file: OK\n", warning)
    assert _check(skeinsum, text, "--strict") == (1, "file: OK\n", warning)
    assert _check(skeinsum, text, "--status") == (0, "", "")
    assert _check(skeinsum, text, "--status", "--strict") == (1, "", "")
    which = "".join(
        f"skeinsum: list: {n}: improperly formatted Skein checksum line\n" for n in range(3, count + 3)
    )
    assert _check(skeinsum, text, "-w") == (0, "file: OK\n", which + warning)
    assert _check(skeinsum, text, "-w", "--quiet") == (0, "", which + warning)
    assert _check(skeinsum, f"{HEX}  fi\0le\n")[0] == 1


@pytest.mark.parametrize("options", [[], ["-z"]])
def test_a_mark_of_the_encoding_is_no_part_of_a_list(skeinsum: Command, options: list[str]) -> None:
    """Three bytes that some editors put before the first line; the line counts nevertheless."""
    end = b"\0" if options else b"\n"
    mark = b"\xef\xbb\xbf"
    for line in (f"{HEX}  file", f"Skein-512-512 (file) = {HEX}"):
        skeinsum.write("list", mark + line.encode() + end)
        assert skeinsum("-c", *options, "list").output == "file: OK\n"
        skeinsum.write("list", mark + line.replace(HEX, HEX[::-1]).encode() + end)
        assert skeinsum("-c", *options, "list").status == 1
        skeinsum.write("list", (line.encode() + end) + mark + line.encode() + end)
        assert "1 line is improperly formatted" in skeinsum("-c", *options, "list").errors


def test_reports_have_no_control_characters(skeinsum: Command) -> None:
    """Neither on standard output nor in messages, and a name stands on one line."""
    names = ["es\x1bc[2J", "be\x07ll", "del\x7f", "c1\x9b", "back\\slash\t"]
    written = ["es\\x1bc[2J", "be\\x07ll", "del\\x7f", "c1\\xc2\\x9b", "back\\\\slash\\x09"]
    for name in names:
        skeinsum.write(name, CONTENT)
    skeinsum.write("list", skeinsum(*names).output.encode())
    assert skeinsum("-c", "list").output == "".join(f"\\{name}: OK\n" for name in written)
    for name in names:
        (skeinsum.folder / name).unlink()
    outcome = skeinsum("-c", "list")
    assert outcome.output == "".join(f"\\{name}: FAILED open or read\n" for name in written)
    for name in written:
        assert f"skeinsum: {name}: No such file or directory\n" in outcome.errors


def test_random_lists_never_pass(skeinsum: Command) -> None:
    """Changes to a right list: no crash, and the status says that something is wrong."""
    generator = random.Random(1)
    right = f"Skein-512-512 (file) = {HEX}\n".encode()
    for _ in range(150):
        changed = bytearray(right)
        for _ in range(generator.randrange(1, 4)):
            place = generator.randrange(len(changed) - 1)
            changed[place] = generator.choice([*b"() =-,0189afSk\\\r\n\0", changed[place] ^ 1])
        if bytes(changed).lower() != right.lower():
            outcome = skeinsum.raw("-c", "--strict", "--quiet", stdin=bytes(changed))
            assert outcome.returncode == 1, bytes(changed)
            assert outcome.stderr.startswith(b"skeinsum: ")


def test_keyed_lists(skeinsum: Command) -> None:
    """Without the key nothing is checked, and with a key nothing that anybody could have written."""
    key = ["--key-file", "key"]
    skeinsum.write("key", b"secret")
    right = skeinsum("--tag", *key, "file").output
    assert _check(skeinsum, right, *key) == (0, "file: OK\n", "")
    assert skeinsum("-c", "--keyed", "list", stdin=b"secret").output == "file: OK\n"
    refused = "skeinsum: WARNING: 1 digest could not be checked with these options\n"
    without = "skeinsum: list: 1: the digest needs a key: give --keyed or --key-file\n"
    assert _check(skeinsum, right) == (1, "", without + refused)
    assert _check(skeinsum, right, "--ignore-missing")[0] == 1
    assert _check(skeinsum, right, "--status")[:2] == (1, "")
    unkeyed = skeinsum("--tag", "file").output
    assert _check(skeinsum, unkeyed, *key)[0] == 1
    skeinsum.write("other", b"Secret")
    assert _check(skeinsum, right, "--key-file", "other")[:2] == (1, "file: FAILED\n")
    plain = skeinsum(*key, "file").output
    assert _check(skeinsum, plain, *key) == (0, "file: OK\n", "")
    assert _check(skeinsum, plain)[:2] == (1, "file: FAILED\n")
    short = skeinsum("-l120", *key, "file").output
    assert "easy to guess" in _check(skeinsum, short, *key)[2]
    assert _check(skeinsum, short, "-l120", *key) == (0, "file: OK\n", "")
    assert "not the --length" in _check(skeinsum, right, "-l120", *key)[2]
    assert skeinsum("-c", "--keyed").status == 2


@pytest.mark.parametrize("option", ["--personalisation=text", "--nonce=0011"])
def test_strings_that_are_not_in_the_list(skeinsum: Command, option: str) -> None:
    name = option.partition("=")[0]
    right = skeinsum("--tag", option, "file").output
    assert _check(skeinsum, right, option) == (0, "file: OK\n", "")
    assert f"the digest needs {name}\n" in _check(skeinsum, right)[2]
    assert f"the digest is without {name}\n" in _check(skeinsum, skeinsum("--tag", "file").output, option)[2]
    assert _check(skeinsum, skeinsum(option, "file").output, option) == (0, "file: OK\n", "")


def test_lengths(skeinsum: Command) -> None:
    odd = skeinsum("-l", "13", "file").output
    assert _check(skeinsum, odd, "-l", "13") == (0, "file: OK\n", "")
    assert _check(skeinsum, odd)[:2] == (1, "file: FAILED\n")  # taken as 16 bits
    assert "not the --length" in _check(skeinsum, f"{HEX}  file\n", "-l", "256")[2]
    long = skeinsum("--tag", "-l", "1000003", "file").output
    assert _check(skeinsum, long) == (0, "file: OK\n", "")
    changed = long[:-2] + ("0" if long[-2] != "0" else "8") + "\n"
    assert _check(skeinsum, changed)[:2] == (1, "file: FAILED\n")


def test_standard_input(skeinsum: Command) -> None:
    """As a list, and as a listed file where it is not taken."""
    line = f"{HEX}  -\n"
    skeinsum.write("list", line.encode())
    assert skeinsum("-c", "list", stdin=CONTENT).output == "-: OK\n"
    assert skeinsum("-c", stdin=f"{HEX}  file\n".encode()).output == "file: OK\n"
    outcome = skeinsum("-c", "-", stdin=line.encode())
    assert outcome.status == 1
    assert outcome.errors == "skeinsum: 'standard input': no properly formatted checksum lines found\n"
    assert skeinsum("-c", "--keyed", "list", stdin=b"key").status == 1


def test_unreadable_lists(skeinsum: Command) -> None:
    outcome = skeinsum("-c", "none", ".", "/dev/null")
    assert outcome.status == 1
    assert outcome.output == ""
    assert outcome.errors == (
        "skeinsum: none: No such file or directory\n"
        "skeinsum: .: Is a directory\n"
        "skeinsum: /dev/null: no properly formatted checksum lines found\n"
    )


def test_long_lists_in_order(skeinsum: Command) -> None:
    """More lines than the queue has places; functions change from line to line."""
    functions = ["-a256", "-a512", "-l64", "--tree=1,1,9"]
    tags = [skeinsum("--tag", function, "file").output for function in functions]
    lines = [tags[i % 4 if i % 100 > 50 else 1] for i in range(3000)]
    lines[1000] = "wrong\n"
    lines[2000] = f"{HEX}  missing\n"
    for threads in ("1", "4"):
        status, output, errors = _check(skeinsum, "".join(lines), "--num-threads", threads, "-w")
        assert output == "file: OK\n" * 1999 + "missing: FAILED open or read\n" + "file: OK\n" * 999
        assert errors == (
            "skeinsum: list: 1001: improperly formatted Skein checksum line\n"
            "skeinsum: missing: No such file or directory\n"
            "skeinsum: WARNING: 1 line is improperly formatted\n"
            "skeinsum: WARNING: 1 listed file could not be read\n"
        )
        assert status == 1
