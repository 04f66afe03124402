"""Backward induction over states: what is subgame-perfect where everybody sees everything and chance does nothing."""

from __future__ import annotations

from functools import cache

from galakit.rules.contract import END, Number


def backwards(game) -> tuple[Number, ...]:
    """Everybody's payoff; of equally good moves the first is made."""
    graph = game.automaton

    @cache
    def value(state):
        if graph.mover[state] == END:
            return (0,) * len(game.players)
        edges = range(graph.first[state], graph.first[state + 1])
        futures = [tuple(map(sum, zip(graph.gains[graph.gain[e]], value(int(graph.target[e]))))) for e in edges]
        return max(futures, key=lambda payoffs: payoffs[graph.mover[state]])

    return value(graph.start)
