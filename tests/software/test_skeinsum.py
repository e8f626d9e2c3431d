# SPDX-License-Identifier: Apache-2.0
"""skeinsum, computing: digests against the reference model, and lines against those of sha256sum.

Checking is in test_skeinsum_check.py.
"""

import os
import pty
import random
import re
import resource
import shutil
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest
from folders import LIBSKEIN
from own_state import here
from skeinsum_command import Command, digest, program

from hashloom import software
from hashloom.errors import MissingTool
from hashloom.models.skein import Skein, Tree

NAMES = ["plain", "with blank", " lead", "*star", "new\nline", "re\rturn", "back\\slash", "-", "(x) = y", "é"]
TREE = Tree(1, 2, 3)


@pytest.fixture
def skeinsum(tmp_path: Path) -> Command:
    return Command(tmp_path)


def _sha256sum(folder: Path, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "LC_ALL": "C"}
    command = ["sha256sum", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, env=environment, timeout=60)


def _without_digests(text: bytes, name: bytes) -> bytes:
    return re.sub(rb"[0-9a-f]{64,128}", b"DIGEST", text).replace(name, b"FUNCTION")


@pytest.mark.parametrize(
    ("options", "function"),
    [
        ([], Skein(512, 512)),
        (["-a", "256"], Skein(256, 256)),
        (["--algorithm=1024"], Skein(1024, 1024)),
        (["-l", "8"], Skein(512, 8)),
        (["-l1"], Skein(512, 1)),
        (["-a", "256", "--length", "999"], Skein(256, 999)),
        (["-l", "70001"], Skein(512, 70001)),
        (["--spec", "1.1"], Skein(512, 512, "1.1")),
        (["--spec", "1.2", "-a", "1024", "-l", "256"], Skein(1024, 256, "1.2")),
        (
            ["--personalisation", "20260101 me@example.org/test"],
            Skein(512, 512, personalisation=b"20260101 me@example.org/test"),
        ),
        (["--personalization="], Skein(512, 512, personalisation=b"")),
        (["--nonce", "00fFa5"], Skein(512, 512, nonce=b"\x00\xff\xa5")),
        (["--tree", "1,2,3"], Skein(512, 512, tree=TREE)),
        (
            ["--tree", "1,1,255", "-a", "256", "-l", "17", "--num-threads", "3"],
            Skein(256, 17, tree=Tree(1, 1, 255)),
        ),
    ],
)
def test_digests(skeinsum: Command, options: list[str], function: Skein, rng: random.Random) -> None:
    for size in (0, 1, 64, 5000):
        content = rng.randbytes(size)
        skeinsum.write("file", content)
        assert skeinsum(*options, "file").output == f"{digest(content, function)}  file\n"
        assert skeinsum(*options, stdin=content).output == f"{digest(content, function)}  -\n"


def test_every_kernel_gives_the_same_digest(skeinsum: Command, rng: random.Random) -> None:
    content = rng.randbytes(3000)
    wrong = skeinsum("--kernel", "nonsense")
    assert wrong.status == 2
    kernels = wrong.errors.partition("this build has ")[2].strip().split(", ")
    assert "portable" in kernels
    for kernel in kernels:
        outcome = skeinsum("--kernel", kernel, stdin=content)
        if "this processor cannot run" not in outcome.errors:
            assert outcome.output == f"{digest(content)}  -\n"


def test_a_kernel_by_environment(
    skeinsum: Command, monkeypatch: pytest.MonkeyPatch, rng: random.Random
) -> None:
    content = rng.randbytes(3000)
    monkeypatch.setenv("SKEIN_KERNEL", "portable")
    assert skeinsum(stdin=content).output == f"{digest(content)}  -\n"
    monkeypatch.setenv("SKEIN_KERNEL", "nonsense")
    wrong = skeinsum(stdin=content)
    assert (wrong.status, wrong.output) == (2, "")
    assert wrong.errors.startswith("skeinsum: there is no kernel 'nonsense'; this build has ")


@pytest.mark.parametrize("variant", ["release", pytest.param("musl", marks=pytest.mark.long)])
def test_trees_of_large_files_on_small_stacks(tmp_path: Path, variant: str) -> None:
    """Stacks of 128 KiB, the whole of it for the first thread; musl gives each other thread as much."""
    try:
        command = software.build(here(), variant) / "skeinsum"
    except MissingTool as error:
        pytest.skip(str(error))
    names = [f"file{number}" for number in range(4)]
    for name in names:
        (tmp_path / name).write_bytes(bytes(8_000_000))
    options = ["--tree", "6,6,255", "--num-threads", "4"]
    done = subprocess.run(
        ["sh", "-c", 'ulimit -s 128; exec "$@"', "sh", command, *options, *names],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=60,
    )
    expected = subprocess.run([program(), *options, names[0]], cwd=tmp_path, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "".join(expected.stdout.replace(names[0], name) for name in names)


@pytest.mark.parametrize("source", ["a file", "a pipe"])
def test_threads_for_a_tree_are_started_once(tmp_path: Path, source: str) -> None:
    """However many parts it is read in, and however small its leaves are."""
    if shutil.which("strace") is None:
        pytest.skip("no strace; apt-get install strace")
    content = bytes(20_000_000)
    (tmp_path / "file").write_bytes(content)
    trace = ["strace", "-f", "-qq", "-e", "trace=clone,clone3", "-o", "calls"]
    if subprocess.run([*trace, "true"], cwd=tmp_path, capture_output=True).returncode != 0:
        pytest.skip("strace may not trace here")
    name = "-" if source == "a pipe" else "file"
    command = [*trace, str(program()), "--tree", "1,1,255", "--num-threads", "3", name]
    done = subprocess.run(command, cwd=tmp_path, input=content, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    calls = [line for line in (tmp_path / "calls").read_text().splitlines() if "resumed" not in line]
    assert len(calls) == 2, calls


@pytest.mark.long
def test_large_files_mapped_and_read(skeinsum: Command, rng: random.Random) -> None:
    """The same digest for all ways to get at the bytes; one of them is known to be right."""
    content = rng.randbytes((1 << 20) + 12345)
    path = skeinsum.write("large", content)
    expected = f"{digest(content)}  large\n"
    assert skeinsum("large").output == expected
    assert skeinsum("--no-mmap", "large").output == expected
    for options in (["--tree", "3,2,5"], ["-a", "1024"]):
        ways = [["--num-threads=1"], ["--num-threads=2"], ["--num-threads=7", "--no-mmap"]]
        outputs = {skeinsum(*options, *way, "large").output for way in ways}
        outputs.add(skeinsum(*options, stdin=content).output.replace("-\n", "large\n"))
        assert len(outputs) == 1
    with path.open("rb") as stream:
        stream.seek(100)
        partly = subprocess.run([program(), "-l", "64"], stdin=stream, capture_output=True, timeout=60)
    assert partly.stdout.split()[0].decode() == skeinsum("-l", "64", stdin=content[100:]).output.split()[0]


@pytest.mark.parametrize(
    "options", [[], ["--tag"], ["--zero"], ["--tag", "--zero"], ["-b"], ["-t"], ["-b", "--tag"]]
)
def test_lines_are_those_of_sha256sum(skeinsum: Command, options: list[str]) -> None:
    for name in NAMES:
        skeinsum.write(name, name.encode())
    files = [f"./{name}" if name == "-" else name for name in NAMES]
    files = [*files[:3], "missing", *files[3:]]
    theirs, ours = _sha256sum(skeinsum.folder, *options, "--", *files), skeinsum.raw(*options, "--", *files)
    assert _without_digests(ours.stdout, b"Skein-512-512") == _without_digests(theirs.stdout, b"SHA256")
    assert ours.stderr == theirs.stderr.replace(b"sha256sum", b"skeinsum")
    assert ours.returncode == theirs.returncode == 1


@pytest.mark.parametrize("threads", ["1", "4"])
def test_many_files_in_order(skeinsum: Command, threads: str, rng: random.Random) -> None:
    """Small files are hashed side by side, some large and missing ones are among them."""
    contents = {f"f{i}": rng.randbytes((i * 7919) % 700) for i in range(300)}
    contents["f40"], contents["f41"] = rng.randbytes(40000), b""
    for name, content in contents.items():
        skeinsum.write(name, content)
    names = list(contents)
    names[100:100] = ["missing", "."]
    outcome = skeinsum("--num-threads", threads, "-l", "256", *names)
    function = Skein(512, 256)
    assert outcome.output == "".join(
        f"{digest(content, function)}  {name}\n" for name, content in contents.items()
    )
    assert outcome.errors == ("skeinsum: missing: No such file or directory\nskeinsum: .: Is a directory\n")
    assert outcome.status == 1
    tree = Skein(512, 256, tree=Tree(1, 1, 9))
    listed = skeinsum("--num-threads", threads, "-l", "256", "--tree=1,1,9", *list(contents)[:60]).output
    assert listed == "".join(f"{digest(contents[name], tree)}  {name}\n" for name in list(contents)[:60])


def test_tags(skeinsum: Command) -> None:
    key = b"secret"
    skeinsum.write("key", key)
    cases = {
        "Skein-256-100": ["-a256", "-l100"],
        "Skein-1.1-512-512": ["--spec=1.1"],
        "Skein-1.2-1024-1024-tree-6,6,255": ["--spec=1.2", "-a1024", "--tree=6,6,255"],
        "Skein-512-512-keyed": ["--key-file=key"],
        "Skein-512-256-tree-1,2,3-keyed-personalised-nonce": [
            "-l256", "--tree=1,2,3", "--key-file=key", "--personalisation=p", "--nonce=00",
        ],
    }  # fmt: skip
    for tag, options in cases.items():
        found = re.fullmatch(r"(.*) \(-\) = [0-9a-f]+\n", skeinsum("--tag", *options).output)
        assert found is not None
        assert found[1] == tag


def test_keys(skeinsum: Command, rng: random.Random) -> None:
    key = rng.randbytes(5000)
    skeinsum.write("key", key)
    skeinsum.write("file", b"message")
    skeinsum.write("empty", b"")
    expected = f"{digest(b'message', Skein(512, 512, key=key))}  file\n"
    assert skeinsum("--key-file", "key", "file").output == expected
    assert skeinsum("--key-file", "-", "file", stdin=key).output == expected
    assert skeinsum("--keyed", "file", stdin=key).output == expected
    for arguments, words in (
        (["--keyed", "file"], "is empty"),
        (["--key-file=empty", "file"], "is empty"),
        (["--key-file=missing", "file"], "No such file"),
        (["--key-file=.", "file"], "Is a directory"),
        (["--key-file=/dev/zero", "file"], "longer than 16 MiB"),
        (["--keyed", "--key-file=key", "file"], "one key only"),
        (["--keyed"], "no FILE can be"),
        (["--keyed", "file", "-"], "no FILE can be"),
    ):
        outcome = skeinsum(*arguments)
        assert outcome.status == 2
        assert words in outcome.errors
        assert outcome.output == ""


def test_raw_and_parts_of_the_output(skeinsum: Command) -> None:
    content = b"abc"
    whole = Skein(256, 80000).digest(content)
    arguments = ["-a256", "-l80000"]
    assert skeinsum.raw("--raw", *arguments, stdin=content).stdout == whole
    for seek, count in ((0, 10), (31, 2), (32, 32), (9000, 1000), (9999, 1)):
        part = ["--seek", str(seek), "--count", str(count)]
        assert skeinsum.raw("--raw", *arguments, *part, stdin=content).stdout == whole[seek : seek + count]
        assert skeinsum(*arguments, *part, stdin=content).output == f"{whole[seek : seek + count].hex()}  -\n"
    assert skeinsum(*arguments, "--seek=9990", stdin=content).output == f"{whole[9990:].hex()}  -\n"
    assert skeinsum("--no-names", stdin=content).output == f"{digest(content)}\n"
    assert skeinsum("--no-names", "-z", stdin=content).output == f"{digest(content)}\0"


def test_output_without_end(skeinsum: Command) -> None:
    """The longest output is a stream: nobody waits for its end, and any part of it can be had."""
    arguments = [str(program()), "--raw", "-l", str((1 << 64) - 1)]
    process = subprocess.Popen(
        arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, cwd=skeinsum.folder
    )
    assert process.stdout is not None
    stream = process.stdout.read(100000)
    process.stdout.close()
    assert process.wait(timeout=60) != 0
    assert len(stream) == 100000
    position = stream[64000:64064].hex()
    longest = ["-l", str((1 << 64) - 1)]
    assert skeinsum(*longest, "--seek=64000", "--count=64").output == f"{position}  -\n"
    end = skeinsum(*longest, "--seek", str((1 << 61) - 8)).output
    assert re.fullmatch(r"[0-9a-f]{16}  -\n", end)
    assert int(end[:16], 16) % 2 == 0  # the last byte has seven bits


def test_recursion(skeinsum: Command) -> None:
    for name in ("d/b", "d/a", "d/c/x", "d/c/w", "d/.hidden", "d/e\nf/g", "top"):
        skeinsum.write(name, name.encode())
    (skeinsum.folder / "d/link").symlink_to("a")
    (skeinsum.folder / "d/loop").symlink_to(".")
    os.mkfifo(skeinsum.folder / "d/pipe")
    order = ["d/.hidden", "d/a", "d/b", "d/c/w", "d/c/x", "d/e\nf/g", "top"]
    outcome = skeinsum("-r", "-z", "d", "top")
    assert outcome.output == "".join(f"{digest(name.encode())}  {name}\0" for name in order)
    assert (outcome.status, outcome.errors) == (0, "")
    assert [line[130:] for line in skeinsum("-r", "d/", "d/link").output.splitlines()][:2] == [
        "d/.hidden",
        "d/a",
    ]
    missing = skeinsum("-r", "none", "top")
    assert missing.output == f"{digest(b'top')}  top\n"
    assert (missing.status, missing.errors) == (1, "skeinsum: none: No such file or directory\n")
    assert skeinsum("-r").status == 2


def test_recursion_beyond_the_longest_name(skeinsum: Command) -> None:
    """Names of more than PATH_MAX bytes, which the system does not take at a time."""
    part = "d" * 200
    depth = 25
    here_before = Path.cwd()
    try:
        os.chdir(skeinsum.folder)
        for _ in range(depth):
            Path(part).mkdir()
            os.chdir(part)
        Path("file").write_bytes(b"deep")
        Path("gone").write_bytes(b"")
    finally:
        os.chdir(here_before)
    name = "/".join([part] * depth)
    assert len(name) > os.pathconf("/", "PC_PATH_MAX")
    for options in (["-r"], ["-r", "--num-threads=3"]):
        outcome = skeinsum(*options, part)
        assert (outcome.status, outcome.errors) == (0, "")
        assert outcome.output == f"{digest(b'deep')}  {name}/file\n{digest(b'')}  {name}/gone\n"
    skeinsum.write("list", f"{digest(b'deep')}  {name}//file\n{digest(b'')}  {name}/none\n".encode())
    checked = skeinsum("-c", "list")
    assert checked.output == f"{name}//file: OK\n{name}/none: FAILED open or read\n"
    assert "No such file or directory" in checked.errors


def test_unreadable_files(skeinsum: Command) -> None:
    skeinsum.write("good", b"")
    outcome = skeinsum("missing", "good/file", ".", "good")
    assert outcome.status == 1
    assert outcome.output == f"{digest(b'')}  good\n"
    assert outcome.errors == (
        "skeinsum: missing: No such file or directory\n"
        "skeinsum: good/file: Not a directory\n"
        "skeinsum: .: Is a directory\n"
    )
    assert skeinsum("line\nbreak").errors == "skeinsum: line\\nbreak: No such file or directory\n"
    assert skeinsum("--raw", "missing").status == 1


@pytest.mark.parametrize("options", [[], ["--tree=1,1,9", "--num-threads=2"]])
def test_file_that_becomes_shorter(skeinsum: Command, options: list[str]) -> None:
    """No crash and no digest of bytes that never were. The file has no data and a minute of work."""
    path = skeinsum.write("sparse", b"")
    os.truncate(path, 1 << 36)
    process = subprocess.Popen(
        [program(), *options, "sparse"], cwd=skeinsum.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    maps = Path(f"/proc/{process.pid}/maps")
    while process.poll() is None and str(path) not in maps.read_text():
        time.sleep(0.001)
    os.truncate(path, 100)
    output, errors = process.communicate(timeout=60)
    assert output == b""
    assert errors == b"skeinsum: sparse: became shorter while it was read\n"
    assert process.returncode == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["file"],
        ["--raw", "file"],
        ["-l", "1000000", "file"],
        ["-r", "."],
        ["--help"],
        ["--version"],
        ["-c", "list"],
    ],
)
def test_full_disk(skeinsum: Command, arguments: list[str]) -> None:
    skeinsum.write("file", b"x")
    skeinsum.write("list", f"{digest(b'x')}  file\n".encode())
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [program(), *arguments], cwd=skeinsum.folder, stdout=full, stderr=subprocess.PIPE, timeout=60
        )
    assert done.stderr == b"skeinsum: write error: No space left on device\n"
    assert done.returncode == 1


def test_output_cut_short_by_a_limit(skeinsum: Command) -> None:
    """The beginning fits, the rest does not."""
    with (skeinsum.folder / "output").open("wb") as output:
        done = subprocess.run(
            [program(), "--raw", "-l", "8000000"],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536)),
            restore_signals=False,  # Python ignores SIGXFSZ, so that the write fails
            timeout=60,
        )
    assert b"write error: File too large" in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-a", "511"], "256, 512 or 1024"),
        (["-a", ""], "256, 512 or 1024"),
        (["-l", "0"], "from 1 to 18446744073709551615"),
        (["-l", "18446744073709551616"], "not '18446744073709551616'"),
        (["-l", "-1"], "not '-1'"),
        (["-l", "12x"], "not '12x'"),
        (["--spec", "1.4"], "1.1, 1.2 or 1.3"),
        (["--tree", "0,1,2"], "LEAF,FANOUT,HEIGHT"),
        (["--tree", "1,1,1"], "height is 2 to 255"),
        (["--tree", "1,256,2"], "LEAF,FANOUT,HEIGHT"),
        (["--tree", "1,2"], "LEAF,FANOUT,HEIGHT"),
        (["--tree", "1,2,3,4"], "LEAF,FANOUT,HEIGHT"),
        (["--nonce", "abc"], "pairs of hexadecimal digits"),
        (["--nonce", "0g"], "pairs of hexadecimal digits"),
        (["--num-threads", "many"], "from 0 to 1024"),
        (["--seek", "64"], "beyond the output, which has 64 bytes"),
        (["--seek", "60", "--count", "5"], "which is 4 bytes"),
        (["--count", "0"], "from 1 to"),
        (["--raw", "a", "b"], "--raw is for one file"),
        (["--raw", "--tag"], "--raw is for one file"),
        (["--tag", "--no-names"], "exclude each other"),
        (["--tag", "--seek", "1"], "--tag is for whole digests"),
        (["--quiet"], "the --quiet option is meaningful only when verifying checksums"),
        (["--strict"], "the --strict option is meaningful only when verifying checksums"),
        (["-c", "--tag"], "the --tag option is meaningless when verifying checksums"),
        (["-cr", "."], "the --recursive option is meaningless when verifying checksums"),
        (["-c", "--binary"], "the --binary option is meaningless when verifying checksums"),
        (["--nonsense"], "unrecognized option '--nonsense'"),
        (["--st"], "'--st' is ambiguous"),
        (["-q"], "invalid option"),
        (["-l"], "requires an argument"),
    ],
)  # fmt: skip
def test_wrong_usage(skeinsum: Command, arguments: list[str], words: str) -> None:
    outcome = skeinsum(*arguments)
    assert outcome.status == 2
    assert outcome.output == ""
    assert outcome.errors.startswith("skeinsum: ")
    assert words in outcome.errors


def test_help_and_version(skeinsum: Command) -> None:
    text = skeinsum("--help").output
    assert skeinsum("-h").output == text
    header = (LIBSKEIN / "include/skein.h").read_text()
    version = re.search(r'SKEIN_VERSION "(.*)"', header)
    assert version is not None
    assert skeinsum("--version").output == f"skeinsum (libskein) {version[1]}\n"
    assert skeinsum("--vers").output == f"skeinsum (libskein) {version[1]}\n"
    page = (LIBSKEIN / "man/skeinsum.1").read_text()
    for option in re.findall(r"--([a-z-]+)", text):
        assert re.search(rf"\bFl -{option}\b", page), f"the man page has no --{option}"


def _errors_of_slow_work(skeinsum: Command, *arguments: str, terminal: bool = True) -> str:
    """What comes on standard error when standard input takes more than a second and a file follows."""
    path = skeinsum.write("sp\x1brse", b"")
    os.truncate(path, 70 << 20)  # 64 MiB and some more
    reader, writer = pty.openpty() if terminal else os.pipe()
    command = [str(program()), "--num-threads=1", *arguments, "-", path.name]
    process = subprocess.Popen(
        command, cwd=skeinsum.folder, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=writer
    )
    os.close(writer)
    assert process.stdin is not None
    time.sleep(1.05)
    process.stdin.close()
    text = b""
    with suppress(OSError):  # a terminal's other end is closed
        while part := os.read(reader, 4096):
            text += part
    os.close(reader)
    assert process.wait(timeout=60) == 0
    return text.decode()


def test_progress(skeinsum: Command) -> None:
    line = r"\r\x1b\[K64\.00 MiB, [0-9.]+ [KMG]iB/s,  91 % of sp\?rse\r\x1b\[K"
    assert re.fullmatch(line, _errors_of_slow_work(skeinsum))
    assert _errors_of_slow_work(skeinsum, "--no-progress") == ""
    assert _errors_of_slow_work(skeinsum, terminal=False) == ""
    assert re.fullmatch(line, _errors_of_slow_work(skeinsum, "--progress", terminal=False))


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="no mandoc")
def test_man_page_is_well_formed() -> None:
    page = LIBSKEIN / "man/skeinsum.1"
    done = subprocess.run(
        ["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True, timeout=60
    )
    assert done.stdout + done.stderr == ""
