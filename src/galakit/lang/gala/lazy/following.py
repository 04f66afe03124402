"""From a Gala program to the graph of its nodes: every choice visited once per state, whatever chance drew."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from galakit.deadline import OutOfTime
from galakit.errors import GalakitError
from galakit.lang.gala.execution import Run
from galakit.lang.gala.lazy.dealing import Decks, deals, dealt, picked
from galakit.lang.gala.lazy.offers import Offer, chances, offer, offered, unknown_offer
from galakit.lang.gala.lazy.running import Follower, Path
from galakit.lang.gala.lazy.unknown import Values, unknowns
from galakit.lang.gala.operations import Choose
from galakit.lang.gala.options import NATURE
from galakit.lang.gala.states import ChoiceState
from galakit.lang.prolog.walk import resolve
from galakit.lang.terms import Term
from galakit.rules.contract import CHANCE
from galakit.rules.lazy import (
    Chance,
    Decide,
    Draw,
    Edge,
    End,
    LazyGraph,
    Mistaken,
    Node,
    NotSeparable,
    Undefined,
    ValueRange,
)

if TYPE_CHECKING:
    from galakit.lang.gala.rules import GalaRules

LIMIT_NODES = 5_000  # games that separate have few
LIMIT_BARE = 300  # nodes without unknown values, because all were made concrete


def follow(rules: GalaRules, ranges: ValueRange) -> LazyGraph:
    """The graph of nodes of a program; `NotSeparable` where it cannot be followed without knowing the draws."""
    following = _Following(rules, ranges)
    try:
        return following.graph()
    except OutOfTime:
        raise
    except GalakitError as error:
        first = error.diagnostics[0]
        if first.span is not None and not following.follower.path.conditions:
            raise Mistaken(error) from error
        # Perhaps no draw leads here; if one does, exploring will meet the mistake again.
        raise NotSeparable(f"without knowing the draws, {first.message}", first.span) from error
    except RecursionError:
        raise NotSeparable("conditions on draws follow each other without end") from None


class _Following:
    def __init__(self, rules: GalaRules, ranges: ValueRange) -> None:
        self.rules = rules
        self.values = Values()
        self.follower = Follower(rules, self.values, ranges, self._arrive)
        self.decks = Decks(self.values, rules.database.get)
        self.nodes: dict[tuple[Any, ...], Node] = {}
        self.waiting: list[tuple[ChoiceState, Path, Decide | Chance, Offer | None]] = []
        self.draws: dict[tuple[Any, ...], Draw] = {}
        self.more: list[Chance] = []
        """further draws of one choice"""
        self.end = End()
        self.bare = 0

    def graph(self) -> LazyGraph:
        rules = self.rules
        rules.database.machine.store = rules.initial.copy()
        opening = self.follower.edge(Run(rules, [None] * rules.flow.size, []), rules.flow.entry)
        while self.waiting:
            state, self.follower.path, node, offer = self.waiting.pop()
            if isinstance(node, Chance):
                self._draw(state, node, offer)
            else:
                assert offer is not None
                self._decide(state, node, offer)
        nodes: list[Node] = [self.end, *self.nodes.values(), *self.more, *self.follower.guards]
        follower = self.follower
        return LazyGraph(
            rules.name, rules.players, opening, nodes, tuple(follower.concrete.values()), tuple(follower.needed)
        )

    # -- nodes -------------------------------------------------------------------------------------------------------

    def _arrive(self, run: Run) -> Node:
        """The node of a run that stopped; its edges are followed later."""
        if run.choice is None:
            return self.end
        state = self.rules.finish(run).state
        assert isinstance(state, ChoiceState)
        if state.open:
            raise NotSeparable("a variable is still open when a player chooses", run.choice.span)
        if resolve(run.choice.who.code(run.env)) is NATURE:
            return self._node(state, None, lambda: self._chain(self._drawing(state)))
        if not unknown_offer(state):
            return self._offered(state, offered(state))
        value = offer(self.values, state)
        return self.follower.decided(value, run.choice.span, OPTIONS, lambda found: self._offered(state, found))

    def _offered(self, state: ChoiceState, offer: Offer) -> Node:
        """The node with these options."""
        if offer.mover == CHANCE:
            return self._node(state, offer, lambda: Chance(self._fixed(state, offer)))
        return self._node(state, offer, lambda: Decide(offer.mover, offer.moves))

    def _node(self, state: ChoiceState, offer: Offer | None, make: Callable[[], Decide | Chance]) -> Node:
        key = (state, self.follower.path, offer)
        found = self.nodes.get(key)
        if found is None:
            if len(self.nodes) >= LIMIT_NODES:
                raise NotSeparable(f"there are more than {LIMIT_NODES:,} nodes, whatever chance draws")
            made = found = self.nodes[key] = make()
            self._watch(state)
            self.waiting.append((state, self.follower.path, made, offer))
        return found

    def _watch(self, state: ChoiceState) -> None:
        """Where nothing is left to separate, the ordinary path is shorter."""
        self.bare += bool(self.follower.path.conditions) and not unknowns(state.values)
        if self.bare > max(LIMIT_BARE, len(self.nodes) // 2):
            nothing = NotSeparable("what follows depends on chance", state.site.choice.span)
            first = next(iter(self.follower.concrete.values()), nothing)
            raise NotSeparable(f"{first.reason}; made concrete, too little would be left to separate", first.span)

    # -- draws -------------------------------------------------------------------------------------------------------

    def _chain(self, draws: tuple[Draw, ...]) -> Chance:
        """Several deals of one choice: one follows the other, and nothing happens in between."""
        nodes = [Chance(draw) for draw in draws]
        for node, following in pairwise(nodes):
            node.edges.append(Edge(following))
        self.more += nodes[1:]
        return nodes[0]

    def _drawing(self, state: ChoiceState) -> tuple[Draw, ...]:
        return self._dealing(state) or (self._picking(state),)

    def _dealing(self, state: ChoiceState) -> tuple[Draw, ...]:
        """The draws of one choice that deals; none where something else than a pack is dealt from."""
        choice, run = state.site.choice, state.resume()
        drawn = self.follower.path.drawn
        wanted = deals(choice, run)
        found: list[Draw] = []
        for k, (cell, count, _) in enumerate(wanted):
            pack = next((draw.pack for draw, (other, *_) in zip(found, wanted) if other is cell), None)
            pack = pack or self.decks.pack(cell, run.machine.store.get(cell), drawn)
            if pack is None:
                return ()
            before = dealt(pack, (*drawn, *found))
            if count > len(pack.items) - before:
                raise NotSeparable("more is dealt than there is", choice.span)
            more = k + 1 < len(wanted)
            found.append(self.draws.setdefault((pack, before, count, more), Draw(pack=pack, count=count, more=more)))
        return tuple(found)

    def _picking(self, state: ChoiceState) -> Draw:
        choice = state.site.choice
        if not unknown_offer(state):
            return self._fixed(state, offered(state))
        given = chances(self.values, state)
        found = self.follower.meanings(given)
        if found is None:
            raise NotSeparable("what chance can draw here depends on too many other draws", choice.span)
        for pairs in found:
            if type(pairs) is Undefined:
                raise Mistaken(pairs.error)
        if len(found) == 1:
            return self._one(state, found[0], lambda: Draw(outcomes=_first(found[0]), probabilities=_second(found[0])))
        return self._one(state, given, lambda: Draw(given=given))

    def _fixed(self, state: ChoiceState, offer: Offer) -> Draw:
        """A draw that no other decides."""
        return self._one(
            state, offer.chances, lambda: Draw(outcomes=offer.picked, probabilities=offer.probabilities or ())
        )

    def _one(self, state: ChoiceState, kind: Any, make: Callable[[], Draw]) -> Draw:
        # The same choice made again, as when each player rolls, is another draw.
        choice, drawn = state.site.choice, self.follower.path.drawn
        occurrence = 0
        while self.draws.get((choice, kind, occurrence)) in drawn:
            occurrence += 1
        key = (choice, kind, occurrence)
        if key not in self.draws:
            self.draws[key] = make()
        return self.draws[key]

    def _draw(self, state: ChoiceState, node: Chance, offer: Offer | None) -> None:
        choice, path = state.site.choice, self.follower.path
        last, draws = node, [node.draw]
        while last.edges:
            assert isinstance(last.edges[0].target, Chance)
            last = last.edges[0].target
            draws.append(last.draw)
        draw = node.draw
        run = state.resume(chosen=True)
        store = run.machine.store
        self.follower.path = path._replace(drawn=(*path.drawn, *draws))
        if draw.pack is not None:
            self._hand_out(state, draws, run, store)
        elif len(draw.outcomes) == 1:  # nothing to wonder about
            bound, changes = draw.outcomes[0]
            run.env[:] = _filled(run.env, choice.template_slots, bound)
            store.update(changes)
        else:
            for k, slot in enumerate(choice.template_slots):
                run.env[slot] = self.values.drawn(draw, k, _bound(k), choice.span)
            for cell in self._changed(draw, choice):
                store[cell] = self.values.drawn(draw, cell, _set(cell), choice.span)
        run.machine.store = store
        last.edges.append(self.follower.edge(run, choice.next))

    def _hand_out(self, state: ChoiceState, draws: list[Draw], run: Run, store: dict[Term, Term]) -> None:
        choice = state.site.choice
        for draw, (cell, _, parts) in zip(draws, deals(choice, state.resume())):
            assert draw.pack is not None
            for slot, which in parts:
                run.env[slot] = self.values.drawn(draw, which, picked(which), choice.span)
            if state.site.kept[cell]:
                store[cell] = self.decks.rest(draw.pack, self.follower.path.drawn)

    def _changed(self, draw: Draw, choice: Choose) -> list[Term]:
        """The Gala variables that a draw sets, whatever is drawn."""
        outcomes = list(draw.outcomes)
        if draw.given is not None:
            for found in self.follower.meanings(draw.given) or ():
                if type(found) is not Undefined:
                    outcomes.extend(_first(found))
        cells = [dict(changes).keys() for _, changes in outcomes]
        if any(own != cells[0] for own in cells):
            raise NotSeparable("whether a Gala variable is set depends on chance", choice.span)
        return list(cells[0]) if cells else []

    # -- decisions ---------------------------------------------------------------------------------------------------

    def _decide(self, state: ChoiceState, node: Decide, offer: Offer) -> None:
        choice, path = state.site.choice, self.follower.path
        for bound, changes in offer.picked:
            run = state.resume(chosen=True)
            run.env[:] = _filled(run.env, choice.template_slots, bound)
            run.machine.store.update(changes)
            self.follower.path = path
            node.edges.append(self.follower.edge(run, choice.next))


OPTIONS = "what can be chosen here depends on chance"


def _filled(env: list[Any], slots: tuple[int, ...], bound: tuple[Term, ...]) -> list[Any]:
    filled = env.copy()
    for slot, value in zip(slots, bound):
        filled[slot] = value
    return filled


def _first(pairs: Any) -> tuple[Any, ...]:
    return tuple(a for a, _ in pairs)


def _second(pairs: Any) -> tuple[Any, ...]:
    return tuple(b for _, b in pairs)


def _bound(k: int) -> Callable[[Any], Term]:
    return lambda outcome: outcome[0][k]


def _set(cell: Term) -> Callable[[Any], Term]:
    return lambda outcome: dict(outcome[1])[cell]
