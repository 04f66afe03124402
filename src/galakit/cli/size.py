"""`galakit size`."""

from __future__ import annotations

import sys

from galakit.cli.options import AsJson, GameName, LimitNodes, LimitStates, Params, loaded

MANY = 1_000_000  # nodes that take a while to unfold


def size(
    name: GameName,
    param: Params = None,
    limit_states: LimitStates = None,
    limit_nodes: LimitNodes = None,
    as_json: AsJson = False,
) -> None:
    """Say how large a game is: states, nodes, information sets, sequences."""
    from galakit.cli.output import Meter, print_json, show
    from galakit.game.automaton import count_nodes

    game = loaded(name, param, limit_states, limit_nodes)
    with Meter(quiet=as_json) as progress, game.reporting(progress):
        nodes, _ = count_nodes(game.automaton)
        if nodes > MANY:  # known without unfolding: say it before the long part
            print(f"{nodes:,} nodes; unfolding them to count information sets", file=sys.stderr)
        found = game.size()
    if as_json:
        print_json(found.to_json())
        return
    from rich.table import Table
    from rich.text import Text

    params = " ".join(f"{name}={value}" for name, value in game.params.items())
    whole = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    whole.add_column()
    whole.add_column(justify="right")
    whole.add_row("states", f"{found.states:,}")
    whole.add_row("nodes", f"{found.nodes:,}")
    whole.add_row("terminals", f"{found.terminals:,}")
    each = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    each.add_column("player")
    each.add_column("information sets", justify="right")
    each.add_column("sequences", justify="right")
    for player, sets, sequences in zip(game.players, found.information_sets, found.sequences):
        each.add_row(Text(player), f"{sets:,}", f"{sequences:,}")
    show(Text.assemble((game.name, "bold"), ("  " + params, "dim")), whole, "", each)
