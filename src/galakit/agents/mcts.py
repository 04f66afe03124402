"""Monte Carlo tree search: on the compiled network of a description, else over information sets by the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.agents.contract import Agent
from galakit.agents.network.agent import on_network
from galakit.agents.search import PLAYS
from galakit.agents.tree_search import TreeSearch

if TYPE_CHECKING:
    from galakit.game.game import Game


def mcts(game: Game, plays: int = PLAYS) -> Agent:
    """Monte Carlo tree search with so many plays a move, or as many as the clock allows."""
    return on_network(game, "mcts", plays) or TreeSearch(game, plays, "mcts")
