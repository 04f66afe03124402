"""Copies of a suspended flow: its frames, with variables that only this run can change."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from types import BuiltinFunctionType, FunctionType, GeneratorType, MethodType, ModuleType
from typing import Any

from galakit.rules.python.play import Choice, Play
from galakit.rules.python.reentry import BY_CODE, UNBOUND, Frame

_SAME = frozenset({str, int, float, bool, complex, bytes, Fraction, range, type(None), type(UNBOUND)})
_EMPTY: tuple[Any, ...] = ([], (), "", range(0), range(1 << 70), {}, {}.values(), {}.items())
_ITERATORS = frozenset({enumerate, zip, reversed, *[type(iter(things)) for things in _EMPTY]})
_BUILDERS = frozenset({iter, enumerate, zip, reversed})


class Uncopied(Exception):
    """A variable has a value that cannot be copied, or that others may share."""


class Copier:
    """Copies values; what was one object is one object in the copy."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.made: dict[int, Any] = {}
        self.kept: list[Any] = []  # so that no number comes again

    def copy(self, value: Any) -> Any:
        kind = type(value)
        if kind in _SAME or isinstance(value, (type, ModuleType, Enum)):
            return value
        if id(value) not in self.made:
            self.kept.append(value)
            self.made[id(value)] = self._copied(value, kind)
        return self.made[id(value)]

    def _copied(self, value: Any, kind: Any) -> Any:
        if kind is list:
            made: Any = []
            self.made[id(value)] = made
            made += value if _SAME.issuperset(map(type, value)) else [self.copy(x) for x in value]
            return made
        if kind is dict:
            made = {}
            self.made[id(value)] = made
            made.update((self.constant(key), self.copy(x)) for key, x in value.items())
            return made
        if kind is tuple:
            copied = tuple([self.copy(x) for x in value])
            return value if all(a is b for a, b in zip(copied, value)) else copied
        if kind in _ITERATORS:
            return self._iterator(value)
        if kind is Play:
            return self.play
        if kind is Choice:
            return Choice(value.mover, *map(self.copy, (value.options, value.probabilities, value.weights)))
        if kind is MethodType:
            return MethodType(value.__func__, self.copy(value.__self__))
        if kind is Frame:
            return self.frame(value)
        return self.constant(value)

    def constant(self, value: Any) -> Any:
        """A value that cannot change."""
        kind: Any = type(value)
        parts: list[Any] = []
        constant = True
        if kind is frozenset or isinstance(value, tuple):
            parts = list(value)
        elif is_dataclass(value) and not isinstance(value, type) and kind.__dataclass_params__.frozen:
            parts = [getattr(value, f.name) for f in fields(value)]
        elif kind is FunctionType:
            constant = not value.__closure__
        elif kind is BuiltinFunctionType:
            constant = isinstance(value.__self__, (ModuleType, type(None)))
        else:
            constant = kind in _SAME or isinstance(value, (type, Enum))
        if not constant or any(self.copy(x) is not x for x in parts):
            raise Uncopied
        return value

    def _iterator(self, value: Any) -> Iterator[Any]:
        """An iterator that is as far as another: those of Python's own types say how to make them again."""
        build, arguments, *state = value.__reduce__()
        if build not in _BUILDERS:
            raise Uncopied
        made: Iterator[Any] = build(*[self.copy(x) for x in arguments])
        for reached in state:
            made.__setstate__(reached)  # type: ignore[attr-defined]
        return made

    def frame(self, frame: Frame) -> Frame:
        """A frame with copies of its variables."""
        values = tuple([self.copy(x) for x in frame.values])
        return Frame(frame.function, frame.at, values, None if frame.below is None else self.frame(frame.below))


class Checkpoint:
    """A flow that stands at a choice, to go on from as often as need be."""

    __slots__ = ("choice", "frame", "play")

    def __init__(self, flow: Generator[Any, Any, Any], choice: Choice, options: Any, play: Play) -> None:
        self.play = play
        copier = Copier(play)
        self.frame = copier.frame(_standing(flow))
        self.choice = Choice(choice.mover, copier.copy(options), None, None)

    def resumed(self, play: Play) -> tuple[Generator[Any, Any, Any], Choice]:
        """A generator of its own at the choice, for another play."""
        copier = Copier(play)
        flow = copier.frame(self.frame).begin()
        options = copier.copy(self.choice.options)
        next(flow)
        return flow, Choice(self.choice.mover, options, None, None)


def _standing(flow: Any) -> Frame:
    """The frames of a suspended flow as they are."""
    known = BY_CODE.get(flow.gi_code) if isinstance(flow, GeneratorType) else None
    if known is None:
        raise Uncopied
    variables = flow.gi_frame.f_locals
    values = tuple([variables.get(name, UNBOUND) for name in known.variables])
    below = None if flow.gi_yieldfrom is None else _standing(flow.gi_yieldfrom)
    return Frame(variables["_gk_frame"].function, variables["_gk_here"], values, below)
