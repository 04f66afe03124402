"""The contract of a solved game: a policy gives the strategy at every information set.

One kind of policy lists all information sets of an unfolded game; others answer from classes of private information,
from tables of public histories or from states. Callers check `able`, never the class of a policy; registries hold what
differs by `kind` (`solution.kinds` for files, `study.backends` for questions).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from galakit.rules.contract import Number
from galakit.solution.certificate import Certificate
from galakit.solution.situation import Situation

if TYPE_CHECKING:
    from galakit.game.realization import Behaviour
    from galakit.game.sequence_form import SequenceForm
    from galakit.game.size import Size
    from galakit.solution.factored.policy import ClassQueries


@dataclass(frozen=True)
class Able:
    """What a policy supports besides single information sets."""

    list_all: bool = False
    """all information sets at once"""
    follow: bool = False
    """lookup by the moves made so far"""
    grids: bool = False
    """grids: one public situation with all classes of private information"""
    search: bool = False
    """search for information sets by some of their facts"""
    respond: bool = False
    """best responses without listing information sets"""
    by_state: bool = False
    """a list of the states at which players decide, in a game that has no list of information sets"""
    lock: bool = False
    """locks: fix the strategy at some information sets and solve again"""


class Policy(Protocol):
    """One strategy per player, which answers queries."""

    @property
    def kind(self) -> str:
        """`tree`, `factored`, `public`, `states`, or a kind of your own."""

    @property
    def able(self) -> Able:
        """What it supports. `Solution.able` adds listing for small games, which it unfolds."""

    @property
    def size(self) -> Size | None:
        """How large its game is, as far as that is known without unfolding it."""

    def certify(self, *, free: bool = False) -> Certificate:
        """Each player's expected payoff and gain by deviating; with `free`, deviations only where no move is locked."""

    def played(self, player: int, facts: Sequence[str]) -> Sequence[Number] | None:
        """The probabilities of the moves where a player knows these facts, in this order; None where they never do."""

    def at(self, player: int, facts: Sequence[str]) -> Situation | None:
        """The information set at which a player knows these facts and no others; None where there is none."""

    def after(self, moves: Sequence[str]) -> Situation:
        """The information set that these moves of players and chance lead to."""

    def strategies(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        """One behaviour strategy per player over all information sets of the unfolded game."""


class ClassPolicy(Policy, Protocol):
    """A policy that has grids: it answers by public situation and class of private information."""

    @property
    def queries(self) -> ClassQueries:
        """Queries about public situations."""
