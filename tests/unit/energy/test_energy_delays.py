# SPDX-License-Identifier: Apache-2.0
"""What OpenSTA writes: delays, slews; and the capacitance of wires in SPEF."""

import pytest

from hashloom.energy import delays
from hashloom.energy.delays import Path
from hashloom.errors import HashloomError

SDF = r"""(DELAYFILE
 (SDFVERSION "3.0")
 (TIMESCALE 1ns)
 (CELL
  (CELLTYPE "top")
  (INSTANCE)
  (DELAY
   (ABSOLUTE
    (INTERCONNECT clk part\.q\[3\]_reg/CK (0.00000::0.00000))
    (INTERCONNECT _1_/Z _2_/A (0.00100::0.00300) (0.00200::0.00400))
   )
  )
 )
 (CELL
  (CELLTYPE "XOR2")
  (INSTANCE _2_)
  (DELAY
   (ABSOLUTE
    (COND (B == 1'b1)
     (IOPATH A Z (0.010::0.012) (0.02::0.02)))
    (COND (B == 1'b0) && (C == 1'b1)
     (IOPATH A Z (0.030::0.030) (0.04::0.06)))
    (IOPATH B Z (0.050::0.050) ())
   )
  )
 )
 (CELL
  (CELLTYPE "DFF")
  (INSTANCE part\.q\[3\]_reg)
  (DELAY
   (ABSOLUTE
    (IOPATH CK Q (0.1::0.2) (0.3:0.35:0.4))
   )
  )
  (TIMINGCHECK
    (SETUP (posedge D) (posedge CK) (0.03::0.03))
  )
 )
)
"""


def test_delays_are_the_middle_of_least_and_greatest() -> None:
    found = delays.sdf(SDF.splitlines())
    assert found.wires == {"_2_/A": pytest.approx(2.5)}
    first, second = found.through("_2_", "Z", "A")
    assert first.condition == "(B == 1'b1)"
    assert (first.rise, first.fall) == pytest.approx((11 + 2.5, 20 + 2.5))
    assert second.condition == "(B == 1'b0) && (C == 1'b1)"
    assert (second.rise, second.fall) == pytest.approx((30 + 2.5, 50 + 2.5))
    assert found.through("_2_", "Z", "B") == [Path("", 50.0, 50.0)]
    (held,) = found.through("part.q[3]_reg", "Q", "CK")
    assert (held.rise, held.fall) == pytest.approx((150, 350))
    assert found.through("_2_", "Z", "C") == []


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("(IOPATH B Z (0.050::0.050) ())", "(IOPATH B)", "a delay that is not understood: .IOPATH B"),
        ("(0.050::0.050) ()", "() ()", "OpenSTA writes no delay"),
        ("(INTERCONNECT _1_/Z _2_/A", "(INTERCONNECT _1_/Z", "OpenSTA writes no delay|not understood"),
    ],
)
def test_a_delay_that_is_none_is_refused(old: str, new: str, complaint: str) -> None:
    assert SDF.count(old) == 1
    with pytest.raises(HashloomError, match=complaint):
        delays.sdf(SDF.replace(old, new).splitlines())


def test_a_file_without_delays_is_refused() -> None:
    with pytest.raises(HashloomError, match="OpenSTA has written no delay of a cell"):
        delays.sdf(SDF.splitlines()[:3])


def test_slews_are_the_mean_of_both_edges() -> None:
    found = delays.slews(["_1_/A 2e-11 4e-11", r"part\.q\[3\]_reg/CK 0 0"])
    assert found == {"_1_/A": pytest.approx(0.03), "part.q[3]_reg/CK": 0.0}
    for line in ("_1_/A 2e-11", "_1_/A x 1"):
        with pytest.raises(HashloomError, match="a slew that is not understood"):
            delays.slews([line])


def test_capacitances_of_wires() -> None:
    text = r"""*C_UNIT 1 FF

*NAME_MAP
*1 n[0]
*2 part\.odd\$net
*3 _cell_

*D_NET *1 12.5
*CONN
*I *3:A O
*CAP
1 *3:A 12.5
*END

*D_NET *2 0.25
*END
"""
    assert delays.wire_ff(text.splitlines()) == {"n[0]": 12.5, "part.odd$net": 0.25}
