"""One play, move by move, with what each player observed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from galakit.game.tree import Tree
from galakit.rules.contract import CHANCE, Number
from galakit.rules.history import Happened, Recording

if TYPE_CHECKING:
    from galakit.display.look import Look


@dataclass(frozen=True)
class Event:
    """A move and the facts it revealed."""

    mover: str
    """a player or `chance`"""
    move: str
    seen: tuple[tuple[str, tuple[str, ...]], ...]
    """(player, facts) for each player who saw something; the mover's own `chose(...)` is left out"""


class Told(NamedTuple):
    """A move of a play in words."""

    mover: str
    move: str
    learnt: str
    """what players learn by it, unless the move is named after that"""


@dataclass(frozen=True)
class Trace:
    """A play from its opening to its payoffs."""

    opening: tuple[tuple[str, tuple[str, ...]], ...]
    """the players' facts before the first move"""
    events: tuple[Event, ...]
    payoffs: tuple[Number, ...]

    def history(self, players: Sequence[str]) -> tuple[Happened, ...]:
        """The moves, with what movers knew."""
        record, number = Recording(len(players)), {name: k for k, name in enumerate(players)}
        record.learn((number[player], fact) for player, facts in self.opening for fact in facts)
        for event in self.events:
            mover = number.get(event.mover, CHANCE)
            own = [] if mover == CHANCE else [(mover, f"chose({event.move})")]
            record.move(mover, event.move, [*own, *((number[p], fact) for p, facts in event.seen for fact in facts)])
        return tuple(record.steps)

    def known(self, player: str) -> tuple[str, ...]:
        """What a player knows in the end."""
        known = [fact for who, facts in self.opening if who == player for fact in facts]
        for event in self.events:
            known += [f"chose({event.move})"] if event.mover == player else []
            known += [fact for who, facts in event.seen if who == player for fact in facts]
        return tuple(known)

    def told(self, look: Look) -> list[Told]:
        """The moves in words."""
        found, known = [], dict.fromkeys(look.players, ()) | dict(self.opening)
        for event, happened in zip(self.events, self.history(look.players)):
            if event.mover in known:
                known[event.mover] = (*known[event.mover], f"chose({event.move})")
            made, learnt = look.step(happened), []
            for player, facts in event.seen:
                words = look.told(facts, look.players.index(player), known[player])
                learnt.append(f"{player} learns {words}")
                known[player] = (*known[player], *facts)
            named = event.mover == "chance" and made != look.deal(event.move)
            found.append(Told(event.mover, made.words, "" if named else "; ".join(learnt)))
        return found

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
