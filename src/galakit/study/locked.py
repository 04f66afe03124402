"""The locked information sets of a solution, and what its certificate counts there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

import numpy as np

from galakit.display.look import Look
from galakit.separated.actions import Situation
from galakit.solution.factored.policy import ClassQueries
from galakit.solution.facts import phrase
from galakit.solution.shown.numbers import number
from galakit.solution.solution import Finding, Solution
from galakit.study.answers import Locked
from galakit.study.looks import known_of, moves_of
from galakit.study.quantities import quantity
from galakit.study.situation_names import situation_names
from galakit.study.tables import Floats

MOST = 50  # locked sets that are listed


def locked(solution: Solution) -> list[Locked]:
    """The first of the locked information sets.

    >>> import galakit as gk
    >>> folds = gk.solve(gk.load("kuhn"), lock={"second": {"card(3), bet": "pass"}})
    >>> [(it.words, dict(zip(it.moves, (p.text for p in it.probabilities)))) for it in locked(folds)]
    [('K, bet', {'pass': '1', 'bet': '0'})]
    """
    if not solution.able.list_all:
        return list(islice(_by_class(solution.queries, solution.look), MOST)) if solution.able.grids else []
    if not solution.locked:
        return []
    sheet, look = solution.sheet, solution.look
    return [
        Locked(
            set=str(i),
            player=int(sheet.player[i]),
            **known_of(look, sheet.facts[i], int(sheet.player[i])),
            facts=phrase(sheet.facts[i]),
            **moves_of(look, sheet.move[sheet.rows(i)], sheet.facts[i], int(sheet.player[i])),
            probabilities=[quantity(p) for p in sheet.probability[sheet.rows(i)].tolist()],
        )
        for i in solution.locked[:MOST]
    ]


def locked_total(solution: Solution) -> int:
    """How many information sets are locked."""
    if not solution.able.list_all and solution.able.grids:
        return sum(int(mask.sum()) for mask in solution.queries.locked.values())
    return len(solution.locked)


def _by_class(answers: ClassQueries, look: Look) -> Iterator[Locked]:
    """Locked sets of a game that is not listed; situations that are locked alike for all classes come first."""
    index = answers.index
    single: list[tuple[Situation, Floats]] = []
    for situation, mask in answers.locked.items():
        shares = answers.columns.shares(situation)[:, answers.columns.column(situation)]
        possible = index.game.possible[situation]
        everything = np.array_equal(mask, np.ones_like(mask) if possible is None else possible)
        if everything and np.ptp(shares[:, mask], axis=1).max() == 0:
            one = int(mask.argmax())
            yield _one(answers, look, situation, one, index.pattern(situation), shares[:, one].tolist())
        else:
            single.append((situation, shares))
    for situation, shares in single:
        for k in np.flatnonzero(answers.locked[situation]).tolist():
            yield _one(
                answers, look, situation, k, index.facts(situation, index.known(situation, k)), shares[:, k].tolist()
            )


def _one(
    answers: ClassQueries, look: Look, situation: Situation, number: int, facts: Sequence[str], shares: list[float]
) -> Locked:
    return Locked(
        set=f"{situation_names(answers).name(situation)}~{number}",
        player=situation.player,
        **known_of(look, facts, situation.player),
        facts=phrase(facts),
        **moves_of(look, answers.index.moves(situation), facts, situation.player),
        probabilities=[quantity(share) for share in shares],
    )


def meaning(solution: Solution) -> str | None:
    """What the certificate counts where strategies are locked; None where nothing is.

    >>> import galakit as gk
    >>> meaning(gk.solve(gk.load("kuhn"))) is None
    True
    """
    if solution.method == "respond":
        return f"{solution.why}, and the others do not adapt: their gains are what they could win by responding in turn"
    if not locked_total(solution):
        return None
    free = solution.found.get("gap where play is free")
    where = "" if free is None else f"; where play is free, no player can gain more than {_text(free)}"
    return (
        "gains are counted as if nothing were locked: a player with a locked strategy could gain so much by deviating "
        f"from it{where}"
    )


def _text(found: Finding) -> str:
    return found if isinstance(found, str) else number(found)
