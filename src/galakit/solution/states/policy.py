"""A policy for games in which every mover knows the state: one move per state, and what each move is worth there.

Questions are answered by walking: moves are followed one by one, and facts by all the ways on which the player would
have learnt just them (in a game of perfect information there is one).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, END, Number, Rules, State
from galakit.rules.knowledge import Knowledge
from galakit.solution import facts as naming
from galakit.solution.certificate import Certificate
from galakit.solution.policy import Able
from galakit.solution.situation import Situation

if TYPE_CHECKING:
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm

LIMIT_PLACES = 1_000_000  # states looked at to find out where a player is who knows some facts
LONGEST = 40  # moves of a line of play
SHOWN = 12  # moves named in an error


@dataclass(frozen=True)
class _Place:
    """Where a walk has come to: the state, what the players got and saw on the way, how likely the profile goes it."""

    state: State
    gained: tuple[Number, ...]
    facts: Knowledge
    reach: Number


@dataclass(frozen=True, eq=False)
class StatePolicy:
    """`choice(state)` is the index of the move, `worth(state)` what the mover gets from there on after each of them."""

    rules: Rules
    choice: Callable[[State], int]
    worth: Callable[[State], Sequence[Number]]
    certified: Callable[[], Certificate]
    listed: Callable[[SequenceForm], tuple[Behaviour, ...]]

    kind: ClassVar[str] = "states"
    able: ClassVar[Able] = Able(follow=True)
    size: ClassVar[None] = None

    def certify(self, *, free: bool = False) -> Certificate:
        return self.certified()

    def strategies(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        return self.listed(form)

    def after(self, moves: Sequence[str]) -> Situation:
        """The situation after these moves, chance's included, each by its label."""
        place = self._walked(moves)
        state = place.state
        if state.mover < 0:
            if state.mover == END:
                raise GalakitError(f"the game is over {_when(moves)}", hint="leave out the last move", id="GK631")
            raise GalakitError(
                f"chance moves {_when(moves)}", hint=f"name its move, too: {self._offered(state)}", id="GK631"
            )
        return self._situation(place)

    def at(self, player: int, facts: Sequence[str]) -> Situation | None:
        wanted = naming.telling(naming.normal(f) for f in facts)
        places = self._located(player, wanted)
        if not places:
            return None
        # Several ways to one state differ in nothing that matters but in what was gained on them.
        total = sum(place.reach for place in places)
        weights = [place.reach / total if total else Fraction(1, len(places)) for place in places]
        gained = tuple(
            sum(w * place.gained[p] for w, place in zip(weights, places)) for p in range(len(self.rules.players))
        )
        return self._situation(replace(places[0], gained=gained, reach=total))

    def played(self, player: int, facts: Sequence[str]) -> Sequence[Number] | None:
        here = self.at(player, facts)
        return None if here is None else list(here.probabilities.values())

    def line(self) -> str:
        """The play when everybody follows the policy and chance makes its likeliest moves."""
        state = self.rules.start().state
        told: list[str] = []
        while state.mover != END:
            if len(told) == LONGEST:
                return ", ".join([*told, "…"])
            chances = state.probabilities or ()
            index = max(range(len(chances)), key=chances.__getitem__) if state.mover == CHANCE else self.choice(state)
            told.append(f"{self._who(state)}: {self.rules.write(state.moves[index])}")
            state = state.after(index).state
        return ", ".join(told) or "there is nothing to decide"

    def _who(self, state: State) -> str:
        return "chance" if state.mover == CHANCE else self.rules.players[state.mover]

    def _offered(self, state: State) -> str:
        moves = [self.rules.write(m) for m in state.moves]
        return ", ".join(moves[:SHOWN]) + (", …" if moves[SHOWN:] else "")

    def _situation(self, place: _Place) -> Situation:
        state = place.state
        moves = [self.rules.write(m) for m in state.moves]
        chosen = self.choice(state)
        gained = place.gained[state.mover]
        return Situation(
            player=self.rules.players[state.mover],
            information_set=None,
            facts=place.facts[state.mover],
            probabilities={m: Fraction(i == chosen) for i, m in enumerate(moves)},
            values={m: gained + w for m, w in zip(moves, self.worth(state))},
            reach=place.reach,
            belief=None,
            note="the player knows the state",
            players=tuple(self.rules.players),
        )

    def _walked(self, moves: Sequence[str]) -> _Place:
        place = self._opening()
        for k, move in enumerate(moves):
            state = place.state
            labels = [naming.normal(self.rules.write(m)) for m in state.moves]
            if naming.normal(move) not in labels:
                before = _when(moves[:k])
                if state.mover == END:
                    raise GalakitError(f"the game is over {before}: there is no move {move}", id="GK631")
                raise GalakitError(
                    f"{self._who(state)} has no move {move} {before}",
                    hint=f"the moves are {self._offered(state)}",
                    id="GK631",
                )
            place = self._moved(place, labels.index(naming.normal(move)))
        return place

    def _opening(self) -> _Place:
        step = self.rules.start()
        return _Place(step.state, tuple(step.payoffs), Knowledge.opening(self.rules, step), Fraction(1))

    def _moved(self, place: _Place, index: int) -> _Place:
        state = place.state
        step = state.after(index)
        share = (state.probabilities or ())[index] if state.mover == CHANCE else int(self.choice(state) == index)
        gained = tuple(a + b for a, b in zip(place.gained, step.payoffs))
        facts = place.facts.after(self.rules, state, index, step)
        return _Place(step.state, gained, facts, place.reach * share)

    def _located(self, player: int, wanted: tuple[str, ...]) -> list[_Place]:
        """All places where the player moves and knows the wanted facts, which are normal, and no others."""
        waiting, found, looked = [self._opening()], [], 0
        while waiting:
            place = waiting.pop()
            looked += 1
            if looked > LIMIT_PLACES:
                raise GalakitError(
                    f"{looked:,} states were looked at to find out where {', '.join(wanted)} is known",
                    hint="say which moves were made instead",
                    id="GK610",
                )
            told = naming.telling(naming.normal(f) for f in place.facts[player])
            state = place.state
            if told != wanted[: len(told)] or state.mover == END:
                continue
            if state.mover == player and told == wanted:
                found.append(place)
            else:
                waiting += [self._moved(place, i) for i in range(len(state.moves))]
        return found


def _when(moves: Sequence[str]) -> str:
    return f"after {', '.join(moves)}" if moves else "at the start"


def pure(form: SequenceForm, choice: Any) -> tuple[Behaviour, ...]:
    """Behaviour strategies that play at each information set the move of that index, `choice[set]`."""
    import numpy as np

    result = []
    for player in range(len(form.players)):
        sets = form.sets_of(player)
        strategy = np.full(form.sequences[player], Fraction(0), object)
        strategy[0] = Fraction(1)
        strategy[form.first_sequence[sets] + choice[sets]] = Fraction(1)
        result.append(strategy)
    return tuple(result)
