"""Random Gala programs: draws in sequence and together, options that depend on both, loops, phases, guards, players.

They use what docs/reference/language.md describes, but for floats and libraries other than decks: parameters, symbolic outcomes,
code as a value, phases inside phases with players of their own, facts for some players, forced moves and all loops.

A program is made of decisions read from bytes (`fuzz.draw.Draw`), so that a shorter string means a simpler program:
that is how `hunt.shrinking` makes a failing one small. All values are whole numbers from 0 to 3.
"""

from __future__ import annotations

from fuzz.draw import Draw

NAMES = ("ann", "bob", "cid", "dot")
PREDICATES = """\
beats(A, B) :- A > B.
beats(A, A).
parity(N, even) :- 0 =:= N mod 2, !.
parity(_, odd).
least([X], X).
least([X|Xs], M) :- least(Xs, N), ( X < N -> M = X ; M = N ).
reading(X, Y) :- gala_val(x, V), Y is (X + V) mod 4.
noting(X) :- gala_set(y, X).
likely(0, 1/2).
likely(1, 1/3).
likely(2, 1/6).
"""


def program(data: bytes) -> str:
    """The program of these bytes."""
    return _Program(Draw(data)).text


class _Program:
    def __init__(self, draw: Draw) -> None:
        self.draw = draw
        self.count = 0
        self.flows: list[str] = []
        self.players = NAMES[: (2, 2, 2, 2, 1, 3, 4)[draw.below(7)]]
        self.zero_sum = len(self.players) == 2 and draw.below(4) < 3
        known: list[str] = []
        body = [self.statement(2, known) for _ in range(2 + draw.below(5))]
        body.append(self.ending(known))
        flow = ",\n            ".join(body)
        declared = "".join(f",\n    {text}" for text in self.flows)
        self.text = (
            f"game(hunted, [\n    players : [{', '.join(self.players)}],\n    params : [most = 2, last = {self.players[-1]}],\n"
            f"    objects : [deck : [1, 2] * [0, 1, 2]],\n"
            f"    variables : [x = 0, y = 1, slot(0) = 0, slot(1) = 2, tally = 0],\n"
            f"    outcomes : [tie : [{', '.join('0' for _ in self.players)}], prize : [{self.prize}]],\n"
            f"    flow : ({flow}){declared},\n    twice(what) : ($what, $what)\n]).\n{PREDICATES}"
        )

    @property
    def prize(self) -> str:
        return ", ".join(["1", "-1", "0", "0"][: len(self.players)])

    # -- parts -------------------------------------------------------------------------------------------------------

    def fresh(self) -> str:
        self.count += 1
        return f"V{self.count}"

    def who(self) -> str:
        return self.draw.pick((*self.players, *self.players, "$last"))

    def told(self) -> str:
        """Whom a fact is revealed to."""
        first = self.draw.below(len(self.players))
        some = f"[{', '.join(self.players[first:])}]"
        return self.draw.pick((*self.players, "all", some))

    def value(self, known: list[str]) -> str:
        """A number, most often one that was drawn or chosen."""
        if known and self.draw.below(4):
            return known[-1 - self.draw.below(len(known))]
        return self.draw.pick(("1", "2", "$x", "$y", "$slot(0)", "$slot(1)", "$most"))

    def condition(self, known: list[str]) -> str:
        a, b = self.value(known), self.value(known)
        return self.draw.pick(
            (
                f"{a} > {b}",
                f"{a} =:= {b}",
                f"{a} > 1",
                f"beats({a}, {b})",
                f"\\+ {a} < {b}",
                f"parity({a}, even)",
                f"({a} > 1 ; {b} =:= 0)",
                f"forall(member(Z, [{a}, {b}]), Z < 3)",
                f"compare(<, {a}, {b})",
            )
        )

    def block(self, depth: int, known: list[str], most: int = 2) -> str:
        inner = list(known)
        return "(" + ", ".join(self.statement(depth - 1, inner) for _ in range(1 + self.draw.below(most))) + ")"

    # -- statements --------------------------------------------------------------------------------------------------

    def statement(self, depth: int, known: list[str]) -> str:
        kinds = [
            self.move, self.chance, self.reveal, self.move, self.chance, self.reveal, self.assign, self.goal, self.pay,
            self.together,
        ]  # fmt: skip
        if depth > 0:
            kinds += [self.fork, self.fork, self.loop, self.round, self.call, self.phase, self.leave, self.turns]
            kinds += [self.twice, self.order]
        made = self.draw.pick(kinds)
        return made(depth, known)

    def chance(self, depth: int, known: list[str]) -> str:
        w, v, kind = self.value(known), self.fresh(), self.draw.below(11)
        known.append(v)
        if kind == 8:
            return f"choose(nature(likely), {v}, member({v}, [0, 1, 2]))"
        if kind == 9:
            return f"choose(nature, {v}, (member({v}, [0, 1, 2]), noting({v})))"
        if kind == 10:
            return f"choose(nature, [C{v}, D{v}], deal(deck, 2, [C{v}, D{v}])), C{v} = (_, {v}), reveal({self.told()}, D{v})"
        if kind == 0:
            return f"choose(nature, {v}, member({v}, [0, 1, 2]))"
        if kind == 1:
            return f"choose(nature, {v}, (member({v}, [0, 1, 2, 3]), {v} \\= {w}))"
        if kind == 2:
            return f"choose(nature([0 : 1/4, 2 : 3/4]), {v}, member({v}, [0, 2]))"
        if kind == 3:
            return f"choose(nature, {v}, between(0, {w}, {v}))"
        if kind == 4:
            p = self.fresh()
            return f"{p} is ({w} + 1) / 5, choose(nature([1 : {p}, 2 : 1 - {p}]), {v}, member({v}, [1, 2]))"
        if kind == 5:
            return f"choose(nature, C{v}, deal(deck, 1, [C{v}])), C{v} = (_, {v})"
        if kind == 6:
            return f"choose(nature(weights([0 : 1, 1 : {w} + 1])), {v}, member({v}, [0, 1]))"
        return f"choose(nature([0 : 0, 1 : 1/3, 3 : 2/3]), {v}, member({v}, [0, 1, 3]))"

    def together(self, depth: int, known: list[str]) -> str:
        """Several things drawn at once, some of which players are told."""
        v, w = self.fresh(), self.fresh()
        known += [v, w]
        constraint = self.draw.pick((f"{v} \\= {w}", f"{v} < {w}", "true", f"{v} + {w} > 1"))
        text = f"choose(nature, ({v}, {w}), (member({v}, [0, 1, 2]), member({w}, [0, 1, 2]), {constraint}))"
        if self.draw.below(4):
            text += f", reveal({self.who()}, held({v})), reveal({self.who()}, held({w}))"
        return text

    def move(self, depth: int, known: list[str]) -> str:
        w, v, who, kind = self.value(known), self.fresh(), self.who(), self.draw.below(11)
        if kind == 8:
            text = f"choose({who}, {v}, member({v}, [{self.draw.below(3)}]))"
        elif kind == 9:
            text = f"choose({who}, M{v}, member(M{v}, [act({w}), [0], stop])), (M{v} = act({v}) -> true ; {v} = 0)"
        elif kind == 10:
            text = f"choose({who}, {v}, (member({v}, [0, 1]), noting({v})))"
        elif kind == 3:
            text = f"choose({who}, {v}, between(0, {w}, {v}))"
        elif kind == 4:
            text = f"choose({who}, {v}, (member({v}, [0, 1, 2]), {v} =\\= {w}))"
        elif kind == 5:
            other = self.who()
            text = f"if({self.condition(known)}, P{v} = {who}, P{v} = {other}), choose(P{v}, {v}, member({v}, [0, 1]))"
        elif kind == 6:
            w = self.fresh()
            text = f"choose({who}, ({v}, {w}), (member({v}, [0, 1]), member({w}, [1, 2]), {v} \\= {w}))"
            known.append(w)
        else:
            text = f"choose({who}, {v}, member({v}, [0, 1]))"
        known.append(v)
        if self.draw.below(2):
            text += f", reveal({self.told()}, did({v}))"
        return text

    def reveal(self, depth: int, known: list[str]) -> str:
        fact, kind, v = self.value(known), self.draw.below(6), self.fresh()
        if kind == 4:
            a, b = self.who(), self.who()
            return f"if({self.condition(known)}, W{v} = {a}, W{v} = {b}), reveal(W{v}, saw({fact}))"
        if kind == 5:
            other = self.value(known)
            return f"if({self.condition(known)}, F{v} = {fact}, F{v} = {other}), reveal({self.who()}, saw(F{v}))"
        shape = self.draw.pick((f"saw({fact})", f"saw({fact})", f"saw({fact}, _)", f"[{fact}, sum({fact} + 1)]"))
        return f"reveal({self.told()}, {shape})"

    def assign(self, depth: int, known: list[str]) -> str:
        v, kind = self.value(known), self.draw.below(4)
        if kind == 3:
            i, j = self.fresh(), self.fresh()
            known += [i, j]
            return f"{i} is {v} mod 2, {j} is 1 - {i}, slot({i}) gets {self.value(known)}, x gets $slot({j})"
        name = ("x", "y", "slot(0)")[kind]
        return f"{name} gets ({v} + {self.draw.below(3)}) mod 4"

    def goal(self, depth: int, known: list[str]) -> str:
        a, b, v = self.value(known), self.value(known), self.fresh()
        known.append(v)
        return self.draw.pick(
            (
                f"{v} is max({a}, {b})",
                f"least([{a}, {b}, 2], {v})",
                f"reading({a}, {v})",
                f"aggregate_all(count, (member(Z, [{a}, {b}]), Z > 0), {v})",
                f"findall(Z, (member(Z, [{a}, {b}, 3]), Z > 0), L{v}), length(L{v}, {v})",
                f"({a} > {b} -> {v} = 1 ; {v} = 0)",
                f"sort([{a}, {b}], L{v}), last(L{v}, {v})",
                f"maplist([A, B]>>(B is 3 - A), [{a}], [{v}])",
                self.hazard(a, b, v),
            )
        )

    def hazard(self, a: str, b: str, v: str) -> str:
        """A goal that goes wrong, or fails, for some draws and moves; seldom, since no method then solves the game."""
        return self.draw.pick((f"{v} is {a} // {b}", f"{v} is {a}, {v} =\\= {b}", f"nth1({b}, [0, 1, 2], {v})"))

    def pay(self, depth: int, known: list[str]) -> str:
        v = self.value(known)
        if not self.zero_sum:
            return f"payoff({self.draw.pick((*self.players, 'all'))}, {v} - 1)"
        a, b = self.players
        if self.draw.below(4) == 3:
            w = self.fresh()
            return (
                f"if({self.condition(known)}, [A{w}, B{w}] = [{a}, {b}], [A{w}, B{w}] = [{b}, {a}]), "
                f"payoff(A{w}, {v}), payoff(B{w}, -({v}))"
            )
        return f"payoff({a}, 2 * {v} - 3), payoff({b}, 3 - 2 * {v})"

    def leave(self, depth: int, known: list[str]) -> str:
        return f"if({self.condition(known)}, {self.outcome(known)})"

    def fork(self, depth: int, known: list[str]) -> str:
        condition = self.condition(known)
        kind = self.draw.below(5)
        if kind == 4:
            return f"({condition} -> {self.block(depth, known)} ; {self.block(depth, known)})"
        if kind == 3:
            return f"if({condition}, {self.block(depth, known)})"
        return f"if({condition}, {self.block(depth, known)}, {self.block(depth, known)})"

    def loop(self, depth: int, known: list[str]) -> str:
        most, inner = 1 + self.draw.below(2), self.block(depth, known)
        kind = self.draw.below(3)
        if kind == 0:
            return f"tally gets 0, while($tally < {most}, (tally gets $tally + 1, {inner}))"
        if kind == 1:
            condition = self.condition(known)
            return f"tally gets 0, repeat((tally gets $tally + 1, {inner}), until(($tally >= {most} ; {condition})))"
        return f"play_rounds((reveal($player, turn), {inner}), 1)"

    def round(self, depth: int, known: list[str]) -> str:
        v, m = self.fresh(), self.fresh()
        act = f"(choose($player, {m}, member({m}, [0, 1])), reveal({self.draw.pick(('all', '$player', self.neighbour()))}, did($player)), x gets {m})"
        order = list(self.players)
        return (
            f"if({self.condition(known)}, O{v} = [{', '.join(order)}], O{v} = [{', '.join(reversed(order))}]), "
            f"play_round({act}, O{v})"
        )

    def neighbour(self) -> str:
        """Another player while the players take turns."""
        return ("$player", "$opponent", self.draw.pick(("$lho", "$rho")))[min(len(self.players), 3) - 1]

    def order(self, depth: int, known: list[str]) -> str:
        """Turns in an order of their own, with conditions before and after them, one of which does something."""
        m, v = self.fresh(), self.fresh()
        act = f"(choose($player, {m}, member({m}, [0, 1])), reveal({self.neighbour()}, did({m})), tally gets $tally + 1, x gets {m})"
        over = f"over{len(self.flows)}"
        self.flows.append(f"{over} : ($x =:= 1 -> {self.pay(depth, [])})")
        return (
            f"tally gets 0, turn_order({self.who()}, O{v}), "
            f"take_turns({act}, O{v}, unless($tally >= {1 + self.draw.below(3)}), until({over}))"
        )

    def twice(self, depth: int, known: list[str]) -> str:
        """A gameflow that is handed over by its name."""
        name = f"part{len(self.flows)}"
        self.flows.append("")
        place = len(self.flows) - 1
        self.flows[place] = f"{name} : {self.block(depth, [])}"
        return f"twice({name})"

    def turns(self, depth: int, known: list[str]) -> str:
        m, most = self.fresh(), 1 + self.draw.below(3)
        told = self.draw.pick((f"reveal(all, took({m}))", "true", f"reveal($player, took({m}))"))
        act = f"(choose($player, {m}, member({m}, [0, 1])), {told}, tally gets $tally + 1, y gets {m})"
        return f"tally gets 0, take_turns({act}, until(($tally >= {most} ; $y =:= 1)))"

    def call(self, depth: int, known: list[str]) -> str:
        """A gameflow of its own, with a formal; at times one that calls itself."""
        name = f"part{len(self.flows)}"
        self.flows.append("")  # its place: parts inside it come behind
        place = len(self.flows) - 1
        inner = self.block(depth, ["$n"])
        if self.draw.below(3) == 2:
            self.flows[place] = f"{name}(n) : if($n > 0, ({inner}, {name}($n - 1)))"
            return f"{name}({self.draw.below(3)})"
        self.flows[place] = f"{name}(n) : {inner}"
        return f"{name}({self.value(known)})"

    def phase(self, depth: int, known: list[str]) -> str:
        name = f"phase{len(self.flows)}"
        self.flows.append("")
        place = len(self.flows) - 1
        outside, self.flows = self.flows, []  # what it declares is known inside it only
        z = self.fresh().lower()
        inner = self.block(depth, [f"${z}"])
        declared, self.flows = self.flows, outside
        first = self.draw.below(len(self.players))
        if self.draw.below(3) == 2:  # not everybody takes part
            declared = [*declared, f"players : [{', '.join(self.players[first:])}]"]
            act = f"(choose($player, P{name}, member(P{name}, [0, 1])), reveal(all, did(P{name})), x gets P{name})"
            inner = f"({inner}, play_round({act}))"
        declared = [f"variables : [{z} = {self.draw.below(3)}]", f"flow : {inner}", *declared]
        self.flows[place] = f"phase({name}, [{', '.join(declared)}])"
        return f"play_phase({name})"

    def ending(self, known: list[str]) -> str:
        return f"if({self.condition(known)}, {self.outcome(known)}, {self.outcome(known)})"

    def outcome(self, known: list[str]) -> str:
        v, w = self.value(known), self.value(known)
        kind = self.draw.below(8)
        if kind > 4:
            return ("end", "outcome(tie)", "outcome(prize)")[kind - 5]
        if self.zero_sum:
            amount = self.draw.pick((f"{v} + 1", v, f"{v} - {w}", f"-({v})"))
            return f"outcome([{amount}, -({amount})])"
        if self.draw.below(5) == 4:
            return f"outcome(wins({self.who()}))"
        return f"outcome([{', '.join(self.draw.pick((v, w, f'{v} - {w}', '1')) for _ in self.players)}])"
