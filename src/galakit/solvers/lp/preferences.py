"""Picking among optimal strategies: the one in which a player makes a move as often, or as seldom, as possible.

A preference is written `PLAYER: FACTS = MOVE:max` or `MOVE:min`; several are separated by semicolons, and an earlier
one counts more. It holds at all information sets of the player that have the facts.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from galakit.errors import GalakitError
from galakit.game.realization import Plan, repaired
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.solution.facts import phrase
from galakit.solution.profile import shares_of
from galakit.solution.shown.numbers import number
from galakit.solvers.lp.face import ROUNDING, Face
from galakit.solvers.profile_input import player_number

FORM = "write 'PLAYER: FACTS = MOVE:max' or 'PLAYER: FACTS = MOVE:min'"
SIGNS = {"max": -1, "min": 1}


@dataclass(frozen=True)
class Preference:
    """A move that is to be made as often or as seldom as possible."""

    text: str
    player: int
    information_set: int
    sequence: int
    sign: int
    """1 for seldom, -1 for often"""


@dataclass(frozen=True, eq=False)
class Preferred:
    """The optimal plans that were picked."""

    plans: tuple[Plan, ...]
    warnings: tuple[str, ...]
    """one for each preference without effect"""
    played: dict[str, str]
    """the others, each with how often the move is made at the information sets where optimal strategies differ"""


def preferences(form: SequenceForm, text: str) -> list[Preference]:
    """What a text prefers, in its order."""
    return [found for one in text.split(";") if one.strip() for found in _read(form, one.strip())]


def _read(form: SequenceForm, text: str) -> list[Preference]:
    left, equals, right = text.rpartition("=")
    player, _, facts = (part.strip() for part in left.partition(":"))
    move, _, way = (part.strip() for part in right.rpartition(":"))
    if not equals or not move or way not in SIGNS:
        raise GalakitError(f"the preference `{text}` is not understood", hint=FORM, id="GK658")
    mover = player_number(form, player)
    return [
        Preference(text, mover, i, int(form.first_sequence[i]) + shares.index(1), SIGNS[way])
        for i, shares in shares_of(form, mover, {facts: move})
    ]


def preferred(
    form: SequenceForm, wanted: Sequence[Preference], plans: Sequence[Plan], values: Sequence[Number], *, exact: bool
) -> Preferred:
    """Optimal plans that satisfy the preferences as far as optimal plans can.

    `values` are what each player can guarantee.
    """
    found = list(plans)
    played: dict[str, list[str]] = {}
    reasons: dict[str, str] = {}
    for player in range(2):
        own = [one for one in wanted if one.player == player]
        if not own:
            continue
        face = Face(form, player, values[player], plans, exact=exact)
        plan: list[Any] | None = None
        for one in own:
            given = int(form.parent_sequence[one.information_set])
            where = f"{form.players[player]} knowing {phrase(form.facts(one.information_set))}"
            if face.weight(given) == 0:
                reasons.setdefault(one.text, f"no optimal strategy leads to {where}: the preference has no effect")
                continue
            share, plan = face.extreme(one.sequence, given, one.sign)
            face.hold(one.sequence, given, share, one.sign)
            if math.isclose(share, 0 if one.sign < 0 else 1, abs_tol=ROUNDING):
                move = form.moves(one.information_set)[one.sequence - int(form.first_sequence[one.information_set])]
                which = "no" if one.sign < 0 else "every"
                reasons.setdefault(
                    one.text, f"{which} optimal strategy of {where} plays {move}: the preference has no effect"
                )
            else:
                played.setdefault(one.text, []).append(number(share))
        if plan is not None:
            found[player] = np.fromiter(plan, object) if exact else repaired(form, player, np.array(plan, np.float64))
    without_effect = tuple(reason for text, reason in reasons.items() if text not in played)
    return Preferred(tuple(found), without_effect, {text: ", ".join(own) for text, own in played.items()})
