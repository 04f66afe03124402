"""A plain install is light: what only some commands need comes with extras, and a command without its own says which."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from galakit.cli.main import EXTRAS

# As if none of the extras were installed.
PLAIN = f"import sys; sys.modules |= dict.fromkeys({list(EXTRAS)}); from galakit.cli.main import main; "


def run(code):
    return subprocess.run([sys.executable, "-c", PLAIN + code], capture_output=True, text=True, timeout=120)


def run_on_a_terminal(code):
    ours, theirs = os.openpty()
    command = [sys.executable, "-c", PLAIN + code]
    with os.fdopen(ours), os.fdopen(theirs) as terminal:
        return subprocess.run(command, stdin=terminal, stdout=terminal, stderr=subprocess.PIPE, text=True, timeout=120)


@pytest.mark.parametrize(
    ("words", "extra"),
    [
        (["serve", "--no-browser"], "web"),
        (["ggp", "player"], "web"),
        (["explore", "kuhn"], "terminal"),
        (["lsp"], "lsp"),
        (["mcp"], "mcp"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)
def test_a_command_whose_extra_is_missing_says_which_to_install(words, extra):
    done = (run_on_a_terminal if extra == "terminal" else run)(f"sys.exit(main({words}))")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "error[GK512]" in done.stderr and f"pip install 'galakit[{extra}]'" in done.stderr


def test_a_plain_install_reads_solves_shows_and_plays(tmp_path):
    commands = [
        ["check", "kuhn"],
        ["show", "kuhn", "--chart"],
        ["solve", "kuhn", "--json"],
        ["simulate", "kuhn", "-n", "10", "--seed", "1"],
        ["explore", "kuhn", "--json"],
        ["report", "kuhn", "-o", str(tmp_path / "kuhn.html")],
        ["mcp", "--json"],
    ]
    done = run(f"print([main(words) for words in {commands}])")
    assert done.stdout.rstrip().endswith(str([0] * len(commands))), done.stderr
