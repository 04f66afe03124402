"""Take the pictures of the gallery, with a real server and browser (from the extra `test`)."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

from page_pictures import serving
from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent / "images" / "gallery"
WIDTH, HEIGHT = 900, 1200
BOARD = ".gk-boards"
MOVES = ".gk-panel:has(.gk-moves)"
MATRIX = ".gk-panel:has(.gk-bimatrix)"
GRID = ".gk-grid-frame"

# name -> the order, the facts of the information set to show (None: the strategy of the first player), what is cut out
PICTURES: dict[str, tuple[dict[str, object], str | None, str]] = {
    "kuhn": ({"game": "kuhn"}, None, GRID),
    "leduc": ({"game": "leduc"}, None, GRID),
    "liars_dice": ({"game": "liars_dice"}, "player=1&facts=roll([2]), (1,6)", MOVES),
    "goofspiel": ({"game": "goofspiel"}, "player=0&facts=prize(4)", MOVES),
    "tic_tac_toe": ({"game": "tic_tac_toe"}, "player=1&facts=(2,2)", BOARD),
    "connect_k": ({"game": "connect_k"}, "player=0&facts=chose(2), 2", BOARD),
    "dots_and_boxes": ({"game": "dots_and_boxes"}, "player=1&facts=across(1,1)", BOARD),
    "phantom_tic_tac_toe": ({"game": "phantom_tic_tac_toe"}, "player=0&facts=taken", BOARD),
    "battleship": ({"game": "battleship"}, "player=1&facts=water, shot", BOARD),
    "dark_hex": ({"game": "dark_hex", "params": {"columns": "3"}}, "player=0&facts=taken", BOARD),
    "rock_paper_scissors": ({"game": "rock_paper_scissors"}, None, MATRIX),
    "stag_hunt": ({"game": "stag_hunt"}, None, MATRIX),
    "hide_and_seek": ({"game": "hide_and_seek"}, None, MATRIX),
}


def main() -> None:
    HERE.mkdir(exist_ok=True)
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_context(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light").new_page()
        for name, (order, facts, part) in PICTURES.items():
            job = server.solved(**order)
            place = f"/jobs/{job}/grid/0"
            if facts is not None:
                asked = f"{server.address}/api/jobs/{job}/study/sets?{quote(facts, safe='=&')}"
                place = f"/jobs/{job}/set/{json.load(urlopen(asked))['items'][0]['id']}"
            page.goto(server.address + place)
            found = page.locator(part).first
            found.wait_for()
            page.wait_for_timeout(400)
            found.screenshot(path=HERE / f"{name}.png")
            print(name)


if __name__ == "__main__":
    main()
