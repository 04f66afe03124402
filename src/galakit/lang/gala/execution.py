"""Running the flow from one choice to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError, Span
from galakit.lang.gala.calls import Call, Procedure
from galakit.lang.gala.explain import explained
from galakit.lang.gala.freeze import LHO, OPPONENT, PLAYER, RHO
from galakit.lang.gala.operations import NO_PLAYER, Choose, Operation
from galakit.lang.gala.scope import Env
from galakit.lang.prolog.faults import TROUBLE, LimitError
from galakit.lang.prolog.work import thread
from galakit.lang.terms import CONS, NIL, Symbol, Term, deref, iterate, sym
from galakit.lang.writer import brief

if TYPE_CHECKING:
    from galakit.lang.gala.rules import GalaRules

STATEMENT_LIMIT = 100_000
ALL = sym("all")


class Run:
    """The part of a play between two choices: frames, what was seen, what was gained."""

    __slots__ = ("at", "choice", "env", "gains", "machine", "rules", "seen", "stack")

    def __init__(self, rules: GalaRules, env: Env, stack: list[tuple[Call, Env]]) -> None:
        self.rules = rules
        self.machine = rules.database.machine
        thread.budget.open()
        self.env = env
        self.stack = stack
        self.seen: list[tuple[int, Any]] = []
        self.gains: list[Any] = list(rules.no_gains)
        self.choice: Choose | None = None
        self.at: Any = None

    def go(self, operation: Operation | None) -> None:
        """Execute until a choice or the end."""
        steps = STATEMENT_LIMIT
        try:
            while operation is not None:
                self.at = operation
                operation = operation.step(self)
                steps -= 1
                if not steps:
                    raise LimitError(
                        f"{STATEMENT_LIMIT:,} statements ran without a choice: this loop probably never ends",
                        "change something in the loop's body that makes its condition hold",
                        id="GK417",
                    )
        except OutOfTime:
            raise
        except (*TROUBLE, GalakitError) as error:
            raise self.explain(error, self.at) from error
        finally:
            # An error may have left a goal half-way.
            self.machine.choices.clear()
            self.machine.trail.clear()

    @property
    def procedure(self) -> Procedure:
        """The gameflow that runs."""
        return self.stack[-1][0].procedure if self.stack else self.rules.flow

    def explain(self, error: Exception, at: Operation | None) -> GalakitError:
        """The error with its position in the text and the state it happened in."""
        return explained(error, at, self)

    def players(self, who: Term, span: Span) -> list[int]:
        """Player indices of a name, a list of names, or `all`."""
        if who is ALL:
            return list(range(len(self.rules.players)))
        if who is NIL or (type(who) is tuple and who[0] is CONS):
            try:
                return [self.player(deref(p), span) for p in iterate(who)]
            except ValueError:
                pass
        return [self.player(who, span)]

    def player(self, who: Term, span: Span) -> int:
        index = self.rules.player_index.get(who) if type(who) is Symbol else None
        if index is None:
            names = ", ".join(self.rules.players)
            raise GalakitError(
                f"`{brief(who)}` is not a player", span=span, hint=f"the players are {names}", id="GK403"
            )
        return index

    def set_player(self, who: Term, span: Span) -> None:
        """Set `$player` and the variables relative to it, or clear them."""
        store = self.machine.store
        if who is NO_PLAYER:
            for cell in (PLAYER, OPPONENT, LHO, RHO):
                store.pop(cell, None)
            return
        self.player(who, span)
        store.update(self.rules.turns[who])


def turns(symbols: list[Symbol]) -> dict[Term, dict[Term, Term]]:
    """The values of `$player`, `$opponent` (two players), `$lho` and `$rho` (more) for each player's turn."""
    n = len(symbols)
    found: dict[Term, dict[Term, Term]] = {}
    for i, symbol in enumerate(symbols):
        found[symbol] = {PLAYER: symbol}
        if n == 2:
            found[symbol][OPPONENT] = symbols[1 - i]
        elif n > 2:
            found[symbol] |= {LHO: symbols[(i + 1) % n], RHO: symbols[i - 1]}
    return found
