"""Random tables of several players, and shipped trees: Galakit beside Gambit, in one process, by turns.

`python -m benchmarks.several` prints CPU seconds, certificate included on our side, and what was found. Gambit is as
quick as it was compiled: a build without optimising is no comparison.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from io import BytesIO
from typing import Any

import numpy as np

import galakit as gk
from benchmarks.measure import best
from galakit.formats.exporting import lines_of

SHAPES = ((2, 2, 2), (3, 3, 2), (2, 2, 2, 2), (3, 3, 3), (4, 4, 4))
GAMES = 3  # of each shape


def text(tables: list[Any]) -> str:
    """A table of payoffs as an .nfg file, the first player's strategy running fastest."""
    shape = tables[0].shape
    names = " ".join(f'"{k}"' for k in range(len(shape)))
    sizes = " ".join(map(str, shape))
    entries = np.stack([table.ravel(order="F") for table in tables], axis=1)
    return f'NFG 1 R "random" {{ {names} }} {{ {sizes} }}\n' + " ".join(map(str, entries.ravel().tolist()))


def compared(ours: str, theirs: Callable[[Any], Any], shape: tuple[int, ...], **options: Any) -> str:
    import pygambit

    pairs, many = [], []
    for seed in range(GAMES):
        draw = np.random.default_rng(seed)
        tables = [draw.integers(0, 1_000, shape) for _ in shape]
        game, peer = gk.loads(text(tables)), pygambit.Game.from_arrays(*tables)
        found, other = gk.solve(game, ours, **options), theirs(peer)
        many.append(f"{len(found.equilibria)}/{len(other.equilibria)}")
        pairs.append((best(lambda: gk.solve(game, ours, **options), 1), best(lambda: theirs(peer), 1)))  # noqa: B023
    mine, other = (statistics.median(side) for side in zip(*pairs))
    return f"{ours:13} {shape}: {mine:.3f} s, Gambit {other:.3f} s ({other / mine:.1f} times); found {', '.join(many)}"


def compared_on_a_tree(name: str, ours: str, theirs: Callable[[Any], Any]) -> str:
    """A shipped game, which Gambit reads from a file as we export it."""
    import pygambit

    game = gk.load(name)
    peer = pygambit.read_efg(BytesIO("".join(lines_of(game, "efg")).encode()))
    found, other = gk.solve(game, ours), theirs(peer)
    mine, its = best(lambda: gk.solve(game, ours)), best(lambda: theirs(peer), 1)
    many = f"{len(found.equilibria)}/{len(other.equilibria)}"
    return f"{ours:13} {name}: {mine:.3f} s, Gambit {its:.3f} s ({its / mine:.1f} times); found {many}"


def main() -> None:
    try:
        import pygambit
    except ImportError:
        print("pygambit is not installed: `make peers` installs it")
        return
    for shape in SHAPES:
        print(compared("logit", pygambit.nash.logit_solve, shape), flush=True)
        print(compared("global-newton", pygambit.nash.gnm_solve, shape, starts=1), flush=True)
        if np.prod(shape) <= 18:  # Gambit's takes minutes for more
            print(compared("polynomial", pygambit.nash.enumpoly_solve, shape), flush=True)
    for name in ("beer_quiche", "first_price_auction", "cartel"):
        print(compared_on_a_tree(name, "lcp", pygambit.nash.lcp_solve), flush=True)
    print(compared_on_a_tree("voting", "logit", pygambit.nash.logit_solve), flush=True)


if __name__ == "__main__":
    main()
