"""`galakit size`."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galakit.cli.options import (
    NOT_AS_ASKED,
    AsJson,
    GameName,
    LimitNodes,
    LimitStates,
    Params,
    TimeLimit,
    loaded,
)
from galakit.deadline import Deadline, OutOfTime
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

    from galakit.game.game import Game
    from galakit.progress import Progress
    from galakit.rules.lazy import NotSeparable
    from galakit.separated.counting import Count
    from galakit.solvers.factored.shrinking import Shrunk

MANY = 1_000_000  # nodes that take a while to count one by one


def size(
    name: GameName,
    param: Params = None,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="Explain whether draws separate from actions, and which statement prevents it."),
    ] = False,
    shrink: Annotated[bool, typer.Option("--shrink", help="Show the sizes after each kind of abstraction.")] = False,
    time_limit: TimeLimit = None,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Show the size of a game: states, nodes, information sets, sequences."""
    from galakit.cli.output import Meter, print_json, show, warn

    deadline = Deadline.of(time_limit)
    game = loaded(name, param, limit_states, limit_nodes, time_limit)
    found = _Found()
    stopped: BaseException | None = None
    with Meter() as progress:
        try:
            with game.reporting(found.watching(progress), deadline):
                _measure(game, found, explain=explain, shrink=shrink)
        except (GalakitError, KeyboardInterrupt, MemoryError) as error:
            stopped = error
            found.complete_with(game, error)
            if not found.data:
                raise
    for remark in game.remarks:
        warn(remark)
    if as_json:
        print_json(found.data)
    else:
        show(*_shown(game, found))
    if isinstance(stopped, OutOfTime):
        warn(f"{stopped.diagnostics[0].message}: this is what was known then, so the exit status is {NOT_AS_ASKED}")
        raise typer.Exit(NOT_AS_ASKED)
    if stopped is not None:
        raise stopped


@dataclass
class _Found:
    """What is known of the size."""

    data: dict[str, Any] = field(default_factory=dict)
    why: str = ""
    shrunk: dict[str, Shrunk | str] = field(default_factory=dict)
    exploring: int = 0
    """states found so far"""

    def watching(self, progress: Progress | None) -> Progress:
        """A callback that notes how far exploring is, and passes on what is reported."""

        def report(stage: str, done: int, total: int | None) -> None:
            if stage.startswith("exploring states"):
                self.exploring = done
            if progress is not None:
                progress(stage, done, total)

        return report

    def complete_with(self, game: Game, error: BaseException) -> None:
        """Add what the game knows when the work is stopped."""
        if not self.data:
            size = game.size_so_far()
            if size is not None:
                self.data = {key: value for key, value in size.to_json().items() if value}
            elif self.exploring and isinstance(error, OutOfTime | KeyboardInterrupt):
                self.data = {"states_so_far": self.exploring}
        if self.data:
            self.data["complete"] = False


def _measure(game: Game, found: _Found, *, explain: bool, shrink: bool) -> None:
    """Find the size, step by step: what is known stays if a step is stopped."""
    counted, why = _separated(game)
    if counted is None and game.automaton.endless:
        found.data = _endless(game)
    elif counted is not None and (counted.nodes > MANY or explain or shrink):
        found.data = counted.to_json()
    else:
        found.data = game.size().to_json()
    if explain:
        found.why = why
        found.data |= {"separates": counted is not None, "why": why}
    if shrink and (counted is None or len(game.players) != 2):
        found.data["shrink"] = _merged(game)
    elif shrink:
        found.shrunk = _shrunk(game)
        found.data["shrink"] = {
            way: {"refused": small} if isinstance(small, str) else asdict(small) for way, small in found.shrunk.items()
        }


def _shown(game: Game, found: _Found) -> list[RenderableType]:
    """The size as tables and text."""
    from rich.table import Table
    from rich.text import Text

    data = found.data
    params = " ".join(f"{name}={value}" for name, value in game.params.items())
    whole = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    whole.add_column()
    whole.add_column(justify="right")
    for key, value in data.items():
        if isinstance(value, int) and not isinstance(value, bool):
            whole.add_row(ROWS[key], f"{value:,}")
    each = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    each.add_column("player")
    if "endless" in data:
        each.add_column("states to decide at", justify="right")
        for player, count in zip(game.players, data["decisions"]):
            each.add_row(Text(player), f"{count:,}")
        whole.add_row("nodes", "without end: states come again")
    else:
        each.add_column("information sets", justify="right")
        each.add_column("sequences", justify="right")
        for player, sets, sequences in zip(game.players, data.get("information_sets", ()), data.get("sequences", ())):
            each.add_row(Text(player), f"{sets:,}", f"{sequences:,}")
    things: list[RenderableType] = [Text.assemble((game.name, "bold"), ("  " + params, "dim")), whole]
    if each.row_count:
        things += ["", each]
    if found.why:
        things += ["", found.why]
    if found.shrunk:
        things += ["", _table(found.shrunk, game.players)]
        for way, small in found.shrunk.items():
            if isinstance(small, str):
                things += ["", f"{way}: {small}"]
    elif "shrink" in data:
        things += ["", _sizes(data, game.players)]
    return things


def _endless(game: Game) -> dict[str, Any]:
    """The size of a game whose states come again, so that its tree has no end."""
    form = game.stochastic
    players = range(len(game.players))
    decisions = [int((form.set_player == player).sum()) for player in players]
    return {"states": game.automaton.states, "endless": True, "decisions": decisions}


ROWS = {
    "states_so_far": "states found so far",
    "states": "states",
    "nodes": "nodes",
    "terminals": "terminals",
    "signal_nodes": "nodes of the tree of draws",
    "action_nodes": "decisions in the action tree",
    "lp_rows": "rows of the linear programme",
}


def _shrunk(game: Game) -> dict[str, Shrunk | str]:
    """The sizes of a game after each kind of abstraction; an error where none applies."""
    from galakit.errors import GalakitError
    from galakit.rules.lazy import NotSeparable
    from galakit.solvers.factored.shrinking import sizes

    try:
        return sizes(game.separated)
    except NotSeparable as not_separable:
        raise GalakitError(f"this game cannot be shrunk: {not_separable.reason}", id="GK606") from None


def _merged(game: Game) -> dict[str, Any]:
    """The size of a game with isomorphic information sets merged, node by node."""
    from galakit.solvers.shrunk.smaller import shrink

    return shrink(game).game.size().to_json()


def _sizes(data: dict[str, Any], players: tuple[str, ...]) -> Table:
    """The game and the game with isomorphic information sets merged, side by side."""
    from rich.table import Table
    from rich.text import Text

    found = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    found.add_column("shrink")
    for column in ("nodes", *(f"sets of {player}" for player in players)):
        found.add_column(Text(column), justify="right")
    for way, size in (("none", data), ("isomorphic", data["shrink"])):
        found.add_row(way, f"{size['nodes']:,}", *(f"{sets:,}" for sets in size["information_sets"]))
    return found


def _table(shrunk: dict[str, Shrunk | str], players: tuple[str, ...]) -> Table:
    from rich.table import Table
    from rich.text import Text

    found = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    found.add_column("shrink")
    for player in players:
        found.add_column(Text(f"classes of {player}"), justify="right")
    found.add_column("rows", justify="right")
    counted = any(not isinstance(small, str) and small.nonzeros is not None for small in shrunk.values())
    if counted:
        found.add_column("non-zeros", justify="right")
    for way, small in shrunk.items():
        if not isinstance(small, str):
            classes = [" / ".join(f"{n:,}" for n in own) for own in small.classes]
            nonzeros = [] if not counted else ["" if small.nonzeros is None else f"{small.nonzeros:,}"]
            found.add_row(way, *classes, f"{small.lp_rows:,}", *nonzeros)
    return found


def _separated(game: Game) -> tuple[Count | None, str]:
    """The sizes of a game whose draws separate from its actions; otherwise why they do not."""
    from galakit.rules.lazy import NotSeparable
    from galakit.separated.actions import TooManyHistories
    from galakit.separated.counting import count

    try:
        separated = game.separated
        found = count(separated)
    except TooManyHistories as many:
        return _public(game, many)
    except NotSeparable as not_separable:
        return None, f"draws and actions do not separate: {_placed(not_separable)}"
    draws = {draw for leaf in separated.actions.leaves for draw in leaf.drawn}
    guards = {value for leaf in separated.actions.leaves for value, _ in leaf.guards}
    concrete = "".join(f"\nmade concrete: {_placed(reason)}" for reason in separated.concrete)
    return found, (
        f"draws and actions separate: {len(draws)} unobserved draws, {found.action_nodes:,} decisions in the "
        f"action tree, {len(guards)} conditions on draws, {len(separated.actions.leaves):,} endings{concrete}"
    )


def _public(game: Game, many: NotSeparable) -> tuple[Count | None, str]:
    """The sizes of a game with too many histories to list, where all moves are public."""
    from galakit.rules.lazy import NotSeparable
    from galakit.separated.public_counting import count_public

    try:
        public = game.public
    except NotSeparable as not_separable:
        return None, f"draws and actions do not separate: {_placed(many)}; {_placed(not_separable)}"
    found = count_public(public)
    return found, (
        f"all draws come first and all moves are public: {len(public.drawn)} unobserved draws, "
        f"{len(public.positions):,} positions that {found.action_nodes:,} histories of moves lead to, "
        f"{len(public.endings):,} endings"
    )


def _placed(not_separable: NotSeparable) -> str:
    """The reason with its statement."""
    span = not_separable.span
    if span is None:
        return not_separable.reason
    line = span.source.text[: span.start].count("\n") + 1
    return f"{not_separable.reason} ({span.source.name}, line {line})"
