"""How long a user waits for the page: from a click until the page has settled, observed in the page itself.

`python benchmarks/clicks.py [GAME ...]` serves a game (by default poker with 98,304 information sets), goes through the
views in Chromium, and prints milliseconds. A change without a click, such as polling for other jobs, may be
counted with one: run it twice.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from urllib.request import urlopen

from playwright.sync_api import Locator, Page, sync_playwright

GAME = ["poker", "-p", "ranks=12", "-p", "cash=13", "--method", "pcfr+", "--gap", "0.2"]
QUIET = 1_200  # milliseconds without a change after which the page has settled
OBSERVE = """() => {
  window.settled = 0;
  let began = performance.now();
  addEventListener("click", () => { began = performance.now(); }, { capture: true, once: true });
  window.observer?.disconnect();
  window.observer = new MutationObserver(() =>
    requestAnimationFrame(() => setTimeout(() => { window.settled = performance.now() - began; })));
  window.observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
}"""


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
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            began = time.perf_counter()
            page.goto(f"{address}/jobs/{job['id']}/grid/0")
            page.locator("td[data-position]").first.wait_for()
            print(f"{'the page, with its first grid':32}{1000 * (time.perf_counter() - began):6.0f}")
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
