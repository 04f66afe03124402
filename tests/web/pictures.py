"""Pictures of every view of ten games of different kinds, to be looked at: `make pictures`, or in part

    PYTHONPATH=src:tests:. python -m tests.web.pictures FOLDER [--widths 1440 390] [--themes dark] [--games kuhn ...]

Takes a few minutes. FOLDER gets a picture of each view, and for each game, width and theme sheets with its views side
by side. What complains on the console, is wider than its window or does not settle is printed, with exit status 1.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Page, expect, sync_playwright

from tests.web import conftest
from tests.web.serving import Served, serving

GAMES: dict[str, dict[str, object]] = {
    "kuhn": {},
    "leduc": {},
    "tic_tac_toe": {},
    "rock_paper_scissors": {},
    "stag_hunt": {},
    "beer_quiche": {},
    "first_price_auction": {},
    "liars_dice": {"params": {"faces": "3"}},
    "monty_hall": {},
    "nim": {},
}
VIEWS = (
    "overview", "grid/0", "hands/0", "tree", "set/1", "sets", "play", "train", "lock", "compare", "simulate",
    "mistakes", "dynamics", "concepts", "rules",
)  # fmt: skip
AGAINST = ("kuhn", "leduc", "rock_paper_scissors")  # with another solution to compare with
PATIENCE = 20_000  # milliseconds
ROWS = 3  # of a sheet


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Pictures of every view of ten games.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--widths", type=int, nargs="+", default=[1440, 1024, 390])
    parser.add_argument("--themes", nargs="+", default=["light", "dark"], choices=["light", "dark"])
    parser.add_argument("--games", nargs="+", default=list(GAMES), choices=list(GAMES))
    chosen = parser.parse_args(arguments)
    chromium = conftest.chromium()
    if chromium is None:
        parser.error("there is no Chromium on this machine")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with serving(data=chosen.folder / "data") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=conftest.FLAGS)
        jobs = {game: server.solved(game=game, **GAMES[game]) for game in chosen.games}
        for game in set(chosen.games) & set(AGAINST):
            server.solved(game=game, method="cfr+", gap=0.05)
        for theme in chosen.themes:
            for width in chosen.widths:
                page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=theme)
                page.on("console", lambda said: wrong.append(said.text) if said.type in ("error", "warning") else None)
                for game, job in jobs.items():
                    sheet(server, page, game, job, chosen.folder, f"{theme}-{width}", wrong)
                page.close()
        browser.close()
    print("\n".join(wrong))
    return 1 if wrong else 0


def sheet(server: Served, page: Page, game: str, job: str, folder: Path, kind: str, wrong: list[str]) -> None:
    """All views of a game, each by itself and side by side."""
    page.goto(f"{server.address}/games/{game}")
    taken = [picture(page, f"{game}-{kind}-game", folder, wrong)]
    page.goto(f"{server.address}/jobs/{job}/overview")
    offered = set(page.locator("nav a").evaluate_all("links => links.map(link => link.pathname.split('/')[3])"))
    for view in VIEWS:
        if view.partition("/")[0] in offered | {"set", "sets", "overview"}:
            conftest.turn(page, f"/jobs/{job}/{view}")
            taken.append(picture(page, f"{game}-{kind}-{view.partition('/')[0]}", folder, wrong))
    across, wide, high = (2, 720, 470) if page.viewport_size["width"] > 1000 else (6, 240, 570)
    for first in range(0, len(taken), ROWS * across):
        whole = Image.new("RGB", (across * wide, ROWS * high), "grey")
        for k, path in enumerate(taken[first : first + ROWS * across]):
            corner = k % across * wide, k // across * high
            with Image.open(path) as seen:
                small = seen.convert("RGB")
            small.thumbnail((wide - 4, high - 20))
            whole.paste(small, (corner[0], corner[1] + 18))
            ImageDraw.Draw(whole).text(corner, path.stem, "white", font_size=14)
        whole.save(folder / f"sheet-{game}-{kind}-{first // (ROWS * across) + 1}.png")


def picture(page: Page, name: str, folder: Path, wrong: list[str]) -> Path:
    """What is seen of a view once it has settled."""
    try:
        expect(page.locator("h1").first).to_be_visible(timeout=PATIENCE)
        expect(page.locator(".gk-waiting, .gk-stale")).to_have_count(0, timeout=PATIENCE)
    except AssertionError:
        wrong.append(f"{name}: does not settle")
    if excess := conftest.overflow(page):
        wrong.append(f"{name}: {excess} pixels too wide")
    path = folder / f"{name}.png"
    page.screenshot(path=path)
    return path


if __name__ == "__main__":
    sys.exit(main())
