"""Colours: the Pygments lexer through its entry point, and the TextMate grammar."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from pygments.token import Comment, Error, Keyword, Name, Number, Operator, String

from galakit.editor.highlighting import GalaLexer
from galakit.editor.vocabulary import BUILT_INS, DECLARATIONS, OPERATORS, STATEMENTS
from galakit.lang.prolog import Prolog
from galakit.lang.terms import sym
from galakit.loading import find, shipped_names

ROOT = Path(__file__).parent.parent.parent
VSCODE = ROOT / "editors" / "vscode"
GRAMMAR = json.loads((VSCODE / "syntaxes" / "gala.tmLanguage.json").read_text(encoding="utf-8"))

SAMPLE = """% a comment
game(coin, [
    players : [even, odd],
    flow : (choose(nature, X, between(1, $n, X)), pot gets X mod 2, helper(X), end)
]).
helper(X) :- X = 'Two words', Y = "it's", Z is 1.5 + 0x1f, \\+ member(X, [a]), !. /* more
of it */
"""


# -- words ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [n for n, w in BUILT_INS.items() for _ in w.arities])
def test_the_vocabulary_tells_of_predicates_that_exist(name):
    database = Prolog().database
    for arity in BUILT_INS[name].arities:
        assert database.defined(sym(name, arity)), f"{name}/{arity}"


def test_usages_have_arities():
    assert STATEMENTS["choose"].arities == (3,) and STATEMENTS["if"].arities == (2, 3)
    assert STATEMENTS["end"].arities == (0,) and "gets" in STATEMENTS
    assert BUILT_INS["nth0"].usage == "nth0(I, List, X), nth0(I, List, X, Rest)"
    assert all(word.meaning.endswith(".") for words in (DECLARATIONS, STATEMENTS, BUILT_INS) for word in words.values())


# -- Pygments ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_names(".gala"))
def test_the_lexer_knows_every_character_of_the_shipped_games(name):
    text = find(name).text
    tokens = list(GalaLexer().get_tokens(text))
    assert "".join(value for _, value in tokens) == text
    assert not [value for kind, value in tokens if kind is Error]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("% a comment", Comment.Single),
        ("game", Keyword.Declaration),
        ("coin", Name.Class),
        ("players", Keyword.Declaration),
        ("even", Name.Constant),
        ("choose", Keyword),
        ("X", Name.Variable),
        ("between", Name.Builtin),
        ("n", Name.Variable.Global),
        ("gets", Operator.Word),
        ("mod", Operator.Word),
        ("helper", Name.Function),
        ("end", Keyword),
        ("'Two words'", String.Symbol),
        ('"it\'s"', String.Double),
        ("1.5", Number.Float),
        ("0x1f", Number.Hex),
        ("!", Keyword.Pseudo),
    ],
)
def test_tokens_of_the_lexer(text, kind):
    assert (kind, text) in list(GalaLexer().get_tokens(SAMPLE))


def test_pygments_finds_the_lexer_by_its_entry_point(tmp_path):
    """The project's entry points, installed as any installer would, in a process of its own."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    entries = project["entry-points"]["pygments.lexers"]
    folder = tmp_path / "galakit_entry_points-1.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: galakit-entry-points\nVersion: 1\n")
    lines = "".join(f"{name} = {target}\n" for name, target in entries.items())
    (folder / "entry_points.txt").write_text(f"[pygments.lexers]\n{lines}")
    code = (
        f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from pygments.lexers import get_lexer_by_name as by_name;"
        "from pygments.lexers import get_lexer_for_filename as by_file; print(by_name('gala').name, by_file('a.gala').name)"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout == "Gala Gala\n", result.stderr


# -- TextMate ---------------------------------------------------------------------------------------------------------


def rules(patterns):
    """The rules of a list of patterns, with those they include."""
    for pattern in patterns:
        if "include" in pattern:
            yield from rules(GRAMMAR["repository"][pattern["include"].removeprefix("#")]["patterns"])
        else:
            yield pattern


def scopes(text: str):
    """What an editor would do: at each place the first rule that matches there, blocks across lines."""
    block = None
    for line in text.splitlines():
        position = 0
        while position < len(line):
            if block is not None:
                end = re.compile(block["end"]).search(line, position)
                yield line[position : end.end() if end else len(line)], block["name"]
                position = end.end() if end else len(line)
                block = None if end else block
                continue
            tried = [
                (re.compile(r.get("match") or r["begin"]).search(line, position), r) for r in rules(GRAMMAR["patterns"])
            ]
            found = [(m.start(), k) for k, (m, _) in enumerate(tried) if m and m.end() > m.start()]
            if not found:
                break
            match, rule = tried[min(found)[1]]
            if "begin" in rule:
                block = rule
                position = match.end()
                continue
            for group, capture in rule.get("captures", {}).items():
                yield match[int(group)], capture["name"]
            if "name" in rule:
                yield match[0], rule["name"]
            position = match.end()


def test_the_regular_expressions_of_the_grammar_compile():
    found = list(rules(GRAMMAR["patterns"]))
    assert len(found) > 20
    for rule in found:
        assert ("match" in rule) != ("begin" in rule and "end" in rule)
        for key in ("match", "begin", "end"):
            re.compile(rule.get(key, ""))
    included = {p["include"].removeprefix("#") for p in GRAMMAR["patterns"]}
    assert included == set(GRAMMAR["repository"])


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("% a comment", "comment.line.percentage.gala"),
        ("of it */", "comment.block.gala"),
        ("game", "storage.type.gala"),
        ("coin", "entity.name.type.gala"),
        ("players", "storage.type.gala"),
        ("choose", "keyword.control.gala"),
        ("nature", "keyword.control.gala"),
        ("between", "support.function.gala"),
        ("n", "variable.other.readwrite.gala"),
        ("X", "variable.parameter.gala"),
        ("gets", "keyword.operator.word.gala"),
        ("helper", "entity.name.function.gala"),
        ("helper", "entity.name.function.call.gala"),
        ("1.5", "constant.numeric.gala"),
        ("0x1f", "constant.numeric.gala"),
        ("!", "constant.language.gala"),
        (".", "punctuation.terminator.gala"),
        ("Two words'", "string.quoted.single.gala"),
        ("it's\"", "string.quoted.double.gala"),
    ],
)
def test_scopes_of_the_grammar(text, scope):
    assert (text, scope) in list(scopes(SAMPLE))


def test_the_grammar_knows_the_words_of_the_language():
    text = json.dumps(GRAMMAR["repository"])
    words = set(re.findall(r"[a-z_0-9]+", text))
    assert words >= {*DECLARATIONS, *STATEMENTS, *BUILT_INS, *OPERATORS}


def test_the_extension_names_files_that_exist():
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    contributed = package["contributes"]
    (language,), (grammar,) = contributed["languages"], contributed["grammars"]
    assert language["extensions"] == [".gala"] and grammar["scopeName"] == GRAMMAR["scopeName"]
    for path in (package["main"], language["configuration"], grammar["path"]):
        assert (VSCODE / path).is_file()
    json.loads((VSCODE / language["configuration"]).read_text(encoding="utf-8"))
