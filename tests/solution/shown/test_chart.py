"""What people see: goldens of the bluffing chart and the strategy table."""

from __future__ import annotations

from textwrap import dedent

from game.poker_rules import Poker
from rich.console import Console

from galakit.game.game import Game
from galakit.loading import load
from galakit.solution.shown.chart import chart
from galakit.solution.shown.order import groups
from galakit.solution.shown.table import certified, in_full, strategy_table
from galakit.solvers.solve import solve


def text(thing, width=100):
    console = Console(width=width, highlight=False)
    with console.capture() as capture:
        console.print(thing)
    return "\n".join(line.rstrip() for line in capture.get().splitlines()).strip("\n") + "\n"


def test_sets_of_one_public_situation_stand_together_in_the_order_of_the_cards():
    solution = solve(Game(Poker(12)))
    first, second = groups(solution.sheet, 1)
    assert first.public == ("did_b",) and second.public == ("did_p",)
    assert first.private == tuple(f"('card', {k})" for k in range(12))


def test_the_chart_shows_who_calls_with_what():
    """The dealer's answer to a bet in Kuhn's poker is unique: never with the lowest card, always with the highest."""
    drawn = text(chart(solve(Game(Poker(3)), exact=True), 1, width=12))
    assert drawn.startswith(
        dedent(
            """\
            dealer, did b:   █ bet   · pass
              (card,0)  ············  0
              (card,1)  ████········  1/3
              (card,2)  ████████████  1
            """
        )
    )


def test_the_table_has_fractions_and_says_what_is_undefined():
    solution = solve(Game(Poker(3)), exact=True)
    table = text(strategy_table(solution, 1))
    lines = [line.split() for line in table.splitlines()]
    assert ["knowing", "plays", "with", "worth", "reached", "believing"] in lines
    assert "1/3" in table
    assert max(map(len, table.splitlines())) <= 100


def test_the_certificate_is_said_in_words():
    assert text(certified(solve(Game(Poker(3)), exact=True))) == "certified exactly: no player can gain more than 0\n"


def test_one_set_in_full_names_facts_moves_and_nodes():
    solution = solve(Game(Poker(3)), exact=True)
    shown = text(in_full(solution, solution.at("gambler", "('card', 0)")))
    for part in ("believes to be at", "1/2  ██████        chance: dealer (card,1)", "probability 1/3"):
        assert part in shown


def test_one_set_in_full_has_the_words_and_beside_them_what_the_rules_have():
    solution = solve(Game(Poker(3)), exact=True)
    shown = text(in_full(solution, solution.at("gambler", "('card', 0)"))).splitlines()
    assert shown[2:4] == ["  1  (card,0)              ('card', 0)", "  2  choosing([bet,pass])"]
    nim = solve(load("nim"))
    moves = text(in_full(nim, nim.after("take(1,1)")), 80).splitlines()
    assert "  take 1 of ●●●            1  ████████████████████████      1  take(1,3)" in moves
    narrow = text(in_full(nim, nim.after("take(1,1)")), 40).splitlines()
    known = "".join(line[5:].strip() for line in narrow[3 : narrow.index("plays")])
    assert known == "choosing([take(1,2),take(2,2),take(1,3),take(2,3),take(3,3)])", "what is cut cannot be copied"


def test_facts_and_moves_are_told_in_words():
    solution = solve(load("poker", ranks=3))
    lines = text(strategy_table(solution, 0), 80).splitlines()
    assert lines[1:4] == [
        "  gambler checked",
        "  knowing      plays   with  worth  reached  believing",
        "    my hand 1  check    2/3     -1      1/6  1 chance: gambler 2, gambler: ch…",
    ]
    assert not any("(gambler" in line or "myhand" in line for line in lines)
    drawn = text(chart(solve(load("nim")), 1, width=4))
    assert (
        "second, chose take 1 of ●●●, first took 1 of ●●:   █ take 1 of ●   ▓ take 1 of ●●" in drawn
        and "take(" not in drawn
    )
    assert "  first took 1 of ●●  ████  take 1 of ●: 1\n" in drawn
