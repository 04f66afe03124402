"""Rules from the network."""

from __future__ import annotations

from galakit.jobs.messages import Taken
from galakit.jobs.reading import MOST_NODES, MOST_STATES, read


def test_games_of_clients_have_limits_on_their_size():
    text = "game(coin, [players : [a], flow : outcome([1])])."
    game = read(Taken(source=text, file="coin.gala"))
    assert (game.limit_states, game.limit_nodes) == (MOST_STATES, MOST_NODES)
    game = read(Taken(game="kuhn"))
    assert (game.limit_states, game.limit_nodes) == (MOST_STATES, MOST_NODES)
