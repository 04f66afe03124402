"""The record of a match: players, moves, percepts and faults of each turn, and goals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from galakit.gdl.text.syntax import Term
from galakit.gdl.text.write import term_kif
from galakit.ggp.messages import write_terms

FaultKind = Literal["timeout", "connection", "illegal"]
CODES: dict[FaultKind, str] = {"timeout": "TO", "connection": "CE", "illegal": "IL"}
"""the codes that other managers use in their logs"""


@dataclass(frozen=True)
class Fault:
    """A fault of a player: no answer in time, no connection, or an illegal move."""

    kind: FaultKind
    what: str

    def __str__(self) -> str:
        return f"{CODES[self.kind]} {self.what}".strip()


@dataclass(frozen=True)
class Turn:
    """One turn: a joint move with its percepts, faults and times, by role."""

    moves: tuple[Term, ...]
    percepts: tuple[frozenset[Term], ...] | None = None
    """what each role perceived (GDL-II)"""
    faults: tuple[Fault | None, ...] = ()
    seconds: tuple[float | None, ...] = ()
    """how long each player took"""


@dataclass(frozen=True)
class Record:
    """A match from its start to its end."""

    match: str
    game: str
    rules: str
    """in prefix notation; empty where a log does not contain them"""
    roles: tuple[str, ...]
    players: tuple[str, ...]
    start_clock: float
    play_clock: float
    began: int
    """milliseconds since 1970"""
    turns: tuple[Turn, ...] = ()
    goals: tuple[int | None, ...] | None = None
    """None where the match was aborted"""
    aborted: str = ""
    """why the match was aborted"""
    start_faults: tuple[Fault | None, ...] = ()
    states: tuple[frozenset[Term], ...] = field(default=(), repr=False)
    """the facts before each turn and at the end"""
    times: tuple[int, ...] = field(default=(), repr=False)
    """the time of each state, in milliseconds since 1970"""
    spelling: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    @property
    def penalties(self) -> tuple[int, ...]:
        """The number of each player's faults."""
        every = [self.start_faults, *(turn.faults for turn in self.turns)]
        return tuple(sum(1 for faults in every if faults and faults[k] is not None) for k in range(len(self.roles)))

    def spell(self, name: str) -> str:
        return self.spelling.get(name, name)

    def to_json(self) -> dict[str, Any]:
        """JSON with the field names of other programs, and further fields."""
        write = _writer(self.spell)
        data: dict[str, Any] = {
            "matchId": self.match,
            "startTime": self.began,
            "gameName": self.game,
            "isCompleted": self.goals is not None,
            "isAborted": self.goals is None,
            "roles": [self.spell(role) for role in self.roles],
            "playerNamesFromHost": list(self.players),
            "previewClock": -1,
            "startClock": self.start_clock,
            "playClock": self.play_clock,
            "states": [write_terms(sorted(state, key=term_kif), self.spell) for state in self.states],
            "moves": [[write(move) for move in turn.moves] for turn in self.turns],
            "stateTimes": list(self.times),
            "errors": [[str(fault or "") for fault in turn.faults] for turn in self.turns],
            "penalties": list(self.penalties),
            "seconds": [list(turn.seconds) for turn in self.turns],
            "rules": self.rules,
        }
        if self.goals is not None:
            data["goalValues"] = list(self.goals)
        else:
            data["reason"] = self.aborted
        if any(self.start_faults):
            data["startErrors"] = [str(fault or "") for fault in self.start_faults]
        if any(turn.percepts is not None for turn in self.turns):
            data["percepts"] = [
                [sorted(write(p) for p in percepts) for percepts in turn.percepts or ()] for turn in self.turns
            ]
        return data


def _writer(spell: Callable[[str], str]) -> Callable[[Term], str]:
    return lambda term: term_kif(term, spell)


def fault_of(text: str) -> Fault | None:
    """The fault in the notation of logs.

    >>> fault_of("IL (mark 9 9)")
    Fault(kind='illegal', what='(mark 9 9)')
    """
    code, _, what = text.strip().partition(" ")
    kinds: dict[str, FaultKind] = {code: kind for kind, code in CODES.items()}
    if not code:
        return None
    return Fault(kinds[code], what) if code in kinds else Fault("illegal", text)
