"""From a Gala program to the graph of its spots: every choice visited once per state, whatever chance drew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError
from galakit.lang.gala.execution import Run
from galakit.lang.gala.lazy.running import Follower
from galakit.lang.gala.lazy.unknown import Values, unknowns
from galakit.lang.gala.operations import Choose
from galakit.lang.gala.options import NATURE
from galakit.lang.gala.states import ChoiceState
from galakit.lang.prolog.machine import proper_list
from galakit.lang.prolog.walk import resolve
from galakit.lang.terms import COMMA, CONS, NIL, Symbol, Term, Var, deref, list_term, sym
from galakit.rules.lazy import Chance, Decide, Draw, End, Entangled, Lazily, Pack, Spot, Value, Way

if TYPE_CHECKING:
    from galakit.lang.gala.rules import GalaRules

LIMIT_SPOTS = 5_000  # games that separate have few
DEAL = sym("deal", 3)
Deal = tuple[Term, int, list[tuple[int, "int | None"]]]
"""the deck, the number of cards, and where they go: slots with the place of a card in the hand, or None for all"""


def follow(rules: GalaRules) -> Lazily:
    """The graph of spots of a program; `Entangled` where it cannot be followed without knowing the draws."""
    try:
        return _Following(rules).graph()
    except GalakitError as error:  # perhaps on a way that no draw leads; if not, exploring will meet it again
        first = error.diagnostics[0]
        raise Entangled(f"without knowing the draws, {first.message}", first.span) from error
    except RecursionError:
        raise Entangled("conditions on draws follow each other without end") from None


class _Following:
    def __init__(self, rules: GalaRules) -> None:
        self.rules = rules
        self.values = Values()
        self.follower = Follower(rules, self.values, self._arrive)
        self.drawn: tuple[Draw, ...] = ()
        """the draws on the way to where we are"""
        self.spots: dict[tuple[Any, ...], Spot] = {}
        self.waiting: list[tuple[ChoiceState, tuple[Draw, ...], Decide | Chance]] = []
        self.draws: dict[tuple[Any, ...], Draw] = {}
        self.packs: dict[tuple[Any, ...], Pack] = {}
        self.more: list[Chance] = []
        """further draws of one choice"""
        self.end = End()

    def graph(self) -> Lazily:
        rules = self.rules
        if not any(isinstance(o, Choose) and o.chance for p in rules.liveness.procedures for o in p.operations):
            raise Entangled("nothing is drawn")
        rules.database.machine.store = rules.initial.copy()
        opening = self.follower.way(Run(rules, [None] * rules.flow.size, []), rules.flow.entry)
        while self.waiting:
            state, self.drawn, spot = self.waiting.pop()
            if isinstance(spot, Chance):
                self._draw(state, spot)
            else:
                self._decide(state, spot)
        spots: list[Spot] = [self.end, *self.spots.values(), *self.more, *self.follower.guards]
        return Lazily(rules.name, rules.players, opening, spots)

    def _arrive(self, run: Run) -> Spot:
        """The spot of a run that stopped; its ways are followed later."""
        if run.choice is None:
            return self.end
        state = self.rules.finish(run).state
        assert isinstance(state, ChoiceState)
        key = (state, self.drawn)
        spot = self.spots.get(key)
        if spot is None:
            if len(self.spots) >= LIMIT_SPOTS:
                raise Entangled(f"there are more than {LIMIT_SPOTS:,} places to decide, whatever chance draws")
            spot = self.spots[key] = self._spot(state)
        return spot

    def _spot(self, state: ChoiceState) -> Spot:
        choice = state.place.choice
        if state.open:
            raise Entangled("a variable is still open when somebody chooses", choice.span)
        run = state.resume()
        who = resolve(choice.who.code(run.env))
        if unknowns((who,)):
            raise Entangled("who chooses depends on chance", choice.span)
        spot: Decide | Chance
        if who is NATURE:
            spot, *more = (Chance(draw) for draw in self._drawing(state, run))
            self._chain(spot, more)
        elif self._unknown_options(state):
            raise Entangled("what can be chosen here depends on chance", choice.span)
        else:
            spot = Decide(state.mover, state.moves)
        self.waiting.append((state, self.drawn, spot))
        return spot

    @staticmethod
    def _unknown_options(state: ChoiceState) -> bool:
        looks, values = state.place.looks, state.values
        return bool(unknowns(values[i] for i in looks if i < len(values)))

    # -- draws -------------------------------------------------------------------------------------------------------

    def _chain(self, spot: Chance, more: list[Chance]) -> None:
        """Several deals of one choice: one follows the other, and nothing happens in between."""
        for following in more:
            spot.ways.append(Way(following))
            self.more.append(following)
            spot = following

    def _drawing(self, state: ChoiceState, run: Run) -> tuple[Draw, ...]:
        choice = state.place.choice
        dealt = self._dealing(choice, _dealt(choice, run) or [], run)
        if dealt:
            return dealt
        if self._unknown_options(state):
            raise Entangled("what chance can draw here depends on what it drew before", choice.span)
        options = state.options
        # The same choice made again, as when everybody rolls, is another draw.
        occurrence = 0
        while (choice, options, occurrence) in self.draws and self.draws[choice, options, occurrence] in self.drawn:
            occurrence += 1
        numbers = tuple(range(len(options.moves)))
        draw = self._one(
            (choice, options, occurrence), lambda: Draw(outcomes=numbers, probabilities=options.probabilities or ())
        )
        return (draw,)

    def _dealing(self, choice: Choose, deals: list[Deal], run: Run) -> tuple[Draw, ...]:
        """The draws of one choice that deals; none where something else than a pack is dealt from."""
        found: list[Draw] = []
        for cell, count, _ in deals:
            pack = next((draw.pack for draw, (other, *_) in zip(found, deals) if other is cell), None)
            before = self._before(pack) if pack is not None else 0
            if pack is None:
                pack, before = self._pack(cell, run.machine.store.get(cell), choice)
            if pack is None:
                return ()
            before += sum(draw.count for draw in found if draw.pack is pack)
            if count > len(pack.items) - before:
                raise Entangled("more is dealt than there is", choice.span)
            draw = Draw(pack=pack, count=count, more=len(found) + 1 < len(deals))
            found.append(self.draws.setdefault((pack, before, count, draw.more), draw))
        return tuple(found)

    def _one(self, key: tuple[Any, ...], make: Any) -> Draw:
        found = self.draws.get(key)
        if found is None:
            found = self.draws[key] = make()
        return found

    def _pack(self, cell: Term, value: Term, choice: Choose) -> tuple[Pack | None, int]:
        """The pack a Gala variable holds, as far as it is a whole pack or what some deals left of one."""
        if type(value) is Value:
            for pack, before in ((d.pack, self._before(d.pack)) for d in self.drawn if d.pack is not None):
                if self._rest(pack) is value:
                    return pack, before
            return None, 0
        items = tuple(proper_list(self.rules.database.get(cell), "deal/3"))
        if unknowns(items):
            return None, 0
        occurrence = 0
        while (cell, items, occurrence) in self.packs and self._before(self.packs[cell, items, occurrence]):
            occurrence += 1
        key = (cell, items, occurrence)
        if key not in self.packs:
            self.packs[key] = Pack(items)
        return self.packs[key], 0

    def _before(self, pack: Pack | None) -> int:
        """How many items of a pack are dealt on the way here."""
        return sum(d.count for d in self.drawn if d.pack is pack)

    def _rest(self, pack: Pack) -> Value:
        """What is left of a pack, as a list."""
        deals = tuple(self._whole(d) for d in self.drawn if d.pack is pack)

        def work(known: list[Any]) -> Term:
            gone = [item for hand in known for item in hand]
            left = list(pack.items)
            for item in gone:
                left.remove(item)
            return list_term(left)

        return self.values.of((pack, "rest"), deals, work)

    def _whole(self, draw: Draw) -> Value:
        return self.values.drawn(draw, "whole", lambda outcome: outcome)

    def _draw(self, state: ChoiceState, spot: Chance) -> None:
        choice = state.place.choice
        last = spot
        draws = [spot.draw]
        while last.ways:
            assert isinstance(last.ways[0].target, Chance)
            last = last.ways[0].target
            draws.append(last.draw)
        run = state.resume(chosen=True)
        store = run.machine.store
        self.drawn = (*self.drawn, *draws)
        if spot.draw.pack is not None:
            dealt = _dealt(choice, state.resume())
            assert dealt is not None
            run.machine.store = store
            for draw, (cell, _, parts) in zip(draws, dealt):
                for slot, which in parts:
                    run.env[slot] = self.values.drawn(draw, which, _picked(which), choice.span)
                if state.place.kept[cell]:
                    assert draw.pack is not None
                    store[cell] = self._rest(draw.pack)
        else:
            options = state.options
            run.machine.store = store
            for k, slot in enumerate(choice.template_slots):
                run.env[slot] = self.values.drawn(spot.draw, k, _bound(options.bound, k), choice.span)
            cells = {cell for changes in options.changes.values() for cell in changes}
            for cell in cells:
                if any(cell not in options.changes.get(i, ()) for i in range(len(options.moves))):
                    raise Entangled("whether a Gala variable is set depends on chance", choice.span)
                store[cell] = self.values.drawn(spot.draw, cell, _changed(options.changes, cell), choice.span)
        last.ways.append(self.follower.way(run, choice.next))

    def _decide(self, state: ChoiceState, spot: Decide) -> None:
        choice, options = state.place.choice, state.options
        for index in range(len(spot.moves)):
            run = state.resume(chosen=True)
            for slot, value in zip(choice.template_slots, options.bound[index]):
                run.env[slot] = value
            run.machine.store.update(options.changes.get(index, {}))
            spot.ways.append(self.follower.way(run, choice.next))


def _dealt(choice: Choose, run: Run) -> list[Deal] | None:
    """The deals of a choice that is `deal(Deck, N, Hand)`, or several of these, and nothing more."""
    if choice.distribution is not None:
        return None
    deals = []
    goals = [deref(choice.constraint)]
    while goals:
        goal = goals.pop()
        if type(goal) is tuple and goal[0] is COMMA:
            goals += [deref(goal[2]), deref(goal[1])]
            continue
        deal = _one_deal(choice, goal, run)
        if deal is None:
            return None
        deals.append(deal)
    slots = [slot for *_, parts in deals for slot, _ in parts]
    if len(set(slots)) < len(slots) or set(slots) != set(choice.template_slots):
        return None
    return deals


def _one_deal(choice: Choose, goal: Term, run: Run) -> Deal | None:
    if not (type(goal) is tuple and goal[0] is DEAL):
        return None
    slots = choice.build.slots

    def at(term: Term) -> Term:
        term = deref(term)
        return run.env[slots[term]] if type(term) is Var else term

    cell, count, hand = at(goal[1]), at(goal[2]), deref(goal[3])
    if type(cell) is not Symbol or type(count) is not int or count < 1:
        return None
    where: list[tuple[Term, int | None]] = [(hand, None)] if type(hand) is Var else []
    if not where:
        rest, k = hand, 0
        while type(rest) is tuple and len(rest) == 3 and rest[0] is CONS:
            where.append((deref(rest[1]), k))
            rest, k = deref(rest[2]), k + 1
        if rest is not NIL or k != count:
            return None
    if not all(type(var) is Var and run.env[slots[var]] is None for var, _ in where):
        return None
    return cell, count, [(slots[var], which) for var, which in where]


def _picked(which: int | None) -> Any:
    return (lambda hand: list_term(list(hand))) if which is None else (lambda hand: hand[which])


def _bound(bound: list[tuple[Term, ...]], k: int) -> Any:
    return lambda option: bound[option][k]


def _changed(changes: dict[int, dict[Term, Term]], cell: Term) -> Any:
    return lambda option: changes[option][cell]
