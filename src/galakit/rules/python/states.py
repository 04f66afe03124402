"""Rules from flows: a state is a scene and the choices made since it began.

A generator cannot be copied, so another option is tried by running the flow again with the choices before it. One
option needs no such replay: the run that found the state still stands there. A replay starts at the last scene, so
`Play.proceed` makes states few and replays short. In a long scene it starts at a checkpoint, a copy of the run some
choices before, where the flow can be rewritten and its variables can be copied (`reentry`, `copies`).

One would like the locals of the generator's frames to be the state. That is unsound: where a `for` loop stands is on
the interpreter's stack and not among the locals, and so are half-evaluated expressions; variables of enclosing
functions and objects shared with others are elsewhere too. A wrong merge would silently be a wrong game, so
only the arguments that a flow passes on count.

Replays, and scenes entered again, are compared with what the first run did; a flow that does something else is not
deterministic, and is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any
from weakref import WeakSet

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.rules.contract import END, Number, Step
from galakit.rules.display import Display
from galakit.rules.python.copies import Checkpoint, Uncopied
from galakit.rules.python.mistakes import explained
from galakit.rules.python.options import constant, offered, option
from galakit.rules.python.play import Choice, Scene
from galakit.rules.python.reentry import reentrant
from galakit.rules.python.run import Run
from galakit.rules.python.text import text

SCENE_LIMIT = 100_000  # scenes without a choice
SCENES = 100_000  # whose beginnings are remembered
WAITING = 20_000  # suspended runs that are kept; each holds its frame
APART = 32  # choices from one checkpoint of a scene to the next
CHECKPOINTS = 20_000  # that are kept
MISTAKES = (Exception, SystemExit)  # what a flow may raise; not a keyboard interrupt


class EndState:
    """The game is over; all ends are the same."""

    mover = END
    moves: tuple[str, ...] = ()
    probabilities: tuple[Number, ...] | None = None

    def after(self, index: int) -> Step:
        raise IndexError(index)


OVER = EndState()


class ChoiceState:
    """A choice in a scene, after other choices in it."""

    __slots__ = (
        "_hash", "arrival", "before", "checkpoint", "depth", "drawn", "index", "mover", "moves", "probabilities",
        "rules", "scene", "steady", "waiting",
    )  # fmt: skip

    def __init__(self, rules: PythonRules, run: Run, choice: Choice, came: tuple[ChoiceState, int] | None) -> None:
        self.rules = rules
        self.scene = run.scene
        self.before: ChoiceState | None = came[0] if came is not None else None
        self.index = came[1] if came is not None else 0
        """the state of the scene from which this one was first found, and the option chosen there"""
        self.depth: int = self.before.depth + 1 if self.before is not None else 0
        """how many choices of the scene were made before"""
        self.checkpoint: Checkpoint | None = None
        self.mover = choice.mover
        lazy = not isinstance(choice.options, Sequence)
        self.moves, self.probabilities = offered(choice)
        self.drawn: tuple[Any, ...] | None = tuple(choice.options) if lazy else None
        """the options an iterator gave; a replay would draw thousands from it to come to the last"""
        self.arrival = run.arrival
        self.steady = False
        """whether a replay has done the same"""
        self.waiting = (run, choice) if rules.may_wait(run) else None
        """the run that found the state, until one option has been tried with it"""
        self._hash: int = hash(self.scene if self.before is None else (self.before._hash, self.index))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ChoiceState):
            return NotImplemented
        if self._hash != other._hash or self.depth != other.depth or self.scene != other.scene:
            return False
        one: ChoiceState | None = self
        another: ChoiceState | None = other
        while one is not None and another is not None and one is not another:
            if one.index != another.index:
                return False
            one, another = one.before, another.before
        return True

    def __hash__(self) -> int:
        return self._hash

    def after(self, index: int) -> Step:
        if self.waiting is not None:
            run, choice = self.waiting
            self.waiting = None
        else:
            run, choice = self.rules.replay(self)
        try:
            made = self.own(choice, index)
        except MISTAKES as error:
            raise placed(error) from error
        return self.rules.go(run, made, (self, index))

    def own(self, choice: Choice, index: int) -> Any:
        """The option as the object that this run offers."""
        if self.drawn is not None and self.steady and constant(self.drawn[index]):
            return self.drawn[index]
        made = option(choice, index)
        if text(made) != self.moves[index]:
            raise unsteady(f"option {index + 1} was {self.moves[index]} and is now {text(made)}")
        return made

    def compare(self, run: Run, choice: Choice) -> None:
        """Check that a replay came to the same choice in the same way."""
        moves, probabilities = offered(choice)
        if moves != self.moves:
            raise unsteady(f"the options were {_short(self.moves)} and are now {_short(moves)}")
        if probabilities != self.probabilities:
            raise unsteady("nature's probabilities are others")
        if run.arrival != self.arrival:
            raise unsteady("the facts revealed or the payoffs before this choice are others")
        self.steady = True

    def since(self) -> list[ChoiceState]:
        """The states that a replay passes, up to this one: from the last checkpoint on, if there is one.

        A replay that gets to a checkpoint twice as deep as another starts at the beginning of the scene, so that flows
        which are not deterministic are found out in long scenes, too.
        """
        states = [self]
        begun = False
        while (last := states[-1]).before is not None and (last.checkpoint is None or begun):
            begun = begun or last.kept_from_start()
            states.append(last.before)
        return states[::-1]

    def kept_from_start(self) -> bool:
        """Whether a checkpoint belongs here, and only a replay of the whole scene may set it."""
        times = self.depth // APART
        return self.checkpoint is None and self.depth % APART == 0 and times & (times - 1) == 0


class PythonRules:
    """A flow with values for its parameters, as rules to explore."""

    def __init__(
        self,
        name: str,
        players: tuple[str, ...],
        opening: Scene,
        params: Mapping[str, Any],
        display: Display = (),
    ) -> None:
        self.name = name
        self.display = display
        self.players = players
        self.opening = opening
        self.params = params
        self._waiting: WeakSet[Run] = WeakSet()
        self._scenes: dict[Scene, ChoiceState] = {}
        self._checkpoints = 0
        self._uncopied: set[Callable[..., Any]] = set()

    def start(self) -> Step:
        """The opening: everything before the first choice."""
        return self.go(self._run(self.opening), None, None)

    def write(self, thing: Any) -> str:
        """Facts and moves are texts already."""
        return str(thing)

    def go(self, run: Run, made: Any, came: tuple[ChoiceState, int] | None) -> Step:
        """Run to the next choice or the end, through any number of scenes."""
        seen: tuple[tuple[int, str], ...] = ()
        gains: tuple[Number, ...] = (0,) * len(self.players)
        try:
            for _ in range(SCENE_LIMIT):
                reached = run.resume(made)
                seen += tuple(run.play.seen)
                gains = tuple([a + b for a, b in zip(gains, run.play.gains)])
                if reached is None:
                    return Step(OVER, seen, gains)
                if isinstance(reached, Choice):
                    try:
                        return Step(self._arrive(run, reached, came), seen, gains)
                    except GalakitError as error:
                        run.fault(error)
                run, made, came = self._run(reached), None, None
            raise GalakitError(f"{SCENE_LIMIT:,} flows went on as others without a choice: this never ends", id="GK708")
        except MISTAKES as error:
            raise placed(error) from error

    def replay(self, state: ChoiceState) -> tuple[Run, Choice]:
        """A new run that stands at the state."""
        copied = state.depth >= APART and state.scene.flow not in self._uncopied
        states = state.since()
        run = self._run(state.scene, copied)
        made = None
        try:
            for passed, following in zip(states, [*states[1:], None]):
                checkpoint = passed.checkpoint if passed is states[0] else None
                choice = self._passed(run, passed, made) if checkpoint is None else run.stand(checkpoint)
                if copied and passed.depth and passed.depth % APART == 0 and passed.checkpoint is None:
                    self._keep(run, choice, passed)
                if following is not None:
                    made = passed.own(choice, following.index)
        except MISTAKES as error:
            raise placed(error) from error
        return run, choice

    def _passed(self, run: Run, passed: ChoiceState, made: Any) -> Choice:
        """The choice that a replay comes to at a state."""
        choice = run.repeat(made) if passed.steady else run.resume(made)
        if not isinstance(choice, Choice) or choice.mover != passed.mover:
            raise unsteady("the flow does not come to the same choice")
        if not passed.steady:
            passed.compare(run, choice)
        return choice

    def _keep(self, run: Run, choice: Choice, state: ChoiceState) -> None:
        """Keep a checkpoint at the state where a run stands."""
        if self._checkpoints == CHECKPOINTS:
            return
        try:
            state.checkpoint = run.checkpoint(choice, state.drawn)
            self._checkpoints += 1
        except Uncopied:
            self._uncopied.add(state.scene.flow)

    def _arrive(self, run: Run, choice: Choice, came: tuple[ChoiceState, int] | None) -> ChoiceState:
        """The state of a run. A scene begins the same wherever it was entered from."""
        known = self._scenes.get(run.scene) if came is None else None
        if known is not None:
            known.compare(run, choice)
            return known
        state = ChoiceState(self, run, choice, came)
        if came is None and len(self._scenes) < SCENES:
            self._scenes[run.scene] = state
        return state

    def may_wait(self, run: Run) -> bool:
        """Whether a run is kept: not when enough are, since exploring uses the oldest first."""
        if len(self._waiting) < WAITING:
            self._waiting.add(run)
            return True
        return False

    def _run(self, scene: Scene, copied: bool = False) -> Run:
        """A run of a scene, by a flow that can be copied if it can be rewritten as such."""
        return Run(scene, self.players, self.params, (copied and reentrant(scene.flow)) or scene.flow)


def placed(error: BaseException) -> BaseException:
    """A mistake with its place."""
    return error if isinstance(error, (MemoryError, OutOfTime)) else explained(error)


def unsteady(what: str) -> GalakitError:
    """Two runs with the same choices differ."""
    return GalakitError(
        f"the rules are not deterministic: played again with the same choices, {what}",
        hint="leave chance to nature, and change nothing that outlives a play: no global variables, no lists or "
        "dictionaries that are parameters, defaults or made outside the flow",
        id="GK707",
    )


def _short(moves: tuple[str, ...]) -> str:
    return f"[{', '.join(moves[:8])}{', …' if moves[8:] else ''}]"
