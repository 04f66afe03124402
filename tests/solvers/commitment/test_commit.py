"""Commitment: known games, and the methods against each other on random ones."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.normal_form import NormalForm
from galakit.game.realization import repaired
from galakit.solution.certificate import certify
from galakit.solvers.commitment.programme import search
from galakit.solvers.commitment.replies import best_of_replies


def table(rows: dict[str, list[tuple[str, str]]]) -> Game:
    """A game of two by its payoffs: row -> pairs of payoffs, columns are named c1, c2, ..."""
    many = len(next(iter(rows.values())))
    columns = ", ".join(f"c{k + 1}" for k in range(many))
    pays = "".join(
        f"pays({row}, c{k + 1}, P, Q) :- P is {p}, Q is {q}.\n"
        for row, pairs in rows.items()
        for k, (p, q) in enumerate(pairs)
    )
    return gk.loads(
        f"""game(table, [players : [row, column], flow : (
            choose(row, X, member(X, [{", ".join(rows)}])), choose(column, Y, member(Y, [{columns}])),
            pays(X, Y, P, Q), outcome([P, Q]))]).\n{pays}"""
    )


CONITZER = {"up": [("1", "1"), ("3", "0")], "down": [("0", "0"), ("2", "1")]}
"""Conitzer & Sandholm (2006), Computing the optimal strategy to commit to, the example of the introduction"""
SECURITY = {"first": [("5", "-3"), ("-5", "5")], "second": [("-1", "1"), ("2", "-1")]}
"""one guard, two targets; the attacker picks the target that the guard covers seldom enough"""
DUOPOLY = {
    f"q{q}": [(f"{q} * (12 - {q} - {r}/2)", f"{r}/2 * (12 - {q} - {r}/2)") for r in range(13)] for q in range(1, 9)
}
"""a price of 12 less the quantities, no costs; the follower's quantities are halves"""


@pytest.mark.parametrize(
    ("rows", "pure", "value", "follower", "nash"),
    [
        (CONITZER, False, Fraction(5, 2), Fraction(1, 2), 1),
        (CONITZER, True, 2, 1, 1),
        (SECURITY, False, Fraction(3, 5), Fraction(1, 5), None),
        (DUOPOLY, True, 18, 9, 16),  # Stackelberg's duopoly against Cournot's
    ],
)
def test_known_commitments(rows, pure, value, follower, nash):
    made = gk.commit(table(rows), "row", pure=pure)
    assert (made.value, made.follower_value, made.bound) == (value, follower, value)
    assert made.follower_gain == 0 and made.complete and made.exact_bound and made.solution.exact
    if nash is not None:
        assert made.equilibrium == nash and made.advantage == value - nash


def test_an_announced_inspection_deters():
    """Avenhaus, von Stengel & Zamir (2002): the inspection probability of the equilibrium, and no violation."""
    effort, gain, fine = Fraction(1, 4), 1, 2
    made = gk.commit(gk.load("treaty"), "inspector")
    inspected = Fraction(gain, gain + fine)
    assert made.value == -effort * inspected
    assert list(made.solution.strategy("inspector").values()) == [{"inspect": inspected, "rest": 1 - inspected}]
    assert list(made.solution.strategy("inspectee").values()) == [{"violate": 0, "comply": 1}]
    # Without it the inspectee violates so often that inspections are worth their effort: p/2 = effort (1 - p).
    assert made.equilibrium == -Fraction(1, 3) and made.replies.against == -Fraction(5, 6)


def test_commitment_does_not_help_against_an_opponent_who_loses_what_you_win():
    for name, leader, value in (("kuhn", "first", Fraction(-1, 18)), ("inspection", "violator", 0)):
        made = gk.commit(gk.load(name), leader)
        assert made.value == made.bound == made.equilibrium == value and made.advantage == 0


def test_a_pure_strategy_can_be_a_bad_commitment():
    made = gk.commit(gk.load("kuhn"), "first", pure=True)
    assert made.value == Fraction(-1, 6) and made.advantage == Fraction(-1, 9)


def test_the_centipede_is_as_good_as_a_promise():
    """The second player promises to take late with a probability that keeps the first one in the game."""
    made = gk.commit(gk.load("centipede"), "second")
    assert made.value == Fraction(208, 7) and made.equilibrium == 1 and made.follower_gain == 0


def by_all_ways(game: Game, leader: int) -> tuple[float, float, float]:
    """The value by linear programmes, the bound of the integer programme, and the value of its plans."""
    form = game.form
    many = best_of_replies(form, leader, exact=True, deadline=None, progress=None)
    found = search(form, leader, pure=False, time_limit=20, progress=None)
    assert found.proved and found.plans is not None
    plans = (many.plan, many.reply) if leader == 0 else (many.reply, many.plan)
    values = [float(certify(form, profile).value[leader]) for profile in (plans, _cleaned(game, found.plans))]
    return values[0], found.bound, values[1]


def _cleaned(game, plans):
    return tuple(repaired(game.form, p, plan) for p, plan in enumerate(plans))


@given(st.integers(0, 2**32), st.integers(0, 1))
def test_linear_programmes_and_the_integer_programme_agree(seed, leader):
    game = Game(TreeRules(random_tree(seed, players=2, depth=3), "tree"))
    assume(game.form.information_sets > 0 and game.form.perfect_recall)
    value, bound, again = by_all_ways(game, leader)
    assert bound == pytest.approx(value, abs=1e-6) and again == pytest.approx(value, abs=1e-6)


@given(st.integers(0, 2**32), st.integers(0, 1))
def test_no_equilibrium_is_better_for_the_leader(seed, leader):
    """Von Stengel & Zamir (2010): a leader who commits to a mixed strategy gets at least their best equilibrium."""
    game = Game(TreeRules(random_tree(seed, players=2, depth=3), "tree"))
    assume(game.form.information_sets > 0 and game.form.perfect_recall)
    made = gk.commit(game, leader)
    assert made.complete and made.follower_gain == 0 and made.leader_gain == 0
    best = gk.solve(game, "best", prefer=game.players[leader])
    assert float(made.value) >= float(best.value[leader]) - 1e-6
    pure = gk.commit(game, leader, pure=True)
    assert pure.value <= made.value


@given(st.lists(st.tuples(*[st.integers(-5, 5)] * 2), min_size=9, max_size=9))
def test_in_one_shot_games_it_beats_every_correlated_equilibrium(payoffs):
    """Von Stengel & Zamir (2010), theorem 13: no correlated equilibrium brings the leader more."""
    rows = {f"r{r}": [(str(p), str(q)) for p, q in payoffs[3 * r : 3 * r + 3]] for r in range(3)}
    game = table(rows)
    assert gk.commit(game, "row").value >= gk.correlate(game, objective="row").value[0]


@given(st.lists(st.tuples(*[st.integers(-5, 5)] * 2), min_size=9, max_size=9), st.integers(0, 1))
def test_pure_commitments_by_pairs_and_by_integers_agree(payoffs, leader):
    rows = {f"r{r}": [(str(p), str(q)) for p, q in payoffs[3 * r : 3 * r + 3]] for r in range(3)}
    game = table(rows)
    own, theirs = (
        NormalForm(game.form).matrix(p) if leader == 0 else NormalForm(game.form).matrix(p).T
        for p in (leader, 1 - leader)
    )
    brute = max(max(own[r][theirs[r] == theirs[r].max()]) for r in range(3))
    made = gk.commit(game, leader, pure=True)
    assert made.value == brute
    assert search(game.form, leader, pure=True, time_limit=20, progress=None).bound == pytest.approx(brute)


def test_larger_games_are_left_to_the_integer_programme():
    made = gk.commit(gk.load("principal_agent"), "principal")
    assert made.value == Fraction(9, 2) and made.solution.exact and not made.exact_bound
    assert float(made.bound) == pytest.approx(4.5) and made.complete


def test_floating_point():
    made = gk.commit(gk.load("treaty"), "inspector", exact=False)
    assert not made.solution.exact and made.value == pytest.approx(-1 / 12) and abs(made.follower_gain) < 1e-9


@pytest.mark.parametrize(
    ("name", "params", "leader", "said"),
    [
        ("voting", {}, 0, "it has 3 player"),
        ("treaty", {}, "judge", "there is no player judge"),
        ("bargaining", {"rounds": 6}, "first", "sequences, and commitments are compared up to 3,000"),
    ],
)
def test_what_has_no_commitment_is_refused(name, params, leader, said):
    with pytest.raises(gk.GalakitError, match=said):
        gk.commit(gk.load(name, **params), leader)


def test_the_commitment_is_a_solution_that_can_be_saved(tmp_path):
    made = gk.commit(gk.load("treaty"), "inspector")
    made.solution.save(tmp_path / "treaty.json")
    again = gk.load_solution(tmp_path / "treaty.json")
    assert again.value == made.solution.value
    assert np.isclose(float(made.to_json()["seconds"]["read"]), made.solution.seconds["read"], atol=1e-6)
