"""Draw the pictures of the documentation: the terminal output of real commands, and figures, as SVG."""

from __future__ import annotations

import io
import re
import tempfile
from fractions import Fraction
from math import cos, pi, sin
from pathlib import Path

from figures import responses, shrunken, subsets
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


def listed(page: str, kind: str) -> gk.Game:
    """The first game of a kind that is written out on a page."""
    text = (HERE.parent / page).read_text(encoding="utf-8")
    return gk.loads(text.partition(f"```{kind}\n")[2].partition("```")[0])


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
        save(kuhn.plot.strategy("first", ranges=True), HERE / "kuhn_ranges.svg")
        save(gk.solve(listed("how-to/credible.md", "gala"), "credible").plot.tree(), HERE / "entry_tree.svg")
        save(mediated(listed("explanation/correlated.md", "nfg")), HERE / "chicken.svg")
        save(teamed(4), HERE / "team.svg")
        save(eight.plot.strategy(), HERE / "poker_strategy.svg")
        save(eight.plot.grid("gambler"), HERE / "poker_grid.svg")
        save(gk.solve(gk.load("beer_quiche")).plot.tree(), HERE / "beer_tree.svg")
        beer = gk.load("beer_quiche")
        draw_responses(gk.qre(beer), beer.look, HERE / "quantal.svg")
        draw_commitment(gk.commit(gk.load("treaty"), "inspector"), HERE / "commitment.svg")
        draw_dynamics(gk.dynamics(gk.load("stag_hunt"), one_population=False), HERE / "dynamics_square.svg")
        draw_dynamics(gk.dynamics(gk.load("rock_paper_scissors")), HERE / "dynamics_triangle.svg")
        shapley = listed("how-to/dynamics.md", "nfg")
        draw_dynamics(gk.dynamics(shapley, "fictitious", time=1_000_000), HERE / "dynamics_shapley.svg")
        save(volunteering(5), HERE / "volunteers.svg")
        save(holding(20), HERE / "pig.svg")
        blunder = listed("explanation/refinements.md", "gala")
        save(gk.solve(blunder, "quasi-perfect").plot.tree(), HERE / "blunder_tree.svg")
        save(subsets(), HERE / "beer_equilibria.svg")
        save(responses(), HERE / "stag_responses.svg")
        save(shrunken(8), HERE / "shrunken_rows.svg")
        with tempfile.TemporaryDirectory() as folder:
            for name in ("bluffing", "patience"):
                gk.sweep(name, output=f"{folder}/{name}")
                save(gk.plot_sweep(f"{folder}/{name}"), HERE / f"sweep_{name}.svg")


def mediated(game: gk.Game) -> Drawing:
    """The payoffs of all correlated equilibria of two players, and those of equilibria without a mediator."""
    ann, bob = game.players
    ways = [2 * pi * k / 360 for k in range(360)]
    best = [gk.correlate(game, objective={ann: cos(way), bob: sin(way)}, exact=False).value for way in ways]
    alone = [one.value for one in gk.solve(game, "extreme").equilibria]
    figure = Drawing(4.2, 4.0, layout="constrained")
    axes = figure.subplots()
    axes.fill(*([float(v[p]) for v in best] for p in (0, 1)), alpha=0.25, label="with a mediator")
    axes.fill(*([float(v[p]) for v in alone] for p in (0, 1)), alpha=0.4, label="with a coin")
    axes.plot(*([float(v[p]) for v in alone] for p in (0, 1)), "ko", label="equilibria")
    axes.set(xlabel=f"{ann} gets", ylabel=f"{bob} gets", title="Chicken", aspect="equal")
    axes.legend()
    return figure


def teamed(most: int) -> Drawing:
    """What a team of two is sure of in matching pennies with several sides, alone and by agreement."""
    sides = range(2, most + 1)
    figure = Drawing(5.0, 3.0, layout="constrained")
    axes = figure.subplots()
    for correlated, label, mark in ((True, "agreeing beforehand", "o"), (False, "each drawing alone", "s")):
        sure = [gk.team(gk.load("team_pennies", sides=n), ["ann", "bob"], correlated=correlated) for n in sides]
        axes.plot(sides, [float(one.value) for one in sure], marker=mark, label=label)
    axes.set(xlabel="sides", ylabel="the team is sure of", ylim=(0, 0.55), xticks=sides)
    axes.legend()
    return figure


def volunteering(most: int) -> Drawing:
    """The volunteer's dilemma for more and more neighbours who play alike."""
    count = range(2, most + 1)
    waits = []
    for n in count:
        rules = gk.rules(players=tuple(f"player{k}" for k in range(n)))(volunteers)
        alike = gk.solve(gk.load(rules), "best", prefer="symmetric")
        waits.append(float(alike.at("player0", "").probabilities["wait"]))
    figure = Drawing(5.0, 3.0, layout="constrained")
    axes = figure.subplots()
    axes.plot(count, [1 - wait for wait in waits], marker="o", label="a neighbour calls")
    axes.plot(count, [wait**n for wait, n in zip(waits, count)], marker="s", label="nobody calls")
    axes.set(xlabel="neighbours", ylabel="probability", ylim=(0, 0.8), xticks=count)
    axes.legend()
    return figure


def volunteers(play: gk.Play) -> gk.Flow:
    """A call costs 1/4 and is worth 1 to all."""
    calls = []
    for player in play.players:
        calls.append((yield play.choose(player, ["call", "wait"])))
    for player, call in zip(play.players, calls):
        play.payoff(player, Fraction(3, 4) if call == "call" else int("call" in calls))


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
