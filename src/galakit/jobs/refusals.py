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
    """A name that no shipped game has: one that is like it, or where to find them."""
    near = get_close_matches(name[:100], shipped_names(), 2)
    hint = f"did you mean {' or '.join(near)}?" if near else None
    remedy: Remedy | None = None if near else "list_games"
    return Refused(kind, f"there is no shipped game `{name[:100]}`", hint=hint, remedy=remedy, id="GK501")


def no_job(id: str) -> Refused:
    return Refused("missing", f"there is no job {id[:40]}", remedy="list_jobs", id="GK813")


def unsolved(state: str) -> Refused:
    """A question to a job that cannot be studied."""
    waiting = state in ("queued", "reading", "solving")
    remedy: Remedy = "wait" if waiting else "order_again"
    return Refused("conflict", f"this job is {state}, not solved", remedy=remedy, id="GK814")


def busy(what: str) -> Refused:
    """More of something than the server takes on."""
    return Refused("busy", f"there are too many {what}", hint="try again in a few seconds", id="GK815")


def full(many: int) -> Refused:
    """More jobs than the server remembers."""
    return Refused("busy", f"{many:,} jobs are kept, and there is no room for more", remedy="forget_jobs", id="GK815")


def overdue(seconds: float) -> Refused:
    """A game that took too long."""
    return Refused("unavailable", f"the game was not solved within {seconds:g} s", remedy="less_or_sooner", id="GK816")


def ended(megabytes: int) -> Refused:
    """A process that is gone."""
    return Refused(
        "unavailable",
        "the process of this job ended before it was done",
        notes=[f"it may have needed more than its {megabytes:,} MB of memory, or somebody ended it"],
        hint=f"{SMALLER}, ask for less, or try again",
        id="GK817",
    )


def late(seconds: float) -> Refused:
    """A question that took too long."""
    return Refused(
        "unavailable",
        f"there was no answer within {seconds:g} s",
        hint="ask again later, or for less at once",
        id="GK818",
    )


def mistake(error: BaseException) -> Diagnostic:
    """A mistake of ours; where it happened is told for the report."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return Diagnostic(
        "a mistake in Galakit, not in your game",
        notes=(f"{type(error).__name__}{where}: {error}"[:500],),
        hint="please report it with what was asked for",
        id="GK829",
    )
