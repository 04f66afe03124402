"""The nearest sequential equilibrium: which threats must be given up."""

from __future__ import annotations

import pytest
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st
from solution.assess.test_sequential import BEER, HORSE

import galakit as gk
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from solvers.refine.test_lexicographic import ENTRY


def test_an_empty_threat_is_given_up_and_what_it_prevented_happens():
    found = gk.nearest_sequential(gk.loads(ENTRY), {"Entrant": {"": "out"}, "Incumbent": {"": "fight"}})
    assert found.certificate.gap == 0 and found.certificate.value == (2, 2)
    assert [(d.player, d.before, d.instead) for d in found.differences] == [
        ("Entrant", {"out": 1, "in": 0}, {"out": 0, "in": 1}),
        ("Incumbent", {"fight": 1, "share": 0}, {"fight": 0, "share": 1}),
    ]


def test_threats_that_need_not_be_given_up_are_kept():
    """Refusing nothing is as good as accepting it, so only the refusal of 1 is empty."""

    def fair(facts, moves):
        return "refuse" if facts[0] in ("offer(0)", "offer(1)") else "accept"

    found = gk.nearest_sequential(gk.load("ultimatum"), {"proposer": {"": "2"}, "responder": fair})
    assert [d.facts[0] for d in found.differences if d.player == "responder"] == ["offer(1)"]


def test_a_sequential_equilibrium_is_nearest_to_itself():
    assert gk.nearest_sequential(gk.load("beer_quiche"), BEER).differences == ()


def test_three_players_get_one_too():
    profile = {"One": {"": "down"}, "Two": {"": "across"}, "Three": {"": "left"}}
    found = gk.nearest_sequential(gk.loads(HORSE), profile)
    assert [float(v) for v in found.certificate.value] == pytest.approx([1, 1, 1])
    assert {d.player for d in found.differences} == {"One", "Three"}


@given(seed=st.integers(0, 2**32))
def test_what_is_nearest_to_an_equilibrium_is_one_that_is_sequential(seed):
    game = Game(TreeRules(random_tree(seed, players=2), "tree"))
    assume(game.form.information_sets > 0)
    solution = gk.solve(game, "lcp")
    found = gk.nearest_sequential(solution)
    assert found is not None and found.certificate.gap == 0
    if gk.sequential(solution).sequential:
        assert not found.differences


def test_without_time_nothing_is_found():
    assert gk.nearest_sequential(gk.loads(ENTRY), {"Entrant": {"": "out"}}, time_limit=0.0) is None
