"""Agents on the network of a description: what a player knows is read as turns, and an engine thinks about them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from galakit.agents.contract import Decision
from galakit.gdl.rules import GdlRules

if TYPE_CHECKING:
    from galakit.agents.network.turns import Turn
    from galakit.game.game import Game
    from galakit.gdl.network.machine import Network
    from galakit.gdl.text.syntax import Term


class Engine(Protocol):
    """Plays one role of one match on a network."""

    def prepare(self, deadline: float) -> None:
        """Use the start clock."""

    def choose(self, deadline: float | None) -> Term:
        """A legal move before the deadline, or with a fixed effort."""

    def observe(self, turn: Turn) -> None:
        """What came of a turn."""

    def close(self) -> None:
        """Let go of threads and memory."""


class OnNetwork:
    """Plays a description by an engine, which is made anew for each play."""

    def __init__(
        self, rules: GdlRules, network: Network, make: Callable[[Network, int, int], Engine], name: str
    ) -> None:
        self.rules, self.network, self.make, self.name = rules, network, make, name
        self.engine: Engine | None = None

    def begin(self, player: int, draw: random.Random) -> None:
        from galakit.agents.network.turns import Turns

        self.close()
        self.turns = Turns(self.rules, self.network, player)
        self.engine = self.make(self.network, self.turns.role, draw.getrandbits(32))

    def prepare(self, deadline: float) -> None:
        assert self.engine is not None
        self.engine.prepare(deadline)

    def choose(self, decision: Decision) -> str:
        if self.engine is None:
            self.begin(decision.player, random.Random(0))
        assert self.engine is not None
        for turn in self.turns.passed(decision.facts):
            self.engine.observe(turn)
        return self.rules.write(self.engine.choose(decision.deadline))

    def close(self) -> None:
        if self.engine is not None:
            self.engine.close()
            self.engine = None

    def __repr__(self) -> str:
        return self.name


def on_network(game: Game, name: str, number: int) -> OnNetwork | None:
    """`mcts` or `hyperplay` with so many plays, or `minimax` to such a depth, if the game has a network.

    In GDL-II all of them are HyperPlay; where all see the joint moves HyperPlay is plain search. There is none as long
    as they are not compiled, which takes half a minute the first time on a computer.
    """
    rules = game.rules
    if not isinstance(rules, GdlRules):
        return None
    from galakit import compiling
    from galakit.agents.network.hyperplay import HyperPlay
    from galakit.agents.network.mcts.agent import Mcts
    from galakit.agents.network.mcts.learning import learn
    from galakit.agents.network.mcts.playing import play_on
    from galakit.agents.network.minimax import Minimax
    from galakit.gdl.network.lanes import LANES
    from galakit.gdl.network.machine import Network
    from galakit.processes import warming

    network = rules.machine
    if not isinstance(network, Network):
        return None
    if not warming.ready("agents", compiling.is_kept(play_on, learn)):
        compiling.say(
            f"{name} plays by the rules while another process compiles faster code, for half a minute or so; "
            "`galakit warmup` does it beforehand"
        )
        return None
    waves = max(1, number // LANES)
    make: Callable[[Network, int, int], Engine]
    if network.incomplete:
        make = partial(HyperPlay, rules.write, waves=waves)
    elif name == "minimax":
        make = partial(Minimax, depth=number)
    else:
        make = partial(Mcts, waves=waves)
    return OnNetwork(rules, network, make, f"{name}:{number}")
