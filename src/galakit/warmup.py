"""All compiled functions, each called once on a small game, so that no later command waits for a compiler.

`python -m galakit.warmup PART` does one part: the command `galakit warmup` does them in processes of their own.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass

from galakit.processes.garbage import collect_seldom
from galakit.processes.warming import compile_here


@dataclass(frozen=True)
class Part:
    """Compiled functions that work together."""

    name: str
    modules: tuple[str, ...]
    """those whose compiled functions it calls, or folders of them; parts that run at once share none that are slow"""
    run: Callable[[], None]
    after: str | None = None
    """a part with slow functions that this one calls, too"""


def _gala() -> None:
    import galakit as gk
    from galakit.lang.bytecode.exploring import enumerated
    from galakit.lang.gala.rules import GalaRules

    for name in ("nim", "leduc", "tic_tac_toe"):
        rules = gk.load(name).rules
        assert isinstance(rules, GalaRules)
        enumerated(rules, 10_000, None)


def _trees() -> None:
    import numpy as np

    import galakit as gk
    from galakit.game import counting_kernel, kernel
    from galakit.game.counting import count_information
    from galakit.game.unfold import unfold
    from galakit.solvers.imp.problem import problem
    from galakit.solvers.imp.search import search

    form, tree, _ = unfold(gk.load("imp_model").automaton, compiled=True)
    assert tree is not None
    for exact in (False, True):
        search(problem(form, tree, 0, 1, exact=exact), prune=True, compiled=True)

    kernel.compiled()[1](np.zeros((4, 2), np.int32), 1, np.full(8, -1, np.int32))
    count_information(form.automaton, len(tree.parent), len(tree.parent), compiled=True)
    counting_kernel.compiled()[2](np.zeros(2, np.int64), np.zeros(1, np.int64), np.full(8, -1, np.int32), 1)


def _regret() -> None:
    import galakit as gk

    leduc = gk.load("leduc")
    for method in ("cfr+", "pcfr+", "dcfr"):
        _ = gk.solve(leduc, method, iterations=2).gap
    gk.solve(leduc, "cfr", iterations=2, threads=2)


def _separated() -> None:
    import numpy as np

    import galakit as gk
    from galakit.solvers.factored.shrinking import shrunk
    from galakit.solvers.factored.tables import Tables

    for game in (gk.load("leduc"), gk.load("liars_dice", faces=3)):
        form = shrunk(game)
        for dtype in ("float64", "float32"):
            tables = Tables(form, dtype)
            tables.iterate(np.ones(6))
            tables.gains()


def _certificates() -> None:
    import numpy as np
    import numpy.typing as npt

    import galakit as gk
    from galakit.separated.actions import Situation
    from galakit.separated.factored import factor
    from galakit.solution.factored.certificate import certify
    from galakit.solution.factored.lifting import lifted

    class Uniform:
        """Every move is as likely as every other."""

        def column(self, situation: Situation) -> npt.NDArray[np.int64]:
            return np.zeros(1_000, np.int64)

        def shares(self, situation: Situation) -> npt.NDArray[np.float64]:
            return np.full((len(situation.moves), 1), 1 / len(situation.moves))

    form = factor(gk.load("leduc").separated)
    certify(form, lifted(form, Uniform()))


def _public() -> None:
    import galakit as gk

    _ = gk.solve(gk.load("liars_dice", faces=3), "public", iterations=2).gap


def _descriptions() -> None:
    import galakit as gk

    for name in ("tic_tac_toe_gdl", "kuhn_gdl"):
        _ = gk.load(name).automaton


def _agents() -> None:
    import galakit as gk

    for name, agents in (
        ("tic_tac_toe_gdl", ("mcts:50", "minimax:2")),
        ("monty_hall_gdl", ("hyperplay:50", "mcts:50")),
    ):
        for agent in agents:
            gk.simulate(gk.load(name), 1, agents=agent, seed=1)
    gk.simulate(gk.load("kuhn"), 1, agents="search:1000", seed=1)


def _polynomial() -> None:
    import numpy as np

    from galakit.solvers.polynomial.agents import of_tables
    from galakit.solvers.polynomial.search import enumerate_agents

    draw = np.random.default_rng(1)
    enumerate_agents(of_tables([draw.random((2, 2, 2)) for _ in range(3)]), compiled=True)


PARTS = (
    Part("gdl", ("gdl",), _descriptions),
    Part("agents", ("agents",), _agents, after="gdl"),
    Part("separated", ("solvers.factored",), _separated),
    Part("polynomial", ("solvers.polynomial",), _polynomial),
    Part("regret", ("solvers.regret",), _regret),
    Part("trees", ("game", "solvers.imp"), _trees),
    Part("public", ("solvers.public", "solution.public"), _public),
    Part("gala", ("lang.bytecode",), _gala),
    Part("certificates", ("solution.factored",), _certificates),
)
"""the longest first"""


if __name__ == "__main__":
    collect_seldom()
    compile_here(sys.argv[1])
    next(part for part in PARTS if part.name == sys.argv[1]).run()
