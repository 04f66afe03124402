"""Separated solutions on disk: a Parquet file with a row per situation, class and move.

Classes that are treated alike are stored once, so the file is small; `holding` names one of them and `alike` counts
the others. What the solution says of itself is in the head, with the text of the rules: they are followed again when
the file is read, and a fingerprint tells whether they still lead to the same situations and classes. Rows come in
groups of whole situations, written and read one group at a time.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from galakit.game.game import Game
from galakit.rules.lazy import Value
from galakit.separated.actions import Situation as Place
from galakit.separated.classes import Ints
from galakit.solution.factored.locks import Mask
from galakit.solution.factored.policy import ClassQueries
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.factored.stored import StoredPolicy, groups
from galakit.solution.header import Header, check_fit
from galakit.solution.policy import ClassPolicy

if TYPE_CHECKING:
    pass

Floats = npt.NDArray[np.float64]

GROUP = 200_000  # rows from which a row group is complete


def fingerprint(words: SituationIndex) -> str:
    """What tells a game from others: who decides where, what can be known there, and how likely it is."""
    digest = hashlib.sha256()
    signals = {s.signal: None for own in words.game.actions.situations for s in own}
    number: dict[Value, int] = {}
    for values in signals:
        signal = words.game.signal(values)
        digest.update(signal.codes.tobytes() + signal.weight.tobytes())
        for value in values:
            number.setdefault(value, len(number))
            digest.update(json.dumps(list(words.texts(value))).encode())
    for own in words.game.actions.situations:
        for place in own:
            chain = [f if type(f) is str else number.get(f, -1) for f in words.chain(place)]  # type: ignore[arg-type]
            digest.update(json.dumps([place.player, place.parent, words.moves(place), chain]).encode())
    digest.update(repr([(leaf.sequences, leaf.gains) for leaf in words.game.actions.leaves]).encode())
    return digest.hexdigest()


def write(policy: ClassPolicy, game: Game, head: dict[str, Any], key: bytes, path: Path) -> None:
    """Write the rows of a profile below a head, group by group."""
    import pyarrow.parquet as pq

    answers = policy.queries
    words = answers.words
    places = [place for own in words.game.actions.situations for place in own]
    of, numberings = _numberings(answers, places)
    columns = np.concatenate(numberings).astype("<i4")
    head = head | {
        "separated": {
            "fingerprint": fingerprint(words),
            "merged": answers.columns.merged,
            "group": GROUP,
            "numbering": of,
            "columns": base64.b64encode(zlib.compress(columns.tobytes(), 6)).decode(),
            "locked": {str(i): _packed(answers.locked[p]) for i, p in enumerate(places) if p in answers.locked},
        }
    }
    schema = _schema().with_metadata({key: json.dumps(head, ensure_ascii=False).encode()})
    with pq.ParquetWriter(path, schema, compression="zstd", write_page_checksum=True) as writer:
        holdings: dict[Any, Any] = {}
        for group in groups([_rows(answers, place) for place in places], GROUP):
            tables = [_table(answers, places[i], of[i], holdings).cast(schema) for i in group]
            writer.write_table(_together(tables), row_group_size=1 << 30)


def _numberings(answers: ClassQueries, places: list[Place]) -> tuple[list[int], list[Ints]]:
    """How classes are numbered, and which of these ways is that of each situation.

    With the same signal they may be numbered in several ways: a solver arranges classes by what they bring.
    """
    known: dict[Any, int] = {}
    of, numberings = list[int](), list[Ints]()
    for place in places:
        column = answers.columns.column(place)
        key = (place.player, place.signal, id(column))
        if key not in known:
            known[key] = len(numberings)
            numberings.append(column)
        of.append(known[key])
    return of, numberings


def _packed(mask: Mask) -> str:
    return base64.b64encode(zlib.compress(np.packbits(mask).tobytes(), 6)).decode()


def _schema() -> Any:
    import pyarrow as pa

    words = pa.dictionary(pa.int32(), pa.string())
    return pa.schema(
        [
            ("player", words),
            ("situation", pa.int32()),
            ("history", words),
            ("holding", words),
            ("alike", pa.int32()),
            ("move", words),
            ("probability", pa.float64()),
            ("value", pa.float32()),
            ("reach", pa.float32()),
        ]
    )


def _together(tables: list[Any]) -> Any:
    import pyarrow as pa

    return pa.concat_tables(tables).unify_dictionaries().combine_chunks()


def _rows(answers: ClassQueries, place: Place) -> int:
    return len(place.moves) * (int(answers.columns.column(place).max()) + 1)


def _table(answers: ClassQueries, place: Place, numbering: int, holdings: dict[Any, Any]) -> Any:
    """The rows of a situation: class by class, in each its moves."""
    import pyarrow as pa

    words = answers.words
    held, alike = _held(answers, place, numbering, holdings)
    shares, worth, reach = answers.columns.shares(place), answers.columns.worth(place), answers.columns.reach(place)
    many, classes = shares.shape

    def repeated(text: str) -> Any:
        return pa.DictionaryArray.from_arrays(pa.array(np.zeros(many * classes, np.int32)), pa.array([text]))

    move = pa.array(np.tile(np.arange(many, dtype=np.int32), classes))
    value = worth.T.ravel()
    constant = ", ".join(f for f in words.chain(place) if type(f) is str)
    columns = {
        "player": repeated(words.players[place.player]),
        "situation": pa.array(np.full(many * classes, place.number, np.int32)),
        "history": repeated(constant),
        "holding": pa.DictionaryArray.from_arrays(pa.array(np.repeat(np.arange(classes, dtype=np.int32), many)), held),
        "alike": pa.array(np.repeat(alike, many)),
        "move": pa.DictionaryArray.from_arrays(move, pa.array(words.moves(place))),
        "probability": pa.array(shares.T.ravel()),
        "value": pa.array(value.astype(np.float32), mask=np.isnan(value)),
        "reach": pa.array(np.repeat(reach, many).astype(np.float32)),
    }
    return pa.table(columns)


def _held(
    answers: ClassQueries, place: Place, numbering: int, holdings: dict[Any, Any]
) -> tuple[Any, npt.NDArray[np.int32]]:
    """For each column what one of its classes holds, and how many others there are."""
    if numbering not in holdings:
        import pyarrow as pa

        words = answers.words
        column = answers.columns.column(place)
        _, first, count = np.unique(column, return_index=True, return_counts=True)
        texts = [", ".join(words.said(v, k) for v, k in words.known(place, n).items()) for n in first.tolist()]
        holdings[numbering] = (pa.array(texts, pa.string()), (count - 1).astype(np.int32))
    found: tuple[Any, npt.NDArray[np.int32]] = holdings[numbering]
    return found


def read(path: Path, game: Game, head: Header) -> StoredPolicy:
    """The profile in a file."""
    if head.separated is None:
        raise ValueError("it says nothing of its columns")
    words = SituationIndex(game.rules, game.separated)
    check_fit(path, head.separated.fingerprint, fingerprint(words))
    return StoredPolicy(path, game, words, head.separated)
