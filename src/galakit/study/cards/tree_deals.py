"""Deals from the nodes of a tree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from galakit.errors import GalakitError
from galakit.game.automaton import single_facts
from galakit.rules.contract import END
from galakit.rules.knowledge import informative
from galakit.study.cards.deals import Deals, Facts, Floats, Ints, check_or_call, labels_at, share_of_pot
from galakit.study.fact_visibility import PRIVATE, SHOWN, kinds
from galakit.study.grid_cells import probabilities
from galakit.study.listed import Listed
from galakit.study.situations import merged_into, moves_of, named, situation
from galakit.study.tree import Nodes


@dataclass(frozen=True, eq=False)
class Rundown:
    """What the game pays where all bets are checks and calls; other choices are made as the profile does."""

    paid: Floats
    """[nodes, players] the expected payoff"""
    least: Floats
    most: Floats
    """[nodes, players] the worst and the best end"""


class TreeDeals:
    """The deals of a game whose tree is kept."""

    def __init__(self, listed: Listed, nodes: Nodes) -> None:
        self.listed, self.nodes = listed, nodes
        self.tree = nodes.tree
        self._private = [Private(nodes, player) for player in range(len(listed.players))]

    def deals(self, player: int, name: str, boards: bool) -> Deals:
        """The deals of a player's public situation; with `boards`, of all that chance's cards distinguish from it."""
        listed = self.listed
        number, merged = named(listed, player, name)
        if boards and not merged:
            number, merged = merged_into(listed, player, number), True
        found: Deals | None = listed.kept.get((f"deals {number} {merged}", player))
        if found is None:
            found = listed.kept[f"deals {number} {merged}", player] = self._deals(player, number, merged)
        return found

    def _deals(self, player: int, number: int, merged: bool) -> Deals:
        listed = self.listed
        layout = listed.layout(player)
        own = layout.public_of(merged).members(number)
        sets = layout.sets[own]
        here = np.zeros(listed.form.information_sets + 1, bool)
        here[sets] = True
        nodes = np.flatnonzero(here[self.tree.information_set])
        at = self.tree.information_set[nodes].astype(np.int64)
        told = situation(listed, player, merged, number)
        hands: list[list[Facts]] = []
        held: list[Ints] = []
        for other in range(len(listed.players)):
            if other == player:
                used, of = np.unique(layout.private.of[listed.own_index[at]], return_inverse=True)
                hands.append([layout.private.facts[k] for k in used.tolist()])
            else:
                facts, of = self._private[other].of(nodes)
                hands.append(facts)
            held.append(of.ravel().astype(np.int64))
        publics, board = np.unique(layout.public.of[listed.own_index[at]], return_inverse=True)
        known = [layout.public.facts[k] for k in publics.tolist()]
        shown = self._shown(player)
        shares = np.zeros((len(told.moves), listed.form.information_sets))
        shares[:, sets] = probabilities(listed, told.moves, sets)
        return Deals(
            player=player,
            situation=told,
            hands=hands,
            held=held,
            chance=np.array([float(p) for p in self.tree.reaches])[self.tree.reach[nodes]],
            plans=self._plans(nodes),
            shares=shares[:, at],
            values=np.asarray(self.nodes.continuation.value[nodes], np.float64).T,
            showdown=lambda: self._showdown(nodes),
            board=board.ravel().astype(np.int64),
            boards=[tuple(fact for fact in facts if fact in shown) for facts in known],
            names=[str(k) for k in publics.tolist()],
            name=lambda deal: str(at[deal]),
        )

    def _showdown(self, nodes: Ints) -> tuple[Floats, str | None]:
        """[players, nodes] the shares of the pot, or why there are none."""
        run = self.rundown
        if run is None:
            missing = np.full((len(self.listed.players), len(nodes)), np.nan)
            return missing, "equity is not defined: no moves of this game are checks and calls"
        return share_of_pot(run.paid[nodes].T, run.least[nodes].T, run.most[nodes].T), None

    def _shown(self, player: int) -> frozenset[str]:
        """The facts that chance shows all players."""
        found: frozenset[str] | None = self.listed.kept.get(("shown", player))
        if found is None:
            automaton = self.listed.form.automaton
            numbers = np.flatnonzero(kinds(automaton, player) == SHOWN).tolist()
            found = frozenset(automaton.observations[k][0] for k in numbers)
            self.listed.kept["shown", player] = found
        return found

    def _plans(self, nodes: Ints) -> list[Floats]:
        """[players] how likely each plays to some nodes."""
        tree, probability = self.tree, self._probability
        plans = [np.ones(len(nodes)) for _ in self.listed.players]
        node, here = nodes, np.arange(len(nodes))
        while len(node):
            inner = node > 0
            node, here = node[inner], here[inner]
            above = tree.parent[node].astype(np.int64)
            mover = tree.automaton.mover[tree.state[above]]
            for player, plan in enumerate(plans):
                own = mover == player
                plan[here[own]] *= probability[node[own]]
            node = above
        return plans

    @cached_property
    def _probability(self) -> Floats:
        """[nodes] how likely the move is that leads to each."""
        return np.asarray(self.nodes.continuation.probability, np.float64)

    @cached_property
    def rundown(self) -> Rundown | None:
        """Payoffs where all bets are checks and calls; None where no moves are called so."""
        tree, form = self.tree, self.listed.form
        wanted = self._checks
        if not (wanted >= 0).any():
            return None
        probability = self._probability.copy()
        sets = tree.information_set[tree.parent[1:]].astype(np.int64)
        inner = np.flatnonzero(sets >= 0) + 1
        sets = sets[inner - 1]
        move = tree.edge[inner] - tree.automaton.first[tree.state[tree.parent[inner]]]
        decided = wanted[sets] >= 0
        probability[inner[decided]] = (move == wanted[sets])[decided]
        payoffs = np.array([[float(x) for x in row] for row in tree.payoffs]).reshape(-1, len(form.players))
        ends = (tree.mover == END)[:, None]
        paid = np.where(ends, payoffs[tree.payoff], 0.0)
        least, most = np.where(ends, paid, np.inf), np.where(ends, paid, -np.inf)
        for level in reversed(tree.levels()[1:]):
            parent = tree.parent[level]
            first = np.flatnonzero(np.diff(parent, prepend=-1))
            paid[parent[first]] += np.add.reduceat(probability[level][:, None] * paid[level], first)
            played = (probability[level] > 0)[:, None]
            least[parent[first]] = np.minimum.reduceat(np.where(played, least[level], np.inf), first)
            most[parent[first]] = np.maximum.reduceat(np.where(played, most[level], -np.inf), first)
        return Rundown(paid, least, most)

    @cached_property
    def _checks(self) -> Ints:
        """[information sets] the number of the move that is a check or a call; -1 where there is none."""
        listed = self.listed
        found = np.full(listed.form.information_sets, -1)
        for player in range(len(listed.players)):
            layout = listed.layout(player)
            for number in range(len(layout.public.facts)):
                sets = layout.sets[layout.public.members(number)]
                facts = layout.public.facts[number]
                for kind in np.unique(listed.offered[sets]):
                    same = sets[listed.offered[sets] == kind]
                    check = check_or_call(labels_at(listed.look, facts, moves_of(listed, same[:1]), player))
                    found[same] = -1 if check is None else check
        return found


class Private:
    """What only one player knows at nodes: their private facts, numbered."""

    def __init__(self, nodes: Nodes, player: int) -> None:
        self.nodes, self.player = nodes, player
        automaton = nodes.automaton
        private = kinds(automaton, player) == PRIVATE
        self.private = frozenset(automaton.observations[k][0] for k in np.flatnonzero(private).tolist())
        first, single = single_facts(automaton)
        codes: dict[Facts, int] = {(): 0}
        random = np.random.default_rng(2)
        code = []
        for a, b in pairwise(first.tolist()):
            hidden = tuple(automaton.observations[f][0] for f in single[a:b].tolist() if private[f])
            code.append(codes.setdefault(hidden, int(random.integers(1, 2**63))))
        self._code = np.array(code, np.uint64)

    def of(self, nodes: Ints) -> tuple[list[Facts], Ints]:
        """The distinct private facts at some nodes, and the number of each node's."""
        _, first, of = np.unique(self._codes(nodes), return_index=True, return_inverse=True)
        numbers: dict[Facts, int] = {}
        same = []
        for k in first.tolist():
            facts = informative(self.nodes.known(int(nodes[k]))[self.player])
            hand = tuple(fact for fact in facts if fact in self.private)
            same.append(numbers.setdefault(hand, len(numbers)))
        return list(numbers), np.array(same, np.int64)[of.ravel()]

    def _codes(self, nodes: Ints) -> npt.NDArray[np.uint64]:
        """[nodes] a code of what was learnt when; equal facts may have several."""
        tree, seen = self.nodes.tree, self.nodes.automaton.seen
        result = np.zeros(len(nodes), np.uint64)
        node, here = nodes, np.arange(len(nodes))
        with np.errstate(over="ignore"):
            while len(node):
                inner = node > 0
                node, here = node[inner], here[inner]
                place = tree.depth[node].astype(np.uint64) * np.uint64(2) + np.uint64(1)
                result[here] += self._code[seen[tree.edge[node], self.player]] * place
                node = tree.parent[node].astype(np.int64)
        return result


def tree_deals(listed: Listed, nodes: Nodes | None) -> TreeDeals:
    """The deals of a listed solution; an error where its tree is not kept."""
    if nodes is None:
        raise GalakitError(
            "the tree of this game is too large to keep, so the deals at a situation cannot be listed",
            hint="solve it by `factored`, which works on classes of cards",
            id="GK806",
        )
    return TreeDeals(listed, nodes)
