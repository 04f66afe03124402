"""Rounds in which several players move at once: a state that all know, and the hidden moves made from there.

Where a player moves without knowing the state, the states they cannot tell apart must all come from one known state,
the *root* of the stage; and no player may move twice in it. Then the stage is a matrix of moves, and nothing that a
player knows beyond the root matters. Everything else is private information, which lasts from round to round.
"""

from __future__ import annotations

from dataclasses import dataclass

from galakit.errors import GalakitError
from galakit.game.automaton import Automaton
from galakit.game.information import TooManyPlaces, confusions
from galakit.game.stochastic.ending import reachable_before
from galakit.rules.contract import FORGET


@dataclass(frozen=True)
class Stage:
    """One round of simultaneous moves."""

    root: int
    """the state that all know"""
    sets: tuple[tuple[int, frozenset[int]], ...]
    """(player, the states that they cannot tell apart), the root itself if a player moves there; in players' order"""
    inner: frozenset[int]
    """the states between the root and the last hidden move"""


def stages(automaton: Automaton) -> list[Stage]:
    """All stages in which a player does not know the state; an error where private information lasts."""
    if any(FORGET.value in facts for facts in automaton.observations):
        raise _private("a player forgets what they knew")
    try:
        confused = {player: _merged(groups) for player, groups in confusions(automaton).items()}
    except TooManyPlaces:
        raise _private("it could not be shown that all players know the state") from None
    owner = {state: (player, states) for player, groups in confused.items() for states in groups for state in states}
    found: dict[int, tuple[set[tuple[int, frozenset[int]]], set[int]]] = {}
    for player, groups in confused.items():
        for states in groups:
            root, inner = _rooted(automaton, player, states, owner)
            sets, between = found.setdefault(root, (set(), set()))
            between |= inner
            sets |= {owner[state] for state in inner if state in owner}
    return [_stage(automaton, root, sets, inner) for root, (sets, inner) in sorted(found.items())]


def _merged(groups: set[frozenset[int]]) -> list[frozenset[int]]:
    """Sets that overlap as one: where two players move unseen, the second of them cannot be known either."""
    found: list[frozenset[int]] = []
    for states in sorted(groups, key=min):
        apart = [other for other in found if not other & states]
        found = [*apart, states.union(*(other for other in found if other & states))]
    return found


def _rooted(
    automaton: Automaton, player: int, states: frozenset[int], owner: dict[int, tuple[int, frozenset[int]]]
) -> tuple[int, set[int]]:
    """The one state from which all of these are reached, and all states between it and them."""
    inner = set(states)
    while True:
        before = reachable_before(automaton, inner) - inner
        if len(before) == 1 and automaton.start not in inner and (root := before.pop()) not in owner:
            return root, inner
        before = reachable_before(automaton, inner) - inner
        if not before or any(automaton.mover[state] >= 0 and state not in owner for state in before):
            raise _private(
                f"{automaton.players[player]} may have to move without knowing what happened in earlier rounds"
            )
        for state in before:
            inner |= owner[state][1] if state in owner else {state}


def _stage(automaton: Automaton, root: int, sets: set[tuple[int, frozenset[int]]], inner: set[int]) -> Stage:
    mover = int(automaton.mover[root])
    every = sorted(sets, key=lambda each: (each[0], min(each[1])))
    if mover >= 0:
        every = sorted([*every, (mover, frozenset([root]))], key=lambda each: (each[0], min(each[1])))
    players = [player for player, _ in every]
    if len(set(players)) < len(players):
        twice = next(p for p in players if players.count(p) > 1)
        raise _private(f"{automaton.players[twice]} decides more than once in a round before all moves are known")
    return Stage(root, tuple(every), frozenset(inner))


def _private(reason: str) -> GalakitError:
    return GalakitError(
        f"this game can go on for ever, and its players have private information: {reason}",
        hint="reveal what happened at the end of each round, so that all players know the state; or end the game after "
        "a fixed number of rounds",
        id="GK681",
    )
