"""`galakit explore`: the tree, the information sets and the grids of a solution, by keys alone.

All answers come from a `Study` in another thread, so that the keys respond at once in games of any
size; only opened nodes are fetched.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from threading import Lock
from typing import Any, ClassVar

from rich.segment import Segment
from rich.text import Text
from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.color import Color
from textual.containers import Horizontal
from textual.filter import LineFilter
from textual.widgets import ContentSwitcher, Footer, Input, OptionList, Static, Tree
from textual.widgets.tree import TreeNode

from galakit.errors import GalakitError
from galakit.printable import printable
from galakit.study import questions
from galakit.study.answers import Answer, Found, InformationSet, Node, Overview
from galakit.study.grid_answers import Grid
from galakit.study.study import Study
from galakit.terminal.detail import Detail, links_from
from galakit.terminal.grid import StrategyGrid
from galakit.terminal.help import Help
from galakit.terminal.rendering import information_set, node, overview, title
from galakit.terminal.search import SearchPane
from galakit.terminal.tree import GameTree, TreeLine


class Visible(LineFilter):
    """Makes control characters in names, facts and moves visible: see `printable`."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        return [s if s.control else Segment(printable(s.text), s.style) for s in segments]


class Explorer(App[None]):
    """A solution at the terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS_PATH = "explorer.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("t", "see('tree')", "tree"),
        Binding("g", "see('grid')", "grid"),
        Binding("slash", "see('search')", "search", key_display="/"),
        Binding("o", "overview", "game"),
        Binding("b", "look_back", "back"),
        Binding("tab", "app.focus_next", "pane", priority=True, show=False),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
    ]

    def __init__(self, study: Study) -> None:
        super().__init__()
        self.study = study
        self.players = study.game.players
        self.shown: list[str] = []
        """the questions shown in the right pane, the current one last"""
        self._lock = Lock()

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), Visible()]

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="panes"):
            with ContentSwitcher(initial="tree", id="left"):
                yield GameTree(self.players, id="tree")
                yield StrategyGrid(self.players, id="grid")
                yield SearchPane(self.players, id="search")
            yield Detail(id="detail")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.look(questions.OVERVIEW.asked())
        self.query_one(GameTree).focus()

    # Questions and answers.

    def look(self, path: str) -> None:
        """Show the answer to a question in the right pane."""
        if not self.shown or self.shown[-1] != path:
            self.shown = [*self.shown[-99:], path]
        self._ask(path)

    @work(group="detail", exclusive=True)
    async def _ask(self, path: str) -> None:
        self._show(await self._answer(path), None)

    @work(group="left")
    async def _ask_left(self, path: str, about: Any) -> None:
        self._show(await self._answer(path), about)

    async def _answer(self, path: str) -> Answer | GalakitError:
        """The study's answer, without blocking the keys."""
        return await asyncio.to_thread(self._asked, path)

    def _asked(self, path: str) -> Answer | GalakitError:
        try:
            with self._lock:  # the caches of a study are not thread-safe
                return self.study.ask(path)
        except GalakitError as error:
            return error

    def _show(self, answer: Answer | GalakitError, about: Any) -> None:
        detail = self.query_one(Detail)
        match answer:
            case GalakitError():
                detail.show(Text("\n".join(d.render() for d in answer.diagnostics), "yellow"), [])
            case Overview():
                self.query_one("#title", Static).update(title(answer))
                detail.show(overview(answer), [])
            case InformationSet():
                detail.show(information_set(answer, self.players, detail.size.width), links_from(answer))
            case Node() if about is not None:
                self.query_one(GameTree).add(about, answer)
            case Node():
                detail.show(node(answer, self.players), [])
            case Grid():
                self.query_one(StrategyGrid).show(answer)
            case Found():
                self.query_one(SearchPane).show(about, answer)

    # Messages of the panes.

    def on_game_tree_wanted(self, event: GameTree.Wanted) -> None:
        data = event.line.data
        assert data is not None
        self._ask_left(questions.NODE.asked(node=data.node, offset=event.offset), event.line)

    def on_tree_node_highlighted(self, event: Tree.NodeHighlighted[TreeLine]) -> None:
        data = event.node.data
        if data is None or data.more is not None or (data.node == "0" and not data.loaded):
            return
        asked = questions.SET.asked(set=data.set) if data.set else questions.NODE.asked(node=data.node)
        self.look(asked)

    def on_strategy_grid_wanted(self, event: StrategyGrid.Wanted) -> None:
        path = questions.GRID.asked(player=event.player, aggregate=event.aggregate, offset=event.offset)
        self._ask_left(path, None)

    def on_strategy_grid_picked(self, event: StrategyGrid.Picked) -> None:
        self.look(questions.SET.asked(set=event.name))

    def on_search_pane_wanted(self, event: SearchPane.Wanted) -> None:
        self._ask_left(questions.SETS.asked(facts=event.facts, offset=event.offset), event.facts)

    def on_search_pane_picked(self, event: SearchPane.Picked) -> None:
        self.look(questions.SET.asked(set=event.name))

    def on_detail_followed(self, event: Detail.Followed) -> None:
        kind, _, name = event.path.partition("/")
        if kind == "nodes":
            self.action_see("tree")
            self._reveal(name)
        else:
            self.look(event.path)

    @work(group="reveal", exclusive=True)
    async def _reveal(self, name: str) -> None:
        """Open the tree down to a node, and go there."""
        tree = self.query_one(GameTree)
        line: TreeNode[TreeLine] = tree.root
        steps = name.split(".")
        for depth in range(1, len(steps)):
            here, wanted = ".".join(steps[:depth]), ".".join(steps[: depth + 1])
            while (below := tree.branch(line, wanted)) is None:
                answer = await self._answer(questions.NODE.asked(node=here, offset=tree.loaded(line)))
                if not isinstance(answer, Node) or not answer.branches:
                    return
                tree.add(line, answer)
            line.expand()
            line = below
        tree.call_after_refresh(tree.move_cursor, line)  # its line is known when it has been drawn

    # Keys.

    def action_see(self, pane: str) -> None:
        self.query_one("#left", ContentSwitcher).current = pane
        self.query_one("#panes").set_class(pane == "grid", "wide")
        if pane == "tree":
            self.query_one(GameTree).focus()
        elif pane == "grid":
            grid = self.query_one(StrategyGrid)
            if grid.answer is None:
                grid.ask()
            grid.focus_table()
        else:
            search = self.query_one(SearchPane)
            search.query_one(Input).focus()
            if not search.items:
                self.on_search_pane_wanted(SearchPane.Wanted(search.query_one(Input).value, 0))

    def action_overview(self) -> None:
        self.look(questions.OVERVIEW.asked())

    def action_look_back(self) -> None:
        if len(self.shown) > 1:
            self.shown.pop()
            self.look(self.shown[-1])

    def action_help(self) -> None:
        self.push_screen(Help())

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
