"""The method `abstraction`: smaller games in place of a large one, with bounds that hold in the large one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError
from galakit.solve.factored.method import PICKED, PRECISION, refusal, stakes
from galakit.solve.method import Answer, Found, Method, Request
from galakit.solve.regret.options import natural, option, yes

if TYPE_CHECKING:
    from galakit.abstraction.levels import Ints, Level
    from galakit.game.game import Game
    from galakit.separated.factored import Factored
    from galakit.separated.separate import Separated
    from galakit.separated.symmetry import Exchange
    from galakit.solve.abstraction.anytime import Climb

WAYS = ("matching", "kmeans")
FINER = 4.0


def run(game: Game, request: Request) -> Answer:
    if request.exact:
        raise GalakitError("an abstraction is never exact", hint="leave out --exact", id="GK608")
    from galakit.game.size import Size
    from galakit.rules.lazy import Entangled
    from galakit.separated.counting import count
    from galakit.separated.symmetry import exchanges
    from galakit.solve.abstraction.anytime import Limits, climb, pathologies
    from galakit.solve.regret.updates import UPDATES

    options = request.options
    name = str(options.get("update", PICKED))
    if name not in UPDATES:
        raise GalakitError(f"there is no update called {name}", hint="they are " + ", ".join(UPDATES), id="GK509")
    try:
        separated = game.separated
        rungs = _Rungs(separated, exchanges(separated), options)
        whole = stakes(rungs.ground)
        gap = request.gap or 0.0
        limits = Limits(gap, gap or PRECISION * whole, whole, request.time_limit)
        single = option(options, "single", False, yes, "yes or no")
        climbed = climb(
            rungs, UPDATES[name], limits, dtype="float32" if single else "float64", progress=request.progress
        )
    except Entangled as entangled:
        raise GalakitError(
            f"this game cannot be solved by abstraction: {entangled.reason}", span=entangled.span, id="GK606"
        ) from None
    warnings = list(pathologies(climbed.steps))
    lower, upper = climbed.bounds
    if upper - lower > gap and (request.gap is not None or climbed.stopped in ("interrupt", "time")):
        why = f"by {climbed.stopped}" if climbed.stopped != "end" else "with the last abstraction"
        wanted = "" if request.gap is None else f", before a gap of {gap:.3g} was reached"
        warnings.append(f"stopped {why} where both players together could gain {upper - lower:.3g}{wanted}")
    sizes = count(separated)
    return Answer(
        None,
        f"{rungs.way}, {len(climbed.steps)} abstractions, {name}",
        tuple(warnings),
        found=_told(climbed),
        policy=_policy(game, climbed, rungs, request),
        size=Size(0, sizes.nodes, sizes.terminals, sizes.information_sets, sizes.sequences),
    )


class _Rungs:
    """The abstractions asked for, each made when it is its turn."""

    def __init__(self, game: Separated, group: list[Exchange], options: Any) -> None:
        from galakit.abstraction.levels import levels
        from galakit.separated.factored import factor

        self.game = game
        self.group = group
        self.way = str(options.get("by", WAYS[0]))
        if self.way not in WAYS:
            raise GalakitError(
                f"there is no way to abstract called {self.way}", hint="they are " + ", ".join(WAYS), id="GK509"
            )
        self.public = option(options, "public", False, yes, "yes or no")
        self.seed = option(options, "seed", 0, natural, "a whole number that is not negative")
        self.thresholds = option(options, "threshold", None, _numbers, "numbers that are not negative, as 2,1,0.5")
        self.classes = option(options, "classes", None, _counts, "numbers of classes per round, as 6,20,60 or 3,9/6,20")
        self.finer = option(options, "finer", FINER, _above_one, "a number above 1")
        if self.thresholds is not None and (self.classes is not None or self.way != "matching"):
            raise GalakitError(
                "a threshold belongs to by=matching, and decides the number of classes itself",
                hint="give a threshold or numbers of classes", id="GK509",
            )  # fmt: skip
        self.ground = factor(game, group)
        """the game itself, up to its symmetries"""
        self.levels = levels(game, group)

    def __iter__(self) -> Iterator[tuple[str, Callable[[], Factored], bool]]:
        from galakit.abstraction.ladder import depths, ladder

        if self.thresholds is not None:
            for threshold in self.thresholds:
                yield self._rung(lambda own, t=threshold: self._matched(own, threshold=t), threshold == 0)
            return
        if self.classes is not None:
            for counts in self.classes:
                yield self._rung(lambda own, c=counts: self._made(own, [_at(c, d) for d in depths(own)]), False)
            return
        plans = [ladder(own, self.finer) for own in self.levels]
        for step in range(max(map(len, plans)), 0, -1):
            chosen = {id(own): plan[max(0, len(plan) - step)] for own, plan in zip(self.levels, plans)}
            yield self._rung(lambda own, c=chosen: self._made(own, c[id(own)]), False)
        yield self.named([[level.count for level in own] for own in self.levels]), lambda: self.ground, True

    def _rung(
        self, merge: Callable[[list[Level]], list[Ints]], lossless: bool
    ) -> tuple[str, Callable[[], Factored], bool]:
        from galakit.abstraction.levels import labelled
        from galakit.separated.factored import factor

        merged = [merge(own) for own in self.levels]
        labels = labelled(0, self.levels[0], merged[0]) | labelled(1, self.levels[1], merged[1])
        name = self.named([[int(numbers.max()) + 1 for numbers in own] for own in merged])
        return name, lambda: factor(self.game, self.group, labels=labels), lossless

    def _made(self, own: list[Level], counts: list[int]) -> list[Ints]:
        from galakit.abstraction.clusters import clustered

        if self.way == "kmeans":
            return clustered(own, counts, public=self.public, seed=self.seed)
        return self._matched(own, classes=counts)

    def _matched(self, own: list[Level], **knob: Any) -> list[Ints]:
        from galakit.abstraction.approximate import approximate

        return approximate(own, public=self.public, **knob)

    @staticmethod
    def named(counts: list[list[int]]) -> str:
        """How many classes there are, round by round."""
        texts = list(dict.fromkeys("/".join(map(str, own)) for own in counts))
        return " and ".join(texts) + " classes"


def _policy(game: Game, climbed: Climb, rungs: _Rungs, request: Request) -> Any:
    """The best strategies of both players, on classes that tell apart what either does."""
    from galakit.solution.separated_policy import SeparatedPolicy
    from galakit.solve.abstraction.anytime import lifted

    one, other = climbed.best
    if one is other:
        return SeparatedPolicy(game.rules, one.form, one.strategies, request.progress)
    pairs = [lifted(step.form, step.strategies, rungs.ground) for step in (one, other)]
    return SeparatedPolicy(game.rules, rungs.ground, [(a[0], b[1]) for a, b in zip(*pairs)], request.progress)


def _told(climbed: Climb) -> dict[str, Found]:
    found: dict[str, Found] = {f"bound with {step.name}": step.bound for step in climbed.steps}
    found["seconds until each"] = ", ".join(f"{step.seconds:.3g}" for step in climbed.steps)
    lower, upper = climbed.bounds
    return found | {"value at least": lower, "value at most": upper}


def _numbers(value: Any) -> list[float]:
    """
    >>> _numbers("2,1,0.5"), _numbers(3)
    ([2.0, 1.0, 0.5], [3.0])
    """
    parts = value.split(",") if isinstance(value, str) else value if isinstance(value, (list, tuple)) else [value]
    found = [float(x) for x in parts]
    if not found or not all(0 <= x < float("inf") for x in found):
        raise ValueError
    return found


def _counts(value: Any) -> list[list[int]]:
    """
    >>> _counts("3,9/6,20"), _counts([4, 20, 60])
    ([[3, 9], [6, 20]], [[4, 20, 60]])
    """
    if isinstance(value, str):
        value = [part.split(",") for part in value.split("/")]
    if not value or not isinstance(value[0], (list, tuple)):
        value = [value]
    found = [[natural(x) for x in part] for part in value]
    if not all(part and min(part) > 0 for part in found):
        raise ValueError
    return found


def _at(counts: list[int], depth: int) -> int:
    """The number for a round; later rounds than were named keep what they can tell apart."""
    return counts[depth] if depth < len(counts) else 2**62


def _above_one(value: Any) -> float:
    number = float(value)
    if not 1 < number < float("inf"):
        raise ValueError
    return number


METHOD = Method(
    name="abstraction",
    needs="two players and a constant sum; draws that nobody's moves depend on (`galakit size --explain` tells)",
    promises="bounds on the value and strategies, certified in the full game, from ever finer abstractions",
    cost="for each abstraction, that of `factored` on a smaller game, and one certificate",
    refusal=refusal,
    run=run,
    options={
        "by": "how classes are merged: matching (approximate GameShrink) or kmeans (matching)",
        "threshold": "matching: how far classes that are merged may be apart, in units of payoff; several as 2,1,0.5",
        "classes": "how many classes are left per round, as 6,20,60; several abstractions as 3,9/6,20",
        "finer": f"with neither, how many times as many classes each abstraction has as the one before ({FINER:g})",
        "public": "yes: what everybody sees is never merged",
        "update": f"which update of regrets, one of those of the regret methods ({PICKED})",
        "seed": "kmeans: of the random first centres (0)",
        "single": "yes: numbers in single precision, half the memory",
    },
    basis="rules",
)
