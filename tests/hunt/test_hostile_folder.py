"""A folder full of hostile files is walked with every command: there are answers and messages, and nothing else happens.

In CI each file meets some commands and each command some files; `make hunt` lets every file meet every command
(`GALAKIT_HOSTILE=all`).
"""

from __future__ import annotations

import json
import os
import resource
import selectors
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from galakit.cli.options import NOT_AS_ASKED
from tests.hunt.hostile import MARK, commands, fill

ROOT = Path(__file__).parents[2]
ALL = os.environ.get("GALAKIT_HOSTILE") == "all"
PATIENCE = 20 if ALL else 4  # seconds for a command, most of which end at once
ENDED = f"exit status {NOT_AS_ASKED}"
"""of a command that does not end in an orderly way within seconds of its limit: a busy machine"""
HANGS = 60  # seconds after which a command does not keep its own limit, however busy the machine is
MEMORY = 4 << 30
COMPILED = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
"""where machine code is kept: it is not to be made again"""


class Walker:
    """A process that runs commands in the folder, replaced when one of them brings it down or leaves a full memory."""

    def __init__(self, folder):
        self.folder = folder
        self.process = None

    def run(self, words):
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.hunt.audited", str(self.folder)],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT,
                env=os.environ | {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
                                  "HOME": str(self.folder), "XDG_CACHE_HOME": COMPILED, "TMPDIR": str(self.folder), "COLUMNS": "80"},
                preexec_fn=limited,
            )  # fmt: skip
        try:
            print(json.dumps(words), file=self.process.stdin, flush=True)
            line = self._answer()
        except BrokenPipeError:
            line = ""
        if not line:
            status = self.process.wait()
            self.process = None
            name = signal.Signals(-status).name if status < 0 else f"exit status {status}"
            return {"status": name, "err": "the process ended", "touched": [], "escapes": False}
        found = json.loads(line)
        if found["status"] == NOT_AS_ASKED:  # it may hold on to what it made, in which the next one would drown
            self.close()
        return found

    def _answer(self):
        """The next line, or nothing where the command keeps neither its own limit nor this one."""
        with selectors.DefaultSelector() as ready:
            ready.register(self.process.stdout, selectors.EVENT_READ)
            if not ready.select(HANGS):
                self.process.kill()
        return self.process.stdout.readline()

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.fixture(scope="module")
def hostile(tmp_path_factory):
    folder = tmp_path_factory.mktemp("hostile")
    names = fill(folder)
    walker = Walker(folder)
    yield folder, names, walker
    walker.close()


def chosen(names):
    """Every file with a few commands, so that every command meets files of several kinds."""
    many = len(commands(""))
    for number, name in enumerate(names):
        for k, words in enumerate(commands(name)):
            if ALL or k == 5 * (number % 2) or (k + number) % many == 0:
                yield words


def named(words, folder):
    """A link that is named on the command line is followed for reading, as by any other program."""
    return {
        f"open {(folder / word).resolve()}" for word in words if (folder / word).is_symlink() and word != "circle.gala"
    }


def test_every_command_answers_or_says_what_is_wrong(hostile):
    folder, names, walker = hostile
    before = {path.name for path in folder.iterdir()}
    wrong = []
    for words in chosen(names):
        found = walker.run(["--max-seconds", str(PATIENCE), *words])
        told = f"galakit {' '.join(words)}: {found['status']} {found['err'][-600:]}"
        if (
            found["status"] not in (0, 1, 2, NOT_AS_ASKED, ENDED)
            or "Traceback" in found["err"]
            or "internal error of Galakit" in found["err"]
        ):
            wrong.append(told)
        elif found["status"] == 2 and not found["err"].strip():
            wrong.append(f"{told}: nothing was said")
        elif found["escapes"] or "\x1b" in found["err"]:
            wrong.append(f"{told}: an escape sequence was printed")
        elif touched := set(found["touched"]) - named(words, folder):
            wrong.append(f"{told}: {sorted(touched)[:3]}")
    assert wrong == []
    assert not (folder / MARK).exists()
    left = {path.name for path in folder.iterdir()} - before - {"out.html", ".cache", ".config", "__pycache__"}
    assert left == set()
