"""Remedies for agents: the tool to call, the argument to give."""

from __future__ import annotations

from collections.abc import Mapping

from galakit.jobs.messages import Remedy

WORDS: Mapping[Remedy, str] = {
    "list_games": "list_games names the shipped games; give your own rules as `source`",
    "list_jobs": "give the id that solve returned",
    "wait": "call wait until it is solved",
    "order_again": "call solve again",
    "forget_jobs": "wait until some of them have ended, or cancel them",
    "less_or_sooner": "call solve with smaller `params`, or with `seconds` to stop earlier with the best so far",
    "sooner": "call solve with `seconds` to stop earlier with the best so far",
    "less": "call solve with smaller `params`",
    "simpler": "make the rules smaller: fewer rounds, moves or draws",
    "give_parameter": "give it a value in `params`",
    "not_exact": "call solve with another `method`",
    "name_one_game": "give either `game`, the name of a shipped game, or `source`, the text of your rules",
    "name_both": "give both `job` and `as_player` to best_response",
    "make_a_move": "make a move first",
    "next_hand": "continue with the next hand",
    "new_table": "start again",
}
