"""Which facts stay once they hold, whatever is done: proven from the rules for `next`, for 256 facts in one go.

A fact is assumed to hold, everything else is unknown; the gates are worked out with three values. If the fact follows
for the next state it persists (a marker on the board of tic-tac-toe); likewise if its absence follows from its absence,
it never comes (back). Each fact has a lane; a node has one word for "certainly holds" and one for "certainly not".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from galakit.compiling import njit
from galakit.gdl.network.lanes import LANES, ONE, WORDS
from galakit.gdl.network.net import NEXT, PLAY, Net


def persistent(net: Net) -> tuple[Any, Any]:
    """For each fact whether it stays once it holds, and whether it stays away once it does not."""
    stays = np.zeros(net.bits, dtype=np.bool_)
    away = np.zeros(net.bits, dtype=np.bool_)
    nodes = 1 + net.bits + int(net.moves[-1]) + len(net.starts) - 1
    for first in range(0, net.bits, LANES):
        for held, found in ((True, stays), (False, away)):
            yes = np.zeros((nodes, WORDS), dtype=np.uint64)
            no = np.zeros((nodes, WORDS), dtype=np.uint64)
            _follows(net, first, held, yes, no, found)
    return stays, away


@njit(cache=True, nogil=True)
def _follows(net: Net, first: int, held: bool, yes: Any, no: Any, found: Any) -> None:
    last = min(net.bits, first + LANES)
    yes[0] = ~np.uint64(0)
    for b in range(first, last):
        lane = b - first
        (yes if held else no)[1 + b, lane >> 6] = ONE << np.uint64(lane & 63)
    gates = 1 + net.bits + net.moves[-1]
    for phase in (PLAY, NEXT):
        for s in range(net.phases[phase], net.phases[phase + 1]):
            lo, hi, loop = net.segments[s, 0], net.segments[s, 1], net.segments[s, 2]
            for g in range(lo, hi):
                for w in range(WORDS):
                    all_hold = ~np.uint64(0)
                    some_fail = np.uint64(0)
                    for k in range(net.starts[g], net.starts[g + 1]):
                        node = net.inputs[k] >> 1
                        if net.inputs[k] & 1:
                            all_hold &= no[node, w]
                            some_fail |= yes[node, w]
                        else:
                            all_hold &= yes[node, w]
                            some_fail |= no[node, w]
                    # In a loop only what holds for certain is safe to say before all of it is known.
                    yes[gates + g, w] = np.uint64(0) if loop else all_hold
                    no[gates + g, w] = np.uint64(0) if loop else some_fail
    for b in range(first, last):
        lane = b - first
        literal = net.next[b]
        sure = no if bool(literal & 1) == held else yes
        found[b] = (sure[literal >> 1, lane >> 6] >> np.uint64(lane & 63)) & ONE != 0
