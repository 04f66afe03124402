"""`galakit simulate`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import AsJson, Params, is_saved, saved
from galakit.cli.solve_options import How, solving
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.play.simulate import Simulation
    from galakit.play.trace import Trace


@solving
def simulate(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A shipped game, a game file, or a saved solution.")],
    param: Params = None,
    n: Annotated[int, typer.Option("-n", metavar="PLAYS", min=1, help="How many plays.")] = 10_000,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The same seed gives the same plays.")] = None,
    agent: Annotated[
        str, typer.Option("--agent", metavar="NAME", help="Who plays: solution, or random (needs no solution).")
    ] = "solution",
    traces: Annotated[int, typer.Option("--traces", min=0, help="How many plays are told move by move.")] = 3,
    *,
    how: How,
    as_json: AsJson = False,
) -> None:
    """Play a game many times by its solution, or at random."""
    from galakit.cli.output import Meter, print_json, show, warn

    if agent not in ("solution", "random"):
        raise GalakitError(f"there is no agent called {agent}", hint="the agents are solution and random", id="GK509")
    from galakit.play.simulate import simulate as play

    if agent == "random":
        if is_saved(name):
            from galakit.loading import game_of

            game = game_of(saved(name, param))
        else:
            game = how.game(name, param)
        with Meter(quiet=as_json) as progress:
            result = play(game, n, seed=seed, traces=traces, progress=progress)
    else:
        try:
            solution, game = how.opened(name, param, Meter(quiet=as_json))
        except GalakitError as error:
            first = error.diagnostics[0]
            unsuited = first.id == "GK606" or first.hint is None
            hint = "`--agent random` plays any game, solved or not" if unsuited else first.hint
            raise GalakitError([replace(first, hint=hint), *error.diagnostics[1:]]) from None
        with Meter(quiet=as_json) as progress:
            result = play(solution, n, seed=seed, traces=traces, game=game, progress=progress)
    for doubt in result.doubts:
        warn(doubt)
    if as_json:
        print_json(result.to_json())
        return
    show(*_told(result))


def _told(result: Simulation) -> list[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number

    params = " ".join(f"{name}={value}" for name, value in result.params.items())
    how = "by the solution" if result.agent == "solution" else "at random"
    table = Table(box=None, padding=(0, 2, 0, 2), header_style="dim")
    table.add_column("player")
    table.add_column("average", justify="right")
    table.add_column("± standard error", justify="right")
    if result.value is not None:
        table.add_column("expected", justify="right")
    for k, player in enumerate(result.players):
        error = result.error[k]
        row = [f"{result.mean[k]:.5f}", "–" if error is None else f"{error:.5f}"]
        table.add_row(Text(player), *row, *([number(result.value[k], 5)] if result.value is not None else []))
    parts: list[RenderableType] = [
        Text.assemble((result.game, "bold"), ("  " + params, "dim")),
        Text(f"{result.plays:,} plays {how}, seed {result.seed}", "dim"),
        "",
        table,
    ]
    for k, trace in enumerate(result.traces, 1):
        parts += ["", Text(f"play {k}", "bold"), *_trace(result, trace)]
    return parts


def _trace(result: Simulation, trace: Trace) -> list[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.wording import listed, worded

    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    table.add_column(style="dim")
    table.add_column(no_wrap=True)
    table.add_column(style="dim", overflow="fold")

    def seen(facts: tuple[tuple[str, tuple[str, ...]], ...]) -> Text:
        told = [(player, listed([worded(fact, result.players) for fact in what])) for player, what in facts]
        return Text("; ".join(f"{player} sees {words}" for player, words in told))

    if trace.opening:
        table.add_row("opening", "", seen(trace.opening))
    for event in trace.events:
        table.add_row(Text(event.mover), Text(worded(event.move)), seen(event.seen))
    payoffs = ", ".join(f"{player} {amount}" for player, amount in zip(result.players, trace.payoffs))
    table.add_row("payoffs", Text(payoffs, "bold"), "")
    return [table]
