# SPDX-License-Identifier: Apache-2.0
"""Use of the Python module libskein: buffers, threads, wrong arguments, memory, types and packaging."""

import array
import doctest
import importlib
import mmap
import os
import random
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from libskein_module import libskein

from hashloom.models.skein import Skein

skein512, threefish = libskein.skein512, libskein.threefish
MODULE_FOLDER = ROOT / "libskein" / "python"
LARGE = random.Random(1).randbytes(300_000)  # more than what is hashed without letting other threads run
UNLIMITED = 2**64 - 1


# ---- Buffers and threads


def test_every_kind_of_buffer(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(LARGE)
    expected = skein512(LARGE).digest()
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        for buffer in (LARGE, bytearray(LARGE), memoryview(LARGE), array.array("I", LARGE), mapped):
            assert skein512(buffer).digest() == expected
    unaligned = memoryview(b"x" + LARGE)[1:]
    assert skein512(unaligned).digest() == expected
    assert skein512(memoryview(LARGE).cast("B", (300, 1000))).digest() == expected
    assert skein512(memoryview(b"")).digest() == skein512().digest()
    assert skein512(key=bytearray(b"k")).digest() == skein512(key=b"k").digest()
    data = bytearray(b"abc")
    state = skein512(data)
    data.extend(b"def")  # the buffer has been given back
    assert state.digest() == skein512(b"abc").digest()


def test_buffers_with_gaps_are_refused() -> None:
    for take in (skein512, skein512().update, skein512().verify, lambda data: skein512(key=data)):
        with pytest.raises(BufferError, match="one after the other; make it so with bytes"):
            take(memoryview(b"abcdef")[::2])
    with pytest.raises(BufferError, match="each message takes a buffer whose bytes"):
        libskein.hash_many([b"abc", memoryview(b"abcdef")[::-1]])


@pytest.mark.parametrize("options", [{}, {"tree": (2, 1, 255), "threads": 2}])
def test_threads_that_share_an_object(options: dict[str, Any]) -> None:
    """Equal pieces from several threads give the hash of them all in whatever order; readers disturb none."""
    piece = bytes(5000)
    state = skein512(**options)
    begin = threading.Barrier(6)
    seen: list[int] = []

    def write(size: int) -> None:
        begin.wait()
        for _ in range(100):
            state.update(piece[:size])

    def read() -> None:
        begin.wait()
        for _ in range(60):
            seen.append(state.hashed_bits)
            state.digest()
            state.copy().update(piece)
            state.stream()

    threads = [threading.Thread(target=write, args=(size,)) for size in (5000, 5000, 64, 1)]
    threads += [threading.Thread(target=read) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert state.digest() == skein512(bytes(100 * (5000 + 5000 + 64 + 1)), **options).digest()
    assert seen
    assert all(bits % 8 == 0 for bits in seen)


def test_other_threads_run_meanwhile() -> None:
    """A thread counts milliseconds while another hashes: with Python's lock held it could not."""
    data = bytes(64 << 20)
    ticks = 0
    stop = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not stop.wait(0.001):
            ticks += 1

    ticker = threading.Thread(target=tick)
    ticker.start()
    try:
        for work in (
            lambda: skein512().update(data),
            lambda: libskein.hash_many([data, data]),
            lambda: skein512(digest_bits=UNLIMITED).digest(0, 64 << 20),
            lambda: skein512(digest_bits=UNLIMITED).stream().read(64 << 20),
        ):
            before = ticks
            work()
            assert ticks - before >= 5
    finally:
        stop.set()
        ticker.join()


# ---- Wrong use


WRONG = [
    ("skein512('text')", TypeError, "message takes bytes, not text; encode it first"),
    ("skein512(3)", TypeError, "message takes bytes or another object with a buffer, not int"),
    ("skein512(b'', key='text')", TypeError, "key takes bytes, not text"),
    ("skein512(nonce=5)", TypeError, "nonce takes bytes or another object with a buffer, not int"),
    ("skein512(digest_bits=0)", ValueError, "digest_bits is 1 to 18446744073709551615, not 0"),
    ("skein512(digest_bits=-1)", OverflowError, "digest_bits is 1 to .*, not -1"),
    ("skein512(digest_bits=2 ** 64)", OverflowError, "digest_bits is 1 to .*, not 18446744073709551616"),
    ("skein512(digest_bits='8')", TypeError, "digest_bits takes a whole number"),
    ("skein512(digest_bits=8.0)", TypeError, "digest_bits takes a whole number"),
    ("skein512(b'', 512, b'key')", TypeError, "skein512 takes at most 2 arguments without a keyword"),
    ("skein256(salt=b'')", TypeError, "skein256 has no argument 'salt'"),
    ("skein256(block_bits=512)", TypeError, "skein256 has no argument 'block_bits'"),
    ("skein256(**{'': b''})", TypeError, "skein256 has no argument ''"),
    ("skein256(b'', data=b'')", TypeError, "skein256 got its argument 'data' twice"),
    ("skein256(b'', init=b'')", TypeError, "data and init are the same argument"),
    ("skein256(version='1.0')", ValueError, "version is '1\\.3', '1\\.2' or '1\\.1', not '1\\.0'"),
    ("skein256(version=1.3)", TypeError, "version takes a text"),
    ("skein256(tree=(1, 1))", TypeError, "tree takes three numbers"),
    ("skein256(tree=5)", TypeError, "tree takes three numbers"),
    ("skein256(tree='112')", TypeError, "tree takes three numbers"),
    ("skein256(tree=(0, 1, 2))", ValueError, "leaf size of the tree is 1 to 255, not 0"),
    ("skein256(tree=(1, 256, 2))", ValueError, "fan-out of the tree is 1 to 255, not 256"),
    ("skein256(tree=(1, 1, 1))", ValueError, "height of the tree is 2 to 255, not 1"),
    ("skein256(tree=(1, 1, -2))", OverflowError, "height of the tree is 2 to 255, not -2"),
    ("skein256(threads=-1)", OverflowError, "threads is 0 to 1024, not -1"),
    ("skein512().update()", TypeError, "update takes a message"),
    ("skein512().update(b'x', 9)", ValueError, "bits is 0 to 8, not 9"),
    ("skein512().update(b'x', -1)", OverflowError, "bits is 0 to 8, not -1"),
    ("skein512().update(b'x', bit=1)", TypeError, "update has no argument 'bit'"),
    ("skein512().digest(0, 65)", ValueError, "stop is 0 to 64, not 65"),
    ("skein512().digest(9, 8)", ValueError, "start is 0 to 8, not 9"),
    ("skein512().digest(-1)", OverflowError, "start is 0 to 64, not -1"),
    ("skein512().verify('text')", TypeError, "expected takes bytes, not text"),
    ("libskein.load('text')", TypeError, "saved takes bytes, not text"),
    ("libskein.hash_many(b'abc')", TypeError, "hash_many takes a list of messages, not one message"),
    ("libskein.hash_many('abc')", TypeError, "hash_many takes a list of messages, not one message"),
    ("libskein.hash_many()", TypeError, "hash_many takes messages"),
    ("libskein.hash_many(5)", TypeError, "'int' object is not iterable"),
    ("libskein.hash_many([b'a', 5])", TypeError, "each message takes bytes .*, not int"),
    ("libskein.hash_many([b'a'], tree=(1, 1, 2))", ValueError, "hash_many makes no trees"),
    ("libskein.hash_many([b'a'], block_bits=300)", ValueError, "256, 512 and 1024 bits only"),
    ("threefish(bytes(31))", ValueError, "key has 32, 64 or 128 bytes, not 31"),
    ("threefish(bytes(200))", ValueError, "key has 32, 64 or 128 bytes, not 200"),
    ("threefish(bytes(32), bytes(15))", ValueError, "tweak has 16 bytes, not 15"),
    ("threefish(bytes(32), version='2')", ValueError, "version is"),
    ("threefish(bytes(32)).encrypt_block(bytes(31))", ValueError, "one block of 32 bytes.*not 31"),
    ("threefish(bytes(32)).decrypt_block('x')", TypeError, "data takes bytes, not text"),
    ("setattr(threefish(bytes(32)), 'tweak', b'x')", ValueError, "tweak has 16 bytes, not 1"),
    ("delattr(threefish(bytes(32)), 'tweak')", TypeError, "can be changed, not deleted"),
    ("libskein.use_kernel('none such')", ValueError, "no kernel 'none such'; kernels\\(\\) gives"),
    ("libskein.use_kernel(3)", TypeError, "use_kernel takes the name of a kernel"),
    ("libskein.kernel_in_use(300)", ValueError, "256, 512 and 1024 bits only"),
    ("libskein.kernel_in_use()", TypeError, "kernel_in_use takes block_bits"),
]


@pytest.mark.parametrize(("call", "kind", "sentence"), WRONG, ids=[call for call, _, _ in WRONG])
def test_wrong_use_is_answered_with_a_sentence(call: str, kind: type[Exception], sentence: str) -> None:
    names = {**vars(libskein), "libskein": libskein}
    with pytest.raises(kind, match=sentence):
        eval(call, names)


def test_after_a_partial_byte_only_its_rest_may_follow() -> None:
    state = skein512()
    state.update(b"\xe0", 3)
    for arguments in ((b"x",), (b"x", 6), (b"xx", 16)):
        with pytest.raises(ValueError, match="takes bits=5 at most, to complete it"):
            state.update(*arguments)
    state.update(b"")
    state.update(b"x", 0)
    assert (state.hashed_bits, state.digest()) == (3, Skein(512, 512).digest(b"\xe0", 3))


def test_an_error_of_a_buffer_comes_through() -> None:
    class Angry:
        def __index__(self) -> int:
            raise RuntimeError("no number today")

    with pytest.raises(RuntimeError, match="no number today"):
        skein512(digest_bits=Angry())
    with pytest.raises(RuntimeError, match="no number today"):
        skein512(tree=[Angry(), 1, 2])  # type: ignore[list-item]
    released = memoryview(b"abc")
    released.release()
    with pytest.raises((BufferError, ValueError)):
        skein512(released)


# ---- What is left behind


def test_no_memory_and_no_reference_is_lost() -> None:
    """Resident memory does not grow: every way through the module, right and wrong, many times."""
    program = """
import gc, pickle, sys
import libskein
from libskein import skein512, threefish
key, data = bytearray(300), bytearray(5000)
def once():
    for options in ({}, {"tree": (1, 1, 2)}, {"key": key, "pers": key, "nonce": key, "digest_bits": 9000}):
        state = skein512(data, **options)
        state.update(data); state.digest(); state.hexdigest(1, 5); state.verify(bytes(64)); state.hashed_bits
        state.copy().update(b"x", 3)
        stream = state.stream(); stream.read(99); stream.seek(3); stream.readinto(key)
        if "tree" not in options: libskein.load(state.save()); pickle.loads(pickle.dumps(state))
    libskein.hash_many([data, key, b""] * 20, key=key)
    cipher = threefish(key[:64]); cipher.tweak = key[:16]; cipher.encrypt_block(key[:64])
    for wrong in (lambda: skein512(key=key, nonce=3), lambda: skein512(data, key=memoryview(key)[::2]),
                  lambda: skein512("x"), lambda: skein512(tree=(1, 1, 1)),
                  lambda: skein512().update(data, -1),
                  lambda: libskein.hash_many([data, key, 3]), lambda: libskein.load(data),
                  lambda: skein512(data, tree=(1, 1, 2)).save(), lambda: threefish(key, key)):
        try: wrong()
        except (TypeError, ValueError, OverflowError, BufferError): pass
        else: raise SystemExit("no exception")
def resident():
    gc.collect()
    return int(open("/proc/self/statm").read().split()[1]) * 4096
def references(): return [sys.getrefcount(thing) for thing in (key, data, libskein.Hash, threefish)]
for _ in range(50): once()
before, counted = resident(), references()
for _ in range(600): once()
assert references() == counted, (counted, references())
key.append(0), data.append(0)  # BufferError if somebody still holds them
assert resident() - before < 1 << 20, resident() - before
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=120)


def test_a_subinterpreter_has_a_module_of_its_own() -> None:
    program = """
import _testcapi, libskein
code = "import libskein as l; assert l.skein512(b'abc').hexdigest() == '%s'; l.skein512().stream()"
for _ in range(3):
    assert _testcapi.run_in_subinterp(code % libskein.skein512(b"abc").hexdigest()) == 0
assert libskein.skein512(b"abc").copy().digest()
"""
    if subprocess.run(
        [sys.executable, "-c", "import _testcapi"], check=False, capture_output=True
    ).returncode:
        pytest.skip("this Python has no _testcapi")
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def interpreters() -> list[str]:
    """Those of Python 3.12 and later that are installed here, one of each version."""
    found = []
    for version in ("3.12", "3.13", "3.14"):
        shim = shutil.which(f"python{version}")
        others = Path(shim).parent.parent.glob(f"versions/{version}.*/bin/python3") if shim else ()
        for program in filter(None, (shim, *map(str, others))):
            asked = "import sys; print(sys.implementation.name, sys.version_info[:2])"
            done = subprocess.run([program, "-c", asked], capture_output=True, text=True, check=False)
            if done.stdout.strip() == f"cpython ({version.replace('.', ', ')})":
                found.append(program)
                break
    return found


ISOLATED = """
import threading
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import libskein
code = '''
import libskein as l
data = bytes(3_000_000)
assert l.skein512(b"abc").hexdigest() == "%s"
assert l.skein512(data).digest() == l.skein512(data).copy().digest()
assert l.hash_many([data, b"", data], threads=2)[1] == l.skein512().digest()
assert l.skein256(b"seed", digest_bits=2**64 - 1).stream().read(9) and l.threefish(bytes(32))
try:
    l.skein512(digest_bits=0)
except ValueError:
    pass
''' % libskein.skein512(b"abc").hexdigest()
failures = []
def once():
    for _ in range(3):
        one = interpreters.create()
        try:
            failures.append(interpreters.run_string(one, code))
        except Exception as error:
            failures.append(error)
        interpreters.destroy(one)
threads = [threading.Thread(target=once) for _ in range(3)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert failures == [None] * 9, failures
assert libskein.skein512(b"abc").copy().digest()
"""


def test_isolated_subinterpreters_each_have_a_module_of_their_own(tmp_path: Path) -> None:
    """Which Python 3.12 and later have, with a lock for each; the compiled module is the same one for all."""
    programs = interpreters()
    if not programs:
        pytest.skip("no Python 3.12 or later is installed here")
    package = Path(libskein.__file__).parent
    shutil.copytree(package, tmp_path / "libskein", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"}
    for program in programs:
        command = [program, "-W", "ignore", "-c", ISOLATED]
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, ""), program


def test_type_stubs_say_what_the_module_has(tmp_path: Path) -> None:
    user = tmp_path / "user.py"
    user.write_text(
        "from libskein import Hash, OutputStream, hash_many, load, skein512, threefish\n\n"
        "def use(data: bytearray) -> list[bytes]:\n"
        "    state: Hash = skein512(data, 256, key=b'k', tree=(1, 1, 2), version='1.2', threads=0)\n"
        "    state.update(memoryview(data), bits=3)\n"
        "    stream: OutputStream = load(state.save()).copy().stream()\n"
        "    cipher = threefish(stream.read(64), tweak=bytes(16))\n"
        "    cipher.tweak = stream.read(16)\n"
        "    text: str = state.hexdigest(0, 8)\n"
        "    good: bool = state.verify(text.encode())\n"
        "    return hash_many([data, cipher.encrypt_block(bytes(64))], block_bits=1024) if good else []\n"
    )
    for arguments in (["-m", "mypy", "--strict", str(user)], ["-m", "mypy.stubtest", "libskein"]):
        done = subprocess.run(
            [sys.executable, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_everything_has_a_docstring() -> None:
    things = [getattr(libskein, name) for name in libskein.__all__ if not name.startswith("__")]
    assert all(thing.__doc__ for thing in things)
    for kind in (libskein.Hash, libskein.OutputStream, threefish):
        for name, member in vars(kind).items():
            assert name.startswith("_") or member.__doc__, f"{kind.__name__}.{name}"


def test_examples_in_the_documentation_run() -> None:
    assert doctest.testmod(libskein) == (0, 2)
    text = (MODULE_FOLDER / "README.md").read_text(encoding="utf-8")
    examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert examples
    names: dict[str, Any] = {"received": skein512(b"message", key=b"secret").digest(), "data": LARGE}
    for example in examples:
        for line in example.splitlines():
            exec(line, names)
    assert names["stream"].tell() == 10**12 + 16


@pytest.mark.long
def test_a_source_distribution_carries_the_library(tmp_path: Path) -> None:
    """It is unpacked elsewhere, built with CMake and used; without the vector units' kernels, for speed."""
    environment = {**os.environ, "PYTHONPATH": str(MODULE_FOLDER / "building")}
    environment |= {"CMAKE_ARGS": "-DSKEIN_KERNELS=OFF", "LIBSKEIN_ARCHIVE": ""}

    def run(folder: Path, *arguments: str) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    build = "import backend, sys; print(backend.build_sdist(sys.argv[1]))"
    archive = tmp_path / run(MODULE_FOLDER, "-c", build, str(tmp_path)).split()[-1]
    with tarfile.open(archive) as members:
        licences = [name for name in members.getnames() if name.split("/")[1:] == ["LICENSE"]]
        assert len(licences) == 1
        content = members.extractfile(licences[0])
        assert content is not None
        assert content.read() == (ROOT / "LICENSE").read_bytes()
    site = tmp_path / "site"
    pip = ("pip", "install", "--disable-pip-version-check", "--no-deps", "--no-build-isolation")
    run(tmp_path, "-m", *pip, "--target", str(site), str(archive))
    environment["PYTHONPATH"] = str(site)
    program = "import libskein as l; print(l.__file__, l.kernels(), l.skein256(b'abc').hexdigest())"
    assert run(tmp_path, "-c", program) == (
        f"{site / 'libskein' / '__init__.py'} ('portable',) "
        "258bdec343b9fde1639221a5ae0144a96e552e5288753c5fec76c05fc2fc1870\n"
    )


@pytest.mark.long
def test_wheels_are_the_same_whoever_makes_them(tmp_path: Path) -> None:
    """In two folders: the same bytes, with the licence, without symbols and the machine's folders."""
    environment = {**os.environ, "CMAKE_ARGS": "-DSKEIN_KERNELS=OFF", "LIBSKEIN_ARCHIVE": ""}
    environment.pop("SOURCE_DATE_EPOCH", None)
    build = "import backend, sys; print(backend.build_wheel(sys.argv[1]))"
    wheels = []
    for name in ("first", "second of another length"):
        place = tmp_path / name
        place.mkdir()
        for part in ("CMakeLists.txt", "LICENSE", "cmake", "include", "src", "python"):
            source = ROOT / "libskein" / part
            if source.is_dir():
                shutil.copytree(source, place / part, ignore=shutil.ignore_patterns("*.egg-info", "build"))
            else:
                shutil.copy(source, place / part)
        module = place / "python"
        done = subprocess.run(
            [sys.executable, "-c", build, str(place)],
            cwd=module,
            env={**environment, "PYTHONPATH": str(module / "building")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        wheels.append(place / done.stdout.split()[-1])
    with zipfile.ZipFile(wheels[0]) as wheel:
        contents = {name: wheel.read(name) for name in wheel.namelist()}
    assert wheels[0].read_bytes() == wheels[1].read_bytes()
    licences = [content for name, content in contents.items() if name.endswith("/licenses/LICENSE")]
    assert licences == [(ROOT / "LICENSE").read_bytes()]
    assert (ROOT / "libskein" / "LICENSE").read_bytes() == licences[0]
    (extension,) = (content for name, content in contents.items() if name.endswith(".so"))
    for word in (b".symtab", b".debug_", str(tmp_path).encode(), b"/tmp/"):
        assert word not in extension, word


def test_without_cmake_pip_is_asked_for_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(MODULE_FOLDER / "building")
    backend = importlib.import_module("backend")
    monkeypatch.chdir(MODULE_FOLDER)
    assert backend._tools() == []
    monkeypatch.setenv("PATH", str(tmp_path))
    assert backend._tools() == ["cmake>=3.20", "ninja"]
