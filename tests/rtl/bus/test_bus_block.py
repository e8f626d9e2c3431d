# SPDX-License-Identifier: Apache-2.0
"""What the register block becomes: memory of block RAM, and nothing for a secret where none is kept."""

import re
from collections import Counter
from pathlib import Path

import pytest
from bus_designs import BUS
from own_state import here

from hashloom.catalogue.adapters import ADAPTERS
from hashloom.catalogue.planting import Change
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.flow import yosys

LIMITS = jobs.Limits(wall_seconds=300)
FORGETS = "if(forgets_answers) axil_resp_buffer_rdata[axil_resp_rptr[0:0]] <= '0;"
WITHOUT_SECRET = (
    Change("word_fifo", "        if (SECRET == 1 && rst) words <= '0;\n", ""),
    Change("hash_registers_axil", FORGETS, ""),
    Change("register_adapter", "(SECRET == 1 && !s_axil_rvalid) ? '0 : answer", "answer"),
    Change("register_block", "(SECRET == 1 && !in_valid[l]) ? '0 : message_word", "message_word"),
    Change("register_block", " || (SECRET == 1 && clear)", ""),
)
TIED = (
    Change("register_adapter", ".out_error(out_error)", ".out_error('0)"),
    Change("register_adapter", ".hash_wiping(hash_wiping)", ".hash_wiping(1'b0)"),
)
UNKNOWN = (
    Change("register_block", " || out_error[l]", ""),
    Change("register_block", " || hash_wiping", ""),
)

WITHOUT_CONTEXTS = (
    Change("message_writer", "excess || misplaced ||", "excess ||"),
    Change("message_writer", "    if (misplaced) broken <= broken | lane;\n", ""),
    Change("message_writer", "begun <= last ? begun & ~lane : begun | lane;", "begun <= '0;"),
    Change("register_block", "ENTRY'({new_resume, new_save, new_lane,", "ENTRY'({new_lane,"),
    Change("register_block", "in_valid[l] && !amid && (entry_resume || resumes);", "1'b0;"),
    Change("register_block", "in_valid[l] && in_last[l] && entry_save;", "1'b0;"),
    Change("register_block", "          amid <= !in_last[l];\n", ""),
    Change("register_block", "gives_context[l] ? BITS_WIDTH'(WORD) : ", ""),
    Change("register_block", "(digest_valid & gives_context & lane) != '0", "1'b0"),
    Change(
        "hash_registers",
        "value = field_storage_LAST_save_value;\n    // Field",
        "value = 1'b0;\n    // Field",
    ),
    Change(
        "hash_registers",
        "value = field_storage_LAST_resume_value;\n    // Field",
        "value = 1'b0;\n    // Field",
    ),
    Change("hash_registers", "[9] = field_storage_LAST_save_value;", "[9] = 1'b0;"),
    Change("hash_registers", "[10] = field_storage_LAST_resume_value;", "[10] = 1'b0;"),
)


def cells(unit: RtlUnit, script: str, folder: Path) -> Counter[str]:
    """Cells of a kind after a synthesis."""
    folder.mkdir()
    yosys.copy_sources(unit, folder)
    outcome = yosys.run(
        folder, [*yosys.elaborate(unit), script, f"tee -q -o {yosys.STATISTICS} stat -json"], LIMITS
    )
    assert outcome.state == jobs.OK, outcome.tail(20)
    return Counter(yosys.statistics(folder, unit.top)["num_cells_by_type"])


@pytest.mark.parametrize(("family", "memory", "most"), [("ecp5", "DP16KD", 2), ("ice40", "SB_RAM40_4K", 6)])
def test_a_deep_fifo_is_block_ram(family: str, memory: str, most: int, tmp_path: Path) -> None:
    """512 entries of 41 bits: 20,992 flip-flops otherwise."""
    parameters = (("DEPTH", 512), ("WIDTH", 41))
    unit = RtlUnit("fifo", "word_fifo", (BUS / "rtl" / "word_fifo.sv",), parameters)
    found = cells(unit, f"synth_{family} -top word_fifo", tmp_path / family)
    flip_flops = sum(count for name, count in found.items() if re.match(r"TRELLIS_FF|SB_DFF", name))
    assert 0 < found[memory] <= most, found
    assert 0 < flip_flops < 100, found


def block(secret: int, depth: int, *more: tuple[str, int]) -> RtlUnit:
    parameters = (("WORD", 64), ("STAGES", 2), ("DEPTH", depth), ("SECRET", secret), *more)
    return RtlUnit("block", "register_adapter", ADAPTERS["registers"].sources(here()), parameters)


@pytest.mark.long
def test_without_a_secret_it_costs_nothing(tmp_path: Path) -> None:
    """The block has the cells of one whose text knows of no secret; with one it has no flip-flop more."""
    script = "synth -flatten -noabc -top register_adapter"
    plain = block(0, 16)
    for change in WITHOUT_SECRET:
        plain = changed(plain, change, tmp_path)
    found = cells(block(0, 16), script, tmp_path / "none")
    assert found == cells(plain, script, tmp_path / "without")
    kept = cells(block(1, 16), script, tmp_path / "kept")
    assert kept != found

    def flip_flops(all_cells: Counter[str]) -> int:
        return sum(count for name, count in all_cells.items() if "DFF" in name)

    assert flip_flops(kept) == flip_flops(found)


@pytest.mark.long
def test_without_contexts_it_costs_nothing(tmp_path: Path) -> None:
    """The block has the cells of one whose text knows of no contexts, but for the map that they stand in."""
    script = "synth -flatten -noabc -top register_adapter"
    plain = block(0, 16)
    for change in WITHOUT_CONTEXTS:
        plain = changed(plain, change, tmp_path)
    found = cells(block(0, 16), script, tmp_path / "none")
    assert found == cells(plain, script, tmp_path / "without")
    assert found != cells(block(0, 16, ("CONTEXT", 320)), script, tmp_path / "with")


@pytest.mark.long
def test_what_a_hash_function_does_not_say_costs_nothing(tmp_path: Path) -> None:
    """Inputs that are 0 for a plain hash function: the cells of a block whose text does not know them."""
    script = "synth -flatten -noabc -top register_adapter"
    tied = block(0, 16)
    for change in TIED:
        tied = changed(tied, change, tmp_path)
    (tmp_path / "other").mkdir()
    unknown = tied
    for change in UNKNOWN:
        unknown = changed(unknown, change, tmp_path / "other")
    found = cells(tied, script, tmp_path / "tied")
    assert found == cells(unknown, script, tmp_path / "unknown")
    assert found != cells(block(0, 16), script, tmp_path / "free")


def changed(unit: RtlUnit, change: Change, folder: Path) -> RtlUnit:
    """The unit with one more text replaced."""
    (source,) = [path for path in unit.sources if path.stem == change.file]
    text = source.read_text(encoding="utf-8")
    assert text.count(change.right) == 1
    place = folder / source.name
    place.write_text(text.replace(change.right, change.wrong), encoding="utf-8")
    return unit.with_file(place)
