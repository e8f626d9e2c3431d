# SPDX-License-Identifier: Apache-2.0
"""Skein in OpenSSL: the provider, by its own test under sanitizers and by the command openssl."""

import hashlib
import hmac
import os
import re
import shutil
import subprocess
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest
import skein_answers
from folders import LIBSKEIN
from made_once import made_once

from hashloom.models.skein import Skein

WATCHED = "-O1 -g -Werror -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"
SIZES = {256: (128, 160, 224, 256), 512: (128, 160, 224, 256, 384, 512), 1024: (384, 512, 1024)}


def hexadecimal(text: bytes | None) -> str:
    return "-" if text is None else text.hex() or "."


@pytest.fixture(scope="module")
def built(shared_folder: Path) -> Path:
    """A build of the provider that watches memory."""
    header = Path("/usr/include/openssl/core_dispatch.h")
    if shutil.which("cmake") is None or shutil.which("cc") is None:
        pytest.skip("no cmake, or no C compiler")
    if not header.is_file():
        pytest.skip(f"no {header} of OpenSSL 3; apt-get install libssl-dev")

    def make(folder: Path) -> None:
        options = ("-DSKEIN_BUILD_OPENSSL_PROVIDER=ON", f"-DCMAKE_C_FLAGS_DEBUG={WATCHED}")
        skein_answers.build(folder, *options, targets=("skein_provider", "skein-provider-test"))

    return made_once(shared_folder, "openssl-provider", make)


def check(built: Path, *records: str) -> subprocess.CompletedProcess[str]:
    """What the provider's own test says of these known answers."""
    text = "".join(f"{record}\n" for record in records)
    program = built / "skein-provider-test"
    return subprocess.run([program], input=text, capture_output=True, text=True, check=False, timeout=60)


def digest_of(name: str, message: bytes, skein: Skein) -> str:
    return f"digest {name} {hexadecimal(message)} {skein.digest(message).hex()}"


def plain_records() -> list[str]:
    """The vectors, and each size of output that has none by the reference model."""
    found = [
        f"digest SKEIN-{block}-{size} {hexadecimal(message)} {digest.hex()}"
        for block, size, message, digest in skein_answers.plain_answers()
    ]
    for block, sizes in SIZES.items():
        found += [digest_of(f"SKEIN-{block}-{size}", b"message" * 20, Skein(block, size)) for size in sizes]
        found.append(digest_of(f"SKEIN{block}", b"abc", Skein(block, block)))
    return found


def mac_records() -> list[str]:
    """The vectors with those arguments that a MAC has: key, personalisation and nonce."""
    found = []
    for one in skein_answers.argument_answers():
        skein = one.skein
        others = (skein.public_key, skein.key_identifier, skein.tree)
        if not skein.key or any(others) or one.bits % 8 or skein.digest_bits % 8:
            continue
        words = [hexadecimal(text) for text in (skein.key, skein.personalisation, skein.nonce)]
        record = f"{' '.join(words)} 0 {hexadecimal(one.message)} {one.digest.hex()}"
        found.append(f"mac SKEIN-MAC-{skein.block_bits} {record}")
    return found


def mac_of(block: int, xof: int) -> str:
    """A MAC of 12 bytes with empty personalisation and nonce; `xof`: of an output without an end."""
    skein = Skein(block, 96, key=b"k", personalisation=b"", nonce=b"")
    expected = skein_answers.endless(skein, b"m", 12) if xof else skein.digest(b"m")
    return f"mac SKEIN-MAC-{block} {b'k'.hex()} . . {xof} {b'm'.hex()} {expected.hex()}"


class Hash:
    """The reference model in the shape that Python's hmac wants."""

    def __init__(self, block: int, size: int, data: bytes = b"") -> None:
        self.block, self.size, self.data = block, size, data
        self.block_size, self.digest_size, self.name = block // 8, size // 8, "skein"

    def update(self, data: bytes) -> None:
        self.data += data

    def copy(self) -> "Hash":
        return Hash(self.block, self.size, self.data)

    def digest(self) -> bytes:
        return Skein(self.block, self.size).digest(self.data)


def maker(block: int, size: int) -> Callable[..., "hashlib._Hash"]:
    def make(data: bytes = b"") -> "hashlib._Hash":
        return Hash(block, size, data)  # type: ignore[return-value]

    return make


def pbkdf2(block: int, size: int, password: bytes, salt: bytes, rounds: int, length: int) -> bytes:
    """By its definition (RFC 8018), on the reference model."""
    result = b""
    number = 0
    while len(result) < length:
        number += 1
        one = hmac.new(password, salt + number.to_bytes(4, "big"), maker(block, size)).digest()
        total = int.from_bytes(one, "big")
        for _ in range(rounds - 1):
            one = hmac.new(password, one, maker(block, size)).digest()
            total ^= int.from_bytes(one, "big")
        result += total.to_bytes(size // 8, "big")
    return result[:length]


def use_records() -> list[str]:
    """Streams, MACs without an end, HMAC and PBKDF2, by the reference model."""
    found = []
    for block in SIZES:
        stream = skein_answers.endless(Skein(block, block), b"seed", 300)
        found.append(f"digest SKEIN-{block}-XOF {b'seed'.hex()} {stream.hex()}")
        for size in SIZES[block]:
            if size <= 512:
                key, message = bytes(range(block // 8 + 1)), b"what is said"
                answer = hmac.new(key, message, maker(block, size)).digest()
                found.append(f"hmac SKEIN-{block}-{size} {key.hex()} {message.hex()} {answer.hex()}")
    derived = pbkdf2(512, 512, b"password", b"salt", 3, 100)
    found.append(f"pbkdf2 SKEIN512 {b'password'.hex()} {b'salt'.hex()} 3 {derived.hex()}")
    return found


@pytest.mark.long
def test_known_answers_and_wrong_use(built: Path) -> None:
    records = [*plain_records(), *mac_records(), *use_records()]
    records += [mac_of(block, xof) for block in SIZES for xof in (0, 1)]
    assert sum(record.startswith("mac") for record in records) >= 6
    done = check(built, *records)
    found = re.search(r"^(\d+) passed, 0 failed$", done.stdout, re.MULTILINE)
    assert found, done.stdout + done.stderr
    assert int(found[1]) > len(records) + 20
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.long
def test_a_wrong_answer_is_noticed(built: Path) -> None:
    good = [plain_records()[3], mac_records()[0], use_records()[0], use_records()[-1]]
    wrong = [f"{record[:-2]}{(int(record[-2:], 16) ^ 1):02x}" for record in good]
    done = check(built, good[0], *wrong)
    assert done.returncode == 1
    failures = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    assert [line.split()[1] for line in failures] == [record.split()[0] for record in wrong]
    assert done.stdout.endswith(" passed, 4 failed\n")


# ---- By the command


@pytest.fixture(scope="module")
def environment(built: Path) -> dict[str, str]:
    """In which the command openssl finds the provider; with what a module that watches memory needs."""
    if shutil.which("openssl") is None:
        pytest.skip("no command openssl; apt-get install openssl")
    library = subprocess.run(
        ["cc", "-print-file-name=libasan.so"], capture_output=True, text=True, check=True
    ).stdout.strip()
    watch = {"LD_PRELOAD": library, "ASAN_OPTIONS": "detect_leaks=0"}
    return {**os.environ, **watch, "OPENSSL_MODULES": str(built / "ossl-modules")}


def openssl(environment: dict[str, str], *arguments: str, text: bytes = b"") -> tuple[int, str]:
    command = ["openssl", *arguments]
    done = subprocess.run(command, input=text, env=environment, capture_output=True, check=False, timeout=60)
    return done.returncode, (done.stdout + done.stderr).decode()


@pytest.mark.parametrize(
    ("arguments", "skein", "length"),
    [
        (["-skein512"], Skein(512, 512), 64),
        (["-skein-256-160"], Skein(256, 160), 20),
        (["-skein1024", "-xoflen", "128"], Skein(1024, 1024), 128),
    ],
)
def test_openssl_dgst(environment: dict[str, str], arguments: list[str], skein: Skein, length: int) -> None:
    status, said = openssl(environment, "dgst", "-provider", "skein", *arguments, text=b"abc")
    assert (status, said.split()[-1]) == (0, skein.digest(b"abc")[:length].hex())


def test_the_longest_digest_is_refused_to_who_gives_no_length(environment: dict[str, str]) -> None:
    """EVP_MAX_MD_SIZE is 64 bytes: a caller that says nothing has no room for more."""
    status, said = openssl(environment, "dgst", "-provider", "skein", "-skein1024", text=b"abc")
    assert status != 0
    version = [int(number) for number in re.findall(r"\d+", openssl(environment, "version")[1])[:2]]
    if version < [3, 4]:  # from then on OpenSSL itself refuses it, and says nothing
        assert "needs the parameter xoflen" in said
    assert Skein(1024, 1024).digest(b"abc").hex() not in said


def test_examples_of_the_page(built: Path, environment: dict[str, str], tmp_path: Path) -> None:
    """Each command line of the page runs, and gives what stands below it."""
    page = (LIBSKEIN / "bindings/openssl/README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^    \$ (openssl .*)\n    (\S.*)$", page, re.MULTILINE)
    assert len(lines) >= 4
    (tmp_path / "FILE").write_bytes(b"abc")
    for command, said in lines:
        done = subprocess.run(
            ["sh", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.stdout.strip() == said, command + done.stderr


def test_the_configuration_of_the_page(environment: dict[str, str], tmp_path: Path) -> None:
    """With it, programs that know nothing of the provider have Skein."""
    page = (LIBSKEIN / "bindings/openssl/README.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"^(    openssl_conf = .*?)\n\n", page, re.MULTILINE | re.DOTALL)
    (tmp_path / "openssl.cnf").write_text(textwrap.dedent(lines))
    configured = {**environment, "OPENSSL_CONF": str(tmp_path / "openssl.cnf")}
    status, said = openssl(configured, "dgst", "-skein512", text=b"abc")
    assert (status, said.split()[-1]) == (0, Skein(512, 512).digest(b"abc").hex())
    status, said = openssl(configured, "dgst", "-sha256", text=b"abc")
    assert (status, said.split()[-1]) == (0, hashlib.sha256(b"abc").hexdigest())


def test_the_program_of_the_page(built: Path, environment: dict[str, str], tmp_path: Path) -> None:
    page = (LIBSKEIN / "bindings/openssl/README.md").read_text(encoding="utf-8")
    lines = re.findall(r"^    ((?:OSSL|EVP)_.*;)$", page, re.MULTILINE)
    assert len(lines) == 3
    (tmp_path / "program.c").write_text(
        "#include <openssl/evp.h>\n#include <openssl/provider.h>\n#include <stdio.h>\n"
        'int main(void) {\n  const char message[] = "abc";\n  const size_t length = 3;\n'
        f"  unsigned char digest[32] = {{0}};\n{os.linesep.join(lines)}\n"
        '  for (int i = 0; i < 32; i++) printf("%02x", digest[i]);\n  return 0;\n}\n'
    )
    compile_it = ["cc", "-Wall", "-Werror", "program.c", "-lcrypto", "-o", "program"]
    skein_answers.run(*compile_it, folder=tmp_path)
    done = subprocess.run(
        [tmp_path / "program"], env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert done.stdout == Skein(512, 256).digest(b"abc").hex(), done.stderr


def test_it_is_installed_where_openssl_looks(built: Path, tmp_path: Path) -> None:
    skein_answers.run("cmake", "--install", built, "--prefix", tmp_path, "--component", "openssl")
    (module,) = (path for path in tmp_path.rglob("*") if path.is_file())
    assert module.parts[-2:] == ("ossl-modules", "skein.so")
    names = skein_answers.run("nm", "-D", "--defined-only", module).split()[2::3]
    assert [name for name in names if not name.startswith("__")] == ["OSSL_provider_init"]
