# SPDX-License-Identifier: Apache-2.0
"""The digest of a circuit is that of its cells and registers, and not of the text that describes them."""

from pathlib import Path

import pytest
from own_state import here

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, HashloomError
from hashloom.execution.records import Records
from hashloom.execution.session import Session
from hashloom.flow import circuit, yosys

TEXT = """\
module counter #(parameter integer WIDTH = 8, parameter integer SECRET = 0) (
    input logic clk,
    input logic rst,
    input logic [WIDTH-1:0] step,
    output logic [WIDTH-1:0] count,
    output logic odd
);
  logic [WIDTH-1:0] held;
  function automatic [WIDTH-1:0] sum(input [WIDTH-1:0] x, input [WIDTH-1:0] y);
    sum = x + y;
  endfunction
  assign count = held;
  assign odd = ^held[1:0];
  always_ff @(posedge clk) begin
    held <= sum(held, step);
    if (rst) held <= 8'd3;
    if (SECRET != 0 && rst) held <= '0;
  end
endmodule
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(here().keeping(tmp_path / "state"), Records(tmp_path / "records.sqlite"))


def digest(folder: Path, text: str, session: Session, **parameters: int) -> str:
    folder.mkdir(exist_ok=True)
    path = folder / "counter.sv"
    path.write_text(text)
    return circuit.digest(RtlUnit("counter", "counter", (path,), tuple(parameters.items())), session)


ASSIGNED = ("assign count = held;\n", "assign odd = ^held[1:0];\n")
GUARD = "generate if (WIDTH < 2) begin : gen_refused WIDTH_must_be_2_or_more refused (); end endgenerate\n"


@pytest.mark.parametrize(
    ("right", "other"),
    [
        pytest.param("module counter", "// A comment\n\n/* and lines */ module counter", id="comment"),
        pytest.param("    if (SECRET != 0 && rst) held <= '0;\n", "", id="what no parameter asks for"),
        pytest.param("  ".join(ASSIGNED), "  ".join(reversed(ASSIGNED)), id="order"),
        pytest.param("sum(", "added(", id="name of a function"),
        pytest.param("endmodule", f"{GUARD}endmodule", id="guard"),
        pytest.param("held", "kept", id="name of a register"),
    ],
)
def test_another_text(right: str, other: str, tmp_path: Path, session: Session) -> None:
    text = TEXT.replace("sum = ", f"{'added' if other == 'added(' else 'sum'} = ").replace(right, other)
    assert text != TEXT
    assert digest(tmp_path / "a", TEXT, session) == digest(tmp_path / "b", text, session)


@pytest.mark.parametrize(
    ("right", "other"),
    [
        pytest.param("x + y", "x - y", id="operation"),
        pytest.param("sum(held, step)", "sum(held, held)", id="operand"),
        pytest.param("sum(held, step)", "sum(step, held)", id="order of operands"),
        pytest.param("8'd3", "8'd2", id="constant"),
        pytest.param("held[1:0]", "held[2:1]", id="bits"),
        pytest.param("if (rst)", "if (!rst)", id="inversion"),
        pytest.param("posedge clk", "negedge clk", id="edge"),
        pytest.param("odd", "parity", id="name of a port"),
        pytest.param("logic [WIDTH-1:0] held", "(* keep *) logic [WIDTH-1:0] held", id="attribute"),
        pytest.param("SECRET = 0", "SECRET = 1", id="default of a parameter"),
    ],
)
def test_another_circuit(right: str, other: str, tmp_path: Path, session: Session) -> None:
    text = TEXT.replace(right, other)
    assert text != TEXT
    assert digest(tmp_path / "a", TEXT, session) != digest(tmp_path / "b", text, session)


def test_parameters_make_another_circuit(tmp_path: Path, session: Session) -> None:
    assert digest(tmp_path, TEXT, session, SECRET=1) != digest(tmp_path, TEXT, session, SECRET=0)
    assert digest(tmp_path, TEXT, session, SECRET=0) == digest(tmp_path, TEXT, session)


def test_two_registers_that_change_places(tmp_path: Path, session: Session) -> None:
    """The set of cells is the same; what they are joined to is not."""
    text = """\
module counter (input logic clk, input logic x, output logic y, output logic z);
  logic first, second;
  always_ff @(posedge clk) begin
    first <= x;
    second <= !first;
  end
  assign y = first;
  assign z = second;
endmodule
"""
    other = text.replace("y = first", "y = second").replace("z = second", "z = first")
    assert digest(tmp_path / "a", text, session) != digest(tmp_path / "b", other, session)


SHIFT = """\
module counter (input logic clk, input logic x, output logic y);
  logic [LENGTH-1:0] row;
  generate
    for (genvar n = 0; n < LENGTH; n = n + 1) begin : gen_row
      always_ff @(posedge clk) row[n] <= (n == PLACE) ^ ((n == 0) ? x : row[(n == 0) ? 0 : n - 1]);
    end
  endgenerate
  assign y = row[LENGTH-1];
endmodule
"""


def test_registers_are_told_apart_however_far_from_what_differs(tmp_path: Path, session: Session) -> None:
    """One inversion in a row of registers that are alike, and the length of the row."""
    digests = {
        (length, place): digest(
            tmp_path / f"{length}-{place}",
            SHIFT.replace("LENGTH", str(length)).replace("PLACE", str(place)),
            session,
        )
        for length, place in ((40, 3), (40, 4), (40, 35), (41, 3))
    }
    assert len(set(digests.values())) == len(digests)


def test_names_and_hierarchy_do_not_count(tmp_path: Path, session: Session) -> None:
    """Registers in a module of their own are those of the module that has them."""
    inner = """\
module held_word (input logic clk, input logic rst, input logic [7:0] next, output logic [7:0] word);
  always_ff @(posedge clk) begin
    word <= next;
    if (rst) word <= 8'd3;
  end
endmodule
"""
    outer = """\
module counter (
    input logic clk, input logic rst, input logic [7:0] step, output logic [7:0] count, output logic odd
);
  held_word kept (.clk(clk), .rst(rst), .next(count + step), .word(count));
  assign odd = ^count[1:0];
endmodule
"""
    assert digest(tmp_path / "a", TEXT, session) == digest(tmp_path / "b", outer + inner, session)


def test_what_has_no_circuit(tmp_path: Path, session: Session) -> None:
    with pytest.raises(CheckFailed, match="counter is not elaborated"):
        digest(tmp_path, TEXT.replace("assign count = held;", "assign count = ;"), session)
    loop = {
        "ports": {"y": {"direction": "output", "bits": [3]}},
        "netnames": {},
        "cells": {
            name: {
                "type": "$not",
                "parameters": {},
                "attributes": {},
                "port_directions": {"A": "input", "Y": "output"},
                "connections": {"A": [a], "Y": [y]},
            }
            for name, a, y in (("a", 2, 3), ("b", 3, 2))
        },
    }
    with pytest.raises(HashloomError, match="a loop without a register goes through"):
        circuit.digest_of(loop)


def test_a_synthesis_begins_with_the_same_commands() -> None:
    unit = rtl.unit(catalogue.resolve_design("sha1/basic", here()))
    begin = [*yosys.elaborate(unit), *circuit.COMMANDS]
    assert yosys.standard_cells(unit, "cells.lib")[: len(begin)] == begin


def test_what_was_elaborated_is_found_again(
    tmp_path: Path, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = digest(tmp_path, TEXT, session)
    monkeypatch.setattr(yosys, "run", None)
    assert digest(tmp_path, TEXT, session) == first
