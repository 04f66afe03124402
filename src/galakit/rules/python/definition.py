"""The decorator that makes a generator function the rules of a game.

>>> import galakit as gk
>>> @gk.rules(players=("even", "odd"))
... def pennies(play):
...     a = yield play.choose("even", ["heads", "tails"])
...     b = yield play.choose("odd", ["heads", "tails"])
...     play.wins("even" if a == b else "odd")
>>> game = gk.load(pennies)
>>> game.size().nodes, gk.solve(game).value
(7, (Fraction(0, 1), Fraction(0, 1)))
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import FunctionType, MappingProxyType
from typing import Any

from galakit.errors import GalakitError
from galakit.rules.display import Display, Entry
from galakit.rules.python.play import ALL, NATURE, Scene
from galakit.rules.python.states import PythonRules
from galakit.rules.python.text import kind_of, parameter

_PARAMETER = re.compile(r"\$(\w+)")


@dataclass(frozen=True)
class PythonGame:
    """A flow and its players; `gk.load(game, name=value, ...)` gives its parameters values."""

    name: str
    players: tuple[str, ...]
    flow: Callable[..., Any]
    display: Display = ()
    """how it looks; `$name` stands for a parameter"""

    def parameters(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Every parameter's value: as given, else its default."""
        _, *known = inspect.signature(self.flow).parameters.values()
        names = [p.name for p in known]
        for name in given:
            if name not in names:
                close = difflib.get_close_matches(name, names, 1)
                hint = f"did you mean `{close[0]}`?" if close else f"the parameters are: {', '.join(names) or 'none'}"
                raise GalakitError(f"the game `{self.name}` has no parameter `{name}`", hint=hint, id="GK503")
        values = {p.name: given.get(p.name, p.default) for p in known}
        for name, value in values.items():
            if value is inspect.Parameter.empty:
                raise GalakitError(
                    f"the parameter `{name}` of `{self.name}` has no value",
                    hint=f"give one: -p {name}=VALUE on the command line, {name}=VALUE in Python",
                    id="GK504",
                )
        return values

    def rules(self, values: Mapping[str, Any]) -> PythonRules:
        """The rules with values for all parameters."""
        opening, params = _Opening(self.flow, values), MappingProxyType(dict(values))
        return PythonRules(self.name, self.players, opening, params, self._display(values))

    def _display(self, values: Mapping[str, Any]) -> Display:
        """The display with the values of parameters in place of their names."""

        def value(found: re.Match[str]) -> str:
            return parameter(values[found[1]]) if found[1] in values else found[0]

        return tuple(Entry(*(_PARAMETER.sub(value, side) for side in entry)) for entry in self.display)


class _Opening(Scene):
    """The first scene of a game: there is only one, so its parameters may be anything."""

    __slots__ = ()

    def __init__(self, flow: Callable[..., Any], values: Mapping[str, Any]) -> None:
        self.flow, self.arguments, self.keywords = flow, (), values
        self.key = "opening"
        self._hash = hash(self.key)


def rules(
    players: Sequence[str], *, name: str | None = None, display: Mapping[str, str] = MappingProxyType({})
) -> Callable[[Callable[..., Any]], PythonGame]:
    """Decorate a function `flow(play, parameter=default, ...)`; see :class:`galakit.rules.python.play.Play`.

    The game is called like the function, unless a name is given. The display says how facts and moves look, in the
    language of `display` in Gala: `{"card(Rank)": "card(Rank)", "ranks": "up_to(king, $cards)"}`.
    """
    if isinstance(players, str) or not players or not all(isinstance(p, str) and p for p in players):
        raise GalakitError(
            "the players are a list of names", hint='write, for example, players=("first", "second")', id="GK701"
        )
    for reserved in (NATURE, ALL):
        if reserved in players:
            raise GalakitError(f"a player cannot be called `{reserved}`", hint="that name is reserved", id="GK701")
    if len(set(players)) < len(players):
        raise GalakitError("two players have the same name", id="GK701")

    if not isinstance(display, Mapping) or not all(isinstance(text, str) for pair in display.items() for text in pair):
        raise GalakitError(
            "the display is no dictionary of texts", hint='write, for example, display={"pass": "check"}', id="GK701"
        )

    def decorate(flow: Callable[..., Any]) -> PythonGame:
        if not isinstance(flow, FunctionType):
            raise GalakitError(
                f"{kind_of(flow)} is not a flow", hint="decorate a function that takes `play` first", id="GK701"
            )
        parameters = list(inspect.signature(flow).parameters.values())
        if not parameters or parameters[0].kind not in (
            parameters[0].POSITIONAL_ONLY,
            parameters[0].POSITIONAL_OR_KEYWORD,
        ):
            raise GalakitError(
                f"`{flow.__name__}` takes no `play`", hint=f"write def {flow.__name__}(play, ...)", id="GK701"
            )
        for p in parameters[1:]:
            if p.kind not in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY):
                raise GalakitError(
                    f"`{p}` of `{flow.__name__}` is not a parameter with a name",
                    hint="name every parameter",
                    id="GK701",
                )
        return PythonGame(name or flow.__name__, tuple(players), flow, tuple(map(Entry._make, display.items())))

    return decorate
