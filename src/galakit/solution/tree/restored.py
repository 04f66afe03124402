"""A solution that was read from a file, with its game: plans, beliefs, and a newly computed certificate.

The file lists strategies by the facts of information sets. The game is unfolded, its information sets are matched by
these facts, and independent best responses give the certificate. It replaces the claims of the file, with a warning
where they differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.game.ragged import concatenated, offsets
from galakit.game.realization import Behaviour, plan_of, without_trembles
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.solution.certificate import Certificate, certify
from galakit.solution.facts import phrase
from galakit.solution.shown.numbers import floats, number
from galakit.solution.solution import Solution
from galakit.solution.tree.policy import TreePolicy
from galakit.solution.tree.sheet import Facts, Sheet, moves_of, sheet_of

Ints = npt.NDArray[np.int64]

TOLERANCE = 1e-6  # by which floating-point certificates may differ, relative to the payoffs
ROUNDING = 1e-10  # by which probabilities may miss 1 and stay as they are


def rechecked(solution: Solution, game: Game) -> Solution:
    """The solution with its game, and a certificate by best responses."""
    if solution.policy.able.list_all:
        return solution if solution.certificate.checked else restored(replace(solution, game=None), game)
    certificate = solution.policy.certify()
    return replace(
        solution,
        certificate=certificate,
        warnings=solution.warnings + _disproved(solution.certificate, certificate, solution.players),
    )


def restored(solution: Solution, game: Game) -> Solution:
    """The solution with its game and a new certificate; an error where it belongs to other rules.

    >>> import tempfile, galakit as gk
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     gk.solve(gk.load("kuhn")).save(folder + "/kuhn.json")
    ...     read = gk.load_solution(folder + "/kuhn.json", certify=False)
    >>> [str(b) for b in restored(read, gk.load("kuhn")).at("second", "card(1), pass").belief]
    ['chance: (2,1), first: pass', 'chance: (3,1), first: pass']
    """
    is_read = solution.source is not None and solution.policy.able.list_all  # and its strategies may suit another game
    if solution.game is game or (solution.game is not None and not is_read):
        return solution
    form, sheet = game.form, solution.sheet
    sets = _matched(form, sheet, solution)
    rows = concatenated(sheet.first[sets], form.moves_count.astype(np.int64))
    exact = solution.exact and form.exact
    strategies = _strategies(form, sheet, rows, exact)
    plans = tuple(plan_of(form, player, strategy) for player, strategy in enumerate(strategies))
    certificate = certify(form, plans, game.tree)
    trembles = tuple(without_trembles(strategy) for strategy in strategies)
    warnings = _disproved(solution.certificate, certificate, game.players)
    fresh = sheet_of(form, strategies, exact=exact, tree=game.tree)
    if _agree(sheet, sets, rows, fresh, form):
        kept = sheet if (sets == np.arange(len(sets))).all() else None
    else:
        kept = fresh
        if not warnings:
            warnings = ("the values of moves in the file are not those of its strategies: they are computed again",)
    return replace(
        solution,
        name=game.name,
        params=dict(game.params),
        size=game.size(),
        game=game,
        policy=TreePolicy(game.players, game, plans=plans, trembles=trembles, known_sheet=kept),
        certificate=certificate,
        warnings=solution.warnings + warnings,
    )


def _matched(form: SequenceForm, sheet: Sheet, solution: Solution) -> Ints:
    """[H] the number in the sheet of each information set of the game."""
    problem = f"the solution of {solution.name} belongs to other rules"
    if tuple(sheet.players) != tuple(form.players) or sheet.information_sets != form.information_sets:
        raise _wrong(
            problem, f"it has {sheet.information_sets:,} information sets, and the game {form.information_sets:,}"
        )
    # One table of all: a search for each would take minutes where there are hundreds of thousands.
    number = {known: i for i, known in enumerate(zip(form.player.tolist(), Facts(form)))}
    moves, first = moves_of(form), offsets(form.moves_count).tolist()
    found = np.full(form.information_sets, -1, np.int64)
    for k, ((a, z), known) in enumerate(zip(pairwise(sheet.first.tolist()), zip(sheet.player.tolist(), sheet.facts))):
        i = number.get(known)
        if i is None or sheet.move[a:z] != moves[first[i] : first[i] + int(form.moves_count[i])]:
            raise _wrong(problem, f"the game has no such information set: {phrase(known[1])}")
        found[i] = k
    if (found < 0).any():
        raise _wrong(problem, "some information sets are listed twice")
    return found


def _strategies(form: SequenceForm, sheet: Sheet, rows: Ints, exact: bool) -> list[Behaviour]:
    """Each player's behaviour strategy over their sequences, from the rows of the sheet in the order of the sets."""
    count = form.moves_count.astype(np.int64)
    probability = sheet.probability[rows] if exact else floats(sheet.probability)[rows]
    if not exact:  # a file may have been rounded
        probability = np.maximum(probability, 0.0)
        total = np.add.reduceat(probability, offsets(count)) if len(rows) else np.empty(0)
        rounded = np.repeat(np.where(np.abs(total - 1) <= ROUNDING, 1.0, total), count)
        probability = np.where(rounded == 1.0, probability, probability / rounded)
    strategies = []
    for player, sequences in enumerate(form.sequences):
        strategy: npt.NDArray[Any] = np.empty(sequences, probability.dtype)
        strategy[0] = 1
        sets = form.sets_of(player)
        own = concatenated(form.first_sequence[sets], count[sets])
        strategy[own] = probability[np.repeat(form.player, count) == player]
        strategies.append(strategy)
    return strategies


def _agree(sheet: Sheet, sets: Ints, rows: Ints, fresh: Sheet, form: SequenceForm) -> bool:
    """Whether the values and reaches of a file are those of its strategies.

    Where the others never lead, the strategies alone do not define values: a file may have them from its trembles, but
    none may be outside the range of payoffs.
    """
    stated, true = floats(sheet.value)[rows], floats(fresh.value)
    if not _close(floats(sheet.reach)[sets], floats(fresh.reach)).all():
        return False
    unknown = np.isnan(true)
    if not (np.isnan(stated) == unknown)[~unknown].all() or not _close(stated[~unknown], true[~unknown]).all():
        return False
    exactly = sheet.exact and fresh.exact
    if exactly and not _same(sheet.value[rows][~unknown], fresh.value[~unknown]):
        return False
    if exactly and not _same(sheet.reach[sets], fresh.reach):
        return False
    low, high = _paid(form)
    owner = np.repeat(form.player, form.moves_count)
    rest = unknown & ~np.isnan(stated)
    slack = TOLERANCE * (1 + np.abs(stated[rest]))
    return bool(((stated[rest] >= low[owner[rest]] - slack) & (stated[rest] <= high[owner[rest]] + slack)).all())


def _same(some: npt.NDArray[Any], others: npt.NDArray[Any]) -> bool:
    """Whether exact numbers are equal; the columns repeat few objects, of which each pair is compared once."""
    ours, theirs = some.tolist(), others.tolist()
    pairs = dict(zip(zip(map(id, ours), map(id, theirs)), zip(ours, theirs)))
    return all(one == other for one, other in pairs.values())


def _paid(form: SequenceForm) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """The least and the most that each player can get."""
    reach = np.array([float(r) for r in form.class_reach])
    paid = np.array([[float(x) for x in weighted] for weighted in form.classes]) / reach[:, None]
    return paid.min(axis=0), paid.max(axis=0)


def _close(some: npt.NDArray[np.float64], others: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    near: npt.NDArray[np.bool_] = np.abs(some - others) <= TOLERANCE * (1 + np.abs(others))
    return near


def _disproved(claimed: Certificate, found: Certificate, players: Sequence[str]) -> tuple[str, ...]:
    """A warning where best responses contradict the claims of a file."""
    if claimed.by != "file":
        return ()
    loose = not (claimed.tight and found.tight)  # then gains are only bounds
    if claimed.exact and found.exact:
        true = claimed.value == found.value and (loose or claimed.gains == found.gains)
    else:
        true = _near(claimed.value, found.value) and (loose or _near(claimed.gains, found.gains))
    if true:
        return ()

    def claim(certificate: Certificate) -> str:
        values = ", ".join(f"{name} expects {number(v)}" for name, v in zip(players, certificate.value))
        return f"that {values} and no player can gain more than {number(certificate.gap)}"

    return (f"the file claims {claim(claimed)}; best responses to its strategies find {claim(found)}",)


def _near(some: Sequence[Number], others: Sequence[Number]) -> bool:
    scale = 1 + max(abs(float(x)) for x in (*some, *others))
    near = all(abs(float(a) - float(b)) <= TOLERANCE * scale for a, b in zip(some, others))
    return len(some) == len(others) and near


def _wrong(message: str, note: str) -> GalakitError:
    return GalakitError(message, notes=[note], hint="solve the game again: galakit solve GAME -o FILE", id="GK511")
