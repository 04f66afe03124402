"""Quantities: numbers that a study takes from each solution, as they are written and as they are computed.

    value.gambler                     a player's expected payoff
    gain.gambler                      what the player could gain by deviating
    welfare                           the sum of all players' expected payoffs
    gambler: myhand([1]) = 1          the probability of a move where a player knows these facts
    reach gambler: myhand([1])        the probability that play gets there
    range gambler: myhand([1]) = 1    the probability of a move, and how small and large it is in optimal strategies
    found.leaves examined             a number that the method reports, as `galakit solve` prints it

`$ranks` stands for the parameter `ranks` of the cell.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.solution.facts import normal

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.situation import Situation
    from galakit.solution.solution import Solution
    from galakit.solvers.lp.ranges import OptimalStrategies

Kind = Literal["value", "gain", "welfare", "probability", "reach", "range", "found"]
FORMS = "write `value.PLAYER`, `gain.PLAYER`, `welfare`, `PLAYER: FACTS = MOVE`, `range PLAYER: FACTS = MOVE`, "
FORMS += "`reach PLAYER: FACTS`, or `found.NAME`"
PROBABILITIES = ("probability", "reach", "range")

_PLAYER = re.compile(r"(value|gain)\.(.+)", re.DOTALL)
_WORD = re.compile(r"(range|reach)\s+(.+)", re.DOTALL)
_PARAMETER = re.compile(r"\$([A-Za-z_]\w*)")


@dataclass(frozen=True)
class Quantity:
    """One quantity of a study."""

    column: str
    """its column in the table"""
    text: str
    """as it is written"""
    kind: Kind
    player: str = ""
    facts: str = ""
    move: str = ""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of numbers that it fills."""
        return (self.column, *((f"{self.column}_least", f"{self.column}_most") if self.kind == "range" else ()))

    def of(self, params: Mapping[str, str]) -> Quantity:
        """The same with parameters in place of their names.

        >>> read_quantity("top", "gambler: myhand([$ranks]) = 1").of({"ranks": "8"}).facts
        'myhand([8])'
        """

        def put(text: str) -> str:
            return _PARAMETER.sub(lambda found: params.get(found[1], found[0]), text)

        return replace(
            self, text=put(self.text), player=put(self.player), facts=put(self.facts), move=normal(put(self.move))
        )


def read_quantity(column: str, text: str) -> Quantity:
    """The quantity that a text means.

    >>> found = read_quantity("bluff", "range gambler: myhand([1]) = 1")
    >>> found.kind, found.player, found.facts, found.move
    ('range', 'gambler', 'myhand([1])', '1')
    """
    written = text.strip()
    if written == "welfare":
        return Quantity(column, text, "welfare")
    if written.startswith("found."):
        return Quantity(column, text, "found", facts=written.removeprefix("found.").strip())
    if of_player := _PLAYER.fullmatch(written):
        return Quantity(column, text, "value" if of_player[1] == "value" else "gain", of_player[2].strip())
    worded = _WORD.fullmatch(written)
    kind: Kind = "probability" if worded is None else "range" if worded[1] == "range" else "reach"
    rest = written if worded is None else worded[2]
    move = ""
    if kind != "reach":
        rest, _, move = (part.strip() for part in rest.rpartition(" = " if " = " in rest else "="))
    player, colon, facts = (part.strip() for part in rest.partition(":"))
    if not player or not colon or (kind != "reach" and not move):
        raise GalakitError(f"the quantity `{text}` is not understood", hint=FORMS, id="GK762")
    return Quantity(column, text, kind, player, facts, move)


class Quantities:
    """Computes quantities of one solution."""

    def __init__(self, solution: Solution, game: Game) -> None:
        self.solution = solution
        self.game = game

    def compute(self, quantity: Quantity) -> dict[str, Number | None]:
        """Its columns; an error where the solution does not have it.

        >>> import galakit as gk
        >>> game = gk.load("kuhn")
        >>> bluff = read_quantity("bluff", "range first: card(1) = bet")
        >>> found = Quantities(gk.solve(game), game).compute(bluff)
        >>> {column: str(number) for column, number in found.items()}
        {'bluff': '0', 'bluff_least': '0', 'bluff_most': '1/3'}
        """
        solution = self.solution
        match quantity.kind:
            case "welfare":
                return {quantity.column: sum(solution.value)}
            case "value":
                return {quantity.column: solution.value[solution.player(quantity.player)]}
            case "gain":
                return {quantity.column: solution.certificate.gains[solution.player(quantity.player)]}
            case "found":
                return {quantity.column: self._reported(quantity.facts)}
            case "reach":
                return {quantity.column: self._situation(quantity).reach}
            case "probability":
                return {quantity.column: self._share(quantity)}
            case "range":
                least, most = self._range(quantity)
                return dict(zip(quantity.columns, (self._share(quantity), least, most)))

    def _reported(self, name: str) -> Number:
        number = self.solution.found.get(name)
        if isinstance(number, (int, float, Fraction)) and not isinstance(number, bool):
            return number
        numbers = [said for said, value in self.solution.found.items() if isinstance(value, (int, float, Fraction))]
        raise GalakitError(
            f"the method reports no number `{name}`",
            hint="it reports " + (", ".join(numbers) or "no numbers"),
            id="GK762",
        )

    def _situation(self, quantity: Quantity) -> Situation:
        return self.solution.at(quantity.player, quantity.facts)

    def _share(self, quantity: Quantity) -> Number:
        found = self._situation(quantity)
        for move, share in found.probabilities.items():
            if normal(move) == quantity.move:
                return share
        raise GalakitError(
            f"{quantity.player} has no move {quantity.move} there",
            hint="the moves are " + ", ".join(found.probabilities),
            id="GK611",
        )

    def _range(self, quantity: Quantity) -> tuple[Number | None, Number | None]:
        """Both are None where no optimal strategy comes to the information set."""
        solution = self.solution
        where = solution.listing.named(solution.player(quantity.player), _facts(quantity)).information_set
        assert where is not None  # listed sets are numbered
        for one in self._optimal.at(where).moves:
            if normal(one.move) == quantity.move:
                return one.least, one.most
        return None, None

    @cached_property
    def _optimal(self) -> OptimalStrategies:
        from galakit.solvers.lp.ranges import OptimalStrategies

        return OptimalStrategies(self.game)


def _facts(quantity: Quantity) -> tuple[str, ...]:
    from galakit.solution.facts import parsed

    return parsed(quantity.facts)
