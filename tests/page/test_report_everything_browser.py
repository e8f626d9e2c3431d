# SPDX-License-Identifier: Apache-2.0
"""The report of all committed results in a real browser: what is picked, whose it is, and how quick it is."""

from collections.abc import Iterator
from typing import Any

import pytest
from own_state import here

from hashloom import catalogue
from hashloom.analysis.choice import PURPOSES, Choice
from hashloom.commands import show
from hashloom.evaluation import committed
from hashloom.reports.page import document, everything, figures
from hashloom.rows.table import Row

selenium = pytest.importorskip("selenium", reason="selenium is not installed; install it with: make setup")
from report_page import HOW, MISSING, Page, browser  # noqa: E402

pytestmark = [pytest.mark.skipif(MISSING, reason=HOW), pytest.mark.long]
LOAD_SECONDS = 30.0
"""Within this the page is loaded, on a machine that is busy with other tests."""
EVERY_PICK = """
const found = [];
for (const name of MANY.function) for (const at of ONE.at.slice(1)) {
    const rows = candidates({ ...readState(), at, function: [name] });
    for (const purpose of ONE.for) {
        const [best] = byPurpose(rows.filter(row => row.pick[purpose] !== null), purpose);
        if (best) found.push([name, at, purpose, best.pick.export]);
    }
}
return found;
"""


@pytest.fixture(scope="module")
def rows() -> list[Row]:
    return list(everything.study(here()).rows)


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder = tmp_path_factory.mktemp("everything")
    path = folder / "report.html"
    path.write_text(document.page(everything.study(here()), folder, here()), encoding="utf-8")
    with browser(folder) as driver:
        yield Page(driver, path.as_uri())


@pytest.fixture
def page(session: Page) -> Iterator[Page]:
    """The page, to open. Nothing may be complained of in the console."""
    session.show(1280, 900)
    session.open()
    yield session
    assert [entry["message"] for entry in session.log("browser")] == []


def shown_by_command() -> set[tuple[str, str, str, str]]:
    """What `hashloom show` says to take: function, target, purpose and command."""
    found = committed.every(here())
    taken = set()
    for function in catalogue.functions(here()):
        for at in show.body(Choice.among(function, found[function.name]), None)["targets"]:
            taken |= {
                (function.name, at["target"], take["for"], " ".join(take["command"]))
                for take in at["take"]
                if take["design"] is not None
            }
    return taken


def test_it_picks_what_show_says_to_take(page: Page) -> None:
    """Of every function on every target for every purpose; `hashloom export --for` takes the same."""
    wanted = shown_by_command()
    assert {tuple(one) for one in page.js(EVERY_PICK)} == wanted
    assert len(wanted) > 500
    for name, target, purpose, command in sorted(wanted)[:: len(wanted) // 20]:
        function = catalogue.resolve_function(name, here())
        assert Choice.of(function, here()).need(purpose, target).taken.export() == command.split()


def test_another_order_would_be_noticed(page: Page) -> None:
    page.js("REPORT.purposes.speed[1] = false")
    assert {tuple(one) for one in page.js(EVERY_PICK)} != shown_by_command()


def best(rows: list[Row], purpose: str, **bounds: float) -> Row:
    """By definition: of what keeps the bounds the best figure, then the least area, then the name."""
    least = {"max_area": "area", "max_latency": "latency"}
    kept = [
        row
        for row in rows
        if row["pick"][purpose] is not None
        and all(
            row["pick"][least[key]] <= value if key in least else row["pick"]["speed"] >= value
            for key, value in bounds.items()
        )
    ]
    sign = -1 if PURPOSES[purpose].more else 1
    return min(kept, key=lambda row: (sign * row["pick"][purpose], row["pick"]["area"], row["pick"]["name"]))


def test_bounds_and_filters_hold_for_what_is_picked(page: Page, rows: list[Row]) -> None:
    """A user chooses target, purpose and bounds, and copies the command; the address repeats it."""
    on = [row for row in rows if row.get("pick") and row["target"] == "osu018"]
    own = [row for row in on if catalogue.resolve_function(row["function"], here()).digest_bits == 256]
    page.click("#size label:has(input[value='256'])")
    page.js("const at = byId('at'); at.value = 'osu018'; at.dispatchEvent(new Event('change'))")
    page.click("#for label:has(input[value='speed'])")
    assert best(own, "speed")["pick"]["export"] == page.text("#picked .command code")
    fill = "const [id, text] = arguments; byId(id).value = text; byId(id).dispatchEvent(new Event('change'))"
    page.js(fill, "max_area", "20000")
    page.js(fill, "max_latency", "200")
    address = "#size=256&at=osu018&for=speed&max_area=20000&max_latency=200"
    assert page.fragment == address
    wanted = best(own, "speed", max_area=20000, max_latency=200)
    assert page.text("#picked .command code") == wanted["pick"]["export"]
    assert "that keep the bounds" in page.text("#picked .answer")
    page.open(address + "&min_throughput=1000")
    assert "keeps these bounds together" in page.text("#picked")
    assert page.js("return document.querySelectorAll('#picked .command').length") == 0
    page.open("#at=osu018&for=energy&function=sha256")
    assert "No energy was measured on osu018" in page.text("#picked")


def test_a_bound_alone_picks_what_definition_says(page: Page, rows: list[Row]) -> None:
    for target in ("nangate45", "ecp5", "cyclone4"):
        own = [row for row in rows if row.get("pick") and row["target"] == target]
        own = [row for row in own if not row.get("mapped_only")] or own
        areas = sorted(row["pick"]["area"] for row in own)
        bound = areas[len(areas) // 2]
        for purpose in ("ratio", "latency"):
            page.open(f"#at={target}&for={purpose}&max_area={bound}")
            wanted = best(own, purpose, max_area=bound)["pick"]["export"]
            assert page.text("#picked .command code") == wanted


def test_whose_and_which_clock_can_be_chosen(page: Page, rows: list[Row]) -> None:
    for series in ("ours", "others", "published"):
        page.js("change({ series: arguments[0] })", series)
        count = sum((row.get("series") or "ours") == series for row in rows)
        assert page.count.startswith(f"{count} of {len(rows)} results")
    # What papers printed is beside no SHA-2 and on no front.
    assert page.js("return document.querySelectorAll('#bars svg, #planes .front').length") == 0
    page.open("#clock=with")
    assert page.count.startswith(f"{sum(bool(row.get('wires')) for row in rows)} of ")
    assert {line[4] for line in page.lines()} == {"wires"}
    page.open("#clock=with&y=energy")
    assert page.points() == sum("energy_pj_per_bit" in row for row in rows)


def test_every_row_is_drawn_or_named(page: Page, rows: list[Row]) -> None:
    derived = figures.derived(rows, here())
    for y in ("throughput", "latency", "energy", "energy-delay", "wires", "glitches"):
        page.open(f"#y={y}")
        page.drawn()
        points = page.js("return document.querySelectorAll('#planes .mark-symbol.role-mark path').length")
        named = page.js("return document.querySelectorAll('#undrawn [data-row]').length")
        assert points == sum(bool(figures.height(row, y)) for row in derived)
        assert points + named == len(rows)


def test_only_ours_are_on_fronts_and_each_clock_has_its_own(page: Page, rows: list[Row]) -> None:
    page.open("#target=nangate45")
    code = """return [...document.querySelectorAll('#planes figure')].map(figure =>
        [...figure.querySelectorAll('.front button')].map(button => button.dataset.row))"""
    shown = page.js(code)
    derived = [row for row in figures.derived(rows, here()) if row["target"] == "nangate45"]
    for ids, wires in zip(shown, (False, True), strict=True):
        own = figures.front([row for row in derived if bool(row.get("wires")) is wires], "throughput")
        assert len(ids) == len(own)
        assert all(name.endswith(" wires") is wires for name in ids)


def test_it_opens_quickly_and_fits_a_phone(page: Page) -> None:
    seconds = page.js("return performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000
    assert 0 < seconds < LOAD_SECONDS
    page.show(390, 844, "dark")
    page.open("#at=osu018&size=256&pin=sha256/basic+osu018+fast&pin=sha3-256/apart+osu018+fast")
    assert page.js("return document.documentElement.scrollWidth") == 390


def test_the_drawer_says_whose_it_is(page: Page, rows: list[Row]) -> None:
    ids: dict[str, Any] = page.js(
        "return Object.fromEntries(['others', 'published'].map(s => [s, ROWS.find(r => r.series === s).id]))"
    )
    page.js("change({ row: arguments[0] })", ids["others"])
    assert "A core of other people" in page.text("#drawer")
    assert "hashloom synth" not in page.text("#drawer")
    page.js("change({ row: arguments[0] })", ids["published"])
    assert "As a paper prints it" in page.text("#drawer")
    assert "Dadda" in page.text("#drawer")
