"""Any finite game with perfect recall that a clock fits, written in GDL-II and read back, is the same game."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from game.random_rules import RandomRules
from games import goldens
from gdl.shapes import leaves

import galakit as gk
from formats.random_trees import random_tree, relabelled
from galakit.cli.main import main
from galakit.errors import GalakitError
from galakit.formats.exporting import lines_of, tree_of
from galakit.formats.timing import times_of
from galakit.formats.tree_rules import TreeRules, children_of
from galakit.formats.write_gdl import names
from galakit.game.game import Game

FORGETFUL = ("absent_minded_driver",)  # GDL-II has perfect recall
SMALL = [
    name
    for name, row in goldens.read().items()
    if row["nodes"] != "endless" and int(row["nodes"]) < 300 and name not in FORGETFUL
]


def there_and_back(game):
    """The description of a game as a game, and its payoffs' unit and least."""
    text = "".join(lines_of(game, "gdl2"))
    unit, sign, least = re.search(r"^; payoff = (?:(\S+) \* )?goal(?: ([+-]) (\S+))?$", text, re.MULTILINE).groups()
    return gk.loads(text, name="game.kif"), Fraction(unit or 1), Fraction(f"{sign or ''}{least or 0}")


def same(game):
    again, unit, least = there_and_back(game)
    tree = tree_of(game)
    written = {}
    for player in range(len(game.players)):
        own = [s for s in tree.information_sets if s.player == player]
        for s, name in zip(own, names([s.label for s in own])):
            i = game.form.sets_of(player)[s.number - 1]
            at_root = tree.nodes[0].information_set == tree.information_sets.index(s)
            written[i] = "" if at_root else name, names(s.moves)

    def read(form, i):
        """The percept on arriving: the last fact before the list of moves."""
        return form.facts(i)[-2].strip("[]") if len(form.facts(i)) > 1 else ""

    assert leaves(again.form, read, unit=unit, least=least) == leaves(
        game.form, lambda form, i: written[i][0], lambda form, i, k: written[i][1][k]
    )
    return again, unit, least


@pytest.mark.parametrize("seed", range(12))
def test_random_trees_come_back(seed):
    same(Game(TreeRules(relabelled(random_tree(seed), seed), "tree")))


@pytest.mark.parametrize("seed", range(8))
def test_random_rules_come_back_with_their_value(seed):
    game = Game(RandomRules(seed, depth=4))
    again, unit, least = same(game)
    assert [unit * v + least for v in gk.solve(again).value] == list(gk.solve(game).value)


@pytest.mark.parametrize("name", SMALL)
def test_small_shipped_games_come_back(name):
    same(gk.load(name))


LATE = """EFG 2 R "late" { "ann" "bob" }
c "" 1 "" { "soon" 1/3 "late" 2/3 } 0
p "" 2 1 "bob" { "a" "b" } 0
t "" 1 "" { 1, 0 }
t "" 2 "" { 0, 1 }
p "" 1 1 "ann" { "x" "y" } 0
p "" 2 1 "bob" { "a" "b" } 0
t "" 3 "" { 5, 2 }
t "" 4 "" { 0, 0 }
t "" 1
"""


def test_plays_wait_so_that_the_number_of_turns_tells_nothing():
    game = gk.loads(LATE, name="late.efg")
    again, *_ = same(game)
    assert again.size().information_sets == [1, 1]
    text = "".join(lines_of(game, "gdl2"))
    assert "(wait 1 1)" in text and "(soon 1)" not in text and "(late 2)" in text


def test_plays_wait_as_long_as_it_takes():
    later = LATE.replace(
        'p "" 1 1 "ann" { "x" "y" } 0',
        'p "" 1 1 "ann" { "x" "y" } 0\np "" 1 2 "again" { "x" "y" } 0\nt "" 1\np "" 1 3 "more" { "x" "y" } 0\nt "" 1',
    )
    again, *_ = same(gk.loads(later, name="later.efg"))
    assert again.size().information_sets == [3, 1]
    assert "(wait 1 3)" in "".join(lines_of(gk.loads(later, name="later.efg"), "gdl2"))


@pytest.mark.parametrize("seed", range(30))
def test_times_rise_along_plays_and_are_the_same_within_a_set(seed):
    tree = random_tree(seed, depth=4)
    try:
        times = times_of(tree)
    except GalakitError as error:
        assert error.diagnostics[0].id == "GK946"
        return
    assert all(times[c] > times[n] for n, children in enumerate(children_of(tree)) for c in children)
    for k, s in enumerate(tree.information_sets):
        if s.player >= 0:
            assert len({times[n] for n, node in enumerate(tree.nodes) if node.information_set == k}) == 1


def test_every_exported_game_speaks_of_percepts():
    """Without a clause for `sees` a description is GDL, where everybody sees all moves."""
    again, *_ = there_and_back(gk.load("matching_pennies"))
    assert again.rules.machine.incomplete
    assert gk.solve(again).value == (Fraction(1, 2), Fraction(1, 2))


def test_the_command_writes_a_file_by_its_ending(tmp_path, capsys):
    path = tmp_path / "kuhn.kif"
    assert main(["export", "kuhn", "-o", str(path)]) == 0
    assert main(["export", "kuhn", "--to", "gdl2"]) == 0
    assert capsys.readouterr().out.endswith(path.read_text(encoding="utf-8"))
    assert main(["solve", str(path)]) == 0
    assert "35/18" in capsys.readouterr().out
