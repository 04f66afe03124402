"""`galakit certify`."""

from __future__ import annotations

from typing import Annotated

import typer

from galakit.cli.options import AsJson, LimitNodes, LimitStates, is_saved
from galakit.errors import GalakitError


def certify(
    name: Annotated[str, typer.Argument(metavar="FILE", help="A saved solution: .parquet or .json.")],
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Check a saved solution: follow its rules again, and compute best responses to its strategies.

    The exit status is 1 if its certificate does not hold.
    """
    from galakit.certifying import certified, read_solution
    from galakit.cli.output import Meter, print_json, show
    from galakit.solution.header import header
    from galakit.solution.shown.table import summary

    if not is_saved(name):
        raise GalakitError(
            f"{name} is not a saved solution",
            hint="`galakit solve GAME -o FILE` saves one, as .parquet or .json; solving certifies by itself",
            id="GK510",
        )
    claimed = read_solution(name)
    with Meter() as progress:
        found = certified(claimed, progress, limit_states=limit_states, limit_nodes=limit_nodes)
    disproved = found.warnings[len(claimed.warnings) :]
    if as_json:
        claim = {key: value for key, value in header(claimed).items() if key in ("value", "gains", "gap", "exact")}
        print_json({**found.to_json(), "claimed": claim, "holds": not disproved})
    else:
        show(summary(found), *disproved)
    if disproved:
        raise typer.Exit(1)
