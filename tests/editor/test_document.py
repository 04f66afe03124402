"""What an editor asks about a text has an answer, or none; never an error, whatever the text."""

from __future__ import annotations

import random
import time

import pytest
from fuzz.test_command_line import mutated

from galakit.editor.definitions import scan
from galakit.editor.document import Document
from galakit.errors import Source
from galakit.loading import find, shipped_names


@pytest.mark.parametrize("name", shipped_names(".gala"))
def test_a_damaged_text_gets_answers_all_the_same(name):
    for seed in range(8):
        rng = random.Random(seed)
        text = mutated(find(name).text, rng)
        document = Document("game.gala", text)
        for offset in [0, len(text), *rng.choices(range(len(text) + 1), k=15)]:
            document.hover(offset)
            document.definition(offset)
            document.completions(offset)
        for definition in document.scan.definitions:
            assert text[definition.start : definition.end]
            assert definition.extent[0] <= definition.start <= definition.end <= definition.extent[1] <= len(text)


def kinds(text: str) -> list[tuple[str, str, int]]:
    return [(d.kind, d.name, d.arity) for d in scan(Source("g.gala", text)).definitions]


def test_definitions_are_found_before_the_text_can_be_read():
    text = "game(g, [params : [n = 2, m], variables : [x, y(1) = 0], go(a, b) : (choose(a, X, member(X, [1"
    assert kinds(text) == [
        ("game", "g", 0),
        ("parameter", "n", 0),
        ("parameter", "m", 0),
        ("variable", "x", 0),
        ("variable", "y", 1),
        ("gameflow", "go", 2),
        ("formal", "a", 0),
        ("formal", "b", 0),
    ]


def test_phases_have_definitions_of_their_own():
    text = "game(g, [players : [a], phase(bidding, [variables : [bid = 0], flow : end]), flow : play_phase(bidding)])."
    found = scan(Source("g.gala", text)).definitions
    assert [(d.kind, d.name, d.parent.name if d.parent else "") for d in found] == [
        ("game", "g", ""),
        ("player", "a", "g"),
        ("phase", "bidding", "g"),
        ("variable", "bid", "bidding"),
        ("gameflow", "flow", "bidding"),
        ("gameflow", "flow", "g"),
    ]


def test_comments_belong_to_what_follows_them():
    text = "% The first line.\n% The second.\n\ngame(g, [\n    % goes\n    % on\n    go : end\n]).\n\n%! p(+X): x.\np(1).\n% not\n\nq.\n/* in\n * a block */\nr.\n"
    comments = {d.name: d.comment for d in scan(Source("g.gala", text)).definitions}
    assert comments == {
        "g": "The first line.\nThe second.",
        "go": "goes\non",
        "p": "p(+X): x.",
        "q": "",
        "r": "in\na block",
    }


def test_a_predicate_is_defined_by_its_first_clause():
    assert kinds("p(1). p(2). p(1, 2). q :- p(_).") == [
        ("predicate", "p", 1),
        ("predicate", "p", 2),
        ("predicate", "q", 0),
    ]
    text = "p(1).\np(2).\nq :- p(X).\n"
    assert Document("g.pl", text).definition(text.index("p(X)")).start == 0


def test_a_program_hides_the_library():
    text = ":- use(library(cards)).\nstrength(a, b).\nq :- strength(X, Y), beats(X, Y).\n"
    document = Document("g.gala", text)
    assert document.definition(text.index("strength(X")).source is document.source
    assert document.definition(text.index("beats(")).source.name.endswith("cards.pl")
    assert "tally" not in {c.label for c in document.completions(len(text))}


def test_the_old_spelling_of_a_variable_is_one():
    text = "game(g, [players : [a], variables : [pot = 1], flow : outcome(['$pot'])])."
    assert Document("g.gala", text).definition(text.index("'$pot'") + 3).kind == "variable"


def test_large_texts_are_scanned_quickly():
    text = "% c\n" * 2000 + "".join(f"% about {i}\np{i}(X) :- q(X, [a, (b, c)]).\n" for i in range(3000))
    began = time.process_time()
    assert len(scan(Source("g.pl", text)).definitions) == 3000
    scan(Source("g.pl", "x :- " + "f(" * 900 + ")" * 900 + "."))
    assert time.process_time() - began < 10
