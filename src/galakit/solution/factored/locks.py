"""What is locked in a separated game: at some situations some classes, each told what to play.

Locks are given as for listed games (`profile`), and where several entries of a table fit, the same one counts. An entry
means the information sets that include its facts; with all facts of one, in order, it goes before entries with a part
of them; with all `choosing(...)` facts, too, it means its one information set and no other. A fact `card(…)` leaves
open which card: with it an entry means all that the player may hold in one public situation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.rules.knowledge import Choosing, kind_of
from galakit.rules.lazy import Value
from galakit.separated.actions import Situation as Place
from galakit.solution import facts as naming
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.profile import Facts, Play, Strategy, add_entry, conflict, distribution, same_play

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

LIMIT_ASKED = 1_000_000  # information sets at which a function is asked what is played


@dataclass(frozen=True, eq=False)
class Held:
    """What is locked in a situation."""

    classes: Mask
    """[classes] which of them"""
    shares: Floats
    """[moves, classes] how likely each move is there; 0 elsewhere"""

    @property
    def count(self) -> int:
        """How many information sets are locked."""
        return int(self.classes.sum())


Locked: TypeAlias = Mapping[Place, Held]


def locked_places(words: SituationIndex, strategies: Mapping[str, Strategy]) -> Locked:
    """What strategies lock, for the players that have one; an error where they say nothing, or nothing that can be."""
    found: dict[Place, Held] = {}
    for name, strategy in strategies.items():
        if name not in words.players:
            raise GalakitError(
                f"there is no player {name}", hint="the players are " + ", ".join(words.players), id="GK611"
            )
        locking = _Locking(words, words.players.index(name))
        if callable(strategy):
            locking.ask(strategy)
        else:
            locking.follow(strategy)
        found |= locking.held()
    if not found:
        raise GalakitError("nothing is locked", hint="name at least one information set and its moves", id="GK657")
    return found


class _Locking:
    """The locks of one player."""

    def __init__(self, words: SituationIndex, player: int) -> None:
        self.words, self.player = words, player
        self.places = words.game.actions.situations[player]
        self.plays: list[Play] = []
        self.chosen: dict[Place, npt.NDArray[np.int64]] = {}
        """[classes] the number of what is to be played; -1 where nothing was said"""
        self._ids: dict[tuple[Value, ...], Any] = {}

    def held(self) -> dict[Place, Held]:
        """What is locked, by what was said last."""
        found = {}
        for place, chosen in self.chosen.items():
            mask, shares = np.zeros(len(chosen), bool), np.zeros((len(place.moves), len(chosen)))
            for number in np.unique(chosen[chosen >= 0]).tolist():
                play = self.plays[number]
                if play is not None:
                    here = np.flatnonzero(chosen == number)
                    mask[here], shares[:, here] = True, self._shares(place, int(here[0]), play)[:, None]
            if mask.any():
                found[place] = Held(mask, shares)
        return found

    def ask(self, strategy: Any) -> None:
        """Lock the information sets at which a function says something."""
        words = self.words
        if sum(words.game.signal(place.signal).classes for place in self.places) > LIMIT_ASKED:
            raise GalakitError(
                f"{words.players[self.player]} has too many information sets to ask a function at each of them",
                hint="lock by a table of facts, or by a solution",
                id="GK611",
            )
        for place in self.places:
            moves = tuple(words.moves(place))
            for number in np.flatnonzero(self._possible(place)).tolist():
                self._put(place, number, strategy(words.facts(place, words.known(place, number)), moves))

    def follow(self, table: Mapping[Any, Play]) -> None:
        """Lock what the entries of a table fit; where several do, what the one says that says more."""
        entries: dict[Facts, Play] = {}
        alone: dict[Facts, Play] = {}
        for facts, play in table.items():
            given = naming.given(facts)
            single = self._alone(given) is not None
            add_entry(alone if single else entries, given if single else naming.telling(given), play)
        for wanted in entries:
            if not any(self._fitting(place, wanted).any() for place in self.places):
                raise GalakitError(
                    f"no information set of {self.words.players[self.player]} includes {', '.join(wanted)}",
                    notes=self.words.unknown(self.player, wanted).diagnostics[0].notes,
                    id="GK611",
                )
        single_places = {facts: self._alone(facts) for facts in alone}
        for place in self.places:
            taken = np.zeros(len(self._possible(place)), bool)
            named = [(int(one[1]), alone[facts]) for facts, one in single_places.items() if one and one[0] == place]
            for number, play in named:
                self._put(place, number, play)
                taken[number] = True
            for wanted, play in entries.items():
                whole = self._in_order(place, wanted, open_too=False) & ~taken
                self._put(place, whole, play)
                taken |= whole
            for wanted, mask in self._most_telling(place, entries, ~taken).items():
                self._put(place, mask, entries[wanted])

    def _most_telling(self, place: Place, entries: Mapping[Facts, Play], free: Mask) -> dict[Facts, Mask]:
        """The entries that fit in a situation, and [classes] where none that says more fits, too."""
        fitting = {wanted: self._fitting(place, wanted) & free for wanted in entries}
        fitting = {wanted: mask for wanted, mask in fitting.items() if mask.any()}
        found: dict[Facts, Mask] = {}
        for wanted, mask in fitting.items():
            for other, theirs in fitting.items():
                if naming.narrower(other, wanted):
                    mask = mask & ~theirs
            for other, theirs in found.items():
                if (mask & theirs).any() and not same_play(entries[wanted], entries[other]):
                    raise conflict(other, wanted, self._told(place, int((mask & theirs).argmax())))
            found[wanted] = mask
        return found

    def _put(self, place: Place, classes: int | Mask, play: Play) -> None:
        if isinstance(classes, int) or classes.any():
            if place not in self.chosen:
                self.chosen[place] = np.full(self.words.game.signal(place.signal).classes, -1)
            self.chosen[place][classes] = len(self.plays)
            self.plays.append(play)

    def _shares(self, place: Place, number: int, play: str | int | Mapping[str, Number]) -> Floats:
        """How likely each move is; an error that names an information set at which it cannot be so."""
        try:
            shares = np.array([float(share) for share in distribution(play, self.words.moves(place))])
        except GalakitError as error:
            wrong = error.diagnostics[0]
            raise GalakitError(wrong.message, notes=[self._told(place, number)], hint=wrong.hint, id="GK611") from None
        found: Floats = shares / shares.sum()
        return found

    def _told(self, place: Place, number: int) -> str:
        facts = self.words.facts(place, self.words.known(place, number))
        return f"{self.words.players[self.player]} knows there: {', '.join(facts) or 'nothing'}"

    # -- which classes fit ---------------------------------------------------------------------------------------------

    def _alone(self, given: tuple[str, ...]) -> tuple[Place, int] | None:
        """The one information set that is named with all its `choosing(...)` facts."""
        if naming.telling(given) == given:
            return None
        named = self.words.exactly(self.player, given)
        if named is None or self.words.offered(named.situation) != [f for f in given if kind_of(f) is Choosing]:
            return None
        number = self.words.number(*named)
        return None if number is None else (named.situation, number)

    def _possible(self, place: Place) -> Mask:
        possible = self.words.game.possible[place]
        many = self.words.game.signal(place.signal).classes
        return np.ones(many, bool) if possible is None else np.array(possible, bool)

    def _including(self, place: Place, wanted: Sequence[str]) -> Mask:
        """[classes] that include some facts, as often as they are wanted."""
        chain = self.words.chain(place)
        constants = Counter(fact for fact in chain if type(fact) is str)
        mask = self._possible(place)
        for fact, often in Counter(wanted).items():
            if constants[fact] >= often:
                continue
            times = np.full(len(mask), constants[fact])
            for value in (f for f in chain if isinstance(f, Value)):
                number = self.words.texts(value).get(fact)
                if number is not None:
                    times += self._said(place, value) == number
            mask &= times >= often
        return mask

    def _fitting(self, place: Place, wanted: Facts) -> Mask:
        """[classes] that an entry fits: those that include its facts, or have just them if some are left open."""
        if any(map(naming.opened, wanted)):
            return self._in_order(place, wanted, open_too=True)
        return self._including(place, wanted)

    def _in_order(self, place: Place, wanted: Sequence[str], *, open_too: bool) -> Mask:
        chain = self.words.chain(place)
        mask = self._possible(place)
        if len(chain) != len(wanted):
            return np.zeros_like(mask)
        for here, fact in zip(chain, wanted):
            if isinstance(here, Value):
                match = [k for text, k in self.words.texts(here).items() if _fits(text, fact, open_too)]
                mask &= np.isin(self._said(place, here), match)
            elif not _fits(here, fact, open_too):
                return np.zeros_like(mask)
        return mask

    def _said(self, place: Place, value: Value) -> npt.NDArray[np.int64]:
        """[classes] what a value turned out to be."""
        signal = self.words.game.signal(place.signal)
        ids = self._ids.get(place.signal)
        if ids is None:
            ids = self._ids[place.signal] = np.unravel_index(signal.codes, signal.sizes)
        found: npt.NDArray[np.int64] = ids[signal.values.index(value)]
        return found


def _fits(text: str, wanted: str, open_too: bool) -> bool:
    return text == wanted or (open_too and naming.fits(text, wanted))
