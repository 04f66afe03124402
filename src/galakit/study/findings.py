"""What a solution says, in words: what the game is worth, and what stands out in the strategies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from galakit.display.parts import Part
from galakit.errors import GalakitError
from galakit.game.game import Game
from galakit.rules.contract import Number
from galakit.solution.shown.numbers import number
from galakit.solution.solution import Solution
from galakit.study.answers import Branch
from galakit.study.finding_answers import Finding, Findings
from galakit.study.grid_page import GridPage
from galakit.study.locked import meaning
from galakit.study.names import ROOT
from galakit.study.patterns import BASE, Found, patterns, said, text

if TYPE_CHECKING:
    from galakit.study.backends import Backend

MOST = 4  # findings that are told
ALIKE = 2  # of one kind about one player, where there are too few others
LONGEST = 12  # moves of a play that are told
CLOSE = 1e-6  # gaps of rounded arithmetic


def findings(solution: Solution, game: Game, backend: Backend, dealt: bool) -> Findings:
    """The headline and the most telling findings.

    >>> import galakit as gk
    >>> from galakit.study.study import Study
    >>> game = gk.load("kuhn")
    >>> found = Study(gk.solve(game), game).findings()
    >>> found.headline
    'first loses 1/18 a hand, and no strategy does better: proved exactly'
    >>> found.items[0].words
    'second bluffs with J after check: bet one time in three, check two times in three'
    """
    found: list[Found] = []
    for player, name in enumerate(solution.players):
        try:
            grid = backend.grid(player, GridPage())
        except GalakitError:  # nothing is listed by situation
            continue
        for column in grid.columns:
            found += patterns(grid, column, name)
    if not dealt:
        found += _play(backend, solution.players)
    found.sort(key=lambda one: -one.score)
    told: list[Finding] = []
    for few in (1, ALIKE):
        for one in (one.finding for one in found):
            often = sum((one.kind, one.player) == (other.kind, other.player) for other in told)
            new = one.set is None or all(one.set != other.set for other in told)
            if len(told) < MOST and often < few and new and one not in told:
                told.append(one)
    return Findings(headline=headline(solution, game, dealt), items=told)


def headline(solution: Solution, game: Game, dealt: bool) -> str:
    """What the game is worth, and how that is known."""
    play = "hand" if dealt else "game"
    names: Sequence[str] = solution.players
    values: Sequence[Number] = solution.value
    each = ", ".join(f"{names[k]} expects {number(values[k])}" for k in range(len(names)))
    gap = float(solution.gap)
    scale = max(1.0, *(abs(float(value)) for value in values))
    if meaning(solution) is not None:
        return f"with strategies that are fixed, {each} a {play}"
    if not solution.certificate.checked:
        return f"{each} a {play}: not re-checked"
    if gap > CLOSE * scale:
        return f"{each} a {play}; no player gains more than {number(gap)} by playing otherwise: certified"
    proof = "proved exactly" if solution.exact and gap <= 0 else "certified"
    if len(names) == 1:
        return f"{names[0]} expects {number(values[0])} a {play}, and no strategy does better: {proof}"
    if len(names) == 2 and _zero_sum(solution, game):
        worth = values[0]
        if abs(float(worth)) < CLOSE:
            return f"an even game: neither {names[0]} nor {names[1]} can do better than 0 a {play}: {proof}"
        won = f"wins {number(worth)}" if worth > 0 else f"loses {number(-worth)}"
        return f"{names[0]} {won} a {play}, and no strategy does better: {proof}"
    return f"an equilibrium: {each}; no player gains by playing otherwise alone: {proof}"


def _zero_sum(solution: Solution, game: Game) -> bool:
    if abs(float(sum(solution.value))) > CLOSE:
        return False
    return not solution.able.list_all or game.form.constant_sum is not None


def _play(backend: Backend, players: Sequence[str]) -> list[Found]:
    """The likeliest play, from the start to the end."""
    try:
        node, steps = backend.node(ROOT, 0), list[Part]()
        likely = 1.0
        for _ in range(LONGEST):
            if not node.branches or node.total > len(node.branches):
                break
            branch = max(node.branches, key=_share)
            likely *= _share(branch)
            steps += text("; " if steps else "", f"{node.mover} ", branch.look or branch.label)
            node = backend.node(branch.node, 0)
    except GalakitError:
        return []
    if node.branches or not steps or likely < 1 - CLOSE:
        return []
    paid = ", ".join(f"{name} gets {quantity.text}" for name, quantity in zip(players, node.payoffs))
    look = text("the play: ", steps, f"; then {paid}")
    return [
        Found(
            BASE["play"],
            Finding(kind="play", player=None, words=said(look), words_look=look, set=None, situation=None),
        )
    ]


def _share(branch: Branch) -> float:
    return branch.probability.value or 0.0
