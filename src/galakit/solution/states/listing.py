"""The states at which players decide, one after the other, each with a description.

A state is described by the variables of the rules where these tell a player's states apart, and otherwise by the moves
of a shortest play to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from galakit.game.automaton import Automaton
from galakit.game.stochastic.ending import possible
from galakit.rules.contract import Number, Rules, State, Watchable
from galakit.solution.states.deviations import Stationary


@dataclass(frozen=True)
class StateSet:
    """What a player does at a state."""

    player: int
    after: tuple[str, ...]
    """the moves of a shortest play to it"""
    variables: dict[str, str]
    """those of the rules, where they have some"""
    described: str
    moves: tuple[str, ...]
    probabilities: tuple[Number, ...]
    values: tuple[Number, ...]
    """what each move is worth to the player from here on"""

    @property
    def played(self) -> dict[str, Number]:
        """The moves that are made, with their probabilities."""
        return {move: share for move, share in zip(self.moves, self.probabilities) if share > 0}


def listed(profile: Stationary, rules: Rules, player: int, limit: int = 0) -> list[StateSet]:
    """The states at which a player decides, those that are reached soonest first; at most so many with a limit."""
    form = profile.form
    automaton = form.automaton
    plays = _Plays(automaton)
    members: dict[int, int] = {}
    where = form.set_of or dict(zip(form.state[form.set_state].tolist(), range(len(form.set_state))))
    for state in plays.order:
        if state in where and form.set_player[where[state]] == player:
            members.setdefault(where[state], state)
    chosen = list(members.items())[: limit or None]
    # Where others have moved unseen in the same round, the state is the one before these moves.
    known = [int(form.state[form.set_state[number]]) for number, _ in chosen]
    worth = profile.move_values(player)
    variables = [plays.variables(rules, state) for state in known]
    texts = [", ".join(f"{name} {value}" for name, value in each.items()) for each in variables]
    telling = len(set(texts)) == len(texts) and all(texts)
    found = []
    for (number, state), root, each, text in zip(chosen, known, variables, texts):
        span = slice(int(form.move_first[number]), int(form.move_first[number + 1]))
        edges = range(int(automaton.first[state]), int(automaton.first[state + 1]))
        after = tuple(plays.to(root))
        found.append(
            StateSet(
                player,
                after,
                each,
                text if telling else "after " + ", ".join(after) if after else "at the start",
                tuple(automaton.moves[int(automaton.move[edge])] for edge in edges),
                tuple(profile.play[span].tolist()),
                tuple(worth[span].tolist()),
            )
        )
    return found


class _Plays:
    """A shortest play to each state, as indices of moves."""

    def __init__(self, automaton: Automaton) -> None:
        self.automaton = automaton
        usable = possible(automaton).tolist()
        first, target = automaton.first.tolist(), automaton.target.tolist()
        self.came: dict[int, tuple[int, int]] = {}
        """the state before, and the index of the move from there; in the order of the search"""
        waiting = [automaton.start]
        known = {automaton.start}
        for state in waiting:
            for edge in range(first[state], first[state + 1]):
                if usable[edge] and target[edge] not in known:
                    known.add(target[edge])
                    self.came[target[edge]] = (state, edge - first[state])
                    waiting.append(target[edge])
        self.order = waiting
        self._states: dict[int, tuple[State, dict[str, str]]] = {}

    def to(self, state: int) -> list[str]:
        """The moves to a state."""
        moves: list[str] = []
        while state in self.came:
            state, index = self.came[state]
            moves.append(self.automaton.moves[int(self.automaton.move[self.automaton.first[state] + index])])
        return moves[::-1]

    def variables(self, rules: Rules, state: int) -> dict[str, str]:
        """The variables of the rules after these moves; none where the rules do not show them."""
        if not isinstance(rules, Watchable):
            return {}
        way = [state]
        while way[-1] not in self._states and way[-1] in self.came:
            way.append(self.came[way[-1]][0])
        for at in reversed(way):
            if at in self._states:
                continue
            if at not in self.came:
                step, seen = rules.watch(None)
            else:
                before, index = self.came[at]
                step, seen = rules.watch(self._states[before][0], index)
            self._states[at] = step.state, dict(seen)
        return self._states[state][1]
