"""Following rules without knowing the draws changes nothing: sizes, information and values are those of the tree."""

from __future__ import annotations

import numpy as np
import pytest

import galakit as gk
from galakit.game.game import Game
from galakit.rules.lazy import NotSeparable
from galakit.separated import actions
from galakit.separated.counting import count
from galakit.separated.factored import factor
from galakit.separated.symmetry import exchanges, orbits
from tests.separated.programme import value

SEPARATE = [
    ("kuhn", {}), ("kuhn", {"cards": 9}), ("leduc", {}), ("leduc", {"ranks": 4, "suits": 3}), ("liars_dice", {}),
    ("liars_dice", {"dice": 2, "faces": 2}), ("poker", {}), ("poker", {"ranks": 3, "suits": 2}),
    ("poker", {"ranks": 6, "cards": 2}), ("stud_poker", {}), ("rhode_island", {"ranks": 3, "suits": 2}),
    ("rhode_island", {"ranks": 4, "suits": 1, "bets": [10]}), ("rhode_island", {"ranks": 4, "suits": 2, "bets": [10, 20]}),
    ("rhode_island", {"ranks": 5, "suits": 1, "bets": [10, 20, 20, 20], "raises": 1}),
    ("leduc", {"ranks": 5}), ("short_deck_holdem", {}), ("short_deck_holdem", {"ranks": 3, "bets": [2], "board": []}),
    ("open_auction", {}), ("settlement", {}), ("settlement", {"offers": 1, "values": 4, "steps": 3}), ("signals", {}),
    ("signals", {"private": [1, 0, 1], "public": [1, 1, 0]}), ("liars_dice", {"faces": 4, "least": "(2, 2)"}),
    ("principal_agent", {}), ("second_price_auction", {}), ("beer_quiche", {}), ("draw_poker", {}),
    ("draw_poker", {"ranks": 2, "cards": 2}), ("monty_hall", {"doors": 4}), ("first_price_auction", {"values": 7}),
    ("goofspiel", {"cards": 3, "information": "partial"}), ("cartel", {"periods": 3}), ("three_partition", {}),
]  # fmt: skip
TOGETHER = [
    ("kriegspiel", "what can be chosen here depends on chance; made concrete, too little would be left"),
    ("tiny_bridge", "too many statements run"),
    ("nim", "nothing is drawn"),
]
# Linear programmes of many seconds; the same games stay with other parameters.
LONG = (
    ("liars_dice", {}),
    ("leduc", {"ranks": 4, "suits": 3}),
    ("leduc", {"ranks": 5}),
    ("rhode_island", {"ranks": 4, "suits": 2, "bets": [10, 20]}),
    ("rhode_island", {"ranks": 5, "suits": 1, "bets": [10, 20, 20, 20], "raises": 1}),
)
SUMS = ("principal_agent", "second_price_auction", "beer_quiche", "monty_hall", "first_price_auction", "cartel")


def named(case):
    return " ".join([case[0], *(f"{k}={v}" for k, v in case[1].items())])


@pytest.mark.parametrize("case", SEPARATE, ids=named)
def test_a_game_is_counted_without_building_it(case):
    game = gk.load(case[0], **case[1])
    counted, built = count(game.separated), Game(game.rules).size()
    assert (counted.nodes, counted.terminals) == (built.nodes, built.terminals)
    assert counted.information_sets == built.information_sets
    assert counted.sequences == built.sequences


@pytest.mark.parametrize(("name", "reason"), TOGETHER)
def test_a_game_that_does_not_separate_says_why(name, reason):
    with pytest.raises(NotSeparable, match=reason) as caught:
        gk.load(name).separated  # noqa: B018
    assert caught.value.span is not None or reason == "nothing is drawn"


def test_rhode_island_has_the_sizes_its_authors_published():
    """Gilpin & Sandholm 2007: 91,224,226 rows; a signal tree of 6,632,705 nodes; more than 3.1 billion nodes."""
    found = count(gk.load("rhode_island").separated)
    assert found.lp_rows == 91_224_226
    assert found.sequences == [65_160_161] * 2 and found.information_sets == [26_064_064] * 2
    assert found.signal_nodes == 6_632_705
    assert found.nodes > 3_100_000_000


@pytest.mark.parametrize(
    "case",
    [
        pytest.param((n, ps), id=named((n, ps)), marks=pytest.mark.slow if (n, ps) in LONG else ())
        for n, ps in SEPARATE
        if n not in SUMS and (n != "rhode_island" or "bets" in ps)
    ],
)
def test_the_factored_game_has_the_value_of_the_tree_with_and_without_symmetries(case):
    game = gk.load(case[0], **case[1])
    expected = float(gk.solve(game, "lp", exact=False).value[0])
    separated = game.separated
    assert value(factor(separated)) == pytest.approx(expected, abs=1e-9)
    assert value(factor(separated, exchanges(separated))) == pytest.approx(expected, abs=1e-9)


def test_suits_that_are_only_compared_can_be_exchanged():
    separated = gk.load("rhode_island", suits=4, ranks=4).separated
    group = exchanges(separated)
    assert [(e.place, e.names) for e in group] == [(1, (1, 2)), (1, (2, 3)), (1, (3, 4))]
    signals = dict.fromkeys(s.signal for s in separated.actions.situations[0])
    classes = [int(orbits(separated, separated.signal(s), group).max()) + 1 for s in signals]
    # Ranks; own and public card of one suit or two; and so on: what is left when names of suits do not matter.
    assert classes[0] == 4 and classes[1] == 4 * 3 + 4 * 4


@pytest.mark.slow
def test_rhode_island_has_the_classes_its_authors_published():
    separated = gk.load("rhode_island").separated
    group = exchanges(separated)
    for own in separated.actions.situations:
        signals = dict.fromkeys(s.signal for s in own)
        assert [int(orbits(separated, separated.signal(s), group).max()) + 1 for s in signals] == [13, 325, 9_997]


def test_ranks_are_no_symmetry():
    assert exchanges(gk.load("poker", ranks=4).separated) == []


GUARDED = """
game(guarded, [
    players : [a, b],
    flow : (choose(nature, C, member(C, [1, 2, 3, 4])),
            reveal(a, C),
            if(C > 2, (reveal(b, high), X = 2), (reveal(b, low), X = 1)),
            choose(b, Guess, member(Guess, [low, high])),
            if(Guess = high, if(C =:= 4, outcome([-1, 1]), outcome([X, -X])), outcome([0, 0])))
]).
"""


def test_what_a_condition_on_draws_tells_a_player_is_his_information():
    game = gk.loads(GUARDED)
    counted, built = count(game.separated), Game(game.rules).size()
    assert counted.information_sets == built.information_sets == [0, 2]
    assert counted.nodes == built.nodes
    assert value(factor(game.separated)) == pytest.approx(float(gk.solve(game, "lp").value[0]))


def test_what_fails_where_nobody_gets_does_not_matter():
    text = """
game(careful, [
    players : [a, b],
    flow : (choose(nature, C, member(C, [0, 1, 2])),
            reveal(a, C),
            choose(a, M, member(M, [stop, go])),
            if(M = stop, outcome([0, 0]), true),
            if(C =:= 0, outcome([-1, 1]), true),
            X is 2 / C,
            outcome([X, -X]))
]).
"""
    game = gk.loads(text)
    assert value(factor(game.separated)) == pytest.approx(1.0)
    assert float(gk.solve(game, "lp").value[0]) == pytest.approx(1.0)


def test_all_rows_of_a_pack_are_equally_likely_whatever_part_of_the_deals_is_looked_at():
    separated = gk.load("leduc").separated
    draws = sorted({d for leaf in separated.actions.leaves for d in leaf.drawn}, key=id)
    assert len(draws) == 3
    for part in (draws[:1], draws[:2], draws[1:], draws):
        rows = separated.world.rows(frozenset(part))
        assert rows.count == rows.total == separated.world.count(part) and set(rows.weight.tolist()) == {1}
        taken = np.stack(list(rows.columns.values()))
        assert all(len(set(row)) == len(part) for row in taken.T.tolist())


def test_very_long_plays_are_counted():
    text = """
game(long, [
    players : [a, b],
    variables : [n = 0],
    flow : (choose(nature, C, member(C, [1, 2])),
            while($n < 1500, (choose(a, M, member(M, [on])), n gets $n + 1)),
            if(C = 1, outcome([1, -1]), outcome([-1, 1])))
]).
"""
    assert count(gk.loads(text).separated).nodes == 1 + 2 * 1501


def test_classes_may_be_taken_for_one():
    separated = gk.load("leduc").separated
    whole = factor(separated)
    sides = [(p, stage.signals[p]) for stage in whole.stages for p in (0, 1)]
    every = {(p, s): np.arange(separated.signal(s).classes) for p, s in sides}
    assert value(factor(separated, labels=every)) == pytest.approx(value(whole), abs=1e-9)
    # Leaving suits out loses nothing, be they merged by a group or by labels; leaving cards out does.
    group = exchanges(separated)
    by_suit = {(p, s): orbits(separated, separated.signal(s), group) for p, s in sides}
    merged = factor(separated, labels=by_suit)
    assert [s.classes.count for s in merged.stages[-1].sides] == [
        s.classes.count for s in factor(separated, group).stages[-1].sides
    ]
    assert value(merged) == pytest.approx(value(whole), abs=1e-9)
    blind = {(0, s): np.zeros(separated.signal(s).classes, np.int64) for p, s in sides if p == 0}
    assert value(factor(separated, group, labels=blind)) < value(whole) - 0.1


def test_labels_of_a_player_who_would_forget_are_refused():
    separated = gk.load("leduc").separated
    last = factor(separated).stages[-1].signals[0]
    with pytest.raises(ValueError, match="different labels before"):
        factor(separated, labels={(0, last): np.zeros(separated.signal(last).classes, np.int64)})


def test_rules_that_never_end_are_given_up(monkeypatch):
    """A variable is misspelt and no turn ever ends: each situation would know more than the one before."""
    endless = gk.load("leduc").source.text.replace("calls gets $calls + 1", "callS gets $calls + 1")
    monkeypatch.setattr(actions.unfold_actions, "__defaults__", (frozenset(), 2_000))
    with pytest.raises(NotSeparable, match="more than 2,000 histories"):
        _ = gk.loads(endless).separated
