"""One loader for every front end: a shipped game by name, a file by path, or source text.

>>> game = loads("game(coin, [players : [a], flow : (choose(a, X, member(X, [1, 2])), outcome([X]))]).")
>>> game.name, game.players
('coin', ('a',))
"""

from __future__ import annotations

import difflib
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any

from galakit.errors import Diagnostic, GalakitError, Source
from galakit.frontends.registry import Declared, FrontEnd, Read, of_name, of_program, of_text, suffixes
from galakit.lang.files import read_file

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.lang.gala.header import Header
    from galakit.rules.python.definition import PythonGame
    from galakit.solution.solution import Solution

LIMITS = ("limit_states", "limit_nodes", "limit_memory")  # of a `Game`


@dataclass(frozen=True)
class Shipped:
    """A game that comes with the package: what its header says, its players, its parameters with their defaults."""

    name: str
    file: str
    kind: str
    summary: str
    description: str
    source: str
    players: tuple[str, ...]
    params: dict[str, str | None]


def load(name: str | Path | PythonGame, /, **params: Any) -> Game:
    """The game of that shipped name or path, or written in Python, with parameters as keywords.

    A path that ends in `.py` (or `.py:NAME`) is a Python program, and is run. Limits are set on the game, before it is
    solved: `game.limit_states = 1_000_000`.

    >>> load("poker", ranks=8).params["ranks"]
    '8'
    """
    started = time.perf_counter()
    with _limits_explained(params):
        if not isinstance(name, (str, Path)):
            from galakit.rules.python.files import rules_of

            return _made(rules_of(name, params), started, program=True)
        program = of_program(str(name))
        if program is not None:
            return _compile(program, Source(str(name), ""), params, started)
        source = find(name)
        return _compile(of_text(source), source, params, started)


def loads(text: str, /, *, name: str = "<text>", **params: Any) -> Game:
    """The game of a source text."""
    with _limits_explained(params):
        return compiled(Source(name, text), params)


@contextmanager
def _limits_explained(params: Mapping[str, Any]) -> Iterator[None]:
    """Explain where to set a limit that was passed like a parameter."""
    try:
        yield
    except GalakitError as error:
        limit = next((limit for limit in LIMITS if limit in params), None)
        if limit is not None and error.diagnostics[0].id == "GK503":
            error.restate([replace(d, hint=f"set it on the game: game.{limit} = N") for d in error.diagnostics])
        raise


def compiled(source: Source, params: Mapping[str, Any]) -> Game:
    """The game of a source, with parameters of any names.

    >>> compiled(find("kuhn"), {"cards": 4}).params
    {'cards': '4'}
    """
    return _compile(of_text(source), source, params, time.perf_counter())


def written(value: Any) -> str:
    """A value of a parameter in the syntax of the rules; a text is taken as it is.

    >>> written([1, 0.5, "a(b)", True])
    '[1,0.5,a(b),true]'
    """
    from galakit.lang.terms import number
    from galakit.lang.writer import write

    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{','.join(map(written, value))}]" if isinstance(value, list) else write(number(value))


def game_of(solution: Solution) -> Game:
    """The game of a solution, also of one that was read from a file with the text of its rules."""
    if solution.game is not None:
        return solution.game
    if solution.source is None:
        raise GalakitError(
            f"the file does not contain the rules of {solution.name}",
            hint="solve the game again: galakit solve GAME -o FILE",
            id="GK510",
        )
    return compiled(solution.source, solution.params)


def check(name: str | Path) -> list[Diagnostic]:
    """The errors and warnings of a game file, without running it."""
    program = of_program(str(name))
    if program is not None and program.check is not None:
        return program.check(Source(str(name), ""), {})
    return check_source(find(name))


def check_source(source: Source, params: Mapping[str, Any] | None = None) -> list[Diagnostic]:
    """The errors and warnings of the text of a game, with these parameters or the defaults, without running it.

    >>> [d.id for d in check_source(Source("coin.gala", "game(coin, [players : [a]"))]
    ['GK010']
    """
    front_end = of_text(source)
    try:
        if front_end.check is not None:
            return front_end.check(source, params or {})
        front_end.read(source, {})
    except GalakitError as error:
        return list(error.diagnostics)
    return []


def doubts(source: Source, params: Mapping[str, Any]) -> list[Diagnostic]:
    """What its author probably did not mean in the text of a game that `load` accepts.

    >>> text = "game(coin, [players : [a], flow : (choose(a, X, member(X, [1, 2])), Y = X, outcome([X]))])."
    >>> print(doubts(Source("coin.gala", text), {})[0].message)
    the variable `Y` occurs only once in `flow`
    """
    check = of_text(source).check
    return [] if check is None else [d for d in check(source, params) if d.severity == "warning"]


@cache
def shipped() -> tuple[Shipped, ...]:
    """The games that come with the package, by name."""
    return tuple(about(name) for name in shipped_names())


def heading(name: str) -> Header:
    """The header of a shipped game, without reading the rest."""
    from galakit.lang.gala.header import read_header

    if name not in shipped_names():
        raise GalakitError(f"there is no shipped game `{name}`", hint=_hint(name), id="GK501")
    source = _shipped_source(name)
    comment = of_text(source).comment
    return read_header(source.text if comment is None else comment(source))


def about(name: str) -> Shipped:
    """A shipped game with header, players and parameters."""
    header = heading(name)
    source = _shipped_source(name)
    players, params = declared(source)
    return Shipped(
        name=name,
        file=source.name,
        kind=header.kind,
        summary=header.summary,
        description=header.description,
        source=header.source,
        players=players,
        params=params,
    )


def declared(source: Source) -> Declared:
    """The players and parameters that a text names, with the defaults of these.

    >>> declared(find("kuhn"))
    (('first', 'second'), {'cards': '3'})
    """
    front_end = of_text(source)
    if front_end.declared is not None:
        return front_end.declared(source)
    rules, _ = front_end.read(source, {})
    return tuple(rules.players), {}


def shipped_names(ending: str = "") -> list[str]:
    """The names of the shipped games, or of those whose files have this ending.

    >>> [name for name in shipped_names(".kif") if name.startswith("k")]
    ['kriegspiel_tic_tac_toe', 'kuhn_gdl']
    """
    return sorted(name for name, file in _shipped_files().items() if file.endswith(ending))


@cache
def _shipped_files() -> dict[str, str]:
    """The file of each shipped game."""
    found = (PurePath(p.name) for p in files("galakit.games").iterdir())
    return {path.stem: path.name for path in found if path.suffix in suffixes()}


def find(name: str | Path) -> Source:
    """The source text of a shipped game or a file."""
    text = str(name)
    if text in shipped_names():
        return _shipped_source(text)
    path = Path(name)
    if path.suffix.lower() in suffixes() or path.exists():
        return read_text(path)
    raise GalakitError(f"there is no game or file `{text}`", hint=_hint(text), id="GK501")


def read_text(path: Path) -> Source:
    """The text of a file, read by its front end."""
    front_end = of_name(path.name)
    return read_file(path, front_end.largest, front_end.decode)


def _hint(name: str) -> str:
    close = difflib.get_close_matches(name, shipped_names(), 2)
    if close:
        return f"did you mean {' or '.join(f'`{c}`' for c in close)}?"
    return "`galakit games` lists the shipped games"


def _shipped_source(name: str) -> Source:
    file = _shipped_files()[name]
    return Source(file, files("galakit.games").joinpath(file).read_text(encoding="utf-8"))


def _compile(front_end: FrontEnd, source: Source, params: Mapping[str, Any], started: float) -> Game:
    game = _made(front_end.read(source, params), started, program=front_end.program)
    game.source = None if front_end.program else source
    return game


def _made(read: Read, started: float, *, program: bool) -> Game:
    """A game; `galakit check`, which warns of mistakes in a display, does not run programs."""
    from galakit.display.checks import refuse_mistakes
    from galakit.game.game import Game

    if program:
        refuse_mistakes(read[0])
    return Game(*read, time.perf_counter() - started)
