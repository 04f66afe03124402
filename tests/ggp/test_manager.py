"""The manager: matches between players on the network and agents here, whatever the players do."""

from __future__ import annotations

import contextlib
import socket
import time

import pytest

from galakit.errors import GalakitError, Source
from galakit.ggp import seats as seats_module
from galakit.ggp.client import address
from galakit.ggp.games import from_source, seat, seats
from galakit.ggp.logs import from_json
from galakit.ggp.referee import Conditions, play_match
from galakit.ggp.replay import replay
from ggp.descriptions import COIN, NUMBERS, ROUND_AND_ROUND, STUCK, TIC_TAC_TOE, in_one_line
from ggp.serving import player, raw, say

QUICK = Conditions(start_clock=30, play_clock=30)
HURRIED = Conditions(start_clock=0.3, play_clock=0.3)
NUMBERS_GAME = from_source(Source("numbers.kif", NUMBERS))
COIN_GAME = from_source(Source("coin.kif", COIN))
BOARD = from_source(Source("board.kif", TIC_TAC_TOE))


def local(*names):
    return [seat(name) for name in names]


def test_agents_here_play_a_match_by_the_rules():
    record = play_match(BOARD, local("random", "random"), QUICK, seed=5)
    assert replay(record, BOARD.machine).goals == record.goals
    assert 5 <= len(record.turns) <= 9 and sum(record.goals) == 100
    assert record.penalties == (0, 0) and len(record.states) == len(record.turns) + 1


def test_the_same_seed_gives_the_same_match():
    same = [play_match(COIN_GAME, local("random", "random"), QUICK, seed=k) for k in (1, 1, 2, 3, 4)]
    moves = [[turn.moves for turn in record.turns] for record in same]
    assert moves[0] == moves[1] and len(set(map(str, moves))) > 1


@pytest.fixture(scope="module")
def served():
    with player("legal") as (port, matches):
        assert say(port, f"(PREVIEW {in_one_line(NUMBERS)} 60)", timeout=60) == "ready"  # all is loaded now
        yield f"http://127.0.0.1:{port}"
        assert len(matches) == 0  # every match was stopped or aborted


def test_players_on_the_network_play_as_they_would_here(served):
    here = play_match(BOARD, local("legal", "legal"), QUICK)
    there = play_match(BOARD, [seat(served), seat(served)], QUICK, match="both")  # one server in both roles
    assert [t.moves for t in there.turns] == [t.moves for t in here.turns]
    assert there.goals == here.goals and there.penalties == (0, 0)


@pytest.mark.parametrize("turns", [False, True])
def test_both_forms_of_gdl_ii_messages_are_played(served, turns):
    conditions = Conditions(30, 5, turns=turns)
    record = play_match(COIN_GAME, [seat("random"), seat(served)], conditions, match=f"coin{turns}", seed=3)
    assert record.players == ("random", "random", served)
    assert record.penalties == (0, 0, 0) and len(record.turns) == 3
    assert record.turns[0].percepts[1] and not record.turns[0].percepts[2]
    assert replay(record, COIN_GAME.machine).goals == record.goals
    assert from_json(record.to_json()).turns == record.turns


# -- players that do not play ------------------------------------------------------------------------------------------


def answering(*parts, wait=0.0):
    """Reads a request, then sends the parts with pauses, and closes the connection."""

    def handle(connection, stop):
        received = b""
        while b"\r\n\r\n" not in received or not received.endswith(b")"):
            received += connection.recv(65536)
        for part in parts:
            if wait and stop.wait(wait):
                return
            connection.sendall(part)

    return handle


def http(body, head="HTTP/1.0 200 OK\r\nContent-Type: text/acl\r\n"):
    return head.encode() + b"Content-Length: " + str(len(body)).encode() + b"\r\n\r\n" + body


def faults_of(url, game=NUMBERS_GAME, conditions=QUICK):
    """How a match goes against somebody who does nothing right: what was noted, by turns; and how long it took."""
    began = time.monotonic()
    record = play_match(game, [seat(url), seat("legal")], conditions, seed=1)
    assert record.goals is not None and replay(record, game.machine)
    faults = [turn.faults[0] for turn in record.turns]
    assert record.penalties[0] == sum(f is not None for f in [record.start_faults[0], *faults])
    return [None if fault is None else fault.kind for fault in faults], record, time.monotonic() - began


def test_a_dead_player_is_noted_and_the_match_goes_on():
    with socket.create_server(("127.0.0.1", 0)) as place:
        port = place.getsockname()[1]
    kinds, record, seconds = faults_of(f"127.0.0.1:{port}")
    assert kinds == ["connection"] * 3 and seconds < QUICK.start_clock, "nobody waits for the clock"
    assert record.turns[2].faults[0].what == "given up"


def test_a_player_that_never_answers_costs_its_clock_and_the_grace(monkeypatch):
    monkeypatch.setattr(seats_module, "GRACE", 0.2)
    monkeypatch.setattr(seats_module, "PARTING", 0.2)
    with raw(lambda connection, stop: stop.wait()) as url:
        kinds, record, _ = faults_of(url, conditions=HURRIED)
    assert kinds == ["timeout"] * 3
    assert all(turn.seconds[0] >= 0.5 for turn in record.turns)


def test_a_player_that_answers_drop_by_drop_is_cut_off(monkeypatch):
    monkeypatch.setattr(seats_module, "GRACE", 0.1)
    monkeypatch.setattr(seats_module, "PARTING", 0.2)
    with raw(answering(b"HTTP/1.0 200 OK\r\n", *[b"X: y\r\n"] * 100, wait=0.05)) as url:
        kinds, _, _ = faults_of(url, conditions=HURRIED)
    assert kinds == ["timeout"] * 3


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"(name 1)",
        b"\0\1\2",
        http(b""),
        http(b"(name 9)"),
        http(b"(name ?x)"),
        http(b"((name"),
        http(b"busy"),
        http(b"\xff\xfe"),
        http(b"(name 1) (name 2)"),
        http(b"(" * 50_000),
        http(b"x" * 200_000),
        http(b"(name 1)", "HTTP/1.0 500 Oh\r\n"),
        http(b"(name 1)", "HTTP/1.0 302 Found\r\nLocation: http://localhost:1/\r\n"),
        b"HTTP/1.0 200 OK\r\n" + b"X: " + b"y" * 200_000,
    ],
    ids=range(15),
)
def test_what_is_no_legal_move_is_replaced_by_one(answer):
    with raw(answering(answer)) as url:
        kinds, _, seconds = faults_of(url)
    assert set(kinds) <= {"illegal", "connection"} and len(kinds) == 3 and seconds < QUICK.start_clock


@pytest.mark.parametrize(
    "answer",
    [
        http(b"(name 2)"),
        http(b" (NAME 2)\r\n"),
        http(b"(name 2)").replace(b"\r\n", b"\n"),
        b"HTTP/1.0 200 OK\r\n\r\n(name 2)",
        b"HTTP/1.0 200 OK\r\nContent-Length: 99\r\n\r\n(name 2)",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n(name 2)\r\n0\r\n\r\n",
        http(b"(name 2)") + b"\n\n",
    ],
    ids=range(7),
)
def test_answers_are_read_with_patience(answer):
    with raw(answering(answer)) as url:
        kinds, record, _ = faults_of(url)
    assert kinds == [None] * 3 and [turn.moves[0] for turn in record.turns] == [("name", "2")] * 3


def test_the_fallback_is_drawn_or_the_first():
    with contextlib.closing(socket.create_server(("127.0.0.1", 0))) as place:
        url = f"127.0.0.1:{place.getsockname()[1]}"
    first = play_match(NUMBERS_GAME, [seat(url), seat("legal")], Conditions(1, 1, "first"), seed=1)
    assert [turn.moves[0] for turn in first.turns] == [("name", "1")] * 3
    drawn = [play_match(NUMBERS_GAME, [seat(url), seat("legal")], Conditions(1, 1), seed=k) for k in (1, 1, 2, 3)]
    moves = [[turn.moves[0] for turn in record.turns] for record in drawn]
    assert moves[0] == moves[1] and len(set(map(str, moves))) > 1


def test_a_slow_player_does_not_hold_up_the_others_clock(served, monkeypatch):
    monkeypatch.setattr(seats_module, "GRACE", 0.2)
    monkeypatch.setattr(seats_module, "PARTING", 0.2)
    with raw(lambda connection, stop: stop.wait()) as url:
        record = play_match(NUMBERS_GAME, [seat(url), seat(served)], Conditions(2, 2), match="slow")
    assert [turn.faults[1] for turn in record.turns] == [None] * 3
    assert all(turn.seconds[1] < turn.seconds[0] for turn in record.turns)


def test_an_agent_here_that_fails_is_noted():
    record = play_match(NUMBERS_GAME, [seat("ggp.own_agents:failing"), seat("ggp.own_agents:unmade")], QUICK)
    assert record.penalties == (3, 4) and "one by nought" in record.turns[0].faults[0].what


# -- matches without an end --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason"),
    [(STUCK, "ann has no legal move in turn 2"), (ROUND_AND_ROUND, "not over after 20 turns")],
)
def test_a_match_that_cannot_end_is_aborted_and_the_players_are_told(served, text, reason):
    game = from_source(Source("game.kif", text))
    record = play_match(game, [seat(served)], Conditions(30, 5, most_turns=20), match="endless")
    assert record.goals is None and record.aborted == reason
    assert record.to_json()["isAborted"] and not replay(record, game.machine).goals


# -- who plays ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"banker": "random"},
        {"banker": "random", "guesser": "random", "nobody": "random"},
        {"banker": "random", "guesser": "random", "random": "random"},
    ],
)
def test_every_role_but_random_needs_one_player(given):
    with pytest.raises(GalakitError) as raised:
        seats(COIN_GAME, given)
    assert raised.value.diagnostics[0].id == "GK964" and raised.value.diagnostics[0].hint


@pytest.mark.parametrize("text", ["http://", "ftp://x:1", "http://x:99999", "http://x y:1/", "http://:80", "a:b:1"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(GalakitError) as raised:
        address(text)
    assert raised.value.diagnostics[0].id == "GK963"


def test_an_address_may_leave_out_what_is_usual():
    assert str(address("localhost:9147")) == "http://localhost:9147" == str(address("http://localhost:9147/"))
    assert str(address("https://[::1]:7/play")) == "https://[::1]:7/play"
