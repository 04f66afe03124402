"""`galakit show`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import AsJson, Params, is_saved, saved
from galakit.cli.solve_options import How, solving
from galakit.cli.strategies import entry, show_strategy
from galakit.errors import GalakitError

if TYPE_CHECKING:
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

    if is_saved(name):
        solution = saved(name, param)
    else:
        solution = how.solved(how.game(name, param), Meter(quiet=as_json))
    solution = _chosen(solution, equilibrium)
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
    if as_json:
        entries = [entry(solution.situation(i)) for i in sets]
        print_json({**solution.to_json(), "information_sets": entries})
        return

    from galakit.solution.shown.chart import chart as drawn
    from galakit.solution.shown.table import certified, in_full, summary

    if at and len(sets) <= IN_FULL:
        print_out(*(in_full(solution, solution.situation(i)) for i in sets), certified(solution))
        return
    whose = range(len(solution.players)) if player is None else [solution.player(player)]
    print_out(summary(solution), "")
    for p in whose:
        own = [i for i in sets if solution.sheet.player[i] == p]
        show_strategy(solution, p, own, limit, "--limit 0 shows all, --at picks some, `galakit solve -o` saves them")
    if chart:
        for p in whose:
            print_out(drawn(solution, p))


def _chosen(solution: Solution, number: int) -> Solution:
    """One of the equilibria that were found."""
    found = (solution, *solution.others)
    if number > len(found):
        only = "one equilibrium was" if len(found) == 1 else f"{len(found):,} equilibria were"
        raise GalakitError(
            f"there is no equilibrium {number}: {only} found",
            hint="`--method extreme` finds all of a small game of two players; a saved solution holds one",
            id="GK510",
        )
    return found[number - 1]


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
    from galakit.solution.facts import split
    from galakit.solution.shown.wording import meant

    wanted = [fact for text in at or [] for fact in split(text)]
    found = solution.find(wanted, player)
    if found or not wanted:
        return found
    known = {fact for facts in solution.sheet.facts for fact in facts}
    in_words = [fact for text in at or [] for fact in meant(text, known, solution.players) or split(text)]
    if found := solution.find(in_words, player):
        return found
    # Solution.at lists the alternatives in its error.
    for p in [player] if player is not None else list(solution.players):
        solution.at(p, wanted)
    return []
