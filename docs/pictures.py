"""Draw the pictures of the documentation: the terminal output of real commands, and figures, as SVG."""

from __future__ import annotations

import io
import re
import tempfile
from pathlib import Path

from rich.console import Console, RenderableType

import galakit as gk
from galakit.cli.commit import draw_commitment
from galakit.cli.dynamics import draw_dynamics
from galakit.cli.qre import draw_responses
from galakit.drawing.figure import Drawing, save, settled
from galakit.solution.shown.chart import chart
from galakit.solution.shown.table import strategy_table, summary

HERE = Path(__file__).parent / "images"


def draw(name: str, command: str, *things: RenderableType, width: int = 92) -> None:
    """The output of a command as a picture, with the reader's own fonts and no external files."""
    console = Console(record=True, width=width, force_terminal=True, file=io.StringIO())
    for thing in things:
        console.print(thing)
    svg = console.export_svg(title=command)
    HERE.mkdir(exist_ok=True)
    (HERE / name).write_text(re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL), encoding="utf-8")


def shapley() -> gk.Game:
    """The game on the page about dynamics."""
    page = (HERE.parent / "how-to" / "dynamics.md").read_text(encoding="utf-8")
    return gk.loads(page.partition("```nfg\n")[2].partition("```")[0])


def main() -> None:
    three = gk.solve(gk.load("poker"))
    gambler = three.game.players.index("gambler")
    draw("strategy.svg", "galakit show poker --player gambler", summary(three), "", strategy_table(three, gambler))
    eight = gk.solve(gk.load("poker", ranks=8))
    draw(
        "bluffing.svg",
        "galakit show poker -p ranks=8 --chart",
        *(chart(eight, p) for p in (gambler, 1 - gambler)),
        width=76,
    )
    kuhn = gk.solve(gk.load("kuhn"))
    with settled():
        save(kuhn.plot.tree(), HERE / "kuhn_tree.svg")
        save(eight.plot.strategy(), HERE / "poker_strategy.svg")
        save(eight.plot.grid("gambler"), HERE / "poker_grid.svg")
        save(gk.solve(gk.load("beer_quiche")).plot.tree(), HERE / "beer_tree.svg")
        draw_responses(gk.qre(gk.load("beer_quiche")), HERE / "quantal.svg")
        draw_commitment(gk.commit(gk.load("treaty"), "inspector"), HERE / "commitment.svg")
        draw_dynamics(gk.dynamics(gk.load("stag_hunt"), one_population=False), HERE / "dynamics_square.svg")
        draw_dynamics(gk.dynamics(gk.load("rock_paper_scissors")), HERE / "dynamics_triangle.svg")
        draw_dynamics(gk.dynamics(shapley(), "fictitious", time=1_000_000), HERE / "dynamics_shapley.svg")
        save(holding(20), HERE / "pig.svg")
        with tempfile.TemporaryDirectory() as folder:
            for name in ("bluffing", "patience"):
                gk.sweep(name, output=f"{folder}/{name}")
                save(gk.plot_sweep(f"{folder}/{name}"), HERE / f"sweep_{name}.svg")


def holding(goal: int) -> Drawing:
    """From how many points of a turn on the first player of pig with a coin holds, by what both players have."""
    solution = gk.solve(gk.load("pig", goal=goal, scores=[1]))
    least: dict[tuple[int, int], int] = {}
    for state in solution.by_state("first"):
        mine, theirs, turn = (int(state.variables[name]) for name in ("points(first)", "points(second)", "turn"))
        if "hold" in state.played:
            least[theirs, mine] = min(turn, least.get((theirs, mine), goal))
    figure = Drawing(6.0, 3.2, layout="constrained")
    axes = figure.subplots()
    for theirs, mark in ((0, "o"), (goal // 2, "s"), (goal - 2, "^")):
        own = sorted(mine for other, mine in least if other == theirs)
        axes.plot(own, [least[theirs, mine] for mine in own], marker=mark, label=f"the other has {theirs}")
    axes.set(xlabel="my points", ylabel="hold from so many points on", title=f"Pig with a coin, to {goal}")
    axes.set(ylim=(0, 5), xticks=range(0, goal, 2))
    axes.legend()
    return figure


if __name__ == "__main__":
    main()
