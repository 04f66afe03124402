"""Random Gala programs in which draws depend on draws, and options, turns, facts and payoffs on all of them."""

from __future__ import annotations

import random

WHO = ("a", "b", "all")


class Program:
    """A small program of two players with a constant sum. Everything it handles is a number from 0 to 3."""

    def __init__(self, chance: random.Random, statements: int = 6) -> None:
        self.chance = chance
        self.count = 0
        body = [self.draw([])[0]]
        known = [f"V{self.count}"]
        for _ in range(chance.randint(3, statements)):
            body.append(self.statement(2, known))
        body.append(self.end(known))
        flow = ",\n          ".join(body)
        self.text = (
            "game(random, [\n  players : [a, b],\n  objects : [deck : [1, 2] * [0, 1, 2]],\n"
            "  variables : [x = 0, y = 1, slot(0) = 0, slot(1) = 2],\n"
            f"  flow : ({flow})\n]).\n"
            "beats(A, B) :- A > B.\nbeats(A, A).\n"
        )

    def fresh(self) -> str:
        self.count += 1
        return f"V{self.count}"

    def value(self, known: list[str]) -> str:
        """A number; most often one that was drawn or chosen."""
        pick = self.chance.random()
        if known and pick < 0.75:
            return self.chance.choice(known)
        return self.chance.choice(["$x", "$y", "$slot(0)", "1", "2"])

    def block(self, depth: int, known: list[str]) -> str:
        inner = list(known)
        return "(" + ", ".join(self.statement(depth, inner) for _ in range(self.chance.randint(1, 2))) + ")"

    def condition(self, known: list[str]) -> str:
        a, b = self.value(known), self.value(known)
        return self.chance.choice([f"{a} > {b}", f"{a} =:= {b}", f"beats({a}, {b})", f"{a} > 1"])

    def statement(self, depth: int, known: list[str]) -> str:
        kinds = [
            self.draw,
            self.draw,
            self.move,
            self.move,
            self.reveal,
            self.reveal,
            self.assign,
            self.pay,
            self.asked,
        ]
        if depth:
            kinds += [self.fork, self.fork, self.round, self.leave]
        made = self.chance.choice(kinds)
        if made in (self.fork, self.round):
            return made(depth, known)  # type: ignore[operator]
        text, *new = made(known)  # type: ignore[operator]
        known.extend(new)
        return text

    # -- what can happen --------------------------------------------------------------------------------------------

    def draw(self, known: list[str]) -> tuple[str, ...]:
        v, w, kind = self.fresh(), self.value(known), self.chance.randint(0, 6)
        if kind == 0 or not known:
            return f"choose(nature, {v}, member({v}, [0, 1, 2]))", v
        if kind == 1:
            return f"choose(nature([0 : 1/4, 2 : 3/4]), {v}, member({v}, [0, 2]))", v
        if kind == 2:
            return f"choose(nature, {v}, (member({v}, [0, 1, 2]), {v} =\\= {w}))", v
        if kind == 3:
            return f"choose(nature, {v}, between(0, {w}, {v}))", v
        if kind == 4:
            p = self.fresh()
            return f"{p} is ({w} + 1) / 5, choose(nature([1 : {p}, 2 : 1 - {p}]), {v}, member({v}, [1, 2]))", v
        if kind == 5:
            return f"choose(nature, C{v}, deal(deck, 1, [C{v}])), C{v} = (_, {v})", v
        return f"choose(nature(weights([0 : 1, 1 : {w} + 1])), {v}, member({v}, [0, 1]))", v

    def move(self, known: list[str]) -> tuple[str, ...]:
        v, w, who = self.fresh(), self.value(known), self.chance.choice("ab")
        kind = self.chance.randint(0, 4)
        if kind == 0:
            return f"choose({who}, {v}, between(0, {w}, {v}))", v
        if kind == 1:
            return f"choose({who}, {v}, (member({v}, [0, 1, 2]), {v} =\\= {w}))", v
        if kind == 2:
            text = f"if({self.condition(known)}, P{v} = a, P{v} = b), choose(P{v}, {v}, member({v}, [0, 1]))"
            return text, v
        return f"choose({who}, {v}, member({v}, [0, 1]))", v

    def reveal(self, known: list[str]) -> tuple[str, ...]:
        v, fact = self.fresh(), self.value(known)
        kind = self.chance.randint(0, 5)
        if kind == 0:
            return (f"if({self.condition(known)}, W{v} = a, W{v} = b), reveal(W{v}, saw({fact}))",)
        if kind == 1:
            return (f"if({self.condition(known)}, F{v} = {fact}, F{v} = {self.value(known)}), reveal(a, saw(F{v}))",)
        return (f"reveal({self.chance.choice(WHO)}, saw({fact}))",)

    def assign(self, known: list[str]) -> tuple[str, ...]:
        v, kind = self.value(known), self.chance.randint(0, 3)
        if kind == 0:
            i, j = self.fresh(), self.fresh()
            return f"{i} is {self.value(known)} mod 2, {j} is 1 - {i}, slot({i}) gets {v}, x gets $slot({j})", i, j
        return (f"{self.chance.choice('xy')} gets ({v} + {self.chance.randint(0, 2)}) mod 4",)

    def asked(self, known: list[str]) -> tuple[str, ...]:
        v = self.fresh()
        return f"{v} is max({self.value(known)}, {self.value(known)})", v

    def pay(self, known: list[str]) -> tuple[str, ...]:
        v, w = self.value(known), self.fresh()
        if self.chance.randint(0, 3) == 0:
            return (
                f"if({self.condition(known)}, [A{w}, B{w}] = [a, b], [A{w}, B{w}] = [b, a]), "
                f"payoff(A{w}, {v}), payoff(B{w}, -({v}))",
            )
        return (f"payoff(a, 2 * {v} - 3), payoff(b, 3 - 2 * {v})",)

    def leave(self, known: list[str]) -> tuple[str, ...]:
        v = self.value(known)
        return (f"if({self.condition(known)}, outcome([{v}, -({v})]))",)

    def fork(self, depth: int, known: list[str]) -> str:
        return f"if({self.condition(known)}, {self.block(depth - 1, known)}, {self.block(depth - 1, known)})"

    def round(self, depth: int, known: list[str]) -> str:
        v, m = self.fresh(), self.fresh()
        act = f"(choose($player, {m}, member({m}, [0, 1])), reveal(all, did($player)), x gets {m})"
        return f"if({self.condition(known)}, O{v} = [a, b], O{v} = [b, a]), play_round({act}, O{v})"

    def end(self, known: list[str]) -> str:
        v, w = self.value(known), self.value(known)
        return f"if({self.condition(known)}, outcome([{v} + 1, -({v}) - 1]), outcome([-({w}), {w}]))"
