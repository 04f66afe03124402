"""Texts of files and rules reach a terminal as visible characters; programs get them escaped, and documents as they are."""

from __future__ import annotations

import asyncio
import json
import os
import pty
import subprocess
import sys

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.printable import json_text, printable

EVIL = "a\x1b]0;owned\x07\x1b[2J\x9b31m\r\u202eb[/][bold]\x7f"
SHOWN = "a␛]0;owned␇␛[2J�31m␍�b[/][bold]␡"
BAD = set("\x1b\x07\x9b\r\u202e\x7f\x00\x08")

GAME = r"""
game('g\e[31m', [
    players : ['p\e[2J', q],
    flow : (choose('p\e[2J', X, member(X, ['m\a\e]0;x\a', n])), reveal(q, saw(X)),
            choose(q, Y, member(Y, [l, r])), if(X = Y, outcome([1, -1]), outcome([-1, 1])))
]).
"""


@pytest.fixture
def saved(tmp_path):
    """A solution every text of which is hostile; its rules are not in it, so nothing is put right."""
    path = tmp_path / "evil.json"
    gk.solve(gk.load("kuhn")).save(path)
    data = json.loads(path.read_text())
    del data["rules"]
    data |= {"game": EVIL, "players": [EVIL, "second"], "method": EVIL, "algorithm": EVIL, "why": EVIL}
    data |= {"params": {EVIL: EVIL}, "warnings": [EVIL], "found": {EVIL: EVIL}, "seconds": {EVIL: 1.0}}
    for entry in data["information_sets"]:
        entry["player"] = EVIL if entry["player"] == "first" else "second"
        entry["facts"] = [fact.replace("card(", f"card({EVIL},") for fact in entry["facts"]]
        for move in entry["moves"]:
            move["move"] += EVIL
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize(
    "words", [["show", "FILE"], ["show", "FILE", "--chart"], ["show", "FILE", "--player", EVIL], ["certify", "FILE"]]
)
def test_nothing_that_is_printed_of_a_file_is_an_escape_sequence(saved, words, capsys):
    main([word.replace("FILE", str(saved)) for word in words])
    out, err = capsys.readouterr()
    assert not BAD & set(out + err)
    assert words[0] == "certify" or ("␛[2J" in out and SHOWN in err)  # Rich drops bells and carriage returns


def test_programs_get_the_texts_escaped(saved, capsys):
    assert main(["show", str(saved), "--json"]) == 0
    out, err = capsys.readouterr()
    assert not BAD & set(out + err)
    told = json.loads(out)
    assert (
        told["game"] == EVIL and told["players"][0] == EVIL and EVIL in told["information_sets"][0]["moves"][0]["move"]
    )


def test_a_terminal_gets_colours_but_no_sequences_of_the_file(saved):
    """On a real (pseudo) terminal, where Rich writes escape sequences of its own."""
    leader, follower = pty.openpty()
    env = os.environ | {"TERM": "xterm-256color", "COLUMNS": "200"}
    words = [sys.executable, "-m", "galakit", "show", str(saved)]
    with subprocess.Popen(words, stdout=follower, stderr=follower, env=env) as process:
        os.close(follower)
        seen = b""
        while True:
            try:
                piece = os.read(leader, 65536)
            except OSError:
                break
            if not piece:
                break
            seen += piece
    os.close(leader)
    text = seen.decode().replace("\r\n", "\n")
    assert process.returncode == 0 and "\x1b[1m" in text  # bold, by Rich
    assert "\x1b]0;" not in text and "\x1b[2J" not in text and "\x9b" not in text and "\u202e" not in text
    assert "␛]0;owned" in text


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (["solve", "FILE"], ""),
        (["show", "FILE", "--at", "nothing\x1b[2J"], ""),
        (["trace", "FILE", "--seed", "1"], ""),
        (["simulate", "FILE", "-n", "3", "--seed", "1"], ""),
        (["size", "FILE"], ""),
        (["play", "FILE", "--as", "q", "--hands", "1", "--seed", "1"], "l\n"),
        (["repl", "FILE"], "X = 'a\\e[2J'.\n:moves\n:facts\n:choose 1\n"),
        (["normal-form", "FILE"], ""),
        (["check", "FILE"], ""),
        (["solve", "no\x1b[2Jsuch"], ""),
    ],
)
def test_rules_do_not_reach_the_terminal_either(words, typed, tmp_path):
    game = tmp_path / "evil.gala"
    game.write_text(GAME)
    done = subprocess.run(
        [sys.executable, "-m", "galakit", *(word.replace("FILE", str(game)) for word in words)],
        input=typed, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode in (0, 2) and not BAD & set(done.stdout + done.stderr), done.stdout + done.stderr


def test_documents_are_as_they_are_in_a_pipe(tmp_path):
    text = "% a comment with \x1b[31m an escape sequence\n" + "game(g, [players : [a], flow : outcome([1])]).\n"
    done = subprocess.run(
        [sys.executable, "-m", "galakit", "fmt", "-"], input=text, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0 and "\x1b[31m" in done.stdout


def test_the_browser_in_the_terminal_shows_visible_characters_only(tmp_path):
    from galakit.terminal.app import Explorer

    game = gk.loads(GAME)
    explorer = Explorer(gk.Study(gk.solve(game), game))

    async def seen():
        async with explorer.run_test(size=(140, 40)) as pilot:
            for key in ("t", "g", "slash", "o"):
                await pilot.press(key)
                await pilot.pause(0.2)
                yield "\n".join(strip.text for strip in explorer.screen._compositor.render_strips())

    async def all_seen():
        return [text async for text in seen()]

    texts = asyncio.run(all_seen())
    assert not BAD & set("".join(texts)) and any("␛" in text for text in texts)


def test_what_is_visible_stays_as_it_is():
    for text in ("plain", "é ≈ … 🂡\n\tüber", ""):
        assert printable(text) == text
    assert printable(EVIL) == SHOWN and json.loads(json_text({"x": EVIL})) == {"x": EVIL}
    assert not BAD & set(json_text([EVIL]))
    assert json.loads(json_text("\U000e0001")) == "\U000e0001"  # an invisible character beyond 16 bits
