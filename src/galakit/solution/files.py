"""Solutions on disk: Parquet for tables and large games, JSON for everything that reads JSON. One header for all.

A file is written to a temporary path and moved into place when complete. It contains the text of the rules, so that it
can be played and its certificate re-checked. Solutions list their information sets (`tree.files`) unless these are too
many; then the kind of the policy selects a format (`kinds`).

Reading checks everything that does not need the rules: shapes, types, sizes, and that strategies are strategies. The
gap and values in a file are claims (`Certificate.by == "file"`) until `rechecked` computes them.
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
from galakit.solution.kinds import LISTED, STORED
from galakit.solution.shown.numbers import floats
from galakit.solution.solution import Solution
from galakit.solution.tree import files as listed_files
from galakit.solution.tree.policy import TreePolicy
from galakit.solution.tree.sheet import Sheet

if TYPE_CHECKING:
    import pandas as pd

SUFFIXES = (".parquet", ".json")
KEY = b"galakit"
SCHEMAS = (LISTED, *(stored.schema for stored in STORED.values()))
LARGEST_HEAD = 256_000_000  # bytes

Compiled: TypeAlias = Callable[[Source, dict[str, str]], Game]
"""compiles a game from the text of its rules and its parameters"""


def frame(solution: Solution, *, exact: bool = False) -> pd.DataFrame:
    """One row per information set and move."""
    import pandas as pd

    sheet = solution.sheet
    count = np.diff(sheet.first)
    sets = np.repeat(np.arange(sheet.information_sets), count)
    facts = np.fromiter(sheet.facts, object)
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
    suffix = check_suffix(path)
    stored = None if solution.able.list_all else STORED.get(solution.policy.kind)
    if stored is not None and suffix == ".json":
        raise GalakitError("the strategies are too many for JSON", hint="give the file the ending .parquet", id="GK630")
    if stored is not None and (solution.game is None or solution.game.source is None):
        raise GalakitError(
            "this solution cannot be saved: its game is not a text",
            hint="load the game by name or from a file",
            id="GK507",
        )

    def write(temporary: Path) -> None:
        head = {"schema": LISTED if stored is None else stored.schema, **header(solution), **rules(solution)}
        if stored is not None:
            stored.files.write(solution.policy, solution.game, head, KEY, temporary)
        elif suffix == ".json":
            listed_files.write_json(solution.sheet, head, temporary)
        else:
            listed_files.write_parquet(solution.sheet, head, KEY, temporary)

    write_whole(path, write)


# -- reading ----------------------------------------------------------------------------------------------------------


def load_solution(path: str | Path, compiled: Compiled | None = None, *, trusted: bool = False) -> Solution:
    """Read what `Solution.save` wrote; unless the file is trusted, its gap is a claim.

    A listed solution is read without its game, so it has no beliefs over nodes. Others need the game: `compiled` makes
    one of the text in the file.
    """
    suffix = check_suffix(path)
    try:
        if suffix == ".json":
            data, sets = listed_files.read_json(Path(path))
            _check_schema(data, path, LISTED)
            head = decode(data)
            return _listed(head, Path(path), trusted, listed_files.sheet_of(head, sets))
        file = parquet.opened(Path(path))
        data = _parquet_head(file)
        _check_schema(data, path, *SCHEMAS)
        head = decode(data)
        if head.schema != LISTED:
            return _read_stored(Path(path), head, compiled, trusted)
        return _listed(head, Path(path), trusted, listed_files.read_parquet(Path(path), file, head))
    except ValueError as error:
        raise GalakitError(
            f"{path} is damaged or was not written by Galakit",
            notes=[str(error).partition("\n")[0][:300]],
            hint="solve the game again: galakit solve GAME -o FILE",
            id="GK511",
        ) from None


def _listed(head: Header, path: Path, trusted: bool, sheet: Sheet) -> Solution:
    return Solution(**head.known(path, trusted), policy=TreePolicy(sheet.players, known_sheet=sheet))


def _parquet_head(file: Any) -> Any:
    text = (file.metadata.metadata or {}).get(KEY)
    if text is None:
        raise ValueError("the file has no header of a solution")
    if len(text) > LARGEST_HEAD:
        raise ValueError("its heading is too long")
    return decode_json(text)


def _check_schema(data: Any, path: str | Path, *schemas: int) -> None:
    schema = data.get("schema") if isinstance(data, dict) else None
    if schema in schemas and not isinstance(schema, bool):
        return
    if not isinstance(schema, int) or isinstance(schema, bool) or schema <= max(SCHEMAS):
        raise ValueError("it has no schema number")
    raise GalakitError(
        f"{path} was written by a newer Galakit (schema {schema}; this one reads up to {max(SCHEMAS)})",
        hint="upgrade Galakit",
        id="GK511",
    )


def _read_stored(path: Path, head: Header, compiled: Compiled | None, trusted: bool) -> Solution:
    if compiled is None:
        raise GalakitError(
            f"{path} holds too many strategies to list, and this command lists them",
            hint="solve a smaller game",
            id="GK630",
        )
    known = head.known(path, trusted)
    if known["source"] is None:
        raise ValueError("its rules are missing")
    game = compiled(known["source"], known["params"])
    if game.players != known["players"]:
        raise ValueError("its players are not those of its rules")
    stored = next(stored for stored in STORED.values() if stored.schema == head.schema)
    try:
        policy = stored.files.read(path, game, head)
    except NotSeparable as not_separable:
        raise ValueError(not_separable.reason) from None
    if known["size"] is not None:
        known["size"] = policy.size
    return Solution(**known, game=game, policy=policy)
