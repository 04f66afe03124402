"""Help on the keys."""

from __future__ import annotations

from typing import ClassVar

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

KEYS = (
    ("t", "the tree: → opens a node, ← closes it, ↑ ↓ move"),
    ("g", "the grid: strategies by private information"),
    ("/", "search by what a player knows; Esc leaves it"),
    ("o", "the overview: values and the certificate"),
    ("Tab", "to the next pane; in the right one Enter follows a link"),
    ("b", "back to what was shown before"),
    ("p", "in the grid: the next player"),
    ("a", "in the grid: average over what chance showed, or not"),
    (". ,", "in the grid: the next page, the page before"),
    ("q", "leave"),
)


class Help(ModalScreen[None]):
    """A page over everything else."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape,question_mark,q,enter", "dismiss", "close")]
    DEFAULT_CSS = """
    Help { align: center middle; }
    Help > VerticalScroll { width: 72; max-width: 95%; height: auto; max-height: 90%; padding: 1 2;
      background: $panel; border: round $primary; }
    """

    def compose(self) -> ComposeResult:
        keys = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        keys.add_column(style="bold", no_wrap=True)
        keys.add_column()
        for key, what in KEYS:
            keys.add_row(Text(key), what)
        with VerticalScroll():
            yield Static(Text("Keys\n", "bold"))
            yield Static(keys)
            yield Static(
                Text(
                    "\nA bar is how often a move is played. `value` is the player's expected payoff after it if all"
                    " follow the solution, `loses` how much less than the best move. What play never reaches is dim;"
                    " – is an undefined value.\n\nEsc, ? and Enter close this page.",
                    "dim",
                )
            )
