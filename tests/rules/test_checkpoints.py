"""Long flows go on from copies of their runs: the same game as by playing them again, in time that grows with its states."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from fractions import Fraction

import pytest
from game.naive import described
from game.random_rules import RandomRules
from hypothesis import given, settings
from hypothesis import strategies as st

import galakit as gk
from galakit.game.explore import explore
from galakit.game.unfold import unfold
from galakit.rules.python import states
from galakit.rules.python.play import Play
from rules import games
from rules.test_python import flow_of

PLAYERS = ("ann", "bob")
NEVER = 10**9


@gk.rules(players=PLAYERS)
def rounds(play, n=3):
    """Loops within loops, and a list that two variables share."""
    log = []
    same = log
    for i, who in zip(range(n), play.players * n):
        for k, (name, most) in enumerate({"low": 1, "high": 2}.items(), start=1):
            move = yield play.choose(who, [(name, x) for x in range(most + 1)])
            same.append(move[1] * k)
            if sum(log) > 3:
                break
            play.reveal("all", move)
        else:
            continue
        if i:
            break
    play.outcome([sum(log), len(same)])


@gk.rules(players=PLAYERS)
def calls(play, n=2):
    """Flows that call flows, return values, end early, and are discounted."""
    left, paid = n, 0
    while left:
        more = yield from bid(play, *play.players, most=left)
        paid += more
        if paid > 3:
            play.outcome([paid, -paid])
        yield from play.discount(Fraction(1, 2))
        left -= 1
    play.payoff("ann", paid)


def bid(play, one, two, *, most):
    total = 0
    for who in (one, two):
        amount = yield play.choose(who, iter(range(most + 1)))
        if amount == most and who == two:
            return total
        elif amount:
            play.reveal("all", "bid", amount)
            sure = yield play.choose("nature", ["yes", "no"], weights=[amount, 1])
            total += sure == "yes"
        else:
            yield play.choose(who, ["pass"])
    try:
        last = yield play.choose(two, ["stay", "raise"])
    finally:
        total += 1
    return total + (last == "raise")


@dataclass(frozen=True)
class Card:
    rank: int


@gk.rules(players=PLAYERS)
def dealt(play, cards=3):
    """Options that are records, variables without a value, a method and a helper that is kept."""
    pick = play.choose
    deck = [Card(rank) for rank in range(cards)]
    one: Card = yield pick("nature", deck)
    deck.remove(one)
    best = max
    while deck:
        two = yield pick("nature", deck)
        play.reveal("bob", two)
        if two.rank > one.rank:
            answer = yield pick("bob", ["fold", "call"])
            if answer == "fold":
                break
            bonus = best(one.rank, two.rank)
        del two
        deck = deck[1:]
    play.outcome([one.rank, bonus if "bonus" in locals() else 0])


@gk.rules(players=PLAYERS)
def unfit(play, n=3):
    """What cannot be entered again."""
    with contextlib.nullcontext():
        while n and (yield play.choose("ann", ["on", "off"])) == "on":
            n -= 1
    play.outcome([n, 0])


@gk.rules(players=PLAYERS)
def uncopied(play, n=3):
    """A variable that cannot be copied."""
    seen = {0}
    for i in range(n):
        seen.add((yield play.choose("ann", [i, i + 1])))
        other = yield play.choose("bob", ["x", "y"])
        seen.add(other)
    play.outcome([len(seen), 0])


def closed():
    scale = 3

    @gk.rules(players=PLAYERS)
    def closing(play, n=5):
        """A flow that uses a variable of the function around it."""
        total = 0
        for _ in range(n):
            move = yield play.choose("ann", [0, 1])
            total += scale * move
        play.outcome([total, -total])

    return closing


def explored(game, apart, monkeypatch):
    monkeypatch.setattr(states, "APART", apart)
    rules = gk.load(game).rules
    return rules, explore(rules)


@pytest.mark.parametrize(
    ("game", "copied"),
    [(rounds, True), (calls, True), (dealt, True), (closed(), True), (unfit, False), (uncopied, False)]
    + [(game, True) for game in (games.kuhn_by_history, games.leduc, games.inspection)],
    ids=lambda value: getattr(value, "name", ""),
)
@pytest.mark.parametrize("apart", [1, 2, 3])
def test_a_flow_that_goes_on_from_copies_is_the_same_game(game, copied, apart, monkeypatch):
    rules, automaton = explored(game, apart, monkeypatch)
    _, played_again = explored(game, NEVER, monkeypatch)
    assert described(unfold(automaton)[0]) == described(unfold(played_again)[0])
    assert bool(rules._checkpoints) is copied


@settings(max_examples=25)
@given(
    st.builds(RandomRules, seed=st.integers(0, 10_000), number=st.integers(1, 3), depth=st.integers(2, 4)),
    st.booleans(),
)
def test_random_games_are_the_same_from_copies(rules, by_scenes):
    flow = flow_of(rules, by_scenes)
    with pytest.MonkeyPatch.context() as patch:
        _, automaton = explored(flow, 1, patch)
        _, played_again = explored(flow, NEVER, patch)
    assert described(unfold(automaton)[0]) == described(unfold(played_again)[0])


@gk.rules(players=PLAYERS)
def patience(play, n=10):
    for i in range(n):
        move = yield play.choose(PLAYERS[i % 2], ["wait", "take"])
        if move == "take":
            play.outcome([i, -i])
    play.outcome([0, 0])


def test_a_long_flow_takes_time_in_proportion_to_its_choices(monkeypatch):
    asked = 0
    choose = Play.choose

    def counted(*arguments, **keywords):
        nonlocal asked
        asked += 1
        return choose(*arguments, **keywords)

    monkeypatch.setattr(Play, "choose", counted)
    assert len(explore(gk.load(patience, n=1_000).rules).mover) == 1_001
    assert asked < 60 * 1_000  # played again from the start they would be 500,000


RUNS = {"count": 0}


@gk.rules(players=PLAYERS)
def fickle(play, n=6):
    RUNS["count"] += 1
    for i in range(n):
        yield play.choose("ann", ["on", "off"] if i < 4 or RUNS["count"] % 2 else ["on", "off", "other"])
    play.outcome([0, 0])


@gk.rules(players=PLAYERS)
def wrong(play, n=6):
    for i in range(n):
        move = yield play.choose("ann", ["on", "off"])
        if i == 4 and move == "off":
            play.outcome([1 // (i - 4), 0])
    play.outcome([0, 0])


@pytest.mark.parametrize("game", [fickle, wrong], ids=lambda game: game.name)
def test_mistakes_are_told_in_the_same_words(game, monkeypatch):
    told = []
    for apart in (1, NEVER):
        RUNS["count"] = 0
        with pytest.raises(gk.GalakitError) as raised:
            explored(game, apart, monkeypatch)
        told.append(str(raised.value))
    assert told[0] == told[1]


def test_a_flow_whose_file_has_changed_is_played_again(tmp_path, monkeypatch):
    path = tmp_path / "changed.py"
    text = (
        "import galakit as gk\n@gk.rules(players=('ann',))\ndef game(play):\n    for i in range(3):\n"
        "        yield play.choose('ann', ['a', 'b'])\n    play.outcome([1])\n"
    )
    path.write_text(text)
    loaded = gk.load(str(path))
    path.write_text(text.replace("range(3)", "range(4)"))
    monkeypatch.setattr(states, "APART", 1)
    assert len(explore(loaded.rules).mover) == 8
    assert loaded.rules._checkpoints == 0
