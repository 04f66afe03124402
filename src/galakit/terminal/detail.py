"""The pane that shows one information set, a node or the overview in full, with links."""

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
from galakit.terminal.rendering import DIM, story


@dataclass(frozen=True)
class Link:
    """A link to another information set, or to a node of the tree."""

    label: Text
    path: str
    """the question of its target: `sets/3` or `nodes/0.1`"""


class Detail(Vertical):
    """Text that scrolls, and links below it."""

    class Followed(Message):
        """A link was followed."""

        def __init__(self, path: str) -> None:
            super().__init__()
            self.path = path

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.links: list[Link] = []

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(id="text")
        yield OptionList(id="links")

    def show(self, text: RenderableType, links: list[Link]) -> None:
        self.query_one("#text", Static).update(text)
        self.query_one(VerticalScroll).scroll_home(animate=False)
        self.links = links
        found = self.query_one("#links", OptionList)
        found.clear_options()
        found.add_options([Option(link.label) for link in links])
        found.display = bool(links)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.post_message(self.Followed(self.links[event.option_index].path))


def links_from(here: InformationSet) -> list[Link]:
    """Links to the set before, to those after each move, and to the likeliest nodes in the tree."""
    found = [
        Link(Text.assemble(("↑ before, ", DIM), f"{link.label}: {link.words}"), questions.SET.asked(set=link.set))
        for link in here.before
    ]
    for choice in here.moves:
        found += [
            Link(Text.assemble((f"↓ {choice.label}", "cyan"), ", then ", link.words), questions.SET.asked(set=link.set))
            for link in choice.next
        ]
    found += [
        Link(Text.assemble(("→ tree: ", DIM), story(belief.history)), questions.NODE.asked(node=belief.node))
        for belief in here.belief[:3]
    ]
    return found
