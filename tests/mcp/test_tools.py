"""What an agent can do: a real client of the SDK asks a real server."""

from __future__ import annotations

import asyncio
import json
import re
from fractions import Fraction

import pytest
from jsonschema import validate

import galakit as gk
from galakit.cli.main import main
from galakit.mcp.rules import guide
from galakit.mcp.tools import TOOLS, listing

NEVER_CALLS = [{"player": "dealer", "facts": ["bet(gambler,1)"], "probabilities": {"0": 1}}]
EXAMPLES = re.findall(r"```gala\n(.*?)```", guide(), re.DOTALL)


def test_tools_are_listed_with_what_they_take_and_how_they_answer(agent):
    tools = agent.run(agent.client.list_tools()).tools
    assert [tool.name for tool in tools] == list(TOOLS)
    for tool in tools:
        assert len(tool.description) > 80 and tool.input_schema["type"] == "object" == tool.output_schema["type"]
        for name, argument in tool.input_schema["properties"].items():
            assert argument.get("description"), (tool.name, name)


def test_the_server_says_what_it_is_for(agent):
    assert "solve" in agent.client.instructions and "explain_decision" in agent.client.instructions


def test_the_language_is_a_tool_and_a_resource(agent):
    text, data = agent.call("language")
    (resource,) = agent.run(agent.client.list_resources()).resources
    (contents,) = agent.run(agent.client.read_resource(resource.uri)).contents
    assert text == data["guide"] == contents.text == guide()
    assert len(text) < 9_000, "an agent has to read it"


@pytest.mark.parametrize("source", EXAMPLES)
def test_the_examples_of_the_language_have_no_problems_and_are_solved(agent, source):
    text, checked = agent.call("check_rules", source=source)
    assert checked["solvable"] and checked["problems"] == [] and "No problems" in text
    _, job = agent.call("wait", job=agent.solved(source=source))
    assert job["result"]["gap"]["value"] == 0 and job["result"]["exact"]


def test_the_numbers_that_the_language_gives_are_right():
    bluff, war = (gk.solve(gk.loads(source)) for source in EXAMPLES)
    assert bluff.value == (Fraction(1, 3), Fraction(-1, 3))
    assert bluff.at("ann", "card(queen)").probabilities["bet"] == Fraction(1, 3)
    assert bluff.at("bob", "bet").probabilities["call"] == Fraction(2, 3)
    assert war.value == (0, 4) and len(war.find("cost(1), chose(stay), played(stay,stay)")) == 2


WATCH = """
% A thief picks one of several houses; a guard watches one of them, and may be told first by a neighbour which one it is.
game(watch, [
    players : [thief, guard],
    params : [houses = 3, loot = 1],
    variables : [hit = 0],
    flow : (choose(thief, House, between(1, $houses, House)),
            hit gets House,
            choose(nature([talks : 1/4, silent : 3/4]), Neighbour, member(Neighbour, [talks, silent])),
            if(Neighbour = talks, reveal(guard, seen(House))),
            choose(guard, Watched, between(1, $houses, Watched)),
            if(Watched =:= $hit, outcome([0, 0]), outcome([$loot, -($loot)])))
]).
"""


@pytest.mark.parametrize("houses", [3, 4])
def test_a_game_that_is_written_by_the_guide_is_solved(agent, houses):
    """The guard catches the thief when the neighbour talks, and else one time in so many houses."""
    assert agent.call("check_rules", source=WATCH)[1]["problems"] == []
    _, job = agent.call("wait", job=agent.solved(source=WATCH, params={"houses": houses}))
    assert Fraction(job["result"]["expectations"][0]["value"]["text"]) == Fraction(3, 4) * (1 - Fraction(1, houses))


def test_shipped_games_are_found_and_their_rules_can_be_changed(agent):
    text, games = agent.call("list_games", search="poker")
    assert "kuhn" in text and {game["kind"] for game in games["items"]} == {"poker"}
    assert len(agent.call("list_games")[1]["items"]) > 50
    text, game = agent.call("get_game", name="kuhn")
    assert game["text"] in text and game["params"] == [{"name": "cards", "default": "3"}]
    changed = game["text"].replace("cards = 3", "cards = 4")
    assert agent.call("wait", job=agent.solved(source=changed))[1]["game"] == "kuhn cards=4"


def test_a_game_that_is_not_shipped_is_named_with_the_nearest_ones(agent):
    assert "kuhn" in agent.fails("get_game", name="khun") and "kuhn" in agent.fails("solve", game="khun")


def test_bad_rules_are_told_with_place_cause_and_remedy(agent):
    text, checked = agent.call("check_rules", source="game(g, [players : [a, a], flow : outcome([1, 1])]).")
    assert not checked["solvable"]
    assert "GK106 at line 1, column 24: two players are called `a`" in text and "remedy: " in text
    assert "GK106 at line 1, column 24" in agent.fails(
        "solve", source="game(g, [players : [a, a], flow : outcome([1, 1])])."
    )


def test_many_problems_are_cut_short_and_counted(agent):
    clauses = "\n".join(f"unused{k}({'A' * 3}{k})." for k in range(60))
    text, checked = agent.call("check_rules", source=EXAMPLES[0] + clauses)
    assert len(checked["problems"]) == 20 and checked["left_out"] > 20 and "more problems left out" in text


def test_kuhn_poker_is_worth_a_loss_of_one_eighteenth_to_who_begins(agent):
    text, job = agent.call("wait", job=agent.solved(game="kuhn"))
    first, second = job["result"]["expectations"]
    assert first["value"] == {"value": -1 / 18, "text": "-1/18"} and first["could_gain"]["value"] == 0
    assert "-1/18 (-0.0556)" in text and "certified exactly: no player can gain more than 0" in text
    assert f'strategy(job="{job["job"]}"' in text


def test_a_solution_with_a_gap_is_not_called_optimal(agent):
    text, job = agent.result(agent.call("solve", game="kuhn", method="cfr", gap=0.3)[1])
    assert 1e-6 < job["result"]["gap"]["value"] <= 0.3
    assert "solved approximately" in text and "all players play optimally" not in text
    assert all(e["could_gain"]["value"] >= 0 for e in job["result"]["expectations"])


def test_solve_sets_the_options_of_a_method(agent):
    _, job = agent.result(agent.call("solve", game="kuhn", method="cfr+", options={"iterations": "7"})[1])
    _, more = agent.result(agent.call("solve", game="kuhn", method="cfr+", options={"iterations": "500"})[1])
    assert job["result"]["method"] == "cfr+" and job["result"]["gap"]["value"] > 10 * more["result"]["gap"]["value"]


def test_what_if_keeps_the_options_of_the_job_it_begins_with(agent):
    first = agent.solved(game="kuhn", method="cfr+", options={"iterations": "7"})
    never_bluffs = [{"player": "second", "facts": ["card(1)"], "probabilities": {"pass": 1}}]
    _, job = agent.result(agent.call("what_if", job=first, locks=never_bluffs)[1])
    assert job["result"]["method"] == "cfr+" and job["result"]["gap"]["value"] > 0


def test_bad_options_are_told_with_those_there_are(agent):
    told = agent.fails("solve", game="kuhn", method="lp", options={"speed": "9"})
    assert "the method lp has no option `speed`" in told and "algorithm, eliminate" in told and "ipm" in told
    assert "no algorithm called newton" in agent.fails(
        "solve", game="kuhn", method="lp", options={"algorithm": "newton"}
    )
    assert "the option iterations is not" in agent.fails(
        "solve", game="kuhn", method="cfr", options={"iterations": "x"}
    )
    assert "GK825" in agent.fails("solve", game="kuhn", method="cfr", options={"checkpoint": "/tmp/state"})
    assert "GK870" in agent.fails("solve", game="kuhn", method="cfr", options={"iterations": "1" * 1_001})


def test_a_strategy_comes_as_tables_that_add_up(agent, poker):
    text, data = agent.call("strategy", job=poker, player="gambler")
    start, answer = data["parts"]
    assert [line["knows"] for line in start["lines"]] == [f"myhand([{k}])" for k in range(1, 9)]
    assert all(abs(sum(line["plays"].values()) - 1) < 1e-5 for part in data["parts"] for line in part["lines"])
    bets = sum(line["reach"] * line["plays"]["1"] for line in start["lines"])
    assert abs(start["overall"]["1"] - bets) < 1e-5
    assert "(all together)" in text and "after chose(0), bet(dealer,1)" in text
    assert data["left_out"] is None and data["next_offset"] is None


def test_the_bluff_is_found_by_its_facts(agent, poker):
    text, data = agent.call("strategy", job=poker, player="gambler", facts=["myhand([2])"])
    assert data["parts"][0]["lines"][0]["plays"] == {"0": 0.25, "1": 0.75}
    assert agent.call("strategy", job=poker, player="gambler", facts="myhand([2])")[1] == data
    _, part = agent.call("strategy", job=poker, player="gambler", situation="1")
    assert part["parts"][0]["moves"] == ["1", "0"] and part["parts"][0]["total"] == 8


def test_long_strategies_come_in_pages(agent):
    job = agent.solved(game="poker", params={"ranks": 70})
    offset, seen = 0, []
    while offset is not None:
        text, data = agent.call("strategy", job=job, player="gambler", situation="0", offset=offset)
        seen += [line["knows"] for line in data["parts"][0]["lines"]]
        assert len(text) < 10_000
        if offset == 0:
            assert f"offset={data['next_offset']}" in text
        offset = data["next_offset"]
    assert seen == [f"myhand([{k}])" for k in range(1, 71)]
    _, data = agent.call("strategy", job=job, player="gambler")
    assert data["parts"][0]["total"] == 70 and len(data["parts"][0]["lines"]) == 60 and data["next_offset"] == 1


def test_a_mixed_decision_is_explained(agent, poker):
    text, data = agent.call("explain_decision", job=poker, player="gambler", facts=["myhand([2])"])
    assert {(m["move"], m["probability"]["text"], m["level"]) for m in data["moves"]} == {
        ("1", "3/4", "best"),
        ("0", "1/4", "best"),
    }
    assert "mixes at random" in text and "1/7 (0.1429) each: my hand 1, my hand 3" in text
    assert data["beliefs"][0]["player"] == "dealer" and len(data["beliefs"][0]["holds"]) == 7


def test_what_follows_a_move_is_what_the_others_play_against_what_they_may_hold(agent, poker):
    solution = gk.solve(gk.load("poker", ranks=8))
    calls = sum(solution.at("dealer", f"myhand([{k}]), bet(gambler,1)").probabilities["1"] for k in range(2, 9)) / 7
    _, data = agent.call("explain_decision", job=poker, player="gambler", facts=["myhand([1])"])
    replies = {(m["move"], r["move"]): r for m in data["moves"] for r in m["replies"]}
    assert replies["1", "1"]["who"] == "dealer" and replies["1", "1"]["probability"]["text"] == str(calls)


def test_a_move_is_graded(agent, poker):
    facts = ["myhand([1])", "bet(gambler,1)"]
    text, data = agent.call("explain_decision", job=poker, player="dealer", facts=facts, move="1")
    assert data["verdict"].startswith("call 1 is graded blunder: it loses 1 on average compared with fold")
    assert data["verdict"] in text and "fold is best: it is worth -1 to dealer" in text
    assert "the game ends" in text
    assert "the moves are" in agent.fails("explain_decision", job=poker, player="dealer", facts=facts, move="raise")


def test_a_decision_without_facts_is_the_one_where_nothing_is_known(agent):
    job = agent.solved(game="matching_pennies")
    text, data = agent.call("explain_decision", job=job, player="odd", facts=[])
    assert data["knows"] == [] and "knows: nothing yet" in text


def test_decisions_off_the_path_are_said_to_be_no_advice(agent, poker):
    facts = ["myhand([6])", "chose(0)", "bet(dealer,1)"]
    text, data = agent.call("explain_decision", job=poker, player="gambler", facts=facts)
    assert data["reach"]["value"] == 0 and "no advice" in text
    assert "no advice" in agent.call("strategy", job=poker, player="gambler")[0]


def test_facts_that_name_no_decision_or_several_are_told_with_those_there_are(agent, poker):
    assert "myhand([1])" in agent.fails("explain_decision", job=poker, player="gambler", facts=["hand(1)"])
    several = agent.fails("explain_decision", job=poker, player="dealer", facts=["bet(gambler,1)"])
    assert "8 information sets of dealer include bet(gambler,1)" in several and "give more of the facts" in several
    assert "lists all decisions" in agent.fails("strategy", job=poker, player="gambler", facts=["hand(1)"])
    assert "the players are dealer, gambler" in agent.fails("strategy", job=poker, player="me")


def test_what_if_everybody_adapts_to_a_habit(agent, poker):
    locked = gk.solve(gk.load("poker", ranks=8), lock={"dealer": {"bet(gambler,1)": "0"}})
    text, job = agent.result(agent.call("what_if", job=poker, locks=NEVER_CALLS)[1])
    dealer, gambler = job["result"]["expectations"]
    assert Fraction(gambler["value"]["text"]) == locked.value[1] == 1 and gambler["before"]["text"] == "-1/16"
    assert Fraction(dealer["could_gain"]["text"]) == locked.certificate.gains[0]
    assert "where play is free, no player can gain more than 0" in text
    changes = {(c["player"], c["knows"]): (c["before"], c["now"]) for c in job["result"]["changes"]}
    assert changes["gambler", "myhand([1])"] == ({"0": 1, "1": 0}, {"0": 0, "1": 1})
    assert not any("bet(gambler,1)" in knows for _, knows in changes), "what is fixed is no change"
    facts = ["myhand([8])", "bet(gambler,1)"]
    assert "fixed by the question" in agent.call("explain_decision", job=job["job"], player="dealer", facts=facts)[0]


def test_a_best_response_exploits_who_does_not_adapt(agent, poker):
    game = gk.load("poker", ranks=8)
    table = gk.solve(game).strategy("dealer")
    habits = {k: ({"0": 1} if "bet(gambler,1)" in k else p) for k, p in table.items()}
    expected = gk.best_response(game, "gambler", {"dealer": habits})
    asked = agent.call("best_response", job=poker, as_player="gambler", locks=NEVER_CALLS)[1]
    text, job = agent.result(asked)
    _, gambler = job["result"]["expectations"]
    assert Fraction(gambler["value"]["text"]) == expected.value[1] > 1
    assert f"sure of {expected.found['gambler is sure of']} only" in text and "need not be an equilibrium" in text
    assert {c["player"] for c in job["result"]["changes"]} == {"gambler"}
    facts = ["myhand([1])", "bet(gambler,0)"]
    taken = agent.call("explain_decision", job=job["job"], player="dealer", facts=facts)[0]
    assert f"copied from job {poker}" in taken
    lock = [{"player": "gambler", "facts": [], "probabilities": {"0": 1}}]
    assert "what_if" in agent.fails("best_response", job=poker, as_player="gambler", locks=lock)
    _, plain = agent.result(agent.call("best_response", job=poker, as_player="gambler")[1])
    assert plain["result"]["expectations"][1]["value"]["text"] == "-1/16", "an equilibrium cannot be exploited"


def test_mistakes_in_locks_are_told(agent, poker):
    assert "GK657" in agent.fails("what_if", job=poker, locks=[])
    lock = {"player": "dealer", "facts": ["bet(gambler,1)"], "probabilities": {"fold": 1}}
    assert "the moves are" in agent.fails("what_if", job=poker, locks=[lock])


def test_simulations_come_near_the_expected_payoffs(agent, kuhn):
    text, data = agent.call("simulate", job=kuhn, plays=20_000, seed=1)
    assert abs(data["averages"][0] + 1 / 18) < 4 * data["standard_errors"][0]
    assert "20,000 plays" in text and "-1/18" in text and len(data["sample"]) == 2
    _, data = agent.call("simulate", job=kuhn, plays=200, seed=1, agents={"first": "search", "second": "random"})
    assert data["plays"] == 200 and data["averages"][0] > 0


def test_text_and_data_of_every_tool_keep_to_its_schema(agent, poker, kuhn):
    schemas = {tool["name"]: tool["outputSchema"] for tool in listing()}
    asked = {
        "list_games": {},
        "get_game": {"name": "kuhn"},
        "check_rules": {"source": "nonsense"},
        "wait": {"job": kuhn},
        "strategy": {"job": poker, "player": "dealer"},
        "explain_decision": {"job": kuhn, "player": "first", "facts": ["card(1)"]},
        "simulate": {"job": kuhn, "plays": 10},
    }
    for tool, arguments in asked.items():
        validate(agent.call(tool, **arguments)[1], schemas[tool])


def test_twenty_calls_at_once_are_all_answered(agent, poker):
    async def many():
        calls = [agent.asked("solve", game="kuhn", params={"cards": 3 + k % 3}) for k in range(10)]
        calls += [
            agent.asked("explain_decision", job=poker, player="gambler", facts=[f"myhand([{k}])"]) for k in range(1, 6)
        ]
        calls += [agent.asked("check_rules", source=EXAMPLES[k % 2]) for k in range(5)]
        return await asyncio.gather(*calls)

    results = agent.run(many())
    assert len(results) == 20 and not any(result.is_error for result in results)
    for result in results[:10]:
        assert agent.result(result.structured_content)[1]["state"] == "solved"


def test_the_command_lists_its_tools_for_programs(capsys):
    assert main(["mcp", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["tools"] == listing()
