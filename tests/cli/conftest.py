"""What a command prints, run in this process."""

from __future__ import annotations

import pytest

from galakit.cli.main import main


@pytest.fixture
def told(capsys):
    """Run a command: its exit status, what it prints, and what it says on standard error."""

    def run(*words):
        status = main(list(words))
        out, err = capsys.readouterr()
        return status, out, err

    return run


@pytest.fixture
def told_lines(told):
    """The same, with what it prints as lines without blanks at their ends."""

    def run(*words):
        status, out, err = told(*words)
        return status, [line.rstrip() for line in out.splitlines()], err

    return run
