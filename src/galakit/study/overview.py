"""The overview of a solution."""

from __future__ import annotations

from collections.abc import Sequence

from galakit.game.game import Game
from galakit.game.size import Size as GameSize
from galakit.solution.shown.numbers import number as shown
from galakit.solution.shown.table import certified
from galakit.solution.solution import Solution
from galakit.study.answers import Moment, Overview, Size, Worth
from galakit.study.locked import locked, locked_total, meaning
from galakit.study.optimal import has_ranges
from galakit.study.quantities import quantities, quantity, rounded

LISTED = 100  # equilibria whose values are listed


def overview(
    solution: Solution, game: Game, dealt: bool, cards: bool, number: int, every: Sequence[Solution]
) -> Overview:
    """The game, the players' expected payoffs, and the certificate; `number` counts from 1 on among all equilibria."""
    listed = solution.able.list_all
    return Overview(
        game=solution.name,
        params=dict(solution.params),
        players=list(solution.players),
        method=solution.method,
        why=solution.why,
        exact=solution.exact,
        values=quantities(solution.value),
        gains=quantities(solution.certificate.gains),
        gap=quantity(solution.gap),
        certified=certified(solution).plain,
        meaning=meaning(solution),
        size=size_of(solution.size),
        seconds={stage: round(s, 6) for stage, s in solution.seconds.items()},
        warnings=list(solution.warnings),
        trail=[Moment(seconds=rounded(m.seconds), gap=rounded(m.gap)) for m in solution.trail],
        listed=listed,
        beliefs=listed and game.tree is not None,
        dealt=dealt,
        cards=cards,
        suits=game.look.has_suits and (listed or solution.able.grids),
        grids=listed or solution.able.grids,
        searchable=listed or solution.able.search,
        lockable=listed or solution.able.lock,
        locked=locked(solution),
        locked_total=locked_total(solution),
        found={what: x if isinstance(x, str) else shown(x) for what, x in solution.found.items()},
        ranged=has_ranges(solution, game),
        equilibrium=number,
        equilibria=[Worth(values=quantities(one.value), gap=quantity(one.gap)) for one in every[:LISTED]],
        equilibria_total=len(every),
    )


def size_of(size: GameSize | None) -> Size:
    """A size as an answer; None where a number is not known."""
    return Size(
        nodes=None if size is None else size.nodes,
        states=None if size is None else size.states or None,
        information_sets=None if size is None else list(size.information_sets) or None,
        sequences=None if size is None else list(size.sequences) or None,
    )
