"""Plays that come to the end of the flow unpaid: a warning names one once the game is explored."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.loading import find, shipped_names


def remarks(flow: str, players: str = "a, b", clauses: str = "") -> tuple[str, ...]:
    game = gk.loads(f"game(g, [players : [{players}], {flow}]). {clauses}")
    assert game.remarks == ()  # not explored yet
    game.size()
    return game.remarks


CHOICES = "choose(a, M, member(M, [fold, call, bet])), choose(b, N, member(N, [yes, no]))"
FORGOTTEN = {
    "a case after two others": (
        f"flow : ({CHOICES}, if(M = fold, outcome([-1, 1])), if(M = call, if(N = yes, outcome([1, -1]), outcome([2, -2]))))",
        "(a: bet, b: yes)",
    ),
    "a way out of a loop": (
        "variables : [n = 0], flow : repeat((choose(a, X, member(X, [stop, go])), n gets $n + 1, if(X = stop, outcome(wins(a)))), "
        "until($n = 2))",
        "(a: go, a: go)",
    ),
    "a case of payments": (
        "flow : (choose(a, M, member(M, [call, bet, fold])), "
        "(M = call -> (payoff(a, 1), payoff(b, -1)) ; M = bet -> (payoff(a, 2), payoff(b, -2))))",
        "(a: fold)",
    ),
    "a play of chance": (
        "flow : (choose(nature, C, member(C, [1, 2])), choose(a, X, member(X, [1, 2])), if(C = 1, outcome(draw)), "
        "if(X = 2, outcome(wins(b))))",
        "(nature: 2, a: 1)",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", FORGOTTEN)
def test_a_play_that_is_not_paid_is_named(case):
    flow, play = FORGOTTEN[case]
    [remark] = remarks(flow)
    assert play in remark and "comes to the end of `flow` and pays 0 to all" in remark


MEANT = {
    "an end that is written": "flow : (choose(a, M, member(M, [x, y])), if(M = x, outcome(draw), end))",
    "an outcome that pays nothing": "flow : (choose(a, M, member(M, [x, y])), if(M = x, outcome(wins(a))), outcome(draw))",
    "a payment of nothing": "flow : (choose(a, M, member(M, [x, y])), payoff(all, 0), if(M = x, outcome(wins(a))))",
    "cases that are all there are": (
        "flow : (choose(a, M, member(M, [x, y])), if(M = x, outcome(wins(a))), if(M = y, outcome(wins(b))))"
    ),
    "payments that add up": "flow : (choose(a, M, member(M, [x, y])), if(M = x, payoff(a, 1)))",
    "a game that pays nothing": "flow : choose(a, M, member(M, [x, y]))",
    "a payment that happens to be nothing": (
        "variables : [v = 0], flow : (choose(a, M, member(M, [x, y])), if(M = x, outcome(draw)), payoff(a, $v))"
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", MEANT)
def test_what_is_meant_is_not_remarked_upon(case):
    assert remarks(MEANT[case]) == ()


def test_the_command_line_and_solutions_tell_it(tmp_path, capsys):
    flow, play = FORGOTTEN["a case after two others"]
    text = f"game(g, [players : [a, b], {flow}])."
    path = tmp_path / "g.gala"
    path.write_text(text)
    assert main(["size", str(path)]) == 0
    assert (
        f"warning: a play comes to the end of `flow` and pays 0 to all, where others are paid {play}"
        in capsys.readouterr().err
    )
    assert main(["solve", str(path)]) == 0
    assert capsys.readouterr().err.count(play) == 1
    [warning] = gk.solve(gk.loads(text)).warnings
    assert play in warning


@pytest.mark.parametrize("name", [n for n in shipped_names() if find(n).name.endswith(".gala")])
def test_no_shipped_game_may_end_so(name):
    assert not gk.load(name).rules.may_end_unpaid()
