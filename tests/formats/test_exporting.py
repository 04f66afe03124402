"""Gambit reads what we write, and computes the same value."""

from __future__ import annotations

from fractions import Fraction

import pytest
from game.poker_rules import Poker

from galakit.errors import GalakitError
from galakit.formats.efg import efg_lines, quoted, write_efg
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
    assert "".join(efg_lines(Game(Poker(2), {"cards": "2"}))).startswith(HEAD)


@pytest.mark.parametrize("cards, nodes, sets", [(3, 55, 12), (4, 109, 16)])
def test_gambit_finds_the_same_nodes_and_information_sets(tmp_path, cards, nodes, sets):
    gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: nobody reads the file back")
    write_efg(Game(Poker(cards)), tmp_path / "poker.efg")
    game = gambit.read_efg(str(tmp_path / "poker.efg"))
    assert (len(game.nodes), len(game.infosets)) == (nodes, sets)


def test_gambit_finds_the_same_value(tmp_path):
    gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: nobody solves the file")
    write_efg(Game(Poker(3)), tmp_path / "poker.efg")
    game = gambit.read_efg(str(tmp_path / "poker.efg"))
    equilibrium = gambit.nash.lp_solve(game, rational=True).equilibria[0]
    assert Fraction(str(equilibrium.payoff(next(iter(game.players))))) == Fraction(-1, 18)


@pytest.mark.parametrize("label", ['say "no"', "back\\slash", 'both \\" of them', "ends in \\", "é∑", "two\nlines"])
def test_gambit_reads_every_label(tmp_path, label):
    gambit = pytest.importorskip("pygambit", reason="pygambit is not installed: nobody reads the labels")
    path = tmp_path / "label.efg"
    name = quoted(label)
    path.write_text(f'EFG 2 R {name} {{ "p" }}\n""\n\np "" 1 1 {name} {{ {name} }} 0\nt "" 1 "" {{ 1 }}\n')
    assert len(gambit.read_efg(str(path)).nodes) == 2


def test_a_tree_without_node_table_is_refused(tmp_path):
    with pytest.raises(GalakitError, match="too large to be written"):
        write_efg(Game(Poker(3), nodes=False), tmp_path / "poker.efg")
    assert not list(tmp_path.iterdir())
