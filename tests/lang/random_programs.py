"""Random Gala programs, each with a second meaning: a direct recursion over its statements that knows nothing of ours.

The second implementation keeps whole histories, copies every binding, never merges states and evaluates conditions in
Python, so it shares neither the engine nor the analyses with the first.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

PLAYERS = ("a", "b")
SMALL = 3_000  # nodes: the direct recursion is slow


class TooLarge(Exception):
    """The program's tree is not worth the time."""


class Program:
    """A random program: `text` for Galakit, `sets` and `leaves` from the direct recursion."""

    def __init__(self, seed: int, players: tuple[str, ...] = PLAYERS) -> None:
        self.random = random.Random(seed)
        self.players = players
        self.variables = ["x", "y"]
        self.count = 0
        self.flows: dict[str, list] = {}
        self.procedures = ["p", "q"][: self.random.randint(0, 2)]
        self.body = self.block(3, [], self.procedures)
        for i, name in enumerate(self.procedures):
            self.flows[name] = self.block(2, ["$arg"], self.procedures[i + 1 :])
        self.sets: dict = {}
        self.leaves: Counter = Counter()
        self.nodes = 0
        # A constant sum, so that every program is solvable: what the first gains the second loses.
        self.interpret()

    # -- making programs -----------------------------------------------------------------------------------------

    def block(self, depth: int, known: list[str], callees: list[str]) -> list:
        known = list(known)
        return [self.statement(depth, known, callees) for _ in range(self.random.randint(1, 3))]

    def value(self, known: list[str]) -> str:
        numbers = [k for k in known if k != "$player"]
        return self.random.choice([*numbers, *(f"${v}" for v in self.variables), "0", "1", "2"])

    def statement(self, depth: int, known: list[str], callees: list[str]):
        pick = self.random.random()
        if depth == 0 or pick < 0.35:
            self.count += 1
            name = f"V{self.count}"
            who = self.random.choice([*self.players, "nature", *(["$player"] if "$player" in known else [])])
            options = sorted(self.random.sample(range(4), self.random.randint(1, 3)))
            weights = None
            if who == "nature" and self.random.random() < 0.5:
                parts = [self.random.randint(1, 3) for _ in options]
                weights = [Fraction(p, sum(parts)) for p in parts]
            known.append(name)
            return ("choose", who, name, options, weights)
        if pick < 0.5:
            return ("reveal", self.random.choice([*self.players, "all"]), self.value(known))
        if pick < 0.65:
            return ("gets", self.random.choice(self.variables), self.value(known), self.random.choice(["+", "-", None]))
        if pick < 0.75:
            return ("payoff", self.random.randint(-2, 2), self.value(known))
        if pick < 0.87:
            then, other = (self.block(depth - 1, known, callees) for _ in range(2))
            return ("if", self.value(known), self.random.choice(["=:=", "<"]), self.value(known), then, other)
        if pick < 0.92 and callees:
            return ("call", self.random.choice(callees), self.value(known))
        if pick < 0.96:
            return ("round", self.block(depth - 1, [*known, "$player"], callees))
        self.count += 1
        return ("loop", f"n{self.count}", self.random.randint(1, 2), self.block(depth - 1, known, callees))

    # -- as text -------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        counters = [f"n{i}" for i in range(1, self.count + 1)]
        flows = "".join(f",\n  {name}(arg) : {self.written(body)}" for name, body in self.flows.items())
        variables = ", ".join([*(f"{v} = 0" for v in self.variables), *counters])
        return (
            f"game(random, [\n  players : [{', '.join(self.players)}],\n  variables : [{variables}],\n"
            f"  flow : {self.written(self.body)}{flows}\n])."
        )

    def written(self, body: list) -> str:
        return "(" + ", ".join(self.line(s) for s in body) + ")"

    def line(self, s) -> str:
        kind = s[0]
        if kind == "choose":
            _, who, name, options, weights = s
            if weights:
                who = "nature([" + ", ".join(f"{o} : {w}" for o, w in zip(options, weights)) + "])"
            return f"choose({who}, {name}, member({name}, {options}))"
        if kind == "reveal":
            return f"reveal({s[1]}, saw({s[2]}))"
        if kind == "gets":
            return f"{s[1]} gets {s[2]}" if s[3] is None else f"{s[1]} gets ({s[2]}) {s[3]} 1"
        if kind == "payoff":
            return f"payoff(a, {s[1]} * ({s[2]})), payoff(b, -({s[1]} * ({s[2]})))"
        if kind == "if":
            return f"if({s[1]} {s[2]} {s[3]}, {self.written(s[4])}, {self.written(s[5])})"
        if kind == "call":
            return f"{s[1]}({s[2]})"
        if kind == "round":
            return f"play_round({self.written(s[1])})"
        _, counter, times, body = s
        return f"{counter} gets {times}, while(${counter} > 0, ({counter} gets ${counter} - 1, {self.written(body)}))"

    # -- the second meaning --------------------------------------------------------------------------------------

    def interpret(self) -> None:
        start = {
            "store": dict.fromkeys(self.variables, 0),
            "bound": {},
            "facts": dict.fromkeys(self.players, ()),
            "own": dict.fromkeys(self.players, ()),
            "reach": Fraction(1),
            "gain": 0,
        }
        self.run(self.body, start, self.leaf)

    def leaf(self, s: dict) -> None:
        self.count_node()
        weighted = (s["reach"] * s["gain"], -s["reach"] * s["gain"])
        self.leaves[tuple(s["own"][p] for p in self.players), weighted] += 1

    def count_node(self) -> None:
        self.nodes += 1
        if self.nodes > SMALL:
            raise TooLarge

    def read(self, name: str, s: dict):
        if name.startswith("$") and name[1:] in s["store"]:
            return s["store"][name[1:]]
        return int(name) if name.isdigit() else s["bound"][name]

    def run(self, body: list, s: dict, then) -> None:
        if not body:
            then(s)
            return
        statement, rest = body[0], body[1:]
        self.step(statement, s, lambda after: self.run(rest, after, then))

    def step(self, statement, s: dict, then) -> None:
        kind = statement[0]
        if kind == "choose":
            self.choose(statement, s, then)
        elif kind == "reveal":
            fact = f"saw({self.read(statement[2], s)})"
            told = self.players if statement[1] == "all" else (statement[1],)
            then(s | {"facts": {p: (*f, fact) if p in told else f for p, f in s["facts"].items()}})
        elif kind == "gets":
            _, name, value, op = statement
            new = self.read(value, s) + {"+": 1, "-": -1, None: 0}[op]
            then(s | {"store": s["store"] | {name: new}})
        elif kind == "payoff":
            then(s | {"gain": s["gain"] + statement[1] * self.read(statement[2], s)})
        elif kind == "if":
            left, right = self.read(statement[1], s), self.read(statement[3], s)
            holds = left == right if statement[2] == "=:=" else left < right
            self.run(statement[4] if holds else statement[5], s, then)
        elif kind == "call":
            inner = {"$arg": self.read(statement[2], s)} | {k: v for k, v in s["bound"].items() if k == "$player"}
            outer = s["bound"]
            self.run(self.flows[statement[1]], s | {"bound": inner}, lambda r: then(r | {"bound": outer}))
        elif kind == "round":
            outer = s["bound"]

            def turn(left, r):
                if not left:
                    then(r | {"bound": outer})
                else:
                    self.run(statement[1], r | {"bound": outer | {"$player": left[0]}}, lambda q: turn(left[1:], q))

            turn(self.players, s)
        else:
            outer = s["bound"]

            def again(n, r):
                if n == 0:
                    then(r | {"bound": outer})
                else:
                    self.run(statement[3], r | {"bound": outer}, lambda q: again(n - 1, q))

            again(statement[2], s)

    def choose(self, statement, s: dict, then) -> None:
        _, who, name, options, weights = statement
        self.count_node()
        if who == "nature":
            for i, option in enumerate(options):
                chance = weights[i] if weights else Fraction(1, len(options))
                then(s | {"bound": s["bound"] | {name: option}, "reach": s["reach"] * chance})
            return
        player = s["bound"]["$player"] if who == "$player" else who
        facts = s["facts"][player] + (f"choosing([{','.join(map(str, options))}])",)
        key = (self.players.index(player), facts)
        self.sets.setdefault(key, (tuple(map(str, options)), s["own"][player]))
        for option in options:
            then(
                s
                | {
                    "bound": s["bound"] | {name: option},
                    "facts": s["facts"] | {player: (*facts, f"chose({option})")},
                    "own": s["own"] | {player: (facts, str(option))},
                }
            )
