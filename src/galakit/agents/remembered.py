"""Rules with a cache: many plays pass through the same states, and rules are slow."""

from __future__ import annotations

from functools import cached_property

from galakit.rules.contract import Fact, Move, Number, Rules, State, Step, forgetful

LIMIT_STATES = 200_000  # in the cache
LIMIT_TEXTS = 1_000_000


class Remembered:
    """The same game as other rules.

    >>> import galakit as gk
    >>> rules = Remembered(gk.load("kuhn").rules)
    >>> rules.start().state.after(0) is rules.start().state.after(0)
    True
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.name, self.players, self.forgetful = rules.name, rules.players, forgetful(rules)
        self._states: dict[State, _State] = {}
        self._texts: dict[Fact | Move, str] = {}

    def start(self) -> Step:
        return self._start

    @cached_property
    def _start(self) -> Step:
        return self.remembered(self.rules.start())

    def write(self, thing: Fact | Move) -> str:
        text = self._texts.get(thing)
        if text is None:
            text = self.rules.write(thing)
            if len(self._texts) < LIMIT_TEXTS:
                self._texts[thing] = text
        return text

    def remembered(self, step: Step) -> Step:
        """The step to the cached state."""
        found = self._states.get(step.state)
        if found is None:
            found = _State(self, step.state)
            if len(self._states) < LIMIT_STATES:
                self._states[step.state] = found
        return Step(found, step.observations, step.payoffs)


class _State:
    """A state with cached answers."""

    def __init__(self, rules: Remembered, state: State) -> None:
        self.rules, self.state = rules, state
        self.mover: int = state.mover
        self._steps: dict[int, Step] = {}

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        return self.state.moves

    @cached_property
    def probabilities(self) -> tuple[Number, ...] | None:
        return self.state.probabilities

    def after(self, index: int) -> Step:
        step = self._steps.get(index)
        if step is None:
            step = self._steps[index] = self.rules.remembered(self.state.after(index))
        return step

    def __hash__(self) -> int:
        return hash(self.state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _State) and self.state == other.state
