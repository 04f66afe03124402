"""Dominated strategies and moves: what goes is dominated, what stays is not, and equilibria are kept as promised."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.optimize import linprog

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.normal_form import NormalForm
from galakit.solution.certificate import certify
from galakit.solvers.lp.exact import solve_exact
from galakit.solvers.normal import dominance
from galakit.solvers.normal.bimatrix import bimatrix
from galakit.solvers.normal.dominance import dominated, eliminate
from galakit.solvers.normal.extreme import extreme_equilibria
from galakit.solvers.normal.lemke_howson import lemke_howson
from galakit.solvers.normal.moves import eliminate_moves, reduced
from galakit.solvers.normal.profiles import plans_of, widened
from solvers.normal.random_games import bimatrix_games, is_equilibrium

SEEDS = st.integers(0, 2**32)


def tree(seed: int, **kind) -> Game:
    game = Game(TreeRules(random_tree(seed, **kind), "tree"))
    assume(game.form.information_sets > 0)
    return game


def nfg(game) -> str:
    """The game as a file, in which the first player's strategies change fastest."""
    rows, columns = game.first.shape
    names = " ".join("{ " + " ".join(f'"{k}"' for k in range(many)) + " }" for many in (rows, columns))
    payoffs = " ".join(f"{game.first[i, j]} {game.second[i, j]}" for j in range(columns) for i in range(rows))
    return f'NFG 1 R "table" {{ "Row" "Column" }} {{ {names} }}\n{payoffs}'


@given(bimatrix_games(most=5), st.booleans(), st.booleans())
def test_what_is_called_dominated_is_dominated(game, weak, mixed):
    own = game.first
    for strategy, by in dominated(own, weak=weak, mixed=mixed).items():
        assert sum(w for _, w in by) == 1 and all(w > 0 for _, w in by) and strategy not in dict(by)
        assert mixed or len(by) == 1
        gains = [sum(w * int(own[k, j]) for k, w in by) - int(own[strategy, j]) for j in range(own.shape[1])]
        assert min(gains) > 0 if not weak else (min(gains) >= 0 and max(gains) > 0)


@given(bimatrix_games(most=5), st.booleans())
def test_what_is_not_called_dominated_is_best_against_some_belief(game, weak):
    """Pearce 1984: undominated by mixtures is being a best response to a belief, a cautious one for weak dominance."""
    own = game.first.astype(float)
    gone = dominated(game.first, weak=weak)
    for k in range(len(own)):
        # the largest s such that some belief y >= s makes strategy k best
        belief = linprog(
            [0.0] * own.shape[1] + [-1.0],
            A_ub=np.concatenate(
                [
                    np.concatenate([own - own[k], np.zeros((len(own), 1))], axis=1),
                    np.concatenate([-np.eye(own.shape[1]), np.ones((own.shape[1], 1))], axis=1),
                ]
            ),
            b_ub=np.zeros(len(own) + own.shape[1]),
            A_eq=[[1.0] * own.shape[1] + [0.0]],
            b_eq=[1.0],
            bounds=[(0, None)] * own.shape[1] + [(0, None)],
        )
        best = belief.status == 0 and (not weak or -belief.fun > 1e-7)
        assert best == (k not in gone)


@given(bimatrix_games(), st.booleans())
def test_strict_elimination_keeps_all_equilibria(game, mixed):
    kept = eliminate((game.first, game.second), mixed=mixed).kept
    part = extreme_equilibria(game.part(*kept)).equilibria()
    wide = {tuple(widened(m, k, n) for m, k, n in zip(pair, kept, game.shape)) for pair in part}
    assert wide == set(extreme_equilibria(game).equilibria())


@given(bimatrix_games(), st.booleans())
def test_equilibria_of_what_weak_elimination_leaves_are_equilibria(game, mixed):
    kept = eliminate((game.first, game.second), weak=True, mixed=mixed).kept
    for pair in extreme_equilibria(game.part(*kept)).equilibria():
        assert is_equilibrium(game, tuple(widened(m, k, n) for m, k, n in zip(pair, kept, game.shape)))


@given(SEEDS)
def test_each_round_works_with_what_the_last_one_left(seed):
    table = tree(seed, depth=2).normal_form()
    payoffs = [own for own, _ in table.tables]
    found = eliminate(payoffs, weak=True, mixed=False)
    left = [set(range(size)) for size in table.shape]
    for gone in found.rounds:
        sizes = [sorted(own) for own in left]
        for one in gone:
            own = np.moveaxis(payoffs[one.player], one.player, 0)
            others = [o for p, o in enumerate(sizes) if p != one.player]
            [(by, _)] = one.by
            bad, good = (own[k][np.ix_(*others)] if others else own[k] for k in (one.strategy, by))
            assert (good >= bad).all() and (good > bad).any()
        for one in gone:
            left[one.player].remove(one.strategy)
    assert tuple(tuple(sorted(own)) for own in left) == found.kept


@pytest.mark.parametrize(
    ("name", "weak", "kept"),
    [
        ("prisoners_dilemma", False, (120, 120)),
        ("prisoners_dilemma", True, (1, 1)),
        ("centipede", False, (3, 3)),
        ("centipede", True, (1, 1)),
        ("public_goods", False, (1, 1, 1)),
        ("kuhn", True, (7, 4)),
    ],
)
def test_known_games_shrink_as_they_should(name, weak, kept):
    found = eliminate([own for own, _ in gk.load(name).normal_form().tables], weak=weak)
    assert tuple(len(own) for own in found.kept) == kept


def test_elimination_can_be_stopped_at_any_time():
    tables = [own for own, _ in gk.load("kuhn").normal_form().tables]
    steps = iter(range(10**9))
    part = eliminate(tables, weak=True, stop=lambda: next(steps) > 40)
    assert [len(own) for own in eliminate(tables, stop=lambda: True).kept] == [27, 64]
    assert (7, 4) < tuple(len(own) for own in part.kept) < (27, 64)


def test_mixtures_are_refused_where_they_would_take_for_ever(monkeypatch):
    monkeypatch.setattr(dominance, "LIMIT_CELLS", 100)
    tables = [own for own, _ in gk.load("kuhn").normal_form().tables]
    with pytest.raises(GalakitError, match="too many to look for mixtures"):
        eliminate(tables)
    assert eliminate(tables, mixed=False).kept


# Moves on the sequence form


def test_three_card_poker_has_the_dominated_moves_that_kuhn_names():
    """Kuhn 1950: never call with the lowest card nor fold the highest; then first's middle card does not bet, either."""
    form = gk.load("kuhn").form

    def told(one):
        first = int(form.first_sequence[one.information_set])
        seen = [fact for fact in form.facts(one.information_set) if not fact.startswith("cho")]
        return (form.players[one.player], *seen, form.moves(one.information_set)[one.sequence - first])

    rounds = [{told(one) for one in gone} for gone in eliminate_moves(form).rounds]
    assert rounds == [
        {
            ("first", "card(1)", "bet", "bet"),
            ("first", "card(3)", "bet", "pass"),
            ("second", "card(1)", "bet", "bet"),
            ("second", "card(3)", "bet", "pass"),
            ("second", "card(3)", "pass", "pass"),
            ("second", "card(2)", "pass", "bet"),
        },
        {("first", "card(2)", "bet")},
    ]


@given(SEEDS)
def test_without_dominated_moves_the_value_is_the_same_and_the_plans_are_optimal(seed):
    game = tree(seed, players=2, zero_sum=True, depth=4)
    assume(game.form.constant_sum is not None)
    found = gk.solve(game, "lp", exact=True, eliminate="yes")
    assert found.gap == 0 and found.value == gk.solve(game, "lp", exact=True).value


@given(SEEDS, st.sampled_from([1, 2, 5]))
def test_equilibria_of_the_reduced_sequence_form_are_equilibria_of_any_game_of_two(seed, limit):
    form = tree(seed, players=2, depth=3).form
    found = eliminate_moves(form, limit=limit)
    table = NormalForm(reduced(form, found))
    assume(max(table.shape) < 60)
    pair, _ = lemke_howson(bimatrix(table))
    assert certify(form, found.widened(form, plans_of(table, pair, exact=True))).gap == 0


@pytest.mark.parametrize("name", ["leduc", "oshi_zumo", "phantom_tic_tac_toe"])
def test_elimination_leaves_the_value_of_larger_games_alone(name):
    game = gk.load(name)
    found = gk.solve(game, "lp", exact=False, eliminate=True)
    assert found.gap < 1e-9 and float(found.value[0]) == pytest.approx(
        gk.solve(game, "lp", exact=False).value[0], abs=1e-9
    )
    assert "sequences are left" in found.found["dominated moves"]


def test_elimination_of_moves_can_be_stopped_at_any_time():
    form = gk.load("leduc").form
    whole = sum(len(one) for one in eliminate_moves(form).rounds)
    steps = iter(range(10**9))
    part = eliminate_moves(form, stop=lambda: next(steps) > 300)
    assert 0 < sum(len(one) for one in part.rounds) < whole
    assert [len(own) for own in eliminate_moves(form, stop=lambda: True).kept] == list(form.sequences)


@given(bimatrix_games(most=5))
def test_where_each_moves_once_moves_are_dominated_as_strategies_are(game):
    """No mixture weakly dominates what is left, and each move that is gone was dominated by what is said."""
    shape, tables = game.first.shape, [game.first, game.second.T]
    form = gk.loads(nfg(game)).form
    found = eliminate_moves(form, limit=9, mixtures=True)
    alive = [list(range(many)) for many in shape]
    for one in (one for gone in found.rounds for one in gone):
        own, other = one.player, 1 - one.player
        matrix = tables[own][:, alive[other]]
        gain = sum(w * matrix[s - 1].astype(object) for s, w in one.by) - matrix[one.sequence - 1]
        assert sum(w for _, w in one.by) == 1 and min(gain) >= 0
        kind = "strictly" if min(gain) > 0 else "weakly" if max(gain) > 0 else "equally"
        assert one.kind == kind
        alive[own].remove(one.sequence - 1)
    assert [[s - 1 for s in own if s] for own in found.kept] == alive
    for own in (0, 1):
        assert not dominated(tables[own][np.ix_(alive[own], alive[1 - own])], weak=True)


def test_a_move_that_only_a_mixture_dominates_is_eliminated():
    """Fudenberg & Tirole (1991), section 1.1.2: M is worse than half U and half D, and better than neither alone."""
    text = 'NFG 1 R "FT" { "Row" "Column" } { { "U" "M" "D" } { "L" "R" } } 2 0  0 0  -1 1  -1 1  0 0  2 0'
    form = gk.loads(text).form
    assert not [one for gone in eliminate_moves(form).rounds for one in gone if one.player == 0]
    one = eliminate_moves(form, mixtures=True).rounds[0][0]
    assert (one.sequence, one.kind) == (2, "strictly") and sorted(one.by) == [(1, Fraction(1, 2)), (3, Fraction(1, 2))]


@given(SEEDS)
def test_mixtures_of_continuations_leave_the_value_alone(seed):
    game = tree(seed, players=2, zero_sum=True, depth=4)
    form = game.form
    assume(form.constant_sum is not None)
    found = eliminate_moves(form, limit=4, mixtures=True)
    exact = solve_exact(reduced(form, found))
    assert exact.value == gk.solve(game, "lp", exact=True).value[0]
    plans = found.widened(form, tuple(np.fromiter(plan, object) for plan in exact.plans))
    assert certify(form, plans).gap == 0


def test_a_third_player_is_refused():
    with pytest.raises(GalakitError, match="games of two players"):
        eliminate_moves(gk.load("public_goods").form)


def test_weights_of_a_dominating_mixture_are_exact():
    assert dominated(np.array([[3, 0], [0, 3], [1, 1]]))[2] == ((0, Fraction(1, 2)), (1, Fraction(1, 2)))
    assert dominated(np.array([[10**20, 0], [0, 10**20], [1, 1]], object))[2][0][1] == Fraction(1, 2)
