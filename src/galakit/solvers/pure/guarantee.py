"""The method `pure-maxmin`: the best guarantee that a pure strategy gives a player."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.pure.suits import unsuited
from galakit.solvers.regret.options import option

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.rules.contract import Number


def refusal(game: Game) -> str | None:
    reason = unsuited(game)
    if reason is None and len(game.players) > 2:
        from galakit.game.refinement import refinement
        from galakit.solvers.pure.maxmin import recalled

        form, tree, _ = game.unfolded
        assert tree is not None
        everyone = range(len(form.players))
        if not any(recalled(refinement(form, tree, [p for p in everyone if p != who])) for who in everyone):
            reason = f"it has {len(form.players)} players, and the others of each, taken as one, do not remember all"
    return reason


def run(game: Game, request: Request) -> Answer:
    import numpy as np

    from galakit.rules.contract import END
    from galakit.solution.tree.best_pure import best_pure
    from galakit.solvers.profile_input import player_number
    from galakit.solvers.pure.leaves import leaves
    from galakit.solvers.pure.maxmin import best_guarantee, recalled, worst_reply
    from galakit.solvers.pure.optimum import rounded, weights_of
    from galakit.solvers.pure.plans import plans_of_moves

    form, tree, _ = game.unfolded
    assert tree is not None
    who = player_number(form, option(request.options, "player", form.players[0], str, "the name of a player"))
    others = [p for p in range(len(form.players)) if p != who]
    found = leaves(form, tree, [[who], others])
    if not recalled(found.splits[1]):
        raise GalakitError(
            f"what a pure strategy of {form.players[who]} is sure of cannot be computed: the others, taken as one, do "
            "not remember what they knew or did",
            hint="choose another player: --with player=NAME, or a game of two players who forget nothing",
            id="GK694",
        )
    made = best_guarantee(found, who, time_limit=request.time_limit, progress=request.progress)
    if made.moves is None:
        raise OutOfTime(f"{request.limit} was reached before a strategy was found", hint="allow more time", id="GK632")
    exact = form.exact and request.exact is not False
    on = weights_of(found.splits[0], made.moves)
    towards = on[found.sequences[0]]
    values = np.zeros(found.splits[1].sequences, found.weight.dtype)
    np.add.at(values, found.sequences[1, towards], found.weight[who, towards])
    chosen = np.zeros(form.information_sets, np.int64)
    for moves in (made.moves, worst_reply(found.splits[1], values)):
        chosen[list(moves)] = list(moves.values())
    # What the strategy is sure of, by branch and bound over the others' replies: independent of the programme.
    ends = np.flatnonzero(tree.mover == END)
    reached = weights_of(found.splits[0], made.moves)[found.splits[0].sequence[ends]]
    if exact:
        unit = lcm(*(Fraction(c[who]).denominator for c in form.classes))
        paid = np.fromiter([int(Fraction(c[who]) * unit) for c in form.classes], object)[form.leaf_class]
        harm, _ = best_pure(form, tree, others, ends, -paid * reached)
        sure: Number = Fraction(-int(harm), unit)
    else:
        sure = -float(best_pure(form, tree, others, ends, -form.payoff(who) * reached)[0])
    bound = rounded(found.weight[who].tolist(), made.bound, sure) if exact else max(made.bound, float(sure))
    name = form.players[who]
    complete = made.solved.status == "optimal"
    warnings = () if complete else (f"{request.limit} was reached before the best guarantee was known: see the bound",)
    return Answer(
        plans_of_moves(form, chosen, exact=exact),
        f"integer programme, {made.solved.nodes:,} nodes",
        warnings,
        found={f"{name} is sure of": sure, "no pure strategy is sure of more than": bound},
        complete=complete,
    )


METHOD = Method(
    name="pure-maxmin",
    needs="others who, taken as one, forget nothing; the player may; no information set met twice in one play",
    promises="the pure strategy that guarantees most, proved by a bound; the others' worst reply",
    cost="an integer programme with a whole column for every sequence of the player",
    refusal=refusal,
    run=run,
    equilibrium=False,
    options={"player": "the name of the player (the first)"},
)
