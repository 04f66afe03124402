"""`galakit dynamics`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from galakit.cli.normal_form import title
from galakit.cli.options import AsJson, GameName, LimitNodes, LimitStates, Params, TimeLimit, loaded

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.solvers.dynamics.populations import Populations
    from galakit.solvers.dynamics.trajectories import Dynamics, Rule

FEW = 6  # strategies that are written out
LARGEST = 2  # strategies of a state that are named where there are many
DIGITS = 4

ONE = typer.Option(
    "--one-population/--each-role",
    help="One population for all roles, or one for each. [default: one if the game is symmetric]",
)


def dynamics(
    name: GameName,
    param: Params = None,
    rule: Annotated[
        str, typer.Option("--rule", metavar="RULE", help="replicator, best-response or fictitious.")
    ] = "replicator",
    start: Annotated[
        list[str] | None,
        typer.Option("--start", metavar="SHARES", help="Where play begins: '0.2, 0.8; 1/2, 1/2'; repeatable."),
    ] = None,
    time: Annotated[
        float | None, typer.Option("--time", metavar="TIME", help="How long: in rounds for fictitious play.")
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision", metavar="LAMBDA", help="Smooth best responses: a mistake of v is e^(-λv) as likely."
        ),
    ] = None,
    one: Annotated[bool | None, ONE] = None,
    in_turns: Annotated[
        bool, typer.Option("--in-turns", help="Fictitious play: players move one after the other.")
    ] = False,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the phase portrait (.svg, .png or .pdf).")
    ] = None,
    time_limit: TimeLimit = None,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Follow how play changes over time: by imitation, best responses or fictitious play, from where to where."""
    from galakit.cli.output import Meter, print_json, show
    from galakit.solvers.dynamics.trajectories import dynamics as followed

    game = loaded(name, param, limit_states, limit_nodes, time_limit)
    with Meter() as progress:
        found = followed(
            game,
            cast("Rule", rule),
            start=start or None,
            time=time,
            precision=precision,
            one_population=one,
            in_turns=in_turns,
            time_limit=time_limit,
            progress=progress,
        )
    if plot is not None:
        draw_dynamics(found, plot)
    if as_json:
        print_json(found.to_json())
        return
    show(title(game), _headline(found), "", *_rest_points(found), "", _trajectories(found))


def draw_dynamics(found: Dynamics, path: Path) -> None:
    """Write the phase portrait."""
    from galakit.drawing.figure import save
    from galakit.drawing.portrait import draw_portrait
    from galakit.study.portrait import portrait_of

    save(draw_portrait(portrait_of(found)), path)


def _headline(found: Dynamics) -> str:
    names = {
        "replicator": "replicator dynamics",
        "best-response": "best-response dynamics",
        "fictitious": "fictitious play",
    }
    smoothed = "" if found.precision is None else f" with precision {found.precision:g}"
    populations = found.populations
    lines = [f"{names[found.rule]}{smoothed}, {'one population' if populations.one else 'a population for each role'}"]
    if _compact(populations):
        strategies = [" ".join(own) for own in populations.strategies]
        named = strategies if populations.one else [f"{p}: {own}" for p, own in zip(populations.names, strategies)]
        lines.append("shares of " + "; ".join(named))
    return "\n".join(lines)


def _rest_points(found: Dynamics) -> list[RenderableType]:
    """The rest points with what they are."""
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number

    if found.rest_points is None:
        return [Text("rest points are listed for two players with few strategies", "dim")]
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("rests at")
    smooth = any(point.kind is not None for point in found.rest_points)
    if smooth:
        table.add_column("stability")
        table.add_column("eigenvalues")
    if found.precision is None:
        table.add_column("equilibrium")
    for point in found.rest_points:
        where = _state(found.populations, [number(share) for share in point.shares])
        cells = [Text(where + ("" if point.isolated else " and more"))]
        if smooth:
            cells += [Text(point.kind or ""), Text(", ".join(map(_complex, point.eigenvalues[:FEW])))]
        if found.precision is None:
            cells.append(Text("yes" if point.equilibrium else "no"))
        table.add_row(*cells)
    return [table]


def _complex(value: complex) -> str:
    """An eigenvalue; conjugates are one number with both signs.

    >>> _complex(-0.5 + 0j), _complex(0.57735j)
    ('-0.5', '0 + 0.5774i')
    """
    real, imaginary = (0.0 if abs(x) < 1e-9 else x for x in (value.real, value.imag))
    if not imaginary:
        return f"{real:.4g}"
    return f"{real:.4g} {'+' if imaginary > 0 else '-'} {abs(imaginary):.4g}i"


def _trajectories(found: Dynamics) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("from")
    table.add_column("to")
    for head in ("still moves", "gap", "average's gap"):
        table.add_column(head, justify="right", no_wrap=True)
    for one in found.trajectories:
        ends = [_state(found.populations, [f"{share + 0.0:.4g}" for share in _clean(x)]) for x in (one.start, one.end)]
        numbers = [f"{x:.3g}" for x in _clean((one.moves, float(one.last.gap), float(one.average.gap)))]
        table.add_row(*map(Text, ends), *numbers)
    return table


def _clean(numbers: Sequence[float]) -> list[float]:
    """Without the last digits, which rounding makes."""
    return [round(x, DIGITS) + 0.0 for x in numbers]


def _compact(populations: Populations) -> bool:
    return sum(populations.sizes) <= FEW


def _state(populations: Populations, shares: Sequence[str]) -> str:
    """A state: the shares in order, or where there are many the largest ones by name."""
    if _compact(populations):
        return "; ".join(" ".join(shares[block]) for block in populations.blocks)
    parts = []
    for name, own, block in zip(populations.names, populations.strategies, populations.blocks):
        present = sorted(((share, s) for s, share in zip(own, shares[block]) if share != "0"), reverse=True)
        only = ", ".join(f"{share} {s}" for share, s in present[:LARGEST])
        more = f", … {len(present) - LARGEST} more" if len(present) > LARGEST else ""
        parts.append(("" if populations.one else f"{name}: ") + only + more)
    return "; ".join(parts)
