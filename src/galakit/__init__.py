"""Galakit: rules of a game in, certified equilibrium out.

>>> import galakit as gk
>>> solution = gk.solve(gk.load("kuhn"))
>>> solution.value
(Fraction(-1, 18), Fraction(1, 18))
>>> solution.gap
0

Everything is imported when it is first used, so `import galakit` costs next to nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from galakit.solution import accessors

if TYPE_CHECKING:
    from galakit.certifying import certify as certify
    from galakit.certifying import load_solution as load_solution
    from galakit.component.widget import show as show
    from galakit.drawing.sweep_plot import plot_sweep as plot_sweep
    from galakit.errors import GalakitError as GalakitError
    from galakit.game.game import Game as Game
    from galakit.game.size import Size as Size
    from galakit.loading import load as load
    from galakit.loading import loads as loads
    from galakit.play.exploiter import Exploiter as Exploiter
    from galakit.play.match import Match as Match
    from galakit.play.simulate import simulate as simulate
    from galakit.rules.python.definition import rules as rules
    from galakit.rules.python.play import Flow as Flow
    from galakit.rules.python.play import Play as Play
    from galakit.solution.assess.sequential import Assessment as Assessment
    from galakit.solution.assess.sequential import sequential as sequential
    from galakit.solution.certificate import Certificate as Certificate
    from galakit.solution.solution import Solution as Solution
    from galakit.solvers.commitment.commit import commit as commit
    from galakit.solvers.commitment.commitment import Commitment as Commitment
    from galakit.solvers.correlated.correlate import CorrelatedSolution as CorrelatedSolution
    from galakit.solvers.correlated.correlate import correlate as correlate
    from galakit.solvers.dynamics.stability import Stability as Stability
    from galakit.solvers.dynamics.stability import stability as stability
    from galakit.solvers.dynamics.trajectories import Dynamics as Dynamics
    from galakit.solvers.dynamics.trajectories import dynamics as dynamics
    from galakit.solvers.exploit.guarantee import guarantee as guarantee
    from galakit.solvers.exploit.respond import best_response as best_response
    from galakit.solvers.exploit.respond import restricted_nash_response as restricted_nash_response
    from galakit.solvers.exploit.trade_off import trade_off as trade_off
    from galakit.solvers.locks.lock import lock as lock
    from galakit.solvers.lp.ranges import Ranges as Ranges
    from galakit.solvers.lp.ranges import ranges as ranges
    from galakit.solvers.quantal.response import QuantalResponses as QuantalResponses
    from galakit.solvers.quantal.response import qre as qre
    from galakit.solvers.refine.nearest import Nearest as Nearest
    from galakit.solvers.refine.nearest import nearest_sequential as nearest_sequential
    from galakit.solvers.registry import register_method as register_method
    from galakit.solvers.shrunk.smaller import Shrunken as Shrunken
    from galakit.solvers.shrunk.smaller import shrink as shrink
    from galakit.solvers.solve import solve as solve
    from galakit.solvers.team.team import TeamPlay as TeamPlay
    from galakit.solvers.team.team import team as team
    from galakit.study.study import Study as Study
    from galakit.sweep.sweep import sweep as sweep

    __version__: str

_HOME = {
    "Assessment": "galakit.solution.assess.sequential",
    "Certificate": "galakit.solution.certificate",
    "Commitment": "galakit.solvers.commitment.commitment",
    "CorrelatedSolution": "galakit.solvers.correlated.correlate",
    "Dynamics": "galakit.solvers.dynamics.trajectories",
    "Exploiter": "galakit.play.exploiter",
    "Flow": "galakit.rules.python.play",
    "GalakitError": "galakit.errors",
    "Game": "galakit.game.game",
    "Match": "galakit.play.match",
    "Nearest": "galakit.solvers.refine.nearest",
    "Play": "galakit.rules.python.play",
    "QuantalResponses": "galakit.solvers.quantal.response",
    "Ranges": "galakit.solvers.lp.ranges",
    "Shrunken": "galakit.solvers.shrunk.smaller",
    "Size": "galakit.game.size",
    "Solution": "galakit.solution.solution",
    "Stability": "galakit.solvers.dynamics.stability",
    "Study": "galakit.study.study",
    "TeamPlay": "galakit.solvers.team.team",
    "best_response": "galakit.solvers.exploit.respond",
    "certify": "galakit.certifying",
    "commit": "galakit.solvers.commitment.commit",
    "guarantee": "galakit.solvers.exploit.guarantee",
    "correlate": "galakit.solvers.correlated.correlate",
    "dynamics": "galakit.solvers.dynamics.trajectories",
    "load": "galakit.loading",
    "load_solution": "galakit.certifying",
    "loads": "galakit.loading",
    "lock": "galakit.solvers.locks.lock",
    "nearest_sequential": "galakit.solvers.refine.nearest",
    "plot_sweep": "galakit.drawing.sweep_plot",
    "qre": "galakit.solvers.quantal.response",
    "ranges": "galakit.solvers.lp.ranges",
    "register_method": "galakit.solvers.registry",
    "restricted_nash_response": "galakit.solvers.exploit.respond",
    "rules": "galakit.rules.python.definition",
    "sequential": "galakit.solution.assess.sequential",
    "show": "galakit.component.widget",
    "shrink": "galakit.solvers.shrunk.smaller",
    "simulate": "galakit.play.simulate",
    "solve": "galakit.solvers.solve",
    "stability": "galakit.solvers.dynamics.stability",
    "sweep": "galakit.sweep.sweep",
    "team": "galakit.solvers.team.team",
    "trade_off": "galakit.solvers.exploit.trade_off",
}

__all__ = [
    "Assessment",
    "Certificate",
    "Commitment",
    "CorrelatedSolution",
    "Dynamics",
    "Exploiter",
    "Flow",
    "GalakitError",
    "Game",
    "Match",
    "Nearest",
    "Play",
    "QuantalResponses",
    "Ranges",
    "Shrunken",
    "Size",
    "Solution",
    "Stability",
    "Study",
    "TeamPlay",
    "best_response",
    "certify",
    "commit",
    "correlate",
    "dynamics",
    "guarantee",
    "load",
    "load_solution",
    "loads",
    "lock",
    "nearest_sequential",
    "plot_sweep",
    "qre",
    "ranges",
    "register_method",
    "restricted_nash_response",
    "rules",
    "sequential",
    "show",
    "shrink",
    "simulate",
    "solve",
    "stability",
    "sweep",
    "team",
    "trade_off",
]


for _name, _function in {
    "frame": "galakit.solution.files:frame",
    "plot": "galakit.drawing.plot:Plot",
    "save": "galakit.solution.files:save",
    "widget": "galakit.component.widget:show",
}.items():
    accessors.register(_name, _function)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import PackageNotFoundError, version

        try:
            found: Any = version("galakit")
        except PackageNotFoundError:  # run from a source tree that was never installed
            found = "0+unknown"
    elif name in _HOME:
        found = getattr(import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module 'galakit' has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})


class _Package(ModuleType):
    """Keeps the functions `solve`, `rules` and `sweep`: importing subpackages of these names would overwrite them."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOME and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
