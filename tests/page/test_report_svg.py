# SPDX-License-Identifier: Apache-2.0
"""`hashloom report --svg`: the pictures of the report as files, drawn without a browser."""

import math
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
import report_rows
from own_state import here

from hashloom.commands import main
from hashloom.reports.page import figures, study, svg

PLANES = {
    f"{target}-{y}" for target in ("osu018", "ecp5", "virtex5-mapped") for y in ("throughput", "latency")
}
BARS = {f"sha2-{bits}-{metric}" for bits in (256, 512) for metric in ("ratio", "throughput", "area")}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    path = report_rows.write(tmp_path_factory.mktemp("rows"), report_rows.rows())
    return svg.pictures(study.read([path], here()), here())


def labels(picture: str, role: str) -> list[str]:
    """What the marks of a role are called."""
    return [
        element.get("aria-label", "")
        for element in ElementTree.fromstring(picture).iter()
        if element.get("aria-roledescription") == role
    ]


def texts(picture: str) -> list[str]:
    return [
        element.text or ""
        for element in ElementTree.fromstring(picture).iter()
        if element.tag.endswith("text")
    ]


def test_every_picture_of_the_page_is_there(found: dict[str, str]) -> None:
    assert set(found) == PLANES | BARS


def test_a_plane_has_every_good_design_as_a_point(found: dict[str, str]) -> None:
    for target, name in (("osu018", "osu018"), ("ecp5", "ecp5"), ("virtex5", "virtex5-mapped")):
        good = sorted(
            f"{row['function']}/{row['architecture']}"
            for row in report_rows.rows()
            if row["target"] == target and row["state"] == "ok"
        )
        for y in ("throughput", "latency"):
            assert sorted(labels(found[f"{name}-{y}"], "point")) == good
    assert "throughput, Gbit/s" in texts(found["ecp5-throughput"])
    assert "area, LUT" in texts(found["ecp5-throughput"])
    assert "relative latency, levels of logic" in texts(found["virtex5-mapped-latency"])
    # The best design of every function has its name, the families are in the legend.
    assert {"sha256", "sha512", "blake", "keccak", "sha2"} <= set(texts(found["ecp5-throughput"]))


def test_bars_are_geometric_means_over_the_targets(found: dict[str, str], tmp_path: Path) -> None:
    rows = figures.derived(study.read([report_rows.write(tmp_path, report_rows.rows())], here()).rows, here())
    jh = [row for row in rows if row["function"] == "jh-r2-256" and row.get("ratio_to_sha2")]
    assert len(jh) == 2  # of three targets; on the other it timed out
    for metric in ("ratio", "throughput", "area"):
        mean = math.prod(row[f"{metric}_to_sha2"] for row in jh) ** (1 / len(jh))
        assert f"{mean:.2f} · 2/3" in texts(found[f"sha2-256-{metric}"])
        assert "1.00" in texts(found[f"sha2-256-{metric}"])


def test_labels_keep_clear_of_points_and_of_each_other() -> None:
    window = {"x0": 1.0, "x1": 100.0, "y0": 1.0, "y1": 100.0}

    def point(x: float, y: float, label: str) -> dict[str, Any]:
        return {"x": x, "y": y, "label": label, "strong": 1}

    alone = svg.labelled([point(10, 10, "name")], window)
    assert [(one["label"], one["align"]) for one in alone] == [("name", "left")]
    at_the_edge = svg.labelled([point(99, 10, "name")], window)
    assert at_the_edge[0]["align"] == "right"
    crowd = svg.labelled([point(10 * 1.002**i, 10, "a long name") for i in range(20)], window)
    assert 1 <= sum(1 for one in crowd if one["label"]) <= len(svg.PLACES)


def test_the_command_writes_a_file_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [row for row in report_rows.rows() if row["target"] == "osu018"]
    results, folder = report_rows.write(tmp_path, rows), tmp_path / "pictures"
    assert main(["report", str(results), "--svg", str(folder)]) == 0
    written = {path.name for path in folder.iterdir()}
    assert written == {f"{name}.svg" for name in BARS} | {"osu018-throughput.svg", "osu018-latency.svg"}
    assert capsys.readouterr().err.count("wrote") == len(written)
    assert main(["report", str(results), "--svg", str(results)]) == 2
    assert f"{results} is a file, not a folder; name a folder" in capsys.readouterr().err
