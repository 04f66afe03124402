"""A game as the rest of Galakit sees it: rules with their parameters, explored and unfolded when first needed.

Nothing here knows in which language the rules were written. Each step is done once and timed.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, NamedTuple

from galakit.deadline import Deadline, Worked, ending, limited_by
from galakit.errors import GalakitError, Source
from galakit.game.fitting import hints_fit
from galakit.progress import ARRANGING, COUNTING, UNFOLDING, listening
from galakit.rules.contract import Rules
from galakit.rules.display import display_of
from galakit.rules.frontier import STAGE as EXPLORING
from galakit.rules.frontier import while_foreseen

if TYPE_CHECKING:  # NumPy is not needed to hold rules
    from galakit.display.look import Look
    from galakit.game.automaton import Automaton
    from galakit.game.normal_form import NormalForm
    from galakit.game.sequence_form import SequenceForm
    from galakit.game.size import Size
    from galakit.game.stochastic.form import StochasticForm
    from galakit.game.tree import Tree
    from galakit.progress import Progress
    from galakit.rules.lazy import NotSeparable
    from galakit.separated.public import Public
    from galakit.separated.separate import Separated

__all__ = ["Game", "Unfolded"]

BUSY = 5  # seconds on the clock for a second of work, at most
UNFOLDED = 1_000_000  # nodes up to which a game is unfolded to know its size
STAGES = {
    "explore": EXPLORING,
    "unfold": UNFOLDING,
    "arrange": ARRANGING,
    "separate": "separating draws from actions",
    "count": COUNTING,
}
"""what each step is called while it is done"""


class Unfolded(NamedTuple):
    """What unfolding gives; the tree is None when it was too large to keep a table of its nodes."""

    form: SequenceForm
    tree: Tree | None
    size: Size


class Game:
    """Rules, the written values of their parameters, and lazily everything that follows from them.

    `progress(stage, done, total)` is called during long work. The limits go to exploring (`limit_states`) and unfolding
    (`limit_nodes`, `limit_memory` in bytes, and `keep_nodes` for the node table); None leaves it to the free memory.
    Arrays beyond the limit of memory are on disk (`galakit.mapped`).

    >>> import galakit as gk
    >>> game = gk.load("kuhn", cards=3)
    >>> game.size().nodes, game.size().sequences
    (55, [13, 13])
    """

    def __init__(
        self,
        rules: Rules,
        params: Mapping[str, str] | None = None,
        read_seconds: float = 0.0,
        *,
        progress: Progress | None = None,
        limit_states: int | None = None,
        limit_nodes: int | None = None,
        limit_memory: int | None = None,
        keep_nodes: bool | None = None,
    ) -> None:
        self.rules = rules
        self.params: dict[str, str] = dict(params or {})
        self.progress = progress
        self.limit_states = limit_states
        self.limit_nodes = limit_nodes
        self.limit_memory = limit_memory
        self.keep_nodes = keep_nodes
        self.deadline: Deadline | None = None
        self.source: Source | None = None
        """the text of the rules, if they have one"""
        self.seconds: dict[str, float] = {"read": read_seconds}
        """how long `read`, `separate`, `explore`, `arrange`, `count` and `unfold` took, as far as they are done"""

    @property
    def name(self) -> str:
        return self.rules.name

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(self.rules.players)

    @cached_property
    def look(self) -> Look:
        """How facts and moves look: what the rules say of it, else words."""
        from galakit.display.look import Look

        return Look(display_of(self.rules), self.players)

    @cached_property
    def automaton(self) -> Automaton:
        """All states that can be reached."""
        from galakit.game.explore import explore

        with self._timed("explore"):
            return explore(self.rules, limit_states=self.limit_states, progress=self.watched)

    def explored_within(self, states: int, seconds: float, foreseen: float = 0.0) -> Automaton | None:
        """The automaton, if it has so few states and is found so soon; None if not, or if the rules have a mistake.

        Seconds are those that this process works, within reason: a busy machine is no reason to think that a game is
        large. Where exploring foresees its end, it may take `foreseen` seconds more.
        """
        if "automaton" not in self.__dict__:
            before = self.limit_states, self.deadline, self.progress
            self.limit_states = states if self.limit_states is None else min(states, self.limit_states)
            left = inf if self.deadline is None else self.deadline.left
            self.deadline = Deadline(min(BUSY * seconds + foreseen, left))
            first = Worked(min(seconds, left), most=min(BUSY * seconds, left))
            self.progress = while_foreseen(self.progress, first, self.deadline)
            try:
                with first.in_force():
                    return self.automaton
            except GalakitError:  # the rules are explored again where that is worth it
                return None
            finally:
                self.limit_states, self.deadline, self.progress = before
        return self.automaton

    @property
    def remarks(self) -> tuple[str, ...]:
        """What exploring has found doubtful in the rules; nothing where the game was not explored."""
        return self._remarks if "automaton" in self.__dict__ else ()

    @cached_property
    def _remarks(self) -> tuple[str, ...]:
        from galakit.game.unpaid import remarks

        return remarks(self.automaton, self.rules)

    @cached_property
    def unfolded(self) -> Unfolded:
        """The sequence form, the tree where its nodes are kept, and the size."""
        from galakit.game.unfold import unfold

        automaton = self.automaton
        with self._timed("unfold"):
            return Unfolded(
                *unfold(
                    automaton,
                    keep_nodes=self.keep_nodes,
                    limit_nodes=self.limit_nodes,
                    limit_memory=self.limit_memory,
                    progress=self.watched,
                )
            )

    @cached_property
    def stochastic(self) -> StochasticForm:
        """A game whose states come again, as a stochastic game; an error where it may never end, or is not public."""
        from galakit.game.stochastic.form import stochastic_form

        automaton = self.automaton
        with self._timed("arrange"):
            return stochastic_form(automaton)

    @property
    def separated(self) -> Separated:
        """The game as actions and draws; `NotSeparable` where the rules do not separate."""
        if isinstance(self._separated, Exception):
            raise self._separated.with_traceback(None)
        return self._separated

    @cached_property
    def _separated(self) -> Separated | NotSeparable:
        from galakit.rules.lazy import NotSeparable
        from galakit.separated.separate import separate

        with self._timed("separate"):
            try:
                return separate(self.rules, self.watched)
            except NotSeparable as not_separable:  # kept for the next call
                return not_separable

    @cached_property
    def public(self) -> Public:
        """The game as draws and public moves; `NotSeparable` where moves are hidden, or draws come later."""
        from galakit.separated.actions import TooManyHistories
        from galakit.separated.chance_table import ChanceTable
        from galakit.separated.public import public_game

        try:
            return public_game(self.separated.graph, self.separated.world)
        except TooManyHistories as many:
            return public_game(many.graph, ChanceTable())

    @property
    def form(self) -> SequenceForm:
        """The sequence form."""
        return self.unfolded.form

    @property
    def on_disk(self) -> str | None:
        """Why the arrays of the unfolded game are on disk; None where they are not, or it is not unfolded."""
        return self.form.on_disk if "unfolded" in self.__dict__ else None

    @property
    def tree(self) -> Tree | None:
        """The tree, None when it was too large to keep."""
        return self.unfolded.tree

    def normal_form(self, *, full: bool = False) -> NormalForm:
        """The normal form, reduced or full: strategies and payoffs are listed when first needed."""
        from galakit.game.normal_form import NormalForm

        return NormalForm(self.form, full)

    def size_so_far(self) -> Size | None:
        """What is known of the size without further work; None before the game is explored."""
        from galakit.game.size import Size

        if "automaton" not in self.__dict__:
            return None
        nodes, terminals = self.automaton.__dict__.get("nodes", (0, 0))
        return Size(self.automaton.states, nodes, terminals)

    def size(self) -> Size:
        """States, nodes, terminals, and per player information sets and sequences; large trees are not unfolded."""
        return self.unfolded.size if "unfolded" in self.__dict__ or self._counted is None else self._counted

    @cached_property
    def _counted(self) -> Size | None:
        """The size of a large game without unfolding it, if that is quicker."""
        from galakit.game.counting import count_information
        from galakit.game.size import Size

        nodes, terminals = self.automaton.nodes
        if nodes <= UNFOLDED or (self.limit_nodes is not None and nodes > self.limit_nodes):
            return None
        with self._timed("count"):
            counts = count_information(self.automaton, nodes, nodes // 4, self.watched, limit_memory=self.limit_memory)
        if counts is None:
            return None
        sets, sequences = (list(each) for each in zip(*counts))
        return Size(self.automaton.states, nodes, terminals, sets, sequences)

    @property
    def watched(self) -> Progress | None:
        """The callback for stages without a result to show; it also ends them when the time is over."""
        return self.progress if self.deadline is None else self.deadline.watching(self.progress)

    @contextmanager
    def reporting(self, progress: Progress | None, deadline: Deadline | None = None) -> Iterator[None]:
        """Report to another callback for a while, and keep a time limit; None leaves what is set."""
        before = self.progress, self.deadline
        self.progress, self.deadline = progress or self.progress, deadline or self.deadline
        try:
            with (
                hints_fit(bool(self.params)),
                limited_by(self.deadline),
                listening(self.progress),
            ):
                yield
        finally:
            self.progress, self.deadline = before

    @contextmanager
    def _timed(self, stage: str) -> Iterator[None]:
        began = time.perf_counter()
        try:
            with hints_fit(bool(self.params)), listening(self.progress), ending(STAGES[stage]):
                yield
        finally:
            self.seconds[stage] = time.perf_counter() - began

    def __repr__(self) -> str:
        params = "".join(f", {name}={value}" for name, value in self.params.items())
        size = f": {self.unfolded.size.nodes:,} nodes" if "unfolded" in self.__dict__ else ""
        return f"<Game {self.name}{params} ({', '.join(self.players)}){size}>"

    def _repr_html_(self) -> str:
        from galakit.game.html import game_card

        return game_card(self)
