"""Gambit reads what we write, and computes the same value."""

from __future__ import annotations

from fractions import Fraction

import pytest
from game.poker_rules import Poker

import galakit as gk
from formats.helpers import DATA
from galakit.errors import GalakitError
from galakit.formats.exporting import lines_of, plain, write_game
from galakit.formats.write_efg import quoted
from galakit.game.game import Game

HEAD = """\
EFG 2 R "poker" { "gambler" "dealer" }
"cards=2"

c "" 1 "" { "(0, 1)" 1/2 "(1, 0)" 1/2 } 0
p "" 1 1 "('card', 0)" { "bet" "pass" } 0
p "" 2 1 "('card', 1), did_b" { "bet" "pass" } 0
t "" 1 "" { -2, 2 }
t "" 2 "" { 1, -1 }
"""


def test_the_file_lists_the_tree_in_preorder():
    assert "".join(lines_of(Game(Poker(2), {"cards": "2"}), "efg")).startswith(HEAD)


@pytest.mark.parametrize("cards, nodes, sets", [(3, 55, 12), (4, 109, 16)])
def test_gambit_finds_the_same_nodes_and_information_sets(tmp_path, cards, nodes, sets):
    gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: nobody reads the file back")
    write_game(Game(Poker(cards)), tmp_path / "poker.efg", "efg")
    game = gambit.read_efg(str(tmp_path / "poker.efg"))
    assert (len(game.nodes), len(game.infosets)) == (nodes, sets)


@pytest.mark.parametrize("kind", ["efg", "nfg"])
def test_gambit_finds_the_same_value(tmp_path, kind):
    gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: nobody solves the file")
    path = tmp_path / f"poker.{kind}"
    write_game(Game(Poker(3)), path, kind)
    game = (gambit.read_efg if kind == "efg" else gambit.read_nfg)(str(path))
    equilibrium = gambit.nash.lp_solve(game, rational=True).equilibria[0]
    assert Fraction(str(equilibrium.payoff(next(iter(game.players))))) == Fraction(-1, 18)


@pytest.mark.parametrize("label", ['say "no"', "back\\slash", 'both \\" of them', "ends in \\", "é∑", "two\nlines"])
def test_gambit_reads_every_label(tmp_path, label):
    gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: nobody reads the labels")
    path = tmp_path / "label.efg"
    name = quoted(plain(label))
    path.write_text(f'EFG 2 R {name} {{ "p" }}\n""\n\np "" 1 1 {name} {{ {name} }} 0\nt "" 1 "" {{ 1 }}\n')
    assert len(gambit.read_efg(str(path)).nodes) == 2


@pytest.mark.parametrize("name", ["poker", "monty_hall", "three_player_kuhn", "inspection"])
def test_a_shipped_game_that_is_written_and_read_is_the_same_game(tmp_path, name):
    game = gk.load(name)
    write_game(game, tmp_path / "game.efg", "efg")
    again = gk.load(tmp_path / "game.efg")
    assert again.size().nodes == game.size().nodes
    assert again.size().information_sets == game.size().information_sets
    assert again.form.constant_sum == game.form.constant_sum
    if name in ("poker", "monty_hall"):
        assert gk.solve(again).value == gk.solve(game).value


def test_a_file_that_was_read_is_written_with_all_its_labels(tmp_path):
    for name in ("signal.efg", "majority.nfg", "driver.efg"):
        write_game(gk.load(DATA / name), tmp_path / name, name[-3:])
        assert (tmp_path / name).read_text() == (DATA / name).read_text()


def test_a_tree_without_node_table_is_refused(tmp_path):
    with pytest.raises(GalakitError, match="too large to be written"):
        write_game(Game(Poker(3), keep_nodes=False), tmp_path / "poker.efg", "efg")
    assert not list(tmp_path.iterdir())


def test_a_normal_form_that_is_too_large_or_undefined_is_refused():
    with pytest.raises(GalakitError, match="too many to list"):
        lines_of(gk.load("leduc"), "nfg")
    with pytest.raises(GalakitError, match="a player forgets"):
        lines_of(gk.load(DATA / "driver.efg"), "nfg")
