"""What is said about shipped games, methods and texts of rules, as data: see `messages`."""

from __future__ import annotations

from msgspec import Struct

from galakit.jobs.messages import FileName, Problem, SourceText, Values
from galakit.study.answers import Answer


class MethodLine(Answer, frozen=True, kw_only=True):
    """A way to solve games."""

    name: str
    summary: str
    """what it promises"""
    needs: str
    cost: str
    automatic: bool
    """whether it is picked where no method is named"""
    options: dict[str, str]
    """option -> what it means: those that an order may set"""


class Methods(Answer, frozen=True, kw_only=True):
    items: list[MethodLine]


class Parameter(Answer, frozen=True, kw_only=True):
    name: str
    default: str | None


class GameLine(Answer, frozen=True, kw_only=True):
    """A shipped game in a list."""

    name: str
    kind: str
    summary: str


class Games(Answer, frozen=True, kw_only=True):
    items: list[GameLine]


class GameText(Answer, frozen=True, kw_only=True):
    """A shipped game: its rules and parameters."""

    name: str
    file: str
    kind: str
    summary: str
    description: str
    players: list[str]
    params: list[Parameter]
    text: str


class Text(Struct, frozen=True, forbid_unknown_fields=True):
    """Rules to check, with values for their parameters where others than the defaults are meant."""

    source: SourceText
    """the rules"""
    file: FileName = "game.gala"
    """what the source would be called: the ending tells the language"""
    params: Values = {}
    """parameter -> value, where it shall not be the default"""


class Checked(Answer, frozen=True, kw_only=True):
    """What is wrong or doubtful in rules; their players and parameters as far as they can be read."""

    problems: list[Problem]
    """none where nothing is wrong"""
    players: list[str]
    params: list[Parameter]
