"""Files become games: their information sets are the file's, players who forget included."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from formats.helpers import DATA, write
from formats.random_trees import random_table, random_tree, relabelled
from galakit.errors import GalakitError
from galakit.formats.document import TableDocument, as_tree
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.unfold import unfold
from galakit.rules.contract import CHANCE

SEEDS = st.integers(0, 2**32)


def test_labels_and_own_moves_name_the_information_sets():
    game = gk.load(DATA / "signal.efg")
    assert game.name == 'Signals: "two types"'
    form = game.form
    assert [form.facts(i) for i in form.sets_of(0)] == [
        ("I am high", "choosing([signal,be silent])"),
        ("I am low", "choosing([signal,be silent])"),
    ]
    assert [form.facts(i)[0] for i in form.sets_of(1)] == ["signal", "set 2"]


def test_payoffs_on_the_way_add_up():
    game = gk.load(DATA / "signal.efg")
    tree = game.tree
    ends = [tree.payoffs[p] for p, m in zip(tree.payoff.tolist(), tree.mover.tolist()) if m == -2]
    assert ends[0] == (Fraction(5, 2), 2)
    assert ends[1] == (Fraction(-1, 2), 0)


def test_repeated_and_empty_labels_become_different_names():
    game = gk.load(DATA / "messy.efg")
    assert game.players == ("A (1)", "A (2)", "3")
    form = game.form
    assert form.moves(0) == ("x (1)", "x (2)", "3")
    assert [form.facts(i)[0] for i in form.sets_of(0)] == ["s (set 1)", "s (set 2)"]
    assert form.moves(int(form.sets_of(1)[0])) == ("'back\\\\slash \"and\" quote'",)


def test_an_absent_minded_player_has_one_information_set_and_no_perfect_recall():
    game = gk.load(DATA / "driver.efg")
    assert game.size().information_sets == [1]
    assert not game.form.perfect_recall
    assert game.tree.information_set.tolist() == [0, 0, -1, -1, -1]


def test_who_forgets_a_move_is_in_the_set_of_the_file_and_the_others_remember():
    game = gk.load(DATA / "forgetful.efg")
    form = game.form
    assert not form.perfect_recall
    assert game.size().information_sets == [2, 1]
    assert form.facts(1) == ("second", "choosing([l,r])")


def test_linear_programming_refuses_imperfect_recall_with_the_reason():
    with pytest.raises(GalakitError, match="a player forgets what they knew or did"):
        gk.solve(gk.load(DATA / "driver.efg"), "lp")


def test_games_without_perfect_recall_can_be_simulated():
    result = gk.simulate(gk.load(DATA / "driver.efg"), 2000, seed=1)
    assert abs(result.mean[0] - (1 / 4 * 1 + 1 / 4 * 4)) < 5 * result.error[0]
    assert "(forgets everything)" not in str(result.traces[0].opening)


@given(SEEDS, SEEDS, st.booleans())
def test_the_information_sets_are_those_of_the_file(seed, labels, recall):
    document = relabelled(random_tree(seed, recall=recall), labels)
    game = Game(TreeRules(document, "tree"))
    tree, form = game.tree, game.form
    assert tree.nodes == len(document.nodes)
    files = [n.information_set for n in document.nodes]
    ours = tree.information_set.tolist()
    pairs = {(a, b) for a, b in zip(files, ours) if a >= 0 and document.information_sets[a].player != CHANCE}
    assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
    assert all(form.player[b] == document.information_sets[a].player for a, b in pairs)
    assert len({(int(form.player[i]), form.facts(i)) for i in range(form.information_sets)}) == form.information_sets
    assert not recall or form.perfect_recall


def test_the_compiled_walk_forgets_as_the_plain_one_does():
    for seed in range(30):
        automaton = Game(TreeRules(random_tree(seed, recall=False), "tree")).automaton
        (plain, tree, _), (quick, same, _) = (unfold(automaton, compiled=compiled) for compiled in (False, True))
        assert tree.information_set.tolist() == same.information_set.tolist()
        assert plain.perfect_recall == quick.perfect_recall
        assert [plain.facts(i) for i in range(len(plain.player))] == [quick.facts(i) for i in range(len(quick.player))]


@given(SEEDS)
def test_a_table_is_a_game_of_one_move_each_that_nobody_sees(seed):
    table = random_table(seed)
    game = Game(TreeRules(table, "table"))
    assert game.size().information_sets == [1] * len(table.players)
    assert game.size().sequences == [1 + len(own) for own in table.strategies]
    assert game.size().terminals == len(table.profiles)
    assert game.form.facts(0) == (f"choosing([{','.join(table.strategies[0])}])",)


def test_the_first_players_strategy_changes_fastest():
    table = gk.load(DATA / "stag_hunt.nfg")
    tree = table.tree
    ends = {tuple(move for move in moves(tree, e)): tree.payoffs[int(tree.payoff[e])] for e in (2, 3, 5, 6)}
    assert ends["hare", "stag"] == (3, 0)
    assert ends["stag", "hare"] == (0, 3)


def moves(tree, node):
    return [tree.move(n) for n in tree.path(node)[1:]]


def test_a_text_is_known_by_how_it_begins_and_takes_no_parameters():
    text = (DATA / "stag_hunt.nfg").read_text()
    assert gk.loads(text).players == ("Anna", "Ben")
    with pytest.raises(GalakitError, match="has no parameters"):
        gk.loads(text, ranks=3)


def test_a_byte_order_mark_and_latin_1_are_understood(tmp_path):
    text = write(as_tree(TableDocument("Ö", "", ("ä",), (("ü",),), (), (0,), True)))
    for k, encoding in enumerate(["utf-8-sig", "latin-1"]):
        path = tmp_path / f"{k}.efg"
        path.write_text(text, encoding=encoding)
        game = gk.load(path)
        assert (game.name, game.players, game.form.moves(0)) == ("Ö", ("ä",), ("ü",))
