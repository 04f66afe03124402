"""The shipped games, the methods, and checks of rules, as data."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Literal

from msgspec import Struct, convert

from galakit.jobs.messages import FileName, Problem, SourceText, Values
from galakit.jobs.method_options import offered
from galakit.jobs.refusals import no_game
from galakit.loading import about, find, heading, shipped_names
from galakit.study.answers import Answer


class MethodLine(Answer, frozen=True, kw_only=True):
    """A method that solves games."""

    name: str
    summary: str
    """what it promises"""
    needs: str
    cost: str
    automatic: bool
    """whether it is picked where no method is named"""
    options: dict[str, str]
    """the options that an order may set -> what they mean"""


class Methods(Answer, frozen=True, kw_only=True):
    items: list[MethodLine]


class Parameter(Answer, frozen=True, kw_only=True):
    name: str
    default: str | None


class Measured(Answer, frozen=True, kw_only=True):
    """How large a shipped game is with its default parameters, and how long it takes to solve."""

    players: int
    sum: Literal["zero", "constant", "general"]
    sets: int | None = None
    """information sets of all players; None where they are too many to list"""
    seconds: int | None = None
    """about how long solving takes on two cores: 1, 10, 60 or 600; None where it takes longer"""


class GameLine(Answer, frozen=True, kw_only=True):
    """A shipped game in a list."""

    name: str
    kind: str
    summary: str
    measured: Measured


class Games(Answer, frozen=True, kw_only=True):
    items: list[GameLine]


class GameText(Answer, frozen=True, kw_only=True):
    """A shipped game: its rules and parameters."""

    name: str
    file: str
    kind: str
    summary: str
    description: str
    reference: str
    """where the game comes from"""
    measured: Measured
    players: list[str]
    params: list[Parameter]
    text: str


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules to check, with values for parameters that differ from their defaults."""

    source: SourceText
    """the rules"""
    file: FileName = "game.gala"
    """the file name of the source; its ending determines the language"""
    params: Values = {}
    """parameter -> value, where it differs from the default"""


class Checked(Answer, frozen=True, kw_only=True):
    """Errors and warnings about rules; their players and parameters as far as they can be read."""

    problems: list[Problem]
    """empty where nothing is wrong"""
    players: list[str]
    params: list[Parameter]


@cache
def games() -> Games:
    """All shipped games, with a line each."""
    headings = {name: heading(name) for name in shipped_names()}
    sizes = _measured()
    return Games(
        items=[GameLine(name=n, kind=h.kind, summary=h.summary, measured=sizes[n]) for n, h in headings.items()]
    )


def game(name: str) -> GameText:
    """A shipped game with its rules.

    >>> [parameter.name for parameter in game("poker").params]
    ['suits', 'ranks', 'cards', 'cash', 'ante']
    """
    if name not in shipped_names():
        raise no_game("missing", name)
    return _game(name)


@cache
def _game(name: str) -> GameText:
    found = about(name)
    same = {field: getattr(found, field) for field in ("name", "file", "kind", "summary", "description")}
    params = [Parameter(name=name, default=default) for name, default in found.params.items()]
    return GameText(
        **same,
        reference=found.source,
        measured=_measured()[name],
        players=list(found.players),
        params=params,
        text=find(name).text,
    )


@cache
def _measured() -> dict[str, Measured]:
    text = files("galakit.games").joinpath("measured.toml").read_text(encoding="utf-8")
    return convert(tomllib.loads(text), dict[str, Measured])


@cache
def methods() -> Methods:
    """All methods, with their requirements and guarantees."""
    from galakit.solvers.registry import methods as known

    return Methods(
        items=[
            MethodLine(
                name=m.name,
                summary=m.promises,
                needs=m.needs,
                cost=m.cost,
                automatic=m.estimate is not None,
                options=offered(m),
            )
            for m in known()
        ]
    )
