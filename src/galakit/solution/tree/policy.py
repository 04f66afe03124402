"""A policy that lists all information sets of an unfolded game."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np

from galakit.errors import GalakitError
from galakit.game.completion import completed
from galakit.game.game import Game
from galakit.game.realization import Behaviour, Plan, Trembles, is_exact, plan_of, without_trembles
from galakit.game.sequence_form import SequenceForm
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.solution import facts as naming
from galakit.solution.certificate import Certificate, certify
from galakit.solution.policy import Able
from galakit.solution.situation import Beliefs, Situation
from galakit.solution.tree.sheet import Sheet, sheet_of
from galakit.solution.tree.subgames import with_subgames

SHOWN = 8  # candidates listed in an error


@dataclass(eq=False)
class TreePolicy:
    """Strategies as plans, as behaviour strategies, or as a sheet read from a file."""

    kind: ClassVar[str] = "tree"
    able: ClassVar[Able] = Able(list_all=True, search=True, lock=True)
    size: ClassVar[None] = None

    players: tuple[str, ...]
    game: Game | None = field(default=None, repr=False)
    """None where the policy was read from a file and has only a sheet"""
    plans: tuple[Plan, ...] | None = field(default=None, repr=False)
    """one realization plan per player, over their sequences; behaviour strategies without perfect recall"""
    trembles: tuple[Trembles, ...] | None = field(default=None, repr=False)
    """the limits that define the strategies, from methods that compute them; they determine beliefs and values at sets
    that the plans do not reach"""
    behaviour: tuple[Behaviour, ...] | None = field(default=None, repr=False)
    """the strategies of another policy, listed"""
    known_sheet: Sheet | None = field(default=None, repr=False)

    @property
    def exact(self) -> bool:
        """Whether no probability and no payoff is a float."""
        if self.game is None:
            return self.sheet.exact
        return self.game.form.exact and all(map(is_exact, self.plans or self.strategies_listed))

    @cached_property
    def strategies_listed(self) -> tuple[Behaviour, ...]:
        """Each player's behaviour over their sequences; a best move at sets that their own plan avoids."""
        if self.trembles is not None:
            return tuple(t.behaviour for t in self.trembles)
        if self.plans is not None:
            assert self.game is not None
            return completed(self.game.form, self.plans)
        assert self.behaviour is not None
        return self.behaviour

    @cached_property
    def sheet(self) -> Sheet:
        """All information sets as columns."""
        if self.known_sheet is not None:
            return self.known_sheet
        assert self.game is not None
        form, tree, _ = self.game.unfolded
        sheet = sheet_of(form, self.strategies_listed, exact=self.exact, trembles=self.trembles, tree=tree)
        if self.behaviour is not None and tree is not None:
            sheet = with_subgames(sheet, form, tree, self.behaviour)
        return sheet

    def certify(self, *, free: bool = False) -> Certificate:
        # Locked moves of a listed game are moves of chance (`solvers.locks`): every deviation here is free.
        assert self.game is not None
        form = self.game.form
        plans = self.plans or [plan_of(form, p, strategy) for p, strategy in enumerate(self.strategies_listed)]
        return certify(form, plans, self.game.tree)

    def strategies(self, form: SequenceForm) -> tuple[Behaviour, ...]:
        return self.strategies_listed

    # -- information sets ----------------------------------------------------------------------------------------------

    @cached_property
    def _numbers(self) -> dict[tuple[int, tuple[str, ...]], int]:
        sheet = self.sheet
        return {(player, sheet.facts[i]): i for i, player in enumerate(sheet.player.tolist())}

    def played(self, player: int, facts: Sequence[str]) -> Sequence[Number] | None:
        if self.game is None:
            number = self._numbers.get((player, tuple(facts)))
            return None if number is None else self._shares(number)
        form = self.game.form
        number = form.find(player, tuple(facts))
        if number is None:
            return None
        first = int(form.first_sequence[number])
        return self._weights[player][first : first + int(form.moves_count[number])]

    def _shares(self, number: int) -> list[Number]:
        shares: list[Number] = self.sheet.probability[self.sheet.rows(number)].tolist()
        return shares

    @cached_property
    def _weights(self) -> list[list[Number]]:
        return [np.asarray(strategy).tolist() for strategy in self.strategies_listed]

    def after(self, moves: Sequence[str]) -> Situation:
        raise GalakitError(
            "the solution lists information sets and does not follow moves",
            hint="name the facts a player knows (Solution.at, --at), or solve with the method backward",
            id="GK634",
        )

    def at(self, player: int, facts: Sequence[str]) -> Situation | None:
        wanted = [naming.normal(fact) for fact in facts]
        complete = self._complete(self.find(wanted, player), wanted)
        return self.situation(complete[0]) if len(complete) == 1 else None

    def named(self, player: int, facts: Sequence[str]) -> Situation:
        """The one information set of a player whose facts include these; an error where there is none, or several."""
        wanted = list(facts)
        found = self.find(wanted, player)
        complete = self._complete(found, wanted)
        if len(complete) == 1 or (len(found) == 1 and not complete):
            return self.situation((complete or found)[0])
        name = self.players[player]
        asked = ", ".join(wanted) or "nothing"
        if found:
            raise GalakitError(
                f"{len(found)} information sets of {name} include {asked}",
                notes=self._listed(found),
                hint="give more of the facts",
                id="GK610",
            )
        own = self.find((), player)
        near = set(difflib.get_close_matches(asked, {", ".join(informative(self._normal[i])) for i in own}, SHOWN, 0.3))
        close = [i for i in own if ", ".join(informative(self._normal[i])) in near]
        raise GalakitError(
            f"no information set of {name} includes {asked}", notes=self._listed(close or own), id="GK610"
        )

    def _complete(self, found: list[int], wanted: Iterable[str]) -> list[int]:
        """Those of the sets found whose facts are the wanted ones, but perhaps for `choosing(...)`."""
        asked = tuple(wanted)
        return [i for i in found if self._normal[i] == asked] or [
            i for i in found if informative(self._normal[i]) == informative(asked)
        ]

    @cached_property
    def _normal(self) -> list[tuple[str, ...]]:
        known: dict[str, str] = {}
        return [
            tuple(known[f] if f in known else known.setdefault(f, naming.normal(f)) for f in facts)
            for facts in self.sheet.facts
        ]

    def find(self, facts: Sequence[str], player: int | None) -> list[int]:
        """The numbers of all information sets whose facts include the given ones; of a player, or of all players."""
        return [
            i
            for i, p in enumerate(self.sheet.player.tolist())
            if (player is None or p == player) and naming.includes(self._normal[i], tuple(facts))
        ]

    def _listed(self, sets: list[int]) -> list[str]:
        lines = [f"{naming.phrase(self.sheet.facts[i])}" for i in sets[:SHOWN]]
        return lines + ([f"… and {len(sets) - SHOWN} more"] if sets[SHOWN:] else [])

    @cached_property
    def _beliefs(self) -> Beliefs | None:
        if self.game is None or self.game.tree is None:
            return None
        trembles = self.trembles or [without_trembles(strategy) for strategy in self.strategies_listed]
        return Beliefs(self.game.form, self.game.tree, trembles)

    def situation(self, information_set: int, most: int | None = None) -> Situation:
        """An information set by its number; with `most`, only so many of the likeliest nodes are in the belief."""
        sheet = self.sheet
        rows = sheet.rows(information_set)
        moves = sheet.move[rows]
        values = [None if u else v for u, v in zip(sheet.undefined[rows].tolist(), sheet.value[rows].tolist())]
        belief, note = self._belief(information_set, most)
        return Situation(
            player=self.players[int(sheet.player[information_set])],
            information_set=information_set,
            facts=sheet.facts[information_set],
            probabilities=dict(zip(moves, sheet.probability[rows].tolist())),
            values=dict(zip(moves, values)),
            reach=sheet.reach[information_set : information_set + 1].tolist()[0],
            belief=belief,
            note=note,
            players=self.players,
        )

    def _belief(self, information_set: int, most: int | None) -> tuple[Any, str | None]:
        """The belief at a set, or why there is none."""
        if self.game is None:
            return None, "beliefs are not stored with a solution: solve the game again to see them"
        if self._beliefs is None:
            return None, "the tree was too large to keep its nodes, so there are no beliefs over them"
        belief = self._beliefs.at(information_set, most)
        if belief is None and self.behaviour is not None:
            return None, "the player knows the state"
        if belief is None and not self._beliefs.form.perfect_recall:
            return None, "undefined: play never leads here"
        return belief, None
