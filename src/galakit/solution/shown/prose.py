"""Sentences about players."""

from __future__ import annotations

from collections.abc import Sequence


def others(players: Sequence[str], player: int) -> str:
    """The other players: by name, where there is one.

    >>> others(["dealer", "gambler"], 0), others(["a", "b", "c"], 0)
    ('gambler', 'the others')
    """
    return players[1 - player] if len(players) == 2 else "the others"


def never_led(players: Sequence[str], player: int, chance: bool) -> str:
    """Why there is no belief where play never leads.

    >>> never_led(["dealer", "gambler"], 0, True), never_led(["first", "second"], 0, False)
    ('undefined: chance and gambler never lead here', 'undefined: second never leads here')
    >>> never_led(["guest"], 0, True)
    'undefined: chance never leads here'
    """
    who = ["chance"] * chance + [others(players, player)] * (len(players) > 1)
    verb = "leads" if len(who) == 1 and who != ["the others"] else "lead"
    return f"undefined: {' and '.join(who)} never {verb} here" if who else "undefined: play never comes here"
