"""The best correlated equilibrium of a game of two players: `galakit correlate`, `gk.correlate`."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.rules.contract import Number

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.size import Size
    from galakit.progress import Progress
    from galakit.solution.certificate import Certificate

QUICK_WEIGHTS = 400  # up to this many weights fractions are the default: they take less than a second
LIMIT_PURE = 4_000  # pairs of pure strategies that are listed where correlation plans are not enough
NAMES = {
    "efce": "extensive-form correlated equilibrium",
    "efcce": "extensive-form coarse correlated equilibrium",
    "nfcce": "normal-form coarse correlated equilibrium",
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
    """A pair of sequences that ends the game, as followed."""

    probability: Number
    moves: tuple[tuple[str, ...], ...]
    """the moves of each player"""


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
    plan: dict[tuple[int, int], Number] = field(repr=False)
    """(sequence of player 0, sequence of player 1) -> the probability that the recommendations contain both"""

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
        """The recommendations at each information set, averaged over what the other hears."""
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
        return self.plan[(sequence, 0) if player == 0 else (0, sequence)]

    def outcomes(self) -> list[Outcome]:
        """How the game ends when all follow, the likeliest first."""
        form = self.game.form
        names = [_names(form, p) for p in (0, 1)]
        total: dict[tuple[int, int], Number] = {}
        for s, t, c in zip(*form.leaf_sequences.tolist(), form.leaf_class.tolist()):
            reach = form.class_reach[c]
            chance = Fraction(reach) if self.exact else float(reach)
            total[s, t] = total.get((s, t), 0) + chance * self.plan[s, t]
        found = [
            Outcome(x, (names[0][s], names[1][t])) for (s, t), x in total.items() if x > (0 if self.exact else 1e-9)
        ]
        return sorted(found, key=lambda o: -o.probability)

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
    """The correlated equilibrium of two players that is best for an objective, certified.

    `concept` is efce, efcce or nfcce: a player may stop following after hearing a recommendation, before hearing it, or
    before the game. The objective is `welfare`, the sum of the payoffs; a player's name; or weights for both players
    (negative ones lead to the worst equilibrium).

    >>> import galakit as gk
    >>> best = gk.correlate(gk.load("stag_hunt"))
    >>> best.value, best.gap
    ((Fraction(4, 1), Fraction(4, 1)), 0)
    """
    from galakit.game.normal_form import NormalForm
    from galakit.solvers.correlated.pairs import relevant_pairs, triangle
    from galakit.solvers.correlated.programme import CONCEPTS, programme
    from galakit.solvers.correlated.proof import certify_correlated
    from galakit.solvers.programming import solved

    kind = next((c for c in CONCEPTS if c == concept), None)
    if kind is None:
        raise GalakitError(
            f"there is no concept called {concept}", hint="the concepts are " + ", ".join(CONCEPTS), id="GK646"
        )
    deadline = Deadline.of(time_limit)
    with game.reporting(progress, deadline):
        form, _, size = game.unfolded
        reason = refusal(game)
        if reason is not None:
            raise GalakitError(f"no correlated equilibrium can be found: {reason}", id="GK647")
        if exact and not form.exact:
            raise GalakitError(
                "there is no exact solution: the rules contain floating-point numbers",
                hint="write payoffs and probabilities as whole numbers or fractions such as 1/3",
                id="GK608",
            )
        weights = _weights(game, objective)
        began = time.perf_counter()
        pairs = relevant_pairs(form)
        pure = None if triangle(form) is None else list(NormalForm(form).plans)
        integers = programme(form, pairs, kind, weights, pure)
        if exact is None and not (form.exact and integers.x <= QUICK_WEIGHTS):
            exact = False
        numbers, pivots = solved(integers, exact, deadline=deadline, progress=game.progress)
        seconds = game.seconds | {"solve": time.perf_counter() - began}
    began = time.perf_counter()
    plan = dict(zip(pairs.index, numbers))
    certificate = certify_correlated(form, plan, kind)
    seconds["certify"] = time.perf_counter() - began
    if certificate.exact and certificate.gap != 0:
        raise AssertionError("an exact correlated equilibrium did not pass its certificate")
    return CorrelatedSolution(
        name=game.name,
        params=dict(game.params),
        players=game.players,
        concept=kind,
        objective=objective if isinstance(objective, str) else "weights",
        certificate=certificate,
        size=size,
        seconds=seconds,
        pivots=pivots,
        game=game,
        plan=plan,
    )


def refusal(game: Game) -> str | None:
    """Why no correlated equilibrium of a game can be computed; None when it can."""
    from galakit.game.normal_form import count_strategies
    from galakit.solution.facts import informative
    from galakit.solvers.correlated.pairs import triangle

    form = game.form
    if len(form.players) != 2:
        return f"it has {len(form.players)} player(s), and correlation plans are for two"
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and the sequence form needs perfect recall"
    found = triangle(form)
    many = [count_strategies(form, p) for p in (0, 1)]
    if found is not None and many[0] * many[1] > LIMIT_PURE:
        one, other = (", ".join(informative(form.facts(i))) for i in found[:2])
        return (
            "what chance does is seen by each player in part, and then the best correlation is NP-hard to find "
            f"({form.players[int(form.player[found[0]])]} may know {one} or {other}, and the other cannot tell); "
            f"with {many[0]:,} x {many[1]:,} pure strategies there are too many to go through"
        )
    return None


def _weights(game: Game, objective: str | Mapping[str, Number]) -> list[Fraction]:
    if objective == "welfare":
        return [Fraction(1)] * 2
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


def _names(form: Any, player: int) -> list[tuple[str, ...]]:
    """The moves of each sequence."""
    names: list[tuple[str, ...]] = [()] * form.sequences[player]
    for i in form.sets_of(player).tolist():
        first = int(form.first_sequence[i])
        for k, move in enumerate(form.moves(i)):
            names[first + k] = (*names[int(form.parent_sequence[i])], move)
    return names
