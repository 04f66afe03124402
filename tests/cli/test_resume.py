"""Ctrl-C keeps what was done, and `--resume` goes on from it as if nothing had happened."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time

import pytest

from galakit.cli.main import main


def interrupted(words, folder):
    """Run a command at a terminal, and press Ctrl-C when it iterates."""
    parent, child = pty.openpty()
    command = [sys.executable, "-m", "galakit", *words]
    process = subprocess.Popen(
        command, stdin=child, stdout=subprocess.PIPE, stderr=child, cwd=folder, start_new_session=True
    )
    os.close(child)
    seen, began, asked = "", time.monotonic(), False
    while time.monotonic() - began < 120:
        if select.select([parent], [], [], 0.1)[0]:
            try:
                seen += os.read(parent, 65536).decode(errors="replace")
            except OSError:
                break
        if not asked and "minimising regret" in seen:
            process.send_signal(signal.SIGINT)
            asked = True
    out = process.communicate(timeout=120)[0].decode()
    os.close(parent)
    assert asked, seen
    return process.returncode, out, seen


@pytest.mark.parametrize("method", ["factored", "pcfr+"])
def test_an_interrupted_run_goes_on_as_if_it_had_never_stopped(method, tmp_path, monkeypatch, capsys):
    game = ["solve", "leduc", "-p", "ranks=6", "--method", method]
    status, out, seen = interrupted([*game, "--gap", "0"], tmp_path)
    assert status == 3 and "certified" in out
    assert "leduc.checkpoint" in seen and "--resume" in seen
    monkeypatch.chdir(tmp_path)
    done = int(out.split(" iterations")[0].split()[-1].replace(",", "").replace("(", ""))
    more = str(done + 50)
    again = []
    for resume in ([], ["--resume"]):
        assert main([*game, "--with", f"iterations={more}", "--json", *resume]) == 0
        told = capsys.readouterr()
        assert ("--resume continues it" in told.err) == (not resume)
        again.append({k: v for k, v in json.loads(told.out).items() if k in ("value", "gains", "gap")})
    assert again[0] == again[1]


def test_there_must_be_something_to_go_on_from(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["solve", "kuhn", "--method", "factored", "--resume"]) == 2
    assert "there is no kuhn.checkpoint to go on from" in capsys.readouterr().err
    assert main(["solve", "kuhn", "--method", "lp", "--resume"]) == 2
    assert "the method lp cannot go on" in capsys.readouterr().err
    (tmp_path / "run").write_bytes(b"nonsense")
    assert main(["solve", "kuhn", "--method", "factored", "--resume", "--checkpoint", "run"]) == 2
    assert "cannot be used as a checkpoint" in capsys.readouterr().err
