"""The automatic choice: every method is asked whether the game suits it and how long it would take.

Which estimates are right was measured (`benchmarks/choice.py`); `docs/methods.md` shows the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import inf, isfinite, isinf
from typing import TYPE_CHECKING

from galakit.errors import GalakitError
from galakit.solve.method import Method, Request
from galakit.solve.registry import methods

if TYPE_CHECKING:
    from galakit.game.game import Game

BASES = ("rules", "states", "tree")


@dataclass(frozen=True)
class Verdict:
    """What was thought of a method before solving."""

    method: Method
    refusal: str | None
    """why the game does not suit it"""
    seconds: float | None
    """how long it would take; None when it was refused or is used only when named"""

    @property
    def words(self) -> str:
        """The verdict in a few words."""
        if self.refusal is not None:
            return f"refused: {self.refusal}"
        if self.seconds is None:
            return "suits the game; used only when named"
        if isinf(self.seconds):
            return "suits the game; promises no small gap on it"
        return f"suits the game; about {_rough(self.seconds)}"


def verdicts(game: Game, request: Request, *, every: bool = False) -> list[Verdict]:
    """The methods that need not be named, or all: those that could be picked first, the quickest at the top."""
    found: list[Verdict] = []
    passed: str | None = None
    """why methods on larger things need not be asked"""
    # Who needs less of the game is asked first: where the rules alone are enough, exploring may take for ever.
    asked = sorted((m for m in methods() if every or m.estimate is not None), key=lambda m: BASES.index(m.basis))
    for basis, own in groupby(asked, key=lambda m: m.basis):
        quick = min((v.seconds for v in found if v.seconds is not None), default=inf)
        if basis != "rules" and passed is None and isfinite(quick) and found[0].method.basis == "rules":
            passed = "it was not asked: the game is large, and there is a method that works on the rules alone"
        for method in own:
            if passed is None:
                try:
                    reason = method.refusal(game)
                    seconds = method.estimate(game, request) if reason is None and method.estimate is not None else None
                    found.append(Verdict(method, reason, seconds))
                    continue
                except GalakitError as error:
                    if all(v.seconds is None for v in found):
                        raise
                    passed = error.diagnostics[0].message
            found.append(Verdict(method, passed, None))
    return sorted(found, key=lambda v: (v.seconds is None, v.seconds or 0.0, v.refusal is not None))


def candidates(judged: list[Verdict]) -> list[Verdict]:
    """Those to be tried, in order; an error with the reasons when there is none."""
    able = [v for v in judged if v.seconds is not None]
    if able:
        return able
    reasons = [f"{v.method.name}: {v.refusal}" for v in judged if v.refusal is not None]
    raise GalakitError(
        "no method solves this game by itself",
        notes=reasons,
        hint="`galakit methods` lists more, which are used when they are named",
        id="GK606",
    )


def reason(chosen: Verdict, able: list[Verdict]) -> str:
    """Why a method was picked of those that are able, in a sentence."""
    suits = f"the game has what it needs ({chosen.method.needs.removeprefix('that ')})"
    slower = able[able.index(chosen) + 1 :]
    if not slower:
        return f"{suits}, and no other method that is picked by itself suits the game"
    listed = ", ".join(f"{v.method.name} ({_rough(v.seconds)})" for v in slower[:3] if v.seconds is not None)
    return f"{suits}, and should be the quickest: {_rough(chosen.seconds or 0.0)}; next would be {listed}"


def _rough(seconds: float) -> str:
    """
    >>> _rough(0.0004), _rough(0.25), _rough(90), _rough(float("inf"))
    ('a millisecond', '250 ms', '90 s', 'promises no small gap')
    """
    if isinf(seconds):
        return "promises no small gap"
    if seconds < 0.002:
        return "a millisecond"
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.0f} s"
