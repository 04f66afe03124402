"""Hostile use: what comes in is refused with a reason, and the server goes on."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import signal
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from jobs.texts import COIN, ENDLESS, HOG, LOOP

from web.serving import serving


def raw(served, data: bytes) -> bytes:
    """What the server says to these bytes."""
    host, port = served.address.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=120) as line:
        parts = []
        with contextlib.suppress(OSError):  # it may hang up on us
            line.sendall(data)
            line.shutdown(socket.SHUT_WR)
            while part := line.recv(65536):
                parts.append(part)
    return b"".join(parts)


def asked(served, path: str, **headers) -> tuple[int, dict]:
    """Status and body, with a path and headers that a client would not send."""
    host, port = served.address.removeprefix("http://").split(":")
    connection = http.client.HTTPConnection(host, int(port), timeout=120)
    connection.putrequest("GET", path, skip_host="Host" in headers)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response.status, body, response.headers


@pytest.mark.parametrize(
    "host", ["example.org", "example.org:8000", "127.0.0.1.example.org", "localhost@example.org", ""]
)
def test_a_name_that_is_not_ours_is_refused(served, host):
    status, body, _ = asked(served, "/api/games", Host=host)
    assert status in (400, 403)
    if status == 403:
        assert json.loads(body)["problems"][0]["id"] == "GK821"


@pytest.mark.parametrize("origin", ["https://example.org", "null", "http://localhost:1", "http://127.0.0.1", "file://"])
def test_a_page_from_elsewhere_is_refused(served, origin):
    order = {"game": "kuhn"}
    answer = served.client.post("/api/jobs", json=order, headers={"Origin": origin})
    assert answer.status_code == 403 and answer.json()["problems"][0]["id"] == "GK821"
    assert "access-control-allow-origin" not in answer.headers
    preflight = served.client.options("/api/jobs", headers={"Origin": origin, "Access-Control-Request-Method": "POST"})
    assert preflight.status_code == 403
    mine = served.client.get("/api/games", headers={"Origin": served.address, "Sec-Fetch-Site": "same-origin"})
    assert mine.status_code == 200
    embedded = served.client.get("/api/games", headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"})
    assert embedded.status_code == 403


def test_a_form_of_another_page_is_not_read(served):
    answer = served.client.post("/api/jobs", content='{"game": "kuhn"}', headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415


@pytest.mark.parametrize(
    "path",
    [
        "/assets/../../../../etc/passwd",
        "/assets/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/assets/%2e%2e/%2e%2e/errors.py",
        "/assets//etc/passwd",
        "/assets/..\\..\\errors.py",
        "/assets/app.js%00.txt",
        "/api/games/..%2f..%2f..%2fetc%2fpasswd",
        "/api/jobs/..%2f..%2fx/file",
        "/../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_nothing_outside_is_read(served, path):
    status, body, headers = asked(served, path)
    assert b"root:" not in body and b"GalakitError" not in body
    assert status in (400, 404) or headers["content-type"].startswith("text/html")


def test_the_page_is_the_same_at_every_view_and_guards_itself(served):
    pages = {served.client.get(path).text for path in ("/", "/jobs/1/grid/0", "/edit?game=kuhn", "/anything")}
    assert len(pages) == 1 and "/assets/app.js" in pages.pop()
    answer = served.client.get("/assets/app.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert served.client.get("/assets/app.js", headers={"If-None-Match": answer.headers["etag"]}).status_code == 304
    for path in ("/", "/api", "/api/games", "/assets/app.js", "/api/nothing"):
        headers = served.client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff" and "server" not in headers


def test_pages_of_others_can_neither_frame_nor_read_nor_open_ours(served):
    for path in ("/", "/api", "/api/games", "/assets/app.js", "/api/nothing", "/openapi.json"):
        headers = served.client.get(path).headers
        policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
        assert policy["default-src"] == "'self'" and "script-src" not in policy and "connect-src" not in policy
        for rule in ("frame-ancestors", "object-src", "base-uri", "form-action"):
            assert policy[rule] == "'none'"
        assert headers["x-frame-options"] == "DENY" and headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers


def test_the_server_is_reached_from_this_machine_only(served):
    port = int(served.address.rpartition(":")[2])
    with socket.socket() as line:
        line.settimeout(5)
        assert line.connect_ex(("127.0.0.2", port)) != 0  # another address of this machine, as good as a foreign one


def test_what_is_not_there_is_told_as_data(served):
    for path in ("/api/nothing", "/api/jobs/nobody", "/api/games/chess", "/assets/none.js"):
        answer = served.client.get(path)
        assert answer.status_code == 404 and answer.json()["problems"][0]["hint"]
    wrong = served.client.put("/api/jobs", json={})
    assert wrong.status_code == 405 and "GET" in wrong.headers["allow"] and wrong.json()["problems"]


@pytest.mark.parametrize(
    "body, status",
    [
        (b"", 400),
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"[" * 100_000, 422),
        (b'{"game":' * 100_000, 422),
        (b'{"source": ' + b"[" * 100_000, 422),
        (b'{"game": "kuhn", "gap": NaN}', 400),
        (b'{"game": "kuhn", "gap": 1e999}', 422),
        (b'{"source": "\\ud800"}', 400),
        (b"null", 422),
    ],
)
def test_bodies_that_are_no_orders_are_refused(served, body, status):
    answer = served.client.post("/api/jobs", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422) and answer.json()["problems"][0]["id"] == "GK810"


def test_gigantic_bodies_are_refused_before_they_are_read(served):
    head = b"POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    assert b" 413 " in raw(served, head + b"Content-Length: 99999999999\r\n\r\n{").splitlines()[0]
    with served.client.stream("GET", "/api/games"):
        pass

    def endless():
        for _ in range(200):
            yield b" " * 100_000

    answer = served.client.post("/api/jobs", content=endless(), headers={"Content-Type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "data", [b"\0" * 1000, b"GET / HTTP/9.9\r\n\r\n", b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\n\r\n"]
)
def test_what_is_no_request_is_answered_or_dropped(served, data):
    raw(served, data)
    assert served.client.get("/api/games").status_code == 200


@pytest.mark.parametrize(
    "query", ["offset=-1", "offset=abc", "offset=1&offset=2", "colour=red", "offset=" + "9" * 400, "aggregate=1"]
)
def test_questions_that_are_not_understood_are_refused(served, query):
    answer = served.client.get(f"/api/jobs/nobody/study/players/0/grid?{query}")
    assert answer.status_code == 400 and answer.json()["problems"][0]["id"] == "GK812"


def test_twenty_jobs_at_once_keep_nobody_from_his_own(served):
    mine = served.solved(game="kuhn")
    hostile = [
        {"source": LOOP},
        {"source": HOG},
        {"source": ENDLESS},
        {"game": "rhode_island"},
        {"game": "breakthrough"},
    ]
    with ThreadPoolExecutor(20) as pool:
        ids = list(pool.map(lambda k: served.order(**hostile[k % 5]), range(20)))
    assert len(set(ids)) == 20
    for _ in range(10):
        assert served.ask(mine, "overview")["values"][0]["text"] == "-1/18"
        assert served.client.post("/api/checks", json={"source": COIN}).json()["players"] == ["ann"]
    for id in ids:
        served.client.delete(f"/api/jobs/{id}")
    left = {job["id"]: job["state"] for job in served.client.get("/api/jobs").json()["items"]}
    assert {left.get(id, "forgotten") for id in ids} <= {"cancelled", "forgotten"}
    assert served.solved(game="kuhn")


def test_a_full_queue_says_when_to_come_again():
    with serving("--jobs", "1", "--waiting", "2") as server:
        ids = [server.order(source=ENDLESS) for _ in range(3)]
        answer = server.client.post("/api/jobs", json={"game": "kuhn"})
        assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 0
        for id in reversed(ids):
            server.client.delete(f"/api/jobs/{id}")
        server.solved(game="kuhn")


ABSURD = {
    "a power without end": "game(g, [players : [a], params : [n = 9 ** (9 ** 9)], flow : outcome([$n])]).",
    "a choice without end": "game(g, [players : [a], flow : (choose(a, X, between(1, 10 ** 30, X)), outcome([X]))]).",
    "a number too long": "game(g, [players : [a], flow : (h(3000, 0, X), outcome([X]))]).\n"
    "h(0, X, X) :- !.\nh(N, S, X) :- T is S + 1 / N, M is N - 1, h(M, T, X).\n",
    "a line of nothing": "game(g, [players : [a], objects : [grid_board : array(2, 2)], "
    "flow : (straight_line(_, _, length = 0, contains(_)) -> outcome([1]) ; outcome([0]))]).",
    "a text without end": "game(g, [players : [a], flow : (grow(abcdefgh), outcome([1]))]).\n"
    "grow(S) :- atom_concat(S, S, T), grow(T).\n",
}


@pytest.mark.parametrize("source", ABSURD.values(), ids=ABSURD)
def test_rules_that_ask_for_too_much_are_told_so(served, source):
    job = served.until(served.order(source=source))
    assert job["state"] == "failed" and job["problems"][0]["hint"]
    assert not {problem["id"] for problem in job["problems"]} & {"GK817", "GK829"}


def test_heads_that_never_end_keep_nobody_out(served):
    host, port = served.address.removeprefix("http://").split(":")
    lines = [socket.create_connection((host, int(port)), timeout=60) for _ in range(50)]
    for line in lines:
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX: ")
    assert served.client.get("/api/games").status_code == 200
    for line in lines:  # hung up on, one after the other
        with contextlib.suppress(ConnectionResetError):
            assert line.recv(1) == b""
        line.close()


def test_what_is_sent_is_sent_whole(served):
    whole = served.client.get("/assets/app.js")
    some = served.client.get("/assets/app.js", headers={"Range": "bytes=0-1"})
    many = served.client.get("/assets/app.js", headers={"Range": "bytes=" + ",".join(["0-"] * 3_000)})
    assert whole.content == some.content == many.content


def test_only_links_lead_here_from_elsewhere(served):
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert served.client.get("/", headers=headers).status_code == 200
    assert served.client.post("/api/jobs", json={"game": "kuhn"}, headers=headers).status_code == 403


def test_a_process_that_somebody_ended_is_replaced(served):
    id = served.solved(game="kuhn")
    for pid in offspring(served.process.pid):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    assert served.ask(id, "overview")["values"][0]["text"] == "-1/18"
    assert served.solved(game="kuhn")


def offspring(pid: int) -> list[int]:
    """All processes that a process began."""
    mine = []
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdecimal() and (entry / "stat").read_text().rpartition(")")[2].split()[1] == str(pid):
                mine += [int(entry.name), *offspring(int(entry.name))]
    return mine
