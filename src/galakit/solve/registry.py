"""The methods there are, what each needs and promises, and the choice among them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from galakit.errors import GalakitError
from galakit.game.sequence_form import SequenceForm
from galakit.solve.exact import solve_exact
from galakit.solve.lp import solve_lp


@dataclass(frozen=True)
class Method:
    """One way to solve a game. `refusal` says why a game does not suit it, None when it does."""

    name: str
    needs: str
    promises: str
    function: Callable[..., Any]
    exact_function: Callable[..., Any] | None
    refusal: Callable[[SequenceForm], str | None]


def _lp_refusal(form: SequenceForm) -> str | None:
    if len(form.players) > 2:
        return f"it has {len(form.players)} players, and linear programming solves games of one or two"
    if not form.perfect_recall:
        return "a player forgets what he knew or did, and the sequence form needs perfect recall"
    if len(form.players) == 2 and form.constant_sum is None:
        return "what one player gains is not what the other loses, and linear programming needs a constant sum"
    return None


METHODS = (
    Method(
        name="lp",
        needs="two players and a constant sum, or one player; perfect recall",
        promises="an equilibrium: exact on request, otherwise with a gap near rounding",
        function=solve_lp,
        exact_function=solve_exact,
        refusal=_lp_refusal,
    ),
)


def choose(form: SequenceForm, name: str | None = None) -> Method:
    """The method of that name, or the first that suits the game; an error with the reasons when none does."""
    if name is not None and name not in {m.name for m in METHODS}:
        raise GalakitError(
            f"there is no method called {name}",
            hint="the methods are " + ", ".join(m.name for m in METHODS),
            id="GK509",
        )
    reasons = []
    for method in METHODS:
        if name is None or name == method.name:
            reason = method.refusal(form)
            if reason is None:
                return method
            reasons.append(reason)
    raise GalakitError(f"this game cannot be solved yet: {reasons[0]}", notes=reasons[1:], id="GK606")
