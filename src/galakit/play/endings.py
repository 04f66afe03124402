"""The ends of a game as one player sees them: those that agree with all that the player knows when a hand is over."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.game.tree import Tree
from galakit.rules.contract import END, Number
from galakit.rules.knowledge import informative

Key = tuple[int, Fraction | float]


class Endings:
    """The terminal nodes of a two-player game, by `player`'s facts and payoff.

    >>> import galakit as gk
    >>> game = gk.load("kuhn")
    >>> endings = Endings(game.form, game.tree, 0)
    >>> shown = endings.kind(("card(2)", "choosing([pass,bet])", "chose(bet)"), 1)  # the other one has folded
    >>> [game.tree.move(int(game.tree.path(int(n))[1])) for n in endings.members(shown)]
    ['(2,1)', '(2,3)']
    """

    def __init__(self, form: SequenceForm, tree: Tree, player: int) -> None:
        self.form, self.tree, self.player = form, tree, player
        self.last = self._sequences(1 - player)
        """[nodes] the other player's last sequence"""
        self.chance = np.array([float(p) for p in tree.reaches])[tree.reach]
        """[nodes] the probability of chance's moves to it"""
        self._after: dict[tuple[int, str], int] = {}
        """(number of the facts before, a new fact) -> number of the facts"""
        self._kinds: dict[Key, int] = {}
        self._members: list[list[int]] = []
        self._number()

    def kind(self, facts: Iterable[str], payoff: Number) -> int:
        """The number of the group of ends with these facts and this payoff of the player."""
        known = 0
        for fact in informative(facts):
            known = self._after.get((known, fact), -1)
        found = self._kinds.get((known, _exact(payoff)))
        if found is None:
            raise GalakitError(
                f"no play of {self.form.automaton.name} ends like this for {self.form.players[self.player]}: "
                f"{', '.join(informative(facts)) or 'nothing known'}; {payoff}",
                hint="let a model observe hands of its own game",
                id="GK834",
            )
        return found

    def members(self, kind: int) -> npt.NDArray[np.int64]:
        """Its nodes."""
        return np.array(self._members[kind], np.int64)

    def end(self, moves: Sequence[str]) -> int:
        """The node after these moves of all players."""
        node = 0
        for move in moves:
            children = {self.tree.move(int(child)): int(child) for child in self.tree.children(node)}
            if move not in children:
                raise GalakitError(
                    f"{self.form.automaton.name} has no play with these moves: {', '.join(moves)}",
                    hint="let a model observe hands of its own game",
                    id="GK834",
                )
            node = children[move]
        return node

    def _sequences(self, player: int) -> npt.NDArray[np.int64]:
        tree, form = self.tree, self.form
        last = np.zeros(tree.nodes, np.int64)
        mover = tree.mover
        for level in tree.levels()[1:]:
            above = tree.parent[level]
            last[level] = last[above]
            own = mover[above] == player
            move = tree.edge[level[own]] - tree.automaton.first[tree.state[above[own]]]
            last[level[own]] = form.first_sequence[tree.information_set[above[own]]] + move
        return last

    def _number(self) -> None:
        """Number the player's facts at each node in one pass, and sort the ends by them."""
        tree = self.tree
        facts = [informative(symbol) for symbol in tree.automaton.observations]
        seen = tree.automaton.seen[:, self.player].tolist()
        known = [0] * tree.nodes
        known[0] = self._learnt(0, facts[tree.automaton.opening_seen[self.player]])
        ends = (tree.mover == END).tolist()
        payoff = [_exact(row[self.player]) for row in tree.payoffs]
        for node, (above, edge, paid) in enumerate(zip(tree.parent.tolist(), tree.edge.tolist(), tree.payoff.tolist())):
            if node:
                known[node] = self._learnt(known[above], facts[seen[edge]])
            if ends[node]:
                kind = self._kinds.setdefault((known[node], payoff[paid]), len(self._kinds))
                if kind == len(self._members):
                    self._members.append([])
                self._members[kind].append(node)

    def _learnt(self, known: int, facts: tuple[str, ...]) -> int:
        for fact in facts:
            known = self._after.setdefault((known, fact), len(self._after) + 1)
        return known


def _exact(payoff: Number) -> Fraction | float:
    return payoff if isinstance(payoff, float) else Fraction(payoff)
