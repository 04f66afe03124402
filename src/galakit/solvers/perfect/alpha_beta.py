"""From a search to an answer: the value, complete strategies, and a certificate.

Alpha-beta proves a value and skips moves that cannot change it. The strategies are completed on demand: a query for a
state searches it. The certificate queries all states that either player can reach while the other follows their
strategy. If those are too many, the certificate says that it rests on the search alone.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.progress import throttled
from galakit.rules.contract import Number, State
from galakit.solution.certificate import Certificate
from galakit.solution.solution import Finding
from galakit.solution.states.certificate import TooManyStates, certificate_of, certify_walk
from galakit.solution.states.policy import StatePolicy, one_move, pure
from galakit.solvers.checks import check_fractions
from galakit.solvers.method import Answer, Request
from galakit.solvers.perfect.search import TOLERANCE, GaveUp, Search, Settings, Star

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm

LIMIT_STATES = 500_000  # looked at for a certificate
AS_MANY = 10  # completing the strategies may search this many times the states of the search,
AT_LEAST = 100_000  # and never fewer than this


@dataclass(frozen=True)
class SearchOptions:
    """The options of the method."""

    star: Star = "2"
    table: bool = True
    low: Number | None = None
    high: Number | None = None
    depth: int | None = None


def search(game: Game, request: Request, options: SearchOptions) -> Answer:
    """The value of a game, strategies, and how many states and leaves the search examined."""
    if options.depth is not None and options.low is None:
        raise GalakitError(
            "beyond the depth of a search nothing is known without bounds on the payoffs",
            hint="give them, too: --with bounds=-1..1",
            id="GK612",
        )
    report = throttled(request.progress)
    low, high = (-inf, inf) if options.low is None or options.high is None else (options.low, options.high)

    def searched(optimistic: bool) -> tuple[Search, Number]:
        settings = Settings(options.star, options.table, low, high, options.depth, optimistic)
        one = Search(game.rules, settings, time_limit=request.time_limit, report=report)
        return one, one.value()

    try:
        first, least = searched(False)
        second, most = searched(True) if first.cut else (first, least)
    except GaveUp:
        raise OutOfTime(
            f"{request.limit} was reached before the search was done",
            hint="give it more time, or a depth and bounds: --with depth=6 --with bounds=-1..1",
            id="GK632",
        ) from None
    found: dict[str, Finding] = {
        "states examined": first.states + (second.states if second is not first else 0),
        "leaves examined": first.leaves + (second.leaves if second is not first else 0),
    }
    completed = _Completed(game, request, options, (first, second), (least, most))
    shares = one_move(completed.choice)
    policy = StatePolicy(game.rules, shares, completed.move_values, completed.certified, completed.listed)
    warnings: tuple[str, ...] = ()
    if first.cut:
        sure = f"the first player's value is between {least} and {most}"
        warnings = (f"the search looked {options.depth} moves ahead: {sure}",)
        found |= {"first player's value, at least": least, "first player's value, at most": most}
    else:
        with suppress(GaveUp):
            found |= {"play": policy.line(game.look)}
    table = "with" if options.table else "without"
    algorithm = f"alpha-beta {table} a table of states" + (f", star{options.star}" if options.low is not None else "")
    return Answer(None, algorithm.replace("starnone", "no star"), warnings, found=found, policy=policy)


class _Completed:
    """The strategies, completed by further search where a query needs it. That search uses no bounds on payoffs."""

    def __init__(
        self,
        game: Game,
        request: Request,
        options: SearchOptions,
        searches: tuple[Search, Search],
        values: tuple[Number, Number],
    ) -> None:
        self.game, self.request, self.options = game, request, options
        self.searches, self.values = searches, values
        self.chosen: dict[State, int] = {}
        limit = max(AT_LEAST, AS_MANY * searches[0].states)
        self.search = Search(game.rules, Settings("none"), whole=False, time_limit=request.time_limit, limit=limit)
        if options.table and options.depth is None and options.low is None:
            self.search.table = searches[0].table  # filled without bounds on payoffs

    def choice(self, state: State) -> int:
        found = self.chosen.get(state)
        if found is None:
            found = self.chosen[state] = self.search.best(state)
        return found

    def move_values(self, state: State) -> list[Number]:
        after = self.search.moves(state)
        if state.mover == 0:
            return after
        # The second player gets the rest of the constant sum.
        rest = self._rest(state)
        return [rest - x for x in after]

    def _rest(self, state: State) -> Number:
        """The sum of all payoffs from here on, which is the same on every path to the end."""
        rest: Number = 0
        while state.moves:
            step = state.after(0)
            rest, state = rest + sum(step.payoffs), step.state
        return rest

    def certified(self) -> Certificate:
        first = self.searches[0]
        least, most = self.values
        if first.cut:
            return self._bounded(least, most)
        limit = LIMIT_STATES if self.game.limit_states is None else self.game.limit_states
        observed = first.observed
        try:
            walked = certify_walk(self.game.rules, self.choice, limit)
            observed, certificate = observed and walked.observed, walked.certificate
        except (TooManyStates, GaveUp):
            certificate = self._bounded(least, most)
        if not observed:
            self._ask_the_automaton()
        missed = float(certificate.value[0] - least)
        if self.options.low is not None and abs(missed) > TOLERANCE * (1 + abs(float(least))):
            raise GalakitError(
                f"the first player's payoff does not always lie between {self.options.low} and {self.options.high}",
                notes=["with these bounds the search finds another value than without"],
                hint="give wider bounds",
                id="GK612",
            )
        return self._as_asked(certificate)

    def _bounded(self, least: Number, most: Number) -> Certificate:
        """What each player can guarantee, and how much more they might get, by the search alone."""
        total = self.searches[0].total
        if total is None and len(self.game.players) == 2:
            raise GalakitError(
                f"no play ends within {self.options.depth} moves, so nothing is known of the second player's payoffs",
                hint="give a larger depth",
                id="GK633",
            )
        sure = [least] if total is None else [least, total - most]
        return self._as_asked(certificate_of(sure, [most - least for _ in sure], "search"))

    def _as_asked(self, certificate: Certificate) -> Certificate:
        """In fractions or in floats, as the request wants it."""
        check_fractions(self.request.exact, certificate.exact)
        if self.request.exact is False:
            value, gains = (tuple(map(float, numbers)) for numbers in (certificate.value, certificate.gains))
            return Certificate(value, gains, False, certificate.by)
        return certificate

    def _ask_the_automaton(self) -> None:
        """A player does not observe every move at once. That may not matter, but only the automaton can say."""
        from galakit.game.information import imperfection

        reason = imperfection(self.game.automaton)
        if reason is not None:
            raise GalakitError(
                f"alpha-beta cannot solve this game: {reason}, and every mover must know the state",
                hint="use the method lp",
                id="GK606",
            )

    def listed(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        """The strategies over the information sets of the unfolded game; replaying the rules finds their states."""
        import numpy as np

        automaton = form.automaton
        states: dict[int, State] = {automaton.start: self.game.rules.start().state}
        for level in automaton.levels:
            for number in level.tolist():
                first = int(automaton.first[number])
                for i in range(int(automaton.first[number + 1]) - first):
                    target = int(automaton.target[first + i])
                    if target not in states:
                        states[target] = states[number].after(i).state
        return pure(form, np.array([self.choice(states[s]) for s in form.state.tolist()], np.int64))
