"""One information set in full."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from galakit.rules.contract import Number, State
from galakit.rules.knowledge import informative
from galakit.solution.shown.prose import never_led
from galakit.study.answers import Believed, Choice, InformationSet, Link, Range, SetLine
from galakit.study.listed import Listed
from galakit.study.looks import Boards, choices_of, each_of, known_of, move_of, news_of, state_after
from galakit.study.names import moves_to
from galakit.study.quantities import defined, quantity, rounded
from galakit.study.ranges import Known, ranges
from galakit.study.tolerance import best, tolerances
from galakit.study.tree import Nodes
from galakit.study.walk import Position

LIKELIEST = 50  # nodes of a belief
NEXT = 24  # information sets after each move
LINKS = 300  # of them in all, where there are many moves


class Sets:
    """The information sets of a listed solution, one at a time."""

    def __init__(self, listed: Listed, nodes: Nodes | None) -> None:
        self.listed, self.nodes = listed, nodes
        self.known = None if nodes is None else Known(nodes)
        self._tolerances = tolerances(listed.solution)
        self._boards = Boards(listed.look, listed.game.rules)

    def shares(self, position: Position) -> Sequence[Number]:
        """The strategy at a position."""
        rows = self.listed.sheet.rows(self._met(position))
        shares: list[Number] = self.listed.sheet.probability[rows].tolist()
        return shares

    def set(self, position: Position) -> str:
        """The name of the information set at a position."""
        return str(self._met(position))

    def _met(self, position: Position) -> int:
        mover = position.state.mover
        found = self.listed.form.find(mover, position.facts[mover])
        assert found is not None, "play led to an information set that unfolding did not find"
        return found

    def line(self, number: int) -> SetLine:
        """An information set in a list."""
        listed, sheet = self.listed, self.listed.sheet
        rows = sheet.rows(number)
        return SetLine(
            id=str(number),
            player=int(sheet.player[number]),
            **known_of(listed.look, sheet.facts[number], int(sheet.player[number])),
            facts=", ".join(informative(sheet.facts[number])),
            reach=defined(listed.reach[number]),
            moves=list(sheet.move[rows]),
            labels=listed.look.labels(sheet.move[rows], sheet.facts[number], int(sheet.player[number])),
            probabilities=[rounded(p) for p in listed.probability[rows]],
        )

    def whole(self, number: int) -> InformationSet:
        """An information set in full."""
        listed, sheet = self.listed, self.listed.sheet
        player, rows = int(sheet.player[number]), sheet.rows(number)
        probabilities = sheet.probability[rows].tolist()
        values = [None if u else v for u, v in zip(sheet.undefined[rows].tolist(), sheet.value[rows].tolist())]
        most = max((v for v in values if v is not None), default=None)
        good = best(values, self._tolerances[player])
        layout = listed.layout(player)
        private = layout.private.facts[int(layout.private.of[listed.own_index[number]])]
        pattern = opened(informative(sheet.facts[number]), private)
        belief, total, nodes, held, note = self._belief(number, player)
        look, facts = listed.look, sheet.facts[number]
        table = self._boards.at(facts, player, None if self.nodes is None else lambda: self._state(number))
        choices = choices_of(look, sheet.move[rows], facts, player, table)
        return InformationSet(
            id=str(number),
            player=player,
            **each_of(look, facts, player),
            **known_of(look, facts, player),
            boards=[] if table is None else table.boards(),
            situation=str(int(layout.public.of[listed.own_index[number]])),
            moves=[
                Choice(
                    **choices[k],
                    probability=quantity(probability),
                    value=quantity(value),
                    regret=quantity(None if value is None or most is None else most - value),
                    best=good[k],
                    **self._next(player, number, k, move),
                )
                for k, (move, probability, value) in enumerate(zip(sheet.move[rows], probabilities, values))
            ],
            value=quantity(expected(probabilities, values)),
            reach=quantity(sheet.reach[number : number + 1].tolist()[0]),
            nodes=nodes,
            belief=belief,
            belief_total=total,
            note=note,
            ranges=held,
            before=self._before(player, number),
            locked=number in listed.solution.locked,
            pattern=pattern,
            pattern_words=look.told(pattern, player) if pattern else "",
        )

    def _state(self, number: int) -> State:
        """A state of the information set: that of its first node."""
        assert self.nodes is not None and self.listed.beliefs is not None
        node = int(self.listed.beliefs.nodes(number)[0])
        return state_after(self.listed.game.rules, moves_to(self.nodes.name(node)))

    def _belief(self, number: int, player: int) -> tuple[list[Believed], int, int | None, list[Range], str | None]:
        """The likeliest nodes, how many are likely, how many there are, the others' ranges, and why it is empty."""
        beliefs = self.listed.beliefs
        if beliefs is None or self.nodes is None or self.known is None:
            return [], 0, None, [], "the tree is too large to keep, so there are no beliefs over its nodes"
        nodes = beliefs.nodes(number)
        weight, order = beliefs.towards(player, nodes)
        weight[order > order.min()] = 0
        total = weight.sum()
        if not total > 0:
            return [], 0, len(nodes), [], never_led(self.listed.players, player, self.listed.chance)
        share: npt.NDArray[Any] = weight / total
        likely = np.flatnonzero(weight)
        ordered = likely[np.argsort(-share[likely].astype(np.float64), kind="stable")]
        believed = [
            Believed(
                node=self.nodes.name(int(nodes[k])),
                history=self.nodes.history(int(nodes[k]), player),
                probability=quantity(share[k]),
            )
            for k in ordered[:LIKELIEST].tolist()
        ]
        held = ranges(self.known, player, nodes[likely], share[likely])
        return believed, len(likely), len(nodes), held, None

    def _next(self, player: int, number: int, move: int, label: str) -> dict[str, Any]:
        listed = self.listed
        if not listed.form.perfect_recall:
            return {"next": [], "next_total": 0}
        found = listed.followers(player, int(listed.form.first_sequence[number]) + move)
        most = links_of(int(listed.form.moves_count[number]))
        order = np.argsort(-listed.reach[found], kind="stable")[:most]
        known = len(listed.sheet.facts[number]) + 1  # with the choice itself
        links = [self._link(i, label, known, number) for i in found[order].tolist()]
        return {"next": links, "next_total": len(found)}

    def _before(self, player: int, number: int) -> list[Link]:
        listed = self.listed
        sequence = int(listed.form.parent_sequence[number])
        if not listed.form.perfect_recall or sequence == 0:
            return []
        before = int(listed.owner[player][sequence])
        move = listed.sheet.move[int(listed.sheet.first[before]) + sequence - int(listed.form.first_sequence[before])]
        return [self._link(before, move, 0, before)]

    def _link(self, number: int, move: str, known: int, made: int) -> Link:
        """A link to an information set, with its facts after the first `known` ones; the move was made at `made`."""
        listed, facts, player = self.listed, self.listed.sheet.facts, int(self.listed.sheet.player[number])
        return Link(
            set=str(number),
            **move_of(listed.look, move, facts[made], player),
            **news_of(listed.look, facts[number][known:], player, facts[number][:known]),
            facts=", ".join(informative(facts[number][known:])),
            reach=defined(listed.reach[number]),
        )


def links_of(moves: int) -> int:
    """The maximal number of next information sets after each move."""
    return max(1, min(NEXT, LINKS // moves))


def expected(probabilities: list[Number], values: list[Number | None]) -> Number | None:
    """A player's expected payoff; None where it is undefined."""
    parts = [p * v for p, v in zip(probabilities, values) if v is not None]
    return sum(parts) if len(parts) == len(values) else None


def opened(facts: Sequence[str], private: Sequence[str]) -> list[str]:
    """Facts with the private ones left open; empty where none is private.

    >>> opened(["card(3)", "bet"], ["card(3)"]), opened(["bet"], [])
    (['card(…)', 'bet'], [])
    """
    left = Counter(private)
    found = []
    for fact in facts:
        if left[fact] > 0:
            left[fact] -= 1
            kind, bracket, _ = fact.partition("(")
            fact = f"{kind}(…)" if bracket else "…"
        found.append(fact)
    return found if private else []
