"""Solutions on disk: Parquet for tables and large games, JSON for everything that reads JSON. One schema for both.

Solutions of separated games that are too large to be listed have schemas of their own (`separated_files`,
`public_files`).

A file is written beside its place and moved there when complete. The header (what `galakit solve --json` prints, with
`schema`) is the whole truth about the solution; the rows follow the sheet. Exact numbers are kept as text `p/q`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from galakit.disk import write_whole
from galakit.errors import GalakitError, Source
from galakit.game.game import Game
from galakit.game.size import Size
from galakit.rules.contract import Number
from galakit.rules.lazy import Entangled
from galakit.solution.certificate import Certificate
from galakit.solution.policy import Policy
from galakit.solution.sheet import Sheet
from galakit.solution.solution import Solution
from galakit.solve.method import Found
from galakit.solve.trail import Moment

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
SEPARATED = 2  # the schema of solutions that are not listed
PUBLIC = 3  # the same for games of public moves
SUFFIXES = (".parquet", ".json")
KEY = b"galakit"

Compiled: TypeAlias = Callable[[Source, dict[str, str]], Game]
"""what makes a game of the text of its rules and its parameters"""


def header(solution: Solution) -> dict[str, Any]:
    """Everything but the strategies. Numbers of an exact solution are strings `p/q`; the gap is always a number."""
    return {
        "game": solution.name,
        "params": dict(solution.params),
        "players": list(solution.players),
        "method": solution.method,
        "algorithm": solution.algorithm,
        "why": solution.why,
        **_proof(solution),
        **({"size": solution.size.to_json()} if solution.size is not None else {}),
        "seconds": {stage: round(s, 6) for stage, s in solution.seconds.items()},
        **({"warnings": list(solution.warnings)} if solution.warnings else {}),
        **({"found": {k: _told(v) for k, v in solution.found.items()}} if solution.found else {}),
        **({"trail": [[round(m.seconds, 6), m.gap] for m in solution.trail]} if solution.trail else {}),
        **({"locked": list(solution.locked)} if solution.locked else {}),
        **({"others": [_proof(other) for other in solution.others]} if solution.others else {}),
    }


def _told(x: Found) -> Found:
    return str(x) if isinstance(x, Fraction) else x


def _proof(solution: Solution) -> dict[str, Any]:
    return {
        "value": [_plain(v) for v in solution.value],
        "gap": 0 if solution.gap == 0 else float(solution.gap),
        "gains": [_plain(g) for g in solution.certificate.gains],
        "exact": solution.exact,
        **({} if solution.certificate.checked else {"checked": False}),
        **({} if solution.certificate.tight else {"tight": False}),
    }


def frame(solution: Solution, *, exact: bool = False) -> pd.DataFrame:
    """One row per information set and move."""
    import pandas as pd

    sheet = solution.sheet
    count = np.diff(sheet.first)
    sets = np.repeat(np.arange(sheet.information_sets), count)
    facts = np.empty(sheet.information_sets, object)
    facts[:] = sheet.facts
    return pd.DataFrame(
        {
            "player": np.array(sheet.players, object)[sheet.player[sets]],
            "information_set": sets,
            "facts": facts[sets],
            "move": sheet.move,
            "probability": sheet.probability if exact else _floats(sheet.probability),
            "value": sheet.value if exact else _floats(sheet.value),
            "reach": sheet.reach[sets] if exact else _floats(sheet.reach)[sets],
        }
    )


def check_suffix(path: str | Path) -> str:
    """The suffix of a path that a solution can be saved to; an error for any other."""
    suffix = Path(path).suffix.lower()
    if suffix not in SUFFIXES:
        raise GalakitError(
            f"a solution cannot be saved as {path}", hint="give the file the ending .parquet or .json", id="GK507"
        )
    return suffix


def save(solution: Solution, path: str | Path) -> None:
    """Write a solution; the file is complete or not there."""
    writer = _write_json if check_suffix(path) == ".json" else _write_parquet
    if solution.answers is not None and solution.unlisted:
        if writer is _write_json:
            raise GalakitError(
                "the strategies are too many for JSON", hint="give the file the ending .parquet", id="GK630"
            )
        writer = _write_separated if solution.answers.all_listed else _write_public
    write_whole(path, lambda temporary: writer(solution, temporary))


def load_solution(path: str | Path, compiled: Compiled | None = None) -> Solution:
    """Read back what `Solution.save` wrote.

    The game is not needed, so there are no beliefs over its nodes; but for solutions that are not listed, whose rules
    are followed again: `compiled` makes a game of their text.
    """
    suffix = check_suffix(path)
    try:
        if suffix == ".parquet" and (kept := _separated_head(Path(path))) is not None:
            return _read_separated(Path(path), kept, compiled)
        head, sheet = (_read_json if suffix == ".json" else _read_parquet)(Path(path))
        return Solution(**_known(head, Path(path)), _sheet=sheet)
    except FileNotFoundError:
        raise GalakitError(
            f"there is no file {path}", hint="`galakit solve GAME -o FILE` writes one", id="GK501"
        ) from None
    except OSError as error:
        raise GalakitError(f"{path} cannot be read: {error.strerror or error}", id="GK502") from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ZeroDivisionError, RecursionError) as error:
        raise GalakitError(
            f"{path} is damaged or was not written by Galakit", notes=[f"{type(error).__name__}: {error}"], id="GK511"
        ) from None


def _known(head: dict[str, Any], path: Path) -> dict[str, Any]:
    """What a head says, as `Solution` keeps it."""
    return {
        "name": head["game"],
        "params": head["params"],
        "players": tuple(head["players"]),
        "method": head["method"],
        "algorithm": head["algorithm"],
        "why": head["why"],
        "certificate": Certificate(
            tuple(_number(v) for v in head["value"]),
            tuple(_number(g) for g in head["gains"]),
            head["exact"],
            head.get("checked", True),
            head.get("tight", True),
        ),
        "size": Size(**head["size"]) if "size" in head else None,
        "seconds": head["seconds"],
        "warnings": tuple(head.get("warnings", ())),
        "found": head.get("found", {}),
        "trail": tuple(Moment(float(seconds), float(gap)) for seconds, gap in head.get("trail", ())),
        "locked": tuple(int(i) for i in head.get("locked", ())),
        "source": _source(head, path),
    }


def _rules(solution: Solution) -> dict[str, Any]:
    """The text of the rules: whoever has the file can play."""
    source = solution.game.source if solution.game is not None else solution.source
    return {} if source is None else {"rules": {"file": source.name, "text": source.text}}


def _source(head: dict[str, Any], path: Path) -> Source | None:
    """The text of the rules; libraries of their own lie beside the file, if anywhere."""
    rules = head.get("rules")
    if rules is None:
        return None
    if not all(isinstance(text, str) for text in (rules["file"], rules["text"], *head["params"].values())):
        raise ValueError("the rules are no text")
    return Source(rules["file"], rules["text"], str(path.resolve().parent))


def _write_separated(solution: Solution, path: Path) -> None:
    from galakit.solution.separated_files import write

    assert solution.answers is not None and solution.game is not None
    write(solution.answers, solution.game, {"schema": SEPARATED, **header(solution), **_rules(solution)}, KEY, path)


def _write_public(solution: Solution, path: Path) -> None:
    from galakit.solution.public_files import write
    from galakit.solution.public_policy import PublicPolicy

    assert isinstance(solution.policy, PublicPolicy) and solution.game is not None
    head = {"schema": PUBLIC, **header(solution), **_rules(solution)}
    write(solution.policy.found, solution.game, head, KEY, path)


def _separated_head(path: Path) -> dict[str, Any] | None:
    """The head of a file in which a separated solution is; None where it is of another kind."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        meta = pq.read_schema(path).metadata or {}
    except pa.ArrowException as error:
        raise ValueError(str(error).splitlines()[0]) from None
    head = json.loads(meta.get(KEY, b"null"))
    return head if isinstance(head, dict) and head.get("schema") in (SEPARATED, PUBLIC) else None


def _read_separated(path: Path, head: dict[str, Any], compiled: Compiled | None) -> Solution:
    from galakit.solution import public_files
    from galakit.solution.separated_files import StoredPolicy

    if compiled is None:
        raise GalakitError(
            f"{path} holds strategies that are too many to list, and here they would have to be",
            hint="solve a smaller game",
            id="GK630",
        )
    known = _known(head, path)
    game = compiled(known["source"], known["params"])
    policy: Policy
    try:
        if head["schema"] == PUBLIC:
            policy = public_files.read(path, game, head["public"], known["certificate"])
        else:
            policy = StoredPolicy(path, game, head["separated"], known["certificate"])
    except Entangled as entangled:
        raise ValueError(entangled.reason) from None
    return Solution(**known, game=game, policy=policy)


def _write_json(solution: Solution, path: Path) -> None:
    sheet = solution.sheet
    probability, value = _plains(sheet.probability), _plains(sheet.value)
    reach = _plains(sheet.reach)
    start = sheet.first.tolist()
    with path.open("w", encoding="utf-8") as out:
        head = json.dumps({"schema": SCHEMA, **header(solution), **_rules(solution)}, indent=1, ensure_ascii=False)
        out.write(head[: head.rindex("\n")] + ',\n "information_sets": [')
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
        out.write("\n ]\n}\n")


def _read_json(path: Path) -> tuple[dict[str, Any], Sheet]:
    data = json.loads(path.read_text(encoding="utf-8"))
    _check_schema(data, path)
    sets = data.pop("information_sets")
    moves = [m for entry in sets for m in entry["moves"]]
    number = {name: i for i, name in enumerate(data["players"])}
    exact = data["exact"]
    return data, Sheet(
        players=tuple(data["players"]),
        exact=exact,
        player=np.array([number[entry["player"]] for entry in sets], np.int64),
        facts=[tuple(entry["facts"]) for entry in sets],
        first=np.cumsum([0, *(len(entry["moves"]) for entry in sets)]),
        move=[m["move"] for m in moves],
        probability=_column((m["probability"] for m in moves), exact),
        value=_column((m["value"] for m in moves), exact),
        reach=_column((entry["reach"] for entry in sets), exact),
    )


def _write_parquet(solution: Solution, path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    sheet = solution.sheet
    sets = np.repeat(np.arange(sheet.information_sets), np.diff(sheet.first))
    # Dictionaries: each information set's facts and each player's name are stored once, not once per move.
    columns = {
        "player": pa.DictionaryArray.from_arrays(
            pa.array(sheet.player[sets].astype(np.int32)), pa.array(sheet.players, pa.string())
        ),
        "information_set": pa.array(sets),
        "facts": pa.array(sheet.facts, pa.list_(pa.string())).take(pa.array(sets)),
        "move": pa.array(sheet.move, pa.string()),
        "probability": pa.array(_floats(sheet.probability)),
        "value": pa.array(_floats(sheet.value), mask=sheet.undefined),
        "reach": pa.array(_floats(sheet.reach)[sets]),
    }
    if sheet.exact:
        for name, column in (("probability", sheet.probability), ("value", sheet.value), ("reach", sheet.reach[sets])):
            columns[f"{name}_exact"] = pa.array(_plains(column), pa.string())
    table = pa.table(columns)
    text = json.dumps({"schema": SCHEMA, **header(solution), **_rules(solution)}, ensure_ascii=False)
    pq.write_table(table.replace_schema_metadata({KEY: text.encode()}), path, compression="zstd")


def _read_parquet(path: Path) -> tuple[dict[str, Any], Sheet]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path)
    except pa.ArrowException as error:
        raise ValueError(str(error).splitlines()[0]) from None
    meta = table.schema.metadata or {}
    if KEY not in meta:
        raise ValueError("the file says nothing of a solution")
    head = json.loads(meta[KEY])
    _check_schema(head, path)
    sets = table["information_set"].to_numpy()
    starts = np.flatnonzero(np.concatenate([[True], sets[1:] != sets[:-1]])) if len(sets) else np.empty(0, np.int64)
    players = tuple(head["players"])
    number = {name: i for i, name in enumerate(players)}
    exact = head["exact"]
    kind = "_exact" if exact else ""
    once = table.take(pa.array(starts))
    return head, Sheet(
        players=players,
        exact=exact,
        player=np.array([number[p] for p in once["player"].to_pylist()], np.int64),
        facts=[tuple(f) for f in once["facts"].to_pylist()],
        first=np.append(starts, len(sets)),
        move=table["move"].to_pylist(),
        probability=_column(table[f"probability{kind}"].to_pylist(), exact),
        value=_column(table[f"value{kind}"].to_pylist(), exact),
        reach=_column(once[f"reach{kind}"].to_pylist(), exact),
    )


def _check_schema(data: Any, path: Path) -> None:
    if not isinstance(data, dict) or not isinstance(data.get("schema"), int):
        raise ValueError("it has no schema number")
    if data["schema"] > SCHEMA:
        raise GalakitError(
            f"{path} was written by a newer Galakit (schema {data['schema']}; this one reads up to {SCHEMA})",
            hint="upgrade Galakit",
            id="GK511",
        )


def _plain(x: Number) -> str | float:
    """A number as JSON keeps it without loss."""
    return float(x) if isinstance(x, float) else str(Fraction(x))


def _plains(column: Any) -> list[str | float | None]:
    return [None if x is None or x != x else _plain(x) for x in column.tolist()]


def _number(x: str | float) -> Number:
    return Fraction(x) if isinstance(x, str) else float(x)


def _column(values: Iterable[Any], exact: bool) -> Any:
    if not exact:
        return np.array([math.nan if v is None else v for v in values], np.float64)
    listed = [None if v is None else Fraction(v) for v in values]
    column = np.empty(len(listed), object)
    column[:] = listed
    return column


def _floats(column: Any) -> Any:
    return (
        np.array([math.nan if v is None else float(v) for v in column], np.float64)
        if column.dtype == object
        else column
    )
