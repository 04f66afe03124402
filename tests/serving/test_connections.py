"""Clients that keep a server waiting, over real sockets: with short limits, each is hung up on, and others are served."""

from __future__ import annotations

import contextlib
import socket
import threading
import time

import pytest
from jobs.texts import ENDLESS

from galakit.ggp.matches import Settings as Playing
from galakit.ggp.player import application as player
from galakit.jobs.job_manager import JobManager
from galakit.jobs.messages import Order
from galakit.jobs.settings import Settings
from galakit.serving.limits import Limits
from galakit.serving.server import Server
from galakit.web.application import application as page
from galakit.web.events import Events

WAIT = 60  # seconds after which a connection that is still open is a mistake
SHORT = Limits(head=0.5, body=0.5, idle=0.5, taking=0.5, head_bytes=4_000, body_bytes=5_000_000, connections=20)


@contextlib.contextmanager
def serving(app):
    """A server on a free port: itself, and the port."""
    with socket.create_server(("127.0.0.1", 0)) as place:
        server = Server(app)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [place]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.005)
            yield server, place.getsockname()[1]
        finally:
            server.should_exit = True
            thread.join(WAIT)
            assert not thread.is_alive()


@pytest.fixture(scope="module")
def manager():
    return JobManager(Settings(at_once=2, megabytes=2_000))


@pytest.fixture(scope="module")
def page_server(manager):
    with serving(page(manager, limits=SHORT)) as (server, port):
        yield server, port


@pytest.fixture(scope="module", params=["serve", "player"])
def served(request):
    if request.param == "serve":
        yield request.getfixturevalue("page_server")
    else:
        with serving(player(Playing("random"), limits=SHORT)) as (server, port):
            yield server, port


def connected(port, **options):
    line = socket.socket()
    for name, value in options.items():
        line.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
    line.settimeout(WAIT)
    line.connect(("127.0.0.1", port))
    return line


def hung_up(line) -> bytes:
    """All that is still said, until the other side hangs up."""
    said = b""
    with contextlib.suppress(ConnectionError):
        while part := line.recv(65_536):
            said += part
    return said


def answers(port) -> None:
    """The server answers others."""
    with connected(port) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert b" 200 " in hung_up(line).split(b"\r\n")[0]


def all_gone(server) -> None:
    deadline = time.monotonic() + WAIT
    while server.server_state.connections:
        assert time.monotonic() < deadline, "a connection is still open"
        time.sleep(0.02)


@pytest.mark.parametrize(
    "begun",
    [
        b"",
        b"GET",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\nGET",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n12",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n12",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12",
        b"POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
    ids=["nothing", "word", "head", "second", "kept alive", "odd body", "body", "chunk", "order"],
)
def test_a_client_that_sends_no_more_is_hung_up_on(served, begun):
    server, port = served
    with connected(port) as line:
        line.sendall(begun)
        hung_up(line)
    answers(port)
    all_gone(server)


@pytest.mark.parametrize(
    "begun",
    [
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n",
    ],
    ids=["head", "body", "odd body"],
)
def test_a_client_that_sends_byte_by_byte_is_hung_up_on(served, begun):
    server, port = served
    with connected(port) as line:
        line.sendall(begun)
        with contextlib.suppress(ConnectionError):
            for _ in range(WAIT * 20):
                line.sendall(b"x")
                line.settimeout(0.05)
                with contextlib.suppress(TimeoutError):
                    if line.recv(65_536) == b"":
                        break
            else:
                raise AssertionError("it is still listened to")
    answers(port)
    all_gone(server)


def test_heads_and_bodies_that_are_too_large_are_refused(served):
    server, port = served
    for data, statuses in (
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 1_000_000 + b"\r\n\r\n", (b"400", b"431")),
        (b"GET /" + b"x" * 1_000_000, (b"400", b"414", b"431")),
        (
            b"POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Content-Length: 9000000\r\n\r\n" + b" " * 9_000_000,
            (b"413",),
        ),
    ):
        with connected(port) as line:
            with contextlib.suppress(ConnectionError):
                line.sendall(data)
            said = hung_up(line)
            assert said.split(b" ")[1:2] in [[status] for status in statuses] or not said
    answers(port)
    all_gone(server)


def test_there_are_so_many_connections_and_no_more_until_some_are_hung_up_on(served):
    server, port = served
    with contextlib.ExitStack() as stack:
        lines = [stack.enter_context(connected(port)) for _ in range(SHORT.connections + 10)]
        said = [hung_up(line) for line in lines]
        assert sum(b" 503 " in words for words in said) >= 10
    all_gone(server)
    answers(port)


@pytest.mark.parametrize("path", ["/assets/app.js", "/openapi.json"])
def test_a_client_that_takes_nothing_is_hung_up_on(page_server, path):
    server, port = page_server
    with connected(port, SO_RCVBUF=4_096) as line:
        request = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        with contextlib.suppress(ConnectionError):
            line.sendall(request * 50)
        all_gone(server)
    answers(port)


def test_a_client_that_follows_a_job_and_takes_nothing_is_hung_up_on(page_server, manager):
    server, port = page_server
    job = run(server, manager, Order(source=ENDLESS + "%" * 1_900_000))
    with connected(port, SO_RCVBUF=4_096) as line:
        line.sendall(f"GET /api/jobs/{job} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        line.sendall(b"")
        all_gone(server)
    with connected(port, SO_RCVBUF=4_096) as line:
        line.sendall(f"GET /api/jobs/{job}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        deadline = time.monotonic() + WAIT
        while not Events.open:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        all_gone(server)
        assert Events.open == 0
    answers(port)
    request = f"DELETE /api/jobs/{job} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with connected(port) as line:
        line.sendall(request.encode())
        assert b'"cancelled"' in hung_up(line)


def run(server, manager, order) -> str:
    """Order a job in the loop of the server."""
    import asyncio

    loop = next(iter(manager._tasks)).get_loop()

    async def submit():
        return manager.submit(order).id

    return asyncio.run_coroutine_threadsafe(submit(), loop).result(WAIT)


def test_a_peer_that_is_gone_without_a_word_is_noticed_by_the_system(page_server):
    server, port = page_server
    with connected(port):
        deadline = time.monotonic() + WAIT
        while not server.server_state.connections:
            assert time.monotonic() < deadline
            time.sleep(0.005)
        (connection,) = server.server_state.connections
        line = connection.transport.get_extra_info("socket")
        assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 500
    all_gone(server)


def test_an_answer_is_sent_as_soon_as_it_is_written(served):
    server, port = served
    with socket.create_connection(("127.0.0.1", port), WAIT):
        while not server.server_state.connections:
            time.sleep(0.005)
        for connection in set(server.server_state.connections):
            line = connection.transport.get_extra_info("socket")
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
