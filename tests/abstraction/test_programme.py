"""The size of the linear programme under a filter, counted and built."""

from __future__ import annotations

import numpy as np
import pytest

import galakit as gk
from galakit.abstraction.filters import everything
from galakit.abstraction.histograms import histograms
from galakit.abstraction.programme import Programme, programme
from galakit.abstraction.shrink import gameshrink
from galakit.abstraction.signal_tree import signal_tree

GAMES = [
    ("kuhn", {}),
    ("leduc", {}),
    ("poker", {"ranks": 5}),
    ("settlement", {"values": 6}),
    ("liars_dice", {"faces": 3}),
    ("stud_poker", {}),
]


def built(form):
    """Rows, columns and non-zeros of the programme of a sequence form."""
    payoffs = form.matrix(0).tocsr()
    sets = [len(form.sets_of(player)) for player in (0, 1)]
    sequences = payoffs.shape
    numbers = int((np.abs(payoffs.data) > 1e-12).sum()) + sum(sets) + sum(sequences)
    return Programme(sequences[0] + sets[1] + 1, sequences[1] + sets[0] + 1, numbers)


@pytest.mark.parametrize(("name", "params"), GAMES)
def test_the_programme_of_the_unfiltered_game_is_that_of_its_sequence_form(name, params):
    game = gk.load(name, **params)
    assert programme(everything(signal_tree(game.separated))) == built(game.form)


def test_the_programme_under_gameshrink_is_that_of_the_smaller_game():
    """From the signal tree, and from the sequence form of the merged tree, which share no code."""
    game = gk.load("leduc")
    assert programme(gameshrink(signal_tree(game.separated))) == built(gk.shrink(game).game.form)


def test_non_zeros_are_not_counted_where_chance_draws_after_the_last_move():
    tree = signal_tree(gk.load("signals").separated)
    size = programme(histograms(tree))
    assert size.nonzeros is None and size.rows == histograms(tree).lp_rows
