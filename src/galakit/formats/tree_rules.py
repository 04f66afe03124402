"""Rules that follow the tree of a file: the state is the node; the mover observes the information set.

The information sets of a player with perfect recall are then exactly those of the file, each named by its label (or
number) and the player's own earlier moves. A player without forgets everything on arriving at each information set, so
that only the file's information set is known.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from galakit.formats.document import TableDocument, TreeDocument, as_tree
from galakit.formats.names import distinct, printable, shown
from galakit.rules.contract import END, FORGET, Fact, Move, Number, Step


class TreeRules:
    """A tree as rules.

    >>> from galakit.errors import Source
    >>> from galakit.formats.read_efg import read_efg
    >>> text = 'EFG 2 R "coin" { "a" } p "" 1 1 "here" { "x" "y" } 0 t "" 1 "" { 3/2 } t "" 0'
    >>> rules = TreeRules(read_efg(Source("coin.efg", text)), "coin")
    >>> opening = rules.start()
    >>> opening.observations, opening.state.moves, opening.state.after(0).payoffs
    (((0, 'here'),), ('x', 'y'), (Fraction(3, 2),))
    """

    def __init__(self, document: TreeDocument | TableDocument, name: str) -> None:
        self.document = document
        self.tree = tree = as_tree(document) if isinstance(document, TableDocument) else document
        self.name = printable(tree.title) or name
        self.players = distinct(tree.players, printable)
        self._moves = [distinct(s.moves) for s in tree.information_sets]
        self._children = children_of(tree)
        before = _own_moves_before(tree, self._children)
        self.forgetful = frozenset(s.player for s, own in zip(tree.information_sets, before) if len(own) > 1)
        self._arriving = _arriving(tree, before, self.forgetful)
        self._nothing: tuple[Number, ...] = (0,) * len(self.players)
        self._payoffs = [tuple(_number(x) for x in outcome.payoffs) for outcome in tree.outcomes]
        self._states: dict[int, _State] = {}
        self._end = _State(self, -1)

    def start(self) -> Step:
        step = self.step(0)
        return step._replace(observations=tuple(o for o in step.observations if o[1] is not FORGET))

    def write(self, thing: Fact | Move) -> str:
        return FORGET.value if thing is FORGET else str(thing)

    def step(self, node: int) -> Step:
        """Arriving at a node."""
        _, information_set, outcome = self.tree.nodes[node]
        payoffs = self._nothing if outcome < 0 else self._payoffs[outcome]
        if information_set < 0:
            return Step(self._end, (), payoffs)
        state = self._states.get(node)
        if state is None:
            state = self._states[node] = _State(self, node)
        return Step(state, self._arriving[information_set], payoffs)


class _State:
    """A node; all terminal nodes are one state, since nothing follows. Each is made once, so it equals only itself."""

    __slots__ = ("_children", "_rules", "mover", "moves", "probabilities")

    def __init__(self, rules: TreeRules, node: int) -> None:
        self._rules = rules
        self.mover: int = END
        self.moves: tuple[Move, ...] = ()
        self.probabilities: tuple[Number, ...] | None = None
        self._children: list[int] = []
        if node >= 0:
            at = rules.tree.nodes[node].information_set
            known = rules.tree.information_sets[at]
            self.mover = known.player
            self.moves = rules._moves[at]
            self.probabilities = known.probabilities or None
            self._children = rules._children[node]

    def after(self, index: int) -> Step:
        return self._rules.step(self._children[index])


def children_of(tree: TreeDocument) -> list[list[int]]:
    """The children of each node, in the order of the moves."""
    children: list[list[int]] = []
    none: list[int] = []  # the same for all terminal nodes
    waiting: list[int] = []  # each inner node as often as it lacks a child, the next one last
    for node, (_, information_set, _) in enumerate(tree.nodes):
        if node:
            children[waiting.pop()].append(node)
        children.append(none if information_set < 0 else [])
        if information_set >= 0:
            waiting += [node] * len(tree.information_sets[information_set].moves)
    return children


def _arriving(
    tree: TreeDocument, before: list[set[tuple[int, int]]], forgetful: frozenset[int]
) -> list[tuple[tuple[int, Fact], ...]]:
    """What the mover observes on arriving at each information set; the others observe nothing."""
    # Names distinguish sets with the same own moves before them; a set without label that stands alone needs none.
    alike = Counter((s.player, *own) for s, own in zip(tree.information_sets, before))
    observed: list[tuple[tuple[int, Fact], ...]] = []
    for s, own, name in zip(tree.information_sets, before, _names(tree)):
        if s.player in forgetful:
            observed.append(((s.player, FORGET), (s.player, name)))
        elif s.player >= 0 and (s.label or alike[s.player, *own] > 1):
            observed.append(((s.player, name),))
        else:
            observed.append(())
    return observed


def _names(tree: TreeDocument) -> list[str]:
    """A name for each information set, different from those of all others of the player."""
    labels = Counter((s.player, shown(s.label)) for s in tree.information_sets)
    names = []
    for s in tree.information_sets:
        name = shown(s.label)
        if not name:
            name = f"set {s.number}"
        elif labels[s.player, name] > 1:
            name = f"{name} (set {s.number})"
        names.append(name)
    if len({(s.player, name) for s, name in zip(tree.information_sets, names)}) < len(names):
        return [f"set {s.number}" for s in tree.information_sets]  # a label that looks like such a name
    return names


def _own_moves_before(tree: TreeDocument, children: list[list[int]]) -> list[set[tuple[int, int]]]:
    """The mover's last (set, move) on the paths to each information set: one with perfect recall; (-1, -1) for none."""
    before: list[set[tuple[int, int]]] = [set() for _ in tree.information_sets]
    n = len(tree.players)
    last: list[tuple[tuple[int, int], ...]] = [()] * len(tree.nodes)
    last[0] = ((-1, -1),) * n
    for node, (_, at, _) in enumerate(tree.nodes):
        if at < 0:
            continue
        player, here = tree.information_sets[at].player, last[node]
        if player >= 0:
            before[at].add(here[player])
        for move, child in enumerate(children[node]):
            last[child] = here if player < 0 else (*here[:player], (at, move), *here[player + 1 :])
    return before


def _number(x: Fraction) -> Number:
    return x.numerator if x.denominator == 1 else x
