"""A separated profile in a file, whose columns are read on demand. See `files` for the format."""

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
from galakit.separated.actions import Situation as PublicSituation
from galakit.separated.classes import Ints
from galakit.separated.counting import count as counted
from galakit.separated.factored import factor
from galakit.solution.certificate import Certificate
from galakit.solution.factored.lifting import keeping, lifted
from galakit.solution.factored.locks import Mask, SituationLock
from galakit.solution.factored.policy import ByClass, ColumnQueries, Columns, SeparatedPolicy
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.header import Separated
from galakit.solution.parquet import Column, damage, needs, opened
from galakit.solution.policy import Able

if TYPE_CHECKING:
    pass

Floats = npt.NDArray[np.float64]

ROUNDING = 1e-10  # that is left as it is
TOLERANCE = 1e-6  # by which the probabilities of a situation may miss 1
COLUMNS = {"probability": Column("double"), "value": Column("float"), "reach": Column("float")}


class Stored:
    """The columns of a profile in a file, read on demand. See `factored.policy.Columns`."""

    def __init__(self, path: Path, index: SituationIndex, head: Separated) -> None:
        self.path = path
        self.index = index
        self.merged = head.merged
        situations = [situation for own in index.game.actions.situations for situation in own]
        self._column = self._columns(situations, head.numbering, head.columns)
        counts = [len(p.moves) * self._wide(p) for p in situations]
        self._group: dict[PublicSituation, tuple[int, list[PublicSituation]]] = {}
        expected = []
        for g, group in enumerate(groups(counts, head.group)):
            own = [situations[i] for i in group]
            expected.append(sum(counts[i] for i in group))
            self._group.update(dict.fromkeys(own, (g, own)))
        # The number of rows is checked before any is read.
        if [need.rows for need in needs(path, self._file, COLUMNS)] != expected:
            raise ValueError("there are more or fewer rows than situations ask for")
        self._numbers: dict[PublicSituation, tuple[Floats, Floats, Floats]] = {}

    def _columns(self, situations: list[PublicSituation], of: list[int], text: str) -> dict[PublicSituation, Ints]:
        signals: dict[int, Any] = {}
        for situation, n in zip(situations, of, strict=True):
            if not 0 <= n <= len(signals) or signals.setdefault(n, situation.signal) != situation.signal:
                raise ValueError("the classes do not belong to the situations")
        counts = [self.index.game.signal(values).classes for values in signals.values()]
        raw = _unpacked(text, 4 * sum(counts)).tobytes()
        columns, start = list[Ints](), 0
        for count in counts:
            column = np.frombuffer(raw, "<i4", count, 4 * start).astype(np.int64)
            start += count
            if column.min() < 0 or column.max() >= count or len(np.unique(column)) != column.max() + 1:
                raise ValueError("the classes are not numbered")
            columns.append(column)
        return {situation: columns[n] for situation, n in zip(situations, of)}

    @cached_property
    def _file(self) -> Any:
        return opened(self.path)

    def _wide(self, situation: PublicSituation) -> int:
        return int(self.column(situation).max()) + 1

    def column(self, situation: PublicSituation) -> Ints:
        return self._column[situation]

    def shares(self, situation: PublicSituation) -> Floats:
        return self._read(situation)[0]

    def values(self, situation: PublicSituation) -> Floats:
        return self._read(situation)[1]

    def reach(self, situation: PublicSituation) -> Floats:
        return self._read(situation)[2]

    def _read(self, situation: PublicSituation) -> tuple[Floats, Floats, Floats]:
        if situation not in self._numbers:
            g, situations = self._group[situation]
            with damage(self.path):
                table = self._file.read_row_group(g, columns=list(COLUMNS))
                shares, values, reach = (table[n].to_numpy().astype(np.float64) for n in COLUMNS)
                start = 0
                for own in situations:
                    many, wide = len(own.moves), self._wide(own)
                    here = slice(start, start + many * wide)
                    start += many * wide
                    self._numbers[own] = (
                        _distribution(shares[here].reshape(wide, many).T),
                        values[here].reshape(wide, many).T,
                        reach[here].reshape(wide, many)[:, 0],
                    )
        return self._numbers[situation]


@dataclass(frozen=True)
class _Normal:
    """Columns whose probabilities sum to 1 as precisely as certificates need; a file may have been rounded."""

    columns: Columns

    def column(self, situation: PublicSituation) -> Ints:
        return self.columns.column(situation)

    def shares(self, situation: PublicSituation) -> Floats:
        shares = self.columns.shares(situation)
        total = shares.sum(axis=0)
        found: Floats = np.where(abs(total - 1) <= ROUNDING, shares, shares / total)
        return found


def _distribution(shares: Floats) -> Floats:
    if not (np.isfinite(shares).all() and (shares >= 0).all() and (abs(shares.sum(axis=0) - 1) <= TOLERANCE).all()):
        raise ValueError("there are numbers that are no probabilities")
    return shares


class StoredPolicy(ByClass):
    """A separated profile that was read from a file.

    Values and reach are those of the file until the profile is certified: from then on they are computed from the
    strategies.
    """

    def __init__(self, path: Path, game: Game, index: SituationIndex, head: Separated) -> None:
        self.game = game
        self._stored = ColumnQueries(index, Stored(path, index, head), _locked(index, head.locked))

    kind: ClassVar[str] = SeparatedPolicy.kind
    able: ClassVar[Able] = SeparatedPolicy.able
    form: ClassVar[None] = None

    @cached_property
    def size(self) -> Size:
        sizes = counted(self.game.separated)
        return Size(0, sizes.nodes, sizes.terminals, sizes.information_sets, sizes.sequences)

    @cached_property
    def _lifted(self) -> SeparatedPolicy:
        """The strategies alone, on the coarsest classes that the profile keeps."""
        game, columns = self.game.separated, self._stored.columns
        form = factor(game, keeping(game, [(columns, lambda situation: situation)]))
        held = {}
        for situation, mask in self._stored.locked.items():
            shares = columns.shares(situation)[:, columns.column(situation)]
            held[situation] = SituationLock(mask, np.where(mask, shares / shares.sum(axis=0), 0.0))
        return SeparatedPolicy(self.game.rules, form, lifted(form, _Normal(columns)), self.game.progress, held)

    @property
    def queries(self) -> ColumnQueries:
        """What can be asked."""
        return self._lifted.queries if "_lifted" in self.__dict__ else self._stored

    def certify(self, *, free: bool = False) -> Certificate:
        return self._lifted.certify(free=free)


def groups(rows: Sequence[int], enough: int) -> Iterator[list[int]]:
    """Consecutive situations, grouped until they have enough rows."""
    group, total = list[int](), 0
    for i, count in enumerate(rows):
        group.append(i)
        total += count
        if total >= enough or i == len(rows) - 1:
            yield group
            group, total = [], 0


def _locked(index: SituationIndex, locked: dict[str, str]) -> dict[PublicSituation, Mask]:
    """The locks in a file: [classes] which are locked, by the numbers of situations."""
    every = (situation for own in index.game.actions.situations for situation in own)
    situations = {str(i): situation for i, situation in enumerate(every)}
    found = {}
    for number, text in locked.items():
        if number not in situations:
            raise ValueError("what is locked is no situation")
        situation = situations[number]
        classes = index.game.signal(situation.signal).classes
        found[situation] = np.unpackbits(_unpacked(text, -(-classes // 8)), count=classes).astype(bool)
    return found


def _unpacked(text: str, size: int) -> npt.NDArray[np.uint8]:
    """Unpack this many bytes; an error where there are more or fewer."""
    try:
        raw = zlib.decompressobj().decompress(base64.b64decode(text, validate=True), size + 1)
    except (zlib.error, binascii.Error):
        raw = b""
    if len(raw) != size:
        raise ValueError("the classes do not fit the game")
    return np.frombuffer(raw, np.uint8)
