"""The contract between `solve` and the methods: one module and one record each.

A method's module has a `METHOD`, or `METHODS` if there are several. It is imported to be listed, so it must import
nothing heavy before it runs. It returns realization plans, or a policy where the game is not unfolded: either is
certified by code that no method shares. Methods of other packages have the same contract: a registered `Method` takes
a `Request` and returns an `Answer` (`docs/how-to/own_methods.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from galakit.deadline import Deadline
from galakit.errors import GalakitError
from galakit.progress import Progress
from galakit.solvers.keeping import Keeping

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.realization import Plan, Trembles
    from galakit.game.size import Size
    from galakit.solution.certificate import Certificate
    from galakit.solution.policy import Policy
    from galakit.solution.solution import Finding
    from galakit.solvers.locks.lock import Locks


@dataclass(frozen=True)
class Request:
    """A request to a method."""

    exact: bool | None = None
    """fractions, or floating point; None: fractions where they are quick"""
    deadline: Deadline | None = None
    """the time limit of the caller"""
    gap: float | None = None
    """an iterative method may stop at this gap"""
    options: Mapping[str, Any] = field(default_factory=dict)
    """the method's own, each one of `Method.options`; from the command line and from servers they are texts"""
    progress: Progress | None = None
    keeping: Keeping | None = None
    """for methods that can resume: those with an option `checkpoint`"""
    lock: Locks | None = None
    """for methods with `Method.locks`"""
    patience: Deadline | None = None
    """when another method will be tried instead"""

    @property
    def time_limit(self) -> float | None:
        """The remaining seconds; None without a limit."""
        return None if self.limit is None else self.limit.left

    @property
    def limit(self) -> Deadline | None:
        """The earlier of the time limit and the patience with this method."""
        limits = [limit for limit in (self.deadline, self.patience) if limit is not None]
        return min(limits, key=lambda limit: limit.ends, default=None)

    @property
    def over(self) -> bool:
        """Whether the time limit is reached."""
        return self.deadline is not None and self.deadline.left <= 0

    def within(self, seconds: float | None) -> Request:
        """The same request with this many seconds before another method is tried."""
        return replace(self, patience=Deadline.of(seconds))

    @property
    def checkpoint(self) -> Path | None:
        """The file for the state of the run, from which it resumes if the file exists."""
        if "checkpoint" in self.options:
            return Path(str(self.options["checkpoint"]))
        return self.keeping.path if self.keeping is not None and self.keeping.resume else None

    @property
    def rescue(self) -> Keeping | None:
        """Where the state of the run is written if it is stopped; not where another method is tried instead."""
        if self.keeping is None or self.checkpoint is not None:
            return None
        return replace(self.keeping, timed=self.keeping.timed and self.limit is self.deadline)


@dataclass(frozen=True, eq=False)
class Answer:
    """What a method found."""

    plans: tuple[Plan, ...] | None
    """one realization plan per player, of Fractions if the answer is exact; None if there is a policy instead"""
    algorithm: str
    """how it was found, in a few words"""
    warnings: tuple[str, ...] = ()
    others: tuple[tuple[Plan, ...], ...] = ()
    """further profiles, where a method finds several; each is certified like the first"""
    trembles: tuple[Trembles, ...] | None = None
    """one per player, from methods that define strategies at information sets that the plans never reach"""
    found: Mapping[str, Finding] = field(default_factory=dict)
    """further results: a short description -> a number or a text"""
    policy: Policy | None = None
    """strategies that are not listed, from a method that does not unfold the game"""
    remarks: Callable[[Certificate], tuple[str, ...]] = lambda certificate: ()
    """further warnings once the certificate is known, from a method that solved a smaller game instead"""
    claimed: Certificate | None = None
    """what the method itself says of the answer: it counts, as a claim, where there is no time for a certificate"""
    interrupted: bool = False
    """whether Ctrl-C ended the run: then its certificate has no more time than after a time limit, if it claims
    something"""
    size: Size | None = None
    """how large the game is, as far as such a method knows"""
    complete: bool = True
    """False where a time limit ended the run before the method had what it promises"""
    aimed: float | None = None
    """the gap that an iterative method was to reach, where it has one"""
    opposed: bool = False
    """whether the game turned out to be one of two players with a constant sum, so that all equilibria pay the same"""
    exhaustive: bool = False
    """whether every equilibrium is among those found, or a mixture of them"""


@dataclass(frozen=True)
class Method:
    """One way to solve a game."""

    name: str
    needs: str
    promises: str
    cost: str
    refusal: Callable[[Game], str | None]
    """why it is not applicable to a game, None when it is"""
    run: Callable[[Game, Request], Answer]
    options: Mapping[str, str] = field(default_factory=dict)
    """name and meaning of each option of its own"""
    server_values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """the options that reach beyond the process (paths, addresses, more processes), each with the values that do not:
    servers accept only these"""
    estimate: Callable[[Game, Request], float] | None = None
    """the estimated seconds on an applicable game: the smallest is picked when no method is named; infinite where
    others are preferred (it does not promise the requested gap, or the game is small enough to list); None for a
    method that is never picked automatically"""
    equilibrium: bool = True
    """whether an exact answer is an equilibrium, so that a gap other than 0 is a bug"""
    basis: Literal["rules", "states", "tree"] = "tree"
    """what it works on: the rules themselves, all states explored, or the unfolded tree; a method that does not unfold
    the game answers with a policy"""
    beyond: int = 0
    """trees of so many nodes or fewer are better left to methods that list them: it is asked about them last"""
    never_exact: str = ""
    """why its answers are never exact; empty for methods that can work in fractions"""
    opposed: bool = False
    """whether it takes only constant-sum games of two players"""
    locks: bool = False
    """whether it supports locks; other methods solve a game in which chance plays at locked information sets"""
    on_disk: bool = False
    """whether it solves a tree whose arrays are on disk (`galakit.mapped`)"""

    def reason_against(self, game: Game) -> str | None:
        """Why it cannot solve a game, None where it can."""
        reason = self.refusal(game)
        if reason is None and self.basis == "tree" and not self.on_disk and game.on_disk is not None:
            return "it works in memory, and the arrays of this game are on disk"
        return reason

    def check_options(self, names: Iterable[str]) -> None:
        """Refuse an option that it does not have."""
        for name in names:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise GalakitError(
                    f"the method {self.name} has no option `{name}`", hint=f"its options are: {known}", id="GK509"
                )
