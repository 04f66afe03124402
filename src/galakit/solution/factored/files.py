"""Separated solutions on disk: a Parquet file with a row per situation, class and move.

Classes that are treated alike are stored once, so the file is small; `holding` names one of them and `alike` counts
the others. The header contains the text of the rules: they are followed again when the file is read, and a fingerprint
checks that they still lead to the same situations and classes. Rows come in groups of whole situations, written and
read one group at a time.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.game.game import Game
from galakit.rules.lazy import Value
from galakit.separated.actions import Situation
from galakit.separated.classes import Ints
from galakit.solution.factored.locks import Mask
from galakit.solution.factored.policy import ClassQueries
from galakit.solution.factored.situation_index import SituationIndex
from galakit.solution.factored.stored import StoredPolicy, groups
from galakit.solution.header import Header, check_fit
from galakit.solution.policy import ClassPolicy

Floats = npt.NDArray[np.float64]

GROUP = 200_000  # rows from which a row group is complete


def fingerprint(index: SituationIndex) -> str:
    """A digest of a game: who decides where, what can be known there, and its probabilities."""
    digest = hashlib.sha256()
    signals = {s.signal: None for own in index.game.actions.situations for s in own}
    number: dict[Value, int] = {}
    for values in signals:
        signal = index.game.signal(values)
        digest.update(signal.codes.tobytes() + signal.weight.tobytes())
        for value in values:
            number.setdefault(value, len(number))
            digest.update(json.dumps(list(index.texts(value))).encode())
    for own in index.game.actions.situations:
        for situation in own:
            chain = [f if type(f) is str else number.get(f, -1) for f in index.chain(situation)]  # type: ignore[arg-type]
            digest.update(json.dumps([situation.player, situation.parent, index.moves(situation), chain]).encode())
    digest.update(repr([(leaf.sequences, leaf.gains) for leaf in index.game.actions.leaves]).encode())
    return digest.hexdigest()


def write(policy: ClassPolicy, game: Game, head: dict[str, Any], key: bytes, path: Path) -> None:
    """Write the rows of a profile below a head, group by group."""
    import pyarrow.parquet as pq

    answers = policy.queries
    index = answers.index
    situations = [situation for own in index.game.actions.situations for situation in own]
    of, numberings = _numberings(answers, situations)
    columns = np.concatenate(numberings).astype("<i4")
    head = head | {
        "separated": {
            "fingerprint": fingerprint(index),
            "merged": answers.columns.merged,
            "group": GROUP,
            "numbering": of,
            "columns": base64.b64encode(zlib.compress(columns.tobytes(), 6)).decode(),
            "locked": {str(i): _packed(answers.locked[p]) for i, p in enumerate(situations) if p in answers.locked},
        }
    }
    schema = _schema().with_metadata({key: json.dumps(head, ensure_ascii=False).encode()})
    with pq.ParquetWriter(path, schema, compression="zstd", write_page_checksum=True) as writer:
        holdings: dict[Any, Any] = {}
        for group in groups([_rows(answers, situation) for situation in situations], GROUP):
            tables = [_table(answers, situations[i], of[i], holdings).cast(schema) for i in group]
            writer.write_table(_together(tables), row_group_size=1 << 30)


def _numberings(answers: ClassQueries, situations: list[Situation]) -> tuple[list[int], list[Ints]]:
    """The numberings of classes, and which of them each situation has.

    Situations with the same signal may differ: a solver arranges classes by their payoffs.
    """
    known: dict[Any, int] = {}
    of, numberings = list[int](), list[Ints]()
    for situation in situations:
        column = answers.columns.column(situation)
        key = (situation.player, situation.signal, id(column))
        if key not in known:
            known[key] = len(numberings)
            numberings.append(column)
        of.append(known[key])
    return of, numberings


def _packed(mask: Mask) -> str:
    return base64.b64encode(zlib.compress(np.packbits(mask).tobytes(), 6)).decode()


def _schema() -> Any:
    import pyarrow as pa

    text = pa.dictionary(pa.int32(), pa.string())
    return pa.schema(
        [
            ("player", text),
            ("situation", pa.int32()),
            ("history", text),
            ("holding", text),
            ("alike", pa.int32()),
            ("move", text),
            ("probability", pa.float64()),
            ("value", pa.float32()),
            ("reach", pa.float32()),
        ]
    )


def _together(tables: list[Any]) -> Any:
    import pyarrow as pa

    return pa.concat_tables(tables).unify_dictionaries().combine_chunks()


def _rows(answers: ClassQueries, situation: Situation) -> int:
    return len(situation.moves) * (int(answers.columns.column(situation).max()) + 1)


def _table(answers: ClassQueries, situation: Situation, numbering: int, holdings: dict[Any, Any]) -> Any:
    """The rows of a situation: class by class, in each its moves."""
    import pyarrow as pa

    index = answers.index
    held, alike = _held(answers, situation, numbering, holdings)
    columns = answers.columns
    shares, values, reach = columns.shares(situation), columns.values(situation), columns.reach(situation)
    many, classes = shares.shape

    def repeated(text: str) -> Any:
        return pa.DictionaryArray.from_arrays(pa.array(np.zeros(many * classes, np.int32)), pa.array([text]))

    move = pa.array(np.tile(np.arange(many, dtype=np.int32), classes))
    value = values.T.ravel()
    constant = ", ".join(f for f in index.chain(situation) if type(f) is str)
    table = {
        "player": repeated(index.players[situation.player]),
        "situation": pa.array(np.full(many * classes, situation.number, np.int32)),
        "history": repeated(constant),
        "holding": pa.DictionaryArray.from_arrays(pa.array(np.repeat(np.arange(classes, dtype=np.int32), many)), held),
        "alike": pa.array(np.repeat(alike, many)),
        "move": pa.DictionaryArray.from_arrays(move, pa.array(index.moves(situation))),
        "probability": pa.array(shares.T.ravel()),
        "value": pa.array(value.astype(np.float32), mask=np.isnan(value)),
        "reach": pa.array(np.repeat(reach, many).astype(np.float32)),
    }
    return pa.table(table)


def _held(
    answers: ClassQueries, situation: Situation, numbering: int, holdings: dict[Any, Any]
) -> tuple[Any, npt.NDArray[np.int32]]:
    """For each column the private information of one of its classes, and the number of the others."""
    if numbering not in holdings:
        import pyarrow as pa

        index = answers.index
        column = answers.columns.column(situation)
        _, first, count = np.unique(column, return_index=True, return_counts=True)
        texts = [", ".join(index.said(v, k) for v, k in index.known(situation, n).items()) for n in first.tolist()]
        holdings[numbering] = (pa.array(texts, pa.string()), (count - 1).astype(np.int32))
    found: tuple[Any, npt.NDArray[np.int32]] = holdings[numbering]
    return found


def read(path: Path, game: Game, head: Header) -> StoredPolicy:
    """The profile in a file."""
    if head.separated is None:
        raise ValueError("its header has no columns")
    index = SituationIndex(game.rules, game.separated)
    check_fit(path, head.separated.fingerprint, fingerprint(index))
    return StoredPolicy(path, game, index, head.separated)
