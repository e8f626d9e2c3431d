# SPDX-License-Identifier: Apache-2.0
"""The report as its tests see it: what is shown in a browser, and what a user does there."""

import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from selenium import webdriver

WAIT_SECONDS = 20.0
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
MISSING = CHROMIUM is None or DRIVER is None
HOW = "Chromium is not installed; install it with: apt-get install chromium chromium-driver"


@contextmanager
def browser(downloads: Path) -> Iterator[webdriver.Chrome]:
    """Debian's Chromium without a window, which puts what is saved into the folder `downloads`."""
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))
    try:
        behaviour = {"behavior": "allow", "downloadPath": str(downloads)}
        driver.execute_cdp_cmd("Browser.setDownloadBehavior", behaviour)
        yield driver
    finally:
        driver.quit()


class Page:
    """The report in the browser, and what a user sees and does there."""

    def __init__(self, driver: webdriver.Chrome, url: str) -> None:
        self.driver, self.url = driver, url

    def open(self, fragment: str = "") -> None:
        self.driver.get("about:blank")
        self.driver.get(self.url + fragment)
        self.until(lambda: self.js("return document.querySelectorAll('#bars svg').length > 0"))

    def js(self, code: str, *arguments: Any) -> Any:
        return self.driver.execute_script(code, *arguments)

    def log(self, kind: str) -> list[dict[str, Any]]:
        """What the browser has noted since this was last asked."""
        entries: list[dict[str, Any]] = self.driver.get_log(kind)  # type: ignore[no-untyped-call]
        return entries

    def until(self, holds: Callable[[], Any]) -> Any:
        """What is found as soon as it is true."""
        end = time.monotonic() + WAIT_SECONDS
        while not (found := holds()):
            assert time.monotonic() < end, "nothing came of it"
            time.sleep(0.02)
        return found

    def find(self, selector: str) -> Any:
        (found,) = self.driver.find_elements("css selector", selector)
        return found

    def click(self, selector: str) -> None:
        self.js("arguments[0].scrollIntoView({block: 'center'})", self.find(selector))
        self.find(selector).click()

    def press(self, *keys: str) -> None:
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def text(self, selector: str) -> str:
        return str(self.js("return document.querySelector(arguments[0]).textContent", selector))

    @property
    def fragment(self) -> str:
        return str(self.js("return location.hash"))

    @property
    def count(self) -> str:
        return self.text("#count")

    def lines(self) -> list[list[str]]:
        """Cells of the table of all results."""
        code = """return [...document.querySelectorAll('#table tbody tr')]
            .map(line => [...line.cells].map(cell => cell.innerText))"""
        return [list(map(str, cells)) for cells in self.js(code)]

    def points(self) -> int:
        """Points drawn in the planes, once there are any; the planes are brought into sight."""
        self.js("document.querySelector('#planes').scrollIntoView()")
        code = "return document.querySelectorAll('#planes .mark-symbol.role-mark path').length"
        self.until(
            lambda: (
                not self.js("return [...document.querySelectorAll('#planes .picture')].some(b => b.render)")
            )
        )
        return int(self.until(lambda: self.js(code)))

    def drawn(self) -> None:
        """Wait until every picture is drawn, also those that nobody looks at."""
        code = """return [...document.querySelectorAll('.picture')]
            .every(box => !box.render && box.querySelector('svg'))"""
        self.until(lambda: self.js(code))

    def show(self, width: int, height: int, theme: str = "light") -> None:
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
        features = [{"name": "prefers-color-scheme", "value": theme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def saved(self, folder: Path, name: str) -> str:
        """Content of a file that the page saved."""
        path = folder / name
        self.until(path.exists)
        text = path.read_bytes().decode("utf-8")
        path.unlink()
        return text
