"""The methods `backward` and `alpha-beta`, for games in which every mover knows the state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from galakit.solution.solution import Finding
from galakit.solvers.checks import check_fractions
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import option, positive, yes

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.solution.certificate import Certificate
    from galakit.solvers.perfect.induction import Induction

QUICK_EDGES = 200_000  # with chance, up to so many edges fractions are used unasked
EXAMPLES = 4  # states with several best moves that are named


def _imperfect(game: Game) -> str | None:
    from galakit.game.information import imperfection

    if game.automaton.endless:
        return "the game can go on for ever, and backward induction begins at the end"
    reason = imperfection(game.automaton)
    return None if reason is None else f"{reason}, and every mover must know the state"


def refusal_backward(game: Game) -> str | None:
    return _imperfect(game)


def estimate_backward(game: Game, request: Request) -> float:
    return 0.002 + 1e-6 * game.automaton.edges


def run_backward(game: Game, request: Request) -> Answer:
    from galakit.game.automaton import CHANCE
    from galakit.game.size import Size
    from galakit.solvers.perfect.induction import TIES, induce
    from galakit.solvers.perfect.policies import of_induction

    automaton = game.automaton
    check_fractions(request.exact, automaton.exact)
    quick = automaton.edges <= QUICK_EDGES or not (automaton.mover == CHANCE).any()
    exact = automaton.exact and quick if request.exact is None else request.exact
    ties = option(request.options, "ties", "kind", _one_of(TIES), "first, last, kind or spiteful")
    induction = induce(automaton, ties, exact=exact, time_limit=request.time_limit, progress=request.progress)
    policy = of_induction(induction)
    nodes, terminals = automaton.nodes
    return Answer(
        None,
        f"{automaton.states:,} states, each solved once",
        found={"play": policy.line(game.look)} | _several(induction),
        policy=policy,
        claimed=_claimed(induction),
        size=game.size() if "unfolded" in game.__dict__ else Size(automaton.states, nodes, terminals),
    )


def _claimed(induction: Induction) -> Certificate:
    """What backward induction says by itself: the values at the start, and no gains."""
    from galakit.solution.certificate import Certificate

    automaton = induction.automaton
    start = induction.values[automaton.start]
    paid = automaton.gains[automaton.opening_gain]
    value = tuple(own + induction.number(x) for own, x in zip(paid, start))
    return Certificate(value, (0,) * len(value), induction.exact, by="search")


def _several(induction: Induction) -> dict[str, Finding]:
    """Where a player has several best moves."""
    tied = induction.tied
    deciding = int((induction.automaton.mover >= 0).sum())
    found: dict[str, Finding] = {"states where several moves are best": f"{len(tied):,} of {deciding:,}"}
    if len(tied):
        from galakit.solvers.perfect.policies import example_paths

        paths = example_paths(induction.automaton, tied[:EXAMPLES].tolist())
        more = ["…"] if len(tied) > EXAMPLES else []
        found["for example after"] = "; ".join([", ".join(path) or "no move" for path in paths] + more)
    return found


def _one_of(known: tuple[str, ...]) -> Any:
    def read(value: Any) -> str:
        if str(value) not in known:
            raise ValueError
        return str(value)

    return read


def refusal_alpha_beta(game: Game) -> str | None:
    if len(game.players) > 2:
        return f"it has {len(game.players)} players, and alpha-beta searches games of one or two"
    # A game that is not explored yet is not explored for this question: the search checks what it sees.
    if "unfolded" in game.__dict__ and len(game.players) == 2 and game.form.constant_sum is None:
        return "what one player gains is not what the other loses, and alpha-beta needs a constant sum"
    return _imperfect(game) if "automaton" in game.__dict__ else None


def run_alpha_beta(game: Game, request: Request) -> Answer:
    from galakit.solvers.perfect.alpha_beta import SearchOptions, search

    options = request.options
    table = option(options, "table", True, yes, "yes or no")
    low, high = option(options, "bounds", (None, None), _bounds, "two numbers such as -1..1")
    return search(
        game,
        request,
        SearchOptions(
            # Star2 tries moves ahead of time, which pays only with a table.
            star=option(options, "star", "2" if table else "1", _one_of(("none", "1", "2")), "none, 1 or 2"),
            table=table,
            low=low,
            high=high,
            depth=option(options, "depth", None, positive, "a whole number from 1"),
        ),
    )


def _bounds(value: Any) -> tuple[Any, Any]:
    from fractions import Fraction

    low, high = value.split("..") if isinstance(value, str) else value
    if Fraction(low) > Fraction(high):
        raise ValueError
    return Fraction(low), Fraction(high)


METHODS = (
    Method(
        name="backward",
        needs="that every mover knows the state; any number of players",
        promises="a subgame-perfect equilibrium in pure strategies: exact where the rules are",
        cost="one visit of each state; the tree is not unfolded",
        refusal=refusal_backward,
        run=run_backward,
        estimate=estimate_backward,
        options={"ties": "which of a player's best moves: first, last, kind or spiteful to the others (kind)"},
        basis="states",
    ),
    Method(
        name="alpha-beta",
        needs="two players and a constant sum, or one player; that every mover knows the state",
        opposed=True,
        promises="the exact value and optimal moves, without looking at all states",
        cost="with luck the square root of what backward induction looks at",
        refusal=refusal_alpha_beta,
        run=run_alpha_beta,
        options={
            "star": "pruning at chance nodes: 1, 2 or none (2, without a table 1); it needs bounds",
            "bounds": "the first player's payoff lies between them in every play, such as -1..1",
            "table": "no: do not remember states (yes)",
            "depth": "look so many moves ahead only; it needs bounds",
        },
        basis="states",
    ),
)
