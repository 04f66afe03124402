"""Options that several commands share, and what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.cli.output import Meter
    from galakit.game.game import Game
    from galakit.solution.solution import Solution

GameName = Annotated[str, typer.Argument(metavar="GAME", help="A shipped game (see `galakit games`) or a file.")]
Params = Annotated[
    list[str] | None,
    typer.Option("--param", "-p", metavar="NAME=VALUE", help="A parameter of the game; may be repeated."),
]
LimitNodes = Annotated[
    int | None,
    typer.Option("--limit-nodes", metavar="N", min=1, help="Refuse trees with more nodes. [default: 30,000,000]"),
]
LimitStates = Annotated[
    int | None,
    typer.Option("--limit-states", metavar="N", min=1, help="Refuse games with more states. [default: 500,000]"),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text for people.")]
MethodName = Annotated[str, typer.Option("--method", help="The method; auto picks one that suits the game.")]
Exact = Annotated[
    bool | None,
    typer.Option(
        "--exact/--float", help="Solve in fractions with a proof, or in floating point. [default: exact if quick]"
    ),
]
AlgorithmName = Annotated[
    str, typer.Option("--algorithm", metavar="NAME", help="How linear programmes are solved: auto, simplex or ipm.")
]
TimeLimit = Annotated[
    float | None, typer.Option("--time-limit", metavar="SECONDS", min=0, help="Stop solving after so many seconds.")
]


def parameters(texts: list[str] | None) -> dict[str, str]:
    """`name=value` texts as a dictionary.

    >>> parameters(["ranks=8", "suits=[hearts,spades]"])
    {'ranks': '8', 'suits': '[hearts,spades]'}
    """
    found: dict[str, str] = {}
    for text in texts or []:
        name, equals, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not equals or not name or not value:
            raise GalakitError(
                f"`-p {text}` is not a parameter", hint="write -p name=value, for example -p ranks=8", id="GK506"
            )
        if name in found:
            raise GalakitError(f"the parameter {name} is given twice", hint="give it once", id="GK506")
        found[name] = value
    return found


def loaded(name: str, texts: list[str] | None, limit_states: int | None = None, limit_nodes: int | None = None) -> Game:
    """The game a command was asked for."""
    params = parameters(texts)
    from galakit.loading import load

    game = load(name, **params)
    game.limit_states = limit_states
    game.limit_nodes = limit_nodes
    return game


def solved(
    game: Game, method: str, exact: bool | None, algorithm: str, time_limit: float | None, meter: Meter
) -> Solution:
    """The solution a command was asked for; warnings are printed."""
    from galakit.cli.output import warn

    if algorithm not in ("auto", "simplex", "ipm"):
        raise GalakitError(
            f"there is no algorithm called {algorithm}", hint="the algorithms are auto, simplex and ipm", id="GK509"
        )
    from galakit.solve.solve import solve

    with meter as progress:
        solution = solve(
            game,
            method,
            exact=exact,
            algorithm=algorithm,  # type: ignore[arg-type]  # checked above
            time_limit=time_limit,
            progress=progress,
        )
    for warning in solution.warnings:
        warn(warning)
    return solution
