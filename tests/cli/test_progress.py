"""What a command says while it works, where its output is no terminal."""

from __future__ import annotations

import json

from galakit.cli import output
from galakit.cli.main import main
from galakit.cli.output import Meter


def test_a_piped_run_says_what_it_does_in_lines(monkeypatch, capsys):
    monkeypatch.setattr(output._Lines, "patience", 0.0)
    with Meter() as progress:
        progress("exploring states", 10, None)
        progress("exploring states", 20, None)  # too soon after the last line
        progress("unfolding the tree", 5_000, 20_000)
        monkeypatch.setattr(output, "LINES_EVERY", 0.0)
        progress("unfolding the tree", 20_000, 20_000)
    assert capsys.readouterr().err.splitlines() == [
        "0 s: exploring states (10)",
        "0 s: unfolding the tree (5,000 of 20,000)",
        "0 s: unfolding the tree (20,000 of 20,000)",
    ]


def test_quick_work_needs_no_lines(capsys):
    with Meter() as progress:
        progress("exploring states", 10, None)
    assert capsys.readouterr().err == ""


def test_a_command_that_solves_reports_to_the_error_stream_unless_programs_listen(monkeypatch, capsys):
    monkeypatch.setattr(output._Lines, "patience", 0.0)
    words = ["solve", "leduc", "--method", "cfr+", "--gap", "0.01"]
    assert main(words) == 0
    said = capsys.readouterr()
    assert "minimising regret" in said.err and "minimising" not in said.out
    assert main([*words, "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == "" and json.loads(said.out)["gap"] <= 0.01
