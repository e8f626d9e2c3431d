# SPDX-License-Identifier: Apache-2.0
"""Modules and packages of an export under other names: all that must change does, and nothing else."""

import re

import pytest
from folders import CORES

from hashloom.errors import HashloomError
from hashloom.export import naming

CODE = """\
// aes_sbox and aes_pkg stay in comments
package aes_pkg;
  localparam integer ROUNDS = 10;
endpackage : aes_pkg
module aes_sbox
  import aes_pkg::*;
#(
    parameter integer WIDTH = (8),  // localparam
    localparam integer BITS = $clog2(WIDTH)
) (
    input logic [BITS-1:0] aes_pkg_in
);
  localparam string NAME = "aes_sbox (";
  aes_mix #(.WIDTH(aes_pkg::ROUNDS)) aes_sbox (.*);
  aes_mix again (.aes_mix(aes_pkg_in));
  aes_mix more[3] (.*);
endmodule
"""
RENAMED = """\
// aes_sbox and aes_pkg stay in comments
package x_aes_pkg;
  localparam integer ROUNDS = 10;
endpackage : x_aes_pkg
module x_aes_sbox
  import x_aes_pkg::*;
#(
    parameter integer WIDTH = (8),  // localparam
    parameter integer BITS = $clog2(WIDTH)
) (
    input logic [BITS-1:0] aes_pkg_in
);
  localparam string NAME = "aes_sbox (";
  x_aes_mix #(.WIDTH(x_aes_pkg::ROUNDS)) aes_sbox (.*);
  x_aes_mix again (.aes_mix(aes_pkg_in));
  x_aes_mix more[3] (.*);
endmodule
"""


def test_modules_and_packages_get_other_names_and_nothing_else_does() -> None:
    names = {name: f"x_{name}" for name in ("aes_pkg", "aes_sbox", "aes_mix")}
    assert naming.declared([CODE]) == ["aes_pkg", "aes_sbox"]
    assert naming.without_local_parameters(naming.renamed(CODE, names)) == RENAMED
    assert naming.renamed(CODE, {}) == CODE


def test_a_name_that_is_declared_twice_is_refused() -> None:
    with pytest.raises(HashloomError, match="'aes_pkg' is declared twice"):
        naming.declared([CODE, "package aes_pkg;"])


def test_no_file_of_the_cores_keeps_a_local_parameter_before_its_ports() -> None:
    texts = [path.read_text(encoding="utf-8") for path in sorted(CORES.glob("*/rtl/*.sv"))]
    names = {name: f"p__{name}" for name in naming.declared(texts)}
    heads = re.compile(r"^module\b.*?^\);", re.MULTILINE | re.DOTALL)

    def local(text: str) -> bool:
        return any("localparam" in re.sub("//.*", "", head) for head in heads.findall(text))

    changed = [naming.renamed(naming.without_local_parameters(text), names) for text in texts]
    assert sum(map(local, texts)) > 50
    assert not any(map(local, changed))
    for before, after in zip(texts, changed, strict=True):
        assert after.count("p__") >= 1
        assert len(after.replace("p__", "").split()) == len(before.split())
