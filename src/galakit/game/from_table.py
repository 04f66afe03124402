"""The automaton of states that the rules have found by themselves."""

from __future__ import annotations

import numpy as np

from galakit.game.automaton import Automaton
from galakit.game.labels import Labels
from galakit.game.side_tables import SideTables
from galakit.rules.contract import Number, Rules
from galakit.rules.knowledge import written
from galakit.rules.table import StateTable


def from_table(rules: Rules, table: StateTable) -> Automaton:
    """The automaton; what the rules tell is checked as if its states were explored one by one."""
    tables = SideTables(rules)
    symbol, write = tables.symbol, tables.write
    symbols = np.array([symbol(tuple([written(f, write) for f in facts])) for facts in table.symbols], np.int32)
    gains = np.array([tables.gain(payoffs) for payoffs in table.gains], np.int32)
    for p in table.probabilities:
        tables.probability(p)
    return Automaton(
        name=rules.name,
        players=tuple(rules.players),
        start=0,
        mover=table.mover,
        first=table.first,
        target=table.target,
        move=table.move,
        probability=table.probability,
        gain=gains[table.gain],
        seen=symbols[table.seen],
        offered=symbols[table.offered],
        opening_seen=tuple(int(symbols[i]) for i in table.opening_seen),
        opening_gain=int(gains[table.opening_gain]),
        moves=Labels(rules.write, table.moves),
        probabilities=table.probabilities,
        gains=tables.gains,
        observations=tables.observations,
        exact=all_exact(table.probabilities, tables.gains),
    )


def all_exact(probabilities: list[Number], gains: list[tuple[Number, ...]]) -> bool:
    """Whether none of these numbers is a floating-point one."""
    return not any(isinstance(x, float) for x in [*probabilities, *(y for g in gains for y in g)])
