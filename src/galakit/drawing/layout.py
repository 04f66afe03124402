"""Where the nodes of a drawn tree go: the tidy layout of Reingold & Tilford (1981), in linear time.

Nodes of one depth lie on one line, in their order, and do not overlap; a parent is centred over its children; a
subtree looks the same wherever it occurs. The method is that of Walker (1990) for any number of children as made linear
by Buchheim, Jünger & Leipert (2002), whose names are kept, with nodes of different breadths and without recursion: a
game may be deep.
"""

from __future__ import annotations

from collections.abc import Sequence


def tidy(children: Sequence[Sequence[int]], breadth: Sequence[float]) -> list[float]:
    """The coordinate of each node across the tree; node 0 is the root, and nodes are in preorder.

    Neighbours of one depth are at least half the sum of their breadths apart.

    >>> tidy([[1, 2], [], [3, 4], [], []], [1.0] * 5)
    [0.5, 0.0, 1.0, 0.5, 1.5]
    """
    walk = _Walk(children, breadth)
    for node in reversed(range(len(children))):  # in preorder what is below a node comes after it
        walk.arrange(node)
    prelim, mod = walk.prelim, walk.mod
    prelim[0] = walk.midpoint(0)
    mod[0] = 0.0
    moved = [0.0] * len(children)
    for node in range(len(children)):
        for child in children[node]:
            moved[child] = moved[node] + mod[node]
    across = [x + m for x, m in zip(prelim, moved)]
    least = min(across)
    return [x - least for x in across]


class _Walk:
    """The first walk: subtrees are laid out from the leaves up and moved as wholes (`mod` moves all below a node)."""

    def __init__(self, children: Sequence[Sequence[int]], breadth: Sequence[float]) -> None:
        size = len(children)
        self.children = children
        self.breadth = breadth
        self.prelim = [0.0] * size
        self.mod = [0.0] * size
        self.change = [0.0] * size
        self.shift = [0.0] * size
        self.ancestor = list(range(size))
        self.thread: list[int | None] = [None] * size
        self.number = [0] * size
        self.parent = [-1] * size
        for node, below in enumerate(children):
            for k, child in enumerate(below):
                self.number[child] = k
                self.parent[child] = node

    def midpoint(self, node: int) -> float:
        below = self.children[node]
        return (self.prelim[below[0]] + self.prelim[below[-1]]) / 2 if below else 0.0

    def arrange(self, parent: int) -> None:
        """Put the subtrees of a node beside each other, from left to right, as close as they get."""
        siblings = self.children[parent]
        if not siblings:
            return
        default = siblings[0]
        for k, node in enumerate(siblings):
            middle = self.midpoint(node)
            if k == 0:
                self.prelim[node] = middle
                continue
            self.prelim[node] = self.prelim[siblings[k - 1]] + self._distance(siblings[k - 1], node)
            if self.children[node]:
                self.mod[node] = self.prelim[node] - middle
            default = self._apportion(node, siblings, default)
        self._execute_shifts(siblings)

    def _apportion(self, node: int, siblings: Sequence[int], default: int) -> int:
        """Move a subtree away from those at its left: down both contours where they face each other (- left, + right).

        The outer contours are followed as well, so that they can be joined where one side is deeper.
        """
        prelim, mod = self.prelim, self.mod
        inner_plus = outer_plus = node
        inner_minus, outer_minus = siblings[self.number[node] - 1], siblings[0]
        s_inner_plus = s_outer_plus = mod[node]
        s_inner_minus, s_outer_minus = mod[inner_minus], mod[outer_minus]
        right, left = self._next_right(inner_minus), self._next_left(inner_plus)
        while right is not None and left is not None:
            inner_minus, inner_plus = right, left
            outer_minus, outer_plus = (
                self._below(self._next_left(outer_minus)),
                self._below(self._next_right(outer_plus)),
            )
            self.ancestor[outer_plus] = node
            overlap = (
                prelim[inner_minus]
                + s_inner_minus
                - (prelim[inner_plus] + s_inner_plus)
                + self._distance(inner_minus, inner_plus)
            )
            if overlap > 0:
                of = self.ancestor[inner_minus]
                self._move(of if self.parent[of] == self.parent[node] else default, node, overlap)
                s_inner_plus += overlap
                s_outer_plus += overlap
            s_inner_minus += mod[inner_minus]
            s_inner_plus += mod[inner_plus]
            s_outer_minus += mod[outer_minus]
            s_outer_plus += mod[outer_plus]
            right, left = self._next_right(inner_minus), self._next_left(inner_plus)
        if right is not None and self._next_right(outer_plus) is None:
            self.thread[outer_plus] = right
            mod[outer_plus] += s_inner_minus - s_outer_plus
        if left is not None and self._next_left(outer_minus) is None:
            self.thread[outer_minus] = left
            mod[outer_minus] += s_inner_plus - s_outer_minus
            default = node
        return default

    def _move(self, left: int, right: int, by: float) -> None:
        """Move a subtree; those between it and the one it would have touched share the room (`_execute_shifts`)."""
        between = self.number[right] - self.number[left]
        self.change[right] -= by / between
        self.shift[right] += by
        self.change[left] += by / between
        self.prelim[right] += by
        self.mod[right] += by

    def _execute_shifts(self, siblings: Sequence[int]) -> None:
        shift = change = 0.0
        for node in reversed(siblings):
            self.prelim[node] += shift
            self.mod[node] += shift
            change += self.change[node]
            shift += self.shift[node] + change

    def _next_left(self, node: int) -> int | None:
        return self.children[node][0] if self.children[node] else self.thread[node]

    def _next_right(self, node: int) -> int | None:
        return self.children[node][-1] if self.children[node] else self.thread[node]

    @staticmethod
    def _below(node: int | None) -> int:
        assert node is not None  # an outer contour is as deep as the inner one of its side
        return node

    def _distance(self, left: int, right: int) -> float:
        return (self.breadth[left] + self.breadth[right]) / 2
