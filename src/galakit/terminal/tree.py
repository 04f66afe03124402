"""The tree of a game, loaded as its branches are opened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from galakit.study.answers import Branch, Node
from galakit.terminal.rendering import DIM, colour


@dataclass
class TreeLine:
    """The node, or the further branches, of a line of the tree."""

    node: str
    set: str | None = None
    loaded: bool = False
    more: int | None = None
    """for a line of further branches: the first of them"""


class GameTree(Tree[TreeLine]):
    """Requests the branches of a node when it is opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "open", "open", show=False),
        Binding("left", "close", "close", show=False),
    ]

    class Wanted(Message):
        """The branches of a node from some number on."""

        def __init__(self, line: TreeNode[TreeLine], offset: int) -> None:
            super().__init__()
            self.line, self.offset = line, offset

    def __init__(self, players: Sequence[str], id: str) -> None:
        super().__init__("the start", TreeLine("0"), id=id)
        self.players = players
        self.auto_expand = False

    def on_mount(self) -> None:
        self.post_message(self.Wanted(self.root, 0))

    def action_open(self) -> None:
        line = self.cursor_node
        if line is None:
            return
        if line.is_expanded and line.children:
            self.move_cursor(line.children[0])
        else:
            self.open(line)

    def action_close(self) -> None:
        line = self.cursor_node
        if line is None:
            return
        if line.is_expanded and line is not self.root:
            line.collapse()
        elif line.parent is not None:
            self.move_cursor(line.parent)

    def on_tree_node_selected(self, event: Tree.NodeSelected[TreeLine]) -> None:
        if event.node.is_expanded and event.node is not self.root:
            event.node.collapse()
        else:
            self.open(event.node)

    def open(self, line: TreeNode[TreeLine]) -> None:
        """Show the branches of a line, requesting them the first time."""
        data = line.data
        assert data is not None
        if data.more is not None and line.parent is not None:
            self.post_message(self.Wanted(line.parent, data.more))
        elif line.allow_expand:
            if data.loaded:
                line.expand()
            else:
                self.post_message(self.Wanted(line, 0))

    def add(self, line: TreeNode[TreeLine], answer: Node) -> None:
        """Add branches."""
        data = line.data
        assert data is not None
        for child in list(line.children):
            if child.data is not None and child.data.more is not None:
                child.remove()
        if line is self.root:
            line.set_label(Text.assemble("the start", ("  ", ""), self._mover(answer.mover)))
            data.set = answer.set
        if len(line.children) > answer.offset:  # asked for twice
            return
        for branch in answer.branches:
            line.add(
                self._label(branch), TreeLine(branch.node, branch.set), allow_expand=branch.branches > 0, expand=False
            )
        after = answer.offset + len(answer.branches)
        if after < answer.total:
            left = Text(f"… {answer.total - after:,} more: Enter", DIM)
            line.add_leaf(left, TreeLine(answer.id, more=after))
        data.loaded = True
        line.expand()

    def loaded(self, line: TreeNode[TreeLine]) -> int:
        """The number of its loaded branches."""
        return sum(child.data is not None and child.data.more is None for child in line.children)

    def branch(self, line: TreeNode[TreeLine], node: str) -> TreeNode[TreeLine] | None:
        """The line of one of its branches, if it is loaded."""
        for child in line.children:
            if child.data is not None and child.data.node == node and child.data.more is None:
                return child
        return None

    def _label(self, branch: Branch) -> Text:
        never = branch.probability.value == 0
        label = Text.assemble(
            (branch.label, DIM if never else ""), " ", (branch.probability.text, DIM if never else "cyan")
        )
        if branch.mover == "end":
            paid = ", ".join(payoff.text for payoff in branch.payoffs)
            return label.append(f"  = {paid}", DIM if never else "bold")
        return label.append("  ").append_text(self._mover(branch.mover))

    def _mover(self, name: str) -> Text:
        return Text(name, colour(self.players, name))
