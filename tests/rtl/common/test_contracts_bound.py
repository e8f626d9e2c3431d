# SPDX-License-Identifier: Apache-2.0
"""The contracts bound to hash functions: none breaks one, and each fault that is planted is named."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from bus_designs import widths
from contract_bench import BINDS, MESSAGES, bound, of_unit
from folders import CORES
from own_state import here

from hashloom import catalogue
from hashloom.catalogue import contexts, rtl
from hashloom.catalogue.reach import reached
from hashloom.catalogue.rtl import RtlUnit
from hashloom.models.skein import Skein, Tree
from hashloom.simulation import Beat, stream
from hashloom.verification.arguments import Request, command, packets

SHELLS: dict[str, list[str]] = {}
for _design in catalogue.designs(here()):
    if any("message_shell" in source.name for source in rtl.unit(_design, "top").sources):
        SHELLS.setdefault(_design.function.family.name, []).append(_design.name)


TOPS = sorted(
    path.stem
    for pattern in ("*_top.sv", "*_bus.sv")
    for path in CORES.glob(f"*/rtl/{pattern}")
    if path.stem != "message_bus"
)


def test_a_contract_can_be_bound_to_every_top() -> None:
    """message_contract to one module of each, answer_contract too where it has out_error."""
    assert len(TOPS) == 47
    for top in TOPS:
        (folder,) = [path.parent for path in CORES.glob(f"*/rtl/{top}.sv")]
        files = bound(path.stem for path in reached(top, [CORES / "common" / "rtl", folder]))
        texts = [path.read_text(encoding="utf-8") for path in files]
        level = " bus_contract #(" if top.endswith("_bus") else " message_contract #("
        assert sum(level in text for text in texts) == 1, (top, files)
        ports = (folder / f"{top}.sv").read_text(encoding="utf-8").split(");")[0]
        assert any(" answer_contract #(" in text for text in texts) == ("out_error" in ports), top


@pytest.mark.long
def test_a_hash_function_keeps_both_contracts(rng: random.Random, tmp_path: Path) -> None:
    """A design drawn by the seed, with random messages and stalls; the contracts are bound to its shell.

    A family first: more than half of all designs are of Skein.
    """
    family = rng.choice(sorted(SHELLS))
    design = catalogue.resolve_design(rng.choice(SHELLS[family]), here())
    word = rng.choice(widths(design))
    unit = with_word(rtl.unit(design, "top"), word)
    assert of_unit(unit, word, design.architecture.stages, rng.randrange(1 << 31), tmp_path) == []


def with_word(unit: RtlUnit, word: int, **more: int) -> RtlUnit:
    return replace(unit, parameters=(*unit.parameters, ("WORD", word), *more.items()))


def made(kind: str) -> tuple[RtlUnit, int, int]:
    """A small hash function whose streams are those of a kind of module, its bits in a word and its lanes."""
    name = {
        "message_shell": "sha1/basic",
        "message_shell, rounded": "skein-256/1r-8m",
        "compact_shell": "sha1/compact",
        "compact_open_shell": "skein-256/compact",
        "context_shell": "sha1/basic",
        "message_bus": "sha1/basic",
        "message_bus, a queue": "sha1/basic",
        "skein_argument_top": "skein-256/2r-2m",
        "skein_tree_top": "skein-256/1r-1m",
    }[kind]
    design = catalogue.resolve_design(name, here())
    lanes, word = design.architecture.stages, 32
    levels: dict[str, rtl.Level] = {
        "message_bus": "bus",
        "message_bus, a queue": "queue",
        "skein_argument_top": "arguments",
        "skein_tree_top": "tree",
    }
    unit = contexts.unit(design) if kind == "context_shell" else rtl.unit(design, levels.get(kind, "top"))
    assert unit is not None
    if kind.startswith("message_bus"):
        lanes = int(dict(unit.parameters)["CIRCUITS"])
    assert BINDS[kind.split(",")[0]] in bound(source.stem for source in unit.sources)
    return with_word(unit, word), word, 1 if kind == "skein_tree_top" else lanes


def requests(kind: str, word: int) -> list[Beat]:
    """Packets of MESSAGES requests, every second one with a command that is refused; none for other kinds."""
    if not kind.startswith("skein_"):
        return []
    beats: list[Beat] = []
    for number in range(MESSAGES):
        tree = Tree(1, 1, 3) if kind == "skein_tree_top" and number else None
        skein = Skein(256, 100 + 50 * number, "1.3", key=b"key", tree=tree)
        if number % 2:
            refused = ((bytes(8) + command(skein)[8:], 128), (b"key", 24), (b"abc", 24))
            beats += [beat for text, bits in refused for beat in stream(text, bits, word)]
        else:
            beats += packets(Request(bytes(100), 800, b"", "", skein), word)
    return beats


KINDS = (
    "message_shell", "message_shell, rounded", "compact_shell", "compact_open_shell", "context_shell",
    "message_bus", "message_bus, a queue", "skein_argument_top", "skein_tree_top",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.sampled(2)
def test_streams_of_every_kind_keep_the_contract(kind: str, rng: random.Random, tmp_path: Path) -> None:
    unit, word, lanes = made(kind)
    assert of_unit(unit, word, lanes, rng.randrange(1 << 31), tmp_path, requests(kind, word)) == []


def planted(unit: RtlUnit, file: str, right: str, wrong: str, folder: Path) -> RtlUnit:
    """The unit with a fault in a file."""
    (path,) = [one for one in unit.sources if one.name == file]
    text = path.read_text(encoding="utf-8")
    assert right in text
    faulty = folder / file
    faulty.write_text(text.replace(right, wrong), encoding="utf-8")
    return unit.with_file(faulty)


@pytest.mark.parametrize(
    ("kind", "file", "right", "wrong", "said"),
    [
        pytest.param(
            "message_shell", "digest_serializer.sv", "digest_last && final_word;", "digest_last;",
            "message_contract: lane 0: out_last is 1 in word 1 of 5", id="the last word comes early",
        ),
        pytest.param(
            "message_shell", "digest_serializer.sv", "if (digest_valid && free) index",
            "if (digest_valid) index",
            "message_contract: lane 0: a word of a digest changes that was not taken", id="a word goes on",
        ),
        pytest.param(
            "message_shell", "message_shell.sv", ".block_ready(offer_ready && block_lane",
            ".block_ready(block_lane",
            "block_contract: lane 0: the source withdraws a block that was not taken", id="a block goes on",
        ),
        pytest.param(
            "message_shell", "message_shell.sv", "lane_empty, lane_count, lane_data}",
            "lane_empty, ~lane_count, lane_data}",
            "block_contract: lane 0: block_count grows by", id="a wrong count",
        ),
        pytest.param(
            "compact_shell", "digest_serializer.sv", "digest_last && final_word;", "digest_last && 1'b0;",
            "message_contract: lane 0: out_last is 0 in word 5 of 5", id="no last word",
        ),
        pytest.param(
            "context_shell", "context_shell.sv", "failed_here ? i == 0 :", "failed_here ? i == 1 :",
            "answer_contract: lane 0: out_error is 1 in more than one word", id="an error of two words",
        ),
        pytest.param(
            "message_bus", "message_bus.sv", "!speaking && !beat_valid", "!speaking && !out_ready",
            "a word of a digest is withdrawn", id="a digest taken back",
        ),
    ],
)  # fmt: skip
@pytest.mark.sampled(2)
def test_a_broken_shell_is_named(
    kind: str, file: str, right: str, wrong: str, said: str, rng: random.Random, tmp_path: Path
) -> None:
    unit, word, lanes = made(kind)
    unit = planted(unit, file, right, wrong, tmp_path)
    found = of_unit(unit, word, lanes, rng.randrange(1 << 31), tmp_path, requests(kind, word))
    assert any(said in line for line in found), found[:5]


@pytest.mark.long
def test_a_refused_request_without_its_mark_is_named(rng: random.Random, tmp_path: Path) -> None:
    kind = "skein_argument_top"
    unit, word, lanes = made(kind)
    right = "assign out_error[l] = out_last[l] &&"
    unit = planted(unit, "skein_digest_stream.sv", right, "assign out_error[l] = 1'b0 &&", tmp_path)
    found = of_unit(unit, word, lanes, rng.randrange(1 << 31), tmp_path, requests(kind, word))
    assert any("out_bits is 0 in the last word of a digest" in line for line in found), found[:5]


@pytest.mark.parametrize("bits", [1023, 1024])
@pytest.mark.sampled(1)
def test_a_message_too_long_for_the_count_is_named(bits: int, tmp_path: Path) -> None:
    """With COUNT_BITS = 10 the digest of 1,024 bits is that of no such message; no port of the core tells."""
    unit, word, lanes = made("message_shell")
    short = replace(unit, parameters=(*unit.parameters, ("COUNT_BITS", 10)))
    found = of_unit(short, word, lanes, 1, tmp_path, stream(bytes(128), bits, word) * MESSAGES)
    assert set(found) == (
        set()
        if bits < 1024
        else {
            "message_contract: lane 0: the message has 2^10 bits or more",
        }
    )


def test_every_family_says_how_long_a_message_may_be() -> None:
    """No port tells of a longer one, so each README does, in the line of its parameter."""
    for family in catalogue.families(here()):
        page = (CORES / family.name / "README.md").read_text(encoding="utf-8")
        lines = [line for line in page.splitlines() if line.startswith("| `COUNT_BITS` |")]
        assert any("2^`COUNT_BITS`" in line for line in lines), family.name
