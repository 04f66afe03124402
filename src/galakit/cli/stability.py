"""`galakit stability`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.cli.normal_form import title
from galakit.cli.options import AsJson, GameName, LimitNodes, LimitStates, Params, TimeLimit, loaded

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.console import RenderableType

    from galakit.solvers.dynamics.stability import Mutant, Stability


def stability(
    name: GameName,
    param: Params = None,
    time_limit: TimeLimit = None,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Find which symmetric equilibria are evolutionarily stable, and which mutants invade the others."""
    from galakit.cli.output import Meter, print_json, show
    from galakit.solvers.dynamics.stability import stability as decided

    game = loaded(name, param, limit_states, limit_nodes, time_limit)
    with Meter() as progress:
        found = decided(game, time_limit=time_limit, progress=progress)
    if as_json:
        print_json(found.to_json())
        return
    gap = max(one.certificate.gap for one in found.equilibria)
    show(title(game), "", _table(found), "", f"certified exactly: no player can gain more than {gap}")


def _table(found: Stability) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    from galakit.solution.shown.numbers import number

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("equilibrium")
    table.add_column("payoff", justify="right")
    table.add_column("stability")
    table.add_column("because")
    for one in found.equilibria:
        style = {"evolutionarily stable": "bold green", "unstable": "red"}.get(one.verdict, "")
        table.add_row(
            Text(mixture(found.strategies, one.shares) + ("" if one.isolated else " and more")),
            number(one.payoff),
            Text(one.verdict, style),
            Text("" if one.mutant is None else _reason(found.strategies, one.mutant)),
        )
    return table


def _reason(strategies: tuple[str, ...], mutant: Mutant) -> str:
    """How mutants get in."""
    from galakit.solution.shown.numbers import number

    own, met = number(mutant.own), number(mutant.residents)
    who = mixture(strategies, mutant.shares)
    if mutant.own > mutant.residents:
        return f"{who} invades: among its own it earns {own}, residents {met}"
    return f"{who} can drift in: among its own all earn {own}"


def mixture(strategies: tuple[str, ...], shares: tuple[Fraction, ...]) -> str:
    """A mixed strategy in words.

    >>> from fractions import Fraction
    >>> mixture(("hawk", "dove"), (Fraction(1, 3), Fraction(2, 3)))
    '1/3 hawk, 2/3 dove'
    """
    return ", ".join(f"{share} {name}" if share != 1 else name for name, share in zip(strategies, shares) if share)
