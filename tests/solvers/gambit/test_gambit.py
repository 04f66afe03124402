"""Gambit's equilibria, mapped to our information sets and certified by us."""

from __future__ import annotations

import os
import signal
import sys
import time
from importlib.util import find_spec
from math import log

import pytest
from formats.helpers import DATA
from formats.random_trees import random_tree
from hypothesis import assume, given
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from galakit.formats.tree_rules import TreeRules
from galakit.game.game import Game
from galakit.solvers.gambit.method import ROUTINES
from galakit.solvers.gambit.process import GAMBIT

SEEDS = st.integers(0, 2**32)

needs_gambit = pytest.mark.skipif(find_spec("pygambit") is None, reason="pygambit is not installed")


def game_of(seed: int, **kind) -> Game:
    game = Game(TreeRules(random_tree(seed, **kind), "tree"))
    assume(game.form.information_sets > 0)
    return game


def test_without_pygambit_the_reason_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygambit", None)
    with pytest.raises(GalakitError, match="pygambit is not installed"):
        gk.solve(gk.load("kuhn"), "gambit:lcp")


@needs_gambit
@given(SEEDS)
def test_lcp_is_exact_on_games_of_two(seed):
    solution = gk.solve(game_of(seed, players=2), "gambit:lcp", exact=True)
    assert solution.exact and solution.gap == 0


@needs_gambit
@given(SEEDS)
def test_lp_finds_the_value_that_ours_finds(seed):
    game = game_of(seed, players=2, zero_sum=True)
    assume(game.form.constant_sum is not None)
    theirs = gk.solve(game, "gambit:lp", exact=True)
    assert theirs.gap == 0
    assert theirs.value == gk.solve(game, "lp", exact=True).value


@needs_gambit
@given(SEEDS)
def test_pure_equilibria_of_any_number_of_players_are_exact(seed):
    try:
        solution = gk.solve(game_of(seed, depth=2), "gambit:enumpure")
    except GalakitError as error:
        assert "no equilibrium in pure strategies" in str(error)
    else:
        assert solution.exact and solution.gap == 0


@needs_gambit
@given(SEEDS)
def test_every_extreme_equilibrium_passes_the_certificate(seed):
    game = game_of(seed, players=2, depth=2)
    first = gk.solve(game, "gambit:enummixed", exact=True, time_limit=60)
    assert all(one.exact and one.gap == 0 for one in (first, *first.others))
    last = gk.solve(game, "gambit:enummixed", exact=True, equilibrium=1 + len(first.others))
    assert last.value == (first, *first.others)[-1].value


@needs_gambit
@given(SEEDS)
def test_logit_comes_close(seed):
    game = game_of(seed, depth=2)
    try:
        solution = gk.solve(game, "gambit:logit", time_limit=10)
    except GalakitError as error:
        assert "did not finish" in str(error) or "found none" in str(error)
    else:
        assert not solution.exact and solution.gap < 1e-5


@needs_gambit
@pytest.mark.parametrize("routine", ["enumpoly", "gnm", "ipa", "simpdiv", "logit", "liap"])
@pytest.mark.parametrize("name", ["stag_hunt.nfg", "majority.nfg"])
def test_approximate_routines_find_equilibria_of_tables(routine, name):
    solution = gk.solve(gk.load(DATA / name), f"gambit:{routine}", time_limit=60)
    assert solution.gap < 1e-3
    assert solution.method == f"gambit:{routine}"


@needs_gambit
def test_the_gap_that_is_asked_for_is_reached():
    game = gk.load(DATA / "majority.nfg")
    assert gk.solve(game, "gambit:logit", gap=1e-2).gap > 1e-6
    assert gk.solve(game, "gambit:logit", gap=1e-9).gap <= 1e-8


@needs_gambit
@pytest.mark.parametrize(
    ("game", "method", "reason"),
    [
        ("three_player_kuhn", "gambit:lcp", "needs two"),
        ("three_player_kuhn", "gambit:enumpure", "more than 1,000,000 profiles"),
        (DATA / "stag_hunt.nfg", "gambit:lp", "needs a constant sum"),
        (DATA / "forgetful.efg", "gambit:lcp", "need perfect recall"),
    ],
)
def test_a_game_that_does_not_suit_is_refused_with_the_reason(game, method, reason):
    with pytest.raises(GalakitError, match=reason):
        gk.solve(gk.load(game), method)


@needs_gambit
def test_a_quantal_response_equilibrium_answers_values_with_odds():
    solution = gk.solve(gk.load(DATA / "signal.efg"), "gambit:logit", precision="1.5")
    assert "precision 1.5" in solution.algorithm and solution.gap > 0.01
    for here in solution.situations():
        (p, q), (v, w) = here.probabilities.values(), here.values.values()
        assert log(p / q) == pytest.approx(1.5 * (v - w), abs=1e-4)


@needs_gambit
def test_options_that_make_no_sense_are_refused():
    game = gk.load(DATA / "stag_hunt.nfg")
    with pytest.raises(GalakitError, match="there is no equilibrium 9: gambit:enumpure found 2"):
        gk.solve(game, "gambit:enumpure", equilibrium="9")
    with pytest.raises(GalakitError, match="`x` is not the number of an equilibrium"):
        gk.solve(game, "gambit:enumpure", equilibrium="x")
    with pytest.raises(GalakitError, match="`-1` is not a precision"):
        gk.solve(game, "gambit:logit", precision="-1")
    with pytest.raises(GalakitError, match="has no option `precision`"):
        gk.solve(game, "gambit:lcp", precision=1)
    with pytest.raises(GalakitError, match="works in floating point only"):
        gk.solve(game, "gambit:logit", exact=True)


@needs_gambit
def test_a_routine_that_runs_too_long_is_ended_and_the_next_one_runs():
    gk.solve(gk.load(DATA / "stag_hunt.nfg"), "gambit:enumpure")  # the process is up
    began = time.perf_counter()
    with pytest.raises(GalakitError, match="did not finish within the time limit"):
        gk.solve(gk.load("kuhn"), "gambit:enummixed", time_limit=1)
    assert time.perf_counter() - began < 30
    assert GAMBIT.pid is None
    assert gk.solve(gk.load(DATA / "stag_hunt.nfg"), "gambit:enumpure").gap == 0


@needs_gambit
def test_nothing_is_imported_from_the_folder_where_somebody_is(tmp_path, monkeypatch):
    GAMBIT.end()
    (tmp_path / "pygambit.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    assert gk.solve(gk.load(DATA / "stag_hunt.nfg"), "gambit:enumpure").gap == 0


@needs_gambit
def test_a_process_that_died_is_started_again():
    gk.solve(gk.load(DATA / "stag_hunt.nfg"), "gambit:enumpure")
    os.kill(GAMBIT.pid, signal.SIGKILL)
    assert gk.solve(gk.load(DATA / "stag_hunt.nfg"), "gambit:enumpure").gap == 0


def test_every_routine_is_listed_and_picked_only_by_name():
    from galakit.solvers.registry import methods

    listed = {m.name: m for m in methods()}
    assert not any(listed[f"gambit:{r.name}"].estimate for r in ROUTINES)  # none is ever picked: answers need no Gambit


@needs_gambit
@pytest.mark.parametrize("routine", ["enummixed", "enumpoly", "enumpure"])
def test_all_equilibria_that_are_found_are_returned(routine):
    solution = gk.solve(gk.load("stag_hunt"), f"gambit:{routine}")
    found = {tuple(round(float(v), 6) for v in one.value) for one in (solution, *solution.others)}
    assert found >= {(3, 3), (4, 4)} and all(one.gap <= 1e-6 for one in solution.others)
