"""The operations a gameflow is lowered to, and what each does to a run.

An operation knows the next one(s) and is executed by `step(run)`, which returns the operation to go on with, or
None where the run stops: at a choice, or at the end of the game. What an operation reads and writes is recorded for
liveness.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError, Span
from galakit.lang.gala.freeze import LHO, OPPONENT, PLAYER, RHO, hashable
from galakit.lang.gala.query import Query
from galakit.lang.gala.scope import Env, Expression, evaluated
from galakit.lang.prolog.walk import resolve
from galakit.lang.terms import CONS, DOLLAR, NIL, Float, Symbol, Term, Var, deref, iterate, sym
from galakit.lang.writer import brief

if TYPE_CHECKING:
    from galakit.lang.gala.execution import Run

NO_PLAYER = sym("nobody")


@dataclass(frozen=True)
class Cell:
    """A Gala variable named exactly."""

    name: Term


@dataclass(frozen=True)
class Family:
    """All Gala variables `name(...)`."""

    name: str


Everything = Family("")  # stands for every Gala variable


@dataclass(eq=False)
class Operation:
    """Common part: position in the text, Gala variables and slots read and written."""

    span: Span
    next: Operation = field(init=False, repr=False)
    reads: frozenset[Any] = field(default=frozenset(), kw_only=True)
    writes: frozenset[Any] = field(default=frozenset(), kw_only=True)
    uses: frozenset[int] = field(default=frozenset(), kw_only=True)

    @property
    def successors(self) -> tuple[Operation, ...]:
        return (self.next,)

    def step(self, run: Run) -> Operation | None:
        raise NotImplementedError


@dataclass(eq=False)
class Goal(Operation):
    """A Prolog goal that must succeed, once."""

    query: Query

    def step(self, run: Run) -> Operation:
        if not self.query.holds(run.env):
            self.failed()
        return self.next

    def failed(self) -> None:
        raise GalakitError(
            "this goal failed",
            span=self.span,
            hint="a statement must succeed; to ask, write if(Goal, Statements)",
            id="GK401",
        )


@dataclass(eq=False)
class Test(Operation):
    """A Prolog goal that decides between two branches."""

    query: Query
    otherwise: Operation = field(init=False, repr=False)

    @property
    def successors(self) -> tuple[Operation, ...]:
        return (self.next, self.otherwise)

    def step(self, run: Run) -> Operation:
        return self.next if self.query.holds(run.env) else self.otherwise


@dataclass(eq=False)
class Assign(Operation):
    """`cell gets value`."""

    cell: Expression
    value: Expression

    def step(self, run: Run) -> Operation:
        cell = self.cell.code(run.env)
        if type(cell) is not Symbol and type(cell) is not tuple:
            raise GalakitError(
                f"the index of `{brief(cell)}` is not known, or too large",
                span=self.span,
                hint="bind the variable in it before this statement, to a name or a number",
                id="GK420",
            )
        run.machine.store[cell] = evaluated(self.value.code(run.env))
        return self.next


@dataclass(eq=False)
class Forget(Operation):
    """A Gala variable has no value any more: a phase that declares it without one begins."""

    cell: Expression

    def step(self, run: Run) -> Operation:
        run.machine.store.pop(self.cell.code(run.env), None)
        return self.next


@dataclass(eq=False)
class SetUp(Operation):
    """The objects of a phase are as at its beginning."""

    cells: dict[Term, Term]

    def step(self, run: Run) -> Operation:
        run.machine.store.update(self.cells)
        return self.next


@dataclass(eq=False)
class Reveal(Operation):
    """`reveal(who, fact)`."""

    who: Expression
    fact: Expression

    def step(self, run: Run) -> Operation:
        fact = self.fact.code(run.env)
        if type(fact) is Var:
            fact = hashable(resolve(fact))
        who = self.who.code(run.env)
        index = run.rules.player_index.get(who) if type(who) is Symbol else None
        if index is not None:
            run.seen.append((index, fact))
        else:
            run.seen.extend([(player, fact) for player in run.players(resolve(who), self.span)])
        return self.next


@dataclass(eq=False)
class Payoff(Operation):
    """`payoff(who, amount)`."""

    who: Expression
    amount: Expression

    def step(self, run: Run) -> Operation:
        amount = payment(self.amount.code(run.env), self.span)
        for player in run.players(resolve(self.who.code(run.env)), self.span):
            run.gains[player] += amount
        return self.next


@dataclass(eq=False)
class Outcome(Operation):
    """`outcome(vector)` or `outcome(symbol)`: pays and ends the game."""

    result: Expression
    symbolic: Callable[[Term], list[Term] | None]
    known: dict[Term, list[int | Fraction | float]] = field(default_factory=dict, repr=False)

    @property
    def successors(self) -> tuple[Operation, ...]:
        return ()

    def step(self, run: Run) -> None:
        result = self.result.code(run.env)
        amounts = self.known.get(result)
        if amounts is None:
            amounts = self.amounts(resolve(result), len(run.gains))
            if type(result) is not Var and len(self.known) < 1_000:
                self.known[result] = amounts
        for i, amount in enumerate(amounts):
            run.gains[i] += amount

    def amounts(self, result: Term, players: int) -> list[int | Fraction | float]:
        """What an outcome pays each player."""
        try:
            vector = list(iterate(result))
        except ValueError:
            meaning = self.symbolic(result)
            if meaning is None:
                raise GalakitError(
                    f"`{brief(result)}` is not an outcome",
                    span=self.span,
                    hint="give a list with one payoff per player, `draw`, `wins(Player)`, or declare it in `outcomes`",
                    id="GK404",
                ) from None
            vector = meaning
        if len(vector) != players:
            raise GalakitError(
                f"the outcome has {len(vector)} payoffs, but there are {players} players",
                span=self.span,
                hint="give one payoff per player, in the order of `players`",
                id="GK205",
            )
        return [payment(amount, self.span) for amount in vector]


@dataclass(eq=False)
class End(Operation):
    """The game is over."""

    @property
    def successors(self) -> tuple[Operation, ...]:
        return ()

    def step(self, run: Run) -> None:
        return None


@dataclass(eq=False)
class Jump(Operation):
    """Goes on elsewhere; also the landing point of loops."""

    def step(self, run: Run) -> Operation:
        return self.next


@dataclass(eq=False)
class Fresh(Operation):
    """Makes slots unbound: the variables of a loop body are new in each iteration."""

    slots: tuple[int, ...]

    def step(self, run: Run) -> Operation:
        for slot in self.slots:
            run.env[slot] = None
        return self.next


@dataclass(eq=False)
class Turn(Operation):
    """Sets `$player` and those named relative to it. `who` gives the player from the frame and the current one."""

    who: Callable[[Env, Term | None], Term]

    def step(self, run: Run) -> Operation:
        run.set_player(self.who(run.env, run.machine.store.get(PLAYER)), self.span)
        return self.next


@dataclass(eq=False)
class Keep(Operation):
    """Saves whose turn it is, if any, in a slot before a loop over players."""

    slot: int

    def step(self, run: Run) -> Operation:
        run.env[self.slot] = run.machine.store.get(PLAYER, NO_PLAYER)
        return self.next


@dataclass(eq=False)
class Load(Operation):
    """Puts a value into a slot."""

    slot: int
    value: Callable[[Env], Term]

    def step(self, run: Run) -> Operation:
        run.env[self.slot] = self.value(run.env)
        return self.next


@dataclass(eq=False)
class NextInRound(Operation):
    """Takes the next player off the list in a slot, or leaves the round."""

    slot: int
    done: Operation = field(init=False, repr=False)

    @property
    def successors(self) -> tuple[Operation, ...]:
        return (self.next, self.done)

    def step(self, run: Run) -> Operation:
        rest = deref(run.env[self.slot])
        if rest is NIL:
            return self.done
        if not (type(rest) is tuple and rest[0] is CONS):
            raise GalakitError(
                "play_round needs a list of players",
                span=self.span,
                hint="write play_round(Statements, [Player, ...])",
                id="GK421",
            )
        run.env[self.slot] = rest[2]
        run.set_player(deref(rest[1]), self.span)
        return self.next


@dataclass(eq=False)
class Choose(Operation):
    """`choose(player, template, constraint)`: where a run stops and the game branches."""

    who: Expression
    template: Term
    template_slots: tuple[int, ...]
    constraint: Term
    code: Any
    slots: tuple[int, ...]
    build: Expression
    distribution: Any = None

    @property
    def chance(self) -> bool:
        """Whether nature may choose here; `$player` is always a player."""
        who = self.who.term
        if type(who) is tuple and who[0] is DOLLAR:
            return who[1] not in RELATIVES
        return type(who) is not Symbol or who.name == "nature"

    def step(self, run: Run) -> None:
        run.choice = self


NUMBER = "write a number or arithmetic; the value of a Gala variable is read with `$`"


def payment(term: Term, span: Span) -> int | Fraction | float:
    """An amount of payoff as a Python number."""
    value = resolve(evaluated(term))
    if type(value) is int or type(value) is Fraction:
        return value
    if type(value) is Float:
        return float(value)
    raise GalakitError(f"a payoff must be a number, not `{brief(value)}`", span=span, hint=NUMBER, id="GK405")


RELATIVES = (PLAYER, OPPONENT, LHO, RHO)
