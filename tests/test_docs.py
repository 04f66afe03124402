"""The documentation tells the truth: its Python runs, its games load, its commands exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import galakit as gk
from galakit.cli.main import main
from galakit.solvers import registry

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(kind):
    for page in PAGES:
        for match in re.finditer(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
            yield pytest.param(
                match[1], id=f"{page.name}:{page.read_text(encoding='utf-8')[: match.start()].count(chr(10)) + 1}"
            )


def plays():
    """Each game that is followed by a play, with the play."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        for match in re.finditer(r"```gala\n((?:(?!```).)*)```\n+```play\n(.*?)```", text, re.DOTALL):
            yield pytest.param(match[1], match[2], id=f"{page.name}:{text[: match.start()].count(chr(10)) + 1}")


@pytest.mark.parametrize("code", list(blocks("python")))
def test_python_in_the_documentation_runs(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some of it writes files
    monkeypatch.setattr(registry, "_others", registry._Others())  # or registers methods
    exec(compile(code, "<documentation>", "exec"), {"__name__": "documentation"})


@pytest.mark.parametrize("text", list(blocks("gala")))
def test_games_in_the_documentation_run_and_are_solved_where_they_can_be(text):
    game = gk.loads(text)
    if len(game.players) == 1 or (game.form.constant_sum is not None and len(game.players) == 2):
        assert gk.solve(game).gap == 0
    else:
        assert game.size().terminals > 0


@pytest.mark.parametrize(("text", "expected"), list(plays()))
def test_plays_in_the_documentation_go_as_they_are_told(text, expected):
    rules = gk.loads(text).rules
    told = {name: [] for name in rules.players}
    paid = [0] * len(rules.players)
    step = rules.start()
    lines = dict(line.split(": ", 1) for line in expected.strip().splitlines())
    for move in [*split(lines.pop("moves")), None]:
        for player, fact in step.observations:
            told[rules.players[player]].append(rules.write(fact))
        paid = [p + q for p, q in zip(paid, step.payoffs)]
        if move is not None:
            step = step.state.after([rules.write(m) for m in step.state.moves].index(move))
    assert not step.state.moves
    assert ", ".join(str(p) for p in paid) == lines.pop("pays")
    for name, facts in lines.items():
        assert told[name] == split(facts)


def split(text):
    """The parts between commas outside brackets."""
    return [part.strip() for part in re.findall(r"(?:[^,(\[]|[(\[][^)\]]*[)\]])+", text)]


def test_the_readme_shows_the_shipped_kuhn_poker():
    listing = next(iter(blocks("gala"))).values[0]
    assert listing.strip() in (ROOT / "src/galakit/games/kuhn.gala").read_text(encoding="utf-8")


def test_the_values_the_readme_prints_are_right():
    solution = gk.solve(gk.load("poker", ranks=8))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert str(solution.value) in readme
    assert str(solution.at("gambler", "myhand([2])").probabilities) in readme


def test_commands_in_the_readme_are_understood():
    from typer.main import get_command

    from galakit.cli.main import app

    group = get_command(app)
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^(?:\$ )?galakit +(.*?)(?: +#.*)?$", readme, re.MULTILINE)
    assert len(commands) >= 9
    for line in commands:
        name, *words = shlex.split(line)
        group.commands[name].make_context(name, words)


def test_pictures_and_links_exist():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), (page.name, target)


CONSOLES = [page for page in PAGES if "```console\n" in page.read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", CONSOLES, ids=[page.name for page in CONSOLES])
def test_commands_print_what_a_page_says(page, tmp_path, monkeypatch, capsys):
    """Listings are saved under the name the text gives them; commands are run beside them."""
    monkeypatch.chdir(tmp_path)
    commands = 0
    parts = re.finditer(
        r"(?:Save this as `([\w.]+)`:\n\n)?```(gala|nfg|kif|console)\n(.*?)```",
        page.read_text(encoding="utf-8"),
        re.DOTALL,
    )
    for name, kind, content in (match.groups() for match in parts):
        if kind != "console":
            if name:
                (tmp_path / name).write_text(content, encoding="utf-8")
            continue
        for command, expected in re.findall(r"^\$ galakit (.*)\n((?:(?!\$ ).*\n)*)", content, re.MULTILINE):
            main(shlex.split(command))
            printed = capsys.readouterr()
            lines = [line for line in printed.out.splitlines() if not line.startswith(("method ", "took "))]
            assert "\n".join(lines).strip() == expected.strip(), printed.err
            commands += 1
    assert commands >= (5 if page.name == "tutorial.md" else 1)
