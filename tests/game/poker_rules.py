"""Simplified (Kuhn) poker with a deck of k cards as plain Python rules (Koller & Pfeffer 1997, section 2).

Both players ante 1 and get one card each. The gambler may bet 1 or pass; the dealer answers; if the gambler passed and
the dealer bet, the gambler answers. A state is (who holds the higher card, history of the betting).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from galakit.rules.contract import CHANCE, END, Step

NEXT = {"": 0, "p": 1, "b": 1, "pb": 0}


@dataclass(frozen=True)
class Betting:
    higher: int  # 0 if the gambler holds the higher card
    history: str

    @property
    def mover(self):
        return NEXT.get(self.history, END)

    @property
    def moves(self):
        return ("bet", "pass") if self.history in NEXT else ()

    probabilities = None

    def after(self, index):
        history = self.history + "bp"[index]
        other = 1 - self.mover
        if history in ("bp", "pbp"):
            amount = 1 if history == "bp" else -1
        elif history in NEXT:
            amount = 0
        else:
            amount = (1 if history == "pp" else 2) * (1 if self.higher == 0 else -1)
        new = Betting(self.higher, history) if history in NEXT else OVER
        return Step(new, ((other, "did_" + "bp"[index]),), (amount, -amount))


OVER = Betting(0, "over")


@dataclass(frozen=True)
class Deal:
    cards: int
    mover = CHANCE

    @property
    def moves(self):
        return tuple((a, b) for a in range(self.cards) for b in range(self.cards) if a != b)

    @property
    def probabilities(self):
        p = Fraction(1, self.cards * (self.cards - 1))
        return (p,) * (self.cards * (self.cards - 1))

    def after(self, index):
        a, b = divmod(index, self.cards - 1)
        b += b >= a
        return Step(Betting(0 if a > b else 1, ""), ((0, ("card", a)), (1, ("card", b))), (0, 0))


@dataclass(frozen=True)
class Poker:
    cards: int
    name: str = "poker"
    players: tuple = ("gambler", "dealer")

    def start(self):
        return Step(Deal(self.cards), (), (0, 0))

    def write(self, thing):
        return str(thing)
