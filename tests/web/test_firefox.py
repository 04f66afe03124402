"""The page in Firefox, where there is one: every view is drawn, nothing complains, nothing is wider than the window."""

from __future__ import annotations

import base64
import contextlib
import itertools
import json
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest

from web.conftest import PICTURES

websockets = pytest.importorskip("websockets.sync.client")
FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
pytestmark = pytest.mark.skipif(FIREFOX is None, reason="there is no Firefox on this machine")
STARTING = 90  # seconds
SEEN = "[!!document.querySelector('h1') && !document.querySelector('.gk-waiting, .gk-stale'), document.body.innerText]"


class Firefox:
    """A window of Firefox, driven by WebDriver BiDi."""

    def __init__(self, socket) -> None:
        self.socket, self.numbers, self.complaints = socket, itertools.count(1), []
        self.ask("session.new", capabilities={})
        self.window = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("session.subscribe", events=["log.entryAdded"])

    def ask(self, method: str, **params):
        number = next(self.numbers)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            said = json.loads(self.socket.recv(STARTING))
            if said.get("method") == "log.entryAdded" and said["params"]["level"] in ("error", "warn"):
                self.complaints.append(said["params"]["text"])
            if said.get("id") == number:
                assert said["type"] == "success", said
                return said["result"]

    def evaluate(self, script: str):
        answer = self.ask(
            "script.evaluate",
            expression=f"JSON.stringify({script})",
            target={"context": self.window},
            awaitPromise=True,
        )
        return json.loads(answer["result"]["value"])

    def size(self, width: int, height: int) -> None:
        self.ask("browsingContext.setViewport", context=self.window, viewport={"width": width, "height": height})

    def see(self, address: str, words: str) -> None:
        """Open a view and wait until it is drawn and says this."""
        self.ask("browsingContext.navigate", context=self.window, url=address, wait="complete")
        deadline = time.monotonic() + STARTING
        while True:
            drawn, text = self.evaluate(SEEN)
            if drawn and words in text:
                return
            assert time.monotonic() < deadline, text
            time.sleep(0.05)

    def picture(self, name: str) -> None:
        if PICTURES:
            data = self.ask("browsingContext.captureScreenshot", context=self.window)["data"]
            Path(PICTURES).mkdir(parents=True, exist_ok=True)
            Path(PICTURES, f"firefox-{name}.png").write_bytes(base64.b64decode(data))


@pytest.fixture(scope="module")
def firefox(tmp_path_factory):
    command = [FIREFOX, "--headless", "--remote-debugging-port", "0", "--profile", str(tmp_path_factory.mktemp("fox"))]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        for line in process.stderr:
            if found := re.search(r"WebDriver BiDi listening on (ws://\S+)", line):
                break
        with websockets.connect(f"{found[1]}/session", open_timeout=STARTING, max_size=None) as socket:
            yield Firefox(socket)
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(20)
        process.kill()
        process.stderr.close()


def test_every_view_is_drawn(firefox, served):
    kuhn, hunt = served.solved(game="kuhn"), served.solved(game="stag_hunt")
    leduc = served.solved(game="leduc")
    views = {
        "start": ("/", "Kuhn poker"),
        "game": ("/games/kuhn", "12 information sets"),
        "edit": ("/edit?game=kuhn", "No problems"),
        "overview": (f"/jobs/{kuhn}/overview", "bluffs with"),
        "grid": (f"/jobs/{kuhn}/grid/1", "public situations"),
        "wide": (f"/jobs/{leduc}/grid/0", "48 public situations"),
        "set": (f"/jobs/{kuhn}/set/0", "What second may know"),
        "tree": (f"/jobs/{kuhn}/tree?drawn=down", "Copy TikZ"),
        "play": (f"/jobs/{kuhn}/play", "Who do you want to be"),
        "matrix": (f"/jobs/{hunt}/grid", "The game as a matrix"),
    }
    for width, height in ((1440, 900), (390, 844)):
        firefox.size(width, height)
        for name, (path, words) in views.items():
            firefox.see(served.address + path, words)
            assert firefox.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, (name, width)
            firefox.picture(f"{name}-{width}")
    assert firefox.complaints == []
