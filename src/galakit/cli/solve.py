"""`galakit solve`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from galakit.cli.options import NOT_AS_ASKED, AsJson, Explain, GameName, Params, SolutionFile
from galakit.cli.solve_options import How, solving

if TYPE_CHECKING:
    from galakit.solution.solution import Solution


@solving
def solve(
    name: GameName,
    param: Params = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            "--lock",
            metavar="'PLAYER: FACTS = MOVE'",
            help="Fix a player's strategy where they know these facts; MOVE:1/3, MOVE:2/3 for a mixture; "
            "PLAYER = FILE for all of a saved solution; repeatable. Facts and moves as in the rules: "
            "`galakit show --at` prints them beside the words.",
        ),
    ] = None,
    output: SolutionFile = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue an interrupted run of the same command.")] = False,
    checkpoint: Annotated[
        Path | None,
        typer.Option(
            "--checkpoint",
            metavar="FILE",
            help="The file for the state of an interrupted run. [default: GAME.checkpoint, or beside the output]",
        ),
    ] = None,
    explain: Explain = False,
    *,
    how: How,
    as_json: AsJson = False,
) -> None:
    """Solve a game and certify the result."""
    from galakit.cli.locks import locks
    from galakit.cli.output import Meter, print_json, show, warn
    from galakit.solvers.choice import verdicts
    from galakit.solvers.keeping import Keeping
    from galakit.solvers.method import Request
    from galakit.solvers.regret.interrupt import kept

    locked = locks(lock)
    game = how.game(name, param)
    path = checkpoint or _default_checkpoint(output, game.name)
    keeping = Keeping(path, resume, always=checkpoint is not None)
    if not resume and keeping.path.exists():
        warn(f"{keeping.path} remains from an interrupted run: --resume continues it")
    before = _written(keeping.path)
    try:
        solution = how.solved(game, Meter(), locked, keeping)
    except KeyboardInterrupt:
        if _written(keeping.path) != before:
            warn(kept(keeping.path))
        raise
    if output is not None:
        solution.save(output)
    asked = verdicts(game, Request(how.exact, gap=how.gap), every=True) if explain else []
    if as_json:
        chosen = {"choice": [{"method": v.method.name, "verdict": v.words} for v in asked]} if explain else {}
        print_json(solution.to_json() | {"complete": solution.complete} | chosen)
        judge(solution)
        return
    from galakit.solution.shown.table import summary

    show(summary(solution))
    if explain:
        from galakit.cli.methods import judged
        from galakit.rules.table import Enumerable

        show("", judged(solution, asked))
        if isinstance(game.rules, Enumerable) and game.rules.explored_by:
            show("", f"states found by {game.rules.explored_by}")
    if output is not None:
        show(f"saved to {output}")
    judge(solution)


def judge(solution: Solution) -> None:
    """End with a status of its own where the answer is not what was asked for."""
    if not solution.complete:
        from galakit.cli.output import warn

        warn(f"this is not as good as what was asked for, so the exit status is {NOT_AS_ASKED}")
        raise typer.Exit(NOT_AS_ASKED)


def _default_checkpoint(output: Path | None, game: str) -> Path:
    """The default path of a checkpoint: beside the output, or in the current folder."""
    return Path(f"{game}.checkpoint") if output is None else output.with_suffix(".checkpoint")


def _written(path: Path) -> int | None:
    return path.stat().st_mtime_ns if path.exists() else None
