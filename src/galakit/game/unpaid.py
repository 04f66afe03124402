"""A play that ends without stating payoffs, found among those on which no player gains anything."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from galakit.game.automaton import CHANCE, END, Automaton
from galakit.game.history import latest
from galakit.rules.contract import Rules, Unpaying

TRIES = 200  # plays that are checked


def remarks(automaton: Automaton, rules: Rules) -> tuple[str, ...]:
    """A warning that names such a play, if there is one and others are paid."""
    if not isinstance(rules, Unpaying) or not rules.may_end_unpaid():
        return ()
    for count, edges in enumerate(_without_gain(automaton)):
        if count == TRIES:
            break
        sources = [bisect_right(automaton.first, edge) - 1 for edge in edges]
        if rules.ends_unpaid([int(edge - automaton.first[source]) for edge, source in zip(edges, sources)]):
            movers = [automaton.mover[source] for source in sources]
            names = ["nature" if mover == CHANCE else automaton.players[mover] for mover in movers]
            play = [f"{name}: {automaton.moves[automaton.move[edge]]}" for name, edge in zip(names, edges)]
            return (
                f"a play comes to the end of `flow` and pays 0 to all, where others are paid ({latest(play)}): "
                "write what it pays there, or `end` if it pays nothing",
            )
    return ()


def _without_gain(automaton: Automaton) -> Iterator[list[int]]:
    """Plays on which no player gains, the shortest first, as edges; one for each last edge."""
    if any(automaton.gains[automaton.opening_gain]):
        return
    came: dict[int, int] = {automaton.start: -1}  # the edge by which a state was reached
    waiting = [automaton.start]
    for state in waiting:
        for edge in range(automaton.first[state], automaton.first[state + 1]):
            if any(automaton.gains[automaton.gain[edge]]):
                continue
            target = int(automaton.target[edge])
            if automaton.mover[target] == END:
                yield _play(automaton, came, edge)
            elif target not in came:
                came[target] = edge
                waiting.append(target)


def _play(automaton: Automaton, came: dict[int, int], last: int) -> list[int]:
    """The edges of the play whose last edge this is."""
    edges = []
    while last >= 0:
        edges.append(last)
        last = came[bisect_right(automaton.first, last) - 1]
    return edges[::-1]
