"""The tidy layout: what Reingold and Tilford ask of a drawing holds for every tree."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galakit.drawing.layout import tidy

CLOSE = 1e-6


@st.composite
def trees(draw, most=60):
    """Children of each node in preorder, and breadths."""
    size = draw(st.integers(1, most))
    parents = [0] + [draw(st.integers(0, k - 1)) for k in range(1, size)]
    below = [[] for _ in range(size)]
    for k in range(1, size):
        below[parents[k]].append(k)
    children, order, stack = [], {}, [0]
    while stack:
        node = stack.pop()
        order[node] = len(order)
        stack += reversed(below[node])
    children = [[] for _ in range(size)]
    for node, k in order.items():
        children[k] = [order[c] for c in below[node]]
    wide = draw(st.booleans())
    breadth = [draw(st.sampled_from([0.5, 1.0, 3.0])) if wide else 1.0 for _ in range(size)]
    return children, breadth


def levels(children):
    level, found = [0], []
    while level:
        found.append(level)
        level = [c for node in level for c in children[node]]
    return found


@given(trees())
def test_nodes_of_a_depth_keep_their_order_and_do_not_overlap(tree):
    children, breadth = tree
    across = tidy(children, breadth)
    for level in levels(children):
        for left, right in pairwise(level):
            assert across[right] - across[left] >= (breadth[left] + breadth[right]) / 2 - CLOSE


@given(trees())
def test_a_parent_is_centred_over_its_children(tree):
    children, breadth = tree
    across = tidy(children, breadth)
    assert min(across) == 0
    for node, below in enumerate(children):
        if below:
            assert across[node] == pytest.approx((across[below[0]] + across[below[-1]]) / 2, abs=CLOSE)


@given(trees(most=40))
def test_subtrees_that_are_alike_are_drawn_alike(tree):
    children, _ = tree
    across = tidy(children, [1.0] * len(children))
    seen = {}
    shapes = [None] * len(children)
    for node in reversed(range(len(children))):
        shapes[node] = tuple(shapes[c] for c in children[node])
        drawn, stack = [], [node]
        while stack:
            at = stack.pop()
            drawn.append(across[at] - across[node])
            stack += reversed(children[at])
        first = seen.setdefault(shapes[node], drawn)
        assert drawn == pytest.approx(first, abs=CLOSE)


def test_a_full_binary_tree_is_as_narrow_as_its_leaves():
    children = [[1, 4], [2, 3], [], [], [5, 6], [], []]
    assert tidy(children, [1.0] * 7) == [1.5, 0.5, 0.0, 1.0, 2.5, 2.0, 3.0]


def test_small_subtrees_between_large_ones_share_the_room():
    five = lambda first: [list(range(first + 1, first + 6)), [], [], [], [], []]  # noqa: E731
    children = [[1, 7, 8, 9], *five(1), [], [], *five(9)]
    across = tidy(children, [1.0] * len(children))
    assert [across[b] - across[a] for a, b in ((1, 7), (7, 8), (8, 9))] == pytest.approx([5 / 3] * 3)


def test_a_very_deep_tree_is_laid_out():
    size = 20_000
    assert tidy([[k + 1] for k in range(size - 1)] + [[]], [1.0] * size) == [0.0] * size
