"""The rows of the table: what is measured, beside which peer, and the goal. Each row is measured by itself."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import run

Found = dict[str, Any]


@dataclass
class Row:
    """One line. Seconds are CPU seconds; a ratio is the peer's time over Galakit's unless the goal says otherwise."""

    what: str
    against: str = ""
    ours: float | None = None
    peer: float | None = None
    ratio: float | None = None
    goal: str = ""
    met: bool | None = None
    memory: int | None = None
    stopped: bool = False
    """whether the peer was stopped: it takes longer than this, and the ratio is larger"""
    note: str = ""
    unit: str = "s"


@dataclass(frozen=True)
class Task:
    """A row that is still to be measured."""

    what: str
    against: str
    measure: Callable[[float], Row]
    """given the CPU seconds after which a peer is stopped"""
    quoted: bool = False
    """whether the README shows the row"""


def tasks() -> list[Task]:
    """All rows, in the order of the table.

    >>> len({(task.what, task.against) for task in tasks()}) == len(tasks()) > 30
    True
    """
    parts = (generation, solving, regret, certificates, complementarity, perfect, alone)
    return [task for part in parts for task in part()]


def generation() -> Iterator[Task]:
    """Rules to sequence form, against Gambit reading the expanded tree and building it through its API."""
    for cards in (64, 127):
        what = f"{cards}-card poker, rules to sequence form"

        def read(patience: float, what: str = what, cards: int = cards) -> Row:
            with _files() as path:
                run("write_efg", cards=cards, path=path)
                return _compared(what, READS, _generated(cards), run("read_efg", timeout=patience, path=path), 1)

        def built(patience: float, what: str = what, cards: int = cards) -> Row:
            # The calls get slower as the tree grows, so a peer that was stopped cannot be extrapolated.
            return _compared(what, BUILDS, _generated(cards), run("build_tree", timeout=patience, cards=cards), 1)

        yield Task(what, READS, read, quoted=cards == 127)
        yield Task(what, BUILDS, built)
    yield _by_turns(
        "liar's dice, rules to sequence form", "OpenSpiel, a walk over its states", 10, "liars_dice_by_turns"
    )


WALK = "OpenSpiel, a walk over its states"
READS, BUILDS = "pygambit `read_efg`, the expanded tree", "pygambit, the tree built through its API"


def solving() -> Iterator[Task]:
    """The linear programme against Gambit's, in floating point and in its default rational arithmetic."""
    for cards, goal in ((16, 30), (32, 200)):
        what = f"{cards}-card poker, linear programme"
        for rational in (True, False):
            against = f"pygambit `lp_solve`, {'rational (its default)' if rational else 'floating point'}"

            def measure(
                patience: float,
                what: str = what,
                against: str = against,
                cards: int = cards,
                rational: bool = rational,
                goal: int = goal,
            ) -> Row:
                with _files() as path:
                    run("write_efg", cards=cards, path=path)
                    peer = run("lp_solve", timeout=patience, path=path, rational=rational)
                    return _compared(what, against, run("solve", cards=cards), peer, goal if rational else None)

            yield Task(what, against, measure, quoted=cards == 32)


def regret() -> Iterator[Task]:
    """Iterations of CFR+, and the time to a gap."""
    for game, name in (("leduc", "Leduc"), ("liars_dice", "liar's dice")):
        for peer, goal in (("OpenSpiel", 200), ("LiteEFG", 50)):
            what = f"{name}, an iteration of CFR+"
            yield _by_turns(what, peer, goal, "iterations_by_turns", quoted=True, game=game, peer=peer)
    for peer in ("OpenSpiel", "LiteEFG"):
        what = "Leduc, CFR+ from rules to a gap of 0.001"
        yield _by_turns(what, peer, 1, "rules_to_gap_by_turns", game="leduc", peer=peer)


def certificates() -> Iterator[Task]:
    """Both best responses in liar's dice."""
    what = "liar's dice, exploitability of uniform play"
    yield _by_turns(what, "OpenSpiel", 100, "exploitability_by_turns", quoted=True)


def complementarity() -> Iterator[Task]:
    """Lemke's algorithm, in fractions, against Gambit's in fractions."""
    against = "pygambit `lcp_solve`, rational"
    yield _by_turns("8-card poker, Lemke's algorithm in fractions", against, 50, "lcp_by_turns", quoted=True, cards=8)
    what = "16-card poker, Lemke's algorithm in fractions"

    def measure(patience: float) -> Row:
        with _files() as path:
            run("write_kuhn", cards=16, path=path)
            ours = run("lcp", game="kuhn", params={"cards": 16}, exact=True)
            return _compared(what, against, ours, run("lcp_solve", timeout=patience, path=path), 500)

    yield Task(what, against, measure)


def perfect() -> Iterator[Task]:
    """Tic-tac-toe: 5,478 positions, 549,946 nodes. No goals: OpenSpiel's states are in C++."""
    for what, part in (
        ("tic-tac-toe, rules to all positions solved and certified", "seconds"),
        ("tic-tac-toe, backward induction, states known", "alone"),
    ):

        def solved(patience: float, what: str = what, part: str = part) -> Row:
            ours = run("tic_tac_toe", method="backward", options={})
            ours = {**ours, "seconds": ours.get(part)}
            return _compared(what, WALK, ours, run("open_spiel_states", timeout=patience), None)

        yield Task(what, WALK, solved, quoted=part == "seconds")
    searches = "OpenSpiel, alpha-beta in Python"
    for table in (True, False):
        what = f"tic-tac-toe, alpha-beta {'with' if table else 'without'} a table of states"

        def searched(patience: float, what: str = what, table: bool = table) -> Row:
            ours = run("search_tic_tac_toe", table=table)
            row = _compared(what, searches, ours, run("open_spiel_alpha_beta", timeout=patience), None)
            row.note = row.note or f"{ours['states']:,} states, {ours['leaves']:,} leaves examined"
            return row

        yield Task(what, searches, searched)


def alone() -> Iterator[Task]:
    """Rows without a peer."""
    yield Task("127-card poker, generation", "our linear programme", proportion)
    for what, measure in (
        ("Prolog, naive reverse", inferences),
        ("a tree of 5,033,161 nodes, unfolded", memory),
        *((f"`{command}`", starting(command)) for command in STARTS),
        *((name, to_gap(name)) for name in GAPS),
        *((name, lemke(name)) for name in LEMKE),
    ):
        yield Task(what, "", measure)


def proportion(patience: float) -> Row:
    """Generation must not take much longer than the solver."""
    found = run("generate_and_solve", game="poker", params={"ranks": 127})
    row = Row("127-card poker, generation", "our linear programme", goal="at most 3 times as long")
    if note := _missing(found):
        row.note = note
        return row
    row.ours, row.peer, row.ratio, row.memory = found["seconds"], found["solve"], 1 / found["ratio"], found["memory"]
    row.met = found["ratio"] <= 3
    return row


def inferences(patience: float) -> Row:
    """Naive reverse, without the cache of answers."""
    found = run("naive_reverse")
    speed = found.get("inferences_per_second")
    row = Row("Prolog, naive reverse", ours=speed, goal="150,000 /s", memory=found.get("memory"), unit="inferences/s")
    row.met, row.note = None if speed is None else speed >= 150_000, _missing(found)
    return row


def memory(patience: float) -> Row:
    """A tree of five million nodes, with its node table."""
    found = run("unfold_large", game="poker", params={"ranks": 41, "cash": 10})
    row = Row("a tree of 5,033,161 nodes, unfolded", goal="2 GB", ours=found.get("seconds"), memory=found.get("memory"))
    row.note = _missing(found)
    row.met = None if row.note else found["memory"] <= 2e9 and found["nodes"] == 5_033_161
    return row


STARTS = {
    "import galakit": (["-c", "import galakit"], 0.1),
    "galakit --help": (["-m", "galakit", "--help"], 0.3),
}


def starting(command: str) -> Callable[[float], Row]:
    """How long users wait for the program to start."""
    arguments, goal = STARTS[command]

    def measure(patience: float) -> Row:
        found = run("start", arguments=arguments)
        row = Row(f"`{command}`", ours=found.get("seconds"), goal=f"{goal} s")
        row.note = _missing(found) or f"beyond Python's own {found['python']:.3f} s"
        row.met = None if "seconds" not in found else found["seconds"] <= goal
        return row

    return measure


GAPS = {
    f"{name}, {method} to a gap of {gap:g}": (game, method, gap)
    for game, name, gap, methods in (
        ("leduc", "Leduc", 1e-3, ("cfr+", "dcfr", "pcfr+", "pdcfr+")),
        ("leduc", "Leduc", 1e-6, ("pcfr+", "pdcfr+")),
        ("liars_dice", "liar's dice", 1e-3, ("cfr+", "pdcfr+")),
    )
    for method in methods
}


def to_gap(name: str) -> Callable[[float], Row]:
    """Regret minimisation until the gap is small."""
    game, method, gap = GAPS[name]

    def measure(patience: float) -> Row:
        found = run("time_to_gap", game=game, method=method, gap=gap, most=patience)
        row = Row(name, ours=found.get("seconds", found.get("capped")), memory=found.get("memory"))
        row.note = _missing(found) or f"{found['iterations']:,} iterations, gap {found['gap']:.2g}"
        return row

    return measure


LEMKE: dict[str, Found] = {
    "32-card poker, Lemke's algorithm in fractions": {"game": "kuhn", "params": {"cards": 32}, "exact": True},
    "64-card poker, Lemke's algorithm in fractions": {"game": "kuhn", "params": {"cards": 64}, "exact": True},
    "Leduc with a rake, Lemke's algorithm in floating point": {
        "game": "leduc",
        "params": {},
        "exact": False,
        "rake": True,
        "times": 1,
    },
}


def lemke(name: str) -> Callable[[float], Row]:
    """Larger games, which have no peer in fractions."""

    def measure(patience: float) -> Row:
        found = run("lcp", **LEMKE[name])
        row = Row(name, ours=found.get("seconds"), memory=found.get("memory"))
        row.note = _missing(found) or f"{found['pivots']:,} pivots, gap {found['gap']:.2g}"
        return row

    return measure


def _by_turns(what: str, against: str, goal: float, measurement: str, quoted: bool = False, **arguments: Any) -> Task:
    """A row whose ratio is measured in alternation in one process, the median of several."""

    def measure(patience: float) -> Row:
        found = run(measurement, timeout=10 * patience, **arguments)
        row = Row(what, f"{against}, by turns", goal=_goal(goal), note=_missing(found))
        row.ours, row.peer, row.ratio = found.get("seconds"), found.get("peer"), found.get("ratio")
        row.memory = found.get("memory")
        row.met = None if row.ratio is None else row.ratio >= goal
        return row

    return Task(what, f"{against}, by turns", measure, quoted)


def _compared(what: str, against: str, ours: Found, peer: Found, goal: float | None) -> Row:
    """A row with a peer. One that was stopped counts with its time limit, which is less than it needs."""
    row = Row(what, against, goal="" if goal is None else _goal(goal), memory=ours.get("memory"))
    row.ours, row.peer = ours.get("seconds"), peer.get("seconds", peer.get("capped"))
    row.note, row.stopped = ours.get("skipped") or peer.get("skipped") or "", "capped" in peer
    if row.ours and row.peer:
        row.ratio = row.peer / row.ours
        if goal is not None:
            row.met = True if row.ratio >= goal else None if row.stopped else False
    return row


def _generated(cards: int) -> Found:
    return run("generate", game="poker", params={"ranks": cards})


def _goal(factor: float) -> str:
    return "faster" if factor == 1 else f"{factor:g}×"


def _missing(found: Found) -> str:
    """Why there is no number, or nothing."""
    if "capped" in found and "iterations" not in found:
        return f"stopped after {found['capped']:g} s"
    return str(found.get("skipped", ""))


class _files:
    """A path for a game's file, in a folder of its own."""

    def __enter__(self) -> str:
        self.folder = tempfile.TemporaryDirectory()
        return str(Path(self.folder.name) / "game.efg")

    def __exit__(self, *error: object) -> None:
        self.folder.cleanup()
