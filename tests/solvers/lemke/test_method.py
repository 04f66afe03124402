"""The method `lcp`: equilibria of two players, with or without a constant sum, exact and proved."""

from __future__ import annotations

import dataclasses
import random
import time
from fractions import Fraction

import numpy as np
import pytest
from formats.helpers import CORPUS, DATA
from formats.random_trees import random_tree
from game.random_rules import RandomRules
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.game.realization import uniform
from galakit.solvers.lemke.halves import halves
from galakit.solvers.lemke.path import follow
from galakit.solvers.lemke.start import uniform_prior
from solvers.lemke.tables import gain_over, mixed, random_table, table

SEEDS = st.integers(0, 2**32)
STARTS = st.sampled_from(["prior", "covering"])
PIVOTING = st.sampled_from(["floating", "integer"])

BATTLE = ([[2, 0], [0, 1]], [[1, 0], [0, 2]])
WEAK = ([[0, 0], [0, 1]], [[0, 0], [0, 1]])  # the first moves are an equilibrium, but weakly dominated


def random_game(seed: int, **kind) -> Game:
    return Game(TreeRules(random_tree(seed, **kind), "tree"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("kuhn", (Fraction(-1, 18), Fraction(1, 18))),
        ("beer_quiche", (Fraction(29, 10), Fraction(9, 10))),  # both kinds order beer
        ("centipede", (4, 1)),  # Rosenthal 1981: the first pile is taken at once
        ("prisoners_dilemma", (3, 3)),  # both defect, thrice
        ("matching_pennies", (0, 0)),
        ("monty_hall", (Fraction(2, 3),)),
    ],
)
@pytest.mark.parametrize("start", ["prior", "covering"])
@pytest.mark.parametrize("pivoting", ["floating", "integer"])
def test_games_with_known_values_have_them(name, value, start, pivoting):
    solution = gk.solve(gk.load(name), "lcp", exact=True, start=start, pivoting=pivoting)
    assert (solution.value, solution.gap, solution.exact) == (value, 0, True)


@pytest.mark.parametrize("cards", [8, 16])
def test_poker_with_more_cards_has_the_value_of_the_linear_programme(cards):
    game = gk.load("kuhn", cards=cards)
    assert gk.solve(game, "lcp", exact=True).value == gk.solve(game, "lp", exact=True).value


def test_different_priors_lead_to_the_three_equilibria_of_the_battle_of_the_sexes():
    def prior(p, q):
        return [np.array([1, p, 1 - p]), np.array([1, q, 1 - q])]

    game = table(*BATTLE)
    reached = [mixed(gk.solve(game, "lcp", start=prior(*at))) for at in ((0.9, 0.9), (0.1, 0.1), (2 / 3, 1 / 3))]
    assert reached[0] == ((1, 0), (1, 0)) and reached[1] == ((0, 1), (0, 1))
    third = Fraction(1, 3)
    assert mixed(gk.solve(game, "lcp", start="prior"))[0] in ((1, 0), (0, 1), (2 * third, third))
    several = gk.solve(game, "lcp", starts=30, seed=1)
    found = {mixed(s) for s in (several, *several.others)}
    assert {((1, 0), (1, 0)), ((0, 1), (0, 1))} <= found and len(found) == 1 + len(several.others)
    assert all(other.gap == 0 and other.exact for other in several.others)
    assert several.found["paths"] == 30


def test_both_pooling_equilibria_of_beer_or_quiche_are_found():
    solution = gk.solve(gk.load("beer_quiche"), "lcp", starts=20, seed=3)
    assert {s.value for s in (solution, *solution.others)} == {
        (Fraction(29, 10), Fraction(9, 10)),
        (Fraction(21, 10), Fraction(9, 10)),
    }


@given(SEEDS, STARTS, PIVOTING)
def test_random_games_of_two_have_exact_equilibria(seed, start, pivoting):
    game = random_game(seed, players=2, depth=4)
    solution = gk.solve(game, "lcp", exact=True, start=start, pivoting=pivoting)
    assert solution.exact and solution.gap == 0


@given(SEEDS, STARTS)
def test_in_floating_point_the_gap_is_rounding(seed, start):
    game = Game(RandomRules(seed, zero_sum=False))
    solution = gk.solve(game, "lcp", exact=False, start=start)
    assert not solution.exact and solution.gap < 1e-9


@given(SEEDS, STARTS, PIVOTING)
def test_with_a_constant_sum_the_value_is_that_of_the_linear_programme(seed, start, pivoting):
    game = random_game(seed, players=2, zero_sum=True)
    assume(game.form.constant_sum is not None)
    found = gk.solve(game, "lcp", exact=True, start=start, pivoting=pivoting)
    assert found.value == gk.solve(game, "lp", exact=True).value


@given(SEEDS)
def test_one_player_gets_the_most_there_is(seed):
    game = random_game(seed, players=1)
    assert gk.solve(game, "lcp", exact=True).value == gk.solve(game, "lp", exact=True).value


@given(SEEDS, STARTS, PIVOTING)
def test_degenerate_tables_never_cycle(seed, start, pivoting):
    solution = gk.solve(table(*random_table(seed, most=1)), "lcp", exact=True, start=start, pivoting=pivoting)
    assert solution.exact and solution.gap == 0


def test_from_a_mixed_prior_no_weakly_dominated_equilibrium_is_returned():
    game = table(*WEAK)
    assert gk.solve(game, "lcp", start="covering").value == (0, 0)
    for pivoting in ("floating", "integer"):
        solution = gk.solve(game, "lcp", starts=20, pivoting=pivoting)
        assert solution.value == (1, 1) and not solution.others
        assert solution.found["refinement"] == "normal-form perfect"
    for p in (1e-4, 0.001, 0.5, 0.999):
        prior = [np.array([1, 1 - p, p])] * 2
        assert gk.solve(game, "lcp", start=prior).value == (1, 1)


def test_a_prior_that_is_not_mixed_promises_no_refinement():
    game = table(*WEAK)
    solution = gk.solve(game, "lcp", start=[np.array([1.0, 1.0, 0.0])] * 2)
    assert solution.gap == 0 and "refinement" not in solution.found
    assert "refinement" not in gk.solve(game, "lcp", start="covering").found


@given(SEEDS, PIVOTING)
def test_from_a_mixed_prior_no_strategy_is_dominated_in_tables(seed, pivoting):
    """In games of two players the perfect equilibria are those in undominated strategies (van Damme 1991)."""
    game = table(*random_table(seed))
    solution = gk.solve(game, "lcp", exact=True, starts=2, seed=seed, pivoting=pivoting)
    for found in (solution, *solution.others):
        assert all(gain_over(game.form, p, found.listing.plans[p]) < 1e-5 for p in (0, 1))


@given(SEEDS, PIVOTING)
def test_from_a_mixed_prior_no_strategy_is_dominated_in_trees(seed, pivoting):
    game = random_game(seed, players=2, depth=3)
    solution = gk.solve(game, "lcp", exact=True, pivoting=pivoting)
    assert all(gain_over(game.form, p, solution.listing.plans[p]) < 1e-5 for p in (0, 1))


@pytest.mark.parametrize("seed", [17, 65, 125])
@pytest.mark.parametrize("start", ["prior", "covering"])
def test_where_rounding_spoils_the_path_exact_pivots_find_the_equilibrium(seed, start):
    """Payoffs that are far apart: in each of these games one of the paths ends in a basis that is not right."""
    game = random_game(seed, players=2, depth=5 + seed % 4)
    draw = random.Random(seed)
    form, tree, size = game.unfolded
    classes = [tuple(x * Fraction(10) ** draw.randint(-4, 4) for x in c) for c in form.classes]
    game.__dict__["unfolded"] = type(game.unfolded)(
        dataclasses.replace(form, classes=classes, constant_sum=None), tree, size
    )
    solution = gk.solve(game, "lcp", exact=True, start=start, pivoting="floating")
    assert solution.exact and solution.gap == 0
    assert ("refinement" in solution.found) == (start == "prior")


def test_a_wish_to_stop_is_heard():
    form = gk.load("kuhn").form
    found = follow(halves(form, uniform_prior(form)), stop=lambda: True)
    assert found.z > 0


def test_a_path_may_begin_at_a_solution_or_its_file(tmp_path):
    game = gk.load("beer_quiche")
    quiche = next(s for s in gk.solve(game, "lcp", starts=20, seed=3).others if s.value[0] == Fraction(21, 10))
    assert gk.solve(game, "lcp", start=quiche).value == quiche.value
    quiche.save(tmp_path / "quiche.json")
    assert gk.solve(game, "lcp", start=str(tmp_path / "quiche.json")).value == quiche.value


def test_the_same_seed_gives_the_same_equilibria():
    game = table(*BATTLE)
    one, two = (gk.solve(game, "lcp", starts=5, seed=7) for _ in range(2))
    assert [mixed(s) for s in one.others] == [mixed(s) for s in two.others]


def test_a_game_without_a_constant_sum_of_some_size_is_solved_in_floats_and_verified():
    """Stud poker, where the house keeps a tenth of what is won."""
    game = raked(gk.load("stud_poker"))
    assert game.form.constant_sum is None
    assert gk.solve(game, "lcp", exact=False).gap < 1e-9
    solution = gk.solve(game, "lcp", exact=True)
    assert solution.exact and solution.gap == 0 and sum(solution.value) < 0


def raked(game: Game) -> Game:
    form, tree, size = game.unfolded
    classes = [tuple(x * Fraction(9, 10) if x > 0 else x for x in c) for c in form.classes]
    game.__dict__["unfolded"] = type(game.unfolded)(
        dataclasses.replace(form, classes=classes, constant_sum=None), tree, size
    )
    return game


@pytest.mark.parametrize(
    ("game", "reason"),
    [("three_player_kuhn", "it has 3 players"), (DATA / "forgetful.efg", "needs perfect recall")],
)
def test_a_game_that_does_not_suit_is_refused_with_the_reason(game, reason):
    with pytest.raises(GalakitError, match=reason):
        gk.solve(gk.load(game), "lcp")


@pytest.mark.parametrize(
    "option", [{"starts": "0"}, {"starts": "many"}, {"seed": -1}, {"pivoting": "wrong"}, {"start": [[1.0]]}]
)
def test_options_that_make_no_sense_are_refused(option):
    with pytest.raises(GalakitError):
        gk.solve(gk.load("kuhn"), "lcp", **option)


def test_integer_pivots_are_for_small_exact_games():
    with pytest.raises(GalakitError, match="2,186 sequences"):
        gk.solve(gk.load("leduc"), "lcp", pivoting="integer")
    with pytest.raises(GalakitError, match="floating-point numbers"):
        gk.solve(gk.load("beer_quiche", strong=0.9), "lcp", pivoting="integer")


def test_rules_with_floats_are_solved_in_floats():
    solution = gk.solve(gk.load("beer_quiche", strong=0.9), "lcp")
    assert not solution.exact and solution.value == pytest.approx((2.9, 0.9))
    assert solution.found["refinement"] == "normal-form perfect, up to rounding"


def test_when_time_runs_out_the_way_so_far_is_certified():
    leduc, kuhn = gk.load("leduc"), gk.load("kuhn", cards=16)
    for game in (leduc, kuhn):
        game.size()  # unfolding leaves nothing to certify: the time goes into pivoting
    began = time.process_time()
    solution = gk.solve(leduc, "lcp", time_limit=0.2, exact=False)
    assert time.process_time() - began < 10
    assert solution.gap > 0.01 and "time was up" in solution.warnings[0]
    with pytest.raises(GalakitError, match="time was up"):
        gk.solve(leduc, "lcp", time_limit=0.2, exact=True)
    with pytest.raises(GalakitError, match="time was up"):
        gk.solve(kuhn, "lcp", time_limit=0.0, pivoting="integer")
    some = gk.solve(gk.load("kuhn"), "lcp", time_limit=0.5, starts=10**9)
    assert some.gap == 0 and "of 1,000,000,000 paths" in some.warnings[0]


@pytest.mark.skipif(not CORPUS.exists(), reason=f"there is no corpus at {CORPUS}")
def test_every_game_of_two_in_the_corpus_has_an_exact_equilibrium():
    solved = 0
    for path in sorted((CORPUS / "gambit").iterdir()):
        game = gk.load(path)
        if len(game.players) > 2 or not game.form.perfect_recall:
            continue
        for start in ("prior", "covering"):
            solution = gk.solve(game, "lcp", exact=True, start=start)
            assert solution.exact and solution.gap == 0, path.name
        solved += 1
    assert solved > 30


def test_nothing_to_choose_is_no_problem():
    game = gk.loads("game(rain, [players : [a, b], flow : outcome([1, 2])]).")
    assert gk.solve(game, "lcp").value == (1, 2)


def test_plans_given_as_prior_may_be_fractions():
    game = gk.load("kuhn")
    prior = [uniform(game.form, p, exact=True) for p in (0, 1)]
    assert gk.solve(game, "lcp", start=prior).gap == 0
