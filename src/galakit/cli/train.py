"""`galakit train`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galakit.cli.options import AsJson, Params
from galakit.cli.solve_options import How, solving
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from galakit.play.grading import Grade
    from galakit.study.study import Study
    from galakit.study.training.answers import Drill, Training
    from galakit.study.training.history import History

EVERY = 3  # of so many drills one is asked again, where something was missed


@solving
def train(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A shipped game, a game file, or a saved solution.")],
    param: Params = None,
    person: Annotated[
        str | None, typer.Option("--as", metavar="PLAYER", help="The player whom you train. [default: the first]")
    ] = None,
    at: Annotated[
        str, typer.Option("--at", metavar="FACTS", help="Only public situations with this: raise; call, board.")
    ] = "",
    makes: Annotated[
        str, typer.Option("--makes", metavar="KIND", help="Only hands that make this: pair, flush draw, …")
    ] = "",
    facts: Annotated[str, typer.Option("--facts", metavar="TEXT", help="Only hands with this in their cards.")] = "",
    drills: Annotated[
        int, typer.Option("--drills", metavar="N", min=0, help="The number of drills; 0 continues until you leave.")
    ] = 0,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The same seed draws the same drills.")] = None,
    history: Annotated[bool, typer.Option("--history", help="Only show what the history says.")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Delete the history of this game first.")] = False,
    *,
    how: How,
    as_json: AsJson = False,
) -> None:
    """Train: decide chosen spots, each graded by the value it loses; a history keeps what you lost, and where."""
    import random

    import msgspec

    from galakit.cli.output import Meter, print_json
    from galakit.cli.output import show as print_out
    from galakit.study.study import Study

    solution, game = how.opened(name, param, Meter())
    study = Study(solution, game)
    if not solution.able.list_all and not solution.able.grids:
        raise GalakitError(
            f"a solution by {solution.method} has no situations to draw from",
            hint="train a game with private information, or solve it by another method",
            id="GK806",
        )
    if person is not None and person not in game.players:
        raise GalakitError(
            f"there is no player {person}", hint="the players are " + ", ".join(game.players), id="GK610"
        )
    who = 0 if person is None else game.players.index(person)
    kept = _history(study)
    if forget:
        kept.forget()
    before = kept.training()  # a damaged file is an error before anything is asked
    if not history:
        out = sys.stderr if as_json else sys.stdout
        begin = random.SystemRandom().randrange(1 << 31) if seed is None else seed
        said = f"{before.decisions:,} decisions in its history; " if before.decisions else ""
        print(f"{game.name}: you are {game.players[who]}; {said}seed {begin}; q leaves", file=out)
        number = 0
        while not drills or number < drills:
            number += 1
            asked = kept.training().missed if number % EVERY == 0 else []
            missed = [one.set for one in asked if one.player == game.players[who]]
            if not _drilled(study, kept, _next(study, who, at, makes, facts, begin + number, missed), number, out):
                break
    told = kept.training()
    if as_json:
        print_json(msgspec.to_builtins(told))
    else:
        print_out(*_summary(told, str(kept.path)))


def _history(study: Study) -> History:
    from galakit.jobs.library import user_folder
    from galakit.study.training.history import History

    solution, size = study.solution, study.solution.size
    sets = () if size is None else size.information_sets
    return History(user_folder().parent / "training", solution.name, dict(solution.params), sets)


def _next(study: Study, who: int, at: str, makes: str, facts: str, seed: int, missed: list[str]) -> Drill:
    """The next drill: the first of those that were missed, or a new one."""
    for one in missed:
        try:
            return study.drill(who, set=one)
        except GalakitError:  # the rules have changed
            continue
    return study.drill(who, situation=at, makes=makes, facts=facts, seed=seed)


def _drilled(study: Study, history: History, drill: Drill, number: int, out: Any) -> bool:
    """Ask for one decision; whether there was one."""
    from galakit.cli.coach import show_grade
    from galakit.cli.play import picked
    from galakit.display.wording import listed
    from galakit.study.training.drills import graded

    look, player = study.game.look, drill.player
    print(f"\ndrill {number}", file=out)
    print(f"  you know {listed([words for words in drill.fact_words if words]) or 'nothing yet'}", file=out)
    shown = "   ".join(f"{k} {label}" for k, label in enumerate(drill.labels, 1))
    while True:
        print(f"  your moves: {shown}", file=out)
        print("> ", end="", file=out, flush=True)
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            print(line.rstrip("\n"), file=out)
        text = line.strip()
        if not line or (text in ("q", "quit", "exit") and text not in drill.moves):
            return False
        if not text:
            continue
        try:
            index = picked(text, drill.moves, drill.labels)
            break
        except GalakitError as error:
            out.flush()
            print(error.diagnostics[0].render(), file=sys.stderr)
    grade: Grade = study.grader.grade(player, drill.facts, drill.moves[index])
    show_grade(grade, look, out)
    history.add(study.solution.players[player], drill.situation, graded(study, player, grade))
    return True


def _summary(told: Training, path: str) -> list[Any]:
    from rich.table import Table
    from rich.text import Text

    if not told.decisions:
        return [Text("the history is empty")]
    each = told.lost / told.decisions
    head = f"{told.decisions:,} decisions, {told.lost:.4g} lost in all, {each:.3g} each; " + ", ".join(
        f"{many} {level}" for level, many in told.levels.items() if many
    )
    spots = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("where", "player", "decisions", "best", "lost"):
        spots.add_column(column, justify="left" if column in ("where", "player") else "right")
    for spot in told.spots[:8]:
        spots.add_row(
            Text(spot.situation), Text(spot.player), f"{spot.decisions}", f"{spot.best:.0%}", f"{spot.lost:.4g}"
        )
    worst = [
        Text(f"  {one.level}: {one.label}, knowing {one.words}; {one.best} was best; lost {one.loss:.4g}")
        for one in told.worst[:5]
    ]
    return ["", Text(head, "bold"), spots, *(["the worst mistakes:", *worst] if worst else []), Text(path, "dim")]
