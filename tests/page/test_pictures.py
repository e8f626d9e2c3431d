# SPDX-License-Identifier: Apache-2.0
"""Pictures of the documents: titles, letters that keep to their room in any font, dark variants, PDF."""

import re
import shutil
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from folders import ROOT
from own_state import here

from hashloom.commands import main
from hashloom.reports import lettering, pdf, shades
from hashloom.reports.drawing import COLOURS

PICTURES = sorted((ROOT / "results").glob("*.svg"))
LIGHT = [path for path in PICTURES if not path.stem.endswith("-dark")]
TEXT = "{http://www.w3.org/2000/svg}text"


def texts(path: Path) -> list[ElementTree.Element]:
    return [one for one in ElementTree.parse(path).iter(TEXT) if one.text and one.text.strip()]


def test_every_picture_has_a_title_and_the_length_of_every_text() -> None:
    assert len(LIGHT) > 30
    for path in LIGHT:
        found = texts(path)
        assert [one.text for one in found if one.get("textLength") is None] == [], path.name
        assert [one.text for one in found if one.get("font-size") == "15px"], path.name


def test_widths_are_those_that_pictures_are_laid_out_with() -> None:
    """Vega's own, by the size of a picture that is nothing but a text."""
    import vl_convert

    for text in (
        "throughput, Gbit/s",
        "groestl-r2-256 MMMM",
        "iiiilllWWW %& (x)",
        "".join(lettering.LETTERS[False]).strip(),
    ):
        for weight in ("normal", "bold"):
            look = {"text": text, "font": "Liberation Sans", "fontSize": 20, "fontWeight": weight, "x": 0}
            mark = {
                "type": "text",
                "encode": {"enter": {key: {"value": value} for key, value in look.items()}},
            }
            picture = vl_convert.vega_to_svg({"width": 1, "height": 1, "padding": 0, "marks": [mark]})
            drawn = re.search(r'<svg[^>]* width="([\d.]+)"', picture)
            assert drawn
            assert abs(float(drawn[1]) - lettering.width(text, 20, weight == "bold")) <= 1.5


def test_a_text_has_its_room_once() -> None:
    svg = '<svg><text x="1" font-size="10px">a &amp; b</text><text font-size="9"/><text>c</text></svg>'
    fitted = lettering.fitted(svg)
    assert fitted.count("textLength") == 1
    assert f'textLength="{lettering.width("a & b", 10):.1f}"' in fitted
    assert lettering.fitted(fitted) == fitted


def test_texts_do_not_meet_in_another_font(tmp_path: Path) -> None:
    """In Chromium, with letters a fifth wider than those the pictures were laid out with."""
    pytest.importorskip("selenium", reason="selenium is not installed; install it with: make setup")
    from selenium import webdriver

    programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
    if None in programs:
        pytest.skip("Chromium is not installed; install it with: apt-get install chromium chromium-driver")
    page = tmp_path / "all.html"
    style = 'text { font-family: "DejaVu Sans", Verdana, monospace !important }'
    shown = [f'<div id="{one.stem}">{one.read_text()}</div>' for one in LIGHT]
    page.write_text("\n".join([f'<meta charset="utf-8"><style>{style}</style>', *shown]))
    options = webdriver.ChromeOptions()
    options.binary_location = str(programs[0])
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    service = webdriver.ChromeService(str(programs[1]))
    driver = webdriver.Chrome(options=options, service=service)
    try:
        driver.get(page.as_uri())
        found = driver.execute_script(MEETING)
    finally:
        driver.quit()
    assert found == []


MEETING = """
const found = [];
for (const picture of document.querySelectorAll("div")) {
  const boxes = [...picture.querySelectorAll("text")]
    .filter((one) => one.textContent.trim() && one.getAttribute("opacity") !== "0")
    .map((one) => [one.textContent, one.getBoundingClientRect()]);
  boxes.forEach(([name, a], i) => boxes.slice(i + 1).forEach(([other, b]) => {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (name !== other && wide > 2 && high > 5) found.push([picture.id, name, other]);
  }));
}
return found;
"""


def test_dark_pictures_are_there_where_a_page_shows_them() -> None:
    wanted = shades.wanted((ROOT / "README.md").read_text(encoding="utf-8"))
    assert wanted
    for name in wanted:
        light, dark = ((ROOT / f"{name}{kind}.svg").read_text() for kind in ("", "-dark"))
        assert dark == shades.dark(light)
        assert not re.search(r'(fill|stroke)="(white|black|#000|#ddd)"', dark)
        assert not re.search("|".join(COLOURS), dark)


def test_a_colour_without_a_dark_one_is_noticed() -> None:
    assert (
        shades.dark('<g fill="none" stroke="white"/>')
        == f'<g fill="none" stroke="{shades.SHADES["white"]}"/>'
    )
    with pytest.raises(KeyError):
        shades.dark('<g fill="#123456"/>')


def test_pictures_are_written_as_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert pdf.pdf(LIGHT[0].read_text()).startswith(b"%PDF-")
    import report_rows

    rows = report_rows.write(tmp_path, report_rows.rows())
    assert main(["report", str(rows), "--pdf", str(tmp_path / "pictures")]) == 0
    made = sorted((tmp_path / "pictures").iterdir())
    assert "osu018-throughput.pdf" in [path.name for path in made]
    assert {path.suffix for path in made} == {".pdf"}
    assert all(path.read_bytes().startswith(b"%PDF-") for path in made)


def test_pictures_of_results_are_written_as_pdf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pdf, "pdf", lambda svg: b"%PDF-")
    assert pdf.main([str(tmp_path / "new")]) == 0
    assert sorted(path.stem for path in (tmp_path / "new").iterdir()) == [path.stem for path in LIGHT]
    (tmp_path / "file").write_text("")
    assert pdf.main([str(tmp_path / "file")]) == 2
    assert "is a file, not a folder" in capsys.readouterr().err
    assert here().checkout
