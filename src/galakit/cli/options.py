"""Options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.solution import Solution


NOT_AS_ASKED = 3  # the exit status of an answer worse than what was asked for, and of none in the time given

READING = "reading the rules"
_DOUBTS = 5
"""warnings about the rules of a game that are worded"""


def _number(value: float | None) -> float | None:
    """The value of an option, which must be a number: ranges do not exclude nan."""
    if value is not None and value != value:
        raise typer.BadParameter("nan is not a number")
    return value


def _of_a_solution(path: Path | None) -> Path | None:
    """The file of a solution: a wrong name is an error before an hour of solving, not after."""
    if path is not None:
        from galakit.disk import check_target
        from galakit.solution.files import check_suffix

        check_suffix(path)
        check_target(path)
    return path


SolutionFile = Annotated[
    Path | None,
    typer.Option(
        "--output", "-o", metavar="FILE", callback=_of_a_solution, help="Save the strategies: .parquet or .json."
    ),
]
GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help="A shipped game (see `galakit games`) or a file; FILE.py and FILE.py:NAME are run."
    ),
]
Params = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter of the game; may be repeated."),
]


class EngineChoice(StrEnum):
    """Where processes run."""

    local = "local"
    ray = "ray"


Engine = Annotated[EngineChoice, typer.Option("--engine", help="Processes of this machine, or a Ray cluster.")]
Address = Annotated[
    str | None,
    typer.Option("--address", metavar="HOST:PORT", help="The Ray cluster. [default: $RAY_ADDRESS, or 127.0.0.1:6379]"),
]
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="N", min=1, help="Games solved at once. [default: processors]")
]
JobSeconds = Annotated[
    float, typer.Option("--job-seconds", metavar="SECONDS", min=0.1, help="The time limit for solving a game.")
]
JobMemory = Annotated[
    int | None,
    typer.Option("--job-memory", metavar="MB", min=100, help="Memory for each game. [default: an equal share]"),
]
LimitNodes = Annotated[
    int | None,
    typer.Option(
        "--limit-nodes", metavar="N", min=1, help="Refuse trees with more nodes. [default: as many as memory holds]"
    ),
]
LimitStates = Annotated[
    int | None,
    typer.Option(
        "--limit-states", metavar="N", min=1, help="Refuse games with more states. [default: as many as memory holds]"
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
Exact = Annotated[
    bool | None,
    typer.Option("--exact/--float", help="Solve in exact fractions, or in floating point. [default: exact if quick]"),
]
TimeLimit = Annotated[
    float | None,
    typer.Option("--time-limit", metavar="SECONDS", min=0, callback=_number, help="Stop solving after this time."),
]
MethodName = Annotated[str, typer.Option("--method", help="The method; auto picks one.")]
MethodOptions = Annotated[
    list[str] | None,
    typer.Option("--with", metavar="NAME=VALUE", help="An option of the method (see `galakit methods`); repeatable."),
]
Gap = Annotated[
    float | None,
    typer.Option("--gap", metavar="GAP", min=0, callback=_number, help="Iterative methods stop at this gap."),
]
Prefer = Annotated[
    list[str] | None,
    typer.Option(
        "--prefer",
        metavar="WHAT",
        help="Of all equilibria, the best for welfare or for a player; welfare:min, the worst; symmetric: one in "
        "which the players play alike; informative: one in which moves reveal most. "
        "In constant-sum games also 'PLAYER: FACTS = MOVE:max' (or MOVE:min): make the move as often as possible "
        "there; repeatable, the first counts most.",
    ),
]
Credible = Annotated[
    bool,
    typer.Option(
        "--credible",
        help="An equilibrium without empty threats, checked at every information set: subgame-perfect, proper, "
        "quasi-perfect, or the limit of quantal responses, as suits the game.",
    ),
]
Explain = Annotated[bool, typer.Option("--explain", help="Explain why the method was picked, and the others were not.")]


def parameters(texts: list[str] | None, flag: str = "-p", what: str = "parameter") -> dict[str, str]:
    """`name=value` texts as a dictionary.

    >>> parameters(["ranks=8", "suits=[hearts,spades]"])
    {'ranks': '8', 'suits': '[hearts,spades]'}
    """
    found: dict[str, str] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name or not value:
            raise GalakitError(f"`{flag} {text}` is not a {what}", hint=f"write {flag} name=value", id="GK506")
        if name in found:
            raise GalakitError(f"the {what} {name} is given twice", hint="give it once", id="GK506")
        found[name] = value
    return found


def loaded(
    name: str,
    texts: list[str] | None,
    limit_states: int | None = None,
    limit_nodes: int | None = None,
    time_limit: float | None = None,
) -> Game:
    """The game that a command names, read within the time limit."""
    params = parameters(texts)
    from galakit.cli.output import Meter
    from galakit.deadline import Deadline, ending, limited_by
    from galakit.loading import load

    deadline = Deadline.of(time_limit)
    with limited_by(deadline), Meter() as progress:
        if progress is not None:
            progress(READING, 0, None)
        with ending(READING):
            game = load(name, **params)
            _warn_of_doubts(game, name, params)
    game.limit_states = limit_states
    game.limit_nodes = limit_nodes
    return game


def _warn_of_doubts(game: Game, name: str, params: dict[str, str]) -> None:
    """Say what `galakit check` would warn of in a user's own file; shipped games have nothing of the kind."""
    from galakit.cli.output import warn
    from galakit.loading import doubts, shipped_names

    if game.source is None or name in shipped_names():
        return
    found = doubts(game.source, params)
    for doubt in found[:_DOUBTS]:
        warn(doubt.concise())
    if len(found) > _DOUBTS:
        warn(f"{len(found) - _DOUBTS} more: galakit check {name}")


def is_saved(name: str) -> bool:
    """Whether a name is that of a saved solution."""
    return name.lower().endswith((".parquet", ".json"))


def saved(name: str, param: list[str] | None) -> Solution:
    """The solution in a file."""
    from galakit.certifying import load_solution
    from galakit.cli.output import warn

    if param:
        raise GalakitError(
            "a saved solution has fixed parameters: -p cannot change them",
            hint="name the game instead of the file",
            id="GK510",
        )
    solution = load_solution(name)
    for warning in solution.warnings:
        warn(warning)
    return solution
