"""Phases, code as a value, and turns in any order: what the papers show of larger games."""

from __future__ import annotations

import re

import pytest

import galakit as gk


def play(game, *moves):
    """Make these moves (written as text) and say what every player was told, and the payoffs."""
    rules = game.rules
    told = [[] for _ in rules.players]
    paid = [0] * len(rules.players)
    step = rules.start()
    for move in (*moves, None):
        for player, fact in step.observations:
            told[player].append(rules.write(fact))
        paid = [p + q for p, q in zip(paid, step.payoffs)]
        if move is not None:
            written = [rules.write(m) for m in step.state.moves]
            step = step.state.after(written.index(str(move)))
    assert not step.state.moves, "the game is not over"
    return told, paid


def flow(text, more="", players="[a, b]", clauses="", **params):
    return gk.loads(f"game(g, [players : {players}, flow : {text}{', ' + more if more else ''}]).\n{clauses}", **params)


BRIDGE = """
game(tiny_bridge, [
    players : [north, east],
    variables : [contract = none, passed = no],
    flow : (play_phase(bidding), play_phase(tricks), outcome([$won - $contract, $contract - $won])),
    phase(bidding, [
        variables : [highest = 0],
        flow : (take_turns(bid, until(contract_reached)), contract gets $highest),
        bid : (choose($player, B, (B = pass ; L is $highest + 1, between(L, 2, B))),
               reveal(all, bid($player, B)),
               if(B = pass, passed gets yes, highest gets B))
    ]),
    phase(tricks, [
        variables : [won = 0],
        flow : play_rounds(bid, 2),
        bid : (choose($player, C, member(C, [lose, win])), if(C = win, won gets $won + 1))
    ])
]).
contract_reached :- gala_val(passed, yes).
"""


def test_phases_have_flows_variables_and_gameflows_of_their_own():
    game = gk.loads(BRIDGE)
    told, paid = play(game, 2, "pass", "win", "lose", "win", "win")
    assert told == [["bid(north,2)", "bid(east,pass)"]] * 2
    assert paid == [1, -1]
    assert gk.solve(game).value[0] == 2  # north passes at once and takes his two tricks


def test_what_a_phase_no_longer_needs_is_no_part_of_the_state():
    game = gk.loads(BRIDGE.replace("outcome([$won - $contract, $contract - $won])", "outcome([$won, -($won)])"))
    tricks = {tuple(map(game.rules.write, s.moves)) for s in states(game) if "lose" in map(game.rules.write, s.moves)}
    assert tricks
    # Four cards are played; before each the number of tricks won so far is all that matters.
    assert sum(1 for s in states(game) if "lose" in map(game.rules.write, s.moves)) == 1 + 2 + 3 + 4


def states(game):
    found, todo = {}, [game.rules.start().state]
    while todo:
        state = todo.pop()
        if state not in found:
            found[state] = None
            todo.extend(state.after(i).state for i in range(len(state.moves)))
    return list(found)


def test_a_phase_begins_anew_each_time():
    game = flow(
        "(play_phase(p), play_phase(p))",
        "phase(p, [variables : [n = 0, seen], flow : (choose(a, X, between(1, 2, X)), n gets $n + X, reveal(a, $n))])",
    )
    assert play(game, 1, 2)[0][0] == ["1", "2"]
    forgotten = flow(
        "(play_phase(p), play_phase(p))",
        "variables : [times = 0], phase(p, [variables : [v],"
        " flow : (times gets $times + 1, if($times = 2, reveal(a, $v)), v gets 1)])",
    )
    with pytest.raises(gk.GalakitError, match="`v` is read but has no value yet"):
        play(forgotten)


def test_phases_may_be_nested_and_name_who_takes_part():
    game = flow(
        "(play_phase(outer), reveal(a, back))",
        "phase(outer, [players : [c, a], flow : (play_round(hello), play_phase(inner)),"
        " hello : reveal(a, hello($player)),"
        " phase(inner, [flow : (play_round(hello)), players : [b]])])",
        players="[a, b, c]",
    )
    assert play(game)[0][0] == ["hello(c)", "hello(a)", "hello(b)", "back"]


def test_an_outcome_in_a_phase_ends_the_game():
    assert play(flow("(play_phase(p), reveal(a, never))", "phase(p, [flow : outcome([3, 4])])")) == ([[], []], [3, 4])


def test_a_parameter_can_hold_a_gameflow():
    text = "(payoff(a, 1), $after)"
    more = "params : [after = (payoff(a, 10), payoff(b, X), X = 5)], double : (payoff(a, 2), payoff(b, 2))"
    more = more.replace("payoff(b, X), X = 5", "X = 5, payoff(b, X)")
    assert play(flow(text, more))[1] == [11, 5]
    assert play(flow(text, more, after="double"))[1] == [3, 2]
    assert play(flow(text, more, after="(double, double)"))[1] == [5, 4]
    assert play(flow(text, more, after="if(1 < 2, outcome([7, 8]))"))[1] == [8, 8]


def test_a_parameter_can_name_a_gameflow_that_takes_arguments():
    more = "params : [pay = fixed], fixed(n) : payoff(a, $n), shared(n) : (payoff(a, $n / 2), payoff(b, $n / 2))"
    assert play(flow("$pay(4)", more))[1] == [4, 0]
    assert play(flow("$pay(4)", more, pay="shared"))[1] == [2, 2]


def test_a_parameter_can_hold_a_movement_pattern():
    text = "(at gets 1, repeat(walk, until($at >= 4)))"
    more = (
        "params : [step = plus(1)], variables : [at],"
        " walk : (choose(a, To, (call($step, $at, To) ; To is $at + 3)), at gets To)"
    )
    assert flow(text, more).size().terminals == 4 + 0  # 1-4, 1-2-5, 1-2-3-6, 1-2-3-4
    assert flow(text, more, step="plus(2)").size().terminals == 3  # 1-4, 1-3-6, 1-3-5


def test_a_parameter_can_hold_the_end_of_a_loop():
    more = "params : [done = enough], variables : [n = 0], enough : ($n >= 2 -> payoff(a, $n)), many : ($n > 3 -> end)"
    assert play(flow("repeat(n gets $n + 1, until($done))", more))[1] == [2, 0]
    assert play(flow("(repeat(n gets $n + 1, until($done)), payoff(a, 1))", more, done="many"))[1] == [0, 0]
    assert play(flow("(repeat(n gets $n + 1, until($done)), payoff(a, $n))", more, done="gala_val(n, 7)"))[1] == [7, 0]


def test_a_gameflow_can_be_handed_code():
    more = (
        "twice(what) : ($what, $what), again(what) : twice($what), one : payoff(a, 1),"
        " params : [p = payoff(b, 3)], variables : [n = 0]"
    )
    assert play(flow("(twice(one), again((n gets $n + 1, payoff(b, $n))), again($p))", more))[1] == [2, 9]


@pytest.mark.parametrize(
    ("text", "more", "message"),
    [
        ("$x", "variables : [x = end]", "`$x` does not hold statements"),
        ("(X = end, twice(X))", "twice(f) : ($f, $f)", "statements are needed here"),
        ("(X = 1, twice(payoff(a, X)))", "twice(f) : ($f, $f)", "cannot use `X`"),
        ("play_phase(bidding)", "phase(biding, [flow : end])", "did you mean `biding`?"),
        ("end", "phase(p, [])", "the phase `p` has no `flow`"),
        ("play_phase(p)", "phase(p, [flow : end, params : [x]])", "a phase has no `params` of its own"),
        ("play_phase(p)", "phase(p, [flow : end]), phase(p, [flow : end])", "the phase `p` is declared twice"),
        ("play_phase(p)", "phase(p, [flow : end, players : [z]])", "there is no player `z`"),
        (
            "play_phase(p)",
            "variables : [v = 0], phase(p, [flow : payoff(a, $v), variables : [v = 1]])",
            "the variable `v` is declared outside the phase too",
        ),
        ("(play_phase(p), hidden)", "phase(p, [flow : hidden, hidden : end])", "it is known inside the phase `p`"),
        ("deep(end)", "deep(f) : ($f, deep(($f, payoff(a, 1))))", "cannot use `$f`"),
    ],
)
def test_mistakes_with_phases_and_code_are_explained(text, more, message):
    with pytest.raises(gk.GalakitError, match=re.escape(message)):
        flow(text, more)


def test_take_turns_goes_round_any_list_of_players():
    text = "(take_turns(go, [c, a], until($n >= 3)))"
    more = "variables : [n = 0], go : (reveal(all, $player), n gets $n + 1)"
    assert play(flow(text, more, players="[a, b, c]"))[0][1] == ["c", "a", "c"]
    text = "(choose(nature, P, member(P, [a, b, c])), turn_order(P, Order), take_turns(go, Order, until($n >= 4)))"
    assert play(flow(text, more, players="[a, b, c]"), "b")[0][0] == ["b", "c", "a", "b"]
    assert play(flow(text.replace("take_turns(go, Order, until($n >= 4))", "play_round(go, Order)"), more), "b")[0] == [
        ["b", "a"],
        ["b", "a"],
    ]


def test_conditions_can_be_gameflows_with_arguments_alternatives_and_branches():
    more = (
        "variables : [n = 0], up : n gets $n + 1, reached(m) : ($n >= $m -> reveal(a, at($m))),"
        " done : ($n > 8 -> reveal(a, far) ; $n mod 4 =:= 0 -> reveal(a, four))"
    )
    assert play(flow("repeat(up, until(reached(1 + 2)))", more))[0][0] == ["at(3)"]
    assert play(flow("repeat(up, until((reached(5) ; done)))", more))[0][0] == ["four"]
    assert play(flow("(repeat(up, unless(reached(6)), until($n > 7)))", more))[0][0] == ["at(6)"]


def test_marks_of_one_gameflow_are_not_those_of_another():
    """The `Mark` somebody chose does not decide which mark the condition finds: variables are local to a gameflow."""
    more = (
        "variables : [last = none, lines = [x]],"
        " mark : (choose($player, Mark, member(Mark, [x, o])), last gets Mark),"
        " win : (member(Mark, $lines) -> (reveal(all, line(Mark)), outcome(wins($player))))"
    )
    told, paid = play(flow("take_turns(mark, until(win))", more), "o")
    assert told[0] == ["line(x)"] and paid == [1, -1]


def test_the_objects_of_a_phase_are_new_each_time_it_is_played():
    game = flow(
        "(play_phase(hand), play_phase(hand))",
        "phase(hand, [objects : [deck : 1 * 2, money : [a, pot]], flow : (choose(nature, C, deal(deck, 1, C)),"
        " reveal(a, C), pay(1, a, pot), reveal(b, $money(pot)))])",
    )
    told, _ = play(game, "[(1,2)]", "[(1,2)]")
    assert told == [["[(1,2)]", "[(1,2)]"], ["1", "1"]]
