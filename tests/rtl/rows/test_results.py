# SPDX-License-Identifier: Apache-2.0
"""The committed results belong to the sources that lie here; a proof, chosen at random, is made again."""

import json
import random
from typing import Any

import pytest
from folders import ROOT
from own_state import here, own_session

from hashloom import targets
from hashloom.analysis.comparison import Comparison
from hashloom.campaign.document import path_of
from hashloom.catalogue import resolve_design, rtl
from hashloom.catalogue.design import Tuning
from hashloom.reproduction import study_rows
from hashloom.reproduction.gmu import CAMPAIGN
from hashloom.software import benchmark
from hashloom.verification import verify

RESULTS = ROOT / "results"
VERIFIED: list[dict[str, Any]] = [
    entry
    for name in ("verification", "verification-bus", "verification-arguments", "verification-tree")
    for entry in json.loads((RESULTS / f"{name}.json").read_text())["designs"]
]


@pytest.mark.parametrize("entry", VERIFIED, ids=lambda entry: f"{entry['design']}-{entry['levels'][0]}")
def test_the_rtl_that_was_verified_is_this(entry: dict[str, Any]) -> None:
    design, tuning = resolve_design(entry["design"], here()), Tuning(**entry["tuning"])
    digests = {level: rtl.unit(design, level, tuning).digest() for level in entry["levels"]}
    assert digests == entry["rtl_digests"], "make results"
    assert (entry["effort"], entry["failed"]) == ("full", 0)


@pytest.mark.parametrize(
    "name",
    ["iskein", "tillich", "dadda", "variants", "netlists", "candidates", "candidates-targets", "peers"],
)
def test_the_rtl_that_was_measured_is_this(name: str) -> None:
    document = json.loads((RESULTS / f"{name}.json").read_text())
    for row in (*document["rows"], *document.get("fast_adders", ())):
        design = resolve_design(f"{row['function']}/{row['architecture']}", here())
        settings = tuple(
            (key, rtl.names("adder_pkg", here())[adder])
            for key, adder in sorted(row.get("settings", {}).items())
        )
        tuning = Tuning(targets.find(row["target"]).technology, row["goal"], row["target"], settings)
        assert row["rtl_digest"] == rtl.unit(design, "core", tuning).digest(), f"{design.name}: make results"
        assert row["netlist_simulated"], f"{design.name} on {row['target']}"


@pytest.mark.parametrize("name", ["peers", "peers-message"])
def test_the_comparison_is_with_these_peers(name: str) -> None:
    document = json.loads((RESULTS / f"{name}.json").read_text())
    document.pop("carried", None)
    assert Comparison.from_document(document).document() == document, "make results"


@pytest.mark.parametrize("name", ["bench", "nettle"])
def test_the_software_that_was_measured_is_this(name: str) -> None:
    provenance = json.loads((RESULTS / f"{name}.json").read_text())["provenance"]
    assert provenance["sources_digest"] == benchmark.sources_digest(here()), "make results"
    assert benchmark.remarks(benchmark.Measurement((), provenance)) == []
    assert provenance["rounds"] >= 81


@pytest.mark.long
@pytest.mark.usefixtures("simulation_state")
def test_a_verified_design_chosen_at_random_passes_again(rng: random.Random) -> None:
    entry, seed = rng.choice(VERIFIED), rng.getrandbits(32)
    print(f"{entry['design']}, seed {seed}")
    design, tuning = resolve_design(entry["design"], here()), Tuning(**entry["tuning"])
    levels = entry["levels"]
    found = verify(design, own_session(), tuning, "quick", [], levels=levels, seed=seed)
    assert (found.failed, list(found.failures)) == (0, [])
    missing = {
        level: [name for group in found.coverage[level]["groups"].values() for name in group["missing"]]
        for level in levels
        if level in ("core", "top")
    }
    for level, names in missing.items():
        assert names == [], level
    assert found.passed > (250 if set(levels) <= {"arguments", "tree"} else 500)


def test_the_campaign_was_measured_with_the_rtl_that_is_here() -> None:
    if not path_of(RESULTS, CAMPAIGN).exists():
        pytest.skip("no campaign was measured")
    assert study_rows.load(RESULTS, CAMPAIGN, here()).stale == 0
