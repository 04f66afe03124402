"""Queries about a state: Prolog goals evaluated at any point of a play of a Gala game.

>>> import galakit as gk
>>> session = Session(gk.load("poker"))
>>> [answer.bindings for answer in session.ask("member(P, [dealer, pot]), M = $money(P)")]
[{'P': 'dealer', 'M': '1'}, {'P': 'pot', 'M': '2'}]
>>> session.choose(session.moves().index("([(1,3)],[(1,1)])"))
>>> session.now.facts
(('myhand([1])',), ('myhand([3])', 'choosing([0,1])'))
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.lang.gala.rules import TURN, GalaRules
from galakit.lang.gala.scope import Frame, Scope
from galakit.lang.prolog.faults import TROUBLE, as_prolog_error
from galakit.lang.prolog.walk import resolve, variables
from galakit.lang.reader import read_term
from galakit.lang.syntax import to_term
from galakit.lang.terms import Term, Var, sym
from galakit.lang.writer import write
from galakit.play.step_trace import mover
from galakit.rules.contract import END, Number, State
from galakit.rules.knowledge import Knowledge

CALL = sym("call", 1)

if TYPE_CHECKING:
    from galakit.game.game import Game


@dataclass(frozen=True)
class Answer:
    """The bindings of a goal's variables, and whether this is certainly the last answer."""

    bindings: dict[str, str]
    last: bool


@dataclass(frozen=True)
class Point:
    """A point of a play: the state, the Gala variables, and each player's facts and payoff."""

    state: State
    store: dict[Term, Term]
    facts: Knowledge
    payoffs: tuple[Number, ...]


class Session:
    """A play of a Gala game that can go forwards and back, with Prolog queries at each point."""

    def __init__(self, game: Game) -> None:
        rules = game.rules
        if not isinstance(rules, GalaRules):
            raise GalakitError(
                f"`{game.name}` is not written in Gala", hint="questions can be asked of Gala games only", id="GK513"
            )
        self.rules = rules
        self.params = {name: to_term(read_term(value), {}) for name, value in game.params.items()}
        self.points: list[Point] = []

    @property
    def now(self) -> Point:
        """The current point of the play, which starts if necessary."""
        if not self.points:
            step, store = self.rules.step_with_store(None)
            self.points.append(Point(step.state, store, Knowledge.opening(self.rules, step), step.payoffs))
        return self.points[-1]

    def moves(self) -> list[str]:
        """What can be chosen now."""
        return [self.rules.write(move) for move in self.now.state.moves]

    def mover(self) -> str | None:
        """Who is to choose; None at the end."""
        state = self.now.state
        return None if state.mover == END else mover(self.rules, state)

    def variables(self) -> dict[str, str]:
        """The Gala variables and their values."""
        return {write(cell): write(value) for cell, value in self.now.store.items() if cell not in TURN}

    def choose(self, index: int) -> None:
        """Make the move of that index."""
        now = self.now
        texts = self.moves()
        if not 0 <= index < len(texts):
            raise GalakitError("the game is over" if not texts else f"there is no move {index + 1}", id="GK513")
        step, store = self.rules.step_with_store(now.state, index)
        facts = now.facts.after(self.rules, now.state, index, step)
        payoffs = tuple(total + gain for total, gain in zip(now.payoffs, step.payoffs))
        # Variables that the step does not mention are dead, but keep their values here.
        self.points.append(Point(step.state, now.store | store, facts, payoffs))

    def back(self) -> None:
        """Take the last move back."""
        if len(self.points) < 2:
            raise GalakitError("there is no move to take back", id="GK513")
        self.points.pop()

    def restart(self) -> None:
        """Back to the beginning."""
        del self.points[1:]

    def ask(self, question: str) -> Iterator[Answer]:
        """The answers to a goal, one by one; `$x` reads a Gala variable or a parameter. Assignments do not last."""
        scope = Scope(Frame(), {}, self.params)
        database = self.rules.database
        machine = database.machine
        try:
            goal = (CALL, scope.term(read_term(question, "<goal>")))  # `call` refuses what is no goal
            names = scope.prolog
            code = database.compile_goal(goal, names.values())
            machine.store = (self.now.store if self._begins() else self.rules.initial).copy()
            for _ in machine.solutions(code, tuple(names.values())):
                yield Answer(_bindings(names), last=len(machine.choices) == 1)
        except TROUBLE as trouble:
            fault = as_prolog_error(trouble)
            raise GalakitError(fault.message, hint=fault.hint, id=fault.id) from trouble
        finally:
            machine.choices.clear()
            machine.trail.clear()

    def _begins(self) -> bool:
        """Whether the play can begin; if not, goals see the initial values, so that the error can be found."""
        try:
            return bool(self.now)
        except GalakitError:
            return False


class _Unbound:
    """The text of an unbound variable."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


def _bindings(names: dict[str, Var]) -> dict[str, str]:
    """What each variable of a goal is bound to. Unbound ones keep their names, and new ones the same in all answers."""
    shown = {name: var for name, var in names.items() if not name.startswith("_")}
    values = {name: resolve(var) for name, var in shown.items()}
    free = {var: name for name, var in reversed(values.items()) if type(var) is Var}
    unbound = [v for value in values.values() for v in variables(value)]
    for var in dict.fromkeys(unbound):
        var.ref = _Unbound(free.get(var, f"_{len(free) + 1}"))
        free.setdefault(var, var.ref.name)
    try:
        written = {name: write(value) for name, value in values.items()}
    finally:
        for var in unbound:
            var.ref = None
    return {name: text for name, text in written.items() if text != name}
