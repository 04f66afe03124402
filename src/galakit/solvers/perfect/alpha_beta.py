"""From a search to an answer: the value with its strategy, completed where the search did not look, and what is proved.

Alpha-beta proves a value and leaves out moves that cannot change it. The strategies are completed on demand: a state
that somebody asks about is searched when he asks. The certificate asks about all states that either player can lead
to while the other keeps to his strategy. If those are too many, the answer says that only the search vouches for it.
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
from galakit.solution.states.policy import StatePolicy, pure
from galakit.solvers.method import Answer, Request
from galakit.solvers.perfect.search import TOLERANCE, GaveUp, Search, Settings, Star

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm

LIMIT_STATES = 500_000  # looked at for a certificate
AS_MANY = 10  # times the states of the search may be searched to complete it, and
AT_LEAST = 100_000  # so many in any case


@dataclass(frozen=True)
class Asked:
    """The options of the method."""

    star: Star = "2"
    table: bool = True
    low: Number | None = None
    high: Number | None = None
    depth: int | None = None


def search(game: Game, request: Request, asked: Asked) -> Answer:
    """The value of a game, the strategies behind it, and how much was looked at."""
    if asked.depth is not None and asked.low is None:
        raise GalakitError(
            "beyond the depth of a search nothing is known without bounds on the payoffs",
            hint="give them, too: --with bounds=-1..1",
            id="GK612",
        )
    tell = throttled(request.progress)
    low, high = (-inf, inf) if asked.low is None or asked.high is None else (asked.low, asked.high)

    def searched(optimistic: bool) -> tuple[Search, Number]:
        settings = Settings(asked.star, asked.table, low, high, asked.depth, optimistic)
        one = Search(game.rules, settings, time_limit=request.time_limit, tell=tell)
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
    completed = _Completed(game, request, asked, (first, second), (least, most))
    policy = StatePolicy(game.rules, completed.choice, completed.worth, completed.certified, completed.listed)
    warnings: tuple[str, ...] = ()
    if first.cut:
        sure = f"the first player's value is between {least} and {most}"
        warnings = (f"the search looked {asked.depth} moves ahead: {sure}",)
        found |= {"first player's value, at least": least, "first player's value, at most": most}
    else:
        with suppress(GaveUp):
            found |= {"play": policy.line()}
    table = "with" if asked.table else "without"
    algorithm = f"alpha-beta {table} a table of states" + (f", star{asked.star}" if asked.low is not None else "")
    return Answer(None, algorithm.replace("starnone", "no star"), warnings, found=found, policy=policy)


class _Completed:
    """The strategies, searched on where somebody asks. That search takes no bounds on trust."""

    def __init__(
        self,
        game: Game,
        request: Request,
        asked: Asked,
        searches: tuple[Search, Search],
        values: tuple[Number, Number],
    ) -> None:
        self.game, self.request, self.asked = game, request, asked
        self.searches, self.values = searches, values
        self.chosen: dict[State, int] = {}
        limit = max(AT_LEAST, AS_MANY * searches[0].states)
        self.search = Search(game.rules, Settings("none"), whole=False, time_limit=request.time_limit, limit=limit)
        if asked.table and asked.depth is None and asked.low is None:
            self.search.table = searches[0].table  # it was filled without trust

    def choice(self, state: State) -> int:
        found = self.chosen.get(state)
        if found is None:
            found = self.chosen[state] = self.search.best(state)
        return found

    def worth(self, state: State) -> list[Number]:
        after = self.search.moves(state)
        if state.mover == 0:
            return after
        # The second player gets what is left of what all players get from here on.
        rest = self._rest(state)
        return [rest - x for x in after]

    def _rest(self, state: State) -> Number:
        """What the players still get together, which is the same on every way to the end."""
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
        told = first.told
        try:
            walked = certify_walk(self.game.rules, self.choice, limit)
            told, certificate = told and walked.observed, walked.certificate
        except (TooManyStates, GaveUp):
            certificate = self._bounded(least, most)
        if not told:
            self._ask_the_automaton()
        missed = float(certificate.value[0] - least)
        if self.asked.low is not None and abs(missed) > TOLERANCE * (1 + abs(float(least))):
            raise GalakitError(
                f"the first player's payoff does not always lie between {self.asked.low} and {self.asked.high}",
                notes=["with these bounds the search finds another value than without"],
                hint="give wider bounds",
                id="GK612",
            )
        return self._as_asked(certificate)

    def _bounded(self, least: Number, most: Number) -> Certificate:
        """What each player can be sure of, and how much more he may hope for, by the search alone."""
        total = self.searches[0].total
        if total is None and len(self.game.players) == 2:
            raise GalakitError(
                f"no play ends within {self.asked.depth} moves, so nothing is known of the second player's payoffs",
                hint="give a larger depth",
                id="GK633",
            )
        sure = [least] if total is None else [least, total - most]
        return self._as_asked(certificate_of(sure, [most - least for _ in sure], "search"))

    def _as_asked(self, certificate: Certificate) -> Certificate:
        """In fractions or in floats, as the request wants it."""
        if self.request.exact and not certificate.exact:
            raise GalakitError(
                "there is no exact solution: the rules contain floating-point numbers",
                hint="write payoffs and probabilities as whole numbers or fractions such as 1/3",
                id="GK608",
            )
        if self.request.exact is False:
            value, gains = (tuple(map(float, numbers)) for numbers in (certificate.value, certificate.gains))
            return Certificate(value, gains, False, certificate.by)
        return certificate

    def _ask_the_automaton(self) -> None:
        """Somebody is not told at once what others do: that may not matter, but takes a look at all states."""
        from galakit.game.information import imperfection

        reason = imperfection(self.game.automaton)
        if reason is not None:
            raise GalakitError(
                f"alpha-beta cannot solve this game: {reason}, and everybody must know the state in which he moves",
                hint="use the method lp",
                id="GK606",
            )

    def listed(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        """Over the information sets of the unfolded game, whose states are found again by walking through the rules."""
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
