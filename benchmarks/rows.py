"""The rows of the table: the task, the peer and the goal."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.measure import run

LONG = 600.0  # seconds a peer may take
SHORT = 60.0  # the same with --quick


@dataclass
class Row:
    """One line. Seconds are CPU seconds; a ratio is the peer's time over Galakit's unless the goal says otherwise."""

    what: str
    ours: float | None = None
    peer: float | None = None
    against: str = ""
    ratio: float | None = None
    goal: str = ""
    met: bool | None = None
    memory: int | None = None
    note: str = ""
    unit: str = "s"


def rows(quick: bool) -> Iterator[Row]:
    """Every measurement as it finishes; `quick` skips or caps those of more than a minute."""
    with tempfile.TemporaryDirectory() as folder:
        files = {cards: str(Path(folder) / f"poker{cards}.efg") for cards in (16, 32, 64, 127)}
        for cards, path in files.items():
            run("write_efg", cards=cards, path=path)
        yield from generation(files, quick)
        yield liars_dice()
        yield from solving(files, quick)
    yield proportion()
    yield inferences()
    yield memory()
    yield from starting()
    yield from regret(quick)
    yield from perfect()
    yield from complementarity(quick)


def generation(files: dict[int, str], quick: bool) -> Iterator[Row]:
    """Rules to sequence form, against Gambit reading the expanded tree and building it through its API."""
    for cards in (64, 127):
        ours = run("generate", game="poker", params={"ranks": cards})
        what = f"{cards}-card poker, rules to sequence form"
        yield compared(what, "pygambit.read_efg", ours, run("read_efg", path=files[cards]), 1)
        # The calls get slower as the tree grows, so a capped run cannot be extrapolated.
        built = run("build_tree", timeout=SHORT if quick else LONG, cards=cards)
        yield compared(what, "building it with pygambit", ours, built, 1)


def liars_dice() -> Row:
    """294,883 histories against OpenSpiel's, in alternation in one process, because the machine's speed varies."""
    found = run("liars_dice_by_turns")
    row = Row("liar's dice, rules to sequence form", against="a walk over OpenSpiel (median of ratios)", goal="10×")
    row.note = found.get("skipped", "")
    if not row.note:
        row.ours, row.peer, row.ratio = found["seconds"], found["walk"], found["ratio"]
        row.met, row.memory = row.ratio >= 10, found["memory"]
    return row


def solving(files: dict[int, str], quick: bool) -> Iterator[Row]:
    """The linear programme against Gambit's, in floating point and in its default rational arithmetic."""
    cap = SHORT if quick else LONG
    for cards, goal in ((16, 30), (32, 200)):
        ours = run("solve", cards=cards)
        what = f"{cards}-card poker, linear programme"
        for rational in (False, True):
            peer = run("lp_solve", timeout=cap, path=files[cards], rational=rational)
            kind = "rational" if rational else "float"
            yield compared(what, f"pygambit lp_solve, {kind}", ours, peer, goal)


def proportion() -> Row:
    """Generation must not take much longer than the solver."""
    found = run("generate_and_solve", game="poker", params={"ranks": 127})
    row = Row("127-card poker, generation / HiGHS", against="our linear programme (median of ratios)", goal="at most 3")
    if "skipped" in found:
        row.note = found["skipped"]
        return row
    row.ours, row.peer, row.ratio, row.memory = found["seconds"], found["solve"], found["ratio"], found["memory"]
    row.met = found["ratio"] <= 3
    return row


def inferences() -> Row:
    """Naive reverse, without the cache of answers."""
    found = run("naive_reverse")
    speed = found.get("inferences_per_second")
    row = Row("Prolog inferences, naive reverse", ours=speed, goal="150,000 /s", memory=found.get("memory"), unit="/s")
    row.met = None if speed is None else speed >= 150_000
    row.note = found.get("skipped", "")
    return row


def memory() -> Row:
    """A tree of five million nodes, with its node table."""
    found = run("unfold_large", game="poker", params={"ranks": 41, "cash": 10})
    row = Row("a tree of 5 million nodes", goal="2 GB", ours=found.get("seconds"), memory=found.get("memory"))
    row.note = found.get("skipped") or f"{found['nodes']:,} nodes"
    row.met = None if "skipped" in found else found["memory"] <= 2e9 and found["nodes"] >= 5_000_000
    return row


def starting() -> Iterator[Row]:
    """How long users wait for the program to start."""
    for what, arguments, goal in (
        ("import galakit", ["-c", "import galakit"], 0.1),
        ("galakit --help", ["-m", "galakit", "--help"], 0.3),
    ):
        found = run("start", arguments=arguments)
        row = Row(what, ours=found.get("seconds"), goal=f"{goal} s")
        row.met = None if "skipped" in found else found["seconds"] <= goal
        row.note = found.get("skipped") or f"beyond Python's own {found['python']:.3f} s"
        yield row


def regret(quick: bool) -> Iterator[Row]:
    """Iterations of CFR+, the time to a gap, and best responses."""
    for game, name in (("leduc", "Leduc"), ("liars_dice", "liar's dice")):
        for peer, goal in (("OpenSpiel", 200), ("LiteEFG", 50)):
            yield by_turns(f"{name}, an iteration of CFR+", peer, goal, "iterations_by_turns", game=game, peer=peer)
            yield by_turns(
                f"{name}, CFR+ from rules to a gap of 1e-3", peer, 1, "rules_to_gap_by_turns", game=game, peer=peer
            )
    yield by_turns("liar's dice, exploitability of uniform play", "OpenSpiel", 100, "exploitability_by_turns")
    for game, name, look in (("leduc", "Leduc", 100), ("liars_dice", "liar's dice", 50)):
        peer_found = run("open_spiel_to_gap", timeout=SHORT if quick else LONG, game=game, gap=1e-3, look=look)
        ours = run("time_to_gap", game=game, method="cfr+", gap=1e-3)
        yield compared(f"{name}, CFR+ to a gap of 1e-3", "OpenSpiel", ours, peer_found, 200)
        for gap in (1e-3, 1e-6):
            for method in ("dcfr", "pcfr+", "pdcfr+"):
                found = run("time_to_gap", game=game, method=method, gap=gap)
                row = Row(f"{name}, {method} to a gap of {gap:g}", ours=found.get("seconds"))
                row.memory = found.get("memory")
                row.note = found.get("skipped") or f"{found['iterations']:,} iterations, gap {found['gap']:.2g}"
                yield row


def perfect() -> Iterator[Row]:
    """Tic-tac-toe: 5,478 positions, 549,946 nodes. No goals: OpenSpiel's states are in C++."""
    ours, peer = run("tic_tac_toe", method="backward", options={}), run("open_spiel_states", timeout=LONG)
    yield side_by_side("tic-tac-toe, rules to all positions solved", "a walk over OpenSpiel's states", ours, peer)
    alone = {**ours, "seconds": ours.get("alone")}
    yield side_by_side("tic-tac-toe, backward induction, states known", "a walk over OpenSpiel's states", alone, peer)
    peer = run("open_spiel_alpha_beta", timeout=LONG)
    for table in (True, False):
        ours = run("search_tic_tac_toe", table=table)
        what = f"tic-tac-toe, alpha-beta {'with' if table else 'without'} a table of states"
        row = side_by_side(what, "OpenSpiel, alpha-beta in Python", ours, peer)
        row.note = row.note or f"{ours['states']:,} states, {ours['leaves']:,} leaves examined"
        yield row


def side_by_side(what: str, against: str, ours: dict[str, Any], peer: dict[str, Any]) -> Row:
    """A row with a peer and without a goal."""
    row = compared(what, against, ours, peer, 1)
    row.goal, row.met = "", None
    return row


def complementarity(quick: bool) -> Iterator[Row]:
    """Lemke's algorithm, in fractions, against Gambit's in fractions; and larger games without a peer."""
    yield by_turns(
        "8-card poker, Lemke's algorithm, exact", "pygambit lcp_solve, rational", 50, "lcp_by_turns", cards=8
    )
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "kuhn16.efg")
        run("write_kuhn", cards=16, path=path)
        ours = run("lcp", game="kuhn", params={"cards": 16}, exact=True)
        peer = run("lcp_solve", timeout=SHORT if quick else LONG, path=path)
        yield compared("16-card poker, Lemke's algorithm, exact", "pygambit lcp_solve, rational", ours, peer, 500)
    for what, game, params, exact in (
        ("32-card poker, Lemke's algorithm, exact", "kuhn", {"cards": 32}, True),
        ("64-card poker, Lemke's algorithm, exact", "kuhn", {"cards": 64}, True),
        ("Leduc with a rake, Lemke's algorithm, floating point", "leduc", {}, False),
        ("Leduc with a rake, Lemke's algorithm, exact", "leduc", {}, True),
    ):
        found = run(
            "lcp", game=game, params=params, exact=exact, rake=game == "leduc", times=1 if game == "leduc" else 3
        )
        row = Row(what, ours=found.get("seconds"), memory=found.get("memory"))
        row.note = found.get("skipped") or f"{found['pivots']:,} pivots, gap {found['gap']:.2g}"
        yield row


def by_turns(what: str, against: str, goal: float, measurement: str, **arguments: Any) -> Row:
    """A row whose ratio was measured in alternation in one process."""
    found = run(measurement, **arguments)
    row = Row(what, against=f"{against}, by turns", goal=f"{goal:g}×", note=found.get("skipped", ""))
    row.ours, row.peer, row.ratio = found.get("seconds"), found.get("peer"), found.get("ratio")
    row.met = None if row.ratio is None else row.ratio >= goal
    return row


def compared(what: str, against: str, ours: dict[str, Any], peer: dict[str, Any], goal: float) -> Row:
    """A row with a peer. A capped peer counts with its time limit, which is less than it needs."""
    row = Row(what, against=against, goal=f"{goal:g}×" if goal != 1 else "faster", memory=ours.get("memory"))
    row.ours, row.peer = ours.get("seconds"), peer.get("seconds", peer.get("capped"))
    row.note = ours.get("skipped") or peer.get("skipped") or ("peer capped: at least this" if "capped" in peer else "")
    if row.ours and row.peer:
        row.ratio = row.peer / row.ours
        row.met = True if row.ratio >= goal else None if "capped" in peer else False
    return row
