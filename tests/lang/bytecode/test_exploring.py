"""The abstract machine finds the states that Python's engine finds, in the same order, with the same edges."""

from __future__ import annotations

from pathlib import Path

import pytest
import test_errata as errata
from games.small import small
from hypothesis import given
from hypothesis import strategies as st
from library.test_papers import BLIND, POKER, TIC_TAC_TOE

import galakit as gk
from galakit.game.explore import explored_one_by_one
from galakit.game.from_table import from_table
from galakit.game.order_of_use import in_order_of_use
from galakit.lang.bytecode import exploring
from galakit.lang.bytecode.columns import state_table
from galakit.lang.bytecode.exploring import Exploration
from galakit.lang.gala.rules import GalaRules
from galakit.lang.prolog.machine import Machine
from lang.random_programs import Program, TooLarge
from lang.test_random_programs import means_the_same

SHIPPED = Path(gk.__file__).parent / "games"
STATES = 4_000  # of a game that is explored twice


def spelled_out(automaton):
    """Everything an automaton says."""
    fields = {name: getattr(automaton, name) for name in automaton.__dataclass_fields__}
    fields["moves"] = list(automaton.moves)
    return {name: value.tolist() if hasattr(value, "tolist") else value for name, value in fields.items()}


def by_python(rules, states):
    """The automaton by Python's engine alone."""
    return in_order_of_use(explored_one_by_one(rules, states, None))


def by_machine(rules):
    """The automaton by the machine alone, whatever it leaves to Python."""
    found = Exploration(rules)
    found.run(None, None)
    return in_order_of_use(from_table(rules, state_table(found.found()))), found


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    monkeypatch.setattr(exploring, "PATIENCE", 10**9)


def agrees(load, states=STATES):
    try:
        expected = by_python(load().rules, states)
    except gk.GalakitError:
        return None
    automaton, found = by_machine(load().rules)
    assert spelled_out(automaton) == spelled_out(expected)
    return found


@pytest.mark.parametrize("name", sorted(path.stem for path in SHIPPED.glob("*.gala")))
def test_every_shipped_game_has_the_same_states(name):
    agrees(lambda: small(name))


@pytest.mark.parametrize(
    ("text", "params"),
    [
        (POKER, {"suits": "[s]", "ranks": 8, "cards": 1, "cash": 2}),
        (POKER, {"suits": 2, "ranks": 3, "cards": 2, "cash": 3}),
        (BLIND, {"size": 2, "line": 2}),
        pytest.param(TIC_TAC_TOE, {}, marks=pytest.mark.slow),
    ],
)
def test_the_programs_of_the_papers_have_the_same_states(text, params):
    found = agrees(lambda: gk.loads(text, **params), 6_000)
    assert found is not None and found.in_python < 10


@pytest.mark.parametrize("corrected", [False, True], ids=["as printed", "corrected"])
@pytest.mark.parametrize(
    ("text", "printed", "instead", "params"),
    [
        (errata.POKER, "if($debt=0,", "if(Bet = $debt,", {}),
        (errata.INSPECTION, errata.INSPECTION, errata.CORRECTED, {"stages": 2, "inspections": 1}),
        (errata.INSPECTION, errata.INSPECTION, errata.CORRECTED, {"stages": 4, "inspections": 2}),
    ],
    ids=["poker", "inspection", "longer inspection"],
)
def test_listings_with_errata_have_the_same_states(text, printed, instead, params, corrected):
    text = text.replace(printed, instead) if corrected else text
    found = agrees(lambda: gk.loads(text, **params))
    assert found is not None and found.in_python < 10


LARGER = {
    "tic_tac_toe": {}, "blind_tic_tac_toe": {"size": 3, "line": 3}, "connect_k": {"columns": 4}, "dark_hex": {"rows": 3},
    "goofspiel": {"cards": 4, "order": "descending"}, "battleship": {"rows": 2, "columns": 3}, "nim": {},
}  # fmt: skip


@pytest.mark.parametrize("name", LARGER)
def test_it_does_nearly_every_state_of_a_larger_game_itself(name):
    _, found = by_machine(gk.load(name, **LARGER[name]).rules)
    assert found.in_python < 10


@given(st.integers(0, 10**9))
def test_random_programs_have_the_same_states(seed):
    try:
        text = Program(seed).text
    except TooLarge:
        return
    agrees(lambda: gk.loads(text))


@given(st.integers(0, 10**9))
def test_a_random_program_means_the_same_to_a_direct_recursion(seed):
    few, patience = GalaRules.few, GalaRules.patience
    GalaRules.few = GalaRules.patience = 0
    try:
        means_the_same(seed)
    finally:
        GalaRules.few, GalaRules.patience = few, patience


def game(flow, more="", clauses=""):
    return f"game(g, [players : [a, b], {more} flow : ({flow})]).\n{clauses}"


COUNTING = "n gets 0, while($n < {}, (choose(a, X, member(X, [1, 2])), n gets $n + X)), "


@pytest.mark.parametrize(
    "text",
    [
        game(COUNTING.format(9) + "Y is 1 / ($n - 9), payoff(a, Y)", "variables : [n],"),
        game(COUNTING.format(9) + "payoff(a, foo)", "variables : [n],"),
        game(COUNTING.format(9) + "outcome(wins(c))", "variables : [n],"),
        game(COUNTING.format(9) + "p($n)", "variables : [n],", "p(N) :- N < 0."),
        game(COUNTING.format(9) + "p($n)", "variables : [n],", "p(N) :- M is N + 1, p(M)."),
        game(COUNTING.format(9) + "choose(b, Y, member(Y, []))", "variables : [n],"),
        game(COUNTING.format(9) + "choose(nature([1 : 1/2, 2 : 1/3]), Y, member(Y, [1, 2]))", "variables : [n],"),
        game(COUNTING.format(9) + "atom_length($n, L), atom_length(X, L)", "variables : [n],"),
        game(COUNTING.format(9) + "reveal(c, $n)", "variables : [n],"),
        game(COUNTING.format(9) + "while(true, n gets 10)", "variables : [n],"),
        game(COUNTING.format(9) + "payoff(a, $m)", "variables : [n, m],"),
    ],
)
def test_errors_are_those_of_python(text, monkeypatch):
    # The fifth never ends: a hundred thousand inferences show that as well as five million.
    monkeypatch.setattr(exploring, "STEP_LIMIT", 100_000)
    monkeypatch.setattr(Machine.__init__, "__defaults__", (100_000,))

    def message(few):
        monkeypatch.setattr(GalaRules, "few", few)
        monkeypatch.setattr(GalaRules, "patience", 0)
        with pytest.raises(gk.GalakitError) as caught:
            _ = gk.loads(text).automaton
        return str(caught.value)

    assert message(0) == message(10**6)


@pytest.mark.parametrize(
    "text",
    [
        # fractions, texts, large numbers, open terms: left to Python, state by state or for the whole game
        game(COUNTING.format(7) + "Y is 1 / $n, payoff(a, Y), payoff(b, -Y)", "variables : [n],"),
        game(COUNTING.format(7) + "Y is 2 ** (10 * $n), reveal(b, Y), outcome(draw)", "variables : [n],"),
        game(COUNTING.format(7) + 'reveal(b, "text"), atom_concat(x, y, Z), reveal(a, Z), outcome(draw)', "variables : [n],"),
        game("m gets f(_), " + COUNTING.format(5) + "$m = f(Y), reveal(a, Y), outcome(draw)", "variables : [n, m],"),
        game(COUNTING.format(5) + "choose(nature(weights([x : 1, y : $n])), Z, member(Z, [x, y])), reveal(b, Z), outcome(draw)", "variables : [n],"),
        game(COUNTING.format(5) + "findall(Q - S, (member(Q, [1, 2]), S is Q * $n), L), reveal(b, L), outcome([$n, 0])", "variables : [n],"),
        game(COUNTING.format(5) + "Y is $n * 0.5, payoff(a, Y), payoff(b, -Y)", "variables : [n],"),
        game("P = Q, " + COUNTING.format(3) + "P = 1, reveal(b, Q), outcome(draw)", "variables : [n],"),
    ],
)  # fmt: skip
def test_what_it_cannot_compute_python_computes(text, monkeypatch):
    monkeypatch.setattr(GalaRules, "few", 0)
    monkeypatch.setattr(GalaRules, "patience", 0)
    expected = by_python(gk.loads(text).rules, STATES)
    assert spelled_out(gk.loads(text).automaton) == spelled_out(expected)


@pytest.mark.parametrize("goal", ["between(1, 20000, X)", "(between(1, 20000, X), X > 0.5)"])
def test_a_state_may_have_more_options_than_there_was_room_for_all_edges(goal):
    """By the machine, and by Python where only Python can compare."""
    found = agrees(lambda: gk.loads(game(f"choose(nature, X, {goal}), Y is X mod 7, outcome([Y, 0])")), 30_000)
    assert found is not None and found.rows.edges == 20_000
