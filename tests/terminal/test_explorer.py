"""The explorer, driven by keys as a person does."""

from __future__ import annotations

import asyncio
from functools import cache

import pytest
from textual.widgets import ContentSwitcher, DataTable, Input, OptionList, Static

import galakit as gk
from galakit.study.study import Study
from galakit.terminal.app import Explorer
from galakit.terminal.chooser import Chooser, Offered
from galakit.terminal.detail import Detail
from galakit.terminal.grid import StrategyGrid
from galakit.terminal.help import Help
from galakit.terminal.search import SearchPane
from galakit.terminal.tree import GameTree
from tests.separated.profiles import at_random


@cache
def study(name, **params):
    """Of which an explorer only asks."""
    game = gk.load(name, **params)
    solution = gk.solve(game, "cfr+", iterations=20) if name == "leduc" else gk.solve(game)
    return Study(solution, game)


def explored(explorer, script, size=(80, 24)):
    """Run a script of keys in an explorer without a terminal."""

    async def run():
        async with explorer.run_test(size=size) as pilot:

            async def press(*keys):
                for key in keys:
                    await pilot.press(key)
                    await settled()

            async def settled():
                await pilot.pause()
                while any(not worker.is_finished for worker in explorer.workers):
                    await pilot.pause(0.01)
                await pilot.pause()

            await settled()
            await script(explorer, press)

    asyncio.run(asyncio.wait_for(run(), 60))


def seen(explorer):
    """Everything on the screen, as text."""
    width, height = explorer.size
    lines = explorer.screen._compositor.render_strips()
    assert len(lines) <= height
    return "\n".join(strip.text[:width] for strip in lines)


def test_the_overview_and_the_first_branches_are_there_at_once():
    async def script(explorer, press):
        screen = seen(explorer)
        assert "kuhn  first -1/18, second 1/18  gap 0" in screen
        assert "first J, second Q 1/6" in screen and "first expects -1/18, could gain 0" in screen
        assert "? help" in screen and "q quit" in screen

    explored(Explorer(study("kuhn")), script)


def test_the_tree_is_opened_branch_by_branch_and_shows_what_the_cursor_is_on():
    async def script(explorer, press):
        tree = explorer.query_one(GameTree)
        assert all(not child.data.loaded for child in tree.root.children)
        await press("right", "down", "right")
        assert [child.data.loaded for child in tree.root.children[:3]] == [False, True, False]
        await press("right")
        assert explorer.shown[-1].startswith("sets/")
        screen = seen(explorer)
        assert (
            "second knows" in screen
            and "K, check" in screen
            and "card(3), pass" in screen
            and "7/6" in screen
            and "loses" in screen
        )
        assert "believes to be at" in screen
        await press("left", "left")
        assert not tree.root.children[1].is_expanded and tree.cursor_node is tree.root.children[1]
        await press("left")
        assert tree.cursor_node is tree.root

    explored(Explorer(study("kuhn")), script)


def test_ends_show_what_everybody_gets():
    async def script(explorer, press):
        await press("right", "right", "right", "right", "right", "right")
        assert "= -1, 1" in seen(explorer)
        await press("right", "right")
        assert "the end of a play" in seen(explorer) and "gets" in seen(explorer)

    explored(Explorer(study("kuhn")), script)


def test_many_branches_come_a_page_at_a_time():
    async def script(explorer, press):
        tree = explorer.query_one(GameTree)
        assert len(tree.root.children) == 201 and tree.root.children[-1].data.more == 200
        await press("end", "enter")
        assert len(tree.root.children) == 380 and all(child.data.more is None for child in tree.root.children)

    explored(Explorer(study("poker", ranks=20)), script)


def test_the_grid_shows_who_bluffs_with_what_and_changes_player():
    async def script(explorer, press):
        await press("g")
        assert explorer.query_one(ContentSwitcher).current == "grid"
        screen = seen(explorer)
        assert (
            "dealer" in screen
            and "gambler checked" in screen
            and "█ bet 1 / call 1  · check / fold" in screen
            and "██" in screen
            and "····" in screen
        )
        table = explorer.query_one(DataTable)
        assert table.row_count == 8
        await press("down", "right")
        assert "my hand 2, gambler bet 1" in seen(explorer)
        await press("p")
        assert explorer.query_one(StrategyGrid).answer.player == 1 and "gambler" in seen(explorer)
        await press("a")
        assert explorer.query_one(StrategyGrid).aggregate

    explored(Explorer(study("poker", ranks=8)), script)


def test_pages_of_the_grid_go_on_and_back():
    async def script(explorer, press):
        await press("g")
        grid = explorer.query_one(StrategyGrid)
        assert grid.answer.offset == 0 and grid.answer.total > len(grid.answer.columns)
        await press(".")
        assert grid.answer.offset > 0 and "situations" in seen(explorer)
        await press(",", ",")
        assert grid.answer.offset == 0

    explored(Explorer(study("leduc")), script)


def test_search_by_facts_and_follow_the_ways_to_sets_and_into_the_tree():
    async def script(explorer, press):
        await press("slash", *"card(3)")
        pane = explorer.query_one(SearchPane)
        assert explorer.query_one(Input).value == "card(3)"
        assert pane.items and all(item.words.startswith("K") for item in pane.items)
        assert "4 information sets" in seen(explorer)
        await press("enter")
        assert explorer.shown[-1] == f"sets/{pane.items[0].id}"
        await press("tab", "tab")
        ways = explorer.query_one("#links", OptionList)
        while not ways.has_focus:
            await press("tab")
        labels = [way.path for way in explorer.query_one(Detail).links]
        assert any(path.startswith("nodes/") for path in labels)
        await press("end", "enter")
        tree = explorer.query_one(GameTree)
        assert tree.has_focus and f"nodes/{tree.cursor_node.data.node}" == labels[-1]

    explored(Explorer(study("kuhn")), script)


def test_what_is_locked_is_told_in_words():
    game = gk.load("nim", piles=[1, 2])
    told = Study(gk.solve(game, lock={"second": {"take(1,1)": "take(1,2)"}}), game)

    async def script(explorer, press):
        assert "locked: second, first took 1 of ●: take 1 of ●● 1" in seen(explorer)

    explored(Explorer(told), script, size=(120, 40))


def test_escape_leaves_the_search_for_the_tree():
    async def script(explorer, press):
        await press("slash", "q", "t")
        assert explorer.query_one(Input).value == "qt" and "0 information sets" in seen(explorer)
        await press("escape")
        assert explorer.query_one(GameTree).has_focus

    explored(Explorer(study("kuhn")), script)


def test_a_game_that_nobody_lists_is_explored_as_far_as_it_is_opened():
    game = gk.load("rhode_island", ranks=3, suits=2, raises=1)
    solution = at_random(game)
    assert not solution.able.list_all

    async def script(explorer, press):
        await press("right", "right", "right", "right", "right", "right")
        assert "knows" in seen(explorer) and "value" in seen(explorer)
        assert "unfolded" not in game.__dict__

    explored(Explorer(Study(solution, game)), script)


def test_search_goes_on_page_by_page():
    async def script(explorer, press):
        await press("slash", *"call")
        pane = explorer.query_one(SearchPane)
        assert len(pane.items) == 50
        await press("enter", "end", "enter")
        assert len(pane.items) == 100

    explored(Explorer(study("leduc")), script)


def test_back_goes_to_what_was_shown_before():
    async def script(explorer, press):
        await press("right", "down")
        before = explorer.shown[-2]
        assert explorer.shown[-1] != before
        await press("b")
        assert explorer.shown[-1] == before
        await press("o")
        assert "could gain" in seen(explorer)

    explored(Explorer(study("kuhn")), script)


def test_help_tells_the_keys_and_goes_away():
    async def script(explorer, press):
        await press("question_mark")
        assert isinstance(explorer.screen, Help) and "search by what a player knows" in seen(explorer)
        await press("escape")
        assert not isinstance(explorer.screen, Help)

    explored(Explorer(study("kuhn")), script)


@pytest.mark.parametrize(
    ("name", "size"), [("three_player_kuhn", (80, 24)), ("nim", (60, 16)), ("monty_hall", (200, 50))]
)
def test_every_kind_of_game_is_shown_at_every_size(name, size):
    game = gk.load(name)
    solution = gk.solve(game, "pcfr+", iterations=3) if name == "three_player_kuhn" else gk.solve(game)

    async def script(explorer, press):
        await press("right", "right", "g", "p", "slash", "enter", "t")
        assert game.name in seen(explorer) and "t tree" in seen(explorer)

    explored(Explorer(Study(solution, game)), script, size)


def test_what_a_study_cannot_answer_is_said_in_the_pane():
    async def script(explorer, press):
        explorer.look("sets/99999")
        await press("shift")
        assert "GK80" in str(explorer.query_one("#text", Static).content)

    explored(Explorer(study("kuhn")), script)


def test_a_game_is_chosen_by_a_part_of_its_name():
    chooser = Chooser([Offered("kuhn", "Kuhn's poker"), Offered("leduc", "Leduc"), Offered("nim", "take stones")])

    async def script(app, press):
        await press(*"led", "enter")

    explored(chooser, script)
    assert chooser.return_value == "leduc"
    chooser = Chooser([Offered("kuhn", "Kuhn's poker"), Offered("nim", "take stones")])

    async def second(app, press):
        await press("down", "down", "enter")

    explored(chooser, second)
    assert chooser.return_value == "nim"
