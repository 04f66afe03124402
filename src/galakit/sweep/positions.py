"""Where the keys of a TOML file stand: `tomllib` reads values without their positions, and messages show them."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from typing import Any, TypeAlias

from galakit.errors import GalakitError, Source, Span

Path: TypeAlias = tuple[str | int, ...]
"""`("game", 0, "params", "ranks")`"""

LARGEST = 1_000_000  # bytes of a study file

_PART = r"""(?:[A-Za-z0-9_-]+|"[^"\n]*"|'[^'\n]*')"""
_NAME = rf"{_PART}(?:\s*\.\s*{_PART})*"
_TABLE = re.compile(rf"\s*(\[\[?)\s*({_NAME})\s*\]\]?")
_KEY = re.compile(rf"\s*({_NAME})\s*=")
_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")


class FloatText(str):
    """A number with a decimal point, as it is written: 0.10 stays 0.10."""


def decoded(source: Source) -> dict[str, Any]:
    """The values of a TOML text; numbers with a decimal point keep their spelling.

    >>> decoded(Source("study.toml", "p = 0.10"))
    {'p': '0.10'}
    """
    try:
        return tomllib.loads(source.text, parse_float=FloatText)
    except tomllib.TOMLDecodeError as error:
        message = str(error)
        place = _PLACE.search(message)
        start = len(source.text)
        if place is not None and place[1]:
            start = source.line_starts[int(place[1]) - 1] + int(place[2]) - 1
        start = max(0, min(start, len(source.text) - 1))
        said = _PLACE.sub("", message)
        raise GalakitError(
            f"this is not TOML: {said[:1].lower()}{said[1:]}",
            span=Span(source, start, start + 1),
            hint='texts stand in quotes, as in source = "poker"; toml.io describes the format',
            id="GK760",
        ) from None
    except (RecursionError, ValueError) as error:  # nested too deeply; a number of thousands of digits
        raise GalakitError(f"this is not TOML: {error}"[:300], span=Span(source, 0, 1), id="GK760") from None


class Positions:
    """The positions of keys in a text.

    >>> text = 'name = "a"\\n[[game]]\\nsource = "kuhn"\\nparams.cards = [3, 4]\\n'
    >>> found = Positions(Source("study.toml", text))
    >>> str(found.of(("game", 0, "params", "cards"))), str(found.of(("game", 0, "methods")))
    ('study.toml:4:1', 'study.toml:2:1')
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self._spans: dict[Path, Span] = {}
        counts: Counter[str] = Counter()
        table: Path = ()
        for start, line in zip(source.line_starts, source.text.split("\n")):
            if head := _TABLE.match(line):
                parts = _parts(head[2])
                table = parts
                if head[1] == "[[":
                    table = (*parts, counts[head[2]])
                    counts[head[2]] += 1
                elif parts[0] in counts:  # a table of the last [[game]]
                    table = (parts[0], counts[parts[0]] - 1, *parts[1:])
                self._note(table, start + head.start(1), start + head.end())
            elif key := _KEY.match(line):
                self._note((*table, *_parts(key[1])), start + key.start(1), start + key.end(1))

    def of(self, path: Path, text: str = "") -> Span:
        """The place of a key, or of a text in its value; where it is not found, of what it is in."""
        known = path
        while known and known not in self._spans:
            known = known[:-1]
        span = self._spans.get(known, Span(self.source, 0, 1))
        if text:
            at = self.source.text.find(text, span.start)
            if at >= 0:
                return Span(self.source, at, at + len(text))
        return span

    def _note(self, path: Path, start: int, end: int) -> None:
        span = Span(self.source, start, end)
        for cut in range(1, len(path) + 1):
            self._spans.setdefault(path[:cut], span)
        self._spans[path] = span


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in re.findall(_PART, name))


class Section:
    """A table of a study with its place: gives values of the right types, and says what is wrong with others."""

    def __init__(self, values: Mapping[str, Any], positions: Positions | None, path: Path = ()) -> None:
        self.values = values
        self.positions = positions
        self.path = path

    def wrong(
        self, key: str, problem: str, hint: str | None = None, *, text: str = "", id: str = "GK760"
    ) -> GalakitError:
        """An error about a key, at its place or at that of a text in its value."""
        if self.positions is None:
            where = ".".join(str(part) for part in (*self.path, key) if part != "")
            return GalakitError(f"in `{where}`: {problem}" if where else problem, hint=hint, id=id)
        span = self.positions.of((*self.path, key) if key else self.path, text)
        return GalakitError(problem, span=span, hint=hint, id=id)

    def check(self, known: Mapping[str, str]) -> None:
        """Refuse keys that are not known; `known` has the meaning of each."""
        for key in self.values:
            if key not in known:
                import difflib

                close = difflib.get_close_matches(key, known, 1)
                hint = f"did you mean `{close[0]}`?" if close else f"it may have: {', '.join(known)}"
                raise self.wrong(key, f"there is no `{key}` here", hint)

    def text(self, key: str, default: str | None = None) -> str:
        """A text that is not empty."""
        value = self.values.get(key, default)
        if value is None:
            raise self.wrong("", f"`{key}` is missing", f'add {key} = "..."')
        if not isinstance(value, str) or isinstance(value, FloatText) or not value.strip():
            raise self.wrong(key, f"`{key}` must be a text", f'write {key} = "..."')
        return value

    def number(self, key: str, default: float | None, least: float = 0.0) -> float | None:
        """A number above `least`."""
        value = self.values.get(key, default)
        if value is None:
            return None
        found = float(value) if isinstance(value, FloatText | int | float) and not isinstance(value, bool) else None
        if found is None or not least <= found < float("inf"):
            raise self.wrong(key, f"`{key}` must be a number from {least:g} on", f"write {key} = {max(least, 1):g}")
        return found

    def flag(self, key: str, default: bool | None) -> bool | None:
        """True or false."""
        value = self.values.get(key, default)
        if value is not None and not isinstance(value, bool):
            raise self.wrong(key, f"`{key}` must be true or false", f"write {key} = true")
        return value

    def items(self, key: str, default: list[Any]) -> list[Any]:
        """A list that is not empty."""
        value = self.values.get(key, default)
        if not isinstance(value, list) or not value:
            raise self.wrong(key, f"`{key}` must be a list with something in it", f"write {key} = [...]")
        return value

    def section(self, key: str) -> Section:
        """A table, empty where it is missing."""
        value = self.values.get(key, {})
        if not isinstance(value, Mapping):
            raise self.wrong(key, f"`{key}` must be a table", f"write {key}.NAME = ...")
        return Section(value, self.positions, (*self.path, key))

    def sections(self, key: str) -> list[Section]:
        """The tables of a list."""
        value = self.values.get(key)
        if value is None:
            raise self.wrong("", f"there is no `[[{key}]]`", f"add [[{key}]] with a source")
        if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value) or not value:
            raise self.wrong(key, f"`{key}` must be a list of tables", f"write [[{key}]]")
        return [Section(one, self.positions, (*self.path, key, k)) for k, one in enumerate(value)]
