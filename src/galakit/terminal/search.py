"""Searching information sets by what a player knows there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.message import Message
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from galakit.study.answers import Found, SetLine
from galakit.terminal.rendering import DIM, colour


class SearchPane(Vertical):
    """Facts above, and below the sets that include them, by falling reach."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "app.see('tree')", "tree", key_display="Esc")]

    class Wanted(Message):
        """The sets that include some facts, from some number on."""

        def __init__(self, facts: str, offset: int) -> None:
            super().__init__()
            self.facts, self.offset = facts, offset

    class Picked(Message):
        """An information set under the cursor."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    def __init__(self, players: Sequence[str], id: str) -> None:
        super().__init__(id=id)
        self.players = players
        self.items: list[SetLine] = []

    def compose(self) -> ComposeResult:
        yield Input(placeholder="facts, or parts of them: card 3, bet")
        yield Static(id="count")
        yield OptionList()

    @property
    def found(self) -> OptionList:
        return self.query_one(OptionList)

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Wanted(event.value, 0))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        if self.items:
            self.found.focus()
            if self.found.highlighted is None:
                self.found.highlighted = 0

    def show(self, facts: str, answer: Found) -> None:
        """Show found sets, unless the search has changed."""
        if facts != self.query_one(Input).value:
            return
        if answer.offset == 0:
            self.items = []
            self.found.clear_options()
        elif len(self.items) != answer.offset:
            return
        else:
            self.found.remove_option_at_index(len(self.items))
        many = "1 information set" if answer.total == 1 else f"{answer.total:,} information sets"
        self.query_one("#count", Static).update(Text(many, DIM))
        self.items += answer.items
        self.found.add_options([Option(self._line(item)) for item in answer.items])
        left = answer.total - len(self.items)
        if left:
            self.found.add_option(Option(Text(f"… {left:,} more: Enter", DIM)))

    def _line(self, item: SetLine) -> Text:
        who = self.players[item.player]
        return Text.assemble((who, colour(self.players, who)), " ", (item.words, DIM if item.reach == 0 else ""))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        if event.option_index < len(self.items):
            self.post_message(self.Picked(self.items[event.option_index].id))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        if event.option_index >= len(self.items):
            self.post_message(self.Wanted(self.query_one(Input).value, len(self.items)))
