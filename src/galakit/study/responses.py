"""Quantal responses for pictures: the curves of `galakit qre`, with no more points than a screen shows."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from galakit.game.game import Game
from galakit.rules.knowledge import informative
from galakit.study.choice_answers import FittedPrecision, QuantalCurves, SetCurve
from galakit.study.looks import known_of
from galakit.study.quantities import rounded

SECONDS = 15.0  # for the path: somebody waits for it
POINTS = 160  # of a curve
PAGE = 100  # information sets in one answer


class Curves:
    """The principal branch of a game's quantal response equilibria."""

    def __init__(self, game: Game) -> None:
        from galakit.solvers.quantal.response import qre

        self.found, self.look = qre(game, time_limit=SECONDS), game.look
        points = len(self.found.points)
        self._kept: list[int] = np.unique(np.linspace(0, points - 1, min(points, POINTS)).round().astype(int)).tolist()

    @cached_property
    def sets(self) -> list[SetCurve]:
        """All information sets with a choice."""
        agents, players = self.found.agents, self.found.players
        return [
            SetCurve(
                set=str(number),
                player=players.index(one.player),
                **known_of(self.look, one.facts, players.index(one.player)),
                facts=", ".join(informative(one.facts)),
                moves=list(one.moves),
                labels=self.look.labels(one.moves, one.facts, players.index(one.player)),
                shares=[[rounded(one.shares[k][m]) for k in self._kept] for m in range(len(one.moves))],
            )
            for number, one in zip(range(agents.form.information_sets), self.found.curves())
            if len(one.moves) > 1
        ]

    def page(self, player: int | None, offset: int) -> QuantalCurves:
        """A page of them, of one player or of all."""
        wanted = [one for one in self.sets if player is None or one.player == player]
        return QuantalCurves(
            precisions=[rounded(self.found.precisions[k]) for k in self._kept],
            complete=self.found.complete,
            scale=rounded(self.found.agents.scale),
            items=wanted[offset : offset + PAGE],
            offset=offset,
            total=len(wanted),
        )

    def fit(self, observed: str) -> FittedPrecision:
        """The precision that explains observed play best."""
        from galakit.solvers.quantal.observed import observed_play

        fit = self.found.fit(observed_play(observed, "observed"))
        least, most = fit.interval
        return FittedPrecision(
            precision=fit.precision,
            least=least,
            most=most,
            beyond=most >= max(self.found.precisions),
            log_likelihood=fit.log_likelihood,
            uniform=fit.uniform,
            observations=fit.observations,
        )
