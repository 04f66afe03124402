"""The result of backward induction as a policy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from galakit.game.automaton import Automaton
from galakit.game.replay import Numbered, Replay
from galakit.rules.contract import Number, State
from galakit.solution.certificate import Certificate
from galakit.solution.states.certificate import certify_states
from galakit.solution.states.policy import StatePolicy, one_move, pure
from galakit.solvers.perfect.induction import Induction

if TYPE_CHECKING:
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm


def of_induction(induction: Induction) -> StatePolicy:
    """The policy of backward induction, over the states of the automaton."""
    automaton = induction.automaton

    def choice(state: State) -> int:
        number = _number(state)
        return int(induction.choice[number] - automaton.first[number])

    def move_values(state: State) -> Sequence[Number]:
        number = _number(state)
        mover = int(automaton.mover[number])
        edges = range(int(automaton.first[number]), int(automaton.first[number + 1]))
        return [
            automaton.gains[int(automaton.gain[e])][mover]
            + induction.number(induction.values[int(automaton.target[e]), mover])
            for e in edges
        ]

    def certified() -> Certificate:
        return certify_states(automaton, induction.choice, exact=induction.exact)

    def listed(form: SequenceForm) -> tuple[Behaviour, ...]:
        states = form.state
        return pure(form, induction.choice[states] - automaton.first[states])

    return StatePolicy(Replay(automaton), one_move(choice), move_values, certified, listed)


def _number(state: State) -> int:
    assert isinstance(state, Numbered)
    return state.number


def example_paths(automaton: Automaton, states: Sequence[int]) -> list[list[str]]:
    """For each state, the moves of one path to it."""
    into = np.zeros(automaton.states, np.int64)
    into[automaton.target[::-1]] = np.arange(automaton.edges - 1, -1, -1)  # the first edge of several is the last here
    paths = []
    for state in states:
        path: list[str] = []
        while state != automaton.start:
            edge_in = int(into[state])
            path.append(automaton.moves[int(automaton.move[edge_in])])
            state = int(np.searchsorted(automaton.first, edge_in, side="right")) - 1
        paths.append(path[::-1])
    return paths
