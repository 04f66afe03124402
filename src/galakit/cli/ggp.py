"""`galakit ggp`: players and managers on the general game playing network."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galakit.agents.registry import DEFAULT
from galakit.cli.options import AsJson, parameters
from galakit.printable import json_text

if TYPE_CHECKING:
    from galakit.ggp.referee import Conditions

app = typer.Typer(
    help="Play on the general game playing network: serve a player, manage matches, replay them.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


class Fallback(StrEnum):
    """The legal move that replaces a missing one."""

    random = "random"
    first = "first"


class Form(StrEnum):
    """The form of PLAY messages in GDL-II."""

    percepts = "percepts"
    turns = "turns"


StartClock = Annotated[
    float, typer.Option("--start-clock", metavar="SECONDS", min=0, help="Time to prepare before the first move.")
]
PlayClock = Annotated[float, typer.Option("--play-clock", metavar="SECONDS", min=0, help="Time for each move.")]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="The same seed gives the same chance.")]
FallbackMove = Annotated[
    Fallback, typer.Option("--fallback", help="The legal move that replaces one that is late or illegal.")
]
MessageForm = Annotated[
    Form,
    typer.Option("--form", help="GDL-II messages: (PLAY id percepts), or with turns (PLAY id turn lastmove percepts)."),
]
MostTurns = Annotated[int, typer.Option("--max-turns", metavar="N", min=1, help="Abort a match after this many turns.")]


@app.command()
def player(
    agent: Annotated[str, typer.Option("--agent", metavar="NAME", help="The agent that plays.")] = DEFAULT,
    host: Annotated[
        str, typer.Option("--host", help="The address to listen on; 0.0.0.0 accepts messages from other machines.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="The port; 0 picks any free one.")] = 9147,
    margin: Annotated[
        float,
        typer.Option("--margin", metavar="SECONDS", min=0, help="Time of each clock reserved for the answer."),
    ] = 0.5,
    matches: Annotated[int, typer.Option("--matches", metavar="N", min=1, help="The most matches at once.")] = 8,
    memory: Annotated[
        float, typer.Option("--memory", metavar="GIB", min=0.5, help="The memory limit of a match.")
    ] = 4.0,
    seed: Annotated[
        int | None, typer.Option("--seed", min=0, help="The seed of random agents, the same in every match.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Serve a player: answer the messages of game managers until interrupted."""
    from galakit.agents.registry import maker
    from galakit.ggp.matches import Settings
    from galakit.ggp.player import application, listening
    from galakit.serving.server import Server

    maker(agent)  # an unknown agent is an error now, not at the first match
    socket = listening(host, port)
    with socket:
        report = _json_line if as_json else _event_line
        at, number = socket.getsockname()[:2]
        address = f"http://[{at}]:{number}" if ":" in at else f"http://{at}:{number}"
        report({"event": "listening", "address": address, "agent": agent})
        settings = Settings(agent, seed=seed, margin=margin, most=matches, memory=int(memory * (1 << 30)))
        Server(application(settings, report)).run(sockets=[socket])


@app.command()
def manager(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A game description: a shipped one or a file.")],
    players: Annotated[
        list[str] | None,
        typer.Argument(metavar="ROLE=PLAYER...", help="The address of a player, or an agent, by role."),
    ] = None,
    start_clock: StartClock = 10,
    play_clock: PlayClock = 5,
    seed: Seed = None,
    fallback: FallbackMove = Fallback.random,
    form: MessageForm = Form.percepts,
    most_turns: MostTurns = 1000,
    match: Annotated[str | None, typer.Option("--match", metavar="ID", help="The name of the match.")] = None,
    log: Annotated[
        list[Path] | None,
        typer.Option("--log", metavar="FILE", help="Write the match to FILE.json or FILE.xml; repeatable."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Manage a match: start the players, request moves, keep the clocks, write the log."""
    from galakit.cli.ggp_tables import match_shown
    from galakit.cli.output import Meter, print_json, show
    from galakit.ggp.games import playable, seats
    from galakit.ggp.logs import write_log
    from galakit.ggp.messages import match_id
    from galakit.ggp.referee import play_match

    given = parameters(players, "", "player")
    played = playable(game)
    sitting = seats(played, given)
    seed = _drawn(seed)
    with Meter() as progress:
        done = 0

        def watch(turn: object) -> None:
            nonlocal done
            done += 1
            if progress is not None:
                progress("turns", done, None)

        record = play_match(
            played,
            sitting,
            _conditions(start_clock, play_clock, fallback, form, most_turns),
            match=match_id(match or f"{played.name}.{seed}"),
            seed=seed,
            watch=watch,
        )
    for path in log or []:
        write_log(record, path)
    if as_json:
        print_json(record.to_json())
    else:
        show(*match_shown(record))


@app.command()
def replay(
    log: Annotated[Path, typer.Argument(metavar="LOG", help="A match log in JSON or XML.")],
    rules: Annotated[
        str | None, typer.Option("--rules", metavar="GAME", help="The rules, where the log does not contain them.")
    ] = None,
    role: Annotated[str | None, typer.Option("--role", metavar="ROLE", help="Only what this role knew.")] = None,
    as_json: AsJson = False,
) -> None:
    """Show a match turn by turn, and check that it followed the rules."""
    from galakit.cli.ggp_tables import replay_json, replay_shown
    from galakit.cli.output import print_json, show
    from galakit.errors import GalakitError, Source
    from galakit.ggp.games import from_source, playable
    from galakit.ggp.logs import read_log
    from galakit.ggp.replay import replay as play_again

    record = read_log(log)
    if rules is None and not record.rules.strip():
        raise GalakitError("the log does not contain the rules", hint="name them: --rules GAME", id="GK966")
    played = from_source(Source(f"{record.game or 'game'}.kif", record.rules)) if rules is None else playable(rules)
    if role is not None and role.lower() not in played.machine.roles:
        raise GalakitError(
            f"the match has no role {role}", hint=f"its roles are {', '.join(played.machine.roles)}", id="GK964"
        )
    seen = play_again(record, played.machine)
    whose = None if role is None else played.machine.roles.index(role.lower())
    if as_json:
        print_json(replay_json(record, played, seen, whose))
    else:
        show(*replay_shown(record, played, seen, whose))


@app.command()
def tournament(
    games: Annotated[list[str], typer.Argument(metavar="GAME...", help="Game descriptions.")],
    players: Annotated[
        list[str],
        typer.Option("--player", metavar="NAME=PLAYER", help="The address of a player, or an agent; repeatable."),
    ],
    rounds: Annotated[int, typer.Option("--rounds", metavar="N", min=1, help="How often all players meet.")] = 1,
    start_clock: StartClock = 10,
    play_clock: PlayClock = 5,
    seed: Seed = None,
    fallback: FallbackMove = Fallback.random,
    form: MessageForm = Form.percepts,
    most_turns: MostTurns = 1000,
    logs: Annotated[
        Path | None, typer.Option("--logs", metavar="FOLDER", help="Write every match to a file of this folder.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run a tournament: players meet at all games in all roles, and are rated."""
    from galakit.cli.ggp_tables import tournament_shown
    from galakit.cli.output import Meter, print_json, show
    from galakit.ggp.games import playable, seat
    from galakit.ggp.logs import write_log
    from galakit.ggp.tournament import how_many
    from galakit.ggp.tournament import tournament as play

    given = parameters(players, "--player", "player")
    for name, text in given.items():
        seat(text, name)  # a misspelt player is an error before the first match
    chosen = [playable(name) for name in games]
    total = how_many(chosen, list(given), rounds)
    seed = _drawn(seed)
    if logs is not None:
        logs.mkdir(parents=True, exist_ok=True)
    with Meter() as progress:
        done = 0

        def watch(record: Any) -> None:
            nonlocal done
            done += 1
            if logs is not None:
                write_log(record, logs / f"{record.match}.json")
            if progress is not None:
                progress("matches", done, total)

        table = play(
            chosen,
            {name: _made(text, name) for name, text in given.items()},
            _conditions(start_clock, play_clock, fallback, form, most_turns),
            rounds=rounds,
            seed=seed,
            watch=watch,
        )
    if as_json:
        print_json({"seed": seed, **table.to_json()})
    else:
        show(*tournament_shown(table, [game.name for game in chosen], rounds, seed))


def _made(text: str, name: str) -> Callable[[], Any]:
    from galakit.ggp.games import seat

    return lambda: seat(text, name)


def _conditions(start: float, play: float, fallback: Fallback, form: Form, most_turns: int) -> Conditions:
    from galakit.ggp.referee import Conditions

    return Conditions(start, play, fallback.value, form is Form.turns, most_turns)


def _drawn(seed: int | None) -> int:
    import random

    return random.randrange(1_000_000) if seed is None else seed


def _json_line(event: dict[str, Any]) -> None:
    print(json_text(event), flush=True)


def _event_line(event: dict[str, Any]) -> None:
    if event["event"] == "listening":
        print(f"a player (agent {event['agent']}) listens on {event['address']}", flush=True)
        return
    match = str(event.get("match", ""))
    rest = "  ".join(f"{name} {value}" for name, value in event.items() if name not in ("event", "match"))
    line = f"{match}: {event['event']}  {rest}".rstrip()
    print("".join(c if c.isprintable() else "?" for c in line)[:500], flush=True)
