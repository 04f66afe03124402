"""Why jobs are refused or fail, in words."""

from __future__ import annotations

import traceback
from difflib import get_close_matches
from pathlib import Path

from galakit.errors import Diagnostic
from galakit.game.fitting import SMALLER
from galakit.jobs.messages import Remedy
from galakit.jobs.problems import Kind, Refused
from galakit.loading import shipped_names


def no_game(kind: Kind, name: str) -> Refused:
    """There is no shipped game of this name."""
    near = get_close_matches(name[:100], shipped_names(), 2)
    hint = f"did you mean {' or '.join(near)}?" if near else None
    remedy: Remedy | None = None if near else "list_games"
    return Refused(kind, f"there is no shipped game `{name[:100]}`", hint=hint, remedy=remedy, id="GK501")


def no_job(id: str) -> Refused:
    return Refused("missing", f"there is no job {id[:40]}", remedy="list_jobs", id="GK813")


def no_kept(name: str) -> Refused:
    hint = "GET /api/library lists what is there"
    return Refused("missing", f"there is no solution {name[:100]} in the library", hint=hint, id="GK826")


def full_library(most: int) -> Refused:
    """The library has no room."""
    hint = "delete solutions that you no longer need"
    return Refused("conflict", f"there are {most:,} solutions in the library", hint=hint, id="GK827")


def unsolved(state: str) -> Refused:
    """The job is not solved."""
    waiting = state in ("queued", "reading", "solving")
    remedy: Remedy = "wait" if waiting else "order_again"
    return Refused("conflict", f"this job is {state}, not solved", remedy=remedy, id="GK814")


def not_resumable() -> Refused:
    """The job was not stopped, or its method keeps nothing to go on from."""
    hint = "order it again, with a smaller `gap` or more `seconds`"
    return Refused("conflict", "there is no run of this job to go on from", hint=hint, id="GK828")


def busy(what: str) -> Refused:
    """The server has too much to do."""
    return Refused("busy", f"there are too many {what}", hint="try again in a few seconds", id="GK815")


def full(many: int) -> Refused:
    """The server keeps too many jobs."""
    return Refused("busy", f"there is no room for more than {many:,} jobs", remedy="forget_jobs", id="GK815")


def overdue(seconds: float) -> Refused:
    """Solving took too long."""
    return Refused("unavailable", f"the game was not solved within {seconds:g} s", remedy="less_or_sooner", id="GK816")


def ended(megabytes: int) -> Refused:
    """The process of a job has ended."""
    return Refused(
        "unavailable",
        "the process of this job ended before it was done",
        notes=[f"it may have needed more than its {megabytes:,} MB of memory, or was killed"],
        hint=f"{SMALLER}, ask for less, or try again",
        id="GK817",
    )


def late(seconds: float) -> Refused:
    """A question took too long."""
    return Refused(
        "unavailable",
        f"there was no answer within {seconds:g} s",
        hint="ask again later, or for less at once",
        id="GK818",
    )


def mistake(error: BaseException) -> Diagnostic:
    """An internal error, with its location for a report."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return Diagnostic(
        "an internal error of Galakit, not a mistake in your game",
        notes=(f"{type(error).__name__}{where}: {error}"[:500],),
        hint="please report it, with the request that caused it",
        id="GK829",
    )
