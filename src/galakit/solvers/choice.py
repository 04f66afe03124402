"""The automatic choice of a method, by applicability and estimated time.

`benchmarks/choice.py` measures the estimates; `docs/reference/methods.md` shows the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from math import isfinite, isinf
from typing import TYPE_CHECKING

from galakit.deadline import ending
from galakit.errors import GalakitError
from galakit.solvers.method import Method, Request
from galakit.solvers.registry import methods

if TYPE_CHECKING:
    from galakit.game.game import Game

BASES = ("rules", "states", "tree")
TOO_LARGE = ("GK601", "GK602", "GK603", "GK632")
"""errors that exploring or unfolding a large game meets: its size, its time, a cycle"""
FEW_STATES = 500_000  # explored before methods on the rules are asked, which may take longer than solving
SOON = 0.3  # seconds, in which they should be found
FORESEEN = 3.0  # seconds more where exploring foresees that they suffice
SMALL = "it was not asked: other methods are preferred for trees of at most"
STATES = "it was not asked: the states are known, and a method that works on them applies"
ENDLESS = 1 << 62  # nodes
FEW_NODES = 100_000  # always unfolded
UNFOLDING = 2e-6  # seconds for a node
LEAST_PATIENCE = 60.0  # seconds before another method is tried
PATIENCE = 20.0  # times the estimate
MORE_PATIENCE = 4.0  # times as long in the next round


@dataclass(frozen=True)
class Verdict:
    """The assessment of a method before solving."""

    method: Method
    refusal: str | None
    """why it is not applicable"""
    seconds: float | None
    """the estimated time; None when it was refused or is used only when named"""

    @property
    def promising(self) -> bool:
        """Whether the method is expected to terminate with a small gap."""
        return self.seconds is not None and isfinite(self.seconds)

    @property
    def words(self) -> str:
        """The verdict in a few words."""
        if self.refusal is not None:
            return f"refused: {self.refusal}"
        if self.seconds is None:
            return "applicable; used only when named"
        if isinf(self.seconds):
            return "applicable; other methods are preferred here"
        return f"applicable; about {_rough(self.seconds)}"


def verdicts(game: Game, request: Request, *, every: bool = False) -> list[Verdict]:
    """The methods that can be picked automatically, or all; the quickest candidate first."""
    with ending("choosing a method"):
        return _verdicts(game, request, every=every)


def _verdicts(game: Game, request: Request, *, every: bool) -> list[Verdict]:
    found: list[Verdict] = []
    passed: str | None = None
    """why methods that need more of the game are skipped"""
    too_large: GalakitError | None = None
    known = [m for m in methods() if every or m.estimate is not None]
    nodes = None if every else _counted_soon(game)
    last = [m for m in known if nodes is not None and nodes <= m.beyond]
    if nodes is not None:
        at_states = [_verdict(m, game, request) for m in known if m.basis == "states" and m not in last]
        if any(v.promising for v in at_states):  # the states are there, and enough
            last += [m for m in known if m.basis == "rules" and m not in last]
    # Methods that need less of the game come first: where the rules alone are enough, exploring may take for ever.
    asked = sorted((m for m in known if m not in last), key=lambda m: BASES.index(m.basis))
    for basis, own in groupby(asked, key=lambda m: m.basis):
        if basis != "rules" and passed is None and any(v.promising for v in found if v.method.basis == "rules"):
            passed = out_of_reach(game)
        if basis == "tree" and passed is None:
            passed = not_worth_unfolding(game, found)
        for method in own:
            if passed is None:
                try:
                    found.append(_verdict(method, game, request))
                    continue
                except GalakitError as error:
                    # Too large is a reason to look elsewhere; a mistake in the rules is one everywhere.
                    if error.diagnostics[0].id not in TOO_LARGE:
                        raise
                    too_large = error
                    passed = error.diagnostics[0].message
            found.append(Verdict(method, passed, None))
    alone = all(v.seconds is None for v in found)
    for method in last:
        why = f"{SMALL} {method.beyond:,} nodes" if nodes is not None and nodes <= method.beyond else STATES
        found.append(_verdict(method, game, request) if alone else Verdict(method, why, None))
    if too_large is not None and all(v.seconds is None for v in found):
        raise too_large
    return sorted(found, key=lambda v: (v.seconds is None, v.seconds or 0.0, v.refusal is not None))


def inexact(verdict: Verdict) -> bool:
    """Whether a method was refused because an exact answer is asked for."""
    return bool(verdict.method.never_exact) and verdict.refusal == verdict.method.never_exact


def _verdict(method: Method, game: Game, request: Request) -> Verdict:
    reason = method.never_exact if request.exact and method.never_exact else method.reason_against(game)
    seconds = method.estimate(game, request) if reason is None and method.estimate is not None else None
    return Verdict(method, reason, seconds)


def _counted_soon(game: Game) -> int | None:
    """The nodes of the tree, where exploring for a moment spares the question whether draws separate from actions.

    A game that can go on for ever, whose tree has no end, counts as `ENDLESS`.
    """
    from galakit.rules.lazy import Lazy

    if not isinstance(game.rules, Lazy) or not game.rules.draws:
        return None
    try:
        automaton = game.explored_within(FEW_STATES, SOON, FORESEEN)
        if automaton is None:
            return None
        return ENDLESS if automaton.endless else automaton.nodes[0]
    except GalakitError:
        return None


def out_of_reach(game: Game) -> str | None:
    """Why a game that a method solves from its rules alone need not be explored; None where exploring may help.

    It may where no draw is hidden from a player: then every mover may know the state, and backward induction needs only
    the states, however large the tree is.
    """
    from galakit.rules.lazy import NotSeparable
    from galakit.separated.counting import nodes_of
    from galakit.separated.public_counting import count_public

    try:
        hides, nodes = game.separated.hides_draws, nodes_of(game.separated)[0]
    except NotSeparable:  # of our methods on the rules, only `public` applies then
        try:
            hides, nodes = game.public.hides_draws, count_public(game.public).nodes
        except NotSeparable:  # a method of another package applies
            return None
    return f"it was not asked: its tree has {nodes:,} nodes, and a method works on the rules alone" if hides else None


def not_worth_unfolding(game: Game, found: list[Verdict]) -> str | None:
    """Why methods on the tree are skipped: one on the states would finish before the tree is unfolded."""

    quick = min((v for v in found if v.promising), key=lambda v: v.seconds or 0.0, default=None)
    if quick is None or quick.method.basis != "states" or quick.seconds is None:
        return None
    if game.automaton.endless:
        return "the game can go on for ever, and its tree has no end"
    nodes, _ = game.automaton.nodes
    if nodes <= FEW_NODES or UNFOLDING * nodes <= quick.seconds:
        return None
    return f"it was not asked: unfolding {nodes:,} nodes would take longer than {quick.method.name}"


def candidates(judged: list[Verdict]) -> list[Verdict]:
    """The methods to try, in order; an error with the reasons when there is none."""
    able = [v for v in judged if v.seconds is not None]
    if able:
        return able
    reasons = [f"{v.method.name}: {v.refusal}" for v in judged if v.refusal is not None]
    if any(inexact(v) for v in judged):
        raise GalakitError(
            "no method that suits this game solves it exactly",
            notes=reasons,
            hint="leave out --exact (exact=True in Python): the certificate says how good the answer is",
            id="GK608",
        )
    raise GalakitError(
        "no method solves this game by itself",
        notes=reasons,
        hint="`galakit methods` lists more, which are used when they are named",
        id="GK606",
    )


def patience(verdict: Verdict, able: list[Verdict], rounds: int) -> float | None:
    """The seconds that a method has before the next one is tried; None where no other is promising.

    >>> from galakit.solvers.registry import named
    >>> able = [Verdict(named("lp"), None, 1.0), Verdict(named("lcp"), None, 10.0)]
    >>> [patience(verdict, able, 0) for verdict in able], patience(able[0], able, 1), patience(able[0], able[:1], 0)
    ([60.0, 200.0], 240.0, None)
    """
    if not verdict.promising or not any(other.promising for other in able if other is not verdict):
        return None
    assert verdict.seconds is not None
    return max(LEAST_PATIENCE, PATIENCE * verdict.seconds) * MORE_PATIENCE**rounds


def reason(chosen: Verdict, able: list[Verdict]) -> str:
    """Why a method was picked, in a sentence."""
    suits = f"the game has what it needs ({chosen.method.needs.removeprefix('that ')})"
    slower = able[able.index(chosen) + 1 :]
    if not slower:
        return f"{suits}, and no other automatic method is applicable"
    listed = ", ".join(f"{v.method.name} ({_rough(v.seconds)})" for v in slower[:3] if v.seconds is not None)
    if not chosen.promising:
        names = ", ".join(v.method.name for v in slower[:3])
        return f"{suits}, and no method guarantees convergence; next would be {names}"
    return f"{suits}, and should be the quickest: {_rough(chosen.seconds or 0.0)}; next would be {listed}"


def _rough(seconds: float) -> str:
    """
    >>> _rough(0.0004), _rough(0.25), _rough(90), _rough(float("inf"))
    ('a millisecond', '250 ms', '90 s', 'no convergence guarantee')
    """
    if isinf(seconds):
        return "no convergence guarantee"
    if seconds < 0.002:
        return "a millisecond"
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.0f} s"
