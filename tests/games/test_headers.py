"""Every shipped game says what it is, where it comes from and of which kind it is; the documentation says the same."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from galakit.loading import check, shipped, shipped_names

DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize("game", shipped(), ids=lambda game: game.name)
def test_a_header_is_complete(game):
    assert game.summary.endswith(".") and len(game.summary) <= 118
    assert len(game.description) > 100 and game.description.endswith((".", "?", ".)"))
    assert game.source.endswith(".")
    assert all(value is not None for value in game.params.values()), "shipped games have a default for everything"


def test_there_are_a_few_kinds_of_games():
    kinds = {game.kind for game in shipped()}
    assert "" not in kinds and 5 <= len(kinds) <= 10


@pytest.mark.parametrize("name", shipped_names())
def test_nothing_is_wrong_with_a_shipped_game(name):
    assert check(name) == []


def test_the_page_of_the_documentation_is_made_from_the_headers():
    page = runpy.run_path(str(DOCS / "games.py"))["page"]()
    assert (DOCS / "reference" / "games.md").read_text(encoding="utf-8") == page, "run `python docs/games.py`"
