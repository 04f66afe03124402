"""The three descriptions of one game in docs/how-to/python.md describe one game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from game.naive import described

import galakit as gk
from galakit.game.game import Game
from rules.gdl import GdlRules

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "python.md").read_text(encoding="utf-8")


def block(kind: str, containing: str) -> str:
    return next(b for b in re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL) if containing in b)


@pytest.fixture(scope="module")
def versions():
    names: dict = {"__name__": "page"}
    exec(block("python", "raise_or_check"), names)
    return {
        "gala": gk.loads(block("gala", "game(raise")),
        "python": gk.load(names["raise_or_check"]),
        "gdl": Game(GdlRules(block("gdl", "(role ann)"))),
    }


def test_gala_and_python_have_the_same_sequence_form(versions):
    assert described(versions["gala"].form) == described(versions["python"].form)


def test_gdl_has_the_same_size_and_value(versions):
    assert versions["gdl"].players == versions["gala"].players
    sizes = [versions[v].size() for v in ("gala", "python", "gdl")]
    assert len({(s.nodes, s.terminals, *s.information_sets, *s.sequences) for s in sizes}) == 1
    assert {gk.solve(versions[v]).value for v in versions} == {gk.solve(versions["gala"]).value}


def test_galakit_reads_the_gdl_of_the_page(versions, tmp_path):
    path = tmp_path / "raise_or_check.kif"
    path.write_text(block("gdl", "(role ann)"))
    assert "does not read GDL-II" not in PAGE
    assert gk.solve(gk.load(path)).value == gk.solve(versions["gala"]).value


def test_the_size_the_page_tells_is_right():
    names: dict = {"__name__": "page"}
    exec(block("python", "raise_or_check"), names)
    game = gk.load(names["raise_or_check"], cards=127)
    assert f"{game.automaton.nodes[0]:,} nodes and {len(game.automaton.mover)} states" in PAGE
