"""One play, move by move, with what each player observed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from galakit.game.tree import Tree
from galakit.rules.contract import CHANCE, Number
from galakit.solution.shown.wording import listed, worded


@dataclass(frozen=True)
class Event:
    """A move and the facts it revealed."""

    mover: str
    """a player or `chance`"""
    move: str
    seen: tuple[tuple[str, tuple[str, ...]], ...]
    """(player, facts) for each player who saw something; the mover's own `chose(...)` is left out"""

    def learnt(self, players: Sequence[str]) -> str:
        """The new facts of each player, in words.

        >>> Event("chance", "(1,5)", (("gambler", ("myhand([1])",)), ("dealer", ("myhand([5])",)))).learnt(())
        'gambler learns my hand 1; dealer learns my hand 5'
        """
        seen = [(player, listed([worded(fact, players) for fact in facts])) for player, facts in self.seen]
        return "; ".join(f"{player} learns {words}" for player, words in seen)


@dataclass(frozen=True)
class Trace:
    """A play from its opening to its payoffs."""

    opening: tuple[tuple[str, tuple[str, ...]], ...]
    """the players' facts before the first move"""
    events: tuple[Event, ...]
    payoffs: tuple[Number, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "opening": {player: list(facts) for player, facts in self.opening},
            "moves": [
                {"mover": e.mover, "move": e.move, "seen": {player: list(facts) for player, facts in e.seen}}
                for e in self.events
            ],
            "payoffs": [p if isinstance(p, int | float) else str(p) for p in self.payoffs],
        }


def traced(tree: Tree, end: int) -> Trace:
    """The play that leads to a node."""
    automaton = tree.automaton
    players, facts = automaton.players, automaton.observations
    events = []
    for before, after in pairwise(tree.path(end)):
        mover = int(automaton.mover[tree.state[before]])
        seen = []
        for player, symbol in enumerate(automaton.seen[tree.edge[after]].tolist()):
            # The mover's symbol starts with `chose(...)`, which repeats the move.
            new = facts[symbol][1:] if player == mover else facts[symbol]
            if new:
                seen.append((players[player], new))
        events.append(Event("chance" if mover == CHANCE else players[mover], tree.move(after), tuple(seen)))
    opening = tuple((players[p], facts[s]) for p, s in enumerate(automaton.opening_seen) if s)
    return Trace(opening, tuple(events), tree.payoffs[int(tree.payoff[end])])
