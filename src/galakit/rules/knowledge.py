"""What players know: all they observed and did on the way, in order, since they last forgot.

Rules only report observations (`contract`). A move teaches more than that: its mover first learns which move they made,
and the next mover finally learns which moves they have. `learnt` lists all of it, as facts of three kinds: `Chose`,
`Choosing`, and what the rules report. `Knowledge` keeps the texts of facts, and lets `FORGET` erase those before it.

Information sets are named by these texts: by people, in files and on the page. So a text alone tells the kind of its
fact: `written` quotes an observation that would read as another kind, and `kind_of` is the only code that reads it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from galakit.rules.contract import FORGET, Fact, Move, Rules, State, Step

Write: TypeAlias = Callable[[Fact | Move], str]

FORGOTTEN: str = FORGET.value
QUOTED = r"""'(?:[^'\\]|\\x[0-9a-fA-F]+\\|\\.)*'|"(?:[^"\\]|\\x[0-9a-fA-F]+\\|\\.)*\""""
"""a quoted name as rules write it, with its quotes: in it `\\'` is a quote, and `\\x24\\` a dollar"""
_TAKEN = re.compile(r"'*(?:(?:choosing|chose)'*(?=\()|\(forgets everything\)'*\Z)")
"""how texts begin that mean something else than an observation, with any quotes that tell them apart already"""


@dataclass(frozen=True, slots=True)
class Choosing:
    """The fact that a player is to choose among these moves."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Chose:
    """The fact that a player made this move."""

    move: Move


class Written(str):
    """An observation that is text already, as `written` returned it: where rules are made from an explored game."""

    __slots__ = ()


def written(fact: Fact, write: Write) -> str:
    """A fact as text; `write` is that of the rules, for their own facts and moves.

    >>> written(Choosing((1, 2)), str), written(Chose(2), str), written("seen", str)
    ('choosing([1,2])', 'chose(2)', 'seen')

    Different facts have different texts, so an observation is quoted where it would read as another kind of fact:

    >>> written("chose(2)", str), written("'chose'(2)", str), written(Written("chose(2)"), str)
    ("'chose'(2)", "''chose''(2)", 'chose(2)')
    """
    if type(fact) is Choosing:
        return f"choosing([{','.join(map(write, fact.moves))}])"
    if type(fact) is Chose:
        return f"chose({write(fact.move)})"
    if type(fact) is Written or fact is FORGET:
        return write(fact)
    text = write(fact)
    taken = _TAKEN.match(text)
    return text if taken is None else f"'{taken[0]}'{text[taken.end() :]}"


def kind_of(text: str) -> type[Choosing | Chose] | None:
    """The kind of fact that a text is; None for an observation.

    >>> kind_of("choosing([1,2])"), kind_of("chose(2)"), kind_of("card(3)"), kind_of("'chose'(2)")
    (<class 'galakit.rules.knowledge.Choosing'>, <class 'galakit.rules.knowledge.Chose'>, None, None)
    """
    return Choosing if text.startswith("choosing(") else Chose if text.startswith("chose(") else None


def informative(facts: Iterable[str]) -> tuple[str, ...]:
    """The facts without the `choosing(...)` ones.

    >>> informative(("card(3)", "choosing([bet,pass])", "chose(pass)", "seen(bet)", "choosing([bet,pass])"))
    ('card(3)', 'chose(pass)', 'seen(bet)')
    """
    return tuple(f for f in facts if kind_of(f) is not Choosing)


def learnt(step: Step, before: State | None = None, index: int = 0) -> tuple[tuple[int, Fact], ...]:
    """(player, fact) for all that a step teaches, in order: the move of that index, or the opening without a state."""
    own = () if before is None or before.mover < 0 else ((before.mover, Chose(before.moves[index])),)
    there = step.state
    offered = () if there.mover < 0 else ((there.mover, Choosing(there.moves)),)
    return (*own, *step.observations, *offered)


class Knowledge(tuple[tuple[str, ...], ...]):
    """What each player knows: the texts of their facts, in order.

    >>> import galakit as gk
    >>> rules = gk.load("kuhn").rules
    >>> dealing = rules.start()
    >>> deal = [rules.write(move) for move in dealing.state.moves].index("(2,3)")
    >>> opening = Knowledge.opening(rules, dealing)
    >>> first = dealing.state.after(deal)
    >>> dealt = opening.after(rules, dealing.state, deal, first)
    >>> opening, dealt
    (((), ()), (('card(2)', 'choosing([pass,bet])'), ('card(3)',)))
    >>> dealt.after(rules, first.state, 1, first.state.after(1))
    (('card(2)', 'choosing([pass,bet])', 'chose(bet)'), ('card(3)', 'bet', 'choosing([pass,bet])'))
    """

    __slots__ = ()

    @classmethod
    def nothing(cls, players: int) -> Knowledge:
        """What so many players know before the opening."""
        return cls(((),) * players)

    @classmethod
    def opening(cls, rules: Rules, step: Step) -> Knowledge:
        """What the players know after the opening, which is that step."""
        return cls.nothing(len(rules.players)).learning(news(rules.write, step))

    def after(self, rules: Rules, state: State, index: int, step: Step) -> Knowledge:
        """What they know after the move of that index, which led to that step."""
        return self.learning(news(rules.write, step, state, index))

    def learning(self, taught: Iterable[tuple[int, str]]) -> Knowledge:
        """What they know after they learnt some facts, given as (player, text).

        >>> Knowledge.nothing(2).learning([(0, "king"), (1, "ace"), (0, FORGET.value), (0, "late")])
        (('late',), ('ace',))
        """
        facts = list(self)
        for player, text in taught:
            facts[player] = () if text == FORGOTTEN else (*facts[player], text)
        return Knowledge(facts)


def news(write: Write, step: Step, before: State | None = None, index: int = 0) -> tuple[tuple[int, str], ...]:
    """All that a step teaches (`learnt`), as texts."""
    return tuple((player, written(fact, write)) for player, fact in learnt(step, before, index))
