"""The history of a trainer: decisions with the value they lost, one file for each game, in a folder of the user's.

A file may have been changed by others, so it is read like any file of unknown origin: with limits, into checked types.
It is written whole after each decision. Only the latest decisions are kept.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from operator import methodcaller
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from galakit.disk import read_whole, write_whole
from galakit.errors import GalakitError
from galakit.play.grading import LEVELS, Level
from galakit.study.training.answers import Graded, Missed, Mistake, Spot, Training

LONGEST = 16_000_000  # bytes of a file
KEPT = 5_000  # decisions
SHOWN = 20  # mistakes, spots
RECENT = 50
REPEATED = ("inaccuracy", "mistake", "blunder")
"""levels of decisions that are asked again"""

Text: TypeAlias = Annotated[str, Meta(max_length=4_000)]


class Decision(Struct, frozen=True, kw_only=True):
    """A decision as it is kept."""

    player: Text
    situation: Text
    set: Text
    words: Text
    label: Text
    best: Text
    loss: Annotated[float, Meta(ge=0, le=1e15)]
    level: Literal["best", "good", "inaccuracy", "mistake", "blunder"]


class _File(Struct, frozen=True, kw_only=True):
    version: Literal[1]
    game: Text
    params: dict[Text, Text]
    decisions: Annotated[list[Decision], Meta(max_length=KEPT)]


class History:
    """The decisions of one game.

    >>> import tempfile
    >>> History(Path(tempfile.mkdtemp()), "kuhn", {"cards": "3"}).training().decisions
    0
    """

    def __init__(self, folder: Path, game: str, params: Mapping[str, str], sets: Sequence[int] = ()) -> None:
        """`sets` tells games of the same name and parameters apart: how many information sets the players have."""
        self.game, self.params = game, dict(params)
        key = hashlib.sha256(repr((game, sorted(params.items()), list(sets))).encode()).hexdigest()[:12]
        plain = re.sub("[^a-z0-9]+", "_", game.lower()).strip("_")[:60] or "game"
        self.path = folder / f"{plain}-{key}.json"

    @cached_property
    def decisions(self) -> list[Decision]:
        """The latest decisions, the last one last."""
        if not self.path.is_file() and not self.path.is_symlink():
            return []
        data = read_whole(self.path, LONGEST, links=False, what="history")
        try:
            return msgspec.json.decode(data, type=_File).decisions
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise GalakitError(
                f"`{self.path}` is no history of a trainer: {error}",
                hint="move the file away, and a new history begins",
                id="GK807",
            ) from None

    def add(self, player: str, situation: str, grade: Graded) -> None:
        """Keep a graded decision; those without a grade are not kept."""
        if grade.level is None or grade.loss.value is None or grade.set is None:
            return
        most = max((v.value for v in grade.values if v.value is not None), default=0.0)
        best = [label for label, v in zip(grade.labels, grade.values) if v.value is not None and v.value >= most - 1e-9]
        one = Decision(
            player=player[:4_000],
            situation=situation[:4_000],
            set=grade.set[:4_000],
            words=grade.words[:4_000],
            label=grade.label[:4_000],
            best=" or ".join(best)[:4_000],
            loss=max(0.0, grade.loss.value),
            level=grade.level,
        )
        kept = [*self.decisions, one][-KEPT:]
        file = _File(version=1, game=self.game[:4_000], params=self.params, decisions=kept)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, methodcaller("write_bytes", msgspec.json.encode(file)))
        self.decisions = kept

    def training(self) -> Training:
        """What the history says."""
        latest = {(one.player, one.set): k for k, one in enumerate(self.decisions)}
        missed = [self.decisions[k] for k in latest.values() if self.decisions[k].level in REPEATED]
        again = {(one.player, one.set) for one in missed}
        levels: dict[Level, int] = dict.fromkeys(LEVELS, 0)
        spots: dict[tuple[str, str], list[Decision]] = {}
        for one in self.decisions:
            levels[one.level] += 1
            spots.setdefault((one.player, one.situation), []).append(one)
        lost = {key: sum(one.loss for one in own) for key, own in spots.items()}
        worst = sorted((one for one in self.decisions if one.loss > 0), key=lambda one: -one.loss)
        return Training(
            decisions=len(self.decisions),
            lost=sum(one.loss for one in self.decisions),
            levels={str(level): many for level, many in levels.items()},
            recent=[one.loss for one in self.decisions[-RECENT:]],
            spots=[
                Spot(
                    player=key[0],
                    situation=key[1],
                    decisions=len(spots[key]),
                    lost=lost[key],
                    best=sum(one.level == "best" for one in spots[key]) / len(spots[key]),
                )
                for key in sorted(spots, key=lambda key: -lost[key])[:SHOWN]
            ],
            worst=[
                Mistake(
                    set=one.set,
                    player=one.player,
                    words=one.words,
                    label=one.label,
                    best=one.best,
                    loss=one.loss,
                    level=one.level,
                    again=(one.player, one.set) in again,
                )
                for one in worst[:SHOWN]
            ],
            missed=[Missed(player=one.player, set=one.set) for one in sorted(missed, key=lambda one: -one.loss)],
        )

    def forget(self) -> None:
        """Delete the file."""
        self.path.unlink(missing_ok=True)
        self.decisions = []
