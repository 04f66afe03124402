"""Descriptions are games: who decides when, who learns what, and what it is worth."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest
from rules.gdl import GdlRules as InProlog

import galakit as gk
from galakit.cli.main import main
from galakit.errors import GalakitError
from galakit.formats.exporting import lines_of
from galakit.game.game import Game
from galakit.gdl.interpreter import Interpreter
from galakit.gdl.rules import GdlRules
from galakit.loading import find
from galakit.rules.contract import CHANCE, END
from gdl.random_programs import random_game
from gdl.shapes import leaves, telling


def loads(text):
    return gk.loads(text, name="game.kif")


# -- turns -------------------------------------------------------------------------------------------------------------

BOTH = """
(role ann) (role random) (role bob) (init (turn 1))
(<= (legal ?p up) (player ?p) (true (turn 1)))
(<= (legal ?p down) (player ?p) (true (turn 1)))
(<= (legal random heads) (true (turn 1)))
(<= (legal random tails) (true (turn 1)))
(player ann) (player bob)
(<= (next (did ?p ?m)) (does ?p ?m))
(<= (sees ?p (all ?q ?m)) (player ?p) (does ?q ?m))
(<= terminal (true (did ?p ?m)))
(<= (goal ann 1) (true (did ann ?m)) (true (did bob ?m)))
(<= (goal ann 0) (true (did ann ?m)) (not (true (did bob ?m))))
(goal bob 0)
"""


def test_nature_moves_first_then_the_roles_in_order_and_nobody_sees_anything_before_all_have_moved():
    rules = loads(BOTH).rules
    step = rules.start()
    assert (step.state.mover, step.state.moves) == (CHANCE, ("heads", "tails"))
    assert step.state.probabilities == (Fraction(1, 2), Fraction(1, 2))
    step = step.state.after(0)
    assert (step.state.mover, step.observations) == (0, ())
    step = step.state.after(1)
    assert (step.state.mover, step.observations) == (1, ())
    step = step.state.after(0)
    assert step.state.mover == END and step.payoffs == (0, 0)
    seen = "[all(ann,up),all(bob,down),all(random,heads)]"
    assert [(player, rules.write(fact)) for player, fact in step.observations] == [(0, seen), (1, seen)]


def test_states_in_the_middle_of_a_turn_are_equal_if_the_same_was_chosen():
    rules = loads(BOTH).rules
    one, two = rules.start().state.after(0).state, rules.start().state.after(0).state
    assert one == two and hash(one) == hash(two)
    assert one.after(0).state == two.after(0).state != one.after(1).state


def test_both_roles_of_a_simultaneous_move_decide_at_one_information_set():
    game = loads(BOTH)
    assert game.size().information_sets == [1, 1]


# -- what is known -----------------------------------------------------------------------------------------------------

# Ann moves left or right; then she may or may not have to wait, or to make a move she has no choice about.
WAITING = """
(role ann) (role random) (init start)
(<= (legal random ?c) (true start) (coin ?c))
(<= (legal random noop) (not (true start)))
(coin heads) (coin tails)
(<= (legal ann noop) (true start))
(<= (next (coin ?c)) (does random ?c) (coin ?c))
(<= (next (coin ?c)) (true (coin ?c)))
(sees nobody nothing)
(<= terminal (true (guessed ?g)))
(<= (next (guessed ?g)) (does ann (guess ?g)))
(<= (goal ann 1) (true (guessed ?c)) (true (coin ?c)))
(<= (goal ann 0) (true (guessed ?g)) (not (true (coin ?g))))
"""
AT_ONCE = WAITING + "(<= (legal ann (guess ?c)) (true (coin ?x)) (coin ?c))"
AFTER_ONE_TURN = (
    WAITING
    + """
(<= (legal ann noop) (true (coin tails)) (not (true waited)))
(<= (next waited) (true (coin tails)))
(<= (legal ann (guess ?c)) (true (coin heads)) (coin ?c))
(<= (legal ann (guess ?c)) (true (coin tails)) (true waited) (coin ?c))
"""
)
OTHER_MOVE = (
    WAITING
    + """
(<= (legal ann noop) (true (coin tails)) (not (true waited)))
(<= (legal ann pass) (true (coin heads)) (not (true waited)))
(<= (next waited) (not (true start)))
(<= (legal ann (guess ?c)) (true waited) (coin ?c))
"""
)
SEEN = AT_ONCE + "(<= (sees ann rain) (does random tails))"


@pytest.mark.parametrize(
    ("text", "sets", "value"),
    [(AT_ONCE, 1, Fraction(1, 2)), (AFTER_ONE_TURN, 2, 1), (OTHER_MOVE, 2, 1), (SEEN, 2, 1)],
    ids=["nothing", "the number of turns", "the own forced move", "percepts"],
)
def test_plays_are_told_apart_by(text, sets, value):
    game = loads(text)
    assert game.size().information_sets == [sets]
    assert gk.solve(game).value == (value,)


def test_percepts_are_those_of_the_state_before_with_the_move():
    text = AT_ONCE + "(<= (sees ann was) (true start) (does random heads)) (<= (sees ann is) (true (coin ?c)))"
    game = loads(text)
    facts = sorted(telling(game.form, i) for i in range(2))
    assert facts == [(), ("was",)]


def test_percepts_come_as_a_set_and_names_as_they_were_spelt():
    text = AT_ONCE + "(<= (sees ann (Sky ?c)) (does random ?c)) (<= (sees ann Wind) (true start))"
    rules = loads(text).rules
    (seen,) = {rules.write(fact) for _, fact in rules.start().state.after(0).observations}
    assert seen == "[Sky(heads),Wind]"


def information_by_definition(machine, rules):
    """Walks through all developments with the rules beside them; what a role knows by either, at each of its choices.

    By the definition it is the list of its percepts and its own moves, with the moves it had.
    """
    known: list[tuple[object, object]] = []
    order = sorted(range(len(machine.roles)), key=lambda role: machine.roles[role] != "random")

    def turn(state, histories, step, facts):
        for player, fact in step.observations:
            facts = {**facts, player: (*facts[player], rules.write(fact))}
        position = step.state
        while not machine.terminal(state):
            legal = [machine.legal(state, role) for role in range(len(machine.roles))]
            choosing = [role for role in order if len(legal[role]) > 1]
            if choosing:
                choose(state, position, legal, choosing, {}, histories, facts)
                return
            state, histories = after(state, [own[0] for own in legal], legal, histories)
        assert position.mover == END and step.payoffs == tuple(machine.goals(state)[r] for r in rules.playing)

    def choose(state, position, legal, choosing, made, histories, facts):
        role = choosing[len(made)]
        player = rules.player_of(role)
        assert (position.mover, position.moves) == (player, legal[role])
        if player != CHANCE:
            known.append(((player, histories[role], legal[role]), (player, facts[player], legal[role])))
        for k, move in enumerate(legal[role]):
            step = position.after(k)
            done = {**made, role: move}
            seen = facts if player == CHANCE else {**facts, player: (*facts[player], legal[role], move)}
            if len(done) < len(choosing):
                assert step.observations == ()
                choose(state, step.state, legal, choosing, done, histories, seen)
            else:
                moves = [done.get(r, own[0]) for r, own in enumerate(legal)]
                turn(*after(state, moves, legal, histories), step, seen)

    def after(state, moves, legal, histories):
        percepts = machine.sees(state, moves)
        longer = tuple((*h, (q, m, own)) for h, q, m, own in zip(histories, percepts, moves, legal))
        return machine.next(state, moves), longer

    turn(machine.opening(), ((),) * len(machine.roles), rules.start(), dict.fromkeys(range(len(rules.players)), ()))
    return known


@pytest.mark.parametrize("seed", range(12))
def test_what_is_known_is_what_the_definition_says(seed):
    machine = Interpreter(random_game(seed))
    known = information_by_definition(machine, GdlRules(machine, "random"))
    assert len({one for one, _ in known}) == len({other for _, other in known}) == len(set(known))


@pytest.mark.parametrize("name", ["nim_gdl", "prisoners_dilemma_gdl", "blocks_world"])
def test_gdl_is_gdl_ii_where_everybody_perceives_every_move(name):
    """The lecture's embedding, which adds one rule."""
    text = find(name).text
    plain = loads(text)
    embedded = loads(text + "(<= (sees ?p (move ?o ?m)) (role ?p) (does ?o ?m))")
    assert embedded.size() == plain.size()
    if plain.form.constant_sum is not None or len(plain.players) == 1:
        assert gk.solve(embedded).value == gk.solve(plain).value


@pytest.mark.parametrize("name", ["simplified_poker", "monty_hall_gdl"])
def test_another_interpreter_finds_the_same_game(name):
    """The one written in our Prolog for the tests, which shares nothing with the one under test."""
    text = "\n".join(line.partition(";")[0] for line in find(name).text.splitlines())
    one, other = gk.load(name), Game(InProlog(text))
    size, found = one.size(), other.size()
    assert (size.nodes, size.information_sets, size.sequences) == (found.nodes, found.information_sets, found.sequences)
    assert gk.solve(one).value == gk.solve(other).value


# -- turns by control --------------------------------------------------------------------------------------------------

# The same game twice: Ann looks at a coin and says something, Bob hears it and guesses the coin.
GUESSING = """
role(ann). role(bob). role(random). init(control(random)).
side(heads). side(tails).
next(coin(C)) :- does(random, toss(C)). next(coin(C)) :- true(coin(C)).
next(said(C)) :- does(ann, say(C)). next(said(C)) :- true(said(C)).
next(right) :- does(bob, guess(C)) & true(coin(C)). next(over) :- does(bob, guess(C)).
next(control(ann)) :- true(control(random)). next(control(bob)) :- true(control(ann)).
terminal :- true(over).
goal(ann, 0) :- true(right). goal(bob, 1) :- true(right). goal(ann, 1) :- ~true(right). goal(bob, 0) :- ~true(right).
"""
JOINT = (
    GUESSING
    + """
legal(random, toss(C)) :- side(C) & true(control(random)). legal(ann, say(C)) :- side(C) & true(control(ann)).
legal(bob, guess(C)) :- side(C) & true(control(bob)). legal(R, noop) :- role(R) & ~true(control(R)).
sees(ann, coin(C)) :- does(random, toss(C)). sees(bob, said(C)) :- does(ann, say(C)).
"""
)
BY_CONTROL = (
    GUESSING
    + """
legal(random, toss(C)) :- side(C). legal(ann, say(C)) :- side(C). legal(bob, guess(C)) :- side(C).
lies(C) :- true(coin(C)).
sees(ann, coin(C)) :- lies(C). sees(bob, said(C)) :- true(said(C)).
"""
)


def test_who_has_control_moves_and_everybody_sees_the_present_state():
    joint, control = (
        gk.loads(text, name="game.gdl", turns=t) for text, t in [(JOINT, "joint"), (BY_CONTROL, "control")]
    )
    assert control.params == {"turns": "control"}
    assert control.size() == joint.size() and joint.size().information_sets == [2, 2]
    assert gk.solve(control).value == gk.solve(joint).value == (Fraction(1, 2), Fraction(1, 2))

    def last(form, i):
        return telling(form, i)[-1]

    assert leaves(control.form, last) == leaves(joint.form, last)


# -- the same game in other languages ----------------------------------------------------------------------------------


def in_gala(text):
    """A fact or move in the words of the Gala game: there cards are pairs, and doors are chosen without a word."""
    return re.sub(r"^chose\(choose\((.)\)\)$|^choose\((.)\)$", _door, text).replace("(c(", "((")


def _door(found):
    return f"chose({found[1]})" if found[1] else found[2]


@pytest.mark.parametrize(("name", "least"), [("kuhn", -2), ("monty_hall", 0), ("leduc", -13)])
def test_three_front_ends_tell_of_one_game(name, least):
    gala, gdl = gk.load(name), gk.load(f"{name}_gdl")
    efg = gk.loads("".join(lines_of(gala, "efg")), name="game.efg")
    for other in (gdl, efg):
        assert other.size().information_sets == gala.size().information_sets
        assert other.size().sequences == gala.size().sequences
    value = gk.solve(gala).value
    if name != "leduc":  # which is solved in floating point
        assert gk.solve(efg).value == value
        assert tuple(v + least for v in gk.solve(gdl).value) == value
    assert [float(v) + least for v in gk.solve(gdl).value] == pytest.approx([float(v) for v in value], abs=1e-9)

    def known(form, i):
        return tuple(in_gala(fact) for fact in telling(form, i))

    def move(form, i, k):
        return in_gala(form.moves(i)[k])

    assert leaves(gdl.form, known, move, least=least) == leaves(gala.form, known, move)


# -- what the plays are worth ------------------------------------------------------------------------------------------


def test_the_lectures_poker_has_sensible_payoffs():
    """Units of 25 around 50: bluffing with a third of the ones, calling with a third of the twos, 1/18 of a unit."""
    game = gk.load("simplified_poker")
    assert game.form.constant_sum == 100
    solution = gk.solve(game)
    assert solution.value == (50 + Fraction(25, 18), 50 - Fraction(25, 18))


@pytest.mark.parametrize(
    ("name", "value"),
    [("mastermind", (Fraction(460, 9),)), ("blocks_world", (100,)), ("nim_gdl", (0, 100))],
)
def test_shipped_games_have_their_values(name, value):
    assert gk.solve(gk.load(name)).value == value


def test_tic_tac_toe_is_a_draw():
    game = gk.load("tic_tac_toe_gdl")
    assert gk.solve(game).value == (50, 50)
    assert game.automaton.nodes[1] == 255_168, "the number of plays that is known"


def test_a_game_that_can_return_to_a_state_is_said_to_go_on_for_ever():
    text = """(role ann) (init (at 1)) (legal ann stay) (legal ann go) (base (at 1)) (base (at 2))
        (<= (next (at 2)) (does ann go) (true (at 1))) (<= (next (at 1)) (does ann go) (true (at 2)))
        (<= (next (at ?x)) (does ann stay) (true (at ?x))) (goal ann 0)"""
    with pytest.raises(GalakitError, match="the game can go on for ever") as caught:
        loads(text).size()
    assert caught.value.diagnostics[0].id == "GK602"


# -- everywhere --------------------------------------------------------------------------------------------------------


def test_random_plays_need_no_exploring(capsys):
    assert main(["simulate", "connect_four", "-n", "2", "--agent", "random", "--seed", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["plays"] == 2 and {sum(map(float, t["payoffs"])) for t in told["traces"]} == {100}


@pytest.mark.parametrize("ending", ["kif", "gdl"])
@pytest.mark.parametrize("command", [["check"], ["size", "--json"], ["solve", "--json"], ["show"], ["export"]])
def test_commands_take_files_in_both_notations(tmp_path, capsys, command, ending):
    path = tmp_path / f"game.{ending}"
    if ending == "kif":
        path.write_text(AT_ONCE)
    else:
        path.write_text(
            "role(ann). init(start). legal(ann, M) :- move(M). move(a). move(b).\n"
            "next(did(M)) :- does(ann, M). terminal :- true(did(M)). goal(ann, 1) :- true(did(a)). % best\n"
            "goal(ann, 0) :- true(did(b))."
        )
    assert main([command[0], str(path), *command[1:]]) == 0
    printed = capsys.readouterr()
    assert printed.out or (command == ["check"] and "warning" in printed.err)


def test_a_saved_solution_brings_its_description_along(tmp_path):
    gk.solve(gk.load("kuhn_gdl")).save(tmp_path / "kuhn.json")
    from galakit.loading import game_of

    solution = gk.load_solution(tmp_path / "kuhn.json")
    assert game_of(solution).size().nodes == 55


def test_a_description_is_known_by_its_text():
    assert gk.loads("role(ann). legal(ann, go). init(a). terminal :- true(a). goal(ann, 7).").size().nodes == 1
    with pytest.raises(GalakitError, match="has no parameter `size`"):
        gk.loads("(role ann)", name="a.kif", size=3)


def test_rules_that_were_sent_in_capitals_are_the_same_game():
    assert loads(AT_ONCE.upper()).size() == loads(AT_ONCE).size()


def test_simulated_plays_go_on_where_a_goal_is_missing_and_say_so(tmp_path, capsys):
    path = tmp_path / "gift.kif"
    path.write_text("(role ann) (init s) (legal ann a) (legal ann b) (<= (next t) (true s)) (<= terminal (true t))")
    assert main(["simulate", str(path), "-n", "3", "--agent", "random", "--seed", "1", "--json"]) == 0
    printed = capsys.readouterr()
    assert "ann has no goal value in a terminal state, or several: counted as 0" in printed.err
    assert json.loads(printed.out)["doubts"] and json.loads(printed.out)["mean"] == [0]
    assert main(["solve", str(path)]) == 2
    assert "GK943" in capsys.readouterr().err
