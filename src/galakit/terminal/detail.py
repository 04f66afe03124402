"""The pane that shows one information set, a node or the overview in full, with the ways on from there."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from galakit.study import questions
from galakit.study.answers import InformationSet
from galakit.terminal.telling import DIM, story


@dataclass(frozen=True)
class Way:
    """A way on: to another information set, or to a node of the tree."""

    label: Text
    path: str
    """the question whose answer is there: `sets/3` or `nodes/0.1`"""


class Detail(Vertical):
    """Text that scrolls, and below it the ways on."""

    class Followed(Message):
        """A way that was taken."""

        def __init__(self, path: str) -> None:
            super().__init__()
            self.path = path

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.ways: list[Way] = []

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(id="text")
        yield OptionList(id="ways")

    def show(self, text: RenderableType, ways: list[Way]) -> None:
        self.query_one("#text", Static).update(text)
        self.query_one(VerticalScroll).scroll_home(animate=False)
        self.ways = ways
        found = self.query_one("#ways", OptionList)
        found.clear_options()
        found.add_options([Option(way.label) for way in ways])
        found.display = bool(ways)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Followed(self.ways[event.option_index].path))


def ways_from(here: InformationSet) -> list[Way]:
    """Back to the set before, on to those after each move, and to the likeliest nodes in the tree."""
    found = [
        Way(Text.assemble(("↑ before, ", DIM), f"{link.label}: {link.words}"), questions.SET.asked(set=link.set))
        for link in here.before
    ]
    for choice in here.moves:
        found += [
            Way(Text.assemble((f"↓ {choice.label}", "cyan"), ", then ", link.words), questions.SET.asked(set=link.set))
            for link in choice.next
        ]
    found += [
        Way(Text.assemble(("→ tree: ", DIM), story(belief.history)), questions.NODE.asked(node=belief.node))
        for belief in here.belief[:3]
    ]
    return found
