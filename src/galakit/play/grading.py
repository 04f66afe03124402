"""Grades of decisions against a profile: the loss, and one of five levels.

The others and chance follow the profile. The value of a move is the player's expected payoff if they then play a best
response; so the loss, the value of the best move less that of the chosen one, is never negative, and the losses of a
strategy, weighted by reach, add up to what the strategy loses against the profile. Where the information sets are not
listed, or where a player forgets, values are those of the profile itself (`Situation.values`).

Levels are relative to the stakes, the player's highest payoff less the lowest, each about four times as bad as the
one before: more than 200 `good` decisions, 50 with an `inaccuracy`, 12 with a `mistake`, cost the whole stakes. In
Kuhn's poker (stakes 4) to call with the lowest card loses 1, a blunder; to bet the middle one opening loses 1/6, a
mistake. `best` is a loss of 0, whether the profile plays the move or not. Losses within a profile's gap count as 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import numpy as np

from galakit.agents.contract import uniformly
from galakit.errors import GalakitError
from galakit.play.step_trace import plain
from galakit.play.walk import play_by_rules
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.solution.facts import parsed
from galakit.solution.shown.numbers import number
from galakit.solution.shown.prose import others
from galakit.solution.situation import Situation

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.play.move_values import MoveValues
    from galakit.solution.solution import Solution

Level: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

LEVELS: tuple[Level, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
SHARES = (Fraction(1, 200), Fraction(1, 50), Fraction(2, 25))
"""the largest losses, as shares of the stakes, that are good, an inaccuracy, a mistake"""
ROUNDING = 1e-9  # of the stakes: the rounding error of a loss
PLAYS = 400  # random plays that estimate the stakes of a game too large to unfold
WORDS: dict[Level, str] = {
    "best": "no move has a higher value",
    "good": "it costs next to nothing",
    "inaccuracy": "another move is a little better",
    "mistake": "another move is clearly better",
    "blunder": "another move is far better",
}


@dataclass(frozen=True)
class Grade:
    """The grade of one decision. Undefined values are None."""

    player: str
    facts: tuple[str, ...]
    """the player's facts"""
    information_set: int | None
    """the number of the information set, where it has one"""
    move: str
    loss: Number | None
    level: Level | None
    words: str
    """the level in words, or why there is none"""
    probabilities: dict[str, Number]
    """move -> the profile's probability"""
    values: dict[str, Number | None]
    """move -> the player's expected payoff after it"""
    strayed: bool = False
    """whether only moves that the profile never makes lead here"""
    precision: Number = 0
    """the largest loss that counts as 0"""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves with the highest value, up to `precision`."""
        known = [v for v in self.values.values() if v is not None]
        return tuple(m for m, v in self.values.items() if v is not None and max(known) - v <= self.precision)

    def __str__(self) -> str:
        if self.level is None or self.loss is None:
            return f"no grade: {self.words}"
        lost = f", it loses {number(self.loss)}" if self.loss else ""
        return f"{self.level}: {self.words}{lost}"

    def to_json(self) -> dict[str, Any]:
        return {
            "player": self.player,
            "facts": list(self.facts),
            "move": self.move,
            "loss": None if self.loss is None else plain(self.loss),
            "level": self.level,
            "words": self.words,
            "probabilities": {m: plain(p) for m, p in self.probabilities.items()},
            "values": {m: None if v is None else plain(v) for m, v in self.values.items()},
            "strayed": self.strayed,
        }


def level_of(loss: Number, stakes: Number, precision: Number = 0) -> Level:
    """The level of a loss relative to the stakes; losses up to `precision` are 0.

    >>> [level_of(loss, 100) for loss in (0, 0.5, 2, 8, 8.1)]
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
    """
    if loss <= precision:
        return "best"
    for level, share in zip(LEVELS[1:], SHARES):
        if loss <= share * stakes:
            return level
    return "blunder"


class Grader:
    """Grades decisions against a profile.

    >>> import galakit as gk
    >>> grader = Grader(gk.solve(gk.load("kuhn")))
    >>> called = grader.grade("first", "card(1), chose(pass), bet", "bet")
    >>> str(called), called.best
    ('blunder: another move is far better, it loses 1', ('pass',))
    """

    def __init__(self, solution: Solution, game: Game | None = None) -> None:
        found = solution.game or game
        if found is None:
            raise GalakitError(
                "a solution without its game cannot grade decisions",
                hint="pass the game: Grader(solution, gk.load(...))",
                id="GK510",
            )
        self.solution, self.game = solution, found

    def grade(self, player: str | int, facts: str | Sequence[str], move: str) -> Grade:
        """The grade of a move where a player knows these facts (those of a `Decision`, or enough to name the set)."""
        who = self.solution.player(player)
        here = self._here(who, facts)
        values = here.values
        if move not in values:
            raise GalakitError(
                f"there is no move `{move}` here", hint="the moves are " + ", ".join(list(values)[:8]), id="GK513"
            )
        mine = values[move]
        loss: Number | None = None
        level: Level | None = None
        if mine is not None:
            loss = max(v for v in values.values() if v is not None) - mine
            level = level_of(loss, self.stakes[who], self.precision(who))
            if level == "best":
                loss = 0  # within the precision of this profile
        words = (here.note or undefined(self.solution.players, who)) if level is None else WORDS[level]
        return Grade(
            player=here.player,
            facts=here.facts,
            information_set=here.information_set,
            move=move,
            loss=loss,
            level=level,
            words=words,
            probabilities=here.probabilities,
            values=values,
            strayed=here.reach == 0,
            precision=self.precision(who),
        )

    @cached_property
    def stakes(self) -> tuple[Number, ...]:
        """Each player's highest payoff less the lowest; estimated by random plays in games too large to unfold."""
        if self.solution.able.list_all:
            from galakit.play.move_values import stakes_of

            return stakes_of(self.game.form)
        totals, _ = play_by_rules(self.game.rules, uniformly, PLAYS, np.random.default_rng(0))
        return tuple((totals.max(axis=0) - totals.min(axis=0)).tolist())

    def precision(self, player: int) -> Number:
        """The largest loss that counts as 0."""
        if self.solution.exact:
            return 0
        return max(float(self.solution.gap), ROUNDING * float(self.stakes[player]))

    @cached_property
    def _move_values(self) -> MoveValues | None:
        """The values of moves at listed information sets; None where a player forgets."""
        if not self.solution.able.list_all or not self.game.form.perfect_recall:
            return None
        from galakit.play.move_values import MoveValues
        from galakit.solvers.profile_input import profile

        return MoveValues(self.game.form, profile(self.game.form, self.solution))

    def _here(self, player: int, facts: str | Sequence[str]) -> Situation:
        if not self.solution.able.list_all:
            return self.solution.at(player, facts)
        form = self.game.form
        found = None if isinstance(facts, str) else form.find(player, tuple(facts))
        if found is None:
            found = self._named(player, informative(parsed(self.solution.at(player, facts).facts)))
        sheet, moves = self.solution.sheet, form.moves(found)
        number = self._number(found)
        rows = sheet.rows(number)
        best = None if self._move_values is None else self._move_values.at(found)
        values = [None if u else v for u, v in zip(sheet.undefined[rows].tolist(), sheet.value[rows].tolist())]
        return Situation(
            player=self.solution.players[player],
            information_set=number,
            facts=form.facts(found),
            probabilities=dict(zip(moves, sheet.probability[rows].tolist())),
            values=dict(zip(moves, values if best is None else best)),
            reach=sheet.reach[number : number + 1].tolist()[0],
            belief=None,
        )

    def _named(self, player: int, facts: tuple[str, ...]) -> int:
        """The information set with exactly these facts, apart from `choosing(...)`."""
        form = self.game.form
        return next(int(i) for i in form.sets_of(player) if informative(parsed(form.facts(int(i)))) == facts)

    def _number(self, found: int) -> int:
        """The number that an information set of the game has in the solution."""
        if self.solution.game is not None:
            return found
        return self._numbers[int(self.game.form.player[found]), self.game.form.facts(found)]

    @cached_property
    def _numbers(self) -> dict[tuple[int, tuple[str, ...]], int]:
        sheet = self.solution.sheet
        return {(int(player), sheet.facts[i]): i for i, player in enumerate(sheet.player.tolist())}


def undefined(players: Sequence[str], player: int) -> str:
    """Why there is no grade.

    >>> undefined(["dealer", "gambler"], 0)
    'gambler never lets play come here by the profile: values of moves are undefined'
    """
    let = "lets" if len(players) == 2 else "let"
    return f"{others(players, player)} never {let} play come here by the profile: values of moves are undefined"
