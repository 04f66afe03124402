"""How long a user waits for the page: until it has settled, observed in the page itself.

`python -m benchmarks.clicks [GAME ...]` serves a game (by default poker with 98,304 information sets), opens the page
at some views, as from a link or after a reload (the median of several times), then goes through the views by clicks,
and prints milliseconds. What is written again as it was, as after polling for other jobs, is no change.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from urllib.request import urlopen

from playwright.sync_api import Browser, Locator, Page, sync_playwright

GAME = ["poker", "-p", "ranks=12", "-p", "cash=13", "--method", "pcfr+", "--gap", "0.2"]
WINDOW = {"width": 1280, "height": 900}
QUIET = 1_200  # milliseconds without a change after which the page has settled
OPENED = 7  # times
OBSERVE = """() => {
  window.settled = 0;
  let began = 0;
  addEventListener("click", () => { began = performance.now(); }, { capture: true, once: true });
  window.observer?.disconnect();
  const now = (record) => record.type === "attributes"
    ? record.target.getAttribute(record.attributeName) : record.target.data;
  const changes = (record) => record.type === "childList" || record.oldValue !== now(record);
  window.observer = new MutationObserver((records) => records.some(changes) &&
    requestAnimationFrame(() => setTimeout(() => { window.settled = performance.now() - began; })));
  window.observer.observe(document, {
    subtree: true, childList: true, characterDataOldValue: true, attributeOldValue: true });
}"""


def opened(browser: Browser, address: str) -> int:
    """Milliseconds from the start of loading until the page stops changing."""
    found = []
    for _ in range(OPENED):
        page = browser.new_page(viewport=WINDOW)
        page.add_init_script(f"({OBSERVE})()")
        page.goto(address)
        page.locator("h1").first.wait_for()
        page.wait_for_timeout(QUIET)
        found.append(page.evaluate("() => window.settled"))
        page.close()
    return round(statistics.median(found))


def waited(page: Page, what: Locator) -> int:
    """Milliseconds from a click until the page stops changing."""
    page.evaluate(OBSERVE)
    what.click()
    page.wait_for_timeout(QUIET)
    return round(page.evaluate("() => window.settled"))


def main(game: list[str]) -> None:
    command = [sys.executable, "-m", "galakit", "serve", *game, "--no-browser", "--port", "0", "--json"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        address = json.loads(server.stdout.readline())["address"]
        while (job := json.load(urlopen(f"{address}/api/jobs"))["items"][0])["state"] not in ("solved", "failed"):
            time.sleep(0.2)
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
            )
            at = f"{address}/jobs/{job['id']}"
            for name, view in (("overview", "overview"), ("strategy", "grid/0"), ("tree", "tree")):
                print(f"{f'opening the {name}':32}{opened(browser, f'{at}/{view}'):6}", flush=True)
            page = browser.new_page(viewport=WINDOW)
            page.goto(f"{at}/grid/0")
            page.locator("td[data-position]").first.wait_for()
            page.wait_for_timeout(QUIET)
            alike = page.locator("section:has-text('Your other') a[href*='/set/']")
            views = ("Tree", "Overview", "Play", "Lock", "Simulate", "Strategy")
            clicks = [
                *[("the next page of the grid", page.get_by_text("Next →"))] * 3,
                ("the other player", page.locator("a[href*='/grid/1']").first),
                ("an information set", page.locator('td[data-position="3,2"]')),
                *[("another one", alike.nth(k)) for k in (1, 2, 3)],
                *[(view, page.locator("nav").get_by_text(view, exact=True)) for view in views],
            ]
            for name, what in clicks:
                print(f"{name:32}{waited(page, what):6}")
    finally:
        server.terminate()
        server.wait(20)


if __name__ == "__main__":
    main(sys.argv[1:] or GAME)
