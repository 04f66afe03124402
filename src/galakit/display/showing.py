"""Right sides of a display: what they show, and what they do on the boards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from galakit.display.drawing import DRAWN, DRAWN_ALONE
from galakit.display.parts import Part, beside, joined
from galakit.display.patterns import Bound, filled, variables
from galakit.display.seen import Action, Seen
from galakit.display.terms import Term
from galakit.display.things import Things
from galakit.display.vocabulary import ACTIONS, PARTS
from galakit.display.wording import Wording, spoken


@dataclass(frozen=True)
class Showing:
    """Evaluates right sides with the things of a game; what is no part is said in words."""

    things: Things
    wording: Wording

    def made(self, items: Sequence[Term], bound: Bound) -> Seen:
        """What the items of a right side show, with what the variables stand for."""
        shown: list[tuple[Part, ...]] = []
        actions: list[Action] = []
        for item in items:
            board, written = self._on(item)
            term = filled(written, bound)
            if term.kind == "call" and len(term.args) in ACTIONS.get(term.name, ()):
                actions.append(Action(term.name, board, term.args))
            elif term.kind == "name" and 0 in ACTIONS.get(term.name, ()):
                actions.append(Action(term.name, board, ()))
            else:
                shown.append(self._part(written, term, board))
        if not shown:
            shown = [self._action(action) for action in actions]
        return Seen(beside(shown), tuple(actions), True)

    def _on(self, item: Term) -> tuple[str, Term]:
        """`Board / Item`: which board, and what."""
        if item.kind == "sign" and item.name == "/" and item.args[0].name in self.things.fields:
            return item.args[0].name, item.args[1]
        return next(iter(self.things.fields), ""), item

    def _part(self, written: Term, term: Term, board: str) -> tuple[Part, ...]:
        """An item of the right side. What a variable stands for looks as it would elsewhere."""
        if written.kind in ("name", "text"):
            name = term.name if term.kind == "text" else spoken(term)
            if term.kind == "name" and name in DRAWN_ALONE:
                return DRAWN_ALONE[name]
            return joined((name,))
        draw = DRAWN.get(term.name) if written.kind == "call" else None
        if draw is not None and len(term.args) in PARTS[term.name]:
            found = draw(self.things, board, term.args)
            if found is not None:
                return found
        if any(variables(term)):
            return ()  # a player who is not known, or a variable of no pattern
        return self.wording.of_move(term).parts

    def _action(self, action: Action) -> tuple[Part, ...]:
        """What an action on the board is called."""
        return beside([self._argument(action, k, arg) for k, arg in enumerate(action.args)])

    def _argument(self, action: Action, k: int, arg: Term) -> tuple[Part, ...]:
        if any(variables(arg)):
            return ()
        if action.verb in ("put", "go", "drop") and k == 0:
            return (self.things.piece(arg),)
        if (square := self.things.square(arg, action.board)) is not None:
            return (square,)
        return self.wording.of_move(arg).parts
