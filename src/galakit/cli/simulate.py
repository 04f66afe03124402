"""`galakit simulate`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import AsJson, Params, is_saved, parameters, saved
from galakit.cli.solve_options import How, solving
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.agents.trace import Trace
    from galakit.play.simulate import Simulation


@solving
def simulate(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A shipped game, a game file, or a saved solution.")],
    param: Params = None,
    n: Annotated[
        int | None,
        typer.Option(
            "-n", metavar="PLAYS", min=1, help="The number of plays. [default: 10,000, or 500 with agents that search]"
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The same seed gives the same plays.")] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            metavar="[PLAYER=]AGENT",
            help="The agent: solution, random, legal, search, mcts, hyperplay, minimax, a file of a solution, or "
            "module:function; for one player, or for all that are not named. Repeatable. [default: solution]",
        ),
    ] = None,
    traces: Annotated[int, typer.Option("--traces", min=0, help="The number of plays to print move by move.")] = 3,
    *,
    how: How,
    as_json: AsJson = False,
) -> None:
    """Play a game many times by its solution, at random, or agent against agent."""
    from galakit.agents.registry import maker
    from galakit.cli.output import Meter, print_json, show, warn
    from galakit.play.simulate import simulate as play

    default, given = _agents(agent or [])
    for playing in {default, *given.values()}:
        maker(playing)  # an unknown agent is an error before the game is solved
    if default == "solution" or "solution" in given.values():
        try:
            solution, game = how.opened(name, param, Meter())
        except GalakitError as error:
            first = error.diagnostics[0]
            unsuited = first.id == "GK606" or first.hint is None
            hint = "`--agent random` plays any game, solved or not" if unsuited else first.hint
            raise GalakitError([replace(first, hint=hint), *error.diagnostics[1:]]) from None
    elif is_saved(name):
        from galakit.loading import game_of

        solution, game = None, game_of(saved(name, param))
    else:
        solution, game = None, how.game(name, param)
    agents = {player: given.get(player, default) for player in (*game.players, *given)} if given else default
    with Meter() as progress:
        result = play(solution or game, n, seed=seed, agents=agents, traces=traces, game=game, progress=progress)
    for doubt in result.doubts:
        warn(doubt)
    if as_json:
        print_json(result.to_json())
        return
    show(*_report(result))


def _agents(texts: list[str]) -> tuple[str, dict[str, str]]:
    """The default agent, and the agents of named players.

    >>> _agents(["first=mcts", "search:50"])
    ('search:50', {'first': 'mcts'})
    """
    plain = [text for text in texts if "=" not in text]
    if len(plain) > 1:
        raise GalakitError(
            f"two agents for the same players: {plain[0]} and {plain[1]}", hint="write PLAYER=AGENT for one", id="GK506"
        )
    named = parameters([text for text in texts if "=" in text], "--agent", "player")
    return plain[0] if plain else "solution", named


def _report(result: Simulation) -> list[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number

    params = " ".join(f"{name}={value}" for name, value in result.params.items())
    together = len(set(result.agents)) == 1
    table = Table(box=None, padding=(0, 2, 0, 2), header_style="dim")
    table.add_column("player")
    if not together:
        table.add_column("agent")
    table.add_column("average", justify="right")
    table.add_column("± standard error", justify="right")
    table.add_column("95 % interval", justify="right", no_wrap=True)
    if result.value is not None:
        table.add_column("expected", justify="right")
    for k, player in enumerate(result.players):
        error, interval = result.error[k], result.interval[k]
        row = [f"{result.mean[k]:.5f}", "–" if error is None else f"{error:.5f}"]
        row.append("–" if interval is None else f"{interval[0]:.3f} to {interval[1]:.3f}")
        table.add_row(
            Text(player),
            *([] if together else [Text(result.agents[k])]),
            *row,
            *([number(result.value[k], 5)] if result.value is not None else []),
        )
    parts: list[RenderableType] = [
        Text.assemble((result.game, "bold"), ("  " + params, "dim")),
        Text(f"{result.plays:,} plays {result.how}, seed {result.seed}", "dim"),
        "",
        table,
    ]
    for k, trace in enumerate(result.traces, 1):
        parts += ["", Text(f"play {k}", "bold"), *_trace(result, trace)]
    return parts


def _trace(result: Simulation, trace: Trace) -> list[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    look = result.shown
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    table.add_column(style="dim")
    table.add_column(no_wrap=True)
    table.add_column(style="dim", overflow="fold")

    if trace.opening:
        learnt = [f"{player} learns {look.told(facts, look.players.index(player))}" for player, facts in trace.opening]
        table.add_row("opening", "", Text("; ".join(learnt)))
    for told in trace.told(look):
        table.add_row(*map(Text, told))
    payoffs = ", ".join(f"{player} {amount}" for player, amount in zip(result.players, trace.payoffs))
    table.add_row("payoffs", Text(payoffs, "bold"), "")
    return [table]
