"""The methods `imp-minimax`, `imp-alpha-beta` and `chance-minimax`.

Optimal for one player with perfect recall (chance-minimax: with perfect information). Otherwise heuristics: an
information set can be searched in several pieces, the last of which decides what is played there. The certificate
measures how good the result is.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any

from galakit.deadline import ending
from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.pure.suits import unsuited
from galakit.solvers.regret.options import option

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.tree import Tree
    from galakit.rules.contract import Number

BOUNDS = {
    "high": "no payoff of the first player is larger (the largest there is)",
    "low": "no payoff of the first player is smaller (the smallest there is)",
}


def refusal(game: Game) -> str | None:
    form = game.form
    if len(form.players) > 2:
        return f"it has {len(form.players)} players, and this search is for one or two"
    if len(form.players) == 2 and form.constant_sum is None:
        return "what one player gains is not what the other loses, and this search needs a constant sum"
    return unsuited(game)


def run(prune: bool, game: Game, request: Request) -> Answer:
    from galakit.solvers.imp.problem import problem
    from galakit.solvers.imp.search import search
    from galakit.solvers.pure.plans import plans_of_moves

    form, tree, _ = game.unfolded
    assert tree is not None
    exact = form.exact and request.exact is not False
    low, high = _bounds(tree, request, exact)
    with ending("searching the tree"):
        searched = problem(form, tree, low, high, exact=exact)
        found = search(searched, prune=prune)
    value = Fraction(int(found.value), searched.scale) if exact else float(found.value)
    return Answer(
        plans_of_moves(form, found.chosen, exact=exact),
        "IMP-alpha-beta" if prune else "IMP-minimax",
        found={"value computed": value, "leaves examined": found.examined, "leaves": searched.leaves},
    )


def run_chance(game: Game, request: Request) -> Answer:
    from galakit.solvers.imp.chance import chance_minimax
    from galakit.solvers.pure.plans import plans_of_moves

    form, tree, size = game.unfolded
    assert tree is not None
    exact = form.exact and request.exact is not False
    with ending("searching the tree"):
        value, chosen = chance_minimax(form, tree, exact=exact)
    return Answer(
        plans_of_moves(form, chosen, exact=exact),
        "chance-minimax",
        found={"value computed": value, "leaves examined": size.terminals, "leaves": size.terminals},
    )


def _bounds(tree: Tree, request: Request, exact: bool) -> tuple[Number, Number]:
    """The bounds given, or the smallest and largest payoff; an error where a payoff is outside."""
    import numpy as np

    from galakit.rules.contract import END

    ends = np.unique(tree.payoff[tree.mover == END]).tolist()
    paid = [tree.payoffs[p][0] for p in ends]
    least, most = min(paid), max(paid)
    number: Any = Fraction if exact else float
    low = option(request.options, "low", least, number, "a number")
    high = option(request.options, "high", most, number, "a number")
    if least < low or most > high:
        raise GalakitError(
            f"the payoffs of the first player go from {least} to {most}, beyond the bounds given",
            hint="leave the bounds out, or give wider ones",
            id="GK612",
        )
    return low, high


def _imp(name: str, prune: bool, cost: str) -> Method:
    return Method(
        name=name,
        needs="one player, or two with a constant sum; no information set met twice in one play",
        promises="for one player with perfect recall a pure strategy that is optimal; otherwise a heuristic",
        cost=cost,
        refusal=refusal,
        run=partial(run, prune),
        options=BOUNDS if prune else {},
        equilibrium=False,
    )


METHODS = (
    _imp("imp-minimax", False, "one look at every leaf of the tree"),
    _imp("imp-alpha-beta", True, "one look at every leaf of the tree that is not pruned"),
    Method(
        name="chance-minimax",
        needs="one player, or two with a constant sum; no information set met twice in one play",
        promises="with perfect information an equilibrium in pure strategies; otherwise a heuristic",
        cost="one look at every leaf of the tree",
        refusal=refusal,
        run=run_chance,
        equilibrium=False,
    ),
)
