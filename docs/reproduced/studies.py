"""Figures 14 to 18 of Koller & Pfeffer (1997), and a cartel: studies that come with Galakit."""

from __future__ import annotations

import json

import pandas as pd

import galakit as gk
from docs.reproduced.part import KEPT, draw, table
from galakit.drawing.figure import Drawing

STAGES = ["seconds_explore", "seconds_unfold", "seconds_solve"]
PICTURES = {
    "figure14": {
        "figure14_poker": ("ranks", ["seconds_solve"], {"game": "poker"}),
        "figure14_inspection": ("stages", ["seconds_solve"], {"game": "inspection"}),
    },
    "figure15": {
        "figure15_poker": ("ranks", STAGES, {"game": "poker"}),
        "figure15_inspection": ("stages", STAGES, {"game": "inspection"}),
    },
    "figures17and18": {"figures17and18": ("quantity", [], {})},
    "cartel": {"cartel": ("slump", ["welfare", "restricts in the first period"], {})},
}
"""study -> picture -> axis, columns, rows"""
LARGEST = ("figure16", "figure16_hours")
THEN = {144_019: "1997", 73_711: "1997", 124_741: "1997", 6_705_372_545: "2005"}
"""nodes of the largest games solved before, and the year"""


def study(name: str) -> None:
    """Sweep a study, and draw its pictures."""
    _swept(name)
    for picture, (against, of, where) in PICTURES[name].items():
        draw(picture, gk.plot_sweep, KEPT / name, against=against, of=of, where=where)


def _swept(name: str) -> pd.DataFrame:
    found = gk.sweep(name, output=KEPT / name)
    print(f"{name}: {found.status.value_counts().to_dict()}", flush=True)
    return found


def largest(name: str) -> dict[str, str]:
    """Figure 16: sweep a study of large games, and show those of all studies swept so far, larger ones last."""
    _swept(name)
    swept = [pd.read_parquet(KEPT / one) for one in LARGEST if (KEPT / one).exists()]
    solved = pd.concat([one[one.status == "solved"] for one in swept])
    games = [_game(row) for _, row in solved.sort_values("nodes").iterrows()]
    draw("figure16", _bars, games)
    rows = [
        [game["name"], game["year"], game["method"], f"{game['nodes']:,}", game["gap"], game["time"], game["memory"]]
        for game in games
    ]
    return {"largest": table(["game", "solved before", "method", "nodes", "gap", "seconds", "memory"], rows, 4)}


def _game(row: pd.Series) -> dict:
    """What the table says of a cell."""
    shown = {"ranks", "cards", "cash", "dice", "bets"} & set(row.index)
    given = json.loads(row.params)
    usual = gk.load(row.game).params
    params = [f"{key}={given[key]}" for key in given if key in shown and str(given[key]) != str(usual[key])]
    return {
        "name": " ".join([f"`{row.game}`", *params]),
        "label": " ".join([row.game, *params]),
        "nodes": int(row.nodes),
        "year": THEN.get(int(row.nodes), ""),
        "method": f"`{row.method}`",
        "gap": f"{row.gap:.2g}",
        "time": f"{row.seconds:.0f}",
        "memory": f"{row.memory:,.0f} MB",
    }


def _bars(games: list[dict]) -> Drawing:
    """Nodes by factors, older games in another colour."""
    figure = Drawing(7.0, 0.32 * len(games) + 0.8, layout="constrained")
    axes = figure.subplots()
    colours = ["#b9770e" if game["year"] else "#2a6f97" for game in games]
    axes.barh(range(len(games)), [game["nodes"] for game in games], color=colours)
    axes.set_yticks(range(len(games)), [game["label"] for game in games], fontsize=8)
    for place, game in enumerate(games):
        axes.text(game["nodes"] * 1.15, place, f"{game['nodes']:,} {game['year']}".strip(), va="center", fontsize=7)
    axes.set(xscale="log", xlabel="nodes", xlim=(1e4, 2e12))
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return figure
