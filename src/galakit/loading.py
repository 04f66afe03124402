"""One loader for every front end: a shipped game by name, a file by path, or source text.

>>> game = loads("game(coin, [players : [a], flow : (choose(a, X, member(X, [1, 2])), outcome([X]))]).")
>>> game.name, game.players
('coin', ('a',))
"""

from __future__ import annotations

import difflib
import time
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galakit.errors import Diagnostic, GalakitError, Source

if TYPE_CHECKING:
    from galakit.game.game import Game

FILE_LIMIT = 5_000_000
SUFFIXES = (".gala", ".efg", ".nfg")


@dataclass(frozen=True)
class Shipped:
    """A game that comes with the package."""

    name: str
    summary: str
    params: dict[str, str | None]


def load(name: str | Path, **params: Any) -> Game:
    """The game of that shipped name or path, with parameters as keywords.

    >>> load("poker", ranks=8).params["ranks"]
    '8'
    """
    started = time.perf_counter()
    return _compile(find(name), params, started)


def loads(text: str, *, name: str = "<text>", **params: Any) -> Game:
    """The game of a source text."""
    return _compile(Source(name, text), params, time.perf_counter())


def check(name: str | Path) -> list[Diagnostic]:
    """What is wrong or doubtful in a game file, without running it."""
    from galakit.formats.gambit import is_gambit, read_gambit

    source = find(name)
    if not is_gambit(source):
        from galakit.lang.gala.compile import check as check_program

        return check_program(source).sorted_problems()
    try:
        read_gambit(source)
    except GalakitError as error:
        return list(error.diagnostics)
    return []


@cache
def shipped() -> tuple[Shipped, ...]:
    """The games that come with the package, by name."""
    from galakit.lang.gala.compile import describe
    from galakit.lang.gala.program import parse

    games = []
    for name in shipped_names():
        program = parse(_shipped_source(name))
        games.append(Shipped(name, program.summary, describe(program)))
    return tuple(games)


def shipped_names() -> list[str]:
    return sorted(p.name[:-5] for p in files("galakit.games").iterdir() if p.name.endswith(".gala"))


def find(name: str | Path) -> Source:
    """The source text of a shipped game or a file."""
    text = str(name)
    if text in shipped_names():
        return _shipped_source(text)
    path = Path(name)
    if path.suffix.lower() in SUFFIXES or path.exists():
        return read_file(path)
    close = difflib.get_close_matches(text, shipped_names(), 2)
    hint = (
        f"did you mean {' or '.join(f'`{c}`' for c in close)}?" if close else "`galakit games` lists the shipped games"
    )
    raise GalakitError(f"there is no game or file `{text}`", hint=hint)


def read_file(path: Path) -> Source:
    """A file as text, or an error that says what is wrong with it."""
    from galakit.formats import gambit

    listed = path.suffix.lower() in gambit.SUFFIXES
    limit = gambit.FILE_LIMIT if listed else FILE_LIMIT
    try:
        if path.is_dir():
            raise GalakitError(f"`{path}` is a folder, not a game file")
        if path.stat().st_size > limit:
            raise GalakitError(f"`{path}` is larger than {limit:,} bytes: that is no game file")
        data = path.read_bytes()
        return Source(str(path), gambit.decoded(data) if listed else data.decode("utf-8"))
    except FileNotFoundError:
        raise GalakitError(f"there is no file `{path}`") from None
    except UnicodeDecodeError as error:
        raise GalakitError(
            f"`{path}` is not text: byte {error.start + 1} is not valid UTF-8", hint="save the file as UTF-8"
        ) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise GalakitError(f"`{path}` cannot be read: {reason}") from None


def _shipped_source(name: str) -> Source:
    return Source(f"{name}.gala", files("galakit.games").joinpath(f"{name}.gala").read_text(encoding="utf-8"))


def _compile(source: Source, params: dict[str, Any], started: float) -> Game:
    from galakit.formats.gambit import is_gambit, read_gambit
    from galakit.game.game import Game

    if is_gambit(source):
        if params:
            raise GalakitError(f"a Gambit file has no parameters, so `{next(iter(params))}` cannot be set")
        return Game(read_gambit(source), {}, time.perf_counter() - started)

    from galakit.lang.gala.compile import compile_program
    from galakit.lang.gala.program import parse
    from galakit.lang.writer import write

    program = parse(source)
    rules, values = compile_program(program, params)
    written = {name: write(value) for name, value in values.items()}
    return Game(rules, written, time.perf_counter() - started)
