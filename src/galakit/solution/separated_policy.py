"""A policy for separated games: what is played in a situation, for each class of what the player can tell apart.

A question names the facts a player knows. They are followed along the chains of facts of the action tree: constants
must be the same, and where a fact is a value, what it says tells the class.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from galakit.errors import GalakitError
from galakit.rules.contract import Rules
from galakit.rules.lazy import Value
from galakit.separated.actions import Situation as Place
from galakit.separated.factored import Factored
from galakit.solution import facts as naming
from galakit.solution.certificate import Certificate
from galakit.solution.situation import Situation

if TYPE_CHECKING:
    from galakit.game.progress import Progress
    from galakit.game.sequence_form import SequenceForm
    from galakit.solution.separated_certificate import Strategies
    from galakit.solve.realization import Behaviour


@dataclass(frozen=True, eq=False)
class SeparatedPolicy:
    """Strategies over the classes of a factored game."""

    rules: Rules
    game: Factored
    found: Strategies
    progress: Progress | None = None

    def certify(self) -> Certificate:
        from galakit.solution.separated_certificate import certify  # compiled: late

        return certify(self.game, self.found, self.progress)

    def after(self, moves: Sequence[str]) -> Situation:
        raise GalakitError(
            "in this game players do not know all that happened, so moves do not tell what they do",
            hint="name the facts a player knows: Solution.at, or `galakit show GAME --player NAME --at FACT`",
            id="GK634",
        )

    def at(self, player: int, facts: Sequence[str]) -> Situation | None:
        named = [naming.normal(f) for f in facts]
        wanted = naming.telling(named)
        offered = [f for f in named if f.startswith("choosing(")]
        for place, text in self._places[player]:
            values = _matched(text, wanted, self._texts)
            if values is not None and (not offered or offered == self._offered(place)):
                found = self._situation(place, wanted, values)
                if found is not None:  # else other options go with what he knows
                    return found
        return None

    def _offered(self, place: Place) -> list[str]:
        """The `choosing(...)` facts a player has met, the last one where he is."""
        found = self._choosing.get(place)
        if found is None:
            before = [f[1] for f in place.facts if type(f) is tuple and f[0] == "choosing"]
            write = self.rules.write
            found = [naming.normal(f"choosing([{','.join(map(write, moves))}])") for moves in (*before, place.moves)]
            self._choosing[place] = found
        return found

    @cached_property
    def _choosing(self) -> dict[Place, list[str]]:
        return {}

    def strategies(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        """What is played at every information set of the unfolded game."""
        found = []
        for player in range(len(form.players)):
            strategy = np.ones(form.sequences[player])
            for i in form.sets_of(player).tolist():
                here = self.at(player, form.facts(i))
                assert here is not None, "the unfolded game has no other information sets"
                first = int(form.first_sequence[i])
                strategy[first : first + len(here.probabilities)] = list(here.probabilities.values())
            found.append(strategy)
        return tuple(found)

    @cached_property
    def _places(self) -> list[list[tuple[Place, tuple[Any, ...]]]]:
        """The situations of each player with their facts: texts, and values for those that depend on chance."""
        write = self.rules.write
        known: dict[Any, str] = {}

        def text(fact: Any) -> Any:
            if type(fact) is Value:
                return fact
            if fact not in known:
                kind, what = fact if type(fact) is tuple and fact[0] in ("chose", "choosing") else ("", fact)
                known[fact] = naming.normal(f"chose({write(what)})" if kind == "chose" else write(what))
            return known[fact]

        return [
            [
                (place, tuple(text(f) for f in place.facts if not (type(f) is tuple and f[0] == "choosing")))
                for place in own
            ]
            for own in self.game.game.actions.situations
        ]

    def _texts(self, value: Value) -> dict[str, int]:
        """What a value can say, as text, and the number of each."""
        found = self._said.get(value)
        if found is None:
            world = self.game.game.world
            world.ids(value, world.rows(world.support(value)).columns)
            found = {naming.normal(self.rules.write(m)): k for k, m in enumerate(world.meaning[value])}
            self._said[value] = found
        return found

    @cached_property
    def _said(self) -> dict[Value, dict[str, int]]:
        return {}

    @cached_property
    def _where(self) -> dict[Place, tuple[int, int]]:
        """Stage and number there of each situation."""
        return {
            place: (k, s)
            for k, stage in enumerate(self.game.stages)
            for side in stage.sides
            for s, place in enumerate(side.situations)
        }

    def _situation(self, place: Place, facts: tuple[str, ...], values: dict[Value, int]) -> Situation | None:
        signal = self.game.game.signal(place.signal)
        code = 0
        for value, size in zip(signal.values, signal.sizes):
            code = code * size + values[value]
        number = int(np.searchsorted(signal.codes, code))
        if number == signal.classes or signal.codes[number] != code:
            return None  # such cards cannot be held at once
        possible = self.game.game.possible[place]
        if possible is not None and not possible[number]:
            return None
        k, s = self._where[place]
        side = self.game.stages[k].sides[place.player]
        at = int(side.classes.place[side.classes.orbit[number]])
        first = int(side.first[s]) - len(side.entries)
        shares = self.found[k][place.player][first : first + len(place.moves), at]
        moves = [self.rules.write(m) for m in place.moves]
        return Situation(
            player=self.rules.players[place.player],
            information_set=None,
            facts=facts,
            probabilities=dict(zip(moves, shares.tolist())),
            values=dict.fromkeys(moves),
            reach=None,
            belief=None,
            note="values and beliefs are not worked out for single information sets of a separated game",
        )


def _matched(text: tuple[Any, ...], wanted: tuple[str, ...], texts: Any) -> dict[Value, int] | None:
    """What the values of a chain must be for it to read as wanted; None where it cannot."""
    if len(text) != len(wanted):
        return None
    values: dict[Value, int] = {}
    for fact, said in zip(text, wanted):
        if type(fact) is Value:
            number = texts(fact).get(said)
            if number is None or values.setdefault(fact, number) != number:
                return None
        elif fact != said:
            return None
    return values
