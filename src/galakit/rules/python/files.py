"""Games in Python files: `poker.py`, or `poker.py:leduc` where a file has several.

The file is run, as an import would run it, so it is as trusted as any program: only a path that the user gave
with its `.py` comes here, never anything a game file names.
"""

from __future__ import annotations

import ast
import importlib.util
import re
import sys
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError, Source, Span
from galakit.rules.python.definition import PythonGame
from galakit.rules.python.mistakes import explained, file_name
from galakit.rules.python.states import PythonRules
from galakit.rules.python.text import kind_of, parameter

_PLACE = re.compile(r"(?P<path>.*\.py)(?::(?P<name>\w+))?", re.DOTALL)
_FRACTION = re.compile(r"-?\d{1,4000}/0*[1-9]\d{0,3999}")


def is_python(source: Source) -> bool:
    """Whether a name given by the user is that of a Python file, or of a game in one.

    >>> [is_python(Source(name, "")) for name in ("poker.py", "games/poker.py:leduc", "poker.gala")]
    [True, True, False]
    """
    return _PLACE.fullmatch(source.name) is not None


def from_file(name: str) -> PythonGame:
    """The game that such a name means."""
    found = _PLACE.fullmatch(name)
    assert found is not None
    path, wanted = Path(found["path"]), found["name"]
    games = {key: value for key, value in _run(path).items() if isinstance(value, PythonGame)}
    names = ", ".join(games)
    if wanted is not None:
        if wanted not in games:
            hint = f"its games are {names}" if games else "decorate a function with @gk.rules(players=...)"
            raise GalakitError(f"`{path}` has no game `{wanted}`", hint=hint, id="GK702")
        return games[wanted]
    if not games:
        raise GalakitError(f"`{path}` has no game", hint="decorate a function with @gk.rules(players=...)", id="GK702")
    if len(games) > 1:
        raise GalakitError(
            f"`{path}` has several games: {names}", hint=f"name one: {path}:{next(iter(games))}", id="GK702"
        )
    return next(iter(games.values()))


def read(source: Source, params: Mapping[str, Any]) -> tuple[PythonRules, dict[str, str]]:
    """The rules of the game that the name of a source means; the file is run."""
    given = {name: value_of(value) if isinstance(value, str) else value for name, value in params.items()}
    return rules_of(from_file(source.name), given)


def rules_of(definition: object, params: Mapping[str, Any]) -> tuple[PythonRules, dict[str, str]]:
    """The rules of a decorated function, and its parameters as they are written."""
    if not isinstance(definition, PythonGame):
        raise GalakitError(
            f"{kind_of(definition)} is not a game", hint="decorate the function with @gk.rules(players=...)", id="GK702"
        )
    values = definition.parameters(params)
    return definition.rules(values), {name: parameter(value) for name, value in values.items()}


def check(source: Source, params: Mapping[str, Any]) -> NoReturn:
    """Refuse to look at a program."""
    raise GalakitError(
        f"`{source.name}` is Python, which cannot be checked without running it",
        hint=f"run it: galakit size {source.name}",
        id="GK702",
    )


def value_of(written: str) -> Any:
    """A parameter written on the command line: a Python literal, a fraction, or a name.

    >>> value_of("3"), value_of("[1, 2]"), value_of("1/3"), value_of("hearts")
    (3, [1, 2], Fraction(1, 3), 'hearts')
    """
    if _FRACTION.fullmatch(written):
        return Fraction(written)
    try:
        return ast.literal_eval(written)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return written


def _run(path: Path) -> dict[str, Any]:
    """The names a file defines."""
    name = f"galakit_game_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.is_file():
        raise GalakitError(f"there is no file `{path}`", id="GK501")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses and pickles look their module up
    folder = str(path.parent.resolve())
    sys.path.insert(0, folder)  # the file may import its neighbours, as it could when run
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        raise _syntax(error) from error
    except OutOfTime:
        raise
    except (Exception, SystemExit) as error:
        raise explained(error) from error
    finally:
        sys.path.remove(folder)
    return vars(module)


def _syntax(error: SyntaxError) -> GalakitError:
    span = None
    if error.filename and error.lineno:
        try:
            source = Source(file_name(error.filename), Path(error.filename).read_text(encoding="utf-8"))
            start = source.line_starts[error.lineno - 1] + max(0, (error.offset or 1) - 1)
            span = Span(source, start, start + 1)
        except (OSError, UnicodeDecodeError, IndexError):
            pass
    return GalakitError(f"this is not Python: {error.msg}", span=span, id="GK702")
