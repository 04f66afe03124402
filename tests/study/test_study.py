"""A study of listed solutions: known values, and what it says against the solution and the rules themselves."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest
from game.random_rules import RandomRules
from hypothesis import given
from hypothesis import strategies as st

import galakit as gk
from galakit.game.game import Game
from galakit.rules.contract import CHANCE, END
from galakit.rules.knowledge import informative
from galakit.study import answers
from galakit.study.study import Study
from galakit.study.walk import Walk


@pytest.fixture(scope="module")
def kuhn():
    game = gk.load("kuhn")
    return Study(gk.solve(game), game)


@pytest.fixture(scope="module")
def leduc():
    game = gk.load("leduc")
    return Study(gk.solve(game), game)


@pytest.fixture(scope="module")
def poker():
    game = gk.load("poker", ranks=3)
    return Study(gk.solve(game), game)


@pytest.mark.parametrize(
    ("name", "several"), [("stag_hunt", True), ("prisoners_dilemma", True), ("kuhn", False), ("monty_hall", False)]
)
def test_where_interests_are_not_opposite_other_equilibria_are_thought_of(name, several):
    game = gk.load(name)
    others = Study(gk.solve(game), game).overview().found.get("other equilibria", "")
    assert ("worth more or less" in others) == several


def test_the_overview_of_kuhn_poker_has_its_exact_value_and_certificate(kuhn):
    told = kuhn.overview()
    assert [value.text for value in told.values] == ["-1/18", "1/18"]
    assert told.gap.text == "0" and told.certified == "certified exactly: no player can gain more than 0"
    assert told.size.information_sets == [6, 6] and told.size.nodes == 55
    assert told.listed and told.beliefs and told.exact


def test_the_gambler_bluffs_with_his_lowest_card_one_time_in_three(poker):
    start = poker.grid(1).columns[0]
    assert start.situation.words == "at the start" and start.situation.moves == ["0", "1"]
    lowest = poker.information_set(start.cells[0].set)
    assert lowest.words == "my hand 1" and lowest.facts == ["myhand([1])"]
    assert {choice.move: choice.probability.text for choice in lowest.moves} == {"0": "2/3", "1": "1/3"}
    assert [choice.regret.text for choice in lowest.moves] == ["0", "0"]
    assert poker.grid(1).passive == ["0"]


def test_a_cell_says_what_the_solution_says_at_its_information_set(leduc):
    for player in (0, 1):
        grid = leduc.grid(player)
        for column in grid.columns:
            for row, cell in zip(grid.rows, column.cells):
                if cell is None:
                    continue
                here = leduc.solution.situation(int(cell.set))
                assert set(informative(here.facts)) == {row.facts, *column.situation.facts}
                assert cell.probabilities == pytest.approx(list(here.probabilities.values()), abs=1e-6)
                assert cell.reach == pytest.approx(float(here.reach), abs=1e-6)
                if None not in here.values.values():
                    mean = sum(p * v for p, v in zip(here.probabilities.values(), here.values.values()))
                    assert cell.value == pytest.approx(float(mean), rel=1e-4, abs=1e-6)


def test_every_information_set_is_in_one_cell_of_the_whole_grid(leduc):
    for aggregate in (False, True):
        seen, offset = [], 0
        while (page := leduc.grid(0, offset=offset, aggregate=aggregate)).columns:
            seen += [cell for column in page.columns for cell in column.cells if cell is not None]
            offset += len(page.columns)
        assert offset == page.total == leduc.situations(0, aggregate=aggregate).total
        assert sum(cell.sets for cell in seen) == 468
        named = [cell.set for cell in seen if cell.set is not None]
        assert len(named) == len(set(named)) and (aggregate or len(named) == 468)


def test_aggregating_leduc_leaves_the_board_open_and_weighs_by_reach(leduc):
    grid = leduc.grid(0, aggregate=True)
    assert grid.averaged == "public …" and grid.total == 18
    column = next(c for c in grid.columns if c.situation.facts == ["chose(call)", "call", "public(…)"])
    parts = [
        s
        for s in leduc.situations(0).items
        if s.facts[:2] == ["chose(call)", "call"] and len(s.facts) == 3 and s.facts[2].startswith("public")
    ]
    assert len(parts) == 6
    cells = [leduc.grid(0, part.id) for part in parts]
    for k, row in enumerate(grid.rows):
        own = [c for g in cells for r, c in zip(g.rows, g.columns[0].cells) if r.words == row.words]
        total = sum(c.reach for c in own)
        assert column.cells[k].sets == len(own) == 5
        assert column.cells[k].reach == pytest.approx(total, abs=1e-5)
        expected = sum(c.reach * c.probabilities[0] for c in own) / total if total else None
        assert expected is None or column.cells[k].probabilities[0] == pytest.approx(expected, abs=1e-4)
        assert sum(column.cells[k].probabilities) == pytest.approx(1, abs=1e-5)


def test_a_situation_can_be_asked_for_with_the_board_left_open(leduc):
    after = next(s for s in leduc.situations(0).items if any(f.startswith("public") for f in s.facts))
    assert "public(…)" in leduc.grid(0, after.id, aggregate=True).columns[0].situation.facts


def test_cards_have_rank_and_suit_and_rows_are_short(leduc, poker):
    rows = leduc.grid(0).rows
    assert [(row.suit, row.rank) for row in rows] == [(s, r) for s in ("spades", "hearts") for r in "JQK"]
    assert [row.short for row in rows] == ["J♠", "Q♠", "K♠", "J♥", "Q♥", "K♥"]
    assert leduc.grid(0).ranks == ["J", "Q", "K"] and leduc.grid(0).suits == ["spades", "hearts"]
    assert [row.short for row in poker.grid(0).rows] == ["1", "2", "3"]
    assert all(row.rank is None for row in poker.grid(0).rows)


def test_hands_of_two_cards_are_charted_by_rank_and_suitedness_where_cells_average():
    game = gk.load("poker", ranks=3, suits=2, cards=2)
    study = Study(gk.solve(game, "cfr+", iterations=20), game)
    single, merged = study.grid(0), study.grid(0, aggregate=True)
    assert len(single.rows) == 15 and merged.averaged == "suits"
    assert sorted((row.short, row.rank, row.suit, row.alike) for row in merged.rows) == [
        ("1 1", "1", "1", 0),
        ("2 1", "1", "2", 1),
        ("2 1 suited", "2", "1", 1),
        ("2 2", "2", "2", 0),
        ("3 1", "1", "3", 1),
        ("3 1 suited", "3", "1", 1),
        ("3 2", "2", "3", 1),
        ("3 2 suited", "3", "2", 1),
        ("3 3", "3", "3", 0),
    ]
    for ours, theirs in zip(merged.columns, single.columns):
        own = [
            c
            for r, c in zip(single.rows, theirs.cells)
            if r.facts in ("myhand([(1,1),(1,2)])", "myhand([(2,1),(2,2)])")
        ]
        both = next(c for r, c in zip(merged.rows, ours.cells) if r.short == "2 1 suited")
        assert both.sets == len(own) == 2 and both.reach == pytest.approx(sum(c.reach for c in own), abs=1e-5)
        mean = sum(c.reach * c.probabilities[1] for c in own) / sum(c.reach for c in own)
        assert both.probabilities[1] == pytest.approx(mean, abs=1e-5)


def test_a_study_that_is_prepared_says_the_same(leduc):
    cold = Study(leduc.solution, leduc.game)
    left = list(cold.prepare())
    assert left == list(reversed(range(len(left))))
    assert cold.grid(1) == leduc.grid(1) and cold.node("0.3") == leduc.node("0.3")


def test_beliefs_are_those_of_the_solution_and_lead_to_their_nodes(kuhn):
    for number in range(12):
        told, here = kuhn.information_set(str(number)), kuhn.solution.situation(number)
        assert told.reach.value == pytest.approx(float(here.reach))
        if here.belief is None:
            assert told.belief == [] and told.note is not None
            continue
        assert [b.probability.value for b in told.belief] == [float(b.probability) for b in here.belief]
        for ours, theirs in zip(told.belief, here.belief):
            assert [(s.who, s.move) for s in ours.history] == list(theirs.history)
            node = kuhn.node(ours.node)
            assert node.set == told.id
            assert [(s.who, s.move) for s in node.history] == [(s.who, s.move) for s in ours.history]
            assert [s.label for s in node.history[1:]] == [s.label for s in ours.history[1:]]
            assert f"{kuhn.solution.players[told.player]} " not in ours.history[0].label, "they know their own card"


def test_what_the_opponent_may_hold_is_what_is_left_of_the_deck(kuhn):
    told = kuhn.information_set(kuhn.search("card(1), pass", 1).items[0].id)
    (held,) = told.ranges
    assert held.player == 0 and held.total == 2
    assert {(item.words, item.facts) for item in held.items} == {("Q", "card(2)"), ("K", "card(3)")}
    assert sum(item.probability.value for item in held.items) == pytest.approx(1)


def test_a_hidden_move_is_what_the_opponent_may_hold():
    game = gk.load("matching_pennies")
    study = Study(gk.solve(game), game)
    (held,) = study.information_set(study.search(player=1).items[0].id).ranges
    assert [(item.words, item.probability.text) for item in held.items] == [
        ("chose heads", "1/2"),
        ("chose tails", "1/2"),
    ]


def test_one_can_go_from_set_to_set_and_back(leduc):
    first = leduc.information_set(leduc.grid(0).columns[0].cells[0].set)
    for choice in first.moves:
        assert choice.next_total >= len(choice.next) > 0
        for link in choice.next:
            (back,) = leduc.information_set(link.set).before
            assert (back.set, back.move) == (first.id, choice.move)
    assert first.before == []


def test_what_a_lock_may_leave_open_is_told_in_words(kuhn, poker):
    here = kuhn.information_set(kuhn.search("card(3), bet", player=1).items[0].id)
    assert here.pattern == ["card(…)", "bet"] and here.pattern_words == "card …, bet"
    here = poker.information_set(poker.search("bet(gambler,1)", player=0).items[0].id)
    assert here.pattern_words == "my hand …, gambler bet 1"
    game = gk.load("matching_pennies")
    assert gk.Study(gk.solve(game), game).information_set("0").pattern_words == "", "nothing is private there"


def test_search_takes_facts_parts_of_them_and_players(kuhn):
    assert kuhn.search("card(1)").total == 4
    assert kuhn.search("card(1), bet").total == 2
    assert kuhn.search("CARD").total == kuhn.search().total == 12
    assert kuhn.search("card", 0).total == 6
    assert kuhn.search("card(1), card(2)").total == 0
    assert [item.facts for item in kuhn.search("card(1), pass", 1).items] == ["card(1), pass"]
    assert kuhn.search("'").total == kuhn.search("[[[,,,").total == 0


def test_search_finds_what_a_person_reads(kuhn):
    for typed, fact in [("card 1", "card(1)"), ("J", "card(1)"), ("CARD  1, chose check", "card(1), chose(pass)")]:
        assert kuhn.search(typed) == kuhn.search(fact) and kuhn.search(fact).total > 0
    game = gk.load("poker", ranks=12, suits=1)
    poker = Study(gk.solve(game), game)
    one = poker.search("my hand 1")
    assert one == poker.search("myhand([1])") and one.total == 4, "and not those of 10, 11 and 12"
    for player in (0, 1):
        for line in poker.search("gambler bet 1", player).items:
            assert "bet(gambler,1)" in line.facts and poker.search(line.words, player).items == [line]


def test_locked_sets_are_told():
    game = gk.load("kuhn")
    study = Study(gk.solve(game, lock={"second": {"card(1)": "pass"}}), game)
    told = study.overview().locked
    assert sorted(it.words for it in told) == ["J, bet", "J, check"]
    assert study.overview().locked_total == 2
    for it in told:
        here = study.information_set(it.set)
        assert here.locked and (here.player, here.words) == (it.player, it.words) == (1, it.words)
        assert dict(zip(it.moves, [p.value for p in it.probabilities])) == {"pass": 1, "bet": 0}
    locked = [study.information_set(str(i)).words for i in range(12) if study.information_set(str(i)).locked]
    assert sorted(locked) == sorted(it.words for it in told)


def test_the_certificate_of_a_locked_game_says_what_it_counts():
    game = gk.load("kuhn")
    told = gk.solve(game, lock={"second": {"card(3)": "pass"}})
    assert Study(gk.solve(game), game).overview().meaning is None
    assert told.gap > 0
    words = Study(told, game).overview().meaning
    assert "as if nothing were locked" in words and "where play is free, no player can gain more than 0" in words
    assert "responds" in Study(gk.best_response(game, "first", told), game).overview().meaning


def test_a_comparison_lists_what_differs_most_first_and_last_what_is_never_reached(kuhn):
    other = Study(gk.solve(kuhn.game, "cfr+", iterations=3), kuhn.game)
    told = kuhn.comparison(other)
    assert told.total + told.alike == 12 and told.total == len(told.items)
    order = [(item.reach == 0, -item.distance) for item in told.items]
    assert order == sorted(order) and len({never for never, _ in order}) == 2
    for item in told.items:
        assert item.distance == pytest.approx(sum(abs(a - b) for a, b in zip(item.ours, item.theirs)) / 2, abs=1e-5)
    same = kuhn.comparison(Study(gk.solve(gk.load("kuhn")), gk.load("kuhn")))
    assert same.total == 0 and [gain.text for gain in same.gains_against] == ["0", "0"]


def test_playing_ours_against_theirs_gains_what_the_payoffs_say(kuhn):
    passive = {"first": {"": "pass"}, "second": {"": "pass"}}
    other = Study(gk.solve(kuhn.game, lock=passive), kuhn.game)
    told = kuhn.comparison(other)
    ours = {p: kuhn.solution.strategy(p) for p in kuhn.game.players}
    for player, gain in zip(kuhn.game.players, told.gains_against):
        mixed = passive | {player: ours[player]}
        worth = gk.certify(kuhn.game, mixed).value[kuhn.game.players.index(player)]
        assert gain.value == pytest.approx(float(worth - other.solution.value[kuhn.game.players.index(player)]))


def test_games_that_differ_cannot_be_compared(kuhn, poker):
    with pytest.raises(gk.GalakitError, match="GK805"):
        kuhn.comparison(poker)


def nodes_of(study, most=400):
    waiting = ["0"]
    while waiting and most:
        name = waiting.pop()
        node = study.node(name)
        yield node
        most -= 1
        waiting += [branch.node for branch in node.branches]


def solved(seed, players, zero_sum):
    game = Game(RandomRules(seed, players, depth=4, zero_sum=zero_sum))
    method = "auto" if players == 2 and zero_sum else "cfr"
    return Study(gk.solve(game, method, **({} if method == "auto" else {"iterations": 20})), game)


@given(seed=st.integers(0, 10_000), players=st.integers(1, 3), zero_sum=st.booleans())
def test_nodes_say_what_a_recursion_over_the_rules_says(seed, players, zero_sum):
    study = solved(seed, players, zero_sum and players == 2)
    rules, solution = study.game.rules, study.solution
    shares = [{k: list(v.values()) for k, v in solution.strategy(p).items()} for p in range(players)]

    def recursed(state, gained, facts, reach, name):
        told = study.node(name)
        assert told.reach.value == pytest.approx(float(reach))
        if state.mover == END:
            assert told.mover == "end" and [q.value for q in told.payoffs] == pytest.approx([float(g) for g in gained])
            return [float(g) for g in gained]
        if state.mover == CHANCE:
            chances = state.probabilities
        else:
            facts[state.mover] += (f"choosing([{','.join(state.moves)}])",)
            chances = shares[state.mover][facts[state.mover]]
        assert [b.probability.value for b in told.branches] == pytest.approx([float(c) for c in chances])
        assert sum(b.probability.value for b in told.branches) == pytest.approx(1)
        total = [0.0] * players
        for k, chance in enumerate(chances):
            step = state.after(k)
            known = [*facts]
            if state.mover >= 0:
                known[state.mover] += (f"chose({state.moves[k]})",)
            for player, fact in step.observations:
                known[player] += (fact,)
            there = [a + b for a, b in zip(gained, step.payoffs)]
            below = recursed(step.state, there, known, reach * chance, f"{name}.{k}")
            total = [t + float(chance) * b for t, b in zip(total, below)]
        assert [q.value for q in told.values] == pytest.approx(total, abs=1e-6)
        return total

    opening = rules.start()
    facts = [()] * players
    for player, fact in opening.observations:
        facts[player] += (fact,)
    recursed(opening.state, opening.payoffs, facts, Fraction(1), "0")


@given(seed=st.integers(0, 10_000), players=st.integers(1, 3))
def test_following_the_rules_says_the_same_as_the_tree_but_for_values(seed, players):
    study = solved(seed, players, False)
    walk = Walk(study.game.rules, study.backend.sets, study.game.look)
    for node in nodes_of(study, 60):
        followed = walk.node(node.id, 0)
        if node.mover != "end":
            followed = msgspec.structs.replace(followed, values=node.values)
        assert _near(followed, node)


def _near(one, other):
    """The same but for rounding."""
    if isinstance(one, answers.Quantity):
        return one.value == other.value or one.value == pytest.approx(other.value)
    if isinstance(one, msgspec.Struct):
        return all(_near(getattr(one, f), getattr(other, f)) for f in one.__struct_fields__)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_near, one, other))
    return one == other


@given(seed=st.integers(0, 10_000), players=st.integers(1, 3))
def test_every_set_of_a_random_game_is_found_in_its_grid_and_sums_are_one(seed, players):
    study = solved(seed, players, False)
    for player in range(players):
        grid = study.grid(player)
        cells = [cell for column in grid.columns for cell in column.cells if cell is not None]
        own = [line.id for line in study.search(player=player).items]
        assert sum(cell.sets for cell in cells) == len(own) or grid.total > len(grid.columns)
        for name in own:
            told = study.information_set(name)
            assert sum(choice.probability.value for choice in told.moves) == pytest.approx(1)
            assert not told.belief or sum(b.probability.value for b in told.belief) == pytest.approx(1)
            for held in told.ranges:
                assert sum(item.probability.value for item in held.items) == pytest.approx(1)


def test_a_game_with_more_players_than_facts_has_an_empty_grid():
    game = gk.loads("game(luck, [players : [a, b, c, d], flow : outcome([1, 2, 3, 4])]).")
    assert Study(gk.solve(game), game).grid(3).rows == []


@pytest.mark.parametrize(("method", "gap"), [("cfr+", 0.02), ("factored", 0.002)])
def test_moves_that_the_certified_gap_cannot_tell_apart_are_best_alike(method, gap):
    game = gk.load("kuhn")
    solution = gk.solve(game, method, gap=gap)
    study = Study(solution, game)
    gain = [float(gain) for gain in solution.certificate.gains]
    assert not solution.exact and max(gain) > 1e-6
    played = 0
    for line in study.search().items:
        whole = study.information_set(line.id)
        for choice in whole.moves:
            within = choice.regret.value is not None and choice.regret.value <= max(gain[whole.player], 1e-8)
            assert choice.best == within
            played += choice.best and choice.regret.value > 0
    assert played  # some differ, but by less than is certified
    assert all(choice.best for choice in study.information_set(study.search("card(1)").items[0].id).moves)


def test_in_an_exact_solution_only_moves_that_are_worth_the_most_are_best(kuhn):
    for line in kuhn.search().items:
        for choice in kuhn.information_set(line.id).moves:
            assert choice.best == (choice.regret.text == "0")
