"""A list of the shipped games to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option


class Offered(NamedTuple):
    """A game in the list."""

    name: str
    summary: str


class Chooser(App[str]):
    """Returns the name of a game, or None where the user leaves."""

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "quit", "quit", priority=True),
        Binding("down", "list", "list", show=False),
    ]
    CSS = """
    #title { height: 1; background: $primary-darken-2; color: $text; text-style: bold; }
    Input { border: none; height: 1; background: $boost; padding: 0 1; }
    OptionList { height: 1fr; border: none; background: $background; }
    """

    def __init__(self, games: Sequence[Offered]) -> None:
        super().__init__()
        self.games = games
        self.found = list(games)

    def compose(self) -> ComposeResult:
        yield Static(" Which game? Enter solves it and shows the solution.", id="title")
        yield Input(placeholder="type a part of its name, or go down the list")
        yield OptionList()
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self._list("")
        self.query_one(Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        self._list(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if self.found:
            self.exit(self.found[0].name)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.exit(self.found[event.option_index].name)

    def action_list(self) -> None:
        lines = self.query_one(OptionList)
        lines.focus()
        if self.found and lines.highlighted is None:
            lines.highlighted = 0

    def _list(self, typed: str) -> None:
        wanted = typed.strip().casefold()
        self.found = [game for game in self.games if wanted in f"{game.name} {game.summary}".casefold()]
        self.found.sort(key=lambda game: not game.name.startswith(wanted))
        width = max((len(game.name) for game in self.games), default=0)
        lines = self.query_one(OptionList)
        lines.clear_options()
        for game in self.found:
            line = Text.assemble((f"{game.name:<{width}}", "bold"), f"  {game.summary}")
            line.no_wrap, line.overflow = True, "ellipsis"
            lines.add_option(Option(line))
