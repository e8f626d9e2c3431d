# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from hashloom.commands import hash as hash_command
from hashloom.commands import main
from hashloom.models.skein import Skein, Tree

needs_libskein = pytest.mark.skipif(
    not hash_command.ENGINES, reason="libskein is not installed; run make setup"
)
engines = pytest.mark.parametrize("engine", ["model", pytest.param("libskein", marks=needs_libskein)])


@pytest.fixture
def message(tmp_path: Path) -> Path:
    """A file with the three bytes abc."""
    path = tmp_path / "abc"
    path.write_bytes(b"abc")
    return path


def test_digest_of_a_file(message: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hash", "sha256", str(message)]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"{hashlib.sha256(b'abc').hexdigest()}  {message}\n"
    assert captured.err == ""


def test_short_form_says_what_it_is(message: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hash", "skein-512", str(message)]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("8f5dd9ec798152668e35129496b029a960c9a9b88662f7f9482f110b31f9f938")
    assert captured.err == "hashloom: skein-512 is skein-1.3-512-512\n"


def test_standard_input_is_binary() -> None:
    data = b"\r\n\xff\0\n"
    for tail in ([], ["-"]):
        command = [sys.executable, "-m", "hashloom", "hash", "sha512", *tail]
        result = subprocess.run(command, input=data, capture_output=True, check=True)
        assert result.stdout.decode() == f"{hashlib.sha512(data).hexdigest()}  -\n"


@engines
def test_bits(engine: str, message: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["hash", "skein-1.1-256-256", str(message), "--bits", "13", "--json", "--engine", engine]
    assert main(argv) == 0
    assert json.loads(capsys.readouterr().out) == {
        "kind": "hash",
        "schema": 1,
        "function": "skein-1.1-256-256",
        "file": str(message),
        "message_bits": 13,
        "digest_bits": 256,
        "digest": Skein(256, 256, "1.1").digest(b"ab", 13).hex(),
        "engine": engine,
    }


@engines
def test_arguments_of_skein(engine: str, message: Path, capsys: pytest.CaptureFixture[str]) -> None:
    argv = ["hash", "skein-1.2-1024-1024", str(message), "--key", "00ff", "--personalisation", "01"]
    argv += ["--public-key", "02", "--key-identifier", "03", "--nonce", "04", "--tree", "1,2,3"]
    assert main([*argv, "--output-bits", "1500", "--json", "--engine", engine]) == 0
    found = json.loads(capsys.readouterr().out)
    expected = Skein(1024, 1500, "1.2", b"\0\xff", b"\1", b"\2", b"\3", b"\4", Tree(1, 2, 3)).digest(b"abc")
    assert (found["digest_bits"], found["digest"]) == (1500, expected.hex())


@engines
@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--key", "xy"], "--key takes hexadecimal, not 'xy'"),
        (["--key-identifier", "0"], "--key-identifier takes hexadecimal, not '0'"),
        (["--tree", "1,2"], "--tree takes three numbers such as 1,1,255, not '1,2'"),
        (["--tree", "1,2,1"], "there is no tree 1,2,1"),
        (["--output-bits", "0"], "Skein has no output of 0 bits"),
        (["--bits", "25"], "25 bits are asked of a message that has 24"),
        (["--bits", "-1"], "-1 bits are asked of a message that has 24"),
        (["--bits", "many"], "argument --bits: invalid int value: 'many'"),
    ],
)
def test_wrong_options(
    engine: str, options: list[str], complaint: str, message: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["hash", "skein-1.3-512-512", str(message), *options, "--engine", engine]) == 2
    assert capsys.readouterr().err.startswith(f"hashloom: {complaint}")


def engine_used(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main([*arguments, "--json"]) == 0
    return str(json.loads(capsys.readouterr().out)["engine"])


@needs_libskein
def test_libskein_computes_skein_and_the_models_the_rest(
    message: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert engine_used(["hash", "skein-1.3-512-512", str(message)], capsys) == "libskein"
    assert engine_used(["hash", "skein-1.3-512-512", str(message), "--engine", "model"], capsys) == "model"
    assert engine_used(["hash", "sha256", str(message)], capsys) == "model"
    assert main(["hash", "sha256", str(message), "--engine", "libskein"]) == 2
    assert "libskein computes Skein only; sha256 is left" in capsys.readouterr().err


def test_the_model_does_the_work_where_libskein_is_missing(
    message: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(hash_command, "ENGINES", {})
    assert engine_used(["hash", "skein-1.3-512-512", str(message)], capsys) == "model"
    assert main(["hash", "skein-1.3-512-512", str(message), "--engine", "libskein"]) == 3
    assert "libskein is not installed; install it with: make setup" in capsys.readouterr().err


@needs_libskein
def test_libskein_is_not_trusted_where_it_disagrees(
    message: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = hash_command.ENGINES[512]
    monkeypatch.setitem(
        hash_command.ENGINES, 512, lambda **options: wrong(**{**options, "nonce": b"not asked for"})
    )
    assert main(["hash", "skein-1.3-512-512", str(message)]) == 0
    captured = capsys.readouterr()
    assert captured.out == f"{Skein(512, 512).digest(b'abc').hex()}  {message}\n"
    assert "does not agree with the reference model" in captured.err
    assert main(["hash", "skein-1.3-512-512", str(message), "--engine", "libskein"]) == 1


@needs_libskein
@pytest.mark.parametrize("bits", [None, 0, 8 << 20, (8 << 20) + 1, (16 << 20) - 3, 20 << 20])
def test_a_long_file_is_hashed_in_pieces(
    bits: int | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = bytes(range(250)) * 10486  # a little more than two pieces
    path = tmp_path / "long"
    path.write_bytes(data)
    options = [] if bits is None else ["--bits", str(bits)]
    assert main(["hash", "skein-1.3-1024-1024", str(path), "--json", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    whole = hash_command.ENGINES[1024]()
    whole.update(data, bits)
    assert (found["digest"], found["message_bits"]) == (whole.hexdigest(), whole.hashed_bits)
    assert found["engine"] == "libskein"


@needs_libskein
def test_an_output_too_long_for_the_model_is_checked_with_a_shorter_one() -> None:
    assert hash_command.agrees(Skein(256, 2**64 - 1, key=b"k"))


def test_skein_options_with_another_function(message: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hash", "sha256", str(message), "--public-key", "00", "--output-bits", "8"]) == 2
    assert "--public-key, --output-bits is for Skein only; sha256" in capsys.readouterr().err


def test_file_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path, reason in ((tmp_path / "none", "No such file or directory"), (tmp_path, "Is a directory")):
        assert main(["hash", "sha256", str(path)]) == 2
        assert capsys.readouterr().err == f"hashloom: {path} cannot be read: {reason}\n"
