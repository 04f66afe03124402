"""The answers of a study, as data: what the web page, reports, notebooks, the terminal and programs are told.

This is the one description of them: JSON, its schema and the types of the page are made from it. Numbers come twice
where people read them, as a value to draw and as a text to show (`1/3` where the solution is exact). So do facts and
moves: in words to read, and as the rules have them to search and name by. Information sets and nodes have names that
stay the same as long as the game does; what is in a name is nobody's business.
"""

from __future__ import annotations

from msgspec import Struct


class Answer(Struct, frozen=True, kw_only=True):
    """What all answers have in common: they are data, and do not change."""


class Quantity(Answer, frozen=True, kw_only=True):
    """A number, or that it is undefined."""

    value: float | None
    """None where it is undefined"""
    text: str
    """as people read it: `1/3`, `0.25`, `–`"""


class Moment(Answer, frozen=True, kw_only=True):
    """How far a method had come at some time."""

    seconds: float
    """since the job began"""
    gap: float
    """the largest gain that any player still had"""


class Size(Answer, frozen=True, kw_only=True):
    """How large the game is; None where nobody counted."""

    nodes: int | None
    states: int | None
    information_sets: list[int] | None
    """one number for each player"""
    sequences: list[int] | None


class Overview(Answer, frozen=True, kw_only=True):
    """The game, what everybody expects, and the certificate."""

    game: str
    """its name"""
    params: dict[str, str]
    players: list[str]
    """their names; elsewhere a player is his place in this list"""
    method: str
    """how it was solved"""
    why: str
    """why this method was picked"""
    exact: bool
    """whether all numbers are fractions"""
    values: list[Quantity]
    """what each player expects"""
    gains: list[Quantity]
    """what each player could gain by deviating: the certificate"""
    gap: Quantity
    """the largest gain that any player has from deviating"""
    certified: str
    """the certificate in words"""
    meaning: str | None
    """what the certificate counts where somebody was told what to play, or that there may be other equilibria"""
    size: Size
    seconds: dict[str, float]
    warnings: list[str]
    trail: list[Moment]
    """how the gap fell; empty where the method does not work step by step"""
    listed: bool
    """whether all information sets are listed"""
    searchable: bool
    """whether information sets can be searched for by their facts"""
    lockable: bool
    """whether information sets can be told what to play"""
    beliefs: bool
    """whether nodes and beliefs are known"""
    dealt: bool
    """whether chance tells somebody what others do not learn: cards"""
    locked: list[Locked]
    """the information sets that were told what to play, the first of them"""
    locked_total: int
    found: dict[str, str]
    """what else the method learnt: `gap where play is free`, `first is sure of`"""


class Locked(Answer, frozen=True, kw_only=True):
    """An information set that was told what to play."""

    set: str
    player: int
    words: str
    facts: str
    """the same, as the rules have it"""
    moves: list[str]
    labels: list[str]
    """the moves in words"""
    probabilities: list[Quantity]


class Choice(Answer, frozen=True, kw_only=True):
    """A move at an information set."""

    move: str
    """as the rules write it"""
    label: str
    """the move in words"""
    probability: Quantity
    """how often it is made"""
    value: Quantity
    """what it is worth"""
    regret: Quantity
    """how much less it brings than the best move"""
    best: bool
    """whether no move is worth more, as far as that can be told: differences within the certified gap say nothing"""
    next: list[Link] = []
    """the player's next information sets after this move, the likeliest first"""
    next_total: int = 0


class Link(Answer, frozen=True, kw_only=True):
    """A way to another information set."""

    set: str
    move: str
    label: str
    """the move in words"""
    words: str
    """what is new there; of the information set before, all that was known"""
    facts: str
    """the same, as the rules have it"""
    reach: float | None


class Step(Answer, frozen=True, kw_only=True):
    """A move in a history."""

    who: str
    """a player, or `chance`"""
    move: str
    label: str
    """the move in words"""


class Believed(Answer, frozen=True, kw_only=True):
    """A node at which the player may be."""

    node: str
    history: list[Step]
    probability: Quantity


class Holding(Answer, frozen=True, kw_only=True):
    """What another player may know, and how likely that is."""

    words: str
    facts: str
    probability: Quantity


class Holdings(Answer, frozen=True, kw_only=True):
    """What one other player may know here, the likeliest first."""

    player: int
    items: list[Holding]
    total: int


class InformationSet(Answer, frozen=True, kw_only=True):
    """One information set: facts, moves, values, beliefs."""

    id: str
    """its name in addresses"""
    player: int
    """whose it is"""
    facts: list[str]
    """without those that only repeat which moves there were"""
    told: list[str]
    """the facts in words"""
    words: str
    """all of them"""
    situation: str | None = None
    moves: list[Choice]
    value: Quantity
    """what he expects here"""
    reach: Quantity
    """how likely play comes here"""
    nodes: int | None = None
    """how many it has"""
    belief: list[Believed] = []
    """the likeliest nodes; empty where it is undefined"""
    belief_total: int = 0
    note: str | None
    """why there is no belief"""
    holdings: list[Holdings] = []
    before: list[Link]
    """the player's information set before this one, with the move he made there"""
    locked: bool = False
    alike: int = 0
    """how many others differ only in names that may be exchanged, as suits, and are played just so"""
    pattern: list[str] = []
    """the facts with what only the player knows left open, `card(…)`: a lock that names them holds for all he may hold;
    empty where that is not known"""
    pattern_words: str = ""
    """all of them in words"""


class SetLine(Answer, frozen=True, kw_only=True):
    """An information set in a list."""

    id: str
    """its name in addresses"""
    player: int
    """whose it is"""
    words: str
    """what he knows, for people"""
    facts: str
    """the same, as the rules write it"""
    reach: float | None
    """how likely play comes there"""
    moves: list[str]
    probabilities: list[float]


class Found(Answer, frozen=True, kw_only=True):
    """The information sets that include some facts, a page of them."""

    items: list[SetLine]
    """a page of them"""
    offset: int
    """where the page begins"""
    total: int
    """how many there are in all"""


class Branch(Answer, frozen=True, kw_only=True):
    """A move at a node."""

    node: str
    """where it leads"""
    move: str
    label: str
    """the move in words"""
    probability: Quantity
    mover: str
    """who moves there: a player, `chance`, or `end`"""
    set: str | None
    """the information set of that node"""
    branches: int
    """how many moves there are there"""
    payoffs: list[Quantity]
    """where it is the end"""


class Node(Answer, frozen=True, kw_only=True):
    """A node of the tree with its branches, a page of them; the id of the root is 0."""

    id: str
    """its name in addresses"""
    mover: str
    """a player, `chance`, or `end`"""
    set: str | None
    """the information set it belongs to"""
    history: list[Step]
    known: list[str]
    """what each player knows, in words"""
    facts: list[str]
    """the same, as the rules have it"""
    reach: Quantity
    """how likely play comes here"""
    values: list[Quantity]
    """what everybody expects here; undefined where the tree is not kept"""
    payoffs: list[Quantity]
    """at an end, one for each player"""
    branches: list[Branch]
    offset: int
    total: int
    parent: str | None


class Difference(Answer, frozen=True, kw_only=True):
    """One information set in two profiles."""

    set: str
    other: str
    """the same information set in the other study"""
    player: int
    words: str
    facts: str
    moves: list[str]
    labels: list[str]
    """the moves in words"""
    ours: list[float]
    theirs: list[float]
    distance: float
    """half the sum of the differences: 0 alike, 1 nothing in common"""
    reach: float | None
    """of all that are alike together"""
    alike: int = 0
    """how many others differ just so, and stand here, too"""


class Comparison(Answer, frozen=True, kw_only=True):
    """This profile and another one of the same game: the information sets that differ most first."""

    players: list[str]
    ours: list[Quantity]
    """what everybody expects"""
    theirs: list[Quantity]
    gains_against: list[Quantity]
    """what each player would get by playing our strategy while everybody else plays theirs, less what theirs brings"""
    items: list[Difference]
    """a page of differences"""
    offset: int
    """where the page begins"""
    total: int
    """how many there are in all"""
    alike: int
    """information sets at which both play the same"""
    note: str | None = None
    """why gains are not known"""
