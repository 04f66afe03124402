"""Inputs of questions: parts of an address, each with the values that it may have."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.study.study import Study

FAR = 2**53  # larger whole numbers are not exact as floats

Value: TypeAlias = str | int | bool
InputValues: TypeAlias = Mapping[str, Any]
"""input -> its value"""


@dataclass(frozen=True)
class Input:
    """A part of an address: in the path, or after the question mark."""

    name: str
    kind: Literal["string", "integer", "boolean"]
    summary: str
    example: Value
    default: Value | None = None
    """the value where it is left out"""
    optional: bool = False
    """whether it may be left out though it has no default"""
    choices: tuple[str, ...] = ()
    longest: int = 200
    """characters"""
    most: int = FAR - 1
    """of a number"""
    pattern: str | None = None
    """a pattern that all existing names match"""
    means: Literal["value", "player", "study"] = "value"
    """a player may be given by name or number; a study is passed as an object"""
    values: Callable[[Study, InputValues], Iterable[Value | None]] | None = None
    """the values that a report carries answers for, by those of the inputs before; without it, the default"""
    page: tuple[str, str] | None = None
    """for an offset: the fields of the answer with the items and with their total"""

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is None and not self.optional

    def read(self, text: str) -> Value:
        """The value of a text.

        >>> Input("offset", "integer", "the first column", 0).read("30")
        30
        """
        if self.kind == "boolean":
            if text not in ("true", "false"):
                raise self._wrong(text, "true or false")
            return text == "true"
        if self.kind == "integer":
            # No sign, no blanks, no digits of other scripts.
            if not (text.isascii() and text.isdecimal() and len(text) < 17 and int(text) < FAR):
                raise self._wrong(text, "a non-negative whole number")
            if int(text) > self.most:
                raise GalakitError(f"{self.name} is {text}, and at most {self.most:,}", id="GK802")
            return int(text)
        if self.choices and text not in self.choices:
            raise self._wrong(text, " or ".join(self.choices))
        if len(text) > self.longest:
            raise GalakitError(f"{self.name} is too long", hint=f"at most {self.longest:,} characters", id="GK802")
        return text

    def _wrong(self, text: str, expected: str) -> GalakitError:
        return GalakitError(f"{self.name} is {text[:40]!r}, and should be {expected}", id="GK802")


def parts(path: str, inputs: Iterable[Input]) -> tuple[tuple[Input, ...], tuple[Input, ...]]:
    """The inputs that a path names in braces, and those after the question mark."""
    named = [(part, f"{{{part.name}}}" in path) for part in inputs]
    return tuple(part for part, inside in named if inside), tuple(part for part, inside in named if not inside)


def written(value: Value) -> str:
    """A value as text in an address.

    >>> written(True), written(3), written("0.1")
    ('true', '3', '0.1')
    """
    return str(value).lower() if isinstance(value, bool) else str(value)
