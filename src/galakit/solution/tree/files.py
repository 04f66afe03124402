"""Solutions that list their information sets, on disk: JSON, or Parquet with a row per information set and move.

Reading validates strategies: the probabilities at each information set are not negative and sum to 1, exactly
in an exact solution. Sizes are compared before anything large is read.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from galakit.decoding import decode_json
from galakit.disk import read_whole
from galakit.errors import GalakitError
from galakit.memory import available_memory
from galakit.solution.header import Header, Written, number_of, plain
from galakit.solution.parquet import Column, Need, needs, opened, parquet_errors
from galakit.solution.shown.numbers import converted, floats
from galakit.solution.tree.nodes import numbers
from galakit.solution.tree.sheet import Sheet

LARGEST_JSON = 256_000_000  # bytes; larger solutions are saved as Parquet
LARGEST_TEXTS = 64_000_000  # bytes of all different texts in a column of a Parquet file
LARGEST_NUMBERS = 256_000_000  # bytes of all fractions in a column
MOST_FACTS = 10_000  # at an information set
MOST_ROWS = 100_000_000
TOLERANCE = 1e-6  # by which floating-point probabilities may miss 1
EXPANSION = 12  # times the size of a JSON text that reading it takes

TEXTS = ["player", "move", "facts.list.element"]
EXACT = ["probability_exact", "value_exact", "reach_exact"]
COLUMNS = {
    "player": Column("text", texts=LARGEST_TEXTS),
    "information_set": Column("int64"),
    "facts.list.element": Column("texts", texts=LARGEST_TEXTS, most=MOST_FACTS),
    "move": Column("text", texts=LARGEST_TEXTS),
}
NUMBERS = {name: Column("double") for name in ("probability", "value", "reach")}
FRACTIONS = {name: Column("text", texts=LARGEST_NUMBERS) for name in EXACT}


class _Move(Struct):
    move: str
    probability: Written
    value: Written | None


class _Set(Struct):
    player: str
    facts: list[str]
    reach: Written
    moves: list[_Move]


# -- JSON -------------------------------------------------------------------------------------------------------------


def write_json(sheet: Sheet, head: dict[str, Any], path: Path) -> None:
    """Write a solution as JSON, an information set a line."""
    probability, value = _plains(sheet.probability), _plains(sheet.value)
    reach = _plains(sheet.reach)
    start = sheet.first.tolist()
    with path.open("w", encoding="utf-8") as out:
        text = json.dumps(head, indent=1, ensure_ascii=False)
        out.write(text[: text.rindex("\n")] + ',\n "information_sets": [')
        for i in range(sheet.information_sets):
            moves = [
                {"move": sheet.move[r], "probability": probability[r], "value": value[r]}
                for r in range(start[i], start[i + 1])
            ]
            entry = {
                "player": sheet.players[int(sheet.player[i])],
                "facts": list(sheet.facts[i]),
                "reach": reach[i],
                "moves": moves,
            }
            out.write((",\n  " if i else "\n  ") + json.dumps(entry, ensure_ascii=False))
            if out.tell() > LARGEST_JSON:
                raise GalakitError(
                    "the strategies are too many for JSON", hint="give the file the ending .parquet", id="GK630"
                )
        out.write("\n ]\n}\n")


def read_json(path: Path) -> tuple[Any, Any]:
    """The header and the information sets of a JSON file, as they are written."""
    text = read_whole(path, LARGEST_JSON, what="saved solution", missing="`galakit solve GAME -o FILE` writes one")
    check_memory(path, EXPANSION * len(text))
    data = decode_json(text)
    if not isinstance(data, dict):
        raise ValueError("it is no object")
    return data, data.pop("information_sets", None)


def sheet_of(head: Header, sets: Any) -> Sheet:
    """The strategies that a JSON file lists."""
    try:
        entries = msgspec.convert(sets, list[_Set])
    except (msgspec.ValidationError, OverflowError) as error:
        raise ValueError(str(error)) from None
    moves = [move for entry in entries for move in entry.moves]
    exact = head.exact
    return checked(
        head,
        Sheet(
            players=tuple(head.players),
            exact=exact,
            player=_numbered(head, [entry.player for entry in entries]),
            facts=[tuple(entry.facts) for entry in entries],
            first=np.cumsum([0, *(len(entry.moves) for entry in entries)]),
            move=[move.move for move in moves],
            probability=_column([move.probability for move in moves], exact),
            value=_column([move.value for move in moves], exact),
            reach=_column([entry.reach for entry in entries], exact),
        ),
    )


# -- Parquet ----------------------------------------------------------------------------------------------------------


def write_parquet(sheet: Sheet, head: dict[str, Any], key: bytes, path: Path) -> None:
    """Write a solution as Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    sets = np.repeat(np.arange(sheet.information_sets), np.diff(sheet.first))
    # Dictionaries: each information set's facts and each player's name are stored once, not once per move.
    columns = {
        "player": pa.DictionaryArray.from_arrays(
            pa.array(sheet.player[sets].astype(np.int32)), pa.array(sheet.players, pa.string())
        ),
        "information_set": pa.array(sets),
        "facts": pa.array(list(sheet.facts), pa.list_(pa.string())).take(pa.array(sets)),
        "move": pa.array(sheet.move, pa.string()),
        "probability": pa.array(floats(sheet.probability)),
        "value": pa.array(floats(sheet.value), mask=sheet.undefined),
        "reach": pa.array(floats(sheet.reach)[sets]),
    }
    if sheet.exact:
        for name, column in (("probability", sheet.probability), ("value", sheet.value), ("reach", sheet.reach[sets])):
            columns[f"{name}_exact"] = pa.array(_plains(column), pa.string())
    table = pa.table(columns).replace_schema_metadata({key: json.dumps(head, ensure_ascii=False).encode()})
    pq.write_table(
        table, path, compression="zstd", dictionary_pagesize_limit=LARGEST_TEXTS, write_page_checksum=True
    )  # fmt: skip


def read_parquet(path: Path, file: Any, head: Header) -> Sheet:
    """The strategies in a Parquet file, which is open."""
    import pyarrow as pa

    rows = file.metadata.num_rows
    if head.size is not None and head.size.sequences and rows != sum(head.size.sequences) - len(head.players):
        raise ValueError(f"it has {rows:,} rows, but its game has other sequences")
    _check_needs(path, needs(path, file, COLUMNS | NUMBERS | (FRACTIONS if head.exact else {})))
    names = EXACT if head.exact else list(NUMBERS)
    file = opened(path, TEXTS + EXACT if head.exact else TEXTS)
    with parquet_errors():
        table = file.read(columns=["player", "information_set", "facts", "move", *names])
        table.validate(full=True)  # an invalid number of a text would read beyond the dictionary
        table = table.unify_dictionaries().combine_chunks()
        sets = table["information_set"].to_numpy()
        starts = np.flatnonzero(np.diff(sets, prepend=-1))
        if not np.array_equal(sets[starts], np.arange(len(starts))):
            raise ValueError("the information sets are not numbered")
        once = table.take(pa.array(starts))
        probability, value = (_numbers(table[name], head.exact) for name in names[:2])
        return checked(
            head,
            Sheet(
                players=tuple(head.players),
                exact=head.exact,
                player=_numbered(head, _texts(once["player"])),
                facts=_lists(once["facts"]),
                first=np.append(starts, rows),
                move=_texts(table["move"]),
                probability=probability,
                value=value,
                reach=_numbers(once[names[2]], head.exact),
            ),
        )


def _check_needs(path: Path, groups: list[Need]) -> None:
    rows = sum(need.rows for need in groups)
    if rows > MOST_ROWS:
        raise ValueError(f"it has more than {MOST_ROWS:,} rows")
    check_memory(path, sum(need.bytes + 16 * need.values + 64 * need.rows for need in groups))


def check_memory(path: Path, needed: int) -> None:
    """An error where reading a file would take more than half of the memory that is left."""
    there = available_memory()
    if there is not None and needed > there // 2:
        raise GalakitError(
            f"{path} cannot be read: that takes about {needed / 1e9:,.1f} GB, and {there / 1e9:,.1f} GB are free",
            hint="read it on a machine with more memory",
            id="GK603",
        )


def _single(column: Any) -> Any:
    """A column of a table that was put together, as one array."""
    return column.combine_chunks() if hasattr(column, "combine_chunks") else column


def _texts(column: Any) -> list[str]:
    """Texts, each different one once in memory."""
    array = _single(column)
    if array.null_count:
        raise ValueError("a text is missing")
    known = array.dictionary.to_pylist()
    if None in known:
        raise ValueError("a text is missing")
    return [known[k] for k in array.indices.to_pylist()]


def _lists(column: Any) -> list[tuple[str, ...]]:
    array = _single(column)
    if array.null_count:
        raise ValueError("facts are missing")
    texts = _texts(array.values)
    return [tuple(texts[a:z]) for a, z in pairwise(array.offsets.to_pylist())]


def _numbers(column: Any, exact: bool) -> npt.NDArray[Any]:
    if not exact:
        found: npt.NDArray[np.float64] = column.to_numpy().astype(np.float64)
        return found
    array = _single(column)
    known = [*_column(array.dictionary.to_pylist(), True), None]
    return np.fromiter([known[-1 if k is None else k] for k in array.indices.to_pylist()], object)


# -- validation -------------------------------------------------------------------------------------------------------


def checked(head: Header, sheet: Sheet) -> Sheet:
    """The sheet, if it is valid: strategies, finite values, probabilities of reach, and sizes that agree."""
    count = np.diff(sheet.first)
    if (count < 1).any():
        raise ValueError("there is an information set without moves")
    if len(sheet.move) != sheet.first[-1] or len(sheet.probability) != sheet.first[-1]:
        raise ValueError("there are more or fewer moves than rows")
    for i, (a, z) in enumerate(pairwise(sheet.first.tolist())):
        if len(set(sheet.move[a:z])) < z - a:
            raise ValueError(f"information set {i} has a move twice")
    _check_distributions(sheet)
    if sheet.exact:
        reach_wrong = any(converted(sheet.reach, lambda x: x is None or not 0 <= x <= 1))
    else:
        reach_wrong = not ((sheet.reach >= -TOLERANCE) & (sheet.reach <= 1 + TOLERANCE)).all()
        if np.isinf(sheet.value).any():
            raise ValueError("a value is infinite")
    if reach_wrong:
        raise ValueError("there are numbers that are no probabilities")
    if any(not 0 <= i < sheet.information_sets for i in head.locked):
        raise ValueError("what is locked is no information set")
    if head.size is not None and head.size.information_sets:
        owner = np.repeat(sheet.player, count)
        for p in range(len(head.players)):
            sizes = (head.size.information_sets[p], head.size.sequences[p] - 1)
            if sizes != (int((sheet.player == p).sum()), int((owner == p).sum())):
                raise ValueError("its information sets are more or fewer than it says")
    return sheet


def _check_distributions(sheet: Sheet) -> None:
    if not len(sheet.probability):
        return
    start = sheet.first[:-1]
    if sheet.exact:
        bad = np.array(converted(sheet.probability, lambda p: p is None or p < 0), bool)
        wrong = np.logical_or.reduceat(bad, start)
        if not wrong.any():
            wrong = np.array(np.add.reduceat(numbers(sheet.probability, True), start) != 1, bool)
    else:
        sums = np.add.reduceat(sheet.probability, start)
        negative = np.minimum.reduceat(sheet.probability, start) < -TOLERANCE
        wrong = ~(np.abs(sums - 1) <= TOLERANCE) | negative
    if wrong.any():
        i = int(wrong.argmax())
        raise ValueError(_no_strategy(i, sheet, sheet.probability[sheet.rows(i)]))


def _no_strategy(information_set: int, sheet: Sheet, own: Iterable[Any]) -> str:
    name = sheet.players[int(sheet.player[information_set])]
    shown = ", ".join("none" if p is None else str(p)[:20] for p in islice(own, 8))
    return f"the probabilities of {name} at information set {information_set} are no strategy: {shown}"


def _numbered(head: Header, players: list[str]) -> npt.NDArray[np.int64]:
    number = {name: i for i, name in enumerate(head.players)}
    try:
        return np.array([number[name] for name in players], np.int64)
    except KeyError as error:
        raise ValueError(f"there is no player {error.args[0]!r:.40}") from None


def _plains(column: Any) -> list[str | float | None]:
    return [None if x is None or x != x else plain(x) for x in column.tolist()]


def _column(values: Sequence[Written | None], exact: bool) -> npt.NDArray[Any]:
    """Numbers as a column; of equal texts, one number."""
    known: dict[Written | None, Any] = {None: None}
    for v in values:
        if v not in known:
            assert v is not None
            known[v] = number_of(v, exact)
    found = [known[v] for v in values]
    if exact:
        return np.fromiter(found, object)
    return np.array([math.nan if v is None else v for v in found], np.float64)
