"""A separated profile in a file: its columns are read when they are asked for. See `files` for what the file holds."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from galakit.game.game import Game
from galakit.game.size import Size
from galakit.rules.contract import Number
from galakit.separated.actions import Situation as Place
from galakit.separated.classes import Ints
from galakit.separated.counting import count as counted
from galakit.separated.factored import factor
from galakit.solution.certificate import Certificate
from galakit.solution.factored.lifting import keeping, lifted
from galakit.solution.factored.locks import Held, Mask
from galakit.solution.factored.policy import ColumnQueries, Columns, SeparatedPolicy, listed
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.header import Separated
from galakit.solution.parquet import Column, damage, needs, opened
from galakit.solution.policy import Able
from galakit.solution.situation import Situation

if TYPE_CHECKING:
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm

Floats = npt.NDArray[np.float64]

ROUNDING = 1e-10  # that is left as it is
TOLERANCE = 1e-6  # by which the probabilities of a situation may miss 1
COLUMNS = {"probability": Column("double"), "value": Column("float"), "reach": Column("float")}


class Stored:
    """The columns of a profile in a file, read when they are asked for. See `factored.policy.Columns`."""

    def __init__(self, path: Path, words: SituationIndex, head: Separated) -> None:
        self.path = path
        self.words = words
        self.merged = head.merged
        places = [place for own in words.game.actions.situations for place in own]
        self._column = self._columns(places, head.numbering, head.columns)
        counts = [len(p.moves) * self._wide(p) for p in places]
        self._group: dict[Place, tuple[int, list[Place]]] = {}
        expected = []
        for g, group in enumerate(groups(counts, head.group)):
            own = [places[i] for i in group]
            expected.append(sum(counts[i] for i in group))
            self._group.update(dict.fromkeys(own, (g, own)))
        # That the file has the rows it must have, before any is read.
        if [need.rows for need in needs(path, self._file, COLUMNS)] != expected:
            raise ValueError("there are more or fewer rows than situations ask for")
        self._numbers: dict[Place, tuple[Floats, Floats, Floats]] = {}

    def _columns(self, places: list[Place], of: list[int], text: str) -> dict[Place, Ints]:
        signals: dict[int, Any] = {}
        for place, n in zip(places, of, strict=True):
            if not 0 <= n <= len(signals) or signals.setdefault(n, place.signal) != place.signal:
                raise ValueError("the classes do not belong to the situations")
        counts = [self.words.game.signal(values).classes for values in signals.values()]
        raw = _unpacked(text, 4 * sum(counts)).tobytes()
        columns, start = list[Ints](), 0
        for count in counts:
            column = np.frombuffer(raw, "<i4", count, 4 * start).astype(np.int64)
            start += count
            if column.min() < 0 or column.max() >= count or len(np.unique(column)) != column.max() + 1:
                raise ValueError("the classes are not numbered")
            columns.append(column)
        return {place: columns[n] for place, n in zip(places, of)}

    @cached_property
    def _file(self) -> Any:
        return opened(self.path)

    def _wide(self, place: Place) -> int:
        return int(self.column(place).max()) + 1

    def column(self, place: Place) -> Ints:
        return self._column[place]

    def shares(self, place: Place) -> Floats:
        return self._read(place)[0]

    def worth(self, place: Place) -> Floats:
        return self._read(place)[1]

    def reach(self, place: Place) -> Floats:
        return self._read(place)[2]

    def _read(self, place: Place) -> tuple[Floats, Floats, Floats]:
        if place not in self._numbers:
            g, places = self._group[place]
            with damage(self.path):
                table = self._file.read_row_group(g, columns=list(COLUMNS))
                shares, worth, reach = (table[n].to_numpy().astype(np.float64) for n in COLUMNS)
                start = 0
                for own in places:
                    many, wide = len(own.moves), self._wide(own)
                    here = slice(start, start + many * wide)
                    start += many * wide
                    self._numbers[own] = (
                        _distribution(shares[here].reshape(wide, many).T),
                        worth[here].reshape(wide, many).T,
                        reach[here].reshape(wide, many)[:, 0],
                    )
        return self._numbers[place]


@dataclass(frozen=True)
class _Normal:
    """Columns whose probabilities sum to 1 as exactly as certificates want it; a file may have been rounded."""

    columns: Columns

    def column(self, place: Place) -> Ints:
        return self.columns.column(place)

    def shares(self, place: Place) -> Floats:
        shares = self.columns.shares(place)
        total = shares.sum(axis=0)
        found: Floats = np.where(abs(total - 1) <= ROUNDING, shares, shares / total)
        return found


def _distribution(shares: Floats) -> Floats:
    if not (np.isfinite(shares).all() and (shares >= 0).all() and (abs(shares.sum(axis=0) - 1) <= TOLERANCE).all()):
        raise ValueError("there are numbers that are no probabilities")
    return shares


class StoredPolicy:
    """A separated profile that was read from a file.

    What moves are worth and how often play gets somewhere is what the file says, until the profile was certified: from
    then on it is worked out from the strategies.
    """

    def __init__(self, path: Path, game: Game, words: SituationIndex, head: Separated) -> None:
        self.game = game
        self._stored = ColumnQueries(words, Stored(path, words, head), _locked(words, head.locked))

    kind: ClassVar[str] = SeparatedPolicy.kind
    able: ClassVar[Able] = SeparatedPolicy.able
    form: ClassVar[None] = None

    @cached_property
    def size(self) -> Size:
        sizes = counted(self.game.separated)
        return Size(0, sizes.nodes, sizes.terminals, sizes.information_sets, sizes.sequences)

    @cached_property
    def _lifted(self) -> SeparatedPolicy:
        """The strategies alone, on the classes that the game has and the profile does not tell from others."""
        game, columns = self.game.separated, self._stored.columns
        form = factor(game, keeping(game, [(columns, lambda place: place)]))
        held = {}
        for place, mask in self._stored.locked.items():
            shares = columns.shares(place)[:, columns.column(place)]
            held[place] = Held(mask, np.where(mask, shares / shares.sum(axis=0), 0.0))
        return SeparatedPolicy(self.game.rules, form, lifted(form, _Normal(columns)), self.game.progress, held)

    @property
    def queries(self) -> ColumnQueries:
        """What can be asked."""
        return self._lifted.queries if "_lifted" in self.__dict__ else self._stored

    def certify(self, *, free: bool = False) -> Certificate:
        return self._lifted.certify(free=free)

    def after(self, moves: Sequence[str]) -> Situation:
        return self.queries.after(moves)

    def at(self, player: int, facts: Sequence[str]) -> Situation:
        return self.queries.at(player, facts)

    def played(self, player: int, facts: Sequence[str]) -> Sequence[Number] | None:
        shares = self.queries.played(player, facts)
        return None if shares is None else shares.tolist()

    def strategies(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        return listed(self.queries, form)


def groups(rows: Sequence[int], enough: int) -> Iterator[list[int]]:
    """Consecutive situations, together until they have rows enough."""
    group, total = list[int](), 0
    for i, count in enumerate(rows):
        group.append(i)
        total += count
        if total >= enough or i == len(rows) - 1:
            yield group
            group, total = [], 0


def _locked(words: SituationIndex, locked: dict[str, str]) -> dict[Place, Mask]:
    """What a file says was locked: at situations by their numbers, [classes] which."""
    places = {str(i): place for i, place in enumerate(p for own in words.game.actions.situations for p in own)}
    found = {}
    for number, text in locked.items():
        if number not in places:
            raise ValueError("what is locked is no situation")
        place = places[number]
        classes = words.game.signal(place.signal).classes
        found[place] = np.unpackbits(_unpacked(text, -(-classes // 8)), count=classes).astype(bool)
    return found


def _unpacked(text: str, size: int) -> npt.NDArray[np.uint8]:
    """So many bytes that were packed; more are not unpacked."""
    try:
        raw = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), size + 1)
    except (zlib.error, binascii.Error):
        raw = b""
    if len(raw) != size:
        raise ValueError("the classes do not fit the game")
    return np.frombuffer(raw, np.uint8)
