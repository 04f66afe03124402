"""Gambit's normal-form files (.nfg, version 1), with payoffs or with outcomes.

    NFG 1 R "title" { "player" ... } { { "strategy" ... } ... } "comment"

and then either all payoffs, profile by profile, or a list `{ { "label" payoffs } ... }` of outcomes and the number of
one for each profile. Strategies without names are given by their numbers: `{ 2 3 }`.
"""

from __future__ import annotations

from math import prod

from galakit.errors import Source
from galakit.formats.document import Outcome, TableDocument
from galakit.formats.read_efg import read_payoffs, read_players
from galakit.formats.scanner import END, TEXT, WORD, Scanner

LIMIT_PROFILES = 2_000_000


def read_nfg(source: Source) -> TableDocument:
    """The table a file describes, or an error that says where it is broken.

    >>> table = read_nfg(Source("pd.nfg", 'NFG 1 R "dilemma" { "a" "b" } { 2 2 } 3 3 5 0 0 5 1 1'))
    >>> table.strategies, [str(x) for x in table.outcomes[1].payoffs]
    ((('1', '2'), ('1', '2')), ['5', '0'])
    """
    s = Scanner(source)
    s.word("NFG", "a file of this kind begins with: NFG 1 R")
    if s.kind != WORD or s.value != "1":
        s.missing("the version 1", "only version 1 of the format is read: NFG 1 R")
    s.advance()
    s.word("R D", "the kind of numbers: R or D")
    title = s.label("the title")
    players = read_players(s)
    place = s.start
    strategies = _strategies(s, len(players))
    many = prod(len(own) for own in strategies)
    if many > LIMIT_PROFILES:
        s.fail(f"the table has {many:,} profiles, more than {LIMIT_PROFILES:,}: that is too large", start=place)
    comment = s.label("the comment") if s.kind == TEXT else ""
    by_outcomes = s.kind == "{"
    if by_outcomes:
        outcomes = _outcomes(s, len(players))
        profiles = tuple(_profile(s, k, many, len(outcomes)) for k in range(1, many + 1))
    else:
        outcomes = tuple(
            Outcome(k, "", read_payoffs(s, len(players), f" in profile {k:,} of {many:,}")) for k in range(1, many + 1)
        )
        profiles = tuple(range(1, many + 1))
    if s.kind != END:
        s.fail(f"all {many:,} profiles have their payoffs, but the file goes on", hint="one entry for each profile")
    return TableDocument(title, comment, players, strategies, outcomes, profiles, by_outcomes)


def _strategies(s: Scanner, players: int) -> tuple[tuple[str, ...], ...]:
    s.take("{", "the strategies")
    lists: list[tuple[str, ...]] = []
    for player in range(1, players + 1):
        if s.kind == "{":
            s.advance()
            own: list[str] = []
            while s.kind != "}" or not own:
                own.append(s.label(f"the label of a strategy of player {player}"))
            s.advance()
        else:
            place = s.start
            many = s.whole(f"the strategies of player {player}")
            if not 1 <= many <= LIMIT_PROFILES:
                s.fail(
                    f"a player cannot have {many} strategies",
                    hint=f"from 1 to {LIMIT_PROFILES:,} strategies can be read",
                    start=place,
                )
            own = [str(k) for k in range(1, many + 1)]
        lists.append(tuple(own))
    s.take("}", f"the strategies of the {players} players")
    return tuple(lists)


def _outcomes(s: Scanner, players: int) -> tuple[Outcome, ...]:
    s.take("{", "the outcomes")
    outcomes: list[Outcome] = []
    while s.kind == "{":
        s.advance()
        label = s.label("the label of the outcome")
        if s.kind == ",":
            s.advance()
        outcomes.append(Outcome(len(outcomes) + 1, label, read_payoffs(s, players)))
        s.take("}", f"the {players} payoffs")
    s.take("}", "the outcomes")
    return tuple(outcomes)


def _profile(s: Scanner, k: int, many: int, outcomes: int) -> int:
    place = s.start
    number = s.whole(f"the outcome of profile {k:,} of {many:,}")
    if not 0 <= number <= outcomes:
        s.fail(
            f"there is no outcome {number}", hint=f"outcomes are numbered from 1 to {outcomes}; 0 is none", start=place
        )
    return number
