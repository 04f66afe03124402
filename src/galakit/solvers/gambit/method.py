"""Gambit's routines as methods `gambit:lcp`, `gambit:logit`, ...: its equilibria on our information sets.

The original Gala system handed its games to GAMBIT; so can we. The game is written as an extensive form, a routine of
pygambit runs on it in a process of its own (routines can run for ever), and the behaviour strategy it returns becomes a
plan. The certificate is computed here, as for every method.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from importlib.util import find_spec
from math import inf, prod
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError
from galakit.solvers.method import Answer, Method, Request

if TYPE_CHECKING:
    import numpy.typing as npt

    from galakit.game.game import Game
    from galakit.game.sequence_form import SequenceForm

PATIENCE = 600.0  # seconds, unless the request says otherwise
QUICK_NODES = 500  # up to so many nodes fractions are used unasked
LIMIT_NODES = 200_000
LIMIT_PROFILES = 1_000_000  # of pure strategies, for routines that work on the normal form


@dataclass(frozen=True)
class Routine:
    """One of Gambit's routines: what it finds and what it needs."""

    name: str
    finds: str
    players: str = "any"
    """any, `two`, or `constant` for two with a constant sum"""
    normal: bool = True
    """works on the normal form, so the pure strategies must be few"""
    exact: bool = False
    """can work in fractions"""
    options: tuple[str, ...] = ()
    """those of OPTIONS that it has"""


OPTIONS = {
    "equilibrium": "which of the equilibria found, counted from 1",
    "precision": "the quantal response equilibrium at this precision (lambda) instead of the limit",
}


ROUTINES = (
    Routine("lp", "an equilibrium by linear programming", "constant", normal=False, exact=True),
    Routine("lcp", "an equilibrium by Lemke's algorithm on the sequence form", "two", normal=False, exact=True),
    Routine("enummixed", "all extreme equilibria of the normal form", "two", exact=True, options=("equilibrium",)),
    Routine("enumpure", "all equilibria in pure strategies", exact=True, options=("equilibrium",)),
    Routine(
        "enumpoly",
        "equilibria by solving polynomial systems, support by support",
        normal=False,
        options=("equilibrium",),
    ),
    Routine("logit", "the limit of quantal response equilibria", normal=False, options=("precision",)),
    Routine("gnm", "equilibria by a global Newton method", options=("equilibrium",)),
    Routine("ipa", "an equilibrium by iterated polymatrix approximation"),
    Routine("simpdiv", "an approximate equilibrium by simplicial subdivision"),
    Routine("liap", "an approximate equilibrium by minimising a Lyapunov function"),
)


def refusal(routine: Routine, game: Game) -> str | None:
    form = game.form
    if find_spec("pygambit") is None:
        return "pygambit is not installed (pip install 'galakit[gambit]'; it may have to be compiled for minutes)"
    if routine.players != "any" and len(form.players) != 2:
        return f"it has {len(form.players)} player(s), and gambit:{routine.name} needs two"
    if routine.players == "constant" and form.constant_sum is None:
        return f"what one player gains is not what the other loses, and gambit:{routine.name} needs a constant sum"
    if not form.perfect_recall:
        return "a player forgets what they knew or did, and equilibria in behaviour strategies need perfect recall"
    if game.size().nodes > LIMIT_NODES:
        return f"its tree has more than {LIMIT_NODES:,} nodes, too many for Gambit"
    if not form.information_sets:
        return "no player has a decision"
    if routine.normal:
        from galakit.game.normal_form import count_strategies

        profiles = prod(count_strategies(form, p) for p in range(len(form.players)))
        if profiles > LIMIT_PROFILES:
            return f"its normal form has more than {LIMIT_PROFILES:,} profiles, too many to list"
    return None


def run(routine: Routine, game: Game, request: Request) -> Answer:
    form, _, size = game.unfolded
    if request.exact and not routine.exact:
        raise GalakitError(f"gambit:{routine.name} works in floating point only", hint="leave out --exact", id="GK613")
    wanted = _positive(request.options.get("equilibrium", 1), int, "is not the number of an equilibrium: 1, 2, ...")
    precision = request.options.get("precision")
    if precision is not None:
        precision = _positive(precision, float, "is not a precision: a positive number")
    rational = routine.exact and (
        request.exact
        or (request.exact is None and form.exact and size.nodes <= QUICK_NODES)
        or routine.name == "enumpure"
    )
    from galakit.solution.certificate import certify
    from galakit.solvers.gambit.process import ask

    reply = ask(
        {
            "routine": routine.name,
            "game": _text(game),
            "rational": bool(rational),
            "regret": None if request.gap is None else max(request.gap, 1e-12) / _range(form),
            "precision": precision,
            "limit": PATIENCE if request.time_limit is None else request.time_limit,
        }
    )
    if "error" in reply:
        raise GalakitError(
            f"Gambit's routine {routine.name} failed: {reply['error']}", hint="try another method", id="GK613"
        )
    found = reply["equilibria"]
    if not found:
        none = "the game has no equilibrium in pure strategies" if routine.name == "enumpure" else "Gambit found none"
        raise GalakitError(none, hint="try another method: `galakit methods` lists them", id="GK613")
    if wanted > len(found):
        raise GalakitError(f"there is no equilibrium {wanted}: gambit:{routine.name} found {len(found)}", id="GK613")
    profiles = [tuple(_plan(form, p, one, bool(rational)) for p in range(len(form.players))) for one in found]
    if rational and form.exact and (gap := max(certify(form, plans).gap for plans in profiles)) != 0:
        raise GalakitError(
            f"the result of Gambit's routine {routine.name} is not an equilibrium: the gap is {gap}", id="GK613"
        )
    plans = profiles.pop(wanted - 1)
    how = f"Gambit's {routine.name}"
    if precision is not None:
        how += f", quantal response at precision {precision:g}"
        return Answer(plans, how, ("players who mistake small differences are in no equilibrium: see the gap",))
    return Answer(plans, how, others=tuple(profiles))


def _text(game: Game) -> str:
    """The game for Gambit; labels are numbers, which need no quoting."""
    from dataclasses import replace

    from galakit.formats.exporting import tree_of
    from galakit.formats.write_efg import efg_lines

    tree = tree_of(game)
    sets = [
        s._replace(label=_label(s.player, s.number), moves=tuple(str(k) for k in range(len(s.moves))))
        for s in tree.information_sets
    ]
    players = tuple(f"player {k}" for k in range(len(tree.players)))
    bare = replace(tree, title="game", comment="", players=players, information_sets=tuple(sets))
    return "".join(efg_lines(bare))


def _label(player: int, number: int) -> str:
    return f"{player}:{number}"


def _plan(form: SequenceForm, player: int, behaviour: dict[str, list[Any]], rational: bool) -> npt.NDArray[Any]:
    """The plan of a player's behaviour; where Gambit leaves it open (no positive numbers), it is uniform."""
    import numpy as np

    from galakit.game.realization import plan_of

    kind: Any = Fraction if rational else float
    strategy = np.empty(form.sequences[player], object if rational else np.float64)
    strategy[0] = kind(1)
    for number, at in enumerate(form.sets_of(player).tolist(), 1):
        weights = [max(kind(x), kind(0)) for x in behaviour[_label(player, number)]]
        total = sum(weights)
        first = int(form.first_sequence[at])
        for k, weight in enumerate(weights):
            strategy[first + k] = weight / total if total > 0 else kind(1) / len(weights)
    return plan_of(form, player, strategy)


def _range(form: SequenceForm) -> float:
    """The difference between the largest and the smallest payoff, by which Gambit measures regret."""
    reached = [[float(x / reach) for x in weighted] for weighted, reach in zip(form.classes, form.class_reach) if reach]
    flat = [x for payoffs in reached for x in payoffs]
    return max(flat) - min(flat) or 1.0


def _positive(value: Any, kind: type[float], complaint: str) -> Any:
    try:
        number = kind(value)
    except (TypeError, ValueError):
        number = 0
    if not 0 < number < inf:
        raise GalakitError(f"`{value}` {complaint}", id="GK613")
    return number


def _method(routine: Routine) -> Method:
    needs = {"any": "", "two": "two players; ", "constant": "two players and a constant sum; "}[routine.players]
    return Method(
        name=f"gambit:{routine.name}",
        needs=f"{needs}perfect recall; pygambit",
        promises=f"{routine.finds}{', in fractions on request' if routine.exact else ''}",
        cost="Gambit's, on the normal form: small games only" if routine.normal else "Gambit's, on the extensive form",
        refusal=partial(refusal, routine),
        run=partial(run, routine),
        options={name: OPTIONS[name] for name in routine.options},
    )


METHODS = tuple(_method(routine) for routine in ROUTINES)
