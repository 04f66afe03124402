"""What each statement of Gala means, on games small enough to check by eye."""

from __future__ import annotations

from fractions import Fraction

import pytest

import galakit as gk


def game(flow, more="", players="[a, b]", clauses="", **params):
    return gk.loads(f"game(g, [players : {players}, flow : {flow}{', ' + more if more else ''}]).\n{clauses}", **params)


def leaves(g):
    """Payoffs of the terminal nodes, in order of the walk, with their probability by chance."""
    tree = g.tree
    return [
        (tree.reaches[tree.reach[v]], tuple(tree.payoffs[tree.payoff[v]]))
        for v in range(tree.nodes)
        if tree.end[v] == v + 1
    ]


def sets(g):
    form = g.form
    return [(form.players[int(form.player[i])], form.facts(i)) for i in range(form.information_sets)]


def test_choose_offers_the_distinct_instances_in_order_of_solution():
    g = game("(choose(a, X, member(X, [2, 1, 2, 3])), outcome([X, 0]))")
    assert g.form.moves(0) == ("2", "1", "3")
    assert [p for _, p in leaves(g)] == [(2, 0), (1, 0), (3, 0)]


def test_facts_are_what_was_offered_chosen_and_revealed_in_order():
    g = game(
        "(choose(a, X, member(X, [1, 2])), reveal(b, half(X)), choose(b, Y, member(Y, [u, v])), reveal(all, Y),"
        " choose(a, Z, member(Z, [x, y])), end)"
    )
    found = sets(g)
    assert ("a", ("choosing([1,2])",)) in found
    assert ("b", ("half(1)", "choosing([u,v])")) in found
    assert ("a", ("choosing([1,2])", "chose(1)", "u", "choosing([x,y])")) in found
    assert len(found) == 1 + 2 + 4


def test_a_player_distinguishes_states_in_which_he_has_different_options():
    g = game("(choose(nature, N, member(N, [1, 2])), choose(a, X, between(1, N, X)), end)")
    assert [facts for _, facts in sets(g)] == [("choosing([1])",), ("choosing([1,2])",)]


@pytest.mark.parametrize(
    ("nature", "chances"),
    [
        ("nature", [Fraction(1, 2), Fraction(1, 2)]),
        ("nature([h : 1/3, t : 2/3])", [Fraction(1, 3), Fraction(2, 3)]),
        ("nature(fair)", [Fraction(1, 4), Fraction(3, 4)]),
        ("nature(weights([h : 1, t : 4]))", [Fraction(1, 5), Fraction(4, 5)]),
        ("nature(weights(heavy(3)))", [Fraction(3, 4), Fraction(1, 4)]),
    ],
)
def test_nature_draws_by_the_distribution_it_is_given(nature, chances):
    g = game(
        f"(choose({nature}, C, member(C, [h, t])), end)",
        clauses="fair(h, 1/4). fair(t, 3/4). heavy(N, h, N). heavy(_, t, 1).",
    )
    assert [r for r, _ in leaves(g)] == chances


def test_payoffs_add_up_and_outcome_ends_the_game():
    g = game("(payoff(a, 1), payoff([a, b], 2), payoff(all, 1/2), outcome([10, 20]))")
    assert leaves(g) == [(1, (Fraction(27, 2), Fraction(45, 2)))]


def test_symbolic_outcomes():
    pay = {
        "draw": (0, 0, 0),
        "wins(b)": (Fraction(-1, 2), 1, Fraction(-1, 2)),
        "stalemate": (1, 2, 3),
        "lost(c)": (0, 0, 9),
    }
    for outcome, payoffs in pay.items():
        g = game(
            f"outcome({outcome})",
            "outcomes : [stalemate : [1, 2, $n], lost(_) : [0, 0, 9]], params : [n = 3]",
            "[a, b, c]",
        )
        assert leaves(g) == [(1, payoffs)]


def test_if_keeps_the_bindings_of_its_condition_and_arrows_mean_the_same():
    for conditional in (
        "if(member(X, [7, 8]), payoff(a, X), payoff(a, 0))",
        "(member(X, [7, 8]) -> payoff(a, X) ; true)",
    ):
        assert leaves(game(f"({conditional}, end)")) == [(1, (7, 0))]
    assert leaves(game("(if(fail, payoff(a, 1)), payoff(b, 2))")) == [(1, (0, 2))]


def test_while_and_repeat_have_fresh_variables_in_each_iteration():
    g = game("(while($n > 0, (X is $n * 10, payoff(a, X), n gets $n - 1)), end)", "variables : [n = 3]")
    assert leaves(g) == [(1, (60, 0))]
    g = game(
        "(repeat((X is $n + 1, n gets X), unless(four), until(two)), payoff(a, $n))",
        "variables : [n = 0]",
        clauses="two :- gala_val(n, 2). four :- gala_val(n, 4).",
    )
    assert leaves(g) == [(1, (2, 0))]


def test_unless_is_tested_before_and_until_after_an_iteration():
    body = "(repeat(n gets $n + 1, {}), payoff(a, $n))"
    done = "done :- gala_val(n, N), N >= 0."
    assert leaves(game(body.format("unless(done)"), "variables : [n = 0]", clauses=done)) == [(1, (0, 0))]
    assert leaves(game(body.format("until(done)"), "variables : [n = 0]", clauses=done)) == [(1, (1, 0))]


def test_a_condition_may_be_a_gameflow_with_an_outcome():
    g = game(
        "take_turns(n gets $n + 1, until(three))",
        "variables : [n = 0], three : ($n >= 3 -> outcome(wins($player)))",
    )
    assert leaves(g) == [(1, (1, -1))]


def test_play_round_and_take_turns_name_the_player_and_his_neighbours():
    assert leaves(game("play_round(payoff($player, 1))")) == [(1, (1, 1))]
    assert leaves(game("play_round(payoff($opponent, $k), [b])", "params : [k = 5]")) == [(1, (5, 0))]
    g = game("play_round((payoff($lho, 1), if($player = c, payoff($rho, 10))))", players="[a, b, c]")
    assert leaves(g) == [(1, (1, 11, 1))]
    g = game("play_rounds(payoff($player, $n), 2)", "variables : [n = 3]")
    assert leaves(g) == [(1, (6, 6))]


def test_nested_rounds_give_the_turn_back():
    g = game("play_round((play_round(true), payoff($player, 1)), [b])")
    assert leaves(g) == [(1, (0, 1))]


def test_gameflows_have_formals_by_value_and_local_variables():
    g = game(
        "(X = 1, twice(X + 1), twice($v), payoff(b, X))",
        "variables : [v = 5], twice(n) : (X is $n * 2, payoff(a, X), v gets 0)",
    )
    assert leaves(g) == [(1, (4 + 0, 1))]


def test_a_gameflow_may_call_itself():
    g = game("down(3)", "down(n) : if($n > 0, (choose(a, X, member(X, [0, 1])), payoff(a, X * $n), down($n - 1)))")
    assert g.size().nodes == 15 and max(p[0] for _, p in leaves(g)) == 6


def test_behind_a_last_call_the_callers_of_a_gameflow_go_on():
    g = game(
        "(outer(2), payoff(b, 10))",
        "outer(n) : (inner($n), payoff(a, $n)), inner(n) : (choose(a, X, member(X, [0, 1])), last($n + 1, X)), "
        "last(n, m) : (choose(b, Y, member(Y, [5])), payoff(b, $n + $m + Y))",
    )
    assert leaves(g) == [(1, (2, 18)), (1, (2, 19))]


def test_assignment_evaluates_arithmetic_and_keeps_other_terms():
    g = game("(x gets 3 - 1, y gets a-b, reveal(a, got($x, $y)), choose(a, _, true), end)", "variables : [x, y]")
    assert sets(g)[0][1][0] == "got(2,a-b)"


def test_indexed_variables_and_the_old_spelling_of_reads():
    g = game(
        "(score(b) gets '$score'(a) + 1, payoff(b, $score(b)), play_round(payoff($player, $score($player))))",
        "variables : [score(a) = 10, score(b) = 0]",
    )
    assert leaves(g) == [(1, (10, 22))]


def test_parameters_are_terms_numbers_lists_or_goals():
    text = "game(g, [players : [a], params : [n, l = [1, 2], test = integer], flow : (T = $test, call(T, $n), L = $l,"
    text += " sum_list(L, S), payoff(a, S * $n))])."
    assert leaves(gk.loads(text, n=3)) == [(1, (9,))]
    assert leaves(gk.loads(text, n="2 + 2", l=[5, Fraction(1, 2)])) == [(1, (22,))]
    with pytest.raises(gk.GalakitError, match="this goal failed"):
        gk.loads(text, n="x").size()


def test_dealing_removes_cards_and_the_rest_of_the_deck_is_remembered_only_if_needed():
    g = game(
        "(choose(nature, H, deal(deck, 2, H)), reveal(a, H), choose(nature, C, deal(deck, 1, [C])), reveal(b, C),"
        " choose(b, _, true), outcome(draw))",
        "objects : [deck : [1, 2] * 2]",
    )
    facts = {f[0] for p, f in sets(g)}
    assert facts == {"(1,1)", "(1,2)", "(2,1)", "(2,2)"} and g.size().nodes == 1 + 6 + 6 * 2 * 2


def test_pay_takes_the_amount_first_or_last():
    money = "objects : [money : [x, y]]"
    assert leaves(game("(pay(3, x, y), payoff(a, $money(y)))", money)) == [(1, (3, 0))]
    assert leaves(game("(pay(x, y, 3), payoff(a, $money(x)))", money)) == [(1, (-3, 0))]


def test_floats_make_the_game_inexact():
    g = game(
        "(choose(nature([x : 0.25, y : 0.75]), X, member(X, [x, y])), if(X = x, outcome([1, -1]), outcome([0, 0])))"
    )
    assert not g.form.exact
    assert gk.solve(g).value == pytest.approx((0.25, -0.25))
    with pytest.raises(gk.GalakitError, match="exact"):
        gk.solve(g, exact=True)


# -- states are minimal -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cash", [2, 3, 5])
def test_the_states_of_one_suited_poker_do_not_grow_with_the_deck(cash):
    assert gk.load("poker", ranks=5, cash=cash).size().states == gk.load("poker", ranks=12, cash=cash).size().states


def test_a_variable_that_is_never_read_again_is_no_part_of_the_state():
    flow = "(choose(nature, X, between(1, 9, X)), v gets X, {} choose(a, Y, member(Y, [0, 1])), {})"
    forgetful = game(flow.format("", "payoff(a, Y)"), "variables : [v]")
    mindful = game(flow.format("", "payoff(a, Y * $v)"), "variables : [v]")
    rewritten = game(flow.format("v gets 1,", "payoff(a, Y * $v)"), "variables : [v]")
    assert (forgetful.size().states, rewritten.size().states, mindful.size().states) == (3, 3, 11)


def test_liveness_sees_through_calls_and_predicates():
    more = "variables : [v, w], later : (choose(a, Y, member(Y, [0, 1])), use(P), payoff(a, P * Y))"
    flow = "(choose(nature, X, between(1, 9, X)), v gets X, w gets X, later)"
    reads_v = game(flow, more, clauses="use(P) :- inner(P). inner(P) :- gala_val(v, Q), P is Q mod 2.")
    reads_nothing = game(flow, more, clauses="use(1).")
    assert (reads_v.size().states, reads_nothing.size().states) == (11, 3)


def test_equal_futures_from_different_callers_are_one_state_when_the_callers_need_nothing():
    g = game(
        "(choose(nature, X, between(1, 4, X)), if(X > 2, one(X), one(0)))",
        "one(n) : (choose(a, Y, member(Y, [0, 1])), payoff(a, Y))",
    )
    assert g.size().states <= 4


def test_a_goal_that_is_handed_a_goal_that_reads_the_state_is_asked_every_time():
    g = game(
        "(G = above, v gets 0, if(maplist(G, [1]), payoff(a, 1)), v gets 5, if(maplist(G, [1]), payoff(a, 10)))",
        "variables : [v]",
        clauses="above(X) :- gala_val(v, V), V > X.",
    )
    assert leaves(g) == [(1, (10, 0))]


def test_liveness_sees_goals_that_are_handed_over_in_variables():
    flow = "(choose(nature, X, between(1, 3, X)), v gets X, {} choose(a, Y, member(Y, [1, 2])), {}, end)"
    clauses = "above(Y) :- gala_val(v, V), V > Y. asks(G, Y) :- call(G, Y). pick([G|_], Y) :- call(G, Y). bare(G) :- G."
    clauses += " fold(Y, _, _, _, yes) :- above(Y)."
    for early, late in [
        ("G = above,", "if((T =.. [G, Y], bare(T)), payoff(a, 1))"),
        ("G = above,", "if(call(G, Y), payoff(a, 1))"),
        ("G = above,", "if(asks(G, Y), payoff(a, 1))"),
        ("G = [above],", "if(pick(G, Y), payoff(a, 1))"),
        ("", "if(maplist(above, [Y]), payoff(a, 1))"),
        ("G = above,", "if(partition(G, [Y], [_], _), payoff(a, 1))"),
        ("G = above,", "if(apply(G, [Y]), payoff(a, 1))"),
        ("G = above,", "if(call([Z]>>call(G, Z), Y), payoff(a, 1))"),
        ("G = above,", "if(aggregate_all(count, call(G, Y), 1), payoff(a, 1))"),
        ("G = above,", "if(findall(x, call(G, Y), [_], []), payoff(a, 1))"),
        ("G = above,", "if(catch(call(G, Y), _, fail), payoff(a, 1))"),
        ("G = above,", "if(map_assoc(G, t(k, Y, -, t, t)), payoff(a, 1))"),
        ("G = fold,", "if(foldl(G, [Y], [0], [0], no, yes), payoff(a, 1))"),
    ]:
        g = game(flow.format(early, late), "variables : [v]", clauses=clauses)
        assert sorted(p[0] for _, p in leaves(g)) == [0, 0, 0, 1, 1, 1], late


def test_variables_in_a_parameter_are_new_wherever_it_is_used():
    text = """game(g, [players : [a], params : [list = [_, 1]],
        flow : ($list = [two, _], $list = [X, _], if(var(X), reveal(a, fresh), reveal(a, shared)),
                choose(a, Y, member(Y, [1, 2])), outcome([Y]))])."""
    assert gk.loads(text).form.facts(0)[0] == "fresh"
    assert gk.loads(text, list="[A, A]").form.facts(0)[0] == "fresh"


def test_options_that_look_alike_in_a_list_are_told_apart():
    """A pair among the options stands in brackets: (1,2), 3 are two options, 1, 2, 3 are three."""
    g = game(
        "(choose(nature, C, member(C, [x, y])),"
        " if(C = x, choose(a, O, member(O, [(1, 2), 3])), choose(a, O, member(O, [1, 2, 3]))), end)"
    )
    assert [facts for _, facts in sets(g)] == [("choosing([(1,2),3])",), ("choosing([1,2,3])",)]


@pytest.mark.parametrize(
    "loop",
    [
        "while($l = [_, _|_], ($l = [_|T], l gets T))",
        "repeat(($l = [_|T], l gets T), until($l = [_]))",
        "(play_round(($l = [_|T], l gets T)), play_round(if($l = [_, _|_], ($l = [_|T2], l gets T2))))",
        "take_turns(($l = [_|T], l gets T), unless($l = [_]))",
    ],
)
def test_an_anonymous_variable_in_a_loop_is_new_each_time(loop):
    g = game(f"({loop}, length($l, N), outcome([N, 0]))", "variables : [l = [1, 2, 3, 4]]")
    assert [p for _, p in leaves(g)] == [(1, 0)]
