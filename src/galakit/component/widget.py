"""The component in a notebook: an anywidget whose questions the kernel answers.

The widget of a small game contains all answers, so it works in an exported notebook without a kernel. For a larger game
each question is a message: `{"question": 3, "path": "sets/12"}` comes in, `{"question": 3, "answer": ...}` or
`{"question": 3, "problems": [...]}` goes out.
"""

from __future__ import annotations

from typing import Any

import msgspec

from galakit.component.built import asset
from galakit.component.carried import carried
from galakit.errors import GalakitError
from galakit.solution.solution import Solution
from galakit.study.study import Study

LIMIT_BYTES = 2_000_000  # of answers that are kept in a notebook
LIMIT_NODES = 5_000


def show(solution: Solution, *, start: str = "/") -> Any:
    """Show a solution in a notebook: strategies, information sets, the tree.

    `start` is the first view: `/grid/0`, `/sets/12` or `/tree`.
    """
    if not isinstance(solution, Solution):
        raise GalakitError(
            f"there is no view of {type(solution).__name__}",
            hint="show a solution: gk.show(gk.solve(game))",
            id="GK857",
        )
    if solution.game is None:
        raise GalakitError(
            "a solution read from a file cannot be shown without its game",
            hint="`galakit serve FILE` reads the game with it, or solve it again",
            id="GK510",
        )
    return _widget_class()(Study(solution, solution.game), start)


def replied(study: Study, message: Any) -> dict[str, Any] | None:
    """The reply to a message of the component; None where it is not a question."""
    if not isinstance(message, dict) or not isinstance(message.get("path"), str):
        return None
    question = message.get("question")
    try:
        return {"question": question, "answer": msgspec.to_builtins(study.ask(message["path"]))}
    except GalakitError as error:
        return {"question": question, "problems": [_problem(d.to_json()) for d in error.diagnostics]}


def _problem(found: dict[str, Any]) -> dict[str, Any]:
    """A diagnostic as the component reads it."""
    places = ("line", "column", "end_line", "end_column")
    return {"notes": [], **dict.fromkeys(("hint", "remedy", *places))} | found


def _packed(study: Study) -> str:
    """All answers about a small game; empty for a larger one, about which the kernel is asked."""
    size = study.solution.size
    if not study.solution.able.list_all or size is None or size.nodes > LIMIT_NODES:
        return ""
    try:
        found = carried(study, LIMIT_BYTES)
    except GalakitError:
        return ""
    return "" if found.left_out else found.text


def _widget_class() -> Any:
    """The class of widgets; it can only be made where anywidget is installed."""
    try:
        import anywidget
        import traitlets
    except ImportError:
        raise GalakitError(
            "the view in notebooks needs the package anywidget", hint="pip install 'galakit[notebook]'", id="GK858"
        ) from None

    class Widget(anywidget.AnyWidget):
        """A view of a solution."""

        _esm = asset("component.js")
        _css = asset("component.css")
        answers = traitlets.Unicode("").tag(sync=True)
        start = traitlets.Unicode("/").tag(sync=True)

        def __init__(self, study: Study, start: str) -> None:
            super().__init__(answers=_packed(study), start=start)
            self.study = study
            self.on_msg(self._heard)

        def _heard(self, widget: object, message: Any, buffers: object) -> None:
            reply = replied(self.study, message)
            if reply is not None:
                self.send(reply)

    return Widget
