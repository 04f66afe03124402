"""A description as rules: moves, observations and payoffs of the roles.

A turn is a joint move, made one by one: nature draws first, then the roles choose in their order, and no role observes
anything before the joint move is complete. A role with one legal move has no choice. After the turn, in GDL all roles
observe what the others chose. In GDL-II each role observes the set of its percepts, even an empty one: so all roles
know how many turns have passed. A role also knows the moves that it was forced to make, except `noop`.

The payoff of a role is its goal value in the terminal state.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.gdl.facts import DID, NOOP, NOTHING, did, does
from galakit.gdl.machine import Explorer, Machine, playing, turn_order
from galakit.gdl.machine import State as Known
from galakit.gdl.text.syntax import TUPLE, Description, Term, Variable, name_of
from galakit.progress import Progress
from galakit.rules.contract import CHANCE, END, Fact, Move, Number, State, Step
from galakit.rules.display import Display

if TYPE_CHECKING:
    from galakit.rules.table import StateTable

LONGEST = 10_000  # consecutive turns without a choice
MOST_STATES = 2**31 - 2  # a column of 32 bits numbers them
KEPT = 1 << 15  # states whose legal moves are cached
SHOWN = 12  # terms of a state that a message shows

_PLAIN = re.compile(r"[\w+\-./]+")

FEW = 50  # states that are found one by one before the code for many is loaded


class GdlRules:
    """A machine as rules; `spell` gives the spelling of names.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.machines import machine_of
    >>> from galakit.gdl.text.read import read_description
    >>> text = "role(ann). legal(ann, take(N)) :- size(N). size(1). size(2). init(start)." \\
    ...     " next(has(N)) :- does(ann, take(N)). terminal :- true(has(N)). goal(ann, N) :- true(has(N))."
    >>> rules = GdlRules(machine_of(read_description(Source("<text>", text))), "gift")
    >>> state = rules.start().state
    >>> [rules.write(move) for move in state.moves], state.after(1).payoffs
    (['take(1)', 'take(2)'], (2,))
    """

    explored_by = ""

    def __init__(
        self,
        machine: Machine,
        name: str,
        spell: Callable[[str], str] = str,
        doubts: list[str] | None = None,
        description: Description | None = None,
    ) -> None:
        self.machine = machine
        self.name = name
        self._spell = spell
        self._doubts = doubts
        self._description = description
        roles = machine.roles
        self.playing = playing(roles)
        """the role that each player has"""
        self.players = tuple(spell(roles[role]) for role in self.playing)
        self._player = {role: player for player, role in enumerate(self.playing)}
        self.order = turn_order(roles)
        self._here = lru_cache(KEPT)(self._looked_up)
        if not self.players:
            raise GalakitError("nature is the only role: no player is left", hint="add a role: (role NAME)", id="GK940")

    def start(self) -> Step:
        return self._arrived(self.machine.opening(), [])

    def write(self, thing: Fact | Move) -> str:
        if isinstance(thing, frozenset):
            percepts = sorted(self._shown(term) for term in thing)
            if not percepts:
                return NOTHING
            alone = len(percepts) == 1 and percepts[0] != NOTHING and not percepts[0].startswith(f"{DID}(")
            return percepts[0] if alone else f"[{','.join(percepts)}]"
        assert isinstance(thing, (str, tuple))
        return self._shown(thing)

    def ready(self, found: int, spent: float) -> bool:
        """Once there are some states: the network of the rules is compiled by then."""
        return found > FEW

    def enumerated(self, limit: int | None, progress: Progress | None = None) -> StateTable | None:
        """All states at once; nothing where only following the rules one by one tells what is wrong with them."""
        if self._doubts is not None or not isinstance(self.machine, Explorer):
            return None
        self.explored_by = "the network of the rules, in compiled code"
        return self.machine.enumerated(MOST_STATES if limit is None else limit, progress)

    def forgiving(self, doubts: list[str]) -> GdlRules:
        """The same rules, in which a role that gets no goal value gets 0, and the doubt is noted."""
        return GdlRules(self.machine, self.name, self._spell, doubts, self._description)

    @cached_property
    def display(self) -> Display:
        """How the game looks: what comments say, or a board where the state is one that all know."""
        from galakit.gdl.display import display_of

        if self._description is None:
            return ()
        state = self.machine.opening()
        return display_of(
            self._description, lambda: () if self.machine.incomplete else self.machine.holds(state), self._shown
        )

    def holds(self, state: State) -> list[str] | None:
        """What is true at the beginning of a turn, or in the end; None where roles have percepts instead."""
        assert isinstance(state, _Position)
        return None if self.machine.incomplete else sorted(map(self._shown, self.machine.holds(state.known)))

    def player_of(self, role: int) -> int:
        """The player who has a role, or CHANCE."""
        return self._player.get(role, CHANCE)

    def completed(self, turn: Turn, made: tuple[int, ...]) -> Step:
        """The step after a turn in which all roles with a choice made it."""
        seen: list[tuple[int, Fact]] = []
        return self._arrived(self._passed(turn, made, seen), seen)

    def _arrived(self, state: Known, seen: list[tuple[int, Fact]]) -> Step:
        """The next choice or the end, past turns without a choice."""
        passed: set[Known] = set()
        while isinstance(here := self._here(state), Turn):
            if here.choosing:
                return Step(_Position(self, here, ()), tuple(seen), (0,) * len(self.players))
            if state in passed or len(passed) == LONGEST:
                raise GalakitError(
                    f"no role has a choice for {len(passed):,} turns, and the game does not end",
                    notes=[self._described(state)],
                    hint="make `terminal` hold in the end, for example by a step counter in the state",
                    id="GK944",
                )
            passed.add(state)
            state = self._passed(here, (), seen)
        return Step(_Position(self, None, (), state), tuple(seen), here)

    def _passed(self, turn: Turn, made: tuple[int, ...], seen: list[tuple[int, Fact]]) -> Known:
        """The state after a turn; the observations of all roles are appended to `seen`."""
        index = dict(zip(turn.choosing, made))
        moves = tuple(legal[index.get(role, 0)] for role, legal in enumerate(turn.legal))
        if self.machine.incomplete:
            percepts = self.machine.sees(turn.state, moves)
            for player, role in enumerate(self.playing):
                if role not in index and moves[role] != NOOP:
                    seen.append((player, did(moves[role])))
                seen.append((player, percepts[role]))
        else:
            for player, own in enumerate(self.playing):
                for role in turn.choosing:
                    if role != own:
                        seen.append((player, does(self.machine.roles[role], moves[role])))
        return self.machine.next(turn.state, moves)

    def _looked_up(self, state: Known) -> Turn | tuple[Number, ...]:
        """The legal moves in a state, or the payoffs if it is terminal."""
        if self.machine.terminal(state):
            return self._payoffs(state)
        legal = tuple(self.machine.legal(state, role) for role in range(len(self.machine.roles)))
        for role, moves in enumerate(legal):
            if not moves:
                raise GalakitError(
                    f"{self._spell(self.machine.roles[role])} has no legal move in a state that is not terminal",
                    notes=[self._described(state)],
                    hint="give the role a move there, such as noop, or end the game"
                    + ("; if only who has control should move: -p turns=control" if self._controlled(state) else ""),
                    id="GK942",
                )
        return Turn(state, legal, tuple(role for role in self.order if len(legal[role]) > 1))

    def _payoffs(self, state: Known) -> tuple[Number, ...]:
        goals = self.machine.goals(state)
        payoffs: list[Number] = []
        for role in self.playing:
            value = goals[role]
            missing = f"{self._spell(self.machine.roles[role])} has no goal value in a terminal state, or several"
            if value is None and self._doubts is not None:
                self._doubts.append(f"{missing}: counted as 0")
                value = 0
            if value is None:
                raise GalakitError(
                    missing,
                    notes=[self._described(state)],
                    hint="exactly one goal, a whole number, must hold for each role when the game is over",
                    id="GK943",
                )
            payoffs.append(value)
        return tuple(payoffs)

    def _described(self, state: Known) -> str:
        terms = sorted(self._shown(term) for term in self.machine.holds(state))
        return "the state is: " + ", ".join(terms[:SHOWN]) + (", …" if terms[SHOWN:] else "")

    def _controlled(self, state: Known) -> bool:
        return any(name_of(term) == "control" for term in self.machine.holds(state))

    def _shown(self, term: Term) -> str:
        """A term as a person reads it."""
        if isinstance(term, tuple):
            name = "" if term[0] == TUPLE else self._name(term[0])
            return f"{name}({','.join(self._shown(t) for t in term[1:])})"
        assert not isinstance(term, Variable)
        return self._name(term)

    def _name(self, name: str) -> str:
        name = self._spell(name)
        return name if _PLAIN.fullmatch(name) else "'" + name.replace("\\", "\\\\").replace("'", "\\'") + "'"


@dataclass(frozen=True)
class Turn:
    """A state that is not terminal."""

    state: Known
    legal: tuple[tuple[Term, ...], ...]
    """of each role"""
    choosing: tuple[int, ...]
    """the roles with more than one legal move, nature first"""


class _Position:
    """A turn in which the roles before the mover have chosen; or the end, without a turn: all ends are one state."""

    __slots__ = ("_hash", "_made", "_rules", "_turn", "known")

    def __init__(self, rules: GdlRules, turn: Turn | None, made: tuple[int, ...], ended: Known = None) -> None:
        self._rules = rules
        self._turn = turn
        self._made = made
        self.known = ended if turn is None else turn.state
        """the state of the description"""
        self._hash = hash((turn and turn.state, made))

    @property
    def mover(self) -> int:
        return END if self._turn is None else self._rules.player_of(self._turn.choosing[len(self._made)])

    @property
    def moves(self) -> tuple[Move, ...]:
        return () if self._turn is None else self._turn.legal[self._turn.choosing[len(self._made)]]

    @property
    def probabilities(self) -> tuple[Number, ...] | None:
        moves = len(self.moves)
        return (Fraction(1, moves),) * moves if self.mover == CHANCE else None

    def after(self, index: int) -> Step:
        assert self._turn is not None
        made = (*self._made, index)
        if len(made) == len(self._turn.choosing):
            return self._rules.completed(self._turn, made)
        return Step(_Position(self._rules, self._turn, made), (), (0,) * len(self._rules.players))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Position) or self._made != other._made:
            return False
        if self._turn is None or other._turn is None:
            return self._turn is other._turn
        return self._turn.state == other._turn.state
