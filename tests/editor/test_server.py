"""The language server as an editor meets it: a process, its pipes, the protocol."""

from __future__ import annotations

from pathlib import Path

import pytest
from lsprotocol.types import Position
from pygls.workspace import PositionCodec

from editor.lsp_client import Client
from galakit.editor.protocol import Positions
from galakit.errors import Source
from galakit.lang.format.format import formatted
from galakit.loading import find

POKER = (Path(__file__).parent / "sample.gala").read_text(encoding="utf-8")
PENNIES = find("matching_pennies").text
BROKEN = "game(g, [players : [a, b], flow : (choose(a, X, membr(X, [1])), nonsense, oucome([1, -1]))]).\n"


@pytest.fixture(scope="module")
def client():
    client = Client()
    yield client
    assert client.close() == 0


@pytest.fixture(scope="module")
def poker(client, tmp_path_factory):
    uri = (tmp_path_factory.mktemp("games") / "poker.gala").as_uri()
    client.open(uri, POKER)
    assert client.diagnostics(uri) == []
    return uri


def place(text: str, word: str, nth: int = 0) -> tuple[int, int]:
    """Line and character of an occurrence of a word."""
    offset = -1
    for _ in range(nth + 1):
        offset = text.index(word, offset + 1)
    return text.count("\n", 0, offset), offset - (text.rfind("\n", 0, offset) + 1)


def in_range(text: str, place: dict) -> str:
    """The text of a range on one line."""
    line = text.split("\n")[place["start"]["line"]]
    return line[place["start"]["character"] : place["end"]["character"]]


def test_the_server_says_what_it_can_do(client):
    offered = client.capabilities
    for feature in ("hover", "definition", "documentSymbol", "documentFormatting"):
        assert offered[f"{feature}Provider"]
    assert "$" in offered["completionProvider"]["triggerCharacters"]


# -- diagnostics ------------------------------------------------------------------------------------------------------


def test_diagnostics_come_while_typing_and_go_when_mended(client, tmp_path):
    uri = (tmp_path / "g.gala").as_uri()
    client.open(uri, BROKEN)
    found = client.diagnostics(uri)
    assert {in_range(BROKEN, d["range"]) for d in found} >= {"membr(X, [1])", "nonsense"}
    first = next(d for d in found if "membr" in d["message"])
    assert first["severity"] == 1 and first["source"] == "galakit" and "member" in first["message"]
    client.change(uri, "game(g, [players : [a, b], flow : (x gets 1, outcome([$x, -1]))]).")
    assert any(d["severity"] == 2 and "not declared" in d["message"] for d in client.diagnostics(uri))
    client.change(uri, PENNIES, 3)
    assert client.diagnostics(uri) == []
    client.tell("textDocument/didClose", {"textDocument": {"uri": uri}})
    assert client.diagnostics(uri) == []


def test_while_somebody_types_only_the_last_text_is_checked(client, tmp_path):
    uri = (tmp_path / "g.gala").as_uri()
    client.open(uri, PENNIES[:1])
    for version, length in enumerate([*range(2, len(PENNIES), 7), len(PENNIES)], 2):
        client.change(uri, PENNIES[:length], version)
    assert client.diagnostics(uri) == []


def test_a_library_is_checked_for_syntax_only(client, tmp_path):
    uri = (tmp_path / "mine.pl").as_uri()
    client.open(uri, "double(X, Y) :- Y is 2 * X.\nwrong(")
    (found,) = client.diagnostics(uri)
    assert "never closed" in found["message"] and found["range"]["start"] == {"line": 1, "character": 5}


# -- hover, definition, completion ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "nth", "told"),
    [
        ("choose(", 0, "choose(Player, Template, Constraint)"),
        ("players", 0, "in turn order"),
        ("take_turns", 0, "take turns"),
        ("between(", 0, "each integer from Low to High"),
        ("deal_hands", 0, "everybody sees his own hand"),
        ("$cash", 0, "cash = 2"),
        ("cash,", 0, "parameter"),
        ("wins($opponent)", 0, "The winner takes the pot"),
        ("$winner", 0, "formal parameter"),
        ("$player", 0, "Whose turn it is"),
        ("strength(", 0, "a number, larger for stronger hands"),
        ("rank_of", 0, "rank_of("),
        ("face(", 0, "known by its rank alone"),
        ("debt gets", 0, "Gala variable"),
        ("$betterhand", 0, "betterhand"),
        ("maplist(", 0, "The goal holds for the elements"),
        ("gambler]", 0, "gambler"),
    ],
)
def test_hovering_tells_what_a_name_means(client, poker, word, nth, told):
    line, character = place(POKER, word, nth)
    result = client.at("hover", poker, line, character + (word[0] == "$"))
    assert told in result["contents"]["value"], result
    assert in_range(POKER, result["range"]) == word.strip("$").split("(")[0].split(",")[0].split(" ")[0].rstrip("]")


def test_hovering_over_nothing_tells_nothing(client, poker):
    assert client.at("hover", poker, 0, 5) is None
    assert client.at("hover", poker, 1000, 0) is None


@pytest.mark.parametrize(
    ("word", "defined"),
    [
        ("deal_hands, bet", "deal_hands :"),
        ("$cash", "cash = 2"),
        ("$winner", "winner) :"),
        ("$debt", "debt = 0"),
        ("$money(", "money : ["),
        ("wins($opponent)", "wins(winner) :"),
        ("face($suits, Hand1", "face(1, Hand"),
        ("numbered(Ranks)", "numbered(Ranks, (Suit"),
        ("debt gets", "debt = 0"),
    ],
)
def test_definitions_are_found(client, poker, word, defined):
    line, character = place(POKER, word)
    result = client.at("definition", poker, line, character + (word[0] == "$"))
    assert result["uri"] == poker
    start = result["range"]["start"]
    assert (start["line"], start["character"]) == place(POKER, defined)


@pytest.mark.parametrize(("word", "file"), [("strength(", "cards.pl"), ("maplist(", "apply.pl"), ("pay(", "money.pl")])
def test_definitions_in_libraries_are_found(client, poker, word, file):
    line, character = place(POKER, word)
    result = client.at("definition", poker, line, character)
    path = Path(result["uri"].removeprefix("file://"))
    name = word.rstrip("(")
    assert path.name == file
    assert path.read_text(encoding="utf-8").splitlines()[result["range"]["start"]["line"]].startswith(name)


def test_definitions_in_a_library_beside_the_game_are_found(client, tmp_path):
    (tmp_path / "mine.pl").write_text("% twice(X, Y): Y is the double of X.\ntwice(X, Y) :- Y is 2 * X.\n")
    text = ":- use(library(mine)).\ngame(g, [players : [a], flow : (twice(1, X), outcome([X]))]).\n"
    uri = (tmp_path / "g.gala").as_uri()
    client.open(uri, text)
    line, character = place(text, "twice")
    result = client.at("definition", uri, line, character + 2)
    assert result["uri"] == (tmp_path / "mine.pl").as_uri() and result["range"]["start"]["line"] == 1
    assert "the double of X" in client.at("hover", uri, line, character)["contents"]["value"]
    assert "twice" in {item["label"] for item in client.at("completion", uri, line, character)}


def labels(client, uri, text, behind, nth=0):
    line, character = place(text, behind, nth)
    return {item["label"]: item for item in client.at("completion", uri, line, character + len(behind))}


def test_completion_offers_what_fits(client, poker):
    after_dollar = labels(client, poker, POKER, "money($")
    assert {"cash", "ante", "debt", "betterhand", "player", "opponent", "deck"} <= after_dollar.keys()
    assert "winner" not in after_dollar and "choose" not in after_dollar
    assert "winner" in labels(client, poker, POKER, "$money($", 1)
    anywhere = labels(client, poker, POKER, "flow : (")
    assert {
        "choose",
        "reveal",
        "deal_hands",
        "wins",
        "face",
        "member",
        "strength",
        "gambler",
        "maplist",
    } <= anywhere.keys()
    assert anywhere["choose"]["detail"] == "choose(Player, Template, Constraint)"
    assert "everybody sees" in anywhere["deal_hands"]["documentation"]["value"]
    assert {"cards", "combinations"} <= labels(client, poker, POKER, "library(").keys()


def test_completion_works_in_a_text_that_cannot_be_read_yet(client, tmp_path):
    uri = (tmp_path / "g.gala").as_uri()
    text = "game(g, [players : [ann, bob], params : [stake = 1], flow : (choose(ann, Move, member(Mo"
    client.open(uri, text)
    assert {"Move"} == {item["label"] for item in client.at("completion", uri, 0, len(text))}
    text += "ve, [1])), payoff(bob, $"
    client.change(uri, text)
    assert "stake" in {item["label"] for item in client.at("completion", uri, 0, len(text))}


# -- outline, formatting ----------------------------------------------------------------------------------------------


def test_the_outline_is_a_tree(client, poker):
    symbols = client.ask("textDocument/documentSymbol", {"textDocument": {"uri": poker}})
    assert [s["name"] for s in symbols] == ["sample", "face/3", "value/3", "numbered/3"]
    names = [s["name"] for s in symbols[0]["children"]]
    assert {"dealer", "cash", "deck", "debt", "flow", "wins"} <= set(names) and "winner" not in names
    for symbol in [*symbols, *symbols[0]["children"]]:
        assert symbol["range"]["start"]["line"] <= symbol["selectionRange"]["start"]["line"]
        assert symbol["selectionRange"]["end"]["line"] <= symbol["range"]["end"]["line"]


def test_formatting_is_that_of_fmt(client, tmp_path):
    uri = (tmp_path / "g.gala").as_uri()
    options = {"textDocument": {"uri": uri}, "options": {"tabSize": 4, "insertSpaces": True}}
    text = "game(g,[players:[a],flow:end]).  % ♠\n% last"
    client.open(uri, text)
    (edit,) = client.ask("textDocument/formatting", options)
    assert edit["newText"] == formatted(Source("<text>", text))
    assert edit["range"] == {"start": {"line": 0, "character": 0}, "end": {"line": 1, "character": 6}}
    client.change(uri, formatted(Source("<text>", text)))
    assert client.ask("textDocument/formatting", options) == []
    client.change(uri, "game(g,[", 3)
    assert client.ask("textDocument/formatting", options) == []


# -- the world outside ------------------------------------------------------------------------------------------------


def test_columns_are_counted_in_the_units_the_client_asks_for(tmp_path):
    client = Client(["utf-8"])
    uri = (tmp_path / "g.gala").as_uri()
    client.open(uri, "p('🂡').\n'🂡'(x y).\n")
    assert {"line": 1, "character": 9} in [d["range"]["start"] for d in client.diagnostics(uri)]
    assert client.close() == 0


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 6), ("utf-16", 4), ("utf-32", 3)])
def test_offsets_and_positions_are_inverse(encoding, column):
    places = Positions(PositionCodec(encoding))
    source = Source("g.gala", "x.\r\n'🂡'é\n\n")
    assert places.position(source, 7) == Position(1, column)
    for offset in range(len(source.text) + 1):
        assert places.offset(source, places.position(source, offset)) == offset
    assert places.offset(source, Position(1, 1000)) == 8 and places.offset(source, Position(99, 0)) == len(source.text)
