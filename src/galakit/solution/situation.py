"""One information set in full: the strategy, the value of each move, and the player's belief over nodes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from galakit.game.ragged import grouped
from galakit.game.realization import Trembles
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import Number
from galakit.rules.history import Happened
from galakit.solution.facts import phrase

if TYPE_CHECKING:
    from galakit.display.look import Look


@dataclass(frozen=True)
class Belief:
    """A node of an information set and its conditional probability, given that the set is reached.

    Where a game is not unfolded, private information of the others that they treat alike stands for a node.
    """

    probability: Number
    history: tuple[tuple[str, str], ...]
    """who moved (a player or `chance`) and which move, from the root; or who holds what, if there is no node"""
    node: int | None
    alike: int = 0
    """how many further holdings of the others count as this one; the probability is that of all together"""
    steps: tuple[Happened, ...] = field(default=(), repr=False, compare=False)
    """the history with what movers knew, where there is a node: moves are named after that"""
    viewer: int | None = field(default=None, repr=False, compare=False)
    """the player who believes it"""
    look: Look | None = field(default=None, repr=False, compare=False)
    """of the game; None: facts and moves are in words"""

    def __str__(self) -> str:
        happened = ", ".join(f"{mover}: {move}" for mover, move in self.history) or "the start"
        return happened + self._alike

    @property
    def words(self) -> str:
        """The same as readable text.

        >>> Belief(1, (("chance", "deal(2)"), ("first", "raise_to(4)")), 7).words
        'chance: deal 2, first: raise to 4'
        """
        return (self.told(range(len(self.history))) or "the start") + self._alike

    def told(self, steps: Iterable[int]) -> str:
        """Some steps of the history in words."""
        from galakit.display.look import Look
        from galakit.display.wording import listed

        look = self.look or Look()
        told = []
        for k in steps:
            who, what = self.history[k]
            words = look.step(self.steps[k], self.viewer).words if self.steps else look.words(what)
            told.append(f"{who}: {words}")
        return listed(told)

    @property
    def _alike(self) -> str:
        return f" or {self.alike} alike" if self.alike else ""


@dataclass(frozen=True)
class Situation:
    """A profile at one information set. None stands for what is undefined."""

    player: str
    information_set: int | None
    """its number; None where they are not numbered"""
    facts: tuple[str, ...]
    probabilities: dict[str, Number]
    """move -> probability"""
    values: dict[str, Number | None]
    """move -> expected payoff of the player, once here, if they make it and all players follow the profile afterwards;
    None where the others and chance never lead here, not even by mistake"""
    reach: Number | None
    """the probability that play gets here; None where it was not computed"""
    belief: tuple[Belief, ...] | None
    """over the nodes, by Bayes' rule from what chance and the others do; where only mistakes lead here, from the
    likeliest of them, if the solution has trembles; else None"""
    note: str | None = None
    """why there is no belief, when that is not because it is undefined"""
    players: tuple[str, ...] = field(default=(), repr=False)
    """the names of all players"""
    look: Look | None = field(default=None, repr=False, compare=False)
    """of the game; None: facts and moves are in words"""

    def seen_by(self, look: Look) -> Situation:
        """The same with the look of the game."""
        belief = None if self.belief is None else tuple(replace(one, look=look) for one in self.belief)
        return replace(self, look=look, belief=belief)

    @cached_property
    def shown(self) -> Look:
        """How facts and moves are shown here."""
        from galakit.display.look import Look

        return self.look or Look((), self.players)

    @property
    def who(self) -> int | None:
        """The number of the player; None where the names of all are not known."""
        return self.players.index(self.player) if self.player in self.players else None

    def label(self, move: str) -> str:
        """A move in words.

        >>> import galakit as gk
        >>> here = gk.solve(gk.load("kuhn")).at("first", "card(3), chose(pass), bet")
        >>> [here.label(move) for move in here.probabilities]
        ['fold', 'call']
        """
        return self.shown.label(move, self.facts, self.who)

    @property
    def words(self) -> str:
        """What the player knows, as readable text.

        >>> import galakit as gk
        >>> gk.solve(gk.load("poker", ranks=3)).at("dealer", "myhand([1]), bet(gambler,1)").words
        'my hand 1, gambler bet 1'
        """
        return self.shown.told(self.facts, self.who)

    @property
    def regrets(self) -> dict[str, Number | None]:
        """For each move its value less the value of what is played here; None where values are undefined."""
        played = [p * v for p, v in zip(self.probabilities.values(), self.values.values()) if p and v is not None]
        return {m: None if v is None else v - sum(played) for m, v in self.values.items()}

    @property
    def best(self) -> tuple[str, ...]:
        """The moves with the highest value for the player; none where values are undefined."""
        known = [v for v in self.values.values() if v is not None]
        return tuple(move for move, v in self.values.items() if v is not None and v == max(known))

    def __str__(self) -> str:
        moves = ", ".join(f"{move} {p}" for move, p in self.probabilities.items())
        return f"{self.player} knowing {phrase(self.facts)}: {moves}"

    def _repr_html_(self) -> str:
        from galakit.solution.shown.html import situation_card

        return situation_card(self)


class Beliefs:
    """The nodes of each information set and how likely they are under a profile, with or without trembles."""

    def __init__(self, form: SequenceForm, tree: Tree, trembles: Sequence[Trembles]) -> None:
        self.form = form
        self.tree = tree
        self.trembles = trembles

    @cached_property
    def _nodes(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        # Number -1 (no player moves) becomes group 0.
        return grouped(self.tree.information_set + 1, self.form.information_sets + 1)

    def nodes(self, information_set: int) -> npt.NDArray[np.int64]:
        """The nodes of an information set, in preorder."""
        order, start = self._nodes
        return order[start[information_set + 1] : start[information_set + 2]]

    def at(self, information_set: int, most: int | None = None) -> tuple[Belief, ...] | None:
        """Nodes with positive probability, the likeliest (`most` of them) first; None where it is undefined."""
        nodes = self.nodes(information_set)
        weight, order = self.towards(int(self.form.player[information_set]), nodes)
        weight[order > order.min()] = 0  # others are infinitely more likely
        total = weight.sum()
        if not total > 0:
            return None
        share = weight / total
        likely = sorted(np.flatnonzero(weight).tolist(), key=lambda k: (-share[k], k))[:most]
        numbers = share.tolist()
        return tuple(self.belief(int(nodes[k]), numbers[k]) for k in likely)

    def belief(self, node: int, probability: Number) -> Belief:
        """A node of an information set with its probability."""
        steps, players = self.tree.histories.of(node), self.form.players
        viewer = int(self.form.player[int(self.tree.information_set[node])])
        history = tuple(("chance" if step.mover < 0 else players[step.mover], step.move) for step in steps)
        return Belief(probability, history, node, steps=steps, viewer=viewer)

    def towards(self, player: int, nodes: npt.NDArray[np.int64]) -> tuple[npt.NDArray[Any], npt.NDArray[np.int64]]:
        """The probability that chance and the others play towards each node, as share · ε^order.

        Without perfect recall, the player's own moves count, too.
        """
        tree, form = self.tree, self.form
        exact = self.trembles[player].share.dtype == object
        order = np.zeros(len(nodes), np.int64)
        weight = np.empty(len(nodes), object if exact else np.float64)
        weight[:] = [Fraction(p) if exact else float(p) for p in (tree.reaches[r] for r in tree.reach[nodes].tolist())]
        node = nodes
        here = np.arange(len(nodes))
        while node.size:
            inner = node > 0
            node, here = node[inner], here[inner]
            above = tree.parent[node].astype(np.int64)
            sets = tree.information_set[above]
            move = tree.edge[node] - tree.automaton.first[tree.state[above]]
            for other, trembles in enumerate(self.trembles):
                if other != player or not form.perfect_recall:
                    of = np.flatnonzero((sets >= 0) & (form.player[sets] == other))
                    sequence = form.first_sequence[sets[of]] + move[of]
                    weight[here[of]] *= trembles.share[sequence]
                    order[here[of]] += trembles.order[sequence]
            node = above
        order[weight == 0] = order.max(initial=0)  # never likelier than others: chance does not lead there
        return weight, order
