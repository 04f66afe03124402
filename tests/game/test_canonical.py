"""The answer does not depend on how the rules number things, or on the front end that a game comes from."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

import pytest
from formats.random_trees import random_tree

import galakit as gk
from galakit.cli.main import main
from galakit.formats.exporting import write_game
from galakit.formats.tree_rules import TreeRules, children_of
from galakit.game.canonical import canonical, sequence_colours
from galakit.game.game import Game
from galakit.game.realization import uniform

GENERAL_SUM = ["all_pay_auction", "bargaining", "beer_quiche", "cartel", "centipede", "principal_agent"]
GENERAL_SUM += ["prisoners_dilemma", "second_price_auction", "stag_hunt", "ultimatum"]
SEVERAL_PLAYERS = ["entry_deterrence", "public_goods", "team_pennies", "voting"]

OPERA = """
game(opera, [players : [ann, bob], flow : (
    choose(ann, A, member(A, [opera, match])), choose(bob, B, member(B, [opera, match])),
    if(A \\= B, outcome([0, 0]), if(A = opera, outcome([2, 1]), outcome([1, 2]))))]).
"""
JURY = """
game(jury, [players : [ann, bob, cal], flow : (
    choose(nature([guilty : 2/5, not : 3/5]), G, member(G, [guilty, not])),
    sees(ann, G), sees(bob, G), sees(cal, G),
    choose(ann, A, member(A, [convict, acquit])), choose(bob, B, member(B, [convict, acquit])),
    choose(cal, C, member(C, [convict, acquit])),
    convicts(A, B, C, V), if(V = G, outcome([0, 0, 0]), if(G = guilty, outcome([-1, -1, -1]), outcome([-2, -2, -2])))),
  sees(juror, truth) : (choose(nature([right : 3/4, wrong : 1/4]), R, member(R, [right, wrong])),
                        signal($truth, R, S), reveal($juror, S))]).
signal(X, right, X).
signal(guilty, wrong, not).
signal(not, wrong, guilty).
convicts(A, B, C, guilty) :- include(==(convict), [A, B, C], [_, _|_]), !.
convicts(_, _, _, not).
"""
"""Jurors who want the same and hear different things: many equilibria, of which some tell nothing."""


def shares(game, solution):
    """Each player's payoff as a share of what is at stake: GDL knows payoffs from 0 to 100 only."""
    found = []
    for player, value in enumerate(solution.value):
        paid = [Fraction(c[player]) / reach for c, reach in zip(game.form.classes, game.form.class_reach)]
        found.append((value - min(paid)) / (max(paid) - min(paid)))
    return found


@pytest.mark.parametrize("name", [*GENERAL_SUM, *SEVERAL_PLAYERS, "opera", "jury"])
def test_the_same_game_from_another_front_end_has_the_same_answer(name, tmp_path):
    game = gk.loads({"opera": OPERA, "jury": JURY}[name]) if name in ("opera", "jury") else gk.load(name)
    expected = [float(x) for x in shares(game, gk.solve(game))]
    for ending, kind in {"efg": "efg", "gdl": "gdl2"}.items():
        write_game(game, tmp_path / f"{name}.{ending}", kind)
        other = gk.load(tmp_path / f"{name}.{ending}")
        assert [float(x) for x in shares(other, gk.solve(other))] == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("name", ["all_pay_auction", "stag_hunt", "prisoners_dilemma", "public_goods", "team_pennies"])
def test_a_table_has_the_answer_of_the_rules(name, tmp_path):
    """A table has no subgames and no order of moves; where players move once, at the same time, it is the same game."""
    assert main(["export", name, "-o", str(tmp_path / "table.nfg")]) == 0
    assert gk.solve(gk.load(tmp_path / "table.nfg")).value == gk.solve(gk.load(name)).value


def shuffled(tree, seed):
    """The same tree with the moves at each information set, and those of chance, in another order."""
    draw = random.Random(seed)
    order = [draw.sample(range(len(s.moves)), len(s.moves)) for s in tree.information_sets]
    after, nodes = children_of(tree), []

    def visit(node):
        nodes.append(tree.nodes[node])
        at = tree.nodes[node].information_set
        for k in order[at] if at >= 0 else ():
            visit(after[node][k])

    visit(0)
    sets = [
        s._replace(
            moves=tuple(s.moves[k] for k in to), probabilities=tuple(s.probabilities[k] for k in to if s.probabilities)
        )
        for s, to in zip(tree.information_sets, order)
    ]
    return replace(tree, information_sets=tuple(sets), nodes=nodes)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("seed", range(12))
def test_the_order_of_moves_does_not_matter_in_trees(seed, players):
    tree = random_tree(seed, players=players, depth=4)
    values = [gk.solve(Game(TreeRules(one, "tree"))).value for one in (tree, shuffled(tree, 1), shuffled(tree, 2))]
    for value in values[1:]:
        assert [float(x) for x in value] == pytest.approx([float(x) for x in values[0]], abs=1e-6)


def test_conventions_are_the_same_whatever_the_order(tmp_path):
    """Two matching pairs of moves: all look alike, and yet each goes with one move of the other."""
    values = set()
    for seed in range(6):
        draw = random.Random(seed)
        columns = draw.sample(range(3), 3)
        paid = [[int(i == j) for j in columns] for i in range(3)]
        game = bimatrix(tmp_path / f"{seed}.nfg", paid, paid, "abc", [f"c{j}" for j in columns])
        values.add(gk.solve(game).value)
    assert len(values) == 1


def test_forced_moves_are_left_out_and_come_back():
    game = gk.loads("""
        game(forced, [players : [ann, bob], flow : (
            choose(ann, _, member(only, [only])), choose(ann, B, member(B, [left, right])),
            choose(bob, _, member(only, [only])), if(B = left, outcome([1, 0]), outcome([0, 2])))]).
    """)
    ordered = canonical(game.form)
    assert game.form.sequences == (4, 2) and ordered.form.sequences == (3, 1)
    plans = ordered.back(tuple(uniform(ordered.form, player) for player in (0, 1)))
    assert [plan.tolist() for plan in plans] == [[1, 1, 0.5, 0.5], [1, 1]]


def bimatrix(path, first, second, rows, columns):
    names = " ".join(f"{{ {' '.join(chr(34) + each + chr(34) for each in own)} }}" for own in (rows, columns))
    paid = " ".join(f"{first[i][j]} {second[i][j]}" for j in range(len(columns)) for i in range(len(rows)))
    path.write_text(f'NFG 1 R "table" {{ "ann" "bob" }}\n{{ {names} }}\n""\n\n{paid}\n')
    return gk.load(str(path))


@pytest.mark.parametrize("seed", range(12))
def test_the_order_of_moves_does_not_matter_in_degenerate_games(seed, tmp_path):
    draw = random.Random(seed)
    first, second = ([[draw.randint(0, 2) for _ in range(3)] for _ in range(3)] for _ in range(2))
    values = set()
    for k in range(3):
        rows, columns = draw.sample(range(3), 3), draw.sample(range(3), 3)
        game = bimatrix(
            tmp_path / f"{k}.nfg",
            [[first[i][j] for j in columns] for i in rows],
            [[second[i][j] for j in columns] for i in rows],
            [f"r{i}" for i in rows],
            [f"c{j}" for j in columns],
        )
        values.add(gk.solve(game, "lcp").value)
    assert len(values) == 1


def test_colours_tell_sequences_apart_by_their_place_in_the_game():
    colours = sequence_colours(gk.load("kuhn").form)
    assert [len(set(own.tolist())) for own in colours] == [13, 13]
