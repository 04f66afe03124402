"""The best correlated equilibrium of a game: `galakit correlate`, `gk.correlate`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.solvers.checks import check_fractions

if TYPE_CHECKING:
    from galakit.display.look import Look
    from galakit.game.game import Game
    from galakit.game.size import Size
    from galakit.progress import Progress
    from galakit.solution.certificate import Certificate
    from galakit.solvers.correlated.mixture import Mixture

NAMES = {
    "nfce": "normal-form correlated equilibrium",
    "efce": "extensive-form correlated equilibrium",
    "efcce": "extensive-form coarse correlated equilibrium",
    "nfcce": "normal-form coarse correlated equilibrium",
    "afce": "agent-form correlated equilibrium",
}


@dataclass(frozen=True)
class Recommendation:
    """The recommendations to a player at an information set."""

    player: str
    information_set: int
    facts: tuple[str, ...]
    reach: Number
    """the probability that the mediator's recommendations to the player lead towards the set"""
    probabilities: dict[str, Number]
    """move -> probability that it is recommended there; empty where the recommendations never lead"""


@dataclass(frozen=True)
class Outcome:
    """A sequence of each player that ends the game, as followed."""

    probability: Number
    moves: tuple[tuple[str, ...], ...]
    """the moves of each player"""
    labels: tuple[tuple[str, ...], ...] = ()
    """the same in words"""


@dataclass(eq=False)
class CorrelatedSolution:
    """A distribution of a mediator's recommendations; each player learns only their own, move by move."""

    name: str
    params: dict[str, str]
    players: tuple[str, ...]
    concept: str
    objective: str
    certificate: Certificate
    """its gains: the most that a player gains in expectation by not following from one recommendation on"""
    size: Size
    seconds: dict[str, float]
    pivots: int | None
    """exact pivots after the solver's basis; None in floating point"""
    game: Game = field(repr=False)
    plan: dict[tuple[int, ...], Number] = field(repr=False)
    """a sequence of each player -> the probability that the recommendations contain all of them"""
    mixture: Mixture | None = field(default=None, repr=False)
    """the profiles of pure strategies that the mediator draws from, where they were listed"""

    @property
    def concept_name(self) -> str:
        """The concept in words."""
        return NAMES[self.concept]

    @property
    def value(self) -> tuple[Number, ...]:
        """Each player's expected payoff when all follow."""
        return self.certificate.value

    @property
    def gap(self) -> Number:
        """The most any player could gain by not following."""
        return self.certificate.gap

    @property
    def exact(self) -> bool:
        """No number was rounded on the way: a gap of 0 is a proof."""
        return self.certificate.exact

    def recommendations(self) -> list[Recommendation]:
        """The recommendations at each information set, averaged over what the others hear."""
        form = self.game.form
        found = []
        for i in range(form.information_sets):
            player = int(form.player[i])
            first = int(form.first_sequence[i])
            reach = self._alone(player, int(form.parent_sequence[i]))
            shares = [self._alone(player, first + k) for k in range(int(form.moves_count[i]))]
            heard = dict(zip(form.moves(i), (s / reach for s in shares))) if reach > 0 else {}
            found.append(Recommendation(form.players[player], i, form.facts(i), reach, heard))
        return found

    def _alone(self, player: int, sequence: int) -> Number:
        return self.plan[tuple(sequence if p == player else 0 for p in range(len(self.players)))]

    def outcomes(self) -> list[Outcome]:
        """How the game ends when all follow, the likeliest first."""
        form = self.game.form
        names = [_names(form, p) for p in range(len(self.players))]
        said = [_names(form, p, self.game.look) for p in range(len(self.players))]
        total: dict[tuple[int, ...], Number] = {}
        for *ends, c in zip(*form.leaf_sequences.tolist(), form.leaf_class.tolist()):
            reach, end = form.class_reach[c], tuple(ends)
            chance = Fraction(reach) if self.exact else float(reach)
            total[end] = total.get(end, 0) + chance * self.plan[end]
        found = [
            Outcome(x, *(tuple(of[s] for of, s in zip(each, end)) for each in (names, said)))
            for end, x in total.items()
            if x > (0 if self.exact else 1e-9)
        ]
        return sorted(found, key=lambda o: -o.probability)

    def profiles(self) -> list[tuple[Number, tuple[tuple[str, ...], ...]]]:
        """The profiles that the mediator draws from, the likeliest first; none where only a plan was computed.

        Each strategy has a move for each information set of the player, `*` where the strategy cannot lead.
        """
        if self.mixture is None:
            return []
        form = self.game.form
        moves = [[(*form.moves(i), "*") for i in form.sets_of(p).tolist()] for p in range(len(self.players))]
        named = [
            (w, tuple(tuple(of[k] for of, k in zip(own, chosen)) for own, chosen in zip(moves, profile)))
            for w, profile in zip(self.mixture.weights, self.mixture.profiles)
        ]
        return sorted(named, key=lambda pair: -pair[0])

    def to_json(self) -> dict[str, Any]:
        """What `galakit correlate --json` prints."""

        def plain(x: Number) -> Any:
            return x if isinstance(x, float) else str(Fraction(x))

        return {
            "game": self.name,
            "params": dict(self.params),
            "players": list(self.players),
            "concept": self.concept,
            "objective": self.objective,
            "value": [plain(v) for v in self.value],
            "gains": [plain(g) for g in self.certificate.gains],
            "gap": 0 if self.gap == 0 else float(self.gap),
            "exact": self.exact,
            "size": self.size.to_json(),
            "seconds": {stage: round(s, 6) for stage, s in self.seconds.items()},
            "outcomes": [
                {"probability": plain(o.probability), "moves": [list(m) for m in o.moves]} for o in self.outcomes()
            ],
            "recommendations": [
                {
                    "player": r.player,
                    "information_set": r.information_set,
                    "facts": list(r.facts),
                    "reach": plain(r.reach),
                    "moves": {m: plain(p) for m, p in r.probabilities.items()},
                }
                for r in self.recommendations()
            ],
            "profiles": [
                {"probability": plain(p), "strategies": [list(moves) for moves in strategies]}
                for p, strategies in self.profiles()
            ],
        }

    def __repr__(self) -> str:
        from galakit.solution.shown.numbers import number

        value = ", ".join(f"{name} {number(v)}" for name, v in zip(self.players, self.value))
        return f"<{self.concept} of {self.name}: {value}; no player can gain more than {number(self.gap)}>"

    def _repr_html_(self) -> str:
        from galakit.solvers.correlated.html import correlated_card

        return correlated_card(self)


def correlate(
    game: Game,
    concept: str = "efce",
    *,
    objective: str | Mapping[str, Number] = "welfare",
    exact: bool | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> CorrelatedSolution:
    """The correlated equilibrium that is best for an objective, certified.

    `concept` is nfce, efce, efcce or nfcce: a player may stop following after hearing the whole recommended strategy,
    after hearing a recommended move, before hearing it, or before the game; or afce, where they may deviate in one move
    only. The objective is `welfare`, the sum of the payoffs; a player's name; or weights for the players (negative ones
    lead to the worst equilibrium).

    >>> import galakit as gk
    >>> best = gk.correlate(gk.load("stag_hunt"))
    >>> best.value, best.gap
    ((Fraction(4, 1), Fraction(4, 1)), 0)
    """
    from galakit.solvers.correlated.finding import Search, refusal

    if concept not in NAMES:
        raise GalakitError(
            f"there is no concept called {concept}", hint="the concepts are " + ", ".join(NAMES), id="GK646"
        )
    deadline = Deadline.of(time_limit)
    with game.reporting(progress, deadline):
        form, _, size = game.unfolded
        reason = refusal(form, concept)
        if reason is not None:
            raise GalakitError(
                f"no correlated equilibrium can be found: {reason}",
                hint="regret minimisation (`galakit solve --method pcfr+`) comes closer and closer to an nfcce"
                if form.perfect_recall
                else None,
                id="GK647",
            )
        check_fractions(exact, form.exact)
        weights = _weights(game, objective)
        began = time.perf_counter()
        found = Search(form, weights, exact, deadline, game.progress).best(concept)
        seconds = game.seconds | {"solve": time.perf_counter() - began}
    if found.certificate.exact and found.certificate.gap != 0:
        raise AssertionError("an exact correlated equilibrium did not pass its certificate")
    return CorrelatedSolution(
        name=game.name,
        params=dict(game.params),
        players=game.players,
        concept=concept,
        objective=objective if isinstance(objective, str) else "weights",
        certificate=found.certificate,
        size=size,
        seconds=seconds,
        pivots=found.pivots,
        game=game,
        plan=found.plan,
        mixture=found.mixture,
    )


def _weights(game: Game, objective: str | Mapping[str, Number]) -> list[Fraction]:
    if objective == "welfare":
        return [Fraction(1)] * len(game.players)
    wanted = {objective: 1} if isinstance(objective, str) else dict(objective)
    try:
        weights = [Fraction(wanted.pop(name, 0)) for name in game.players]
    except (TypeError, ValueError, OverflowError):
        raise GalakitError("the weights of an objective are numbers", id="GK646") from None
    if wanted:
        raise GalakitError(
            f"there is no objective called {next(iter(wanted))}",
            hint="the objectives are welfare, " + ", ".join(game.players),
            id="GK646",
        )
    return weights


def _names(form: Any, player: int, look: Look | None = None) -> list[tuple[str, ...]]:
    """The moves of each sequence; in words, where there is a look."""
    names: list[tuple[str, ...]] = [()] * form.sequences[player]
    for i in form.sets_of(player).tolist():
        first = int(form.first_sequence[i])
        moves = form.moves(i)
        for k, move in enumerate(moves if look is None else look.labels(moves, form.facts(i), player)):
            names[first + k] = (*names[int(form.parent_sequence[i])], move)
    return names
