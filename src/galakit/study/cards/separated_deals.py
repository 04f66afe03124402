"""Deals of a separated game, from its draws; in games of any size, where the deals of a situation are not too many."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from galakit.rules.lazy import Undefined, Value
from galakit.separated.actions import Leaf, Situation, Visit
from galakit.separated.chance_table import Rows
from galakit.study.cards.deals import Deals, Facts, Floats, Ints, check_or_call, labels_at, share_of_pot
from galakit.study.separated import OPEN, Separated
from galakit.study.tables import Table

LIMIT = 1_500_000  # deals, with the cards that are still to come
FEW = 50_000  # deals of the player alone whose plan is computed


class SeparatedDeals:
    """The deals of a separated solution."""

    def __init__(self, separated: Separated) -> None:
        self.separated, self.answers = separated, separated.answers
        self._cached: dict[tuple[Situation, int], Deals] = {}

    @property
    def game(self) -> Any:
        return self.answers.index.game

    def deals(self, player: int, name: str, boards: bool) -> Deals:
        """The deals of a player's public situation; with `boards`, of all that chance's cards distinguish from it."""
        situation, board = self.separated.named(player, name)
        key = situation, OPEN if boards else board
        if key not in self._cached:
            if len(self._cached) >= 8:
                self._cached.clear()
            self._cached[key] = self._deals(*key)
        return self._cached[key]

    def _deals(self, situation: Situation, board: int) -> Deals:
        separated = self.separated
        table = separated.tables.table(situation)
        possible = table.possible if board == OPEN else table.possible & (table.public.of == board)
        signal = self.game.signal(situation.signal)
        here = np.zeros(signal.classes, bool)
        here[possible] = True
        # Classes stand in a row of draws each, or in several.
        kept = np.flatnonzero(here[signal.of(self.game.world, signal.rows.columns, signal.rows.count)])
        rows = signal.rows.kept(kept)
        visits = self.answers.index.visits[situation]
        ahead = max(self._ahead(rows, self._needed(visit)) for visit in visits)
        if rows.count * ahead > LIMIT:
            note = f"there are more than {LIMIT:,} deals here: choose one board to see the others' hands and equities"
            return self._alone(situation, board, table, np.flatnonzero(possible), note)
        met = [self._met(visit, rows, table) for visit in visits]
        return self._together(situation, board, table, met)

    def _needed(self, visit: Visit) -> list[Value]:
        return [v for seen in visit.stage for v in seen] + [v for v, _ in visit.guards]

    def _ahead(self, rows: Rows, values: Sequence[Value]) -> int:
        """How many rows each row becomes with the draws of some values."""
        world = self.game.world
        draws = [draw for draw in world.support(*values) if draw not in rows.columns]
        return int(world.most([*rows.columns, *draws]) // max(1, world.most(rows.columns))) if draws else 1

    # -- the player alone ----------------------------------------------------------------------------------------------

    def _alone(self, situation: Situation, board: int, table: Table, classes: Ints, note: str) -> Deals:
        """The hands of the player who moves, without those of the others."""
        players, me = len(self.separated.players), situation.player
        nothing = np.full((players, len(classes)), np.nan)
        values = nothing.copy()
        values[me] = table.value[classes]
        hands, held = _numbered(table.private.facts, table.private.of[classes])
        plans = [np.ones(len(classes)) for _ in range(players)]
        # Reach and likelihood are known, and so is their quotient: what all players' moves contribute.
        met = np.nan_to_num(table.reach[classes])
        plans[me] = np.divide(met, table.likely[classes], out=np.zeros_like(met), where=table.likely[classes] > 0)
        return Deals(
            player=me,
            situation=self.separated.situation(situation, board),
            hands=[hands if p == me else [] for p in range(players)],
            held=[held if p == me else np.zeros(len(classes), np.int64) for p in range(players)],
            chance=table.likely[classes],
            plans=plans,
            shares=table.shares[:, classes],
            values=values,
            showdown=lambda: (nothing, note),
            **self._boards(situation, table, classes),
            name=lambda deal: f"{self.separated.names.name(situation)}~{classes[deal]}",
        )

    def _boards(self, situation: Situation, table: Table, classes: Ints) -> dict[str, Any]:
        used, of = np.unique(table.public.of[classes], return_inverse=True)
        return {
            "board": of.ravel().astype(np.int64),
            "boards": [table.public.facts[k] for k in used.tolist()],
            "names": [self.separated.name(situation, k) for k in used.tolist()],
        }

    # -- all players ---------------------------------------------------------------------------------------------------

    def _met(self, visit: Visit, rows: Rows, table: Table) -> _Met:
        """The deals of one way to the situation."""
        world = self.game.world
        needed = world.support(*self._needed(visit))
        full, _ = world.extended(rows, [draw for draw in needed if draw not in rows.columns])
        holds = np.flatnonzero(self.game.holding(visit.guards, full.columns, full.count))
        full = full.kept(holds)
        me = visit.situation.player
        classes = self.game.signal(visit.situation.signal).of(world, full.columns, full.count)
        hands = [
            ([], np.zeros(full.count, np.int64)) if p == me else self._hands(visit, p, full)
            for p in range(len(visit.stage))
        ]
        plans = [self._plan(p, sequence, full) for p, sequence in enumerate(visit.sequences)]
        return _Met(full, classes, hands, plans, *self._run_down(visit, full))

    def _hands(self, visit: Visit, player: int, rows: Rows) -> tuple[list[Facts], Ints]:
        """What a player knows of the draws that not all others know, on each row."""
        index, world = self.answers.index, self.game.world
        others = [set(seen) for p, seen in enumerate(visit.stage) if p != player]
        private = [v for v in visit.stage[player] if not all(v in seen for seen in others)]
        ids = np.stack([world.ids(v, rows.columns) for v in private] or [np.zeros(rows.count, np.int64)], axis=1)
        distinct, of = np.unique(ids, axis=0, return_inverse=True)
        facts = [tuple(index.said(v, k) for v, k in zip(private, one)) for one in distinct.tolist()]
        return facts, of.ravel().astype(np.int64)

    def _plan(self, player: int, sequence: int, rows: Rows) -> Floats:
        """How likely a player makes their moves up to a sequence, on each row."""
        plan, columns = np.ones(rows.count), self.answers.columns
        for situation, move in self.answers.index.path(player, sequence):
            classes = self.game.signal(situation.signal).of(self.game.world, rows.columns, rows.count)
            plan = plan * columns.shares(situation)[move][columns.column(situation)[classes]]
        return plan

    def _together(self, situation: Situation, board: int, table: Table, met: Sequence[_Met]) -> Deals:
        me, players = situation.player, range(len(self.separated.players))
        classes = np.concatenate([m.classes for m in met])
        hands: list[list[Facts]] = []
        held: list[Ints] = []
        for p in players:
            if p == me:
                facts, of = _numbered(table.private.facts, table.private.of[classes])
            else:
                numbers: dict[Facts, int] = {}
                parts = []
                for m in met:
                    own, numbered = m.hands[p]
                    same = np.array([numbers.setdefault(one, len(numbers)) for one in own], np.int64)
                    parts.append(same[numbered])
                facts, of = list(numbers), np.concatenate(parts)
            hands.append(facts)
            held.append(of)
        values = np.full((len(players), len(classes)), np.nan)
        values[me] = table.value[classes]
        shown = np.concatenate([m.paid for m in met], axis=1)
        least, most = (np.concatenate([getattr(m, name) for m in met], axis=1) for name in ("least", "most"))
        note = next((m.note for m in met if m.note is not None), None)
        return Deals(
            player=me,
            situation=self.separated.situation(situation, board),
            hands=hands,
            held=held,
            chance=np.concatenate([m.rows.weight / m.rows.total for m in met]),
            plans=[np.concatenate([m.plans[p] for m in met]) for p in players],
            shares=table.shares[:, classes],
            values=values,
            showdown=lambda: (share_of_pot(shown, least, most), note),
            **self._boards(situation, table, classes),
            name=lambda deal: f"{self.separated.names.name(situation)}~{classes[deal]}",
        )

    # -- showdowns -----------------------------------------------------------------------------------------------------

    def _run_down(self, visit: Visit, rows: Rows) -> tuple[Floats, Floats, Floats, str | None]:
        """[players, rows] what is paid if all bets are checks and calls, at least and at most; nan where unknown."""
        players = len(self.separated.players)
        unknown = np.full((players, rows.count), np.nan)
        leaves = self._leaves.get(visit.sequences, [])
        if not leaves:
            return unknown, unknown, unknown, "equity is not defined: other moves than checks and calls follow"
        world = self.game.world
        values = [v for leaf in leaves for v in (*(g for g, _ in leaf.guards), *leaf.worked)]
        drawn = [draw for leaf in leaves for draw in leaf.drawn]
        missing = [d for d in {*world.support(*values), *drawn} if d not in rows.columns]
        needed = [d for d in missing if d in world.support(*values)]
        ahead = int(world.most([*rows.columns, *needed]) // max(1, world.most(rows.columns))) if needed else 1
        if rows.count * ahead > LIMIT:
            note = f"equity is left out: with the cards to come there are more than {LIMIT:,} deals; choose one board"
            return unknown, unknown, unknown, note
        full, source = world.extended(Rows(rows.columns, np.ones(rows.count, np.int64), 1), needed)
        share = full.weight / full.total
        total = np.bincount(source, share, rows.count)
        paid = np.zeros((players, rows.count))
        least, most = np.full_like(paid, np.inf), np.full_like(paid, -np.inf)
        for leaf in leaves:
            holds = np.flatnonzero(self.game.holding(leaf.guards, full.columns, full.count))
            for p in range(players):
                gained = self._gained(leaf, p, full, holds)
                np.add.at(paid[p], source[holds], gained * share[holds])
                np.minimum.at(least[p], source[holds], gained)
                np.maximum.at(most[p], source[holds], gained)
        return paid / total, least, most, None

    def _gained(self, leaf: Leaf, player: int, rows: Rows, holds: Ints) -> Floats:
        gained = np.full(len(holds), float(leaf.gains[player]))
        for value in leaf.worked:
            meanings = self.game.world.meaning
            ids = self.game.world.ids(value, rows.columns)[holds]
            pays = [0.0 if type(m) is Undefined else float(m[player]) for m in meanings[value]]
            gained = gained + np.array(pays)[ids]
        return gained

    @cached_property
    def _leaves(self) -> dict[tuple[int, ...], list[Leaf]]:
        """The leaves that only checks and calls lead to, by the players' sequences before these."""
        found: dict[tuple[int, ...], list[Leaf]] = {}
        for leaf in self.game.actions.leaves:
            ways = [self._climb(p, sequence) for p, sequence in enumerate(leaf.sequences)]
            for sequences in _product(ways):
                found.setdefault(sequences, []).append(leaf)
        return found

    def _climb(self, player: int, sequence: int) -> list[int]:
        """A sequence and those before it from which only checks and calls lead there."""
        index, found = self.answers.index, [sequence]
        while (last := index.made[player][sequence]) is not None:
            situation, move = last
            if self._check(situation) != move:
                break
            sequence = situation.parent
            found.append(sequence)
        return found

    def _check(self, situation: Situation) -> int | None:
        """The number of the move that is a check or a call."""
        index, look = self.answers.index, self.separated.look
        facts = [fact for fact in index.chain(situation) if not isinstance(fact, Value)]
        return check_or_call(labels_at(look, facts, index.moves(situation), situation.player))


class _Met:
    """The deals of one way to a situation."""

    def __init__(
        self,
        rows: Rows,
        classes: Ints,
        hands: list[tuple[list[Facts], Ints]],
        plans: list[Floats],
        paid: Floats,
        least: Floats,
        most: Floats,
        note: str | None,
    ) -> None:
        self.rows, self.classes, self.hands, self.plans = rows, classes, hands, plans
        self.paid, self.least, self.most, self.note = paid, least, most, note


def _numbered(facts: Sequence[Facts], of: Ints) -> tuple[list[Facts], Ints]:
    """The facts that occur, and the number of each among them."""
    used, numbers = np.unique(of, return_inverse=True)
    return [facts[k] for k in used.tolist()], numbers.ravel().astype(np.int64)


def _product(ways: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for way in ways:
        found = [(*some, one) for some in found for one in way]
    return found
