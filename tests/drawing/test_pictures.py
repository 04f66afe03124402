"""Pictures show the numbers of the solution: what is drawn is read back from the figures."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import matplotlib
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

import galakit as gk
from galakit.drawing.figure import save
from galakit.drawing.palette import LIGHT, move_colours


@pytest.fixture(scope="module")
def poker():
    return gk.solve(gk.load("poker", ranks=8))


@pytest.fixture(scope="module")
def kuhn():
    return gk.solve(gk.load("kuhn"))


def heights(axes, move):
    bars = next(c for c in axes.containers if c.get_label() == move)
    return [bar.get_height() for bar in bars]


def test_bars_are_as_high_as_the_probabilities_of_figure_17(poker):
    figure = poker.plot.strategy("gambler")
    start, later = figure.axes
    for axes, facts in ((start, "myhand([{}])"), (later, "myhand([{}]), chose(0), bet(dealer,1)")):
        for move in ("0", "1"):
            expected = [float(poker.at("gambler", facts.format(r)).probabilities[move]) for r in range(1, 9)]
            assert heights(axes, move) == pytest.approx(expected, abs=1e-5)
    assert [t.get_text() for t in start.get_xticklabels()] == [str(r) for r in range(1, 9)]


def test_all_players_are_drawn_with_a_panel_for_each_public_situation(kuhn):
    figure = kuhn.plot.strategy()
    assert [axes.get_title() for axes in figure.axes] == ["at the start", "chose check, bet", "bet", "check"]
    assert [part.get_suptitle() for part in figure.subfigs] == ["first", "second"]


def test_bars_of_sets_that_play_never_reaches_are_hatched(poker):
    figure = poker.plot.strategy("gambler", "bet(dealer,1)")
    (axes,) = figure.axes
    hatched = [k for k, bar in enumerate(axes.containers[0]) if bar.get_hatch()]
    reach = [poker.at("gambler", f"myhand([{r}]), chose(0), bet(dealer,1)").reach for r in range(1, 9)]
    assert hatched == [k for k, x in enumerate(reach) if x == 0] != []


def test_moves_are_told_in_words():
    nim = gk.solve(gk.load("nim", piles=[1, 2]))
    start, *_ = nim.plot.strategy("first").axes
    assert [t.get_text() for t in start.get_xticklabels()] == ["take 1 of ●", "take 1 of ●●", "take 2 of ●●"]
    (legend,) = nim.plot.grid("second").legends
    assert {t.get_text() for t in legend.get_texts()} >= {"take 1 of ●", "take 1 of ●●", "take 2 of ●●"}


def test_without_private_information_each_move_has_a_bar():
    solution = gk.solve(gk.load("rock_paper_scissors"))
    (axes,) = solution.plot.strategy(0).axes
    assert [t.get_text() for t in axes.get_xticklabels()] == ["rock", "paper", "scissors"]
    assert [heights(axes, move)[0] for move in ("rock", "paper", "scissors")] == pytest.approx([1 / 3] * 3, abs=1e-5)


def test_cells_of_a_grid_are_divided_by_the_probabilities(poker):
    axes = poker.plot.grid("dealer").axes[0]
    colours = move_colours(["1", "0"], ["0"])
    wide = {}
    for patch in axes.patches:
        assert isinstance(patch, Rectangle)
        if patch.get_facecolor() == matplotlib.colors.to_rgba(colours["1"]):
            wide[patch.get_x() > 0.3, int(patch.get_y())] = patch.get_width()
    full = max(wide[False, r] for r in range(8) if (False, r) in wide)
    for r in range(8):
        bets = poker.at("dealer", f"myhand([{r + 1}]), bet(gambler,0)").probabilities["1"]
        assert wide.get((False, r), 0) / full == pytest.approx(float(bets), abs=1e-5)


def test_cards_make_a_chart_of_ranks_and_suits():
    solution = gk.solve(gk.load("poker", ranks=3, suits=2))
    figure = solution.plot.grid("dealer")
    assert len(figure.axes) == 2
    assert [t.get_text() for t in figure.axes[0].get_yticklabels()] == ["3", "2", "1"]
    assert [t.get_text() for t in figure.axes[0].get_xticklabels()] == ["♠", "♥"]


ASKED_AGAIN = """
game(asked_again, [
    players : [a, b],
    flow : (choose(nature, X, between(1, 3, X)), reveal(a, card(X)),
            choose(a, M, member(M, [go, stop])),
            if((M = stop, X > 1), again, outcome([1, -1]))),
    again : (choose(a, N, member(N, [go, stop])), if(N = go, outcome([2, -2]), outcome([0, 0])))
]).
"""


def test_a_dash_stands_where_private_information_cannot_be_held():
    solution = gk.solve(gk.loads(ASKED_AGAIN))
    axes = solution.plot.grid("a").axes[0]
    assert [text.get_text() for text in axes.texts] == ["–"]  # nobody is asked again with the lowest card
    with pytest.raises(gk.GalakitError, match="b never moves"):
        solution.plot.grid("b")
    assert len(solution.plot.strategy().axes) == 2


def test_a_tree_has_a_mark_for_each_decision_and_payoffs_at_each_end(kuhn):
    axes = kuhn.plot.tree().axes[0]
    tree = kuhn.game.tree
    ends = int((tree.mover == -2).sum())
    assert len([line for line in axes.lines if line.get_marker() != "None"]) == tree.nodes - ends
    texts = [text.get_text() for text in axes.texts]
    assert len(texts) == ends + tree.nodes - 1
    assert texts.count("−1, 1") == sum(
        tree.payoffs[tree.payoff[n]] == (-1, 1) for n in range(55) if tree.mover[n] == -2
    )
    joined = [p for p in axes.patches if p.get_linestyle() not in ("solid", "-")]
    assert len(joined) == 12  # twelve information sets of two nodes each


def test_a_branch_tells_its_move_and_how_often_it_is_made(kuhn):
    texts = [text.get_text() for text in kuhn.plot.tree().axes[0].texts]
    assert texts.count("first J, second Q  1/6") == 1
    second = kuhn.at("second", "card(1), pass").probabilities["bet"]
    assert second == Fraction(1, 3) and "bet  1/3" in texts


def test_trees_are_cut_by_depth_by_moves_and_to_what_is_played(kuhn):
    def marks(**part):
        return len(kuhn.plot.tree(**part).axes[0].lines)

    assert marks(depth=1) == 1 + 6
    assert marks(after="(1,2)") == 1 + 2 + 1
    assert marks(played=True) < marks()
    assert "⋮" in [t.get_text() for t in kuhn.plot.tree(depth=1).axes[0].texts]


def test_a_tree_too_large_to_read_names_what_cuts_it(poker):
    with pytest.raises(gk.GalakitError, match=r"more than 400 nodes.*505") as refused:
        poker.plot.tree()
    hint = refused.value.diagnostics[0].hint
    assert all(word in hint for word in ("depth", "after", "played", "nodes"))
    assert poker.plot.tree(nodes=505)


@pytest.mark.parametrize("direction", ["down", "right"])
@pytest.mark.parametrize("name", ["kuhn", "beer_quiche", "centipede", "entry_deterrence"])
def test_texts_of_a_tree_do_not_lie_on_each_other(name, direction):
    figure = gk.solve(gk.load(name)).plot.tree(direction=direction)
    renderer = figure.canvas.get_renderer()
    boxes = [text.get_window_extent(renderer).shrunk(0.8, 0.7) for text in figure.axes[0].texts]
    for k, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:k])


def test_a_picture_goes_on_axes_that_are_given(kuhn):
    axes = Figure().add_subplot()
    assert kuhn.plot.strategy("first", "at the start", ax=axes) is axes
    assert heights(axes, "bet") == pytest.approx(
        [float(kuhn.at("first", f"card({c})").probabilities["bet"]) for c in (1, 2, 3)]
    )
    assert kuhn.plot.tree(ax=Figure().add_subplot()).texts
    assert kuhn.plot.grid(0, ax=Figure().add_subplot()).patches
    first, second, unnamed = (
        [text.get_text() for text in kuhn.plot.grid(*who, ax=Figure().add_subplot()).get_xticklabels()]
        for who in (["first"], ["second"], [])
    )
    assert unnamed == first != second


def test_the_gap_is_drawn_where_a_method_came_closer_step_by_step(kuhn):
    with pytest.raises(gk.GalakitError, match="is not iterative"):
        kuhn.plot.gap()
    solution = gk.solve(gk.load("kuhn"), "cfr+", iterations=300)
    (axes,) = solution.plot.gap().axes
    seconds, gaps = axes.lines[0].get_data()
    assert len(gaps) > 1 and gaps[-1] < gaps[0] and list(seconds) == sorted(seconds)
    assert axes.get_yscale() == "log"


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_the_same_picture_is_the_same_file(kuhn, tmp_path, ending):
    for name in ("a", "b"):
        save(gk.solve(gk.load("kuhn")).plot.tree(depth=2), tmp_path / f"{name}.{ending}")
    one, other = ((tmp_path / f"{name}.{ending}").read_bytes() for name in "ab")
    assert one == other and len(one) > 1000


def test_pictures_need_no_display_and_leave_settings_and_pyplot_alone(tmp_path):
    code = (
        "import os, sys; os.environ.pop('DISPLAY', None); os.environ['MPLBACKEND'] = 'TkAgg'\n"
        "import matplotlib, galakit as gk\n"
        "before = dict(matplotlib.rcParams)\n"
        "solution = gk.solve(gk.load('kuhn'))\n"
        "from galakit.drawing.figure import save\n"
        f"save(solution.plot.tree(), {str(tmp_path / 't.svg')!r}); solution.plot.strategy()._repr_png_()\n"
        "assert dict(matplotlib.rcParams) == before and 'matplotlib.pyplot' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_a_picture_shows_itself_in_a_notebook(kuhn):
    data, size = kuhn.plot.strategy()._repr_png_()
    assert data.startswith(b"\x89PNG") and size["width"] > 100


def test_an_unknown_ending_is_refused(kuhn, tmp_path):
    with pytest.raises(gk.GalakitError, match="gif"):
        save(kuhn.plot.strategy(), tmp_path / "a.gif")
    assert list(tmp_path.iterdir()) == []


def test_amounts_of_one_thing_go_from_light_to_dark():
    colours = move_colours([f"bet({k})" for k in range(1, 6)] + ["fold"], ["fold"])
    shades = [sum(int(colours[f"bet({k})"][i : i + 2], 16) for i in (1, 3, 5)) for k in range(1, 6)]
    assert shades == sorted(shades, reverse=True) and colours["fold"] == LIGHT[0]


def test_dollars_in_texts_are_no_formulas(tmp_path):
    game = gk.loads(
        "game(g, [players : ['$a_$', b], flow : (choose(nature, X, between(1, 2, X)), reveal('$a_$', '$\\\\oops{$'(X)),"
        " choose('$a_$', M, member(M, ['$\\\\frac$', y])), outcome([1, -1]))])."
    )
    solution = gk.solve(game)
    for k, figure in enumerate((solution.plot.tree(), solution.plot.strategy(), solution.plot.grid(0))):
        save(figure, tmp_path / f"{k}.png")


def whiskers(axes):
    """The ends of the vertical lines, from left to right."""
    lines = [segment for group in axes.collections for segment in group.get_segments()]
    return sorted((float(a[0]), float(a[1]), float(b[1])) for a, b in lines if a[0] == b[0])


def test_whiskers_go_from_the_least_to_the_greatest_probability_of_an_optimal_strategy(kuhn):
    start, later, *others = kuhn.plot.strategy(ranges=True).axes
    assert whiskers(start) == [(0, 0, pytest.approx(1 / 3)), (2, 0, 1)]  # Kuhn 1950: the bluff, and the best card
    assert whiskers(later) == [(1, pytest.approx(1 / 3), pytest.approx(2 / 3))]
    assert not any(map(whiskers, others))  # the second player has one optimal strategy
    assert not any(map(whiskers, kuhn.plot.strategy().axes))


def test_with_whiskers_more_than_two_moves_stand_side_by_side():
    source = """game(sizes, [players : [ann, bob], flow : (
        choose(nature, Card, member(Card, [low, high])), reveal(ann, Card),
        choose(ann, Move, member(Move, [check, small, big])),
        if(Move = check, outcome([0, 0]),
           (reveal(bob, bet), choose(bob, Reply, member(Reply, [call, fold])),
            if(Reply = fold, outcome([1, -1]), if(Card = high, outcome([2, -2]), outcome([-2, 2]))))))])."""
    solution = gk.solve(gk.loads(source))
    (axes,) = solution.plot.strategy("ann", ranges=True).axes
    drawn = [bar for bars in axes.containers for bar in bars]
    assert len(drawn) == 6 and all(bar.get_y() == 0 for bar in drawn)
    assert len(whiskers(axes)) == 4  # small or big, with either card


def test_games_that_are_not_constant_sum_have_no_whiskers():
    solution = gk.solve(gk.load("stag_hunt"))
    with pytest.raises(gk.GalakitError, match="constant sum"):
        solution.plot.strategy(ranges=True)
