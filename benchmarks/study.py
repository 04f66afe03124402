"""How long the answers of a study take, and so how long a user waits when browsing a solved game.

Each question is asked of many things (situations, information sets, nodes), spread over the whole game. The first
answers also fill caches for later ones, and are listed separately. Run `python -m benchmarks.study`.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterable
from typing import Any, NamedTuple

GAMES: tuple[tuple[str, dict[str, Any], str, dict[str, Any]], ...] = (
    ("leduc", {}, "auto", {}),
    ("poker", {"ranks": 127}, "auto", {}),
    ("liars_dice", {}, "cfr+", {"iterations": 20}),
    ("leduc", {"ranks": 7, "suits": 4, "raises": 2}, "cfr+", {"iterations": 10}),
    ("liars_dice", {"faces": 7}, "cfr+", {"iterations": 5}),
    ("rhode_island", {"ranks": 6, "suits": 3}, "factored", {"iterations": 5}),
)
ASKED = 40  # things of each kind


class Took(NamedTuple):
    """Milliseconds (of this process) and bytes of the answers to one kind of question."""

    question: str
    median: float
    worst: float
    bytes: int


def took(name: str, params: dict[str, Any], method: str, options: dict[str, Any]) -> tuple[str, list[Took]]:
    """The solved game, and how long each kind of question took."""
    import galakit as gk
    from galakit.study.study import Study

    game = gk.load(name, **params)
    solution = gk.solve(game, method, **options)
    study = Study(solution, game)
    size = solution.size
    assert size is not None
    title = f"{name} {' '.join(f'{k}={v}' for k, v in params.items())}: {size.nodes:,} nodes"
    found = [_asked(study, kind, paths) for kind, paths in _questions(study)]
    sets = study.search().total
    return f"{title}, {sets:,} information sets", found


def _questions(study: Any) -> Iterable[tuple[str, list[str]]]:
    for path in ("players/1/situations", "players/1/grid", "sets?facts=raise", "nodes/0"):
        yield f"first {path.partition('?')[0]}", [path]
    yield "overview", ["overview"] * ASKED
    total = study.situations(1).total
    offsets = _spread(total)
    yield "situations", [f"players/1/situations?offset={k}" for k in offsets]
    yield "grid", [f"players/1/grid?offset={k}" for k in offsets]
    merged = study.situations(1, aggregate=True).total
    yield "grid, aggregated", [f"players/1/grid?aggregate=true&offset={k}" for k in _spread(merged)]
    ids = [item.id for k in offsets for item in study.situations(1, offset=k).items[:1]]
    yield "grid of a situation", [f"players/1/grid?situation={name}" for name in ids]
    sets = study.search("", 1).total
    found = [item.id for k in _spread(sets) for item in study.search("", 1, offset=k).items[:1]]
    yield "search", [f"sets?facts={text}&offset={k}" for text in ("1", "raise", "chose", "(2") for k in (0, sets // 3)]
    yield "information set", [f"sets/{name}" for name in found]
    nodes, node = ["0"], study.node("0")
    while node.branches:
        node = study.node(node.branches[len(nodes) * 7 % len(node.branches)].node)
        nodes.append(node.id)
    yield "node", [f"nodes/{name}" for name in nodes * 4]


def _spread(total: int) -> list[int]:
    step = max(1, total // ASKED)
    return list(range(0, total, step))[:ASKED]


def _asked(study: Any, kind: str, paths: list[str]) -> Took:
    import msgspec

    times, sizes = [], []
    for path in paths:
        began = time.process_time()
        answer = msgspec.json.encode(study.ask(path))
        times.append(1000 * (time.process_time() - began))
        sizes.append(len(answer))
    return Took(kind, statistics.median(times), max(times), max(sizes))


def main() -> None:
    """Print the tables."""
    wanted = sys.argv[1:]
    for number, game in enumerate(GAMES):
        if wanted and str(number) not in wanted:
            continue
        title, found = took(*game)
        print(title)
        for t in found:
            print(f"  {t.question:<28} median {t.median:6.1f} ms  worst {t.worst:6.1f} ms  at most {t.bytes:7,} bytes")


if __name__ == "__main__":
    main()
