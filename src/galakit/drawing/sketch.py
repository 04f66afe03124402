"""A tree as lines, marks and texts with coordinates, for matplotlib and TikZ. Lengths are in points, y goes upwards.

Drawn *down*, as textbooks do, a tree is as wide as its leaves; drawn to the *right* it takes little more than a line of
text for each leaf. Nodes of one information set are joined by a dashed line: a straight one where nothing lies between
them, else one that bends to the side of the parents, in a lane of its own where several run side by side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, count, pairwise
from typing import Literal, TypeAlias

from galakit.drawing.extensive import Extensive
from galakit.drawing.layout import tidy
from galakit.drawing.texts import shortened, text_width
from galakit.rules.contract import END

Point: TypeAlias = tuple[float, float]
Direction: TypeAlias = Literal["down", "right"]
Transform: TypeAlias = Callable[[float, float], Point]
"""(across, along) -> (x, y)"""

LINE = 8.4  # from one line of text to the next
LANE = 7.0  # between two dashed lines side by side
FEW = 12  # leaves: so many fit below each other's parents on a page
AT = 0.62  # position of the text on a branch drawn down
FAN = 16.0  # distance at which branches drawn to the right separate
DROP = 44.0  # from parent to child, drawn down


@dataclass(frozen=True)
class Curve:
    """A start, then pieces: one point is a straight line there, three are a cubic Bézier curve."""

    start: Point
    pieces: tuple[tuple[Point, ...], ...]


@dataclass(frozen=True)
class Limb:
    """A branch with its texts."""

    curve: Curve
    mover: int
    """the mover"""
    share: float
    move: str
    share_text: str
    text: Point
    """the middle of the text drawn down, the middle of its foot drawn to the right"""

    @property
    def said(self) -> str:
        """The move and its probability in one line."""
        return _label(self.move, self.share_text)


@dataclass(frozen=True)
class Mark:
    """An inner node."""

    at: Point
    mover: int
    cut: bool


@dataclass(frozen=True)
class Outcome:
    """The end of a play: payoffs below each other drawn down, beside each other drawn to the right."""

    at: Point
    payoffs: tuple[str, ...]


@dataclass(frozen=True)
class Joined:
    """An information set of several nodes."""

    player: int
    curves: tuple[Curve, ...]


@dataclass(frozen=True)
class Sketch:
    players: tuple[str, ...]
    direction: Direction
    left: float
    bottom: float
    right: float
    top: float
    limbs: tuple[Limb, ...]
    marks: tuple[Mark, ...]
    outcomes: tuple[Outcome, ...]
    joined: tuple[Joined, ...]

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.top - self.bottom


def sketch(tree: Extensive, direction: Direction | None = None) -> Sketch:
    """The sketch of a tree; without a direction, down where there are few leaves, else to the right."""
    children = tree.children()
    direction = direction or ("down" if sum(not below for below in children) <= FEW else "right")
    vertices = tree.vertices
    depth = [0] * len(vertices)
    for k, vertex in enumerate(vertices[1:], 1):
        depth[k] = depth[vertex.parent] + 1
    breadth = [_breadth(tree, k, direction) for k in range(len(vertices))]
    across = _across(tree, children, breadth, direction)
    lanes = _lanes(tree, depth, across)
    extra = _extra(depth, lanes)
    along = _along(tree, depth, extra, direction)

    def point(across: float, along: float) -> Point:
        return (across, -along) if direction == "down" else (along, -across)

    at = [point(across[k], along[depth[k]]) for k in range(len(vertices))]
    limbs = []
    for k, vertex in enumerate(vertices[1:], 1):
        begin, end = at[vertex.parent], at[k]
        if direction == "down":
            bend = (end[0], end[1] + extra[depth[k]])
            curve = Curve(begin, ((bend,), (end,)) if extra[depth[k]] else ((end,),))
            text = (begin[0] + AT * (bend[0] - begin[0]), begin[1] + AT * (bend[1] - begin[1]))
        else:
            bend = (begin[0] + FAN, end[1])
            curve = Curve(begin, ((bend,), (end,)))
            text = (bend[0] + 2 + text_width(_label(vertex.move, vertex.share_text)) / 2, end[1] + 1.5)
        limbs.append(
            Limb(curve, vertices[vertex.parent].mover, vertex.share, shortened(vertex.move), vertex.share_text, text)
        )
    joined = [
        Joined(vertices[members[0]].mover, _curves([(across[k], along[depth[k]]) for k in members], lane, point))
        for members, lane in lanes
    ]
    first = min(x - b / 2 for x, b in zip(across, breadth))
    last = max(x + b / 2 for x, b in zip(across, breadth))
    # Payoffs are beyond the ends of plays.
    lines = LINE * len(tree.players) if direction == "down" else max(text_width(", ".join(v.payoffs)) for v in vertices)
    low, high = point(last, along[-1] + lines + 4), point(first, 0.0)
    return Sketch(
        tree.players,
        direction,
        left=min(low[0], high[0]),
        right=max(low[0], high[0]),
        bottom=min(low[1], high[1]),
        top=max(low[1], high[1]),
        limbs=tuple(limbs),
        marks=tuple(Mark(at[k], v.mover, v.cut) for k, v in enumerate(vertices) if v.mover != END),
        outcomes=tuple(Outcome(at[k], v.payoffs) for k, v in enumerate(vertices) if v.mover == END),
        joined=tuple(joined),
    )


def _label(move: str, share_text: str) -> str:
    return f"{shortened(move)}  {share_text}".strip()


def _breadth(tree: Extensive, k: int, direction: Direction) -> float:
    vertex = tree.vertices[k]
    if direction == "right":
        return 1.75 * LINE
    # Texts of neighbouring branches are closer together than the nodes they lead to.
    label = max(text_width(shortened(vertex.move)), text_width(vertex.share_text)) / AT
    return max(label + 6, 16.0)


def _across(
    tree: Extensive, children: Sequence[Sequence[int]], breadth: Sequence[float], direction: Direction
) -> list[float]:
    """The tidy layout, with room for the payoffs beyond the ends of plays: they count as one more child there."""
    with_payoffs: list[list[int]] = []
    breadths: list[float] = []
    number: list[int] = []
    for k, vertex in enumerate(tree.vertices):
        number.append(len(with_payoffs))
        with_payoffs.append([])
        breadths.append(breadth[k])
        if vertex.parent >= 0:
            with_payoffs[number[vertex.parent]].append(number[k])
        if not children[k] and (vertex.mover == END or vertex.cut):
            with_payoffs[number[k]].append(len(with_payoffs))
            with_payoffs.append([])
            breadths.append(breadth[k] if direction == "right" else _payoff_breadth(vertex.payoffs))
    across = tidy(with_payoffs, breadths)
    return [across[k] for k in number]


def _payoff_breadth(payoffs: Sequence[str]) -> float:
    return max((text_width(p) + 6 for p in payoffs), default=16.0)


Lane: TypeAlias = tuple[list[int], int]


def _lanes(tree: Extensive, depth: Sequence[int], across: Sequence[float]) -> list[Lane]:
    """The information sets of several nodes, and how far from the nodes each is drawn: 0 is straight through them."""
    members: dict[str, list[int]] = defaultdict(list)
    for k, vertex in enumerate(tree.vertices):
        if vertex.set is not None and vertex.mover != END:
            members[vertex.set].append(k)
    rank: list[int] = [0] * len(depth)
    seen: dict[int, int] = defaultdict(int)
    for k in range(len(depth)):  # preorder meets the nodes of a depth from first to last
        rank[k] = seen[depth[k]]
        seen[depth[k]] += 1
    found: list[Lane] = []
    taken: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)  # (depth, lane) -> from where to where
    several = [sorted(nodes, key=lambda k: (across[k], depth[k])) for nodes in members.values() if len(nodes) > 1]
    for nodes in sorted(several, key=lambda nodes: across[nodes[-1]] - across[nodes[0]]):  # short ones close by
        first, last, level = across[nodes[0]], across[nodes[-1]], depth[nodes[0]]
        lane = 0
        if len({depth[k] for k in nodes}) == 1 and rank[nodes[-1]] - rank[nodes[0]] != len(nodes) - 1:
            lane = next(n for n in count(1) if all(last < a or b < first for a, b in taken[level, n]))
            taken[level, lane].append((first, last))
        found.append((nodes, lane))
    return found


def _extra(depth: Sequence[int], lanes: Sequence[Lane]) -> list[float]:
    """The width of the lanes before each depth."""
    extra = [0.0] * (max(depth) + 1)
    for nodes, lane in lanes:
        extra[depth[nodes[0]]] = max(extra[depth[nodes[0]]], lane * LANE)
    return extra


def _along(tree: Extensive, depth: Sequence[int], extra: Sequence[float], direction: Direction) -> list[float]:
    """The coordinate of each depth."""
    room = [0.0] * len(extra)
    for k, vertex in enumerate(tree.vertices[1:], 1):
        step = DROP if direction == "down" else FAN + text_width(_label(vertex.move, vertex.share_text)) + 10
        room[depth[k]] = max(room[depth[k]], step)
    return [step + more for step, more in zip(accumulate(room), accumulate(extra))]


def _curves(nodes: Sequence[Point], lane: int, point: Transform) -> tuple[Curve, ...]:
    """From node to node, given as (across, along); in a lane: out to it, straight on, and back."""
    found = []
    for (a, b), (c, d) in pairwise(nodes):
        if b != d:  # at different depths: a bow
            middle = (a + c) / 2
            found.append(Curve(point(a, b), ((point(middle, b), point(middle, d), point(c, d)),)))
        elif lane == 0:
            found.append(Curve(point(a, b), ((point(c, d),),)))
        else:
            out = b - lane * LANE
            turn = min(1.2 * LANE, (c - a) / 2)
            near = out + 0.2 * (b - out)
            away = (point(a + 0.15 * turn, near), point(a + 0.4 * turn, out), point(a + turn, out))
            back = (point(c - 0.4 * turn, out), point(c - 0.15 * turn, near), point(c, d))
            found.append(Curve(point(a, b), (away, (point(c - turn, out),), back)))
    return tuple(found)
