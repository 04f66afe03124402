"""What a command says while it works, where its output is no terminal."""

from __future__ import annotations

import json
import re
import time

import pytest

from galakit.cli import output
from galakit.cli.main import main
from galakit.cli.output import Meter


@pytest.fixture(autouse=True)
def no_beats(monkeypatch):
    """Lines come from reports alone, however long a busy machine takes between them."""
    monkeypatch.setattr(output, "BEAT", 1_000.0)


def test_a_piped_run_says_what_it_does_in_lines(monkeypatch, capsys):
    monkeypatch.setattr(output._Lines, "patience", 0.0)
    with Meter() as progress:
        progress("exploring states", 10, None)
        progress("exploring states", 20, None)  # too soon after the last line
        progress("unfolding the tree", 5_000, 20_000)
        monkeypatch.setattr(output, "ESTIMATED_AFTER", 0.0)
        progress("unfolding the tree", 20_000, 20_000)
    assert capsys.readouterr().err.splitlines() == [
        "0 s: exploring states (10)",
        "0 s: unfolding the tree (5,000 of 20,000)",
        "0 s: unfolding the tree (20,000 of 20,000)",
    ]


def test_a_second_line_of_a_stage_estimates_the_time_left(monkeypatch, capsys):
    monkeypatch.setattr(output._Lines, "patience", 0.0)
    monkeypatch.setattr(output, "ESTIMATED_AFTER", 0.5)
    with Meter() as progress:
        progress("unfolding the tree", 0, 1_000_000)
        time.sleep(0.6)
        progress("unfolding the tree", 1_000, 1_000_000)
        progress("exploring states", 0, None)
        time.sleep(0.6)
        progress("exploring states", 1_000, None)
    _, unfolding, _, exploring = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"\d+ s: unfolding the tree \(1,000 of 1,000,000; about \d+ min left\)", unfolding)
    assert re.fullmatch(r"\d+ s: exploring states \(1,000; [\d,]+ a second\)", exploring)


def test_work_that_does_not_report_for_a_while_is_shown_all_the_same(monkeypatch, capsys):
    monkeypatch.setattr(output._Lines, "patience", 0.0)
    monkeypatch.setattr(output, "ESTIMATED_AFTER", 0.0)
    monkeypatch.setattr(output, "BEAT", 0.01)
    meter = Meter()
    with meter as progress:
        progress("certifying", 1, 6)
        for _ in range(1_000):
            if meter.shown.lines == 2:
                break
            time.sleep(0.01)
    assert capsys.readouterr().err.splitlines() == ["0 s: certifying (1 of 6)"] * 2


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


def test_the_silence_of_a_command_ends_with_it(capsys):
    assert main(["size", "kuhn", "--json"]) == 0
    with Meter() as progress:
        assert progress is not None
    with output.quieted(True), Meter() as progress:
        assert progress is None
