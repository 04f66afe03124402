"""One execution of a scene: from choice to choice, until the game continues as another scene or ends."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any, NoReturn, TypeAlias

from galakit.errors import GalakitError
from galakit.rules.contract import Number
from galakit.rules.python.copies import Checkpoint, Uncopied
from galakit.rules.python.options import constant
from galakit.rules.python.play import Choice, Leave, Play, Scene
from galakit.rules.python.text import kind_of

Arrival: TypeAlias = tuple[tuple[tuple[int, str], ...], tuple[Number, ...]]
"""What was observed and gained since the choice before."""


class Run:
    """A generator that stands at a choice, with the play it is part of."""

    __slots__ = ("__weakref__", "flow", "function", "play", "scene")

    def __init__(
        self, scene: Scene, players: tuple[str, ...], params: Mapping[str, Any], function: Callable[..., Any]
    ) -> None:
        self.scene = scene
        self.function = function
        """the flow of the scene, perhaps rewritten so that it can be copied"""
        self.play = Play(players, params)
        self.flow: Generator[Any, Any, Any] | None = None

    @property
    def arrival(self) -> Arrival:
        return tuple(self.play.seen), tuple(self.play.gains)

    def resume(self, option: Any = None) -> Choice | Scene | None:
        """Run to the next choice, to the next scene, or to the end of the game."""
        play, scene = self.play, self.scene
        play.again = False
        play.seen = []
        play.gains = [0] * len(play.players)
        try:
            if self.flow is not None:
                yielded = self.flow.send(option)
            else:
                made = self.function(play, *scene.arguments, **scene.keywords)
                if not isinstance(made, Generator):  # a flow without choices
                    self._ended(made)
                    return None
                self.flow = made
                yielded = next(made)
        except Leave as leave:
            return leave.scene
        except StopIteration as stop:
            self._ended(stop.value)
            return None
        if yielded is not play.asked:
            called = isinstance(yielded, Generator)
            hint = "call a flow with `yield from`" if called else "write `move = yield play.choose(...)`"
            self.fault(GalakitError(f"a flow yields its choices, not {kind_of(yielded)}", hint=hint, id="GK708"))
        play.asked = None
        assert isinstance(yielded, Choice)
        return yielded

    def repeat(self, option: Any) -> Choice | None:
        """Run to the next choice where two runs have agreed on what happens until then; None where there is none."""
        play, flow = self.play, self.flow
        if flow is None:
            reached = self.resume()
            return reached if isinstance(reached, Choice) else None
        play.again = True
        try:
            yielded = flow.send(option)
        except (Leave, StopIteration):
            return None
        asked, play.asked = play.asked, None
        return yielded if yielded is asked and asked is not None else None

    def checkpoint(self, choice: Choice, drawn: tuple[Any, ...] | None) -> Checkpoint:
        """A copy of the run where it stands; `drawn` has the options if they come from an iterator."""
        if self.flow is None or (drawn is not None and not all(map(constant, drawn))):
            raise Uncopied
        return Checkpoint(self.flow, choice, choice.options if drawn is None else drawn, self.play)

    def stand(self, checkpoint: Checkpoint) -> Choice:
        """Go on from a checkpoint instead of the beginning."""
        self.flow, choice = checkpoint.resumed(self.play)
        return choice

    def fault(self, error: GalakitError) -> NoReturn:
        """Raise an error at the flow's current statement, so that it has a place."""
        if self.flow is not None:
            try:
                self.flow.throw(error)
            except BaseException as raised:
                raise error from (None if raised is error else raised)
        raise error

    def _ended(self, value: Any) -> None:
        self.play.ready()
        if value is not None:
            called = isinstance(value, Generator)
            hint = "call a flow with `yield from`, or go on with play.proceed(flow, ...)"
            raise GalakitError(
                f"`{self.scene.flow.__name__}` returns {kind_of(value)}",
                hint=hint if called else "call play.outcome([...]) to pay the players",
                id="GK708",
            )
