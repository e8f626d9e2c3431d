# SPDX-License-Identifier: Apache-2.0
"""Skein's arguments and trees in hardware: verified at random, errors noticed, and the loop kept busy."""

import random
import shutil
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from folders import ROOT
from own_state import here, own_session

from hashloom import catalogue
from hashloom.analysis.overhead import cycles_per_message
from hashloom.catalogue import rtl
from hashloom.catalogue.rtl import Level
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.models.skein import Skein, Tree
from hashloom.simulation import simulator
from hashloom.verification import Verification, verify
from hashloom.verification.arguments import Request, command, packets, random_requests

pytestmark = pytest.mark.usefixtures("simulation_state")

CORES = ROOT / "cores"
SHAPES = ("8r-1m", "4r-2m", "2r-4m", "1r-8m", "2r-2m", "1r-1m")


def design_of_this_run(level: Level, rng: random.Random) -> str:
    """The larger a core, the longer it is simulated and the more seldom it is drawn."""
    blocks = (256, 512) if level == "tree" else (256, 512, 1024)
    (block,) = rng.choices(blocks, [1 / block for block in blocks])
    name = f"skein-{rng.choice(('1.1', '1.2', '1.3'))}-{block}-{block}/{rng.choice(SHAPES)}"
    print(name)
    return name


@pytest.mark.parametrize("level", rtl.EXTENSION_LEVELS)
@pytest.mark.long
@pytest.mark.sampled(1)
def test_a_design_of_this_run(level: Level, rng: random.Random) -> None:
    found = verify(
        catalogue.resolve_design(design_of_this_run(level, rng), here()), own_session(), levels=(level,)
    )
    assert [str(failure) for failure in found.failures] == []
    assert found.passed > 240
    assert found.reproduce.endswith(f"--level {level} --tuning fast --seed 1")
    assert found.rtl_digests.keys() == {level}


ERRORS: dict[str, tuple[Level, str, str, str]] = {
    "an empty key is hashed": (
        "arguments",
        "skein_sequencer.sv",
        "step == KEY && string_first && string_empty",
        "1'b0",
    ),
    "key identifier and nonce have each other's type": (
        "arguments",
        "skein_sequencer.sv",
        "KEY_IDENTIFIER: block_type = 6'd16;\n      NONCE: block_type = 6'd20;",
        "KEY_IDENTIFIER: block_type = 6'd20;\n      NONCE: block_type = 6'd16;",
    ),
    "the chaining value stays from the last request": (
        "arguments",
        "skein_sequencer.sv",
        "started <= (started || block_gone) && step != COMMAND",
        "started <= 1'b1",
    ),
    "a digest beat replaces the chaining value": (
        "arguments",
        "skein_engine.sv",
        "beat_made = finish && (ARGUMENTS != 0 ? is_given :",
        "beat_made = finish && (ARGUMENTS != 0 ? 1'b0 :",
    ),
    "one word too many of a digest": (
        "arguments",
        "skein_digest_stream.sv",
        "digest_bits > BITS_WIDTH'(i * WORD)",
        "digest_bits >= BITS_WIDTH'(i * WORD)",
    ),
    "leaves have the level of nodes": (
        "tree",
        "skein_tree_core.sv",
        "sequential ? 7'd0 : 7'd1",
        "sequential ? 7'd0 : 7'd2",
    ),
    "results as they come": (
        "tree",
        "skein_tree_core.sv",
        "!job_beat && beat_lane == next_lane",
        "!job_beat",
    ),
    "no lane is kept free for a job": (
        "tree",
        "skein_tree_core.sv",
        "assign kept_free = (undecided",
        "assign kept_free = 1'b0 && (undecided",
    ),
    "a node goes on after its last block": (
        "tree",
        "skein_tree_nodes.sv",
        "(!top_level && (number & mask) == mask)",
        "1'b0",
    ),
}


def verify_with_error(
    level: Level, file: str, old: str, new: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Verification:
    shutil.copytree(CORES, folder / "cores")
    path = folder / "cores" / "skein" / "rtl" / file
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    monkeypatch.setenv("HASHLOOM_CORES", str(folder / "cores"))
    return verify(catalogue.resolve_design("skein-256/4r-2m", here()), own_session(), levels=(level,))


@pytest.mark.long
@pytest.mark.parametrize("error", ERRORS)
@pytest.mark.sampled(2)
def test_an_error_is_noticed(error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert verify_with_error(*ERRORS[error], tmp_path, monkeypatch).failed > 0


def test_the_command_begins_like_the_configuration() -> None:
    skein = Skein(512, 1000, key=b"k", nonce=b"n", tree=Tree(1, 2, 3))
    assert command(skein)[:11] == skein.configuration()[8:19]
    assert command(skein)[11:] == bytes([0, 0b10001, 0, 0, 0])
    assert command(Skein(512, 512, personalisation=b"", public_key=b"", key_identifier=b""))[12] == 0b01110


def test_requests_use_every_argument() -> None:
    function = catalogue.resolve_function("skein-512", here())
    skeins = [request.skein for request in random_requests(function, "quick", seed=1)]
    for name in ("key", "personalisation", "public_key", "key_identifier", "nonce"):
        given = [getattr(skein, name) for skein in skeins]
        assert None in given
        assert b"" in given
        assert any(given)
    assert min(skein.digest_bits for skein in skeins) == 1
    assert max(skein.digest_bits for skein in skeins) > 1024


@pytest.mark.long
@pytest.mark.parametrize(("level", "calls"), [("top", 2), ("arguments", 3)])
@pytest.mark.parametrize("shape", ["8r-1m", "4r-2m", "1r-8m"])
@pytest.mark.sampled(2)
def test_short_messages_keep_the_loop_busy(shape: str, level: Level, calls: int) -> None:
    """UBI for the message and the output, and for the configuration where it is no constant."""
    design = catalogue.resolve_design(f"skein-512/{shape}", here())
    best = calls * Fraction(design.cycles_block(), design.architecture.stages)
    assert best / cycles_per_message(design, level, own_session()) > Fraction(9, 10)


@pytest.mark.long
@pytest.mark.parametrize(("shape", "leaf"), [("4r-2m", 2), ("2r-4m", 3)])
@pytest.mark.sampled(1)
def test_leaves_keep_the_loop_busy(shape: str, leaf: int) -> None:
    """A message of eight leaves a lane, nodes included, against as many blocks at the rate of the loop."""
    design = catalogue.resolve_design(f"skein-256/{shape}", here())
    tree = Skein(256, 256, tree=Tree(leaf, 2, 255))
    unit = rtl.unit(design, "tree")
    circuit = simulator(
        replace(unit, parameters=(*unit.parameters, ("ROOM", 1 << leaf))), "tree", own_session()
    )
    leaves = 8 * design.architecture.stages
    message = bytes(32 * (leaves << leaf))
    request = Request(message, 8 * len(message), b"", "", tree)
    run = circuit.run([packets(request, circuit.word_bits)], instances=1)
    found = run.messages[0]
    assert found is not None
    assert found.digest == tree.digest(message)
    blocks = (leaves << leaf) + leaves * Fraction(4, 3)  # of leaves, of their results and of those of nodes
    best = blocks * Fraction(design.cycles_block(), design.architecture.stages)
    assert best / (found.last_digest - found.accepted[0]) > Fraction(3, 4)


def test_levels_that_a_family_has_not() -> None:
    sha = catalogue.resolve_design("sha256", here())
    with pytest.raises(UsageError, match="has no level 'tree'; it has core, top, bus, queue"):
        rtl.unit(sha, "tree")
    with pytest.raises(UsageError, match="verified by itself"):
        verify(catalogue.resolve_design("skein-512", here()), own_session(), levels=("top", "arguments"))


def test_vectors_of_a_user_are_for_plain_messages(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.json"
    path.write_text("{}")
    assert main(["verify", "skein-512", "--level", "arguments", "--vectors", str(path)]) == 2
    assert "with its own vectors" in capsys.readouterr().err
