"""Solutions on disk: Parquet for tables and large games, JSON for everything that reads JSON. One header for all.

A file is written beside its place and moved there when complete. It has the text of the rules, so that it can be played
and its certificate checked again. There are three kinds: solutions that list their information sets (`listed_files`),
and those of separated games that are too large for that (`factored_files`, `public_files`).

What is read is checked as far as it goes without following the rules: shapes, types, sizes, and that strategies are
strategies. What the file says of its gap and of values stays a claim (`Certificate.by == "file"`) until `rechecked`
computes them.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from galakit.decoding import decode_json
from galakit.disk import write_whole
from galakit.errors import GalakitError, Source
from galakit.game.game import Game
from galakit.rules.lazy import NotSeparable
from galakit.solution import parquet
from galakit.solution.header import Header, decode, header, rules
from galakit.solution.shown.numbers import floats
from galakit.solution.solution import Solution
from galakit.solution.tree import files as listed_files

if TYPE_CHECKING:
    import pandas as pd

SCHEMA = 1
SEPARATED = 2  # the schema of solutions that are not listed
PUBLIC = 3  # the same for games of public moves
SUFFIXES = (".parquet", ".json")
KEY = b"galakit"
LARGEST_HEAD = 256_000_000  # bytes

Compiled: TypeAlias = Callable[[Source, dict[str, str]], Game]
"""what makes a game of the text of its rules and its parameters"""


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
            "probability": sheet.probability if exact else floats(sheet.probability),
            "value": sheet.value if exact else floats(sheet.value),
            "reach": sheet.reach[sets] if exact else floats(sheet.reach)[sets],
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


def _head(solution: Solution, schema: int) -> dict[str, Any]:
    return {"schema": schema, **header(solution), **rules(solution)}


def _write_json(solution: Solution, path: Path) -> None:
    listed_files.write_json(solution.sheet, _head(solution, SCHEMA), path)


def _write_parquet(solution: Solution, path: Path) -> None:
    listed_files.write_parquet(solution.sheet, _head(solution, SCHEMA), KEY, path)


def _write_separated(solution: Solution, path: Path) -> None:
    from galakit.solution.factored.files import write

    assert solution.answers is not None and solution.game is not None
    write(solution.answers, solution.game, _head(solution, SEPARATED), KEY, path)


def _write_public(solution: Solution, path: Path) -> None:
    from galakit.solution.public.files import write
    from galakit.solution.public.policy import PublicPolicy

    assert isinstance(solution.policy, PublicPolicy) and solution.game is not None
    write(solution.policy.found, solution.game, _head(solution, PUBLIC), KEY, path)


# -- reading ----------------------------------------------------------------------------------------------------------


def load_solution(path: str | Path, compiled: Compiled | None = None, *, trusted: bool = False) -> Solution:
    """Read back what `Solution.save` wrote; unless the file is trusted, what it says of its gap is a claim.

    The game is not needed, so there are no beliefs over its nodes; but for solutions that are not listed, whose rules
    are followed again: `compiled` makes a game of their text.
    """
    suffix = check_suffix(path)
    try:
        if suffix == ".json":
            data, sets = listed_files.read_json(Path(path))
            _check_schema(data, path, SCHEMA)
            head = decode(data)
            return Solution(**head.known(Path(path), trusted), _sheet=listed_files.sheet_of(head, sets))
        file = parquet.opened(Path(path))
        data = _parquet_head(file)
        _check_schema(data, path, SCHEMA, SEPARATED, PUBLIC)
        head = decode(data)
        if head.schema != SCHEMA:
            return _read_separated(Path(path), head, compiled, trusted)
        sheet = listed_files.read_parquet(Path(path), file, head)
        return Solution(**head.known(Path(path), trusted), _sheet=sheet)
    except ValueError as error:
        raise GalakitError(
            f"{path} is damaged or was not written by Galakit",
            notes=[str(error).partition("\n")[0][:300]],
            hint="solve the game again: galakit solve GAME -o FILE",
            id="GK511",
        ) from None


def _parquet_head(file: Any) -> Any:
    text = (file.metadata.metadata or {}).get(KEY)
    if text is None:
        raise ValueError("the file says nothing of a solution")
    if len(text) > LARGEST_HEAD:
        raise ValueError("its heading is too long")
    return decode_json(text)


def _check_schema(data: Any, path: str | Path, *schemas: int) -> None:
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema in schemas and not isinstance(schema, bool):
        return
    if not isinstance(schema, int) or isinstance(schema, bool) or schema <= PUBLIC:
        raise ValueError("it has no schema number")
    raise GalakitError(
        f"{path} was written by a newer Galakit (schema {schema}; this one reads up to {PUBLIC})",
        hint="upgrade Galakit",
        id="GK511",
    )


def _read_separated(path: Path, head: Header, compiled: Compiled | None, trusted: bool) -> Solution:
    from galakit.solution.factored import files as factored_files
    from galakit.solution.public import files as public_files

    if compiled is None:
        raise GalakitError(
            f"{path} holds strategies that are too many to list, and here they would have to be",
            hint="solve a smaller game",
            id="GK630",
        )
    known = head.known(path, trusted)
    if known["source"] is None:
        raise ValueError("its rules are missing")
    game = compiled(known["source"], known["params"])
    if game.players != known["players"]:
        raise ValueError("its players are not those of its rules")
    policy: factored_files.StoredPolicy | public_files.StoredPublic
    try:
        if head.schema == PUBLIC:
            policy = public_files.read(path, game, head)
        else:
            policy = factored_files.read(path, game, head)
    except NotSeparable as not_separable:
        raise ValueError(not_separable.reason) from None
    if known["size"] is not None:
        known["size"] = policy.size
    return Solution(**known, game=game, policy=policy)
