"""A game followed without knowing the draws is the unfolded game: every information set, every leaf, every value."""

from __future__ import annotations

from pathlib import Path

import pytest
from game.naive import described
from hypothesis import given, settings
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.rules.lazy import NotSeparable
from galakit.separated.counting import count
from galakit.separated.factored import factor
from galakit.separated.symmetry import exchanges
from tests.separated.listing import listed
from tests.separated.programme import value
from tests.separated.random_draws import Program

SHIPPED = sorted(path.stem for path in (Path(gk.__file__).parent / "games").glob("*.gala"))
SEPARATE = {
    "beer_quiche", "cartel", "draw_poker", "first_price_auction", "goofspiel", "imp_model", "kuhn",
    "leduc", "liars_dice", "monty_hall", "open_auction", "poker", "principal_agent", "rhode_island",
    "second_price_auction", "sequential_auction", "settlement", "short_deck_holdem", "signals", "stud_poker",
    "three_partition", "three_player_kuhn",
}  # fmt: skip
SMALLER = {
    "rhode_island": {"suits": 2, "ranks": 3, "raises": 1},
    "leduc": {"raises": 1},
    "liars_dice": {"faces": 3},
    "goofspiel": {"cards": 3},
    "sequential_auction": {"values": 3},
}
LISTED = 6_000  # nodes up to which everything is written out


def same_size(game, built):
    counted = count(game.separated)
    assert (counted.nodes, counted.terminals) == (built.nodes, built.terminals)
    assert counted.information_sets == built.information_sets
    assert counted.sequences == built.sequences


def same_form(game, form):
    sets, leaves = listed(game.separated, game.rules.write)
    expected, ends = described(form)
    assert sets == {key: known[1:] for key, known in expected.items()}
    assert leaves == ends


def same_value(game, unfolded):
    try:
        whole = factor(game.separated)
    except NotSeparable as not_separable:
        assert len(game.players) != 2 or unfolded.form.constant_sum is None, not_separable.reason
        return
    expected = float(gk.solve(unfolded, "lp", exact=False).value[0])
    assert value(whole) == pytest.approx(expected, abs=1e-8)
    group = exchanges(game.separated)
    if group:
        assert value(factor(game.separated, group)) == pytest.approx(expected, abs=1e-8)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_separates_into_what_it_is_or_says_which_statement_prevents_it(name):
    game = gk.load(name, **SMALLER.get(name, {}))
    try:
        game.separated  # noqa: B018
    except NotSeparable as not_separable:
        assert name not in SEPARATE
        assert not_separable.span is not None or not_separable.reason == "nothing is drawn"
        return
    assert name in SEPARATE
    unfolded = Game(game.rules)
    same_size(game, unfolded.size())
    if unfolded.size().nodes <= LISTED:
        same_form(game, unfolded.form)
        same_value(game, unfolded)


def equal(text):
    game = gk.loads(text)
    unfolded = Game(game.rules, limit_nodes=1_500)
    try:
        built = unfolded.size()
    except GalakitError:
        return  # too large to list
    same_size(game, built)
    same_form(game, unfolded.form)
    same_value(game, unfolded)


@given(st.randoms(use_true_random=False))
def test_a_random_program_separates_into_what_it_is(chance):
    equal(Program(chance).text)


@pytest.mark.slow
@settings(max_examples=3_000)
@given(st.randoms(use_true_random=True))
def test_many_random_programs_separate_into_what_they_are(chance):
    equal(Program(chance, 9).text)


def written(flow, variables="x = 0", more=""):
    return f"game(small, [players : [a, b], variables : [{variables}], flow : ({flow})]).\n{more}"


PROGRAMS = {
    "a draw that earlier ones decide": """
        choose(nature, A, member(A, [1, 2, 3])), reveal(a, A), choose(a, M, member(M, [1, 2, 3])), reveal(b, M),
        choose(nature, B, (member(B, [1, 2, 3]), B =\\= A, B =\\= M)), reveal(all, open(B)),
        choose(b, G, (member(G, [1, 2, 3]), G =\\= B)), if(G =:= A, outcome([-1, 1]), outcome([1, -1]))""",
    "how likely a draw is depends on another": """
        choose(nature, A, member(A, [1, 2])), reveal(a, A), P is A / 3,
        choose(nature([h : P, t : 1 - P]), C, member(C, [h, t])), reveal(b, C),
        choose(b, G, member(G, [1, 2])), if(G =:= A, outcome([-1, 1]), outcome([1, -1]))""",
    "options tell the mover what he did not know": """
        choose(nature, A, member(A, [1, 2, 3])), choose(a, M, between(1, A, M)), reveal(b, M),
        choose(b, G, member(G, [1, 2, 3])), if(G =:= A, outcome([-M, M]), outcome([1, -1]))""",
    "options of one player tell the other nothing": """
        choose(nature, A, member(A, [1, 2])), reveal(a, A), choose(a, M, between(1, A, M)),
        choose(b, G, member(G, [1, 2])), if(G =:= M, outcome([-1, 1]), outcome([A, -A]))""",
    "the highest card opens": """
        choose(nature, A, member(A, [1, 2, 3])), reveal(a, A),
        choose(nature, B, (member(B, [1, 2, 3]), B =\\= A)), reveal(b, B),
        if(A > B, Order = [a, b], Order = [b, a]),
        play_round((choose($player, M, member(M, [pass, bet])), reveal(all, did($player, M)),
                    if(M = bet, x gets $x + 1)), Order),
        if(A > B, outcome([1 + $x, -1 - $x]), outcome([-1 - $x, 1 + $x]))""",
    "one fact comes from this draw or from that": """
        choose(nature, A, member(A, [1, 2, 3])), choose(nature, B, member(B, [2, 3, 4])), reveal(b, A),
        choose(b, M, member(M, [mine, yours])), if(M = mine, reveal(a, sees(A)), reveal(a, sees(B))),
        choose(a, G, member(G, [low, high])), if((G = high, A > 2), outcome([2, -2]), outcome([-1, 1]))""",
    "a hidden move decides how likely a draw is": """
        choose(a, M, member(M, [1, 2])), P is M / 3, choose(nature([h : P, t : 1 - P]), C, member(C, [h, t])),
        reveal(all, C), choose(b, G, member(G, [1, 2])), if(G =:= M, outcome([-1, 1]), outcome([M, -M]))""",
    "both move at once, unseen": """
        choose(nature, A, member(A, [1, 2])), reveal(a, A), choose(nature, B, member(B, [1, 2])), reveal(b, B),
        choose(a, M, member(M, [0, 1])), choose(b, N, member(N, [0, 1])), reveal(all, sum(A + B)),
        if(M + N =:= A, outcome([1, -1]), outcome([-B, B]))""",
    "nobody knows how much another has seen": """
        choose(nature, A, member(A, [1, 2, 3])), choose(nature, B, member(B, [1, 2])),
        if(A > 1, reveal(b, B)), choose(a, M, member(M, [1, 2])), choose(b, N, member(N, [1, 2])),
        if(M + N > A + B, outcome([1, -1]), outcome([-A, A]))""",
    "who is paid and what is read are drawn": """
        choose(nature, W, member(W, [a, b])), choose(a, M, member(M, [1, 2])), x gets M,
        choose(b, N, (member(N, [1, 2]) ; N = 3)), payoff(W, $x), payoff(b, -($x) + N), payoff(a, -N),
        if(W = a, payoff(a, 0), (payoff(a, $x), payoff(b, -($x))))""",
    "what fails on draws that do not get there does not matter": """
        choose(nature, A, member(A, [0, 1, 2])), if(A =:= 0, outcome([0, 0])),
        choose(nature, B, between(1, A, B)), reveal(b, B), L is 2 / A, choose(b, M, between(1, A, M)),
        if(M =:= B, outcome([-L, L]), outcome([1, -1]))""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_is_the_same_game_where(name):
    equal(written(PROGRAMS[name]))


@pytest.mark.parametrize(
    ("flow", "reason"),
    [
        ("choose(nature, C, member(C, [1, 2])), while(C < 5, x gets $x + 1), outcome([1, -1])", "too many statements"),
        ("choose(nature, C, member(C, [1, 2])), while($x < C, (choose(nature, D, member(D, [0, 1])), x gets $x + D)), "
         "outcome([1, -1])", "too many places"),
        ("play_rounds((choose(nature, D, between(1, 6, D)), x gets $x + D), 9), choose(a, M, between(0, $x, M)), "
         "outcome([M, -M])", "too many possible results"),
        ("play_rounds((choose(nature, D, (between(1, 3, D), D =\\= $x)), x gets D), 20), outcome([1, -1])",
         "depends on too many other draws"),
        ("choose(nature, C, between(1, 9, C)), endless(C, M), choose(a, N, between(0, M, N)), outcome([1, -1])",
         "takes too long"),
    ],
)  # fmt: skip
def test_a_program_that_would_take_too_long_is_left_to_the_ordinary_path(flow, reason):
    text = written(flow, more="endless(C, M) :- endless(C, M).")
    with pytest.raises(NotSeparable, match=reason) as caught:
        gk.loads(text).separated  # noqa: B018
    assert caught.value.span is not None
