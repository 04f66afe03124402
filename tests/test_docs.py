"""The documentation tells the truth: its Python runs, its games load, its commands exist."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from test_architecture import ALLOWED

import galakit as gk
from galakit.cli.main import main
from galakit.solvers import registry

ROOT = Path(__file__).parent.parent
DESIGN = (ROOT / "docs" / "explanation" / "design.md").read_text(encoding="utf-8")
PARTS = ("tutorial", "how-to", "reference", "explanation")
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *(p for part in PARTS for p in sorted((ROOT / "docs" / part).glob("*.md"))),
]


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


def test_the_values_the_readme_prints_are_right():
    solution = gk.solve(gk.load("poker", ranks=8))
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert str(solution.value) in readme
    assert str(solution.at("gambler", "myhand([2])").probabilities) in readme


def test_commands_in_the_reference_are_understood():
    from typer.main import get_command

    from galakit.cli.main import app

    group = get_command(app)
    page = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    commands = re.findall(r"^galakit +(.*?)(?: +#.*)?$", page, re.MULTILINE)
    for line in commands:
        name, *words = shlex.split(line)
        group.commands[name].make_context(name, words)
    assert {line.split()[0] for line in commands} == set(group.commands)


def test_every_page_has_one_place_in_the_navigation_of_the_site():
    listed = re.findall(r"^ +- .+: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    pages = [page.relative_to(ROOT / "docs").as_posix() for page in PAGES if "docs" in page.relative_to(ROOT).parts]
    made = ["index.md", "contributing.md", "changelog.md"]
    assert sorted(listed) == sorted([*pages, *made])


def test_the_page_on_the_api_has_all_of_it():
    page = (ROOT / "docs" / "reference" / "api.md").read_text(encoding="utf-8")
    shown = {name.rpartition(".")[2] for name in re.findall(r"^::: ([\w.]+)$", page, re.MULTILINE)}
    assert shown >= set(gk.__all__)


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path):
    for name in ("mkdocs", "material", "mkdocstrings_handlers.python"):
        pytest.importorskip(name)
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path / "site")]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    assert "galakit.solve" in (tmp_path / "site" / "reference" / "api.html").read_text(encoding="utf-8")


def test_the_map_of_rooms_is_the_architecture():
    rows = re.findall(r"^\| `(\w+)` \| .* \| (.*) \|$", DESIGN, re.MULTILINE)
    shown = {
        folder: set(re.findall(r"`(\w+)`", allowed)) for folder, allowed in rows if not allowed.startswith("every")
    }
    assert shown == {"games": set()} | {folder: allowed for folder, allowed in ALLOWED.items() if folder != "cli"}


def test_an_evening_is_enough_for_the_reading():
    listed = re.findall(r"^\d+\. `(.+?)`", DESIGN, re.MULTILINE)
    assert len(listed) == 23
    assert sum(len((ROOT / "src/galakit" / path).read_text(encoding="utf-8").splitlines()) for path in listed) < 4_000


def test_the_glossary_names_what_there_is():
    glossary = DESIGN[DESIGN.index("## Glossary") : DESIGN.index("## An evening")]
    for cell in re.findall(r"^\|.*\| (`.*) \|$", glossary, re.MULTILINE):
        for name in re.findall(r"`([\w.]+)`", cell):
            assert named(name), name


def named(dotted: str) -> bool:
    """Whether a dotted name below the package means something; the names of two classes are short."""
    short = {"SequenceForm": "game.sequence_form", "Certificate": "solution.certificate", "Method": "solvers.method"}
    first, *rest = dotted.split(".")
    words = [*short[first].split("."), first, *rest] if first in short else [first, *rest]
    found = import_module("galakit")
    for k, word in enumerate(words):
        path = ROOT.joinpath("src", "galakit", *words[: k + 1])
        if path.is_dir() or path.with_suffix(".py").is_file():
            found = import_module(".".join(["galakit", *words[: k + 1]]))
        elif not (hasattr(found, word) or word in getattr(found, "__annotations__", {})):
            return False
        else:
            found = getattr(found, word, None)
    return True


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
    assert commands >= (5 if page.name == "first_games.md" else 1)
