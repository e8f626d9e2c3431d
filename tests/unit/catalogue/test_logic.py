# SPDX-License-Identifier: Apache-2.0
"""Comments, space and guards decide nothing of what RTL elaborates to; every other word may."""

from dataclasses import replace
from pathlib import Path

import pytest

from hashloom.catalogue.capture import Capture
from hashloom.catalogue.logic import moved, same_logic, same_words, words
from hashloom.catalogue.rtl import RtlUnit

MODULE = """// A counter.
module counter #(
    parameter integer WIDTH = 4
) (
    input logic clk,
    output logic [WIDTH-1:0] count
);

  localparam NAME = "a // b";
  always_ff @(posedge clk) count <= count + 1'b1;  // on
endmodule
"""
GUARD = """  generate
    if (WIDTH < 1) begin : gen_refused_width
      counter_needs_WIDTH_of_1_or_more refused ();
    end
    if (WIDTH > (1 << 5)) begin : gen_refused_long
      counter_needs_WIDTH_of_32_or_less refused ();
    end
  endgenerate

"""
BODY = "  localparam NAME"
FIRST, LAST = "    if (WIDTH < 1)", "    end\n  endgenerate"
UNDER = f"    if (WIDTH > 2) begin : gen_some\n{FIRST}"
ELSE = "    end else begin : gen_else assign x = 1; end\n  endgenerate"
MORE = "    end\n    assign x = 1;\n  endgenerate"
OUT = f"    end\n{LAST}"
RULE = "module counter_needs_WIDTH_of_1_or_more; endmodule\n"


def guarded(guard: str, text: str = MODULE) -> str:
    return text.replace(BODY, guard + BODY)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(MODULE.replace("// A counter.", "/* It\ncounts. */"), id="a comment"),
        pytest.param(
            MODULE.replace("\n    input", "    input").replace("  always", "\n\n\talways"), id="space"
        ),
        pytest.param(guarded(GUARD), id="a guard"),
        pytest.param(guarded(GUARD.replace("begin", "// why\n begin")), id="a guard with a comment"),
        pytest.param(guarded(GUARD) + "/* generate */", id="a guard and a comment"),
    ],
)
def test_what_decides_nothing(text: str) -> None:
    assert text != MODULE
    assert same_words(text, MODULE)
    assert same_words(MODULE, text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(MODULE.replace("a // b", "a // c"), id="a text"),
        pytest.param(MODULE.replace("a // b", "a  // b"), id="space in a text"),
        pytest.param(MODULE.replace("1'b1", "1'b0"), id="a number"),
        pytest.param(MODULE.replace("// on", "// synopsys translate_off"), id="a comment that tools obey"),
        pytest.param(MODULE.replace("always_ff", "(* keep *) always_ff"), id="an attribute"),
        pytest.param("`default_nettype none\n" + MODULE, id="a directive"),
        pytest.param(guarded(GUARD.replace("refused ();", "refused (clk);")), id="a guard with a port"),
        pytest.param(guarded(GUARD.replace("gen_refused_width", "gen_width")), id="a block of another name"),
        pytest.param(guarded(GUARD.replace("_needs_WIDTH_of_1_or_more", "")), id="another module"),
        pytest.param(guarded(GUARD.replace(LAST, ELSE)), id="a guard with another case"),
        pytest.param(guarded(GUARD.replace(LAST, MORE)), id="more beside it"),
        pytest.param(guarded(GUARD.replace(FIRST, UNDER).replace(LAST, OUT)), id="under a condition"),
        pytest.param(guarded(GUARD) + RULE, id="a rule that is a module"),
    ],
)  # fmt: skip
def test_what_may_decide(text: str) -> None:
    assert text != MODULE
    assert not same_words(text, MODULE)


def test_line_ends_count_where_the_preprocessor_is_spoken_to() -> None:
    text = "`define X 1\nassign a = 1;\n"
    assert not same_words(text, text.replace("1\nassign", "1 assign"))
    assert not same_words(text, "// more\n" + text)
    assert same_words("// `X is not meant\nassign a = 1;\n", "assign a = 1;")


def test_where_words_stand() -> None:
    for text in (MODULE, guarded(GUARD)):
        for word in words(text):
            assert text.startswith(word.text, word.start)


def unit(folder: Path, text: str, **parameters: int) -> RtlUnit:
    path = folder / "counter.sv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return RtlUnit("counter", "counter", (path,), tuple(parameters.items()))


def test_units(tmp_path: Path) -> None:
    here = unit(tmp_path / "here", MODULE)
    assert same_logic(here, unit(tmp_path / "there", guarded(GUARD)))
    assert not same_logic(here, unit(tmp_path / "other", guarded("assign a = 1;")))
    assert not same_logic(here, unit(tmp_path / "set", MODULE, WIDTH=5))


def test_a_unit_of_another_checkout(tmp_path: Path) -> None:
    here = unit(tmp_path / "here" / "rtl", MODULE)
    there = unit(tmp_path / "there" / "rtl", guarded(GUARD))
    found = moved(here, tmp_path / "here", tmp_path / "there", Capture())
    assert found is not None
    assert (found.digest(), found.name) == (there.digest(), here.name)
    assert moved(here, tmp_path / "here", tmp_path / "nowhere", Capture()) is None


def test_a_file_that_came_later_is_left_out(tmp_path: Path) -> None:
    there = unit(tmp_path / "there" / "rtl", guarded(GUARD))
    here = unit(tmp_path / "here" / "rtl", MODULE)
    later = tmp_path / "here" / "rtl" / "later.sv"
    later.write_text("module later; endmodule\n")
    here = replace(here, sources=(*here.sources, later))
    found = moved(here, tmp_path / "here", tmp_path / "there", Capture())
    assert found is not None
    assert found.digest() == there.digest()
