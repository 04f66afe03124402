"""A front end is one record of a table: its files are then loaded, checked, formatted, solved and offered everywhere."""

from __future__ import annotations

import json
import runpy
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.errors import Source
from galakit.frontends.registry import FRONT_ENDS, FrontEnd, of_program, of_text
from galakit.loading import check_source, declared, find, game_of
from galakit.rules.contract import END, Step


@dataclass(frozen=True)
class Row:
    """Two players choose one of two sides each, the second without seeing; the file lists what the first wins."""

    wins: tuple[int, ...]
    first: int | None = None
    over: bool = False

    @property
    def mover(self):
        return END if self.over else int(self.first is not None)

    @property
    def moves(self):
        return () if self.over else ("left", "right")

    probabilities = None

    def after(self, index):
        if self.first is None:
            return Step(Row(self.wins, index), (), (0, 0))
        win = self.wins[2 * self.first + index]
        return Step(Row((), over=True), (), (win, -win))


class Rules:
    players = ("row", "column")

    def __init__(self, name, wins):
        self.name, self.wins = name, wins

    def start(self):
        return Step(Row(self.wins), (), (0, 0))

    def write(self, thing):
        return str(thing)


def read(source, params):
    words = source.text.split()
    if len(words) != 4:
        raise gk.GalakitError("four payoffs make a game", id="GK502")
    return Rules(Path(source.name).stem, tuple(map(int, words))), {}


TOY = FrontEnd(
    "Toy",
    (".toy",),
    read,
    sniff=lambda source: source.text.startswith("0x"),
    format=lambda source: " ".join(source.text.split()) + "\n",
)


@pytest.fixture
def toy(monkeypatch, tmp_path):
    monkeypatch.setitem(FRONT_ENDS, TOY.name, TOY)
    file = tmp_path / "pennies.toy"
    file.write_text("1   -1\n-1    1")
    return file


def test_it_loads_and_solves_and_its_solution_brings_the_text_along(toy, tmp_path):
    game = gk.load(toy)
    assert game.name == "pennies" and game.source.text.startswith("1 ")
    solution = gk.solve(game)
    (mixed,) = solution.strategy("row").values()
    assert solution.value == (0, 0) and mixed == {"left": Fraction(1, 2), "right": Fraction(1, 2)}
    solution.save(tmp_path / "pennies.json")
    assert game_of(gk.load_solution(tmp_path / "pennies.json")).players == ("row", "column")


def test_it_is_checked(toy, capsys):
    assert main(["check", str(toy)]) in (0, None)
    assert [d.message for d in check_source(Source("a.toy", "1 2"))] == ["four payoffs make a game"]
    assert declared(find(toy)) == (("row", "column"), {})


def test_it_is_formatted(toy):
    main(["fmt", str(toy.parent)])
    assert toy.read_text() == "1 -1 -1 1\n"


def test_the_page_opens_its_files(toy):
    text = runpy.run_path(str(Path(__file__).parents[2] / "frontend" / "schema.py"))["front_ends"]()
    assert ".toy" in json.loads(text.partition("ENDINGS = ")[2].partition(";")[0])


def test_a_text_without_a_telling_name_is_known_by_how_it_begins(toy):
    names = [of_text(Source("<text>", text)).name for text in ("0x1", "NFG 1 R", "EFG 2 R", "role(ann)", "game(")]
    assert names == ["Toy", "Gambit's .nfg", "Gambit's .efg", "GDL", "Gala"]


def test_only_a_name_that_a_person_gives_makes_a_text_a_program():
    assert of_program("games/poker.py:leduc") is FRONT_ENDS["Python"]
    assert of_program("poker.gala") is None
    assert not of_text(Source("poker.py", "import os")).program


def test_what_has_no_layout_is_refused_with_what_has(tmp_path, capsys):
    file = tmp_path / "a.efg"
    file.write_text('EFG 2 R "a" { "a" } t "" 0')
    assert main(["fmt", str(file)]) == 2
    assert "have no formatter" in capsys.readouterr().err
