"""docs/how-to/gambit.md tells the truth: its files load, its commands print what it says, its methods exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.main import get_command

from galakit.cli.main import app, main
from galakit.solvers.gambit.method import ROUTINES

PAGE = (Path(__file__).parents[2] / "docs" / "how-to" / "gambit.md").read_text(encoding="utf-8")
BROKEN = 'EFG 2 R "broken" { "A" }\np "" 1 1 "" { "left" "right" } 0\nt "" 1 "" { 1 }\n'
PRINTED = re.findall(r"```\n\$ galakit (.*)\n((?:(?!```).*\n)*)```", PAGE)


@pytest.mark.parametrize(("command", "expected"), PRINTED)
def test_commands_print_what_the_page_says(command, expected, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    tree = re.search(r"```efg\n(.*?)```", PAGE, re.DOTALL)
    Path("coin.efg").write_text(tree[1])
    Path("broken.efg").write_text(BROKEN)
    main(shlex.split(command))
    out, err = capsys.readouterr()
    found = [line.rstrip() for line in (out + err).splitlines()]
    for line in expected.splitlines():
        assert line.rstrip() in found, out + err


def test_the_page_has_commands_with_their_output():
    assert len(PRINTED) == 2


def test_commands_of_the_page_are_understood():
    group = get_command(app)
    commands = re.findall(r"^galakit +(.*)$", PAGE, re.MULTILINE)
    assert len(commands) == 3
    for line in commands:
        name, *words = shlex.split(line)
        group.commands[name].make_context(name, words)


def test_the_table_lists_every_routine():
    rows = dict(re.findall(r"^\| `gambit:(\w+)` \| (.*?) \|", PAGE, re.MULTILINE))
    assert rows == {r.name: r.finds + (", exactly" if r.exact else "") for r in ROUTINES}
