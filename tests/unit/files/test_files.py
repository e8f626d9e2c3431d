# SPDX-License-Identifier: Apache-2.0
"""Files of users: what is wrong with one is a sentence, and what is written is there whole or not at all."""

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.files import reading, toml_file, writing


def make_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as one:
        one.bind(str(path))


def make_device(path: Path) -> None:
    """One of the test's own: were a check missing, those of the machine would be replaced."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    except PermissionError:
        pytest.skip("only root makes devices")


OTHERS: dict[str, Callable[[Path], object]] = {
    "a named pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "a link": lambda path: path.symlink_to("elsewhere"),
    "a socket": make_socket,
    "a device": make_device,
}


@pytest.fixture
def short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, for a socket has a short name."""
    monkeypatch.chdir(tmp_path)
    return Path()


@pytest.mark.parametrize("kind", OTHERS)
def test_what_is_no_file_is_not_replaced(kind: str, short: Path) -> None:
    path = short / "there"
    OTHERS[kind](path)
    before = path.lstat()
    for refuse in (writing.output_file, lambda one: writing.write(one, "text")):
        with pytest.raises(UsageError, match=f"there is {kind}; name a new file"):
            refuse(path)
    assert path.lstat().st_ino == before.st_ino


def test_a_device_of_the_machine() -> None:
    """Only looked at: nothing is written here, whatever the answer."""
    with pytest.raises(UsageError, match="/dev/null is a device; name a new file"):
        writing.output_file("/dev/null")
    with pytest.raises(UsageError, match="/dev/null is a device, not a folder"):
        writing.output_file("/dev/null/file")


def test_a_folder_to_write_into(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path)
    (tmp_path / "lost").symlink_to("elsewhere")
    assert writing.output_folder(tmp_path / "new" / "one") == tmp_path / "new" / "one"
    assert writing.output_folder(tmp_path / "link") == tmp_path / "link"
    for name, kind in (("file", "a file"), ("file/in", "a file"), ("lost", "a link"), ("lost/in", "a link")):
        with pytest.raises(UsageError, match=f"is {kind}, not a folder; name a folder"):
            writing.output_folder(tmp_path / name)
    with pytest.raises(UsageError, match=r"cannot be written: .*null"):
        writing.output_folder("a\0b")


def test_a_file_appears_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file"
    writing.write(path, "ä")
    assert path.read_bytes() == "ä".encode()
    path.chmod(0o640)
    writing.write(path, b"\xff")
    assert path.read_bytes() == b"\xff"
    assert path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in path.parent.iterdir()] == ["file"]


def test_a_full_disk_leaves_what_was_there(tmp_path: Path) -> None:
    """A file size limit is what a full disk is: the write comes back short."""
    path = tmp_path / "file"
    path.write_text("before")
    program = f"""
import resource, signal, sys
from pathlib import Path
from hashloom.errors import HashloomError
from hashloom.files import writing
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
try:
    writing.write(Path({str(path)!r}), "x" * 100000)
except HashloomError as error:
    sys.exit(str(error))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr == f"{path} cannot be written: File too large\n"
    assert path.read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


def test_a_write_that_is_interrupted_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("before")

    def interrupt(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        writing.write(tmp_path / "file", "after")
    assert (tmp_path / "file").read_text() == "before"
    assert [one.name for one in tmp_path.iterdir()] == ["file"]


OUTPUTS = [
    ["bench", "-o"],
    ["campaign", "none.toml", "-o"],
    ["compare", "sha1", "-o"],
    ["explore", "sha1", "-o"],
    ["export", "sha1/basic", "-o"],
    ["faults", "-o"],
    ["lint", "-o"],
    ["mutate", "sha1/basic", "-o"],
    ["overhead", "sha1/basic", "-o"],
    ["prove", "-o"],
    ["report", "-o"],
    ["report", "--csv"],
    ["report", "--latex"],
    ["report", "--svg"],
    ["reproduce", "gmu", "-o"],
    ["try-exports", "-o"],
]


@pytest.mark.parametrize("argv", OUTPUTS, ids=" ".join)
@pytest.mark.parametrize("kind", ["a named pipe", "a link", "a device"])
def test_no_command_replaces_what_is_no_file(
    argv: list[str], kind: str, short: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says so before it begins."""
    place = short / "there"
    OTHERS[kind](place)
    assert main([*argv, str(place)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"hashloom: {place} is {kind}")


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"[" * 100_000 + b"]" * 100_000, "more than 64 lists or tables within each other"),
        (b'{"a":' + b"[" * 70 + b"]" * 70 + b"}", "more than 64 lists or tables within each other"),
        (b"[1]", "is no JSON object"),
        (b'{"a": NaN}', "is not JSON: NaN is no number of JSON"),
        (b'{"a": -Infinity}', "is not JSON: -Infinity is no number"),
        (b'{"a": ' + b"9" * 5000 + b"}", "is not JSON: .*digits"),
        (b'{"a": 1', "is not JSON"),
        (b"\xff\xfe", "cannot be read: it is no text"),
        (b"", "is not JSON"),
    ],
)
def test_json_that_cannot_be_used(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "file.json"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=rf"file\.json .*{complaint}"):
        reading.json_object(path)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"a = " + b"[" * 5000 + b"]" * 5000, "more than 64 lists or tables within each other"),
        (b".".join([b"a"] * 200) + b" = 1", "more than 64 lists or tables within each other"),
        (b"a = " + b"9" * 5000, "is not a TOML file: .*digits"),
        (b"a = ", "is not a TOML file"),
        (b"\xff\xfe", "cannot be read: it is no text"),
    ],
)
def test_toml_that_cannot_be_used(content: bytes, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "file.toml"
    path.write_bytes(content)
    with pytest.raises(UsageError, match=rf"file\.toml .*{complaint}"):
        toml_file.read(path)


def test_a_file_that_nobody_wrote(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(10 << 30)
    for path in (tmp_path / "large", Path("/dev/zero")):
        with pytest.raises(UsageError, match="cannot be read: it has more than 64 MiB"):
            toml_file.read(path)
    with pytest.raises(UsageError, match=r"the file .* cannot be read: Is a directory"):
        reading.text(tmp_path, "the file")
    with pytest.raises(UsageError, match=r"cannot be read: .*null"):
        reading.text(Path("a\0b"))


def test_what_can_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('name = "ä"\n[table]\nlist = [[1], 2]\n')
    assert toml_file.read(tmp_path / "a.toml").content == {"name": "ä", "table": {"list": [[1], 2]}}
    (tmp_path / "a.json").write_text('{"name": "ä", "list": [1, 2.5, null, {"a": []}]}')
    assert reading.json_object(tmp_path / "a.json") == {"name": "ä", "list": [1, 2.5, None, {"a": []}]}
