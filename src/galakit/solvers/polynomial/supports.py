"""Which moves players may mix on the path of play: all choices, set by set, of moves at the sets that they lead to.

What is chosen elsewhere changes nothing of what happens, so it is no part of a choice: a path, with what is mixed on
it, stands for all equilibria that end the game alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, product
from math import prod

import numpy as np
import numpy.typing as npt

from galakit.solvers.polynomial.agents import Agents

Masks = npt.NDArray[np.uint8]


def count_supports(agents: Agents, most: int) -> int:
    """How many choices there are, counted up to one more than `most`."""
    if all(need == (0,) for need in agents.needs):
        return prod(2**many - 1 for many in agents.count.tolist())
    if 2 ** int((agents.count > 1).sum()) > most or at_least(agents) > most:  # a chain of decisions has the fewest
        return most + 1
    return sum(1 for _, _ in zip(_choices(agents), range(most + 1)))


def at_least(agents: Agents) -> int:
    """How many choices there were if one history alone led to each set; whatever others lead to adds to them.

    These histories form a tree, in which what follows different moves is chosen independently.
    """
    at: dict[int, list[int]] = {}
    for g, needs in enumerate(agents.needs):
        for need in needs:
            at.setdefault(need, []).append(g)
    begin, many = agents.first.tolist(), agents.count.tolist()
    taken: dict[int, int] = {}
    histories = [0]
    for history in histories:  # grows meanwhile
        for g in at.get(history, ()):
            if g not in taken:
                taken[g] = history
                histories += [history | 1 << move for move in range(begin[g], begin[g] + many[g])]
    after: dict[int, int] = {}
    for g, history in reversed(taken.items()):
        each = (1 + after.get(history | 1 << move, 1) for move in range(begin[g], begin[g] + many[g]))
        after[history] = after.get(history, 1) * (prod(each) - 1)
    return after.get(0, 1)


def supports(agents: Agents) -> Masks:
    """[choices, moves] all of them, small ones first: 1 for moves that are made with positive probability."""
    if all(need == (0,) for need in agents.needs):
        each = [_subsets(start, many) for start, many in zip(agents.first.tolist(), agents.count.tolist())]
        found = [sum(choice) for choice in product(*each)]
    else:
        found = list(_choices(agents))
    size = -(-agents.moves // 8)
    raw = np.frombuffer(b"".join(choice.to_bytes(size, "little") for choice in found), np.uint8).reshape(-1, size)
    masks = np.unpackbits(raw, axis=1, bitorder="little")[:, : agents.moves]
    return masks[np.argsort(masks.sum(axis=1, dtype=np.int64), kind="stable")]


def _subsets(start: int, many: int) -> list[int]:
    """All choices of moves at a set, as bits."""
    moves = [1 << (start + k) for k in range(many)]
    return [sum(own) for own in chain.from_iterable(combinations(moves, k) for k in range(1, many + 1))]


def _choices(agents: Agents) -> Iterator[int]:
    each = [_subsets(start, many) for start, many in zip(agents.first.tolist(), agents.count.tolist())]
    waiting = [(0, tuple(range(len(each))))]
    while waiting:
        chosen, left = waiting.pop()
        for g in left:
            if any(need & ~chosen == 0 for need in agents.needs[g]):
                rest = tuple(other for other in left if other != g)
                waiting += [(chosen | own, rest) for own in reversed(each[g])]
                break
        else:
            yield chosen
