"""Doubtful rules: what is warned about before the game runs, and what is not."""

from __future__ import annotations

import pytest

from galakit.errors import Source
from galakit.lang.gala.compile import check
from galakit.loading import check as check_file
from galakit.loading import shipped_names


def found(text: str) -> list[str]:
    """The ids of the diagnostics, each with the text its span covers."""
    return [
        f"{d.id} {d.span.source.text[d.span.start : d.span.end]}" for d in check(Source("g", text)).sorted_problems()
    ]


def game(declarations: str, clauses: str = "", players: str = "a, b") -> str:
    return f"game(g, [players : [{players}], {declarations}]).\n{clauses}"


@pytest.mark.parametrize("name", shipped_names())
def test_no_shipped_game_is_doubted(name):
    assert [d.render() for d in check_file(name)] == []


DOUBTED = {
    "a variable that is only set": ("variables : [v = 0], flow : v gets 1", "", ["GK304 v"]),
    "a variable that is never mentioned": ("variables : [v], flow : end", "", ["GK304 v"]),
    "every member of an unread family": (
        "variables : [m(a) = 0, m(b) = 0], flow : play_round(m($player) gets 1)",
        "",
        ["GK304 m(a)", "GK304 m(b)"],
    ),
    "a parameter": ("params : [n = 1], flow : end", "", ["GK305 n"]),
    "a formal": ("flow : f(1), f(n) : end", "", ["GK306 f(n)"]),
    "a singleton in a flow": ("flow : (X = 1, reveal(a, Y))", "", ["GK307 X", "GK307 Y"]),
    "a singleton in a clause": ("flow : p", "p :- member(X, [1]), member(X, [Z]).", ["GK307 Z"]),
    "an unused predicate": ("flow : p", "p. q :- p.", ["GK308 q"]),
    "predicates that use only each other": ("flow : end", "p :- q. q :- p.", ["GK308 p", "GK308 q"]),
    "clauses apart": ("flow : (p, q)", "p. q. p.", ["GK309 p"]),
    "a variable read first": ("variables : [v], flow : (payoff(a, $v), v gets 1)", "", ["GK310 $v"]),
    "a variable read in a gameflow called too early": (
        "variables : [v], flow : (f, v gets 1), f : payoff(a, $v)",
        "",
        ["GK310 $v"],
    ),
    "the player outside a round": ("flow : reveal($player, hi)", "", ["GK310 $player"]),
    "an opponent among three": ("players : [a, b, c], flow : play_round(reveal($opponent, hi))", "", ["GK310 $opponent"]),
    "a left-hand opponent among two": ("flow : play_round(reveal($lho, hi))", "", ["GK310 $lho"]),
    "a while that changes nothing": (
        "variables : [n = 0, m = 0], flow : while($n < 3, m gets $m + 1)",
        "",
        ["GK311 while($n < 3, m gets $m + 1)"],
    ),
    "turns without end": (
        "flow : take_turns(choose($player, X, member(X, [1, 2])))",
        "",
        ["GK311 take_turns(choose($player, X, member(X, [1, 2])))"],
    ),
    "a condition in a predicate that reads what nothing changes": (
        "variables : [n = 0], flow : repeat(reveal(a, hi), until(done))",
        "done :- gala_val(n, N), N > 3.",
        ["GK311 repeat(reveal(a, hi), until(done))"],
    ),
    "a loop whose body calls gameflows": (
        "variables : [n = 0, m = 0], flow : repeat(f, until($n = 1)), f : m gets $m + 1",
        "",
        ["GK311 repeat(f, until($n = 1))"],
    ),
    "a secret of nature's": (
        "flow : (choose(nature, C, member(C, [1, 2])), choose(a, X, between(0, C, X)), payoff(a, X))",
        "",
        ["GK312 choose(a, X, between(0, C, X))"],
    ),
    "a secret told to another": (
        "flow : (choose(nature, C, member(C, [1, 2])), reveal(b, C), choose(a, X, between(0, C, X)), payoff(a, X))",
        "",
        ["GK312 choose(a, X, between(0, C, X))"],
    ),
    "a secret in a Gala variable": (
        "variables : [c = 0], flow : (choose(b, C, member(C, [1, 2])), c gets C, answer), "
        "answer : (choose(a, X, between(0, $c, X)), if($c = X, payoff(a, X)))",
        "",
        ["GK312 choose(a, X, between(0, $c, X))"],
    ),
    "a statement after a gameflow that ends the game": ("flow : (f, payoff(a, 1)), f : outcome(draw)", "", ["GK303 payoff(a, 1)"]),
    "a statement after both branches ended the game": (
        "flow : (choose(a, X, member(X, [1, 2])), if(X = 1, f, outcome([1, 2])), payoff(a, 1)), f : (reveal(a, 1), end)",
        "",
        ["GK303 payoff(a, 1)"],
    ),
    "a choice without a variable": ("flow : choose(a, x, member(x, [1, 2]))", "", ["GK314 x"]),
    "a value without its dollar": ("params : [n = 1], variables : [v], flow : (v gets n, payoff(a, $v + $n))", "", ["GK315 n"]),
    "a sum without its dollar": ("variables : [v = 0], flow : (v gets v + 1, payoff(a, $v))", "", ["GK315 v"]),
    "a parameter without its dollar in a comparison": (
        "params : [goal = 3], flow : (choose(a, X, between(1, 5, X)), if(X = goal, payoff(a, $goal)))",
        "",
        ["GK315 goal"],
    ),
    "a parameter that is never read with its dollar": (
        "params : [mode = hard], flow : (choose(a, X, member(X, [mode, 1])), if((mode = hard, X = 1), payoff(a, 1)))",
        "",
        ["GK315 mode", "GK315 mode"],
    ),
    "a parameter without its dollar in another's default": (
        "params : [n = 1, m = n], flow : (reveal(a, $m), payoff(a, $n))",
        "",
        ["GK315 n"],
    ),
    "a parameter without its dollar as a bound": (
        "params : [n = 2], flow : (choose(a, X, between(1, n, X)), payoff(a, X))", "", ["GK215 n"],
    ),
    "a parameter without its dollar as a number of rounds": (
        "params : [n = 2], flow : play_rounds(reveal($player, hi), n)", "", ["GK215 n"],
    ),
    "probabilities of too little": (
        "flow : (choose(nature([h : 1/2, t : 1/3]), X, (X = h ; X = t)), reveal(a, X))",
        "",
        ["GK316 [h : 1/2, t : 1/3]"],
    ),
    "probabilities of too much": (
        "flow : (choose(nature([h : 0.5, t : 0.6]), X, member(X, [h, t])), reveal(a, X))",
        "",
        ["GK316 [h : 0.5, t : 0.6]"],
    ),
    "probabilities in facts": (
        "flow : (choose(nature(mu), X, member(X, [h, t])), reveal(a, X))",
        "mu(h, 1/2). mu(t, 1/4).",
        ["GK316 mu"],
    ),
    "rounds without a player": (
        "variables : [v = 0], flow : (play_rounds(up, 3), payoff(a, $v)), up : v gets $v + 1",
        "",
        ["GK317 up"],
    ),
    "an atom with a capital letter": (
        "flow : (choose(a, M, member(M, [fold, call])), if(M == Fold, outcome(draw), outcome(wins(a))))",
        "",
        ["GK318 Fold"],
    ),
    "an atom with a capital letter, twice": (
        "flow : (choose(a, M, member(M, [fold, call])), if(M \\== Fold, payoff(a, 1)), if(M == Fold, payoff(b, 1)))",
        "",
        ["GK318 Fold", "GK318 Fold"],
    ),
    "a comparison before the choice": (
        "flow : (if(X < 3, payoff(a, 1)), choose(a, X, member(X, [1, 2])), payoff(a, X))",
        "",
        ["GK318 X"],
    ),
    "a comparison before the goal in a constraint": (
        "flow : (choose(a, X, (X > 1, member(X, [1, 2]))), payoff(a, X))",
        "",
        ["GK318 X"],
    ),
    "a comparison in a clause": ("flow : (choose(a, X, p(X)), payoff(a, X))", "p(X) :- Y > 1, member(X-Y, [1-2]).", ["GK318 Y"]),
    "a calculation with nothing": ("flow : (choose(a, X, p(X)), payoff(a, X))", "p(X) :- X is Y + 1, Y = 1.", ["GK318 Y"]),
    "a comparison under a negation": (
        "flow : (choose(a, X, member(X, [1, 2])), if(\\+ (Y = X, Y > 1), payoff(a, 1)), if(Y > 0, payoff(a, 2)))",
        "",
        ["GK318 Y"],
    ),
    "a case without an outcome": (
        "flow : (choose(a, X, member(X, [1, 2])), if(X = 1, outcome(draw)))",
        "",
        ["GK319 X = 1"],
    ),
    "a case without an outcome in a gameflow": (
        "flow : (choose(a, X, member(X, [1, 2])), judge(X)), judge(x) : if($x = 1, (reveal(b, $x), outcome(draw)))",
        "",
        ["GK319 $x = 1"],
    ),
    "a condition that pays": (
        "objects : [money : [a, b]], flow : if(pay(1, a, b), payoff(a, $money(a)))",
        "",
        ["GK313 pay(1, a, b)"],
    ),
    "a condition that sets through a predicate": (
        "variables : [v = 0], flow : if(up, payoff(a, $v))",
        "up :- gala_set(v, 1).",
        ["GK313 up"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", DOUBTED)
def test_what_is_doubtful_is_warned_about(case):
    declarations, clauses, expected = DOUBTED[case]
    text = game(declarations, clauses) if "players" not in declarations else f"game(g, [{declarations}]).\n{clauses}"
    assert found(text) == expected


ACCEPTED = {
    "a variable read by a predicate": ("variables : [v = 0], flow : p", "p :- gala_val(v, 0)."),
    "a variable whose name is worked out": ("variables : [v = 0], flow : p(v)", "p(N) :- gala_val(N, 0)."),
    "a variable read to give another its first value": ("variables : [v = 1, w = $v], flow : payoff(a, $w)", ""),
    "a family read with one index": ("variables : [m(a) = 0, m(b) = 0], flow : payoff(a, $m(a))", ""),
    "a parameter read by another's default": ("params : [n = 1, m = $n + 1], flow : payoff(a, $m)", ""),
    "a marked singleton": ("flow : (X = 1, X = Y, Y = _Z)", ""),
    "a predicate handed over by name": ("flow : maplist(p, [1])", "p(1)."),
    "predicates that a parameter may name": ("params : [test = p], flow : call($test)", "p. q."),
    "predicates that any parameter may name": ("params : [test], flow : call($test)", "p. q."),
    "a variable set in one of two branches": (
        "variables : [v], flow : (choose(a, X, member(X, [1, 2])), if(X = 1, v gets 1), payoff(a, $v))",
        "",
    ),
    "a variable set in the iteration before": (
        "variables : [v, n = 0], flow : repeat((if($n > 0, payoff(a, $v)), v gets 1, n gets $n + 1), until($n = 2))",
        "",
    ),
    "a variable set by a predicate": ("variables : [v], flow : (p, payoff(a, $v))", "p :- gala_set(v, 1)."),
    "a variable set by a gameflow": ("variables : [v], flow : (f, payoff(a, $v)), f : v gets 1", ""),
    "a read that is caught": ("variables : [v], flow : (catch(X = $v, _, X = 0), v gets X)", ""),
    "a loop that ends the game": (
        "flow : take_turns((choose($player, X, member(X, [1, 2])), if(X = 1, outcome(draw))))",
        "",
    ),
    "a loop that ends the game in a gameflow": ("flow : while(true, f), f : (choose(a, X, member(X, [1, 2])), g(X)), g(x) : if($x = 1, end)", ""),
    "a loop whose choice decides": ("flow : repeat(choose(a, X, member(X, [1, 2])), until(X = 1))", ""),
    "a loop over players": ("flow : (play_rounds(reveal($player, hi), 3), play_round(reveal($player, ho), [b]))", ""),
    "turns until it is somebody's": ("flow : take_turns(reveal($player, hi), until($player = b))", ""),
    "a loop that changes a family": (
        "variables : [m(a) = 0, m(b) = 0], flow : take_turns(m($player) gets $m($player) + 1, until($m(b) = 2))",
        "",
    ),
    "a loop that changes through a predicate": ("variables : [n = 0], flow : repeat(up, until($n = 3))", "up :- gala_val(n, N), M is N + 1, gala_set(n, M)."),
    "a secret that was revealed": (
        "flow : (choose(nature, C, member(C, [1, 2])), reveal(all, C), choose(a, X, between(0, C, X)), payoff(a, X))",
        "",
    ),
    "a secret whose consequences were revealed": (
        "flow : (choose(nature, C, member(C, [1, 2])), D is C + 1, reveal(a, D), choose(a, X, between(0, C, X)), payoff(a, X))",
        "",
    ),
    "a choice of one's own": ("flow : (choose(a, C, member(C, [1, 2])), choose(a, X, between(0, C, X)), payoff(a, X))", ""),
    "nature looking at a secret": ("flow : (choose(a, C, member(C, [1, 2])), choose(nature, X, between(0, C, X)), payoff(a, X))", ""),
    "a Gala variable that was revealed": (
        "variables : [c = 0], flow : (choose(b, C, member(C, [1, 2])), c gets C, answer), "
        "answer : (reveal(a, c($c)), choose(a, X, between(0, $c, X)), payoff(a, X))",
        "",
    ),
    "one's own card in a family": (
        "variables : [card(a), card(b)], flow : (choose(nature, (X, Y), member((X, Y), [(1, 2), (2, 1)])), card(a) gets X, "
        "card(b) gets Y, reveal(a, X), reveal(b, Y), choose(b, Z, between(0, $card(b), Z)), payoff(a, Z + $card(a)))",
        "",
    ),
    "a statement after a gameflow that may end the game": (
        "flow : (choose(a, X, member(X, [1, 2])), f(X), payoff(a, 1)), f(x) : if($x = 1, outcome(draw))",
        "",
    ),
    "a gameflow that calls itself": (
        "variables : [n = 0], flow : (f, payoff(a, $n)), f : (n gets $n + 1, if($n < 3, f))",
        "",
    ),
    "a choice of a value read": ("variables : [v = 1], flow : choose(a, $v, true)", ""),
    "a name that is used as a name elsewhere, too": (
        "variables : [v, best = none], flow : (v gets best, if($v = best, payoff(a, 1)), reveal(a, $best))",
        "",
    ),
    "a pair of names": ("variables : [v], flow : (v gets x - y, reveal(a, $v))", ""),
    "a parameter whose name is a gameflow's": ("params : [ante = 1], flow : (ante, outcome(draw)), ante : payoff(a, $ante)", ""),
    "a parameter whose name is a word": (
        "params : [raise = 1], flow : (choose(a, X, member(X, [fold, raise])), reveal(b, X), payoff(a, $raise))",
        "",
    ),
    "a parameter whose name is revealed": ("params : [ante = 1], flow : (reveal(all, ante), payoff(a, $ante))", ""),
    "probabilities of more options than are offered": (
        "flow : (choose(nature([h : 1/2, t : 1/2, u : 1/2]), X, member(X, [h, t])), reveal(a, X))",
        "",
    ),
    "probabilities that may be too much": (
        "flow : (choose(nature([h : 1/2, t : 1/2, u : 1/2]), X, p(X)), reveal(a, X))",
        "p(h). p(u).",
    ),
    "probabilities for patterns": (
        "flow : (choose(nature([f(_) : 1/4, t : 1/2]), X, member(X, [f(1), f(2), t])), reveal(a, X))",
        "",
    ),
    "weights": ("flow : (choose(nature(weights([h : 1, t : 2])), X, member(X, [h, t])), reveal(a, X))", ""),
    "probabilities that are parameters": (
        "params : [p = 1/3], flow : (choose(nature([h : $p, t : 1 - $p]), X, member(X, [h, t])), reveal(a, X))",
        "",
    ),
    "floating-point probabilities": (
        "flow : (choose(nature([x : 0.1, y : 0.2, z : 0.7]), X, member(X, [x, y, z])), reveal(a, X))",
        "",
    ),
    "rounds whose player is read by a predicate": (
        "flow : play_rounds((p(X), reveal(all, X)), 2)",
        "p(X) :- gala_val(player, X).",
    ),
    "rounds of a gameflow in which the opponent learns": ("flow : play_rounds(hail, 2), hail : reveal($opponent, hi)", ""),
    "a variable bound in one branch": (
        "flow : (choose(a, X, member(X, [1, 2])), if(X = 1, Y = 2, Y = 3), if(Y > 2, payoff(a, 1)))",
        "",
    ),
    "a variable bound in the iteration before": (
        "variables : [n = 0], flow : (repeat((if(($n > 0, X > 1), payoff(a, 1)), X = 2, n gets $n + 1), until($n = 2)), payoff(a, X))",
        "",
    ),
    "a variable bound by either way of a condition": (
        "flow : (choose(a, X, member(X, [1, 2])), if(((X = 1, Y = 1 ; Y = 2), Y > 1), payoff(a, 1)))",
        "",
    ),
    "a variable of the head": ("flow : (choose(a, X, p(X)), payoff(a, X))", "p(X) :- q(X, 1). q(X, Y) :- X = 1, Y < 2."),
    "a template that is compared": ("flow : (choose(a, X, (member(X-Y, [1-2, 2-3]), Y > 2)), payoff(a, X))", ""),
    "a pattern that does not fit": ("flow : (choose(a, X, (member(X, [f(1), 2]), X \\= f(_))), reveal(b, X))", ""),
    "a case that ends and says so": ("flow : (choose(a, X, member(X, [1, 2])), if(X = 1, outcome(draw), end))", ""),
    "cases that are all there are": (
        "flow : (choose(a, X, member(X, [1, 2])), if(X = 1, outcome(draw)), if(X = 2, outcome(wins(a))))",
        "",
    ),
    "a payment in one case": ("flow : (choose(a, X, member(X, [1, 2])), if(X = 1, payoff(a, 1)))", ""),
    "an outcome instead of payments": (
        "flow : (choose(a, X, member(X, [1, 2])), payoff(a, X), if(X = 1, outcome(draw)))",
        "",
    ),
    "a constraint that deals": ("objects : [deck : 1 * 3], flow : choose(nature, Hand, deal(deck, 1, Hand))", ""),
}  # fmt: skip


@pytest.mark.parametrize("case", ACCEPTED)
def test_what_is_fine_is_not_warned_about(case):
    assert found(game(*ACCEPTED[case])) == []


def test_a_variable_that_occurs_once_is_told_beside_errors_elsewhere():
    text = "game(g, [players : [a], flow : (reveal(nobody, x), X = 1, outcome([1]))])."
    assert [p.id for p in check(Source("g.gala", text)).sorted_problems()] == ["GK204", "GK307"]


def test_an_unbound_player_is_told_once():
    text = "game(g, [players : [a], flow : (reveal(Who, x), outcome([1]))])."
    assert [p.id for p in check(Source("g.gala", text)).sorted_problems()] == ["GK204"]


def test_a_text_is_checked_with_the_parameters_that_are_given():
    text = "game(g, [players : [a], params : [n], objects : [deck : 1 * $n], flow : outcome([$n])])."
    assert check(Source("g.gala", text), {"n": 3}).problems == []
    assert [p.id for p in check(Source("g.gala", text), {"m": 3}).problems] == ["GK503"]
    assert [p.id for p in check(Source("g.gala", text), {"n": "1/0"}).problems] == ["GK505"]
