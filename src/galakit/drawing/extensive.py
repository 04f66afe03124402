"""The part of a game tree that is drawn: from the root or after some moves, down to some depth, all of it or what is
played.

Nodes come from a study one by one, so a part of a game that is too large to list can be drawn, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.rules.contract import CHANCE, END
from galakit.study.answers import Branch, Node

if TYPE_CHECKING:
    from galakit.study.study import Study

LIMIT = 400  # nodes: more are illegible in a picture
LIMIT_MOVES = 100_000  # that are searched for a named one


@dataclass(frozen=True)
class Vertex:
    """A node to draw."""

    parent: int
    """-1 for the first"""
    mover: int
    """a player, CHANCE or END"""
    set: str | None
    """its information set"""
    move: str
    """the move that leads here"""
    share: float
    """the probability of that move"""
    share_text: str
    """the same as text"""
    payoffs: tuple[str, ...]
    cut: bool
    """whether some moves are not drawn"""


@dataclass(frozen=True)
class Extensive:
    """Nodes in preorder: what is below a node comes after it."""

    players: tuple[str, ...]
    vertices: tuple[Vertex, ...]

    def children(self) -> list[list[int]]:
        """The nodes below each node, in the order of its moves."""
        below: list[list[int]] = [[] for _ in self.vertices]
        for k, vertex in enumerate(self.vertices):
            if vertex.parent >= 0:
                below[vertex.parent].append(k)
        return below


def extensive(
    study: Study, *, depth: int | None = None, after: Sequence[str] = (), played: bool = False, nodes: int = LIMIT
) -> Extensive:
    """The tree after some moves, `depth` moves deep, with all moves or those that are played; at most so many nodes."""
    if depth is not None and depth < 0:
        raise GalakitError(f"a tree cannot be {depth} moves deep", hint="give a number from 0 on", id="GK508")
    root = study.node()
    for move in after:
        root = study.node(_named(study, root, move).node)
    players = tuple(study.solution.players)
    found: list[Vertex] = []
    stack: list[tuple[int, int, Node | Branch, str, float, str]] = [(-1, 0, root, "", 1.0, "")]
    while stack:
        parent, level, here, move, share, share_text = stack.pop()
        if len(found) >= nodes:
            raise _too_large(study, nodes)
        end = here.mover == "end"
        branches = [] if end or level == depth else _branches(study, here, nodes)
        shown = [b for b in branches if not played or (b.probability.value or 0) > 0]
        mover = END if end else CHANCE if here.mover == "chance" else players.index(here.mover)
        payoffs = tuple(p.text for p in here.payoffs)
        found.append(Vertex(parent, mover, here.set, move, share, share_text, payoffs, cut=not end and not shown))
        below = [(len(found) - 1, level + 1, b, b.label, b.probability.value or 0.0, b.probability.text) for b in shown]
        stack += reversed(below)
    return Extensive(players, tuple(found))


def _branches(study: Study, here: Node | Branch, most: int) -> list[Branch]:
    node = here if isinstance(here, Node) else study.node(here.node)
    branches = list(node.branches)
    while len(branches) < node.total:
        if len(branches) > most:
            raise _too_large(study, most)
        branches += study.node(node.id, offset=len(branches)).branches
    return branches


def _named(study: Study, node: Node, move: str) -> Branch:
    branches = _branches(study, node, LIMIT_MOVES)
    for branch in branches:
        if branch.move.replace(" ", "") == move.replace(" ", ""):
            return branch
    raise GalakitError(
        f"there is no move {move} here",
        notes=[f"{node.mover} may play " + ", ".join(b.move for b in branches[:20])] if branches else ["play is over"],
        hint="name the moves from the start on, separated by commas",
        id="GK851",
    )


def _too_large(study: Study, nodes: int) -> GalakitError:
    size = study.solution.size
    whole = f": the game has {size.nodes:,}" if size is not None else ""
    return GalakitError(
        f"there are more than {nodes:,} nodes to draw{whole}",
        hint="draw a part: `depth` cuts the tree after so many moves, `after` begins after some moves, `played` leaves "
        "out moves that are never made; or raise the limit `nodes`",
        id="GK850",
    )
