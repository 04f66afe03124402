"""How far optimal strategies of a constant-sum game can differ: the range of every move's probability.

Two linear programmes for each move, on the optimal face (see `face`), each starting from the basis of the one before.
In fractions the ranges are exact, and where all of them are single points the optimal strategy is proved unique.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from galakit.deadline import Deadline, OutOfTime
from galakit.errors import GalakitError
from galakit.progress import Progress, throttled
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.solution import facts as naming
from galakit.solution.shown.numbers import json_number
from galakit.solvers.lp.exact import solve_exact
from galakit.solvers.lp.face import Face
from galakit.solvers.lp.method import QUICK_NODES, refusal
from galakit.solvers.lp.programme import solve_lp
from galakit.solvers.profile_input import player_number

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan
    from galakit.game.sequence_form import SequenceForm

NARROW = 1e-6  # ranges in floating point that are narrower count as single points


@dataclass(frozen=True)
class MoveRange:
    """The least and the greatest probability of a move."""

    move: str
    least: Number
    most: Number

    @property
    def unique(self) -> bool:
        """Whether all optimal strategies play the move equally often."""
        wide = self.most - self.least
        return wide <= NARROW if isinstance(wide, float) else wide == 0


@dataclass(frozen=True)
class SetRange:
    """The moves of an information set, over all optimal strategies that lead there; none where no strategy does."""

    player: str
    facts: tuple[str, ...]
    moves: tuple[MoveRange, ...]


@dataclass(frozen=True, eq=False)
class Ranges:
    """The ranges of all moves."""

    game: str
    params: dict[str, str]
    players: tuple[str, ...]
    """whose strategies were asked for"""
    value: tuple[Number, ...]
    exact: bool
    complete: bool
    """whether there was time for all information sets"""
    sets: tuple[SetRange, ...]

    def unique(self, player: str) -> bool | None:
        """Whether a player has one optimal strategy only; None where it is not known.

        Information sets to which no optimal strategy leads do not matter. In fractions it is proved.
        """
        own = [move for one in self.sets if one.player == player for move in one.moves]
        if not all(move.unique for move in own):
            return False
        return True if self.complete else None

    def of(self, player: str, facts: str | Iterable[str] = ()) -> SetRange:
        """The ranges at the information set with these facts; those that say what can be chosen may be left out."""
        wanted = informative(naming.parsed(facts))
        for one in self.sets:
            if one.player == player and informative(naming.parsed(one.facts)) == wanted:
                return one
        raise GalakitError(
            f"there are no ranges for {player} knowing {', '.join(wanted) or 'nothing'}",
            hint="give all facts of an information set: `galakit ranges --json` lists them",
            id="GK610",
        )

    def to_json(self) -> dict[str, Any]:
        """What `galakit ranges --json` prints; exact numbers as texts `p/q`."""
        return {
            "game": self.game,
            "params": self.params,
            "value": [json_number(v) for v in self.value],
            "exact": self.exact,
            "complete": self.complete,
            "unique": {player: self.unique(player) for player in self.players},
            "information_sets": [
                {
                    "player": one.player,
                    "facts": list(one.facts),
                    "reached": bool(one.moves),
                    "moves": [
                        {"move": m.move, "least": json_number(m.least), "most": json_number(m.most)} for m in one.moves
                    ],
                }
                for one in self.sets
            ],
        }


def ranges(
    game: Game,
    *,
    players: Sequence[str] | None = None,
    exact: bool | None = None,
    time_limit: float | None = None,
    progress: Progress | None = None,
) -> Ranges:
    """The range of every move's probability over all optimal strategies of a constant-sum game of two players.

    Exact on request, and by default in small games; otherwise in floating point. After the time limit the information
    sets that were not reached are left out.

    >>> import galakit as gk
    >>> kuhn = gk.ranges(gk.load("kuhn"))
    >>> [(m.move, str(m.least), str(m.most)) for m in kuhn.of("first", "card(1)").moves]
    [('pass', '2/3', '1'), ('bet', '0', '1/3')]
    >>> kuhn.unique("first"), kuhn.unique("second")
    (False, True)
    """
    deadline = Deadline.of(time_limit)
    with game.reporting(progress, deadline):
        form = game.form
        asked = range(2) if players is None else sorted({player_number(form, name) for name in players})
        left = None if deadline is None else deadline.left
        optimal = OptimalStrategies(game, exact=exact, time_limit=left, progress=progress)
        tell = throttled(progress)
        found: list[SetRange] = []
        total = sum(len(form.sets_of(player)) for player in asked)
        for information_set in (i for player in asked for i in form.sets_of(player).tolist()):
            try:
                found.append(optimal.at(information_set))
            except OutOfTime:
                break
            tell("ranges of moves", len(found), total)
            if deadline is not None and not deadline.left:
                break
    return Ranges(
        game=game.name,
        params=game.params,
        players=tuple(form.players[player] for player in asked),
        value=optimal.value,
        exact=optimal.exact,
        complete=len(found) == total,
        sets=tuple(found),
    )


def no_ranges(game: Game) -> str | None:
    """Why the optimal strategies of a game have no ranges; None where they have."""
    return refusal(game) or ("one player alone has no opponent" if len(game.form.players) == 1 else None)


class OptimalStrategies:
    """All optimal strategies of a constant-sum game, asked about one information set at a time."""

    def __init__(
        self,
        game: Game,
        *,
        exact: bool | None = None,
        time_limit: float | None = None,
        progress: Progress | None = None,
    ) -> None:
        why = no_ranges(game)
        if why is not None:
            raise GalakitError(
                f"the optimal strategies of this game have no ranges: {why}",
                hint="ranges are for games of two players in which one gains what the other loses",
                id="GK659",
            )
        form = self.form = game.form
        self.exact = bool(exact or (exact is None and form.exact and game.unfolded[2].nodes <= QUICK_NODES))
        self._value, self._plans = _optimum(form, self.exact, time_limit, progress)
        self.value: tuple[Number, Number] = (self._value[0], (form.constant_sum or 0) - self._value[0])
        self._faces: dict[int, Face] = {}

    def at(self, information_set: int) -> SetRange:
        """The ranges of the moves at an information set."""
        form, i = self.form, information_set
        player = int(form.player[i])
        if player not in self._faces:
            self._faces[player] = Face(form, player, self._value[player], self._plans, exact=self.exact)
        face = self._faces[player]
        given, first, moves = int(form.parent_sequence[i]), int(form.first_sequence[i]), form.moves(i)
        ends: list[tuple[Number, Number]] = []
        if face.weight(given) > 0:
            ends = [(0, 0)] * len(moves)
            used = [k for k in range(len(moves)) if first + k not in face.unused]
            for k in used[1:] if len(used) == 2 else used if len(used) > 2 else ():
                ends[k] = _range(face, first + k, given)
            if len(used) <= 2:  # the other move has the rest
                least, most = ends[used[1]] if len(used) == 2 else (0, 0)
                ends[used[0]] = 1 - most, 1 - least
        return SetRange(form.players[player], form.facts(i), tuple(MoveRange(m, *e) for m, e in zip(moves, ends)))


def _optimum(
    form: SequenceForm, exact: bool, time_limit: float | None, progress: Progress | None
) -> tuple[tuple[Number, Number], tuple[Plan, ...]]:
    """What each player can guarantee, the second one as the negative of what the first one then gets; optimal plans."""
    if exact:
        solved = solve_exact(form, time_limit=time_limit, progress=progress)
        return (solved.value, -solved.value), tuple(np.fromiter(plan, object) for plan in solved.plans)
    found = solve_lp(form, time_limit=time_limit, progress=progress)
    if not found.optimal:
        raise OutOfTime("the time limit was reached before the game was solved", hint="allow more time", id="GK632")
    return (found.lower, -found.upper), found.plans


def _range(face: Face, sequence: int, given: int) -> tuple[Number, Number]:
    least, most = (face.share(sequence, given, sign) for sign in (1, -1))
    if isinstance(least, float) or isinstance(most, float):
        least = min(max(least, 0.0), 1.0)
        most = min(max(most, least), 1.0)
    return least, most
