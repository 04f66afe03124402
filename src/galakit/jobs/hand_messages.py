"""What servers and clients say about hands that are played against a solution."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from galakit.agents.registry import OpenName
from galakit.display.boards import Board, Place
from galakit.display.parts import Part
from galakit.jobs.messages import Name, Seed, Words
from galakit.study.answers import Answer, Quantity, Sight, Step
from galakit.study.training.answers import Graded


class Seating(Struct, frozen=True, forbid_unknown_fields=True):
    """A person who wants to play against the profile, or another agent."""

    player: Name
    """the player whose seat it is, by name"""
    against: OpenName = "solution"
    """the agent that plays the others"""
    seed: Seed | None = None
    """the seed of random numbers; drawn at random where it is left out"""


class Chosen(Struct, frozen=True, forbid_unknown_fields=True):
    """A person's move."""

    move: Words
    """one of `decision.moves`"""


class Choosing(Struct, frozen=True, forbid_unknown_fields=True):
    """A decision of a drill."""

    set: Words
    """the information set of the drill"""
    move: Words
    """one of its moves"""


class Reply(Answer, frozen=True, kw_only=True):
    """What happens right after a move."""

    who: str
    """a player, `chance`, or `end`: the game is over"""
    move: str | None
    """the player's move; None for chance and the end"""
    label: str | None
    """the same in words"""
    look: list[Part] | None = None
    """the move as it is drawn; None where that is only words"""
    probability: Quantity
    """by the belief of the player who makes the move"""


class Option(Answer, frozen=True, kw_only=True):
    """A move at a decision, graded."""

    move: str
    label: str
    """the move in words"""
    look: list[Part] | None = None
    """the move as it is drawn; None where that is only words"""
    probability: Quantity
    """the profile's probability of it"""
    value: Quantity
    """the player's expected payoff after it, if they then play a best response"""
    loss: Quantity
    """the value of the best move less that of this one"""
    level: Literal["best", "good", "inaccuracy", "mistake", "blunder"] | None
    words: str
    """the level in words, or why there is none"""
    replies: list[Reply]
    """the likeliest first; empty where beliefs are undefined"""


class Weighed(Answer, frozen=True, kw_only=True):
    """A decision of a player with all its moves, graded."""

    set: str | None
    """None where information sets are not numbered"""
    facts: list[str]
    fact_words: list[str]
    """the facts in words"""
    fact_looks: list[list[Part] | None]
    """the facts as they are drawn"""
    note: str | None
    """why there is no belief"""
    strayed: bool
    """whether the profile never reaches it"""
    moves: list[Option]


class Decision(Answer, frozen=True, kw_only=True):
    """A choice that a person must make."""

    facts: list[str]
    learnt: list[str]
    """new facts since their last decision"""
    moves: list[str]
    labels: list[str]
    """the moves in words"""
    looks: list[list[Part] | None]
    """the moves as they are drawn"""
    places: list[list[Place]]
    """where on the boards each of them is made"""


class HandEnd(Answer, frozen=True, kw_only=True):
    """A complete hand, including hidden moves."""

    history: list[Step]
    """all moves, with the facts that chance revealed"""
    payoffs: list[str]
    """one for each player"""
    sights: list[Sight]
    """the boards in the end, as each player sees them"""


class Table(Answer, frozen=True, kw_only=True):
    """A person at play: hand after hand, graded."""

    id: str
    """its name in addresses"""
    player: str
    """the player whose seat it is"""
    seed: int
    """the same seed deals the same hands"""
    hand: int
    """the number of this one, from 1"""
    decision: Decision | None
    """None where the hand is over: request the next one"""
    seen: list[str]
    """the player's facts in this hand, in order"""
    fact_words: list[str]
    """the same in words, in the second person"""
    fact_looks: list[list[Part] | None]
    """the same as they are drawn, without the person"""
    boards: list[Board]
    """what stands on the boards, as far as the player knows"""
    grades: list[Graded]
    """of this hand"""
    end: HandEnd | None
    """None until the hand is over"""
    hands: int
    """the number of finished hands"""
    total: Quantity
    """the person's total payoff"""
    lost: Quantity
    """the total expected value lost by decisions"""
    levels: dict[str, int]
    """the number of decisions of each level"""
