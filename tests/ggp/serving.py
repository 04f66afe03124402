"""Servers on free ports, for tests: in a thread with its own loop."""

from __future__ import annotations

import contextlib
import http.client
import socket
import threading
import time

from galakit.ggp.matches import Settings
from galakit.ggp.player import LIMITS, application, listening
from galakit.serving.server import Server


@contextlib.contextmanager
def player(agent="random", limits=LIMITS, **settings):
    """A player's server: its port, and its matches."""
    app = application(Settings(agent, **settings), limits=limits)
    place = listening("127.0.0.1", 0)
    running = Server(app)
    thread = threading.Thread(target=running.run, kwargs={"sockets": [place]})
    thread.start()
    try:
        while not running.started:
            time.sleep(0.005)
        yield place.getsockname()[1], app.state.matches
    finally:
        running.should_exit = True
        thread.join(120)
        place.close()
        assert not thread.is_alive()


def ask(port, text, method="POST", path="/", timeout=120):
    """Status, body and headers of the answer to a message."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    body = text.encode() if isinstance(text, str) else text
    connection.request(method, path, body, {"Content-Type": "text/acl", "Accept": "text/delim"} if body else {})
    response = connection.getresponse()
    answer = response.read().decode()
    connection.close()
    return response.status, answer, response.headers


def say(port, text, timeout=120):
    return ask(port, text, timeout=timeout)[1]


@contextlib.contextmanager
def raw(handle):
    """A server that does with each connection what it likes."""
    place = socket.create_server(("127.0.0.1", 0))
    place.settimeout(0.05)
    stop = threading.Event()

    def listen():
        while not stop.is_set():
            try:
                connection, _ = place.accept()
            except OSError:
                continue
            with connection:
                connection.settimeout(60)
                with contextlib.suppress(OSError):
                    handle(connection, stop)

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        yield f"http://127.0.0.1:{place.getsockname()[1]}"
    finally:
        stop.set()
        thread.join(60)
        place.close()
