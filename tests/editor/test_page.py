"""The page about the tools tells the truth: its commands run and print what it says."""

from __future__ import annotations

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from galakit.cli.main import main

PAGE = (Path(__file__).parent.parent.parent / "docs" / "how-to" / "tools.md").read_text(encoding="utf-8")
EXAMPLES = [
    example
    for block in re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    for example in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


def test_the_page_has_examples():
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[command[-30:] for command, _ in EXAMPLES])
def test_commands_on_the_page_print_what_it_says(command, output, monkeypatch, capsys):
    words = shlex.split(command)
    if words[0] == "echo":
        assert words[2] == "|"
        text = words[1].replace("\\n", "\n") + "\n"
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        words = words[3:]
    assert words[0] == "galakit" and main(words[1:]) == 0
    assert capsys.readouterr().out == output
