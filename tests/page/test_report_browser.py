# SPDX-License-Identifier: Apache-2.0
"""The report in a real browser: Debian's Chromium, without a window."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import all_fronts
import pytest
import report_rows
from own_state import here

from hashloom.reports.page import document, exports, figures, study
from hashloom.results import reader

selenium = pytest.importorskip("selenium", reason="selenium is not installed; install it with: make setup")
from report_page import HOW, MISSING, Page, browser  # noqa: E402
from selenium import webdriver  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

pytestmark = pytest.mark.skipif(MISSING, reason=HOW)
LOAD_SECONDS = 5.0
ROWS = report_rows.rows()
MEASURED = [row for row in ROWS if row["state"] == "ok"]
COUNT = f"{len(ROWS)} of {len(ROWS)} results, 1 without figures"


@pytest.fixture(scope="module")
def downloads(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("downloads")


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory, downloads: Path) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("report")
    found = study.read([report_rows.write(folder, ROWS)], here())
    path = folder / "report.html"
    path.write_text(document.page(found, folder, here()), encoding="utf-8")
    with browser(downloads) as driver:
        yield Page(driver, path.as_uri())


@pytest.fixture
def unopened(session: Page) -> Iterator[Page]:
    """A page to open. Whatever a test does, nothing may be complained of in the console."""
    session.show(1280, 900)
    yield session
    assert [entry["message"] for entry in session.log("browser")] == []


@pytest.fixture
def page(unopened: Page) -> Page:
    """The page as it opens without an address of its own."""
    unopened.open()
    return unopened


def test_it_opens_at_once_and_loads_nothing(unopened: Page) -> None:
    unopened.log("performance")
    unopened.open()
    seconds = unopened.js("return performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000
    assert 0 < seconds < LOAD_SECONDS
    assert unopened.js("return performance.getEntriesByType('resource').map(entry => entry.name)") == []
    messages = [json.loads(entry["message"])["message"] for entry in unopened.log("performance")]
    requested = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert set(requested) <= {unopened.url, "about:blank"}
    assert unopened.url in requested


def test_the_page_may_not_fetch(page: Page) -> None:
    code = (
        "const done = arguments[0]; fetch('https://example.org/').then(() => done('yes'), () => done('no'))"
    )
    assert page.driver.execute_async_script(code) == "no"
    complaints = [entry["message"] for entry in page.log("browser")]
    assert "Content Security Policy" in complaints[0]


def test_everything_is_shown_at_first(page: Page) -> None:
    assert page.text("h1") == "A trial & <trial>"
    assert page.count == COUNT
    assert len(page.lines()) == len(ROWS)
    assert page.points() == len(MEASURED)
    assert page.text("#planes").count("mapped, not placed; throughput relative") == 1
    assert page.js("return window.broken") is None


def test_filters_filter_and_the_address_repeats_it(page: Page) -> None:
    page.click("#size label:has(input[value='512'])")
    page.click("#target summary")
    page.click("#target input[value='ecp5']")
    wanted = [row for row in ROWS if row["target"] == "ecp5" and row["function"].endswith("512")]
    assert page.fragment == "#target=ecp5&size=512"
    shown = sorted(line[:3] for line in page.lines())
    assert shown == sorted([row["function"], row["architecture"], row["target"]] for row in wanted)
    assert page.count == f"{len(wanted)} of {len(ROWS)} results"
    assert page.points() == len(wanted)
    address = page.fragment
    page.open(address)
    assert sorted(line[:3] for line in page.lines()) == shown
    assert page.find("#target .chosen").text == "ecp5"
    assert page.find("#size input[value='512']").is_selected()
    assert page.points() == len(wanted)


def test_the_back_button_goes_back(page: Page) -> None:
    page.click("#y label:has(input[value='latency'])")
    page.click("#messages label:has(input[value='one'])")
    assert page.fragment == "#messages=one&y=latency"
    assert not any(line[1].endswith("2m") for line in page.lines())
    page.driver.back()
    page.until(lambda: page.count == COUNT)
    assert page.fragment == "#y=latency"
    page.click("#messages label:has(input[value='one'])")
    page.click("#reset")
    assert (page.fragment, page.count) == ("#y=latency", COUNT)


def test_an_address_with_unknown_names_shows_what_it_can(unopened: Page) -> None:
    unopened.open("#target=ecp5&target=nowhere&size=99&row=none")
    assert unopened.count == f"8 of {len(ROWS)} results, 1 without figures"


def test_only_what_is_ok_is_ranked_and_the_best_stands_first(page: Page) -> None:
    lines = page.lines()
    assert [line[0] for line in lines if line[4] == "timed-out"] == ["jh-r2-256"]
    assert lines[-1][4] == "timed-out"
    ratios = [float(line[-1]) for line in lines if line[-1] != "–"]
    assert ratios == sorted(ratios, reverse=True)
    code = """return [...document.querySelectorAll('.matrix tbody tr')]
        .map(line => [...line.cells].map(cell => cell.textContent.trim()))"""
    assert ["jh-r2-256", "0.60", "2", "timed-out", "0.60", "0.60"] in page.js(code)


def rounded(value: float) -> str:
    """A number without decimals, as the page rounds: a half away from zero."""
    return f"{Decimal(str(value)).quantize(Decimal(1), ROUND_HALF_UP):,}"


def fronts_are_shown(page: Page, paths: list[Path]) -> int:
    """Compare the front that the page shows for every target with that by definition; how many there are."""
    every = all_fronts.planes(row for path in paths for row in reader.any_kind(path, here()).plain()["rows"])
    code = """return [...document.querySelectorAll('#planes figure')].map(figure =>
        [...figure.querySelectorAll('.front li')].map(item =>
            [item.querySelector('button').textContent, item.querySelector('span').textContent]))"""
    seen = 0
    for target in dict.fromkeys(target for target, *_ in every):
        own = {key: found for key, found in every.items() if key[0] == target}
        for y in ("throughput", "latency"):
            page.open(f"#target={target}&y={y}")
            shown = page.js(code)
            assert len(shown) == len(own)
            for lines, (key, found) in zip(
                shown, sorted(own.items(), key=lambda one: one[0][2]), strict=True
            ):
                best = all_fronts.front(found, y)
                wanted = {
                    (f"{row['function']}/{row['architecture']}", f"{row['goal']}, {rounded(row['area'])}")
                    for row in found
                    if all_fronts.named(row) in best
                }
                assert {(name, text.rpartition(f" {key[1]}, ")[0]) for name, text in lines} == wanted, (
                    key,
                    y,
                )
                seen += 1
    return seen


def test_the_front_is_that_of_the_rows(unopened: Page, tmp_path: Path) -> None:
    assert fronts_are_shown(unopened, [report_rows.write(tmp_path, ROWS)]) == 2 * 3


def test_what_equals_the_front_is_on_it(unopened: Page, tmp_path: Path) -> None:
    twin = {**ROWS[0], "architecture": "twin", "synthesis_key": "d4" * 32}
    found = [report_rows.write(tmp_path, [*ROWS, twin])]
    (tmp_path / "report.html").write_text(
        document.page(study.read(found, here()), tmp_path, here()), encoding="utf-8"
    )
    page = Page(unopened.driver, (tmp_path / "report.html").as_uri())
    assert fronts_are_shown(page, found) == 2 * 3
    page.open("#target=osu018")
    assert "sha256/twin" in page.text("#planes .front")


@pytest.mark.long
def test_the_front_is_that_of_all_committed_rows(unopened: Page, tmp_path: Path) -> None:
    found = all_fronts.paths()
    (tmp_path / "report.html").write_text(
        document.page(study.read(found, here()), tmp_path, here()), encoding="utf-8"
    )
    assert fronts_are_shown(Page(unopened.driver, (tmp_path / "report.html").as_uri()), found) >= 2 * 8


def test_columns_sort(page: Page) -> None:
    page.click("th[data-key='clock_mhz'] button")
    clocks = [line[5] for line in page.lines() if line[5] != "–"]
    assert [float(clock) for clock in clocks] == sorted(map(float, clocks), reverse=True)
    assert page.find("[aria-sort]").get_attribute("aria-sort") == "descending"
    page.click("th[data-key='clock_mhz'] button")
    assert page.find("th[data-key='clock_mhz']").get_attribute("aria-sort") == "ascending"
    assert page.fragment == "#sort=clock_mhz"


def test_the_drawer_opens_by_keyboard_and_gives_the_focus_back(page: Page) -> None:
    name = "[data-row='sha256/basic ecp5 fast']"
    opener = page.find(f"#table {name}")
    page.js("arguments[0].focus()", opener)
    page.press(Keys.ENTER)
    assert page.find("#drawer[open] h2").text == "sha256/basic"
    drawer = page.text("#drawer")
    for part in (
        "hashloom verify sha256/basic", "hashloom synth sha256/basic --target ecp5 --goal fast --seeds 5",
        "100.0 MHz (96.0 to 104.0)", "7,000 LUT", "state[3]_reg", "sum[31]_reg", "pyosys", "a1" * 32,
        "b2" * 32, "cores/sha2", "Target ecp5",
    ):  # fmt: skip
        assert part in drawer
    assert page.js("return document.activeElement.closest('#drawer') !== null")
    page.press(Keys.ESCAPE)
    page.until(lambda: page.fragment == "")
    assert page.js("return document.activeElement === arguments[0]", opener)
    page.driver.back()
    page.until(lambda: page.js("return document.querySelector('#drawer').open"))


def test_the_drawer_says_what_failed_and_what_was_only_mapped(page: Page) -> None:
    page.click("#table [data-row='jh-r2-256/basic ecp5 fast']")
    assert report_rows.HOSTILE in page.text("#drawer .message")
    page.click("#drawer .close")
    page.until(lambda: not page.js("return document.querySelector('#drawer').open"))
    page.open("#row=sha256/basic+virtex5+fast")
    assert "Mapped, not placed; throughput relative" in page.text("#drawer")
    assert "--target virtex5 --goal fast --seeds 0" in page.text("#drawer")
    assert page.js("return window.broken") is None


def test_a_point_opens_the_drawer(unopened: Page) -> None:
    unopened.open("#target=osu018&size=512")
    unopened.points()
    point = unopened.find("#planes .mark-symbol.role-mark path[aria-label='sha512/basic']")
    unopened.js("arguments[0].scrollIntoView({block: 'center'})", point)
    webdriver.ActionChains(unopened.driver).move_to_element(point).click().perform()
    unopened.until(lambda: unopened.js("return document.querySelector('#drawer').open"))
    assert unopened.text("#drawer h2") == "sha512/basic"
    assert unopened.fragment.endswith("&row=sha512/basic+osu018+fast")


def test_lists_and_switches_work_by_keyboard(page: Page) -> None:
    page.js("document.querySelector('#function summary').focus()")
    page.press(Keys.ENTER)
    page.press(Keys.TAB, Keys.TAB, Keys.SPACE)
    assert page.fragment == "#function=blake-r2-256"
    page.press(Keys.ESCAPE)
    assert not page.js("return document.querySelector('#function').open")
    assert page.js("return document.activeElement === document.querySelector('#function summary')")
    page.js("document.querySelector('#metric input').focus()")
    page.press(Keys.ARROW_RIGHT)
    assert "metric=throughput" in page.fragment


def test_the_table_is_saved_as_shown(page: Page, downloads: Path, tmp_path: Path) -> None:
    found_rows = figures.derived(study.read([report_rows.write(tmp_path, ROWS)], here()).rows, here())
    page.click("#save-csv")
    text = page.saved(downloads, "hashloom.csv")
    assert sorted(text.splitlines()) == sorted(exports.csv_text(found_rows).splitlines())
    page.open("#target=virtex5&sort=area")
    page.click("#save-csv")
    found = list(csv.DictReader(io.StringIO(page.saved(downloads, "hashloom.csv"), newline="")))
    wanted = [row for row in found_rows if row["target"] == "virtex5"]
    wanted.sort(key=lambda row: row["area"])
    assert [float(row["area"]) for row in found] == [row["area"] for row in wanted]
    page.click("#save-latex")
    text = page.saved(downloads, "hashloom.tex")
    assert sorted(text.splitlines()) == sorted(exports.latex(wanted).splitlines())


def test_pictures_are_saved_for_papers(unopened: Page, downloads: Path) -> None:
    unopened.open("#target=osu018")
    unopened.points()
    unopened.click("#planes .save")
    root = ElementTree.fromstring(unopened.saved(downloads, "osu018-throughput.svg"))
    texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"throughput, Gbit/s", "area, gate equivalents", "blake", "sha2", "keccak-r2-512"} <= texts
    assert "luffa" not in texts
    assert "Throughput against area on osu018" in texts
    labels = [group for group in root.iter() if "labels_marks" in group.get("class", "")]
    assert [("paint-order:stroke" in group.get("style", "")) for group in labels] == [True]
    unopened.click("#bars figure:first-child .save")
    root = ElementTree.fromstring(unopened.saved(downloads, "sha2-256-ratio.svg"))
    texts = {element.text for element in root.iter("{http://www.w3.org/2000/svg}text")}
    assert {"throughput per area, SHA-2 = 1", "blake-r2-256", "0.70"} <= texts
    assert "Throughput per area beside SHA-2, 256 bits" in texts


def test_the_legend_is_a_switch(page: Page) -> None:
    page.click("#legend [data-family='keccak']")
    assert page.fragment == "#family=keccak"
    assert {line[0] for line in page.lines()} == {"keccak-r2-512"}
    # What is off can be switched on again, and the focus stays where it was.
    assert page.js("return document.activeElement.dataset.family") == "keccak"
    page.click("#legend [data-family='jh']")
    assert {line[0] for line in page.lines()} == {"keccak-r2-512", "jh-r2-256"}
    pressed = (
        "return [...document.querySelectorAll('#legend [aria-pressed=true]')].map(b => b.dataset.family)"
    )
    assert sorted(page.js(pressed)) == ["jh", "keccak"]
    for name in ("keccak", "jh"):
        page.click(f"#legend [data-family='{name}']")
    assert (page.fragment, page.count) == ("", COUNT)


def test_what_is_in_no_picture_is_counted_and_named(page: Page) -> None:
    """On both axes; and what a row lacks is said."""
    assert "Not in these pictures: 1 results" in page.text("#undrawn")
    assert "its state is timed-out: 1" in page.text("#undrawn")
    assert "jh-r2-256/basic on ecp5, fast" in page.text("#undrawn")
    page.open("#target=osu018")
    assert page.js("return document.querySelector('#undrawn').hidden")


def test_two_designs_stand_side_by_side(page: Page) -> None:
    page.open("#row=sha256/basic+osu018+fast")
    page.click("#drawer .pin")
    assert page.find("#drawer .pin").get_attribute("aria-pressed") == "true"
    page.open("#pin=sha256/basic+osu018+fast&row=blake-r2-256/basic+osu018+fast")
    page.click("#drawer .pin")
    page.click("#drawer .close")
    page.until(lambda: "row=" not in page.fragment)
    assert page.fragment == "#pin=sha256/basic+osu018+fast&pin=blake-r2-256/basic+osu018+fast"
    code = """return [...document.querySelectorAll('#pins-table tbody tr')]
        .map(line => [...line.cells].map(cell => cell.textContent.trim()))"""
    cells = {line[0]: line[1:] for line in page.js(code)}
    assert cells["area"][2] == "2 ×"
    assert cells["throughput"][2] == "1.4 ×"
    assert cells["throughput per area"][2] == "0.7 ×"
    page.click("#swap")
    assert page.fragment == "#pin=blake-r2-256/basic+osu018+fast&pin=sha256/basic+osu018+fast"
    page.open("#pin=sha256/basic+osu018+fast&pin=sha256/basic+ecp5+fast")
    cells = {line[0]: line[1:] for line in page.js(code)}
    assert (cells["block"][2], cells["area"][2], cells["throughput"][2]) == ("1 ×", "–", "–")
    assert "different targets" in page.text("#pins-text")
    page.click("#unpin")
    assert page.fragment == ""
    assert page.js("return document.querySelector('#pins').hidden")


def test_every_picture_is_drawn_before_it_is_printed(page: Page) -> None:
    """Also what lies below the fold, on white from either theme, and nothing is cut off."""
    page.show(1280, 300, "dark")
    page.open()
    page.drawn()
    assert page.js("return document.querySelectorAll('.picture.dark').length") == 2 + 3
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    assert page.js("return getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    code = """return [...document.querySelectorAll('.picture svg')].filter(svg =>
        svg.getBoundingClientRect().right > svg.closest('figure').getBoundingClientRect().right).length"""
    assert page.js(code) == 0
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


@pytest.mark.parametrize("fragment", ["", "#target=ecp5", "#row=jh-r2-256/basic+ecp5+fast"])
def test_a_phone_needs_no_scrolling_to_the_side(unopened: Page, fragment: str) -> None:
    unopened.show(360, 740)
    unopened.open(fragment)
    assert unopened.js("return document.documentElement.scrollWidth") == 360
    wide = """return [...document.querySelectorAll('.picture svg')]
        .filter(svg => svg.getBoundingClientRect().right > 360).length"""
    assert unopened.js(wide) == 0
    assert unopened.js("return document.querySelector('#drawer').scrollWidth") <= 360


def test_light_and_dark(page: Page) -> None:
    code = """return [getComputedStyle(document.body).backgroundColor,
        document.querySelector('#bars .role-axis-label text').getAttribute('fill')]"""
    light = page.js(code)
    page.show(1280, 900, "dark")
    page.until(lambda: page.js(code)[1] != light[1])
    assert (light[0], page.js(code)[0]) == ("rgb(255, 255, 255)", "rgb(20, 23, 27)")


def test_everything_that_can_be_operated_has_a_name(page: Page) -> None:
    page.click("#table [data-row='sha256/basic ecp5 fast']")
    operable = {"button", "checkbox", "radio", "link", "image", "img", "dialog", "form", "region", "table"}
    found: set[str] = set()
    for row in ("", "opened"):
        if not row:
            page.press(Keys.ESCAPE)
            page.until(lambda: not page.js("return document.querySelector('#drawer').open"))
            page.click("#architecture summary")
        for node in page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]:
            role = node.get("role", {}).get("value")
            if node["ignored"] or role not in operable:
                continue
            found.add(role)
            assert node["name"]["value"].strip() or role == "table", node
    assert {"button", "checkbox", "radio", "image", "form", "region"} <= found
    landmarks = "return ['header', 'main', 'footer', 'form'].map(n => document.querySelectorAll(n).length)"
    assert page.js(landmarks) == [1, 1, 1, 2]
    assert page.js("return [...document.querySelectorAll('th')].filter(h => !h.scope).length") == 0


@pytest.mark.long
def test_pictures_are_told_in_words(page: Page) -> None:
    label = page.js("return document.querySelector('#bars .picture').getAttribute('aria-label')")
    assert label.startswith("throughput per area beside SHA-2, 256 bits: sha256 1.00, blake-r2-256 0.70, ")
    assert page.find("#count").get_attribute("aria-live") == "polite"
