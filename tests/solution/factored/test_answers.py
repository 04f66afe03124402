"""What is said about one information set of a separated game is what the unfolded game says about it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.agents.trace import traced
from galakit.errors import GalakitError
from galakit.rules.lazy import NotSeparable
from galakit.separated.factored import factor
from galakit.separated.symmetry import exchanges, orbits
from tests.separated.profiles import at_random, unfolded
from tests.separated.random_draws import Program

GUARDED = """
game(guarded, [
    players : [a, b],
    flow : (choose(nature, C, member(C, [1, 2, 3, 4])),
            reveal(a, C),
            choose(a, Call, member(Call, [weak, strong])),
            if(C > 2, (reveal(b, high), X = 2), (reveal(b, low), X = 1)),
            choose(b, Guess, member(Guess, [low, high])),
            if(Guess = high, if(C =:= 4, outcome([-1, 1]), outcome([X, -X])),
               if(Call = weak, outcome([1, -1]), outcome([0, 0]))))
]).
"""
GAMES = {
    "kuhn": lambda: gk.load("kuhn", cards=4),
    "leduc": lambda: gk.load("leduc"),
    "liars_dice": lambda: gk.load("liars_dice", faces=3),
    "rhode_island": lambda: gk.load("rhode_island", ranks=3, suits=2, bets=[10, 20, 20], raises=1),
    "guarded": lambda: gk.loads(GUARDED),
    "draw_poker": lambda: gk.load("draw_poker", ranks=2, cards=2),
    "goofspiel": lambda: gk.load("goofspiel", cards=3),
    "settlement": lambda: gk.load("settlement"),
}


@pytest.fixture(scope="module", params=[(name, s) for name in GAMES for s in (True, False)], ids=str)
def both(request):
    name, symmetric = request.param
    solution = at_random(GAMES[name](), symmetric=symmetric)
    return solution, unfolded(solution)


def sampled(tree):
    """Some information sets of every part of a game."""
    return range(0, tree.game.form.information_sets, max(1, tree.game.form.information_sets // 40))


def same(solution, tree, sets):
    for i in sets:
        there = tree.situation(i)
        here = solution.at(there.player, tree.game.form.facts(i))
        assert here.probabilities == pytest.approx(there.probabilities)
        assert here.reach == pytest.approx(there.reach, abs=1e-14)
        assert list(here.values) == list(there.values)
        for move, value in there.values.items():
            if value is None:
                assert here.values[move] is None and here.regrets[move] is None
            else:
                assert here.values[move] == pytest.approx(float(value), abs=1e-9)
                played = sum(p * v for p, v in zip(there.probabilities.values(), there.values.values()))
                assert here.regrets[move] == pytest.approx(float(value - played), abs=1e-9)


def test_probabilities_values_regrets_and_reach_are_those_of_the_tree(both):
    solution, tree = both
    same(solution, tree, sampled(tree))


@given(st.randoms(use_true_random=False), st.booleans())
def test_so_they_are_in_random_programs_whose_facts_and_options_are_made_concrete(chance, symmetric):
    game = gk.loads(Program(chance).text)
    try:
        gk.Game(game.rules, limit_nodes=1_500).size()
        solution = at_random(game, symmetric=symmetric)
    except (GalakitError, NotSeparable):
        return  # too large to list, or not separated
    tree = unfolded(solution)
    same(solution, tree, range(tree.game.form.information_sets))


def test_beliefs_are_those_of_the_tree(both):
    solution, tree = both
    for i in sampled(tree):
        there = tree.situation(i)
        here = solution.at(there.player, tree.game.form.facts(i))
        if not there.belief:
            assert here.belief is None
            continue
        likely = [b.probability for b in here.belief]
        assert sum(likely) == pytest.approx(1) and likely == sorted(likely, reverse=True)
        # What the others know that the player does not, at each node; and who has done what.
        nodes = []
        for belief in there.belief:
            trace = traced(tree.game.tree, belief.node)
            known = {}
            for player, facts in [*trace.opening, *(s for event in trace.events for s in event.seen)]:
                known.setdefault(player, set()).update(facts)
            known = {(player, fact) for player, facts in known.items() for fact in facts} | set(belief.history)
            nodes.append((belief.probability, known))
        for belief in here.belief:
            same = [p for p, known in nodes if all(part in known for part in belief.history)]
            if belief.alike == 0:
                assert belief.probability == pytest.approx(sum(same))
            else:
                assert belief.probability >= sum(same) - 1e-12


def test_a_grid_has_what_single_sets_have_and_all_of_it():
    game = gk.load("leduc", suits=3)
    solution = at_random(game)
    tree = unfolded(solution)
    grid = solution.grid(after="call,call", facts="public((1,2))")
    assert grid.player == "first" and grid.moves == ("call", "raise") and not grid.averaged
    assert [(line.facts, line.alike) for line in grid.lines] == [
        (("private((1,1))",), 0), (("private((1,3))",), 0),
        (("private((2,1))",), 1), (("private((2,2))",), 1), (("private((2,3))",), 1),
    ]  # fmt: skip
    for line in grid.lines:
        here = tree.at("first", [*line.facts, "chose(call)", "call", "public((1,2))"])
        assert line.probabilities == pytest.approx(here.probabilities)
        assert line.values == pytest.approx({m: float(v) for m, v in here.values.items()})
        assert line.reach == pytest.approx(here.reach * (1 + line.alike))


def test_boards_that_are_not_named_are_averaged():
    solution = at_random(gk.load("leduc"))
    boards = solution.grid("first", after="call,call")
    assert boards.averaged and [line.facts for line in boards.lines] == [(f"public((1,{k}))",) for k in (1, 2, 3)]
    for line in boards.lines:
        one = solution.grid("first", line.facts, after="call,call").lines
        assert line.reach == pytest.approx(2 * sum(x.reach for x in one))
        for move, p in line.probabilities.items():
            assert p == pytest.approx(sum(x.reach * x.probabilities[move] for x in one) / sum(x.reach for x in one))


@pytest.fixture(scope="module")
def poker():
    return at_random(gk.load("rhode_island", ranks=3, suits=2, raises=2))


def test_facts_are_named_in_any_order_and_moves_may_take_their_place(poker):
    solution = poker
    whole = solution.at("first", "hole((1,2)), chose(call), raise, chose(call), flop((2,3))")
    for facts, after in [
        ("flop((2,3)), hole((1,2)), chose(call), chose(call), raise", None),
        ("flop((2,3)), hole((1,2))", "call,raise,call"),
        (["hole( (1, 2) )", "flop((2,3))"], ["call", "raise", "call"]),
    ]:
        assert solution.at("first", facts, after) == whole
    assert solution.at("first", "hole((1,2))").facts == ("hole((1,2))",)


@pytest.mark.parametrize(
    ("facts", "after", "said"),
    [
        (
            "hole((1,7))",
            None,
            r"(?s)no information set of first includes hole\(\(1,7\)\).*close to it: hole\(\(1,3\)\)",
        ),
        ("hole((1,2)), flop((1,2))", "call,call", "cannot be drawn at once"),
        ("hole((1,2))", "call,call", r"(?s)does not say all.*say also flop\(\(1,1\)\) … flop\(\(2,3\)\)"),
        ("raise", None, r"(?s)situations of first include raise.*give more of the facts"),
        ("hole((1,2))", "call,fold", r"(?s)no move fold after call.*second: call, second: raise"),
        ("hole((1,2))", "raise", r"(?s)first does not move after raise.*it is second"),
        ("hole((1,2))", "raise,fold", "the game is over after raise, fold"),
        ("hole((1,2)), hole((1,3))", None, "(?s)not all at once; there is"),
    ],
)
def test_what_cannot_be_meant_is_answered_with_what_could(poker, facts, after, said):
    with pytest.raises(GalakitError, match=said):
        poker.at("first", facts, after)


def test_values_of_a_lossy_profile_are_said_to_be_averages():
    game = gk.load("leduc")
    separated = game.separated
    group = exchanges(separated)
    stages = factor(separated, group).stages
    labels = {}
    for p in (0, 1):
        for stage in stages:
            orbit = orbits(separated, separated.signal(stage.signals[p]), group)
            labels[p, stage.signals[p]] = orbit // 2 if stage is stages[0] else orbit
    merged = {key: label for key, label in labels.items() if key[1] == stages[0].signals[key[0]]}
    finer = {}
    for (p, signal), label in labels.items():
        if (p, signal) not in merged:
            coarse = merged[p, stages[0].signals[p]][separated.refined(signal, stages[0].signals[p])]
            rank = np.unique(np.stack([coarse, label], axis=1), axis=0, return_inverse=True)[1].ravel()
            finer[p, signal] = rank
    solution = at_random(game, form=factor(separated, group, labels=merged | finer))
    here = solution.at("first", "private((1,1))")
    assert "averages" in here.note
    assert here.reach == pytest.approx(1 / 6)
    assert at_random(game).at("first", "private((1,1))").note is None


def test_a_listed_solution_has_no_grids_and_says_so():
    solution = gk.solve(gk.load("kuhn"))
    with pytest.raises(GalakitError, match="has no grids"):
        solution.grid()
    with pytest.raises(GalakitError, match="does not follow moves"):
        solution.at("first", "card(1)", after="bet")


def test_games_too_large_for_values_still_have_strategies_and_beliefs(monkeypatch):
    whole = at_random(gk.load("leduc")).at("first", "private((1,2))", after="call,raise")
    monkeypatch.setattr("galakit.solution.factored.policy.LIMIT_NUMBERS", 0)
    solution = at_random(gk.load("leduc"))
    here = solution.at("first", "private((1,2))", after="call,raise")
    assert (here.probabilities, here.belief, here.reach) == (whole.probabilities, whole.belief, whole.reach)
    assert set(here.values.values()) == {None} and "too large" in here.note
    line = solution.grid(after="call,call").lines[0]
    assert line.reach is None and line.value is None and sum(line.probabilities.values()) == pytest.approx(1)
