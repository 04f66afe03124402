"""Match logs are read back as they were written, shown again by the rules, and believed only so far."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galakit.cli.main import main
from galakit.errors import GalakitError, Source
from galakit.ggp.games import from_source, seat
from galakit.ggp.logs import as_xml, from_json, from_xml, read_log, write_log
from galakit.ggp.record import Fault, Record, Turn
from galakit.ggp.referee import Conditions, play_match
from galakit.ggp.replay import replay
from ggp.descriptions import COIN, NUMBERS

GAME = from_source(Source("Coin.kif", COIN))
RECORD = play_match(GAME, [seat("random"), seat("random")], Conditions(1, 1), match="m1", seed=1)

NAMES = st.text("abcXYZ019-_<&\"'é", min_size=1, max_size=5).map(str.lower)
TERMS = st.recursive(NAMES, lambda inner: st.tuples(NAMES, inner) | st.tuples(NAMES, inner, inner), max_leaves=5)
FAULTS = st.none() | st.builds(Fault, st.sampled_from(["timeout", "connection", "illegal"]), NAMES)
TURNS = st.builds(
    Turn,
    st.tuples(TERMS, TERMS),
    st.tuples(st.frozensets(TERMS, max_size=2), st.frozensets(TERMS, max_size=2)),
    st.tuples(FAULTS, FAULTS),
    st.tuples(st.none() | st.sampled_from([0.0, 0.125]), st.sampled_from([1.5])),
)
RECORDS = st.builds(
    Record,
    match=NAMES,
    game=NAMES,
    rules=st.just("(role a) ; and <more> & more"),
    roles=st.just(("a", "b")),
    players=st.tuples(NAMES, NAMES),
    start_clock=st.sampled_from([0.5, 10.0]),
    play_clock=st.just(5.0),
    began=st.integers(0, 10**13),
    turns=st.lists(TURNS, max_size=3).map(tuple),
    goals=st.tuples(st.none() | st.integers(-5, 200), st.integers(0, 100)),
    start_faults=st.tuples(FAULTS, st.just(Fault("timeout", "late"))),
)


@given(RECORDS)
def test_both_kinds_of_log_hold_the_whole_match(record):
    assert from_json(json.loads(json.dumps(record.to_json()))) == record
    assert from_xml(as_xml(record)) == record


def test_a_match_without_goals_says_why():
    aborted = replace(RECORD, goals=None, aborted="the lights went out", states=(), times=())
    assert from_json(aborted.to_json()).aborted == from_xml(as_xml(aborted)).aborted == "the lights went out"


def test_logs_have_the_names_that_other_programs_look_for():
    data = RECORD.to_json()
    assert {"matchId", "startClock", "playClock", "moves", "states", "goalValues", "isCompleted"} <= set(data)
    xml = as_xml(RECORD)
    for tag in (
        "match-id",
        "role",
        "player",
        "startclock",
        "playclock",
        "step-number",
        "move",
        "reward",
        "prop-f",
        "arg",
    ):
        assert f"<{tag}>" in xml


def test_the_log_of_another_program_is_replayed_with_the_rules_at_hand(tmp_path):
    game = from_source(Source("numbers.kif", NUMBERS))
    moves = [["( name 3 )", "( name 1 )"]] * 3
    record = from_json(
        {"matchId": "x", "moves": moves, "goalValues": [100, 0], "startClock": 30, "errors": [["", "TO"]] * 3}
    )
    assert replay(record, game.machine).goals == (100, 0) and record.penalties == (0, 3)
    steps = "".join(
        f"<step><step-number>{k}</step-number><move>(NAME 3)</move><move>(NAME 1)</move></step>" for k in (1, 2, 3)
    )
    xml = (
        '<?xml version="1.0" encoding="ISO-8859-1"?><!DOCTYPE match SYSTEM "http://example.org/viewmatch.dtd"><match>'
        f"<match-id>x</match-id><role>ANN</role><role>BOB</role><player>P</player><player>Q</player><history>{steps}"
        "</history><scores><reward>100</reward><reward>0</reward></scores></match>"
    )
    (tmp_path / "x.xml").write_text(xml)
    (tmp_path / "numbers.kif").write_text(NUMBERS)
    assert replay(read_log(tmp_path / "x.xml"), game.machine).goals == (100, 0)
    assert main(["ggp", "replay", str(tmp_path / "x.xml")]) == 2
    assert main(["ggp", "replay", str(tmp_path / "x.xml"), "--rules", str(tmp_path / "numbers.kif")]) == 0


FORGED = {
    "move": replace(RECORD, turns=(replace(RECORD.turns[0], moves=("noop", "noop", "noop")), *RECORD.turns[1:])),
    "percept": replace(RECORD, turns=(replace(RECORD.turns[0], percepts=(frozenset(),) * 3), *RECORD.turns[1:])),
    "goal": replace(RECORD, goals=(0, 50, 50)),
    "too short": replace(RECORD, turns=RECORD.turns[:2]),
    "too long": replace(RECORD, turns=(*RECORD.turns, RECORD.turns[-1])),
    "roles": replace(RECORD, roles=("random", "guesser", "banker")),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_log_that_breaks_the_rules_is_found_out(what):
    assert replay(RECORD, GAME.machine).goals == RECORD.goals
    with pytest.raises(GalakitError) as raised:
        replay(FORGED[what], GAME.machine)
    assert raised.value.diagnostics[0].id == "GK966"


@pytest.mark.parametrize(
    "text",
    [
        "", "[]", "{}", "1", "null", '{"matchId": 1}', '{"matchId": "a", "moves": [1]}', '{"matchId": "a", "moves": [[1]]}',
        '{"matchId": "a", "moves": [["(a"]]}', '{"matchId": "a", "moves": [["a"], ["a", "b"]]}', "[" * 100_000, "<", "<a/>",
        "<match><history><step><move>(</move></step></history></match>", "<match>", '{"matchId": "a", "moves": "ab"}',
        '{"matchId": "a", "moves": [], "goalValues": ["x"]}', '{"matchId": "a", "moves": [["a"]], "percepts": []}',
        '<!DOCTYPE match [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><match><match-id>&b;</match-id></match>',
    ],
)  # fmt: skip
def test_what_is_no_log_is_refused(tmp_path, text):
    path = tmp_path / "log"
    path.write_text(text)
    try:
        record = read_log(path)
    except GalakitError as error:
        assert error.diagnostics[0].id == "GK965"
    else:
        assert record.match == "a" and not record.turns


def test_a_log_is_written_whole(tmp_path):
    for name in ("a.json", "a.xml", "a.log"):
        write_log(RECORD, tmp_path / name)
        assert read_log(tmp_path / name).turns == RECORD.turns
    with pytest.raises(GalakitError):
        write_log(RECORD, tmp_path / "no" / "a.json")
    with pytest.raises(GalakitError):
        read_log(tmp_path / "nothing.json")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.json", "a.log", "a.xml"]
