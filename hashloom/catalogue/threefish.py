# SPDX-License-Identifier: Apache-2.0
"""The block cipher Threefish by itself: a core that is no hash function, and none of the designs."""

from pathlib import Path

from hashloom.catalogue.places import Places

COMMON = ("adder_pkg", "prefix_adder", "carry_save_adder")
OWN = (
    "skein_pkg",
    "threefish_mix", "threefish_rounds", "threefish_subkey",
    "threefish_inverse_mix", "threefish_inverse_rounds", "threefish_stage",
    "threefish_loop",
    "threefish_core",
)  # fmt: skip


def sources(places: Places) -> tuple[Path, ...]:
    """The RTL of threefish_core in compile order."""
    cores = places.own_cores
    shared = [cores / "common" / "rtl" / f"{name}.sv" for name in COMMON]
    return (*shared, *(cores / "skein" / "rtl" / f"{name}.sv" for name in OWN))
