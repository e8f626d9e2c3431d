# SPDX-License-Identifier: Apache-2.0
"""Takes the screenshots of README anew: `docs/figures/report.png` and `docs/figures/datasheet.png`.

    python tools/screenshots.py

The report is that of `results/campaign-*.json`; the data sheet that of SHA3-256 on AXI4-Stream, exported for
this. It takes Chromium, its driver and what `requirements-dev.in` lists. Pictures differ from machine to
machine by the fonts that are there, so nothing compares them.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import markdown
from selenium import webdriver

TOP = Path(__file__).resolve().parents[1]
FIGURES = TOP / "docs" / "figures"
WIDTH, HEIGHT = 1100, 720
SHEET = """\
<!doctype html><meta charset="utf-8"><title>data sheet</title><style>
body { font: 14px/1.45 "Liberation Sans", Arial, Helvetica, sans-serif; margin: 28px 44px; color: #1b1f24 }
h1 { font-size: 24px } h2 { font-size: 18px; margin: 18px 0 8px } h1, h2 { border-bottom: 1px solid #d5dae0 }
img { max-width: 100% }
table { border-collapse: collapse; width: 100% } th { text-align: left; background: #f2f4f6 }
th, td { border: 1px solid #d5dae0; padding: 3px 10px } code { font: 13px "DejaVu Sans Mono", monospace }
</style>
"""


def main() -> int:
    """Make what is shown, and take the pictures."""
    with tempfile.TemporaryDirectory() as folder:
        report, package = Path(folder, "report.html"), Path(folder, "sha3")
        sheet = package / "sheet.html"  # beside the pictures that it shows
        hashloom("report", "-o", str(report))
        hashloom("export", "sha3-256", "--bus", "axis", "-o", str(package))
        text = (package / "DATASHEET.md").read_text(encoding="utf-8")
        sheet.write_text(
            SHEET + markdown.markdown(text, extensions=["tables", "fenced_code"]), encoding="utf-8"
        )
        driver = browser()
        try:
            shoot(driver, f"{report.as_uri()}#size=256&target=osu018", "#planes", "end", "report")
            shoot(driver, sheet.as_uri(), "h1", "start", "datasheet")
        finally:
            driver.quit()
    return 0


def hashloom(*arguments: str) -> None:
    """Run a command of this checkout."""
    subprocess.run([sys.executable, "-m", "hashloom", *arguments], cwd=TOP, check=True)


def browser() -> webdriver.Chrome:
    """Chromium without a window."""
    options = webdriver.ChromeOptions()
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars"):
        options.add_argument(argument)
    options.binary_location, program = (shutil.which(name) or name for name in ("chromium", "chromedriver"))
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(program))
    size = {"width": WIDTH, "height": HEIGHT, "deviceScaleFactor": 1, "mobile": False}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    return driver


def shoot(driver: webdriver.Chrome, url: str, selector: str, edge: str, name: str) -> None:
    """Take what is seen with the start or the end of this element at that of the window."""
    driver.get(url)
    driver.implicitly_wait(10)
    element = driver.find_element("css selector", selector)
    driver.execute_script("arguments[0].scrollIntoView({block: arguments[1]})", element, edge)
    driver.execute_async_script("setTimeout(arguments[0], 1500)")
    path = FIGURES / f"{name}.png"
    driver.save_screenshot(str(path))
    print(f"{path.relative_to(TOP)}, {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    sys.exit(main())
