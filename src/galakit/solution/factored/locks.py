"""Locks in a separated game: fixed strategies of some classes at some situations.

Locks are written as for listed games (`profile`), and where several entries of a table fit, the same one applies. An
entry names the information sets that include its facts; with all facts of one, in order, it goes before entries with a
part of them; with all `choosing(...)` facts, too, it names one information set. A wildcard `card(…)` matches any card:
an entry with one names all classes in one public situation.
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
from galakit.rules.knowledge import Choosing, informative, kind_of
from galakit.rules.lazy import Value
from galakit.separated.actions import Situation
from galakit.solution import facts as naming
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.profile import Facts, Play, Strategy, add_entry, conflict, distribution, same_play

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

LIMIT_ASKED = 1_000_000  # information sets at which a function is asked what is played


@dataclass(frozen=True, eq=False)
class SituationLock:
    """The locked classes of a situation."""

    classes: Mask
    """[classes] which of them"""
    shares: Floats
    """[moves, classes] the probability of each move; 0 for classes that are not locked"""

    @property
    def count(self) -> int:
        """How many information sets are locked."""
        return int(self.classes.sum())


Locked: TypeAlias = Mapping[Situation, SituationLock]


def locked_situations(index: SituationIndex, strategies: Mapping[str, Strategy]) -> Locked:
    """The locks that strategies define; an error where they lock nothing or are invalid."""
    found: dict[Situation, SituationLock] = {}
    for name, strategy in strategies.items():
        if name not in index.players:
            raise GalakitError(
                f"there is no player {name}", hint="the players are " + ", ".join(index.players), id="GK611"
            )
        locking = _Locking(index, index.players.index(name))
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

    def __init__(self, index: SituationIndex, player: int) -> None:
        self.index, self.player = index, player
        self.situations = index.game.actions.situations[player]
        self.plays: list[Play] = []
        self.chosen: dict[Situation, npt.NDArray[np.int64]] = {}
        """[classes] the index in `plays`; -1 where nothing is locked"""
        self._ids: dict[tuple[Value, ...], Any] = {}

    def held(self) -> dict[Situation, SituationLock]:
        """The locks by situation."""
        found = {}
        for situation, chosen in self.chosen.items():
            mask, shares = np.zeros(len(chosen), bool), np.zeros((len(situation.moves), len(chosen)))
            for number in np.unique(chosen[chosen >= 0]).tolist():
                play = self.plays[number]
                if play is not None:
                    here = np.flatnonzero(chosen == number)
                    mask[here], shares[:, here] = True, self._shares(situation, int(here[0]), play)[:, None]
            if mask.any():
                found[situation] = SituationLock(mask, shares)
        return found

    def ask(self, strategy: Any) -> None:
        """Lock the information sets at which a function returns a play."""
        index = self.index
        if sum(index.game.signal(situation.signal).classes for situation in self.situations) > LIMIT_ASKED:
            raise GalakitError(
                f"{index.players[self.player]} has too many information sets to ask a function at each of them",
                hint="lock by a table of facts, or by a solution",
                id="GK611",
            )
        for situation in self.situations:
            moves = tuple(index.moves(situation))
            for number in np.flatnonzero(self._possible(situation)).tolist():
                self._put(situation, number, strategy(index.facts(situation, index.known(situation, number)), moves))

    def follow(self, table: Mapping[Any, Play]) -> None:
        """Lock the information sets that entries of a table fit; the most specific entry applies."""
        entries: dict[Facts, Play] = {}
        alone: dict[Facts, Play] = {}
        for facts, play in table.items():
            given = naming.parsed(facts)
            single = self._alone(given) is not None
            add_entry(alone if single else entries, given if single else informative(given), play)
        for wanted in entries:
            if not any(self._fitting(situation, wanted).any() for situation in self.situations):
                raise GalakitError(
                    f"no information set of {self.index.players[self.player]} includes {', '.join(wanted)}",
                    notes=self.index.unknown(self.player, wanted).diagnostics[0].notes,
                    id="GK611",
                )
        singles = {facts: self._alone(facts) for facts in alone}
        for situation in self.situations:
            taken = np.zeros(len(self._possible(situation)), bool)
            named = [(int(one[1]), alone[facts]) for facts, one in singles.items() if one and one[0] == situation]
            for number, play in named:
                self._put(situation, number, play)
                taken[number] = True
            for wanted, play in entries.items():
                whole = self._in_order(situation, wanted, open_too=False) & ~taken
                self._put(situation, whole, play)
                taken |= whole
            for wanted, mask in self._narrowest(situation, entries, ~taken).items():
                self._put(situation, mask, entries[wanted])

    def _narrowest(self, situation: Situation, entries: Mapping[Facts, Play], free: Mask) -> dict[Facts, Mask]:
        """The entries that fit in a situation, and [classes] where no more specific one fits."""
        fitting = {wanted: self._fitting(situation, wanted) & free for wanted in entries}
        fitting = {wanted: mask for wanted, mask in fitting.items() if mask.any()}
        found: dict[Facts, Mask] = {}
        for wanted, mask in fitting.items():
            for other, theirs in fitting.items():
                if naming.narrower(other, wanted):
                    mask = mask & ~theirs
            for other, theirs in found.items():
                if (mask & theirs).any() and not same_play(entries[wanted], entries[other]):
                    raise conflict(other, wanted, self._known_there(situation, int((mask & theirs).argmax())))
            found[wanted] = mask
        return found

    def _put(self, situation: Situation, classes: int | Mask, play: Play) -> None:
        if isinstance(classes, int) or classes.any():
            if situation not in self.chosen:
                self.chosen[situation] = np.full(self.index.game.signal(situation.signal).classes, -1)
            self.chosen[situation][classes] = len(self.plays)
            self.plays.append(play)

    def _shares(self, situation: Situation, number: int, play: str | int | Mapping[str, Number]) -> Floats:
        """The probability of each move; an error that names the information set where the play is invalid."""
        try:
            shares = np.array([float(share) for share in distribution(play, self.index.moves(situation))])
        except GalakitError as error:
            wrong = error.diagnostics[0]
            where = self._known_there(situation, number)
            raise GalakitError(wrong.message, notes=[where], hint=wrong.hint, id="GK611") from None
        found: Floats = shares / shares.sum()
        return found

    def _known_there(self, situation: Situation, number: int) -> str:
        facts = self.index.facts(situation, self.index.known(situation, number))
        return f"{self.index.players[self.player]} knows there: {', '.join(facts) or 'nothing'}"

    # -- matching classes ----------------------------------------------------------------------------------------------

    def _alone(self, given: tuple[str, ...]) -> tuple[Situation, int] | None:
        """The one information set that is named with all its `choosing(...)` facts."""
        if informative(given) == given:
            return None
        named = self.index.exactly(self.player, given)
        if named is None or self.index.offered(named.situation) != [f for f in given if kind_of(f) is Choosing]:
            return None
        number = self.index.number(*named)
        return None if number is None else (named.situation, number)

    def _possible(self, situation: Situation) -> Mask:
        possible = self.index.game.possible[situation]
        many = self.index.game.signal(situation.signal).classes
        return np.ones(many, bool) if possible is None else np.array(possible, bool)

    def _including(self, situation: Situation, wanted: Sequence[str]) -> Mask:
        """[classes] that include the wanted facts, with multiplicity."""
        chain = self.index.chain(situation)
        constants = Counter(fact for fact in chain if type(fact) is str)
        mask = self._possible(situation)
        for fact, often in Counter(wanted).items():
            if constants[fact] >= often:
                continue
            times = np.full(len(mask), constants[fact])
            for value in (f for f in chain if isinstance(f, Value)):
                number = self.index.texts(value).get(fact)
                if number is not None:
                    times += self._said(situation, value) == number
            mask &= times >= often
        return mask

    def _fitting(self, situation: Situation, wanted: Facts) -> Mask:
        """[classes] that an entry fits: those that include its facts, or have just them if it has a wildcard."""
        if any(map(naming.opened, wanted)):
            return self._in_order(situation, wanted, open_too=True)
        return self._including(situation, wanted)

    def _in_order(self, situation: Situation, wanted: Sequence[str], *, open_too: bool) -> Mask:
        chain = self.index.chain(situation)
        mask = self._possible(situation)
        if len(chain) != len(wanted):
            return np.zeros_like(mask)
        for here, fact in zip(chain, wanted):
            if isinstance(here, Value):
                match = [k for text, k in self.index.texts(here).items() if _fits(text, fact, open_too)]
                mask &= np.isin(self._said(situation, here), match)
            elif not _fits(here, fact, open_too):
                return np.zeros_like(mask)
        return mask

    def _said(self, situation: Situation, value: Value) -> npt.NDArray[np.int64]:
        """[classes] the outcome of a value."""
        signal = self.index.game.signal(situation.signal)
        ids = self._ids.get(situation.signal)
        if ids is None:
            ids = self._ids[situation.signal] = np.unravel_index(signal.codes, signal.sizes)
        found: npt.NDArray[np.int64] = ids[signal.values.index(value)]
        return found


def _fits(text: str, wanted: str, open_too: bool) -> bool:
    return text == wanted or (open_too and naming.fits(text, wanted))
