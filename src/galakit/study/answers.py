"""The answers of a study, as data for the web page, reports, notebooks, the terminal and programs.

JSON, its schema and the types of the page are made from these classes. Numbers come twice
where people read them, as a value to draw and as a text to show (`1/3` where the solution is exact). So do facts and
moves: in words to read, and as the rules write them to search and name by; those that are more than words come as
parts that can be drawn, too: cards, dice, pieces. Information sets and nodes have names that stay the same as long as
the game does; their format may change.
"""

from __future__ import annotations

from msgspec import Struct

from galakit.display.boards import Board, Place
from galakit.display.parts import Part


class Answer(Struct, frozen=True, kw_only=True):
    """The base class of all answers: immutable data."""


class Quantity(Answer, frozen=True, kw_only=True):
    """A number, or an undefined value."""

    value: float | None
    """None where it is undefined"""
    text: str
    """as people read it: `1/3`, `0.25`, `–`"""


class Moment(Answer, frozen=True, kw_only=True):
    """The progress of a method at some time."""

    seconds: float
    """since the job began"""
    gap: float
    """the largest gain that any player still had"""


class Size(Answer, frozen=True, kw_only=True):
    """How large the game is; None where it was not counted."""

    nodes: int | None
    states: int | None
    information_sets: list[int] | None
    """one number for each player"""
    sequences: list[int] | None


class Overview(Answer, frozen=True, kw_only=True):
    """The game, the players' expected payoffs, and the certificate."""

    game: str
    """its name"""
    params: dict[str, str]
    players: list[str]
    """their names; elsewhere a player is an index of this list"""
    method: str
    """how it was solved"""
    why: str
    """why this method was picked"""
    exact: bool
    """whether all numbers are fractions"""
    values: list[Quantity]
    """each player's expected payoff"""
    gains: list[Quantity]
    """what each player could gain by deviating: the certificate"""
    gap: Quantity
    """the largest gain that any player has from deviating"""
    certified: str
    """the certificate in words"""
    meaning: str | None
    """what the certificate counts where strategies are locked, or that there may be other equilibria"""
    size: Size
    seconds: dict[str, float]
    warnings: list[str]
    trail: list[Moment]
    """how the gap fell; empty where the method does not work step by step"""
    listed: bool
    """whether all information sets are listed"""
    grids: bool
    """whether strategies can be shown as grids: public situations are known"""
    searchable: bool
    """whether information sets can be searched for by their facts"""
    lockable: bool
    """whether strategies can be locked at information sets"""
    beliefs: bool
    """whether nodes and beliefs are known"""
    dealt: bool
    """whether chance deals private information: cards"""
    cards: bool
    """whether players hold cards that can be drawn: then their ranges and boards can be studied"""
    suits: bool
    """whether cards have suits, so that grids may be folded"""
    locked: list[Locked]
    """the first of the locked information sets"""
    locked_total: int
    found: dict[str, str]
    """further results of the method: `gap where play is free`, `first is sure of`"""
    ranged: bool
    """whether the ranges of optimal strategies can be asked for"""
    equilibrium: int
    """which of the equilibria this is, from 1 on"""
    equilibria: list[Worth]
    """the values of the first equilibria that the method found, this one included"""
    equilibria_total: int
    """how many it found"""


class Worth(Answer, frozen=True, kw_only=True):
    """What an equilibrium is worth."""

    values: list[Quantity]
    """to each player"""
    gap: Quantity


class Locked(Answer, frozen=True, kw_only=True):
    """An information set with a locked strategy."""

    set: str
    player: int
    words: str
    words_look: list[Part] | None = None
    """the same as it is drawn; None where that is only words"""
    facts: str
    """the same, as the rules write it"""
    moves: list[str]
    labels: list[str]
    """the moves in words"""
    looks: list[list[Part] | None] = []
    """the moves as they are drawn"""
    probabilities: list[Quantity]


class Choice(Answer, frozen=True, kw_only=True):
    """A move at an information set."""

    move: str
    """as the rules write it"""
    label: str
    """the move in words"""
    look: list[Part] | None = None
    """the move as it is drawn; None where that is only words"""
    places: list[Place] = []
    """where on the boards it is made"""
    probability: Quantity
    """how often it is played"""
    value: Quantity
    """the expected payoff after it"""
    regret: Quantity
    """how much less its value is than the best move's"""
    best: bool
    """whether no move has a higher value; differences within the certified gap do not count"""
    next: list[Link] = []
    """the player's next information sets after this move, the likeliest first"""
    next_total: int = 0


class Link(Answer, frozen=True, kw_only=True):
    """A link to another information set."""

    set: str
    move: str
    label: str
    """the move in words"""
    look: list[Part] | None = None
    """the move as it is drawn; None where that is only words"""
    words: str
    """the new facts there; for the information set before, all its facts"""
    words_look: list[Part] | None = None
    """the same as it is drawn"""
    facts: str
    """the same, as the rules write it"""
    reach: float | None


class Step(Answer, frozen=True, kw_only=True):
    """A move in a history."""

    who: str
    """a player, or `chance`"""
    move: str
    label: str
    """the move in words"""
    look: list[Part] | None = None
    """the move as it is drawn; None where that is only words"""


class Believed(Answer, frozen=True, kw_only=True):
    """A node at which the player may be."""

    node: str
    history: list[Step]
    probability: Quantity


class RangeItem(Answer, frozen=True, kw_only=True):
    """Information that another player may have, with its probability."""

    words: str
    words_look: list[Part] | None = None
    """the same as it is drawn"""
    facts: str
    probability: Quantity


class Range(Answer, frozen=True, kw_only=True):
    """The range of another player: what they may know here, the likeliest first."""

    player: int
    items: list[RangeItem]
    total: int


class InformationSet(Answer, frozen=True, kw_only=True):
    """One information set: facts, moves, values, beliefs."""

    id: str
    """its name in addresses"""
    player: int
    """the player who moves"""
    facts: list[str]
    """without those that only repeat which moves there were"""
    fact_words: list[str]
    """the facts in words; empty texts where one is not shown"""
    fact_looks: list[list[Part] | None] = []
    """the facts as they are drawn; None where that is only words"""
    words: str
    """all of them"""
    words_look: list[Part] | None = None
    """the same as it is drawn; None where that is only words"""
    boards: list[Board] = []
    """what stands on the boards, as far as the player knows"""
    situation: str | None = None
    moves: list[Choice]
    value: Quantity
    """the player's expected payoff here"""
    reach: Quantity
    """how likely play comes here"""
    nodes: int | None = None
    """how many it has"""
    belief: list[Believed] = []
    """the likeliest nodes; empty where it is undefined"""
    belief_total: int = 0
    note: str | None
    """why there is no belief"""
    ranges: list[Range] = []
    before: list[Link]
    """the player's information set before this one, with the move made there"""
    locked: bool = False
    alike: int = 0
    """how many others differ only by a symmetry, such as an exchange of suits, and are played alike"""
    pattern: list[str] = []
    """the facts with private information left open, `card(…)`: a lock that names them holds for all of it;
    empty where that is not known"""
    pattern_words: str = ""
    """all of them in words"""


class SetLine(Answer, frozen=True, kw_only=True):
    """An information set in a list."""

    id: str
    """its name in addresses"""
    player: int
    """the player who moves"""
    words: str
    """the facts in words"""
    words_look: list[Part] | None = None
    """the same as it is drawn"""
    facts: str
    """the same, as the rules write it"""
    reach: float | None
    """how likely play comes there"""
    moves: list[str]
    labels: list[str] = []
    """the moves in words"""
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
    look: list[Part] | None = None
    """the move as it is drawn; None where that is only words"""
    probability: Quantity
    mover: str
    """the mover there: a player, `chance`, or `end`"""
    set: str | None
    """the information set of that node"""
    branches: int
    """how many moves there are there"""
    payoffs: list[Quantity]
    """where it is the end"""


class Sight(Answer, frozen=True, kw_only=True):
    """The boards as some players see them."""

    players: list[int]
    """all who see them so"""
    boards: list[Board]


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
    """each player's facts in words"""
    known_looks: list[list[Part] | None] = []
    """the same as they are drawn"""
    sights: list[Sight] = []
    """the boards, as each player sees them"""
    facts: list[str]
    """the same, as the rules write it"""
    reach: Quantity
    """how likely play comes here"""
    values: list[Quantity]
    """the players' expected payoffs here; undefined where the tree is not kept"""
    payoffs: list[Quantity]
    """at an end, one payoff for each player"""
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
    words_look: list[Part] | None = None
    """the same as it is drawn"""
    facts: str
    moves: list[str]
    labels: list[str]
    """the moves in words"""
    ours: list[float]
    theirs: list[float]
    distance: float
    """total variation distance: 0 alike, 1 nothing in common"""
    reach: float | None
    """summed over those that differ alike"""
    alike: int = 0
    """how many others differ alike and are counted here"""


class Comparison(Answer, frozen=True, kw_only=True):
    """This profile and another one of the same game: the information sets that differ most first."""

    players: list[str]
    ours: list[Quantity]
    """the players' expected payoffs"""
    theirs: list[Quantity]
    gains_against: list[Quantity]
    """what each player would gain by switching to our strategy while all others play theirs"""
    items: list[Difference]
    """a page of differences"""
    offset: int
    """where the page begins"""
    total: int
    """how many there are in all"""
    alike: int
    """information sets at which both play the same"""
    note: str | None = None
    """why gains are unknown"""
