"""The methods on the normal form: certified, in agreement with the sequence form, and honest about limits."""

from __future__ import annotations

import pytest
from formats.helpers import DATA
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.solvers.normal import methods
from galakit.solvers.registry import methods as known

SEEDS = st.integers(0, 2**32)
NAMES = ("normal-lp", "lemke-howson", "support-enumeration", "extreme")


def tree(seed: int, **kind) -> Game:
    game = Game(TreeRules(random_tree(seed, players=2, **kind), "tree"))
    assume(game.form.information_sets > 0)
    return game


@pytest.mark.parametrize("eliminate", ["no", "yes"])
def test_three_card_poker_is_worth_a_value_that_every_form_finds(eliminate):
    for name in ("normal-lp", "lemke-howson"):
        solution = gk.solve(gk.load("kuhn"), name, exact=True, eliminate=eliminate)
        assert solution.gap == 0 and str(solution.value[0]) == "-1/18"
        assert solution.found["reduced normal form"].startswith("27 x 64 strategies")


@given(SEEDS, st.booleans())
def test_the_normal_form_has_the_value_of_the_sequence_form(seed, eliminate):
    game = tree(seed, zero_sum=True)
    assume(game.form.constant_sum is not None)
    value = gk.solve(game, "lp", exact=True).value
    assert gk.solve(game, "normal-lp", exact=True, eliminate=eliminate).value == value
    assert gk.solve(game, "normal-lp", exact=False).value == pytest.approx([float(v) for v in value], abs=1e-9)
    assert gk.solve(game, "lemke-howson", label="all").value == value


@given(SEEDS)
def test_every_equilibrium_of_every_method_is_certified_exactly(seed):
    game = tree(seed, depth=2)
    every = {}
    for name, options in (("lemke-howson", {"label": "all"}), ("support-enumeration", {}), ("extreme", {})):
        found = gk.solve(game, name, **options)
        assert all(one.exact and one.gap == 0 for one in (found, *found.others))
        every[name] = {tuple(tuple(plan) for plan in one.listing.plans) for one in (found, *found.others)}
        assert len(every[name]) == 1 + len(found.others)
    assert every["lemke-howson"] <= every["extreme"]
    if found.found["degenerate"] == "no":
        assert every["support-enumeration"] == every["extreme"]


def test_the_equilibria_of_beer_and_quiche_are_two_convex_sets():
    """Cho & Kreps 1987: both types have beer, or both have quiche; off the path the receiver mixes between bounds."""
    found = gk.solve(gk.load("beer_quiche"), "extreme")
    assert found.found["extreme equilibria"] == 4 and found.found["degenerate"] == "yes"
    assert found.found["maximal Nash subsets"] == "2, spanned by the equilibria {1, 2}, {3, 4}"
    assert sorted({one.value for one in (found, *found.others)}) == sorted({found.value, found.others[2].value})


def test_labels_are_numbers_of_strategies_or_all():
    game = gk.load(DATA / "stag_hunt.nfg")
    assert len(gk.solve(game, "lemke-howson", label="all").others) == 1
    assert (
        gk.solve(game, "lemke-howson", label=1).listing.plans[0].tolist()
        != gk.solve(game, "lemke-howson", label="2").listing.plans[0].tolist()
    )
    for wrong in ("0", "5", "first", 1.5):
        with pytest.raises(GalakitError, match="a label from 1 to 4"):
            gk.solve(game, "lemke-howson", label=wrong)
    with pytest.raises(GalakitError, match="eliminate is not yes or no"):
        gk.solve(game, "lemke-howson", eliminate="maybe")


def test_floats_come_back_when_they_are_asked_for_or_in_the_rules():
    assert not gk.solve(gk.load("kuhn"), "lemke-howson", exact=False).exact
    rules = "game(g, [players : [a, b], flow : (choose(a, X, member(X, [0, 1])), choose(b, Y, member(Y, [0, 1])), outcome([0.1 * abs(X - Y), 0.3 * X]))])."
    for name in NAMES[1:]:
        solution = gk.solve(gk.loads(rules), name)
        assert not solution.exact and solution.gap < 1e-12


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("public_goods", "it has 3 player"),
        ("monty_hall", "it has 1 player"),
        (DATA / "forgetful.efg", "needs perfect recall|needs two"),
        ("leduc", r"about 10\^44 x about 10\^87 strategies, too many"),
        ("goofspiel", r"more than 3,853 x 3,853 strategies, too many"),
        ("principal_agent", r"25 x 847,288,609,443 strategies, too many|needs a constant sum"),
    ],
)
def test_a_game_that_does_not_suit_is_refused_with_the_reason(name, game, reason):
    with pytest.raises(GalakitError, match=reason):
        gk.solve(gk.load(game), name)


def test_the_linear_programme_needs_a_constant_sum():
    with pytest.raises(GalakitError, match="normal-lp needs a constant sum"):
        gk.solve(gk.load("beer_quiche"), "normal-lp")


@pytest.mark.parametrize("name", NAMES[1:])
def test_without_time_there_is_no_equilibrium(name):
    with pytest.raises(GalakitError, match="no equilibrium was found within 0 s"):
        gk.solve(gk.load("beer_quiche"), name, time_limit=0)


def test_too_many_supports_and_equilibria_are_said(monkeypatch):
    with pytest.raises(GalakitError, match=r"27 x 64 strategies have about 10\^\d+ pairs of supports"):
        gk.solve(gk.load("kuhn"), "support-enumeration")
    monkeypatch.setattr(methods, "SHOWN", 2)
    found = gk.solve(gk.load("beer_quiche"), "extreme")
    assert len(found.others) == 1 and "4 equilibria: the first 2 are shown" in found.warnings[0]


def test_none_of_them_is_picked_without_being_named():
    assert all(m.estimate is None for m in known() if m.name in NAMES)


def test_supports_that_there_was_no_time_for_are_said_and_the_equilibria_so_far_are_kept():
    """Eleven ways to meet are found at once, and 705,431 pairs of supports take longer than any machine has here."""
    cells = " ".join(f"{own} {own}" for k in range(121) for own in [k // 11 + 1 if k % 12 == 0 else 0])
    names = "{ " + " ".join(f'"{k}"' for k in range(11)) + " }"
    game = gk.loads(f'NFG 1 R "meeting" {{ "a" "b" }} {{ {names} {names} }}\n{cells}')
    found = gk.solve(game, "support-enumeration", time_limit=3)
    assert not found.complete and "time limit" in found.warnings[0]
    assert found.exact and found.gap == 0 and len(found.equilibria) > 10
