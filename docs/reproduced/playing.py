"""HyperPlay against equilibrium play in the lecture's simplified poker.

Strass (2024); Schofield, Cerexhe & Thielscher (2012).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import galakit as gk
from docs.reproduced.part import kept, table

GAME, PLAYS = "simplified_poker", 4000
AGENTS = ("hyperplay", "solution")


def met(pair: tuple[str, str]) -> dict[str, Any]:
    """Averages of one pair of agents, and how often each player made each move with each card."""
    game = gk.load(GAME)
    found = gk.simulate(game, PLAYS, seed=1, agents=dict(zip(game.players, pair)), traces=PLAYS)
    moves: Counter[tuple[str, str, str]] = Counter()
    for trace in found.traces:
        cards = dict(zip(("ann", "bob"), trace.events[0].move.removeprefix("deal(").removesuffix(")").split(",")))
        for one in trace.events[1:]:
            moves[one.mover, cards[one.mover], one.move] += 1
    counts = [[*key, many] for key, many in sorted(moves.items())]
    return {"mean": list(found.mean), "interval": [list(one) for one in found.interval], "moves": counts}


def playing() -> dict[str, str]:
    """Both players' averages, and HyperPlay's strategy with what it can lose."""
    pairs = {
        (one, other): kept(f"playing_{one}_{other}", partial(met, (one, other)))
        for one, other in product(AGENTS, AGENTS)
    }
    rows = []
    for pair, found in pairs.items():
        low, high = found["interval"][0]
        rows.append([*(f"`{agent}`" for agent in pair), f"{found['mean'][0]:.2f}", f"{low:.1f} to {high:.1f}"])
    profile = played(pairs["hyperplay", "hyperplay"]["moves"])
    exact = gk.certify(gk.load(GAME), profile)
    optimal = gk.solve(gk.load(GAME))
    strategies = []
    for player, move in (("ann", "raise"), ("bob", "call")):
        for card, letter in (("1", "J"), ("2", "Q"), ("3", "K")):
            facts = _facts(player, card)
            best = dict(optimal.at(player, facts).probabilities)[move]
            strategies.append([player, letter, move, f"{float(profile[player][facts][move]):.2f}", str(best)])
    gains = [f"{float(gain):.2f}" for gain in exact.gains]
    return {
        "playing": table(["Ann", "Bob", "Ann's average", "95 %"], rows, 2),
        "hyperplay": table(["player", "card", "move", "HyperPlay", "equilibrium"], strategies, 2)
        + f"\n\nAgainst this strategy of the other, a best response gains Ann {gains[0]} and Bob {gains[1]} points "
        f"beyond the {float(exact.value[0]):.2f} and {float(exact.value[1]):.2f} that HyperPlay gets against itself.",
    }


def played(counts: list[list[Any]]) -> dict[str, dict[str, dict[str, Fraction]]]:
    """The strategies that plays show, as a profile."""
    profile: dict[str, dict[str, dict[str, Fraction]]] = {"ann": {}, "bob": {}}
    for player, card in product(profile, "123"):
        own = {move: many for mover, held, move, many in counts if (mover, held) == (player, card)}
        moves = ("check", "raise") if player == "ann" else ("fold", "call")
        profile[player][_facts(player, card)] = {m: Fraction(own.get(m, 0), sum(own.values())) for m in moves}
    return profile


def _facts(player: str, card: str) -> str:
    return f"card({card})" if player == "ann" else f"card({card}), raise"
