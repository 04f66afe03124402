"""A solution that was read from a file, with its game again: plans, beliefs, and a certificate that is worked out anew.

The file lists what is played where players know some facts. The game is unfolded once more, its information sets are
matched by these facts, and independent best responses say whether what the file promises is true.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.solution.certificate import Certificate, certify
from galakit.solution.facts import phrase
from galakit.solution.numbers import number
from galakit.solution.sheet import Sheet
from galakit.solution.solution import Solution
from galakit.solve.realization import plan_of, without_trembles

TOLERANCE = 1e-6  # by which floating-point certificates may differ, relative to the payoffs


def restored(solution: Solution, game: Game) -> Solution:
    """The solution with its game; an error where it belongs to other rules, or promises what is not true.

    >>> import tempfile, galakit as gk
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gk.solve(gk.load("kuhn")).save(folder + "/kuhn.json")
    ...     read = gk.load_solution(folder + "/kuhn.json")
    >>> [str(b) for b in restored(read, gk.load("kuhn")).at("second", "card(1), pass").belief]
    ['chance: (2,1), first: pass', 'chance: (3,1), first: pass']
    """
    if solution.game is not None:
        return solution
    form, sheet = game.form, solution.sheet
    rows = _matched(form, sheet, solution)
    exact = solution.exact and form.exact
    probability = sheet.probability if exact else sheet.probability.astype(np.float64)
    strategies = []
    for player, count in enumerate(form.sequences):
        strategy: npt.NDArray[Any] = np.empty(count, probability.dtype)
        strategy[0] = 1
        for i in form.sets_of(player).tolist():
            first = int(form.first_sequence[i])
            strategy[first : first + int(form.moves_count[i])] = probability[rows[i]]
        strategies.append(strategy)
    plans = tuple(plan_of(form, player, strategy) for player, strategy in enumerate(strategies))
    certificate = certify(form, plans, game.tree)
    if solution.certificate.checked:
        _check(solution.certificate, certificate)
    same = all(rows[i] == sheet.rows(i) for i in range(form.information_sets))
    return replace(
        solution,
        game=game,
        plans=plans,
        trembles=tuple(without_trembles(strategy) for strategy in strategies),
        certificate=replace(certificate, tight=certificate.tight and solution.certificate.tight),
        _sheet=sheet if same else None,
    )


def _matched(form: SequenceForm, sheet: Sheet, solution: Solution) -> list[slice]:
    """The rows of the sheet for each information set of the game."""
    problem = f"the solution of {solution.name} belongs to other rules"
    if tuple(sheet.players) != tuple(form.players) or sheet.information_sets != form.information_sets:
        raise _wrong(
            problem, f"it has {sheet.information_sets:,} information sets, and the game {form.information_sets:,}"
        )
    found: list[slice | None] = [None] * form.information_sets
    for k in range(sheet.information_sets):
        i = form.find(int(sheet.player[k]), sheet.facts[k])
        if i is None or tuple(sheet.move[sheet.rows(k)]) != form.moves(i):
            raise _wrong(problem, f"the game has no such information set: {phrase(sheet.facts[k])}")
        found[i] = sheet.rows(k)
    rows = [own for own in found if own is not None]
    if len(rows) < len(found):
        raise _wrong(problem, "some information sets are listed twice")
    return rows


def _check(promised: Certificate, found: Certificate) -> None:
    """Whether best responses confirm what a file says."""
    if promised.exact and found.exact:
        true = promised.value == found.value and promised.gains == found.gains
    else:
        true = _near(promised.value, found.value) and _near(promised.gains, found.gains)
    if not true:
        raise _wrong(
            "the file promises what its strategies do not keep",
            f"it says that no player can gain more than {number(promised.gap)}: it is {number(found.gap)}",
        )


def _near(some: Sequence[Number], others: Sequence[Number]) -> bool:
    scale = 1 + max(abs(float(x)) for x in (*some, *others))
    near = all(abs(float(a) - float(b)) <= TOLERANCE * scale for a, b in zip(some, others))
    return len(some) == len(others) and near


def _wrong(message: str, note: str) -> GalakitError:
    return GalakitError(message, notes=[note], hint="solve the game again: galakit solve GAME -o FILE", id="GK511")
