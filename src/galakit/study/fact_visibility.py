"""The visibility of each fact to a player: private, made public by chance, or public.

*Private* facts come from chance, and another player does not observe as much: a card. They label the rows of a grid.
All other facts are the *public* situation, in which what chance shows all players (a board) may be left open. Where
chance itself shows a player nothing, as where percepts come with the moves, the first fact in which the player's
information sets differ counts as private.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from galakit.game.automaton import Automaton, single_facts
from galakit.game.game import Game
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import CHANCE
from galakit.rules.knowledge import Chose, informative, kind_of
from galakit.solution.solution import Solution

PUBLIC, SHOWN, PRIVATE, SILENT = range(4)
"""SHOWN: made public by chance; SILENT: `choosing(...)`, which carries no information"""


def kinds(automaton: Automaton, player: int) -> npt.NDArray[np.int8]:
    """[observations] the visibility of each single fact to a player; PUBLIC for other observations.

    >>> import galakit as gk
    >>> automaton = gk.load("leduc").automaton
    >>> kind = dict(zip(automaton.observations, kinds(automaton, 0).tolist()))
    >>> kind["private((1,1))",] == PRIVATE, kind["public((1,1))",] == SHOWN, kind["raise",] == PUBLIC
    (True, True, True)
    """
    result = np.full(len(automaton.observations), PUBLIC, np.int8)
    for symbol, facts in enumerate(automaton.observations):
        if facts and not informative(facts):
            result[symbol] = SILENT
    source = np.repeat(np.arange(automaton.states), np.diff(automaton.first))
    drawn = automaton.mover[source] == CHANCE
    first, single = single_facts(automaton)
    parts = [single[a:b].tolist() for a, b in pairwise(first.tolist())]
    elsewhere = {s for symbol in np.unique(automaton.seen[~drawn, player]).tolist() for s in parts[symbol]}
    seen = automaton.seen[drawn]
    observed = {s for symbol in np.unique(seen[:, player]).tolist() for s in parts[symbol]}
    result[list(observed - elsewhere)] = SHOWN
    for other in range(len(automaton.players)):
        if other != player:
            pairs = np.unique(seen[:, [player, other]], axis=0).tolist()
            result[list(_hidden((parts[own], theirs) for own, theirs in pairs))] = PRIVATE
    result[0] = PUBLIC
    return result


def dealt(solution: Solution, game: Game) -> bool:
    """Whether chance deals private information: then one play is called a hand, else a game.

    >>> import galakit as gk
    >>> [dealt(gk.solve(game), game) for game in map(gk.load, ("kuhn", "monty_hall", "matching_pennies"))]
    [True, False, False]
    """
    if not solution.able.list_all:
        return solution.able.grids  # separated games have draws
    automaton = game.automaton
    chance = bool((automaton.mover == CHANCE).any())
    return chance and any((kinds(automaton, p) == PRIVATE).any() for p in range(len(automaton.players)))


def _hidden(pairs: Iterable[tuple[list[int], int]]) -> set[int]:
    """Facts that a player observes only sometimes while the other one observes the same."""
    alike: dict[int, list[list[int]]] = defaultdict(list)
    for own, theirs in pairs:
        alike[theirs].append(own)
    found: set[int] = set()
    for together in alike.values():
        often = Counter(fact for own in together for fact in set(own))
        found |= {fact for fact, times in often.items() if times < len(together)}
    return found


def first_difference(form: SequenceForm, sets: Iterable[int]) -> int | None:
    """The index of the first fact in which information sets differ; None where it is the player's own choice."""
    lists = [informative(form.facts(i)) for i in sets]
    for position in range(max(map(len, lists), default=0)):
        there = {facts[position] for facts in lists if position < len(facts)}
        if len(there) > 1:
            return None if any(kind_of(fact) is Chose for fact in there) else position
    return None
