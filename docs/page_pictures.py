"""Take the pictures of the page for the documentation, with a real server and browser (from the extra `test`)."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent / "images"
ENDED = ("solved", "failed", "cancelled")
BETS_A_FOUR = {"player": "gambler", "facts": ["myhand([4])"], "probabilities": {"1": 1.0}}


class Server:
    """`galakit serve` and its jobs."""

    def __init__(self, address: str) -> None:
        self.address = address

    def solved(self, **order: Any) -> str:
        """The job of a request, once it is done."""
        body = json.dumps(order).encode()
        asked = Request(f"{self.address}/api/jobs", body, {"Content-Type": "application/json"})
        job = json.load(urlopen(asked))
        while job["state"] not in ENDED:
            time.sleep(0.1)
            job = json.load(urlopen(f"{self.address}/api/jobs/{job['id']}"))
        assert job["state"] == "solved", job["problems"]
        return str(job["id"])


@contextmanager
def serving() -> Any:
    command = [sys.executable, "-m", "galakit", "serve", "--no-browser", "--port", "0", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield Server(json.loads(process.stdout.readline())["address"])
    finally:
        process.terminate()
        process.wait(20)


def compared(page: Page) -> None:
    page.get_by_text("Where they differ").wait_for()


def played(page: Page) -> None:
    """Two hands by the keyboard, both with a bet of 1."""
    page.get_by_label("Seed").fill("5")
    page.get_by_role("button", name="gambler expects").click()
    for hand in (1, 2):
        if hand == 2:
            page.keyboard.press("n")
        page.get_by_role("heading", name=f"Hand {hand}").wait_for()
        page.locator(".desk-choice").last.wait_for()
        page.keyboard.press("1")
        page.get_by_role("heading", name="What happened").wait_for()


def drilled(page: Page) -> None:
    """A few decisions, always the first move."""
    for number in range(4):
        page.locator(".desk-choice").last.wait_for()
        page.keyboard.press("1" if number else "0")
        page.locator(".desk-grade").wait_for()
        if number < 3:
            page.keyboard.press("n")
            page.locator(".desk-grade").wait_for(state="detached")


def edited(page: Page) -> None:
    page.get_by_text("No problems").wait_for()
    page.get_by_label("ranks", exact=True).fill("8")
    page.locator(".cm-scroller").evaluate("it => it.scrollTop = 170")


def main() -> None:
    with serving() as server, sync_playwright() as playwright:
        eight = server.solved(game="poker", params={"ranks": 8})
        leduc = server.solved(game="leduc")
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])

        def take(name: str, path: str, size: tuple[int, int], ready: Callable[[Page], Any], dark: bool = False) -> None:
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light"
            )
            page = context.new_page()
            page.goto(server.address + path)
            page.locator("h1, h2").first.wait_for()
            ready(page)
            page.wait_for_timeout(600)
            page.screenshot(path=HERE / f"{name}.png")
            context.close()
            print(name)

        dealer = "facts=myhand([5]), bet(gambler,1)&player=0"
        asked = json.load(urlopen(f"{server.address}/api/jobs/{eight}/study/sets?{dealer.replace(' ', '%20')}"))
        here = asked["items"][0]["id"]
        kuhn = server.solved(game="kuhn")
        told = server.solved(game="poker", params={"ranks": 8}, locks=[BETS_A_FOUR])
        take("page_overview", f"/jobs/{kuhn}/overview", (1100, 600), lambda page: page.get_by_text("bluffs").wait_for())
        take("page_grid", f"/jobs/{eight}/grid/1", (1100, 522), lambda page: page.locator("td").first.wait_for())
        take("page_leduc", f"/jobs/{leduc}/grid/0", (1100, 665), lambda page: page.locator("td").first.wait_for(), True)
        take("page_set", f"/jobs/{eight}/set/{here}", (1100, 791), lambda page: page.get_by_text("Belief").wait_for())
        take("page_tree", f"/jobs/{eight}/tree?set={here}", (1100, 720), lambda page: page.locator("canvas").wait_for())
        short = server.solved(game="short_deck_holdem")
        take("page_ranges", f"/jobs/{short}/hands", (1180, 900), lambda page: page.locator(".gk-hand").first.wait_for())
        take("page_train", f"/jobs/{eight}/train?player=1", (1120, 700), drilled)
        take("desk_edit", "/edit?game=poker", (1120, 700), edited)
        take("desk_compare", f"/jobs/{told}/compare?with={eight}", (1120, 700), compared)
        take("desk_play", f"/jobs/{eight}/play", (1120, 700), played)


if __name__ == "__main__":
    main()
