"""`galakit show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import NOT_AS_ASKED, AsJson, Params, is_saved, saved
from galakit.cli.solve_options import How, solving
from galakit.cli.strategies import ends_in_json, entry, show_strategy
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.deadline import Deadline
    from galakit.rules.contract import Number
    from galakit.solution.shown.chart import Ranges
    from galakit.solution.solution import Solution

IN_FULL = 8  # information sets named by --at that are shown one by one


@solving
def show(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A shipped game, a game file, or a saved solution.")],
    param: Params = None,
    player: Annotated[str | None, typer.Option("--player", metavar="NAME", help="Only this player's strategy.")] = None,
    at: Annotated[
        list[str] | None,
        typer.Option(
            "--at",
            metavar="FACT",
            help="Only where the player knows this fact, in words or as in the rules (shown beside the words, and by"
            " --json); may be repeated.",
        ),
    ] = None,
    after: Annotated[
        str | None,
        typer.Option(
            "--after",
            metavar="MOVES",
            help="Only the strategies after these moves, as the rules write them, separated by commas.",
        ),
    ] = None,
    limit: Annotated[
        int, typer.Option("--limit", metavar="SETS", min=0, help="The maximal number of sets per player; 0 shows all.")
    ] = 1_000,
    equilibrium: Annotated[
        int,
        typer.Option(
            "--equilibrium",
            metavar="K",
            min=1,
            help="Which equilibrium, where the method finds several.",
        ),
    ] = 1,
    ranges: Annotated[
        bool,
        typer.Option(
            "--ranges",
            help="Also show how often optimal strategies make each move, at least and at most, where they differ.",
        ),
    ] = False,
    chart: Annotated[bool, typer.Option("--chart", help="Also draw the strategies as bars.")] = False,
    table: Annotated[
        Path | None,
        typer.Option(
            "--table",
            metavar="FILE",
            help="Write the selected rows (player, facts, move, ...) to .parquet or .csv; with --limit 0 all of them.",
        ),
    ] = None,
    *,
    how: How,
    as_json: AsJson = False,
) -> None:
    """Show the strategies of a solution: probabilities, values and beliefs at every information set."""
    from galakit.cli.output import Meter, print_json
    from galakit.cli.output import show as print_out
    from galakit.deadline import Deadline

    deadline = Deadline.of(how.time_limit)
    if is_saved(name):
        solution = saved(name, param)
    else:
        solution = how.solved(how.game(name, param), Meter())
    solution = solution.equilibrium(equilibrium)
    if solution.able.grids and (not solution.able.list_all or after is not None or table is not None):
        from galakit.cli.show_separated import show_separated
        from galakit.solution.facts import split

        moves = None if after is None else list(split(after))
        command = " ".join([name, *(f"-p {text}" for text in param or [])])
        show_separated(
            solution, command, player, at or [], moves, limit=limit, chart=chart, as_json=as_json, table=table
        )  # fmt: skip
        return
    if table is not None:
        raise GalakitError(
            "--table is for games that are too large to list",
            hint="`galakit solve GAME -o FILE.parquet` writes all rows of this one",
            id="GK510",
        )
    if after is not None:
        _after(solution, after, as_json)
        return
    if solution.able.by_state:
        from galakit.cli.show_states import show_states

        show_states(solution, player, at or [], limit, as_json)
        return
    try:
        sets = _named(solution, player, at)
    except GalakitError as error:
        if at or player or as_json or error.diagnostics[0].id != "GK630":
            raise
        _unlisted(solution)
        return
    found = _ranges(solution, how, deadline, sets) if ranges else None
    all_of_them = found is None or len(found) == len(sets)
    if as_json:
        entries = [
            entry(solution.situation(i)) | ({} if found is None else {"ranges": ends_in_json(found.get(i, ()))})
            for i in sets
        ]
        print_json({**solution.to_json(), "information_sets": entries})
        _judge(all_of_them)
        return

    from galakit.solution.shown.chart import chart as drawn
    from galakit.solution.shown.table import certified, in_full, summary

    if at and len(sets) <= IN_FULL and not ranges:
        print_out(*(in_full(solution, solution.situation(i)) for i in sets), certified(solution))
        return
    whose = range(len(solution.players)) if player is None else [solution.player(player)]
    print_out(summary(solution), "")
    for p in whose:
        own = [i for i in sets if solution.sheet.player[i] == p]
        show_strategy(
            solution, p, own, limit, "--limit 0 shows all, --at picks some, `galakit solve -o` saves them", found
        )
    if chart:
        for p in whose:
            print_out(drawn(solution, p, found))
    _judge(all_of_them)


def _judge(all_of_them: bool) -> None:
    """End with a status of its own where ranges are missing."""
    if not all_of_them:
        raise typer.Exit(NOT_AS_ASKED)


def _ranges(solution: Solution, how: How, deadline: Deadline | None, sets: list[int]) -> Ranges:
    """How often optimal strategies make each move at these information sets, where they differ; as far as time is."""
    from galakit.cli.output import Meter, warn
    from galakit.deadline import OutOfTime
    from galakit.loading import game_of
    from galakit.progress import throttled
    from galakit.solvers.lp.ranges import OptimalStrategies

    if solution.locked:
        raise GalakitError(
            "the optimal strategies have no ranges: some strategies are locked",
            hint="solve the game without locks",
            id="GK659",
        )
    game = solution.game or game_of(solution)
    found: dict[int, list[tuple[Number, Number] | None]] = {}
    with Meter() as progress, game.reporting(progress, deadline):
        try:
            left = None if deadline is None else deadline.left
            optimal = OptimalStrategies(game, exact=how.exact, time_limit=left, progress=progress)
            tell = throttled(progress)
            for i in sets:
                if deadline is not None and not deadline.left:
                    break
                found[i] = [None if m.unique else (m.least, m.most) for m in optimal.at(i).moves]
                tell("ranges of moves", len(found), len(sets))
        except OutOfTime:
            pass
    if len(found) < len(sets):
        missing = len(sets) - len(found)
        warn(
            f"{deadline} was reached: {missing:,} information sets have no ranges, so the exit status is {NOT_AS_ASKED}"
        )
    return found


def _after(solution: Solution, moves: str, as_json: bool) -> None:
    """Show the strategies after some moves, for solutions that can follow moves."""
    from galakit.cli.output import print_json
    from galakit.cli.output import show as print_out

    here = solution.after(moves)
    if as_json:
        print_json({**solution.to_json(), "information_sets": [entry(here)]})
        return
    from galakit.solution.shown.table import certified, in_full

    print_out(in_full(solution, here), certified(solution))


def _unlisted(solution: Solution) -> None:
    """A solution without a list of its information sets."""
    from galakit.cli.output import show as print_out
    from galakit.solution.shown.table import summary

    print_out(summary(solution), "", "the strategies are too many to list: --after MOVES shows those after some moves")


def _named(solution: Solution, player: str | None, at: list[str] | None) -> list[int]:
    """The information sets the options name."""
    from galakit.display.typed import meant
    from galakit.solution.facts import split

    wanted = [fact for text in at or [] for fact in split(text)]
    found = solution.find(wanted, player)
    if found or not wanted:
        return found
    known = {fact for facts in solution.sheet.facts for fact in facts}
    in_words = [fact for text in at or [] for fact in meant(text, known, solution.look) or split(text)]
    if found := solution.find(in_words, player):
        return found
    # Solution.at lists the alternatives in its error.
    for p in [player] if player is not None else list(solution.players):
        solution.at(p, wanted)
    return []
