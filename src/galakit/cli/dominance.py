"""`galakit dominance`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galakit.cli.normal_form import Limit, shape_text, title
from galakit.cli.options import AsJson, GameName, LimitNodes, LimitStates, Params, TimeLimit, loaded
from galakit.errors import GalakitError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.game.game import Game
    from galakit.solvers.normal.clock import Clock
    from galakit.solvers.normal.dominance import Elimination, Removed
    from galakit.solvers.normal.moves import Dominated, MoveElimination


def dominance(
    name: GameName,
    param: Params = None,
    weak: Annotated[
        bool, typer.Option("--weak", help="Also weakly dominated strategies; some equilibria may disappear.")
    ] = False,
    pure: Annotated[bool, typer.Option("--pure", help="Only by pure strategies, not by mixtures.")] = False,
    moves: Annotated[
        bool,
        typer.Option(
            "--moves",
            help="Dominated moves on the sequence form (two players): no strategies are listed. The default where "
            "there are too many of them.",
        ),
    ] = False,
    limit: Limit = 12,
    time_limit: TimeLimit = None,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Eliminate dominated strategies, round by round, and show the remaining ones."""
    game = loaded(name, param, limit_states, limit_nodes, time_limit)
    if moves and weak:
        raise GalakitError(
            "--moves names all kinds of dominance, so --weak has no effect", hint="leave it out", id="GK508"
        )
    from galakit.solvers.normal.dominance import eliminate
    from galakit.solvers.normal.moves import eliminate_moves, too_many_strategies

    gone: MoveElimination | None = None
    with _clock(game, time_limit) as clock:
        if moves or (not weak and not pure and too_many_strategies(game)):
            gone = eliminate_moves(game.form, mixtures=not pure, stop=clock.over)
        else:
            tables = [payoffs for payoffs, _ in game.normal_form().tables]
            found = eliminate(tables, weak=weak, mixed=not pure, stop=clock.over)
    if gone is None:
        _show_strategies(game, found, limit, as_json)
    else:
        _show_moves(game, gone, limit, as_json, unasked=not moves)


@contextmanager
def _clock(game: Game, time_limit: float | None) -> Iterator[Clock]:
    """A clock for the time limit, with progress and, if it ran out, a warning."""
    from galakit.cli.output import Meter, warn
    from galakit.deadline import Deadline
    from galakit.solvers.method import Request
    from galakit.solvers.normal.clock import Clock

    deadline = Deadline.of(time_limit)
    with Meter() as progress, game.reporting(progress, deadline):
        clock = Clock(Request(deadline=deadline, progress=progress), "looking for dominated strategies")
        yield clock
    if clock.over():
        warn("the time limit was reached: more may be dominated")


def _show_strategies(game: Game, found: Elimination, limit: int, as_json: bool) -> None:
    from rich.text import Text

    from galakit.cli.output import print_json, show

    table = game.normal_form()

    def named(one: Removed) -> dict[str, Any]:
        names = table.names[one.player]
        return {
            "player": table.players[one.player],
            "strategy": names[one.strategy],
            "by": {names[k]: str(w) for k, w in one.by},
        }

    kept = [[names[k] for k in own] for names, own in zip(table.names, found.kept)]
    if as_json:
        print_json(
            {
                "game": game.name,
                "strategies": list(table.shape),
                "rounds": [[named(one) for one in gone] for gone in found.rounds],
                "kept": [{"player": p, "strategies": own} for p, own in zip(table.players, kept)],
            }
        )
        return
    rounds = [
        [
            f"{table.players[one.player]}: {table.names[one.player][one.strategy]}  by  "
            + " + ".join(_weighted(w, table.names[one.player][k]) for k, w in one.by)
            for one in gone
        ]
        for gone in found.rounds
    ]
    left = f"{shape_text(tuple(len(own) for own in found.kept))} of {shape_text(table.shape)} strategies are left"
    show(title(game), *_rounds(rounds, limit), left)
    for player, names in zip(table.players, kept):
        show(Text(f"  {player}: {', '.join(names[:limit])}{_more(len(names), limit)}"))


def _show_moves(game: Game, found: MoveElimination, limit: int, as_json: bool, *, unasked: bool) -> None:
    from rich.text import Text

    from galakit.cli.output import print_json, show
    from galakit.game.normal_form import written
    from galakit.solvers.normal.moves import programme_size, reduced

    form, look = game.form, game.look
    sizes = programme_size(form), programme_size(reduced(form, found))

    def named(one: Dominated) -> dict[str, Any]:
        first, moves = int(form.first_sequence[one.information_set]), form.moves(one.information_set)
        return {
            "player": form.players[one.player],
            "facts": list(form.facts(one.information_set)),
            "move": moves[one.sequence - first],
            "kind": one.kind,
            "by": {moves[s - first]: str(w) for s, w in one.by},
        }

    kept = [len(own) for own in found.kept]
    if as_json:
        print_json(
            {
                "game": game.name,
                "sequences": list(form.sequences),
                "rounds": [[named(one) for one in gone] for gone in found.rounds],
                "kept": kept,
                "programme": {"whole": list(sizes[0]), "reduced": list(sizes[1])},
            }
        )
        return

    def line(player: str, facts: Sequence[str], move: str, kind: str, by: dict[str, str]) -> str:
        who = form.players.index(player)
        parts = [_weighted(Fraction(w), look.label(m, facts, who)) for m, w in by.items()]
        several = sum(map(Fraction, by.values())) > 1  # one for each continuation, each by itself
        instead = (" or " if several else " + ").join(parts)
        return f"{player} knowing {look.told(facts, who)}: {look.label(move, facts, who)}  {kind} by  {instead}"

    rounds = [[line(**named(one)) for one in gone] for gone in found.rounds]
    many = " x ".join(map(written, game.normal_form().shape)) if unasked else ""
    show(
        title(game),
        *([f"{many} strategies are too many to list: moves are compared on the sequence form"] if unasked else []),
        *_rounds(rounds, limit),
        f"{shape_text(tuple(kept))} of {shape_text(form.sequences)} sequences are left",
        Text(f"the linear programme of the sequence form: {shape_text(sizes[1])} instead of {shape_text(sizes[0])}"),
    )


def _weighted(weight: Fraction, name: str) -> str:
    return name if weight == 1 else f"{weight} ({name})"


def _more(many: int, limit: int) -> str:
    return f", … and {many - limit:,} more" if many > limit else ""


def _rounds(rounds: list[list[str]], limit: int) -> list[RenderableType]:
    """Each round with its first lines."""
    from rich.text import Text

    lines: list[RenderableType] = []
    for number, gone in enumerate(rounds, 1):
        lines.append(Text(f"round {number}: {len(gone):,} dominated"))
        lines += [Text(f"  {text}") for text in gone[:limit]]
        if len(gone) > limit:
            lines.append(Text(f"  … and {len(gone) - limit:,} more"))
    return lines or ["nothing is dominated"]
