"""What every shipped game looks like with its default parameters, in `goldens.txt`: sizes, kind of sum, value.

`python tests/games/goldens.py` writes the file anew; look at the difference before you commit it.
"""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

FILE = Path(__file__).parent / "goldens.txt"
COLUMNS = ("game", "players", "states", "nodes", "terminals", "information_sets", "sum", "value")

SMALLER = {"rhode_island": {"suits": 2, "ranks": 3, "raises": 1}}
"""games whose defaults are too large to unfold, with the parameters used instead"""
PLAYED = ("blind_tic_tac_toe_gdl", "breakthrough", "connect_four", "kriegspiel_tic_tac_toe")
"""games that are too large to be listed at all"""
SOLVED_SETS = 4_600  # games with more information sets are not solved here, to keep the tests quick


def names() -> list[str]:
    """The games of the table."""
    from galakit.loading import shipped_names

    return [name for name in shipped_names() if name not in PLAYED]


def row(name: str) -> dict[str, str]:
    """The line of one game."""
    import galakit as gk

    game = gk.load(name, **SMALLER.get(name, {}))
    if game.automaton.endless:
        return _endless(name, game)
    size = game.size()
    total = game.form.constant_sum
    return {
        "game": name,
        "players": str(len(game.players)),
        "states": str(size.states),
        "nodes": str(size.nodes),
        "terminals": str(size.terminals),
        "information_sets": "+".join(map(str, size.information_sets)),
        "sum": "general" if total is None else str(total),
        "value": _value(game),
    }


def _endless(name: str, game) -> dict[str, str]:
    """The line of a game without a last round, whose tree has no end."""
    import galakit as gk

    form = game.stochastic
    decisions = [str(int((form.set_player == player).sum())) for player in range(len(game.players))]
    solution = gk.solve(game)
    return {
        "game": name,
        "players": str(len(game.players)),
        "states": str(game.automaton.states),
        "nodes": "endless",
        "terminals": "-",
        "information_sets": "+".join(decisions),
        "sum": "-",
        "value": _written(solution.value[0]),
    }


def _value(game) -> str:
    """The first player's value, a fraction when exact; - when nobody solved it."""
    import galakit as gk

    solvable = len(game.players) == 1 or (len(game.players) == 2 and game.form.constant_sum is not None)
    if not solvable or game.form.information_sets > SOLVED_SETS:
        return "-"
    return _written(gk.solve(game).value[0])


def _written(value) -> str:
    return str(value) if isinstance(value, Fraction) else f"{value:.9f}".replace("-0.000000000", "0.000000000")


def read() -> dict[str, dict[str, str]]:
    """The table, by game."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    rows = [dict(zip(COLUMNS, line.split())) for line in lines if line and not line.startswith("#")]
    return {r["game"]: r for r in rows[1:]}


def write() -> None:
    rows = [dict(zip(COLUMNS, COLUMNS)), *(row(name) for name in names())]
    width = {c: max(len(r[c]) for r in rows) for c in COLUMNS}
    lines = ["  ".join(r[c].ljust(width[c]) for c in COLUMNS).rstrip() for r in rows]
    notes = [f"# {name}: {' '.join(f'{k}={v}' for k, v in params.items())}" for name, params in SMALLER.items()]
    head = ["# Default parameters, but for those named here. Written by goldens.py.", *notes, ""]
    FILE.write_text("\n".join([*head, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(write())
