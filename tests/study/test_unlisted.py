"""Games that nobody lists: what is said of classes, states and rules is what a list would say."""

from __future__ import annotations

import pytest

import galakit as gk
from galakit.study.backends import FactoredBackend, TreeBackend
from galakit.study.grid_page import GridPage
from galakit.study.study import Study

GAMES = {
    "leduc": ("leduc", {}, "factored"),
    "leduc with three suits": ("leduc", {"suits": 3, "ranks": 2}, "factored"),
    "poker with two cards": ("poker", {"ranks": 3, "suits": 2, "cards": 2}, "factored"),
    "poker by public moves": ("poker", {"ranks": 5}, "public"),
    "poker by classes": ("poker", {"ranks": 5}, "factored"),
}


@pytest.fixture(scope="module", params=GAMES)
def both(request):
    name, params, method = GAMES[request.param]
    game = gk.load(name, **params)
    solution = gk.solve(game, method, iterations=40)
    return FactoredBackend(solution, game), TreeBackend(solution, game)


def pages(way, player, aggregate):
    offset, rows = 0, {}
    while (page := way.grid(player, GridPage(aggregate=aggregate, offset=offset))).columns:
        for column in page.columns:
            cells = {row.words: cell for row, cell in zip(page.rows, column.cells) if cell is not None}
            rows[tuple(column.situation.facts)] = column.situation, cells
        offset += len(page.columns)
    assert offset == page.total
    return rows


@pytest.mark.parametrize("aggregate", [False, True])
def test_grids_by_class_are_the_grids_of_a_list(both, aggregate):
    by_class, by_list = both
    for player in (0, 1):
        ours, theirs = pages(by_class, player, aggregate), pages(by_list, player, aggregate)
        assert ours.keys() == theirs.keys()
        for facts, (situation, cells) in ours.items():
            assert situation.moves == theirs[facts][0].moves and situation.sets == theirs[facts][0].sets
            assert situation.reach == pytest.approx(theirs[facts][0].reach, abs=1e-5)
            assert cells.keys() == theirs[facts][1].keys()
            for words, cell in cells.items():
                same = theirs[facts][1][words]
                assert cell.reach == pytest.approx(same.reach, abs=1e-5) and cell.sets == same.sets
                if cell.reach > 0:
                    assert cell.probabilities == pytest.approx(same.probabilities, abs=1e-4)
                    assert cell.value == pytest.approx(same.value, abs=1e-4)


def test_information_sets_by_class_are_those_of_the_list(both):
    by_class, by_list = both
    count = by_list.found("", None, 0).total
    assert by_class.found("", None, 0).total == count
    for number in range(0, count, max(1, count // 40)):
        theirs = by_list.whole(str(number))
        (place, k) = by_class.sets.names.exactly(theirs.player, theirs.facts)
        ours = by_class.whole(by_class.sets.name(place, k))
        assert ours.facts == theirs.facts and ours.player == theirs.player
        assert ours.reach.value == pytest.approx(theirs.reach.value, abs=1e-9)
        for a, b in zip(ours.moves, theirs.moves):
            assert (a.move, a.next_total) == (b.move, b.next_total)
            assert a.probability.value == pytest.approx(b.probability.value)
            if b.value.value is not None:
                assert a.value.value == pytest.approx(b.value.value)
                assert a.regret.value == pytest.approx(b.regret.value)
            assert sorted(link.words for link in a.next) == sorted(link.words for link in b.next)
        assert [by_class.whole(link.set).words for link in ours.before] == [
            by_list.whole(link.set).words for link in theirs.before
        ]
        assert [by_class.whole(link.set).words.startswith(ours.words) for c in ours.moves for link in c.next].count(
            False
        ) == 0
        for held in ours.ranges:
            assert sum(item.probability.value for item in held.items) == pytest.approx(1)


def test_searches_by_class_find_what_is_in_the_list(both):
    by_class, by_list = both
    for text in ("1", "raise", "hand", "private", "nonsense", "bet(gambler,1)"):
        for player in (None, 1):
            assert by_class.found(text, player, 0).total == by_list.found(text, player, 0).total
    first = by_class.found("", 0, 0)
    later = by_class.found("", 0, 3)
    assert [item.id for item in later.items[:5]] == [item.id for item in first.items[3:8]]


def test_nodes_are_the_same_by_class(both):
    by_class, by_list = both
    waiting, seen = ["0"], 0
    while waiting and seen < 80:
        name = waiting.pop(len(waiting) // 2)
        ours, theirs = by_class.node(name, 0), by_list.node(name, 0)
        assert (ours.mover, ours.known, ours.history, ours.total) == (
            theirs.mover,
            theirs.known,
            theirs.history,
            theirs.total,
        )
        assert ours.reach.value == pytest.approx(theirs.reach.value)
        if ours.set is not None:
            assert by_class.whole(ours.set).words == by_list.whole(theirs.set).words
        for a, b in zip(ours.branches, theirs.branches):
            assert (a.node, a.move, a.mover, a.branches, a.payoffs) == (b.node, b.move, b.mover, b.branches, b.payoffs)
            assert a.probability.value == pytest.approx(b.probability.value)
        waiting += [branch.node for branch in ours.branches]
        seen += 1


@pytest.mark.parametrize("name", ["0.0~9999999", "h~x", "0.0", "7.7~0", "h.99~0", "3", "~", "0.0~-1"])
def test_names_that_mean_nothing_are_refused(both, name):
    with pytest.raises(gk.GalakitError, match="GK803"):
        both[0].whole(name)


def test_a_search_can_be_followed_through_its_tree():
    game = gk.load("nim", piles=[1, 2])
    study = Study(gk.solve(game, "alpha-beta"), game)
    told = study.overview()
    assert not told.listed and not told.beliefs
    root = study.node("0")
    assert [b.move for b in root.branches if b.probability.value == 1] == ["take(1,2)"]
    here = study.information_set(root.set)
    assert {c.move: c.value.text for c in here.moves}["take(1,2)"] == "1" == here.value.text
    assert {c.regret.text for c in here.moves if c.move != "take(1,2)"} == {"2"}
    after = study.node(root.branches[0].node)
    deeper = study.information_set(study.node(after.branches[0].node).set)
    assert [link.set for link in deeper.before] == [root.set] and deeper.before[0].move == root.branches[0].move
    for ask in ("players/0/grid", "players/0/situations", "sets?facts=take"):
        with pytest.raises(gk.GalakitError, match="GK806"):
            study.ask(ask)


def test_a_search_says_what_backward_induction_says():
    game = gk.load("nim", piles=[2, 3])
    listed = Study(gk.solve(game, "backward"), game)
    walked = Study(gk.solve(game, "alpha-beta"), game)
    for name in ("0", "0.1", "0.0.0", "0.2.1"):
        ours, theirs = listed.node(name), walked.node(name)
        assert (ours.history, ours.known, ours.mover) == (theirs.history, theirs.known, theirs.mover)
        if ours.set is not None:
            best = [c.value.value for c in listed.information_set(ours.set).moves]
            assert best == [c.value.value for c in walked.information_set(theirs.set).moves]


def test_a_game_of_millions_of_nodes_is_studied_without_listing_it():
    game = gk.load("rhode_island", ranks=4, suits=3)
    solution = gk.solve(game, "factored", iterations=2)
    assert not solution.able.list_all and solution.size.nodes > 1_000_000
    study = Study(solution, game)
    grid = study.grid(0, aggregate=True)
    assert len(grid.rows) == 12 and {(row.rank, row.suit) for row in grid.rows} >= {("A", "diamonds"), ("J", "spades")}
    assert grid.columns[0].situation.words == "at the start" and grid.averaged is not None
    node = study.node("0")
    while node.mover != "end":
        assert sum(b.probability.value for b in node.branches) == pytest.approx(1)
        if node.set is not None:
            here = study.information_set(node.set)
            shares = [choice.probability.value for choice in here.moves]
            assert [b.probability.value for b in node.branches] == pytest.approx(shares)
            situation = study.grid(here.player, here.situation).columns[0]
            assert node.set in [cell.set for cell in situation.cells if cell is not None]
        node = study.node(node.branches[-1].node)
    assert len(node.payoffs) == 2 and "form" not in game.__dict__


@pytest.mark.parametrize("question", ["found", "grid", "whole", "node", "situations"])
def test_each_question_can_be_the_first(question):
    game = gk.load("poker", ranks=4)
    way = FactoredBackend(gk.solve(game, "public", iterations=5), game)
    ask = {
        "found": lambda: way.found("bet", None, 0).total == 12,
        "grid": lambda: len(way.grid(0, GridPage()).rows) == 4,
        "whole": lambda: [c.next_total for c in way.whole("h~0").moves] == [1, 0],
        "node": lambda: way.node("0.0.0", 0).set is not None,
        "situations": lambda: way.situations(1, True, 0).total == 2,
    }
    assert ask[question]()
