"""Remedies in terms of the interface for programs: the operation to call, the field to set."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from galakit.jobs.messages import Job, Remedy
from galakit.jobs.problems import worded

WORDS: Mapping[Remedy, str] = {
    "list_games": "GET /api/games lists the shipped games",
    "list_jobs": "GET /api/jobs lists all jobs",
    "wait": "wait until it is solved: GET /api/jobs/{job}/events",
    "order_again": "order it again: POST /api/jobs",
    "forget_jobs": "delete jobs that are no longer needed: DELETE /api/jobs/{job}",
    "less_or_sooner": "choose smaller `params`, or `seconds` to stop earlier with the best so far",
    "sooner": "give `seconds` to stop earlier with the best so far",
    "less": "choose smaller `params`",
    "simpler": "make the rules smaller: fewer rounds, moves or draws",
    "give_parameter": "give it a value in `params`",
    "not_exact": "leave out `exact`, or order another `method`: GET /api/methods lists them",
    "name_one_game": "give either `game`, the name of a shipped game, or `source`, the text of the rules",
    "name_both": "give both `against`, a job, and `as_player`, a player; or neither",
    "make_a_move": "make a move first: POST /api/jobs/{job}/tables/{table}/moves",
    "next_hand": "ask for the next hand: POST /api/jobs/{job}/tables/{table}/hands",
    "new_table": "sit down at a new one: POST /api/jobs/{job}/tables",
}


def reported(job: Job) -> Job:
    """A job with remedies for programs."""
    return msgspec.structs.replace(job, problems=worded(job.problems, WORDS)) if job.problems else job
