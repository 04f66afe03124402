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
from pathlib import Path
from typing import TYPE_CHECKING, Any

from galakit.errors import Diagnostic, GalakitError, Source
from galakit.lang.files import read_file

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.lang.gala.header import Header
    from galakit.rules.python.definition import PythonGame
    from galakit.solution.solution import Solution

LIMITS = ("limit_states", "limit_nodes", "limit_memory")  # of a `Game`
SUFFIXES = (".gala", ".efg", ".nfg", ".kif", ".gdl")


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
            return _python(name, params, started)
        from galakit.rules.python.files import from_file, is_python, value_of

        if is_python(str(name)):
            read = {key: value_of(value) if isinstance(value, str) else value for key, value in params.items()}
            return _python(from_file(str(name)), read, started)
        return _compile(find(name), params, started)


def loads(text: str, /, *, name: str = "<text>", **params: Any) -> Game:
    """The game of a source text."""
    with _limits_explained(params):
        return compiled(Source(name, text), params)


@contextmanager
def _limits_explained(params: Mapping[str, Any]) -> Iterator[None]:
    """A limit that is given like a parameter, and is none of the game's, belongs elsewhere."""
    try:
        yield
    except GalakitError as error:
        limit = next((limit for limit in LIMITS if limit in params), None)
        if limit is not None and error.diagnostics[0].id == "GK503":
            error.retell([replace(d, hint=f"set it on the game: game.{limit} = N") for d in error.diagnostics])
        raise


def compiled(source: Source, params: Mapping[str, Any]) -> Game:
    """The game of a source, with parameters of any names.

    >>> compiled(find("kuhn"), {"cards": 4}).params
    {'cards': '4'}
    """
    return _compile(source, dict(params), time.perf_counter())


def written(value: Any) -> str:
    """A value of a parameter as rules are written; a text is taken to be so already.

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
            f"the file does not say what the rules of {solution.name} are",
            hint="solve the game again: galakit solve GAME -o FILE",
            id="GK510",
        )
    return compiled(solution.source, solution.params)


def check(name: str | Path) -> list[Diagnostic]:
    """What is wrong or doubtful in a game file, without running it."""
    from galakit.rules.python.files import is_python

    if is_python(str(name)):
        raise GalakitError(
            f"`{name}` is Python, which cannot be checked without running it",
            hint=f"run it: galakit size {name}",
            id="GK702",
        )
    return check_source(find(name))


def check_source(source: Source, params: Mapping[str, Any] | None = None) -> list[Diagnostic]:
    """What is wrong or doubtful in the text of a game, with these parameters or the defaults, without running it.

    >>> [d.id for d in check_source(Source("coin.gala", "game(coin, [players : [a]"))]
    ['GK010']
    """
    from galakit.formats.gambit import is_gambit, read_gambit
    from galakit.gdl.check.check import check as check_description
    from galakit.gdl.files import is_gdl
    from galakit.gdl.text.read import read_description
    from galakit.lang.gala.compile import check as check_program

    try:
        if is_gdl(source):
            return check_description(read_description(source))
        if not is_gambit(source):
            return check_program(source, params or {}).sorted_problems()
        read_gambit(source)
    except GalakitError as error:
        return list(error.diagnostics)
    return []


@cache
def shipped() -> tuple[Shipped, ...]:
    """The games that come with the package, by name."""
    return tuple(about(name) for name in shipped_names())


def heading(name: str) -> Header:
    """What the header of a shipped game says: at once, as nothing else of it is read."""
    from galakit.lang.gala.header import read_header

    if name not in shipped_names():
        raise GalakitError(f"there is no shipped game `{name}`", hint=_hint(name), id="GK501")
    return read_header(_shipped_source(name).text)


def about(name: str) -> Shipped:
    """What there is to say about a shipped game."""
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


def declared(source: Source) -> tuple[tuple[str, ...], dict[str, str | None]]:
    """The players and parameters that a text names, with the defaults of these.

    >>> declared(find("kuhn"))
    (('first', 'second'), {'cards': '3'})
    """
    from galakit.formats.gambit import is_gambit, read_gambit
    from galakit.gdl.files import is_gdl, named_roles
    from galakit.gdl.text.read import read_description
    from galakit.lang.gala.compile import describe
    from galakit.lang.gala.program import parse

    if is_gambit(source):
        return tuple(read_gambit(source).players), {}
    if is_gdl(source):
        return named_roles(read_description(source)), {}
    program = parse(source)
    return program.players, describe(program)


def shipped_names(ending: str = "") -> list[str]:
    """The names of the shipped games, or of those whose files end so.

    >>> [name for name in shipped_names(".kif") if name.startswith("k")]
    ['kriegspiel_tic_tac_toe', 'kuhn_gdl']
    """
    return sorted(name for name, file in _shipped_files().items() if file.endswith(ending))


@cache
def _shipped_files() -> dict[str, str]:
    """The file of each shipped game."""
    found = (p.name.rpartition(".") for p in files("galakit.games").iterdir())
    return {stem: f"{stem}.{ending}" for stem, _, ending in found if ending in ("gala", "kif")}


def find(name: str | Path) -> Source:
    """The source text of a shipped game or a file."""
    text = str(name)
    if text in shipped_names():
        return _shipped_source(text)
    path = Path(name)
    if path.suffix.lower() in SUFFIXES or path.exists():
        return read_text(path)
    raise GalakitError(f"there is no game or file `{text}`", hint=_hint(text), id="GK501")


def read_text(path: Path) -> Source:
    """The text of a file, read as its kind of file is."""
    from galakit.formats import gambit
    from galakit.gdl.text import read as gdl
    from galakit.gdl.text.limits import FILE_LIMIT

    suffix = path.suffix.lower()
    if suffix in gambit.SUFFIXES:
        return read_file(path, gambit.FILE_LIMIT, gambit.decoded)
    if suffix in gdl.SUFFIXES:
        return read_file(path, FILE_LIMIT, gdl.decoded)
    return read_file(path)


def _hint(name: str) -> str:
    close = difflib.get_close_matches(name, shipped_names(), 2)
    if close:
        return f"did you mean {' or '.join(f'`{c}`' for c in close)}?"
    return "`galakit games` lists the shipped games"


def _shipped_source(name: str) -> Source:
    file = _shipped_files()[name]
    return Source(file, files("galakit.games").joinpath(file).read_text(encoding="utf-8"))


def _compile(source: Source, params: dict[str, Any], started: float) -> Game:
    from galakit.formats.gambit import is_gambit, read_gambit
    from galakit.game.game import Game
    from galakit.gdl.files import is_gdl, read_gdl

    if is_gambit(source):
        if params:
            raise GalakitError(f"a Gambit file has no parameters, so `{next(iter(params))}` cannot be set", id="GK503")
        return _with(source, Game(read_gambit(source), {}, time.perf_counter() - started))
    if is_gdl(source):
        given = {name: str(value) for name, value in params.items()}
        return _with(source, Game(read_gdl(source, given), given, time.perf_counter() - started))

    from galakit.lang.gala.compile import compile_program
    from galakit.lang.gala.program import parse
    from galakit.lang.writer import write

    program = parse(source)
    compiled, values = compile_program(program, params)
    written = {name: write(value) for name, value in values.items()}
    return _with(source, Game(compiled, written, time.perf_counter() - started))


def _with(source: Source, game: Game) -> Game:
    game.source = source
    return game


def _python(definition: PythonGame, params: dict[str, Any], started: float) -> Game:
    from galakit.game.game import Game
    from galakit.rules.python.definition import PythonGame
    from galakit.rules.python.text import kind_of, parameter

    if not isinstance(definition, PythonGame):
        raise GalakitError(
            f"{kind_of(definition)} is not a game", hint="decorate the function with @gk.rules(players=...)", id="GK702"
        )
    values = definition.parameters(params)
    written = {name: parameter(value) for name, value in values.items()}
    return Game(definition.rules(values), written, time.perf_counter() - started)
