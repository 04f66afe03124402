"""A player's server, spoken to over HTTP as managers do, politely and otherwise."""

from __future__ import annotations

import os
import re
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from galakit.ggp.messages import read_term
from ggp.descriptions import COIN, ENDLESS, NUMBERS, TIC_TAC_TOE, in_one_line
from ggp.serving import ask, player, say

TICTACTOE = in_one_line(TIC_TAC_TOE)
NOTHING_DONE = "(PLAY {} NIL)"


@pytest.fixture(scope="module")
def server():
    with player(seed=3) as (port, matches):
        yield port, matches
        assert len(matches) == 0


@pytest.fixture
def port(server):
    return server[0]


@pytest.fixture(scope="module")
def misbehaving():
    """A server whose agents do wrong, each in the way that its role is called."""
    paths = f"{Path(__file__).parent.parent}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", paths)  # the agents are made in other processes
        with player("ggp.own_agents:as_called", memory=2 << 30) as (port, matches):
            yield port, matches
            assert len(matches) == 0


def rules_for(role):
    return in_one_line(NUMBERS).replace("ann", role)


def start(port, match, role="xplayer", rules=TICTACTOE, clocks="20 5"):
    return say(port, f"(START {match} {role} {rules} {clocks})")


# -- the messages ------------------------------------------------------------------------------------------------------


def test_a_match_is_played_from_start_to_stop(port):
    assert say(port, "(INFO)") == "((name galakit-random) (status available))"
    assert say(port, "(ping)") == "available"
    assert start(port, "m1") == "ready"
    mine = read_term(say(port, "(PLAY m1 NIL)"))
    assert mine[0] == "mark"
    assert say(port, f"(PLAY m1 ((mark {mine[1]} {mine[2]}) noop))") == "noop"
    other = "(mark 2 2)" if mine != ("mark", "2", "2") else "(mark 1 1)"
    again = read_term(say(port, f"(PLAY m1 (noop {other}))"))
    assert again[0] == "mark" and again not in (mine, read_term(other))
    assert say(port, "(STOP m1 ((mark 3 3) noop))") == "done"
    assert say(port, "(PLAY m1 NIL)") == "busy"


def test_a_match_can_be_aborted(port):
    assert start(port, "m2") == "ready"
    assert say(port, "(ABORT m2)") == "aborted"
    assert say(port, "(ABORT m2)") == "busy"
    assert say(port, "(STOP m2 NIL)") == "busy"


def test_rules_can_be_looked_at_before(port, server):
    assert say(port, f"(PREVIEW {TICTACTOE} 20)") == "ready"
    assert ask(port, "(PREVIEW ((<= (legal x (a ?y)) (init b))) 5)")[0] == 400
    assert len(server[1]) == 0


def test_everything_may_come_in_capitals(port):
    assert say(port, f"(START M3 OPLAYER {TICTACTOE} 10 5)".upper()) == "ready"
    assert say(port, "(PLAY M3 NIL)") == "NOOP"
    answer = say(port, "(PLAY M3 ((MARK 1 1) NOOP))")
    assert re.fullmatch(r"\(MARK [123] [123]\)", answer) and answer != "(MARK 1 1)"
    assert say(port, "(STOP M3 (NOOP (MARK 3 3)))") == "done"


def test_moves_are_spelt_as_the_rules_spell_them(port):
    rules = (
        "((ROLE Ann) (init a) (legal ann (DoThis One)) (<= (next b) (does ann (dothis one))) (<= terminal (true b)))"
    )
    assert start(port, "spelt", "ANN", rules) == "ready"
    assert say(port, "(PLAY spelt NIL)") == "(DoThis One)"
    assert say(port, "(ABORT SPELT)") == "aborted"


def test_the_short_form_of_gdl_ii(port):
    assert start(port, "m4", "guesser", in_one_line(COIN), "10 5 0 (more)") == "ready"
    assert say(port, "(PLAY m4 NIL)") == "noop"
    assert say(port, "(PLAY m4 NIL)") == "noop"  # the percepts of the first turn: none
    assert read_term(say(port, "(PLAY m4 ((HEARD (COIN TAILS))))"))[0] == "guess"
    assert say(port, "(STOP m4 ())") == "done"


def test_the_long_form_of_gdl_ii_and_a_question_asked_twice(port):
    assert start(port, "m5", "banker", in_one_line(COIN)) == "ready"
    assert say(port, "(PLAY m5 0 NIL NIL)") == "noop"
    first = say(port, "(PLAY m5 1 noop ((shown (coin heads))))")
    assert read_term(first)[0] == "say"
    assert say(port, "(PLAY m5 1 noop ((shown (coin heads))))") == first
    assert say(port, f"(PLAY m5 2 {first} ())") == "noop"
    assert say(port, "(STOP m5 3 noop ())") == "done"


def test_a_first_message_that_tells_of_a_turn_is_believed(port):
    assert start(port, "m6", "oplayer") == "ready"
    assert read_term(say(port, "(PLAY m6 ((mark 1 1) noop))"))[0] == "mark"
    assert say(port, "(ABORT m6)") == "aborted"


def test_moves_that_do_not_fit_the_rules_do_no_harm(port):
    assert start(port, "m7") == "ready"
    say(port, "(PLAY m7 NIL)")
    for told in ("((mark 9 9) noop)", "(a b c d)", "(noop)", "((mark 1 1) (mark 1 1))", "((pair (of (terms x))) y)"):
        assert ask(port, f"(PLAY m7 {told})")[0] == 200
    assert say(port, "(STOP m7 ((mark 9 9)))") == "done"


def test_starting_a_match_again_begins_it_anew(port):
    assert start(port, "m8") == "ready"
    assert say(port, "(PLAY m8 NIL)").startswith("(mark")
    assert start(port, "m8", "bob", in_one_line(NUMBERS)) == "ready"
    assert say(port, "(PLAY m8 NIL)").startswith("(name")
    assert say(port, "(ABORT m8)") == "aborted"


# -- HTTP --------------------------------------------------------------------------------------------------------------


def test_browsers_are_answered_too(port):
    status, body, headers = ask(port, None, "OPTIONS")
    assert (status, body) == (200, "")
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in headers["Access-Control-Allow-Methods"]
    status, body, headers = ask(port, None, "GET")
    assert status == 200 and "agent random" in body
    assert ask(port, None, "GET", "/%28ping%29")[1] == "available"
    assert ask(port, None, "GET", "/?(ping)")[1] == "available"
    assert ask(port, None, "HEAD")[0] == 200
    status, _, headers = ask(port, "(INFO)")
    assert headers["Content-Type"].startswith("text/acl") and headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("(hello)", 400),
        ("", 400),
        (b"\xff\xfe(INFO)", 400),
        ("(START m x rules 1 1)", 400),
        ("(START m xplayer ((role xplayer)) ten 1)", 400),
        ("(START m nobody ((role xplayer)) 5 1)", 400),
        ("(START m x ((<= (legal x ?m) (not (true a)))) 5 1)", 400),
        ("(START m x ((role x) (init (f ?x))) 5 1)", 400),
        ("(START m x (()) 5 1)", 400),
        ("(" * 100_000, 400),
        ("x" * 2_000_001, 413),
        ("é" * 100, 400),
    ],
)
def test_what_is_malformed_is_answered_and_the_server_goes_on(port, body, status):
    got, answer, _ = ask(port, body)
    assert got == status and answer and len(answer) < 1_500 and "Traceback" not in answer
    assert say(port, "(ping)") == "available"


def test_other_methods_are_not_allowed(port):
    assert ask(port, "(INFO)", "PUT")[0] == 405


def exchange(port, data, close=True):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        connection.sendall(data)
        if not close:
            return b""
        received = b""
        while part := connection.recv(65536):
            received += part
        return received


def test_old_managers_are_understood(port):
    for end in (b"\r\n", b"\n"):
        lines = [
            b"POST / HTTP/1.0",
            b"Accept: text/delim",
            b"Sender: GAMEMASTER",
            b"Content-type: text/acl",
            b"Content-length: 6",
        ]
        answer = exchange(port, end.join([*lines, b"", b"(ping)"]))
        assert answer.endswith(b"available") and b" 200 " in answer.splitlines()[0]


def test_what_is_not_http_is_survived(port):
    for data in (b"\0\1\2\3\r\n\r\n", b"(INFO)\n\n", b"POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n"):
        exchange(port, data)
    exchange(port, b"POST / HTTP/1.0\r\nContent-Length: 100\r\n\r\n(PI", close=False)
    exchange(port, b"POST / HT", close=False)
    assert say(port, "(ping)") == "available"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=50) | st.text("() playstoinfbr1\n", max_size=60) | st.binary(max_size=60))
def test_any_body_is_answered(port, body):
    status, answer, _ = ask(port, body)
    assert status in (200, 400)


# -- clocks ------------------------------------------------------------------------------------------------------------

BUSY = 60.0  # seconds by which a machine that has much else to do may be late; without a clock nothing would ever come


def timed(port, text):
    began = time.monotonic()
    answer = ask(port, text)
    return answer[1], time.monotonic() - began


def test_rules_without_end_are_refused_within_the_clock(port, server):
    answer, seconds = timed(port, f"(START m9 ann {in_one_line(ENDLESS)} 2 1)")
    assert answer.startswith("refused") and seconds < 2 + BUSY
    assert say(port, "(PLAY m9 NIL)") == "busy" and len(server[1]) == 0


@pytest.mark.parametrize("agent", ["sleeper", "greedy", "failing", "liar", "dying", "hungry", "never_ready", "unmade"])
def test_whatever_an_agent_does_legal_moves_are_answered_in_time(misbehaving, agent):
    port, _ = misbehaving
    clock = 3 if agent == "never_ready" else 15
    answer, seconds = timed(port, f"(START {agent} {agent} {rules_for(agent)} {clock} 2)")
    assert answer == "ready" and seconds < clock + BUSY
    said = "NIL"
    for _ in range(3):
        move, seconds = timed(port, f"(PLAY {agent} {said})")
        assert move in ("(name 1)", "(name 2)", "(name 3)") and seconds < 2 + BUSY
        said = f"({move} (name 2))"
    assert say(port, f"(STOP {agent} {said})") == "done"


def test_an_agent_that_was_late_once_plays_on(misbehaving):
    port, matches = misbehaving
    assert start(port, "late", "slow", rules_for("slow"), "15 3") == "ready"
    assert timed(port, "(PLAY late NIL)")[1] < 3 + BUSY
    assert say(port, "(PLAY late ((name 1) (name 1)))") == "(name 3)"  # the last move is what the agent likes
    assert matches.find("late").late == 1
    say(port, "(PLAY late ((name 3) (name 1)))")
    assert matches.find("late").understudy is None  # it was called, and is not needed any more
    assert say(port, "(ABORT late)") == "aborted"


def test_a_clock_of_nought_seconds_is_answered_all_the_same(port):
    assert start(port, "m10", clocks="20 0") == "ready"
    assert say(port, "(PLAY m10 NIL)").startswith("(mark")
    assert say(port, "(ABORT m10)") == "aborted"


def test_a_match_that_is_aborted_while_it_prepares_leaves_nothing_behind(misbehaving):
    port, matches = misbehaving
    with ThreadPoolExecutor() as pool:
        starting = pool.submit(ask, port, f"(START early never_ready {rules_for('never_ready')} 30 1)")
        while matches.find("early") is None:
            time.sleep(0.01)
        assert say(port, "(ABORT early)") == "aborted"
        assert starting.result(60)[1] == "refused: aborted"


# -- many matches ------------------------------------------------------------------------------------------------------


def play_numbers(port, match, role):
    """A match of its own, against somebody who always names 2; the moves."""
    assert start(port, match, role, in_one_line(NUMBERS)) == "ready"
    said, moves = "NIL", []
    for _ in range(3):
        moves.append(say(port, f"(PLAY {match} {said})"))
        said = f"({moves[-1]} (name 2))" if role == "ann" else f"((name 2) {moves[-1]})"
    assert say(port, f"(STOP {match} {said})") == "done"
    return moves


def test_matches_at_the_same_time_do_not_know_of_each_other(port):
    alone = play_numbers(port, "alone", "ann")
    assert start(port, "other", "xplayer") == "ready"
    with ThreadPoolExecutor() as pool:
        together = list(pool.map(lambda k: play_numbers(port, f"m{k}", "ann"), range(3)))
    assert together == [alone] * 3  # the same seed, the same rules: whatever else is going on
    assert say(port, "(PLAY other NIL)").startswith("(mark")
    assert say(port, "(STOP other NIL)") == "done"


def test_there_is_room_for_so_many_matches_and_no_more(server):
    port, matches = server
    before = matches.settings
    matches.settings = replace(before, most=2)
    assert start(port, "a") == start(port, "b") == "ready"
    assert say(port, "(INFO)") == "((name galakit-random) (status busy))"
    assert start(port, "c") == "busy" and say(port, f"(PREVIEW {TICTACTOE} 5)") == "busy"
    assert say(port, "(PLAY a NIL)").startswith("(mark")
    assert say(port, "(STOP b NIL)") == "done"
    assert start(port, "c") == "ready"
    matches.find("a").idle_since -= 10_000  # its manager has gone home
    assert start(port, "d") == "ready"
    assert say(port, "(PLAY a NIL)") == "busy"
    assert say(port, "(STOP c NIL)") == say(port, "(STOP d NIL)") == "done"
    matches.settings = before


def test_hundreds_of_messages_leave_the_server_as_it_was(server):
    """On many connections and on one, good and bad, to matches that are there and to others."""
    import http.client

    port, matches = server
    assert (
        start(port, "soak", "ann", "((role ann) (init a) (legal ann go) (<= (next a) (true a)) (<= terminal (true b)))")
        == "ready"
    )
    texts = [
        "(INFO)",
        "(PLAY soak (go))",
        "(PLAY nobody NIL)",
        "(PLAY soak",
        "(ABORT nobody)",
        "hello",
        "(PLAY soak (go))",
    ]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    statuses: dict[str, int] = {}
    for k in range(400):
        text = texts[k % len(texts)]
        if k % 10 == 0:
            connection.close()
        connection.request("POST", "/", text)
        response = connection.getresponse()
        answer = response.read().decode()
        statuses[f"{text} {response.status} {answer[:9]}"] = (
            statuses.get(f"{text} {response.status} {answer[:9]}", 0) + 1
        )
    connection.close()
    assert sorted(statuses) == [
        "(ABORT nobody) 200 busy",
        "(INFO) 200 ((name ga",
        "(PLAY nobody NIL) 200 busy",
        "(PLAY soak (go)) 200 go",
        "(PLAY soak 400 <message>",
        "hello 400 GK960 a m",
    ]
    assert len(matches) == 1
    assert say(port, "(STOP soak (go))") == "done"
