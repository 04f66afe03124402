"""Tokens: every kind of Prolog token, and flaws that become diagnostics instead of exceptions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galakit.errors import Source
from galakit.lang.terms import Float
from galakit.lang.tokens import tokenize


def kinds(text: str) -> list[tuple[str, Any]]:
    lexed = tokenize(Source("<text>", text))
    assert not lexed.diagnostics
    return [(t.kind, t.value) for t in lexed.tokens[:-1]]


def complaint(text: str) -> str:
    (diagnostic,) = tokenize(Source("<text>", text)).diagnostics
    return diagnostic.message


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("player", "atom", "player"),
        ("élan", "atom", "élan"),
        ("Élan", "var", "Élan"),
        ("_x", "var", "_x"),
        ("=..", "atom", "=.."),
        ("$", "atom", "$"),
        ("'it''s'", "quoted", "it's"),
        (r"'a\nb\x41\\101\\\\''", "quoted", "a\nbAA\\'"),
        ("'one\\\ntwo'", "quoted", "onetwo"),
        ("'\"\"'", "quoted", '""'),
        ('"say \\"hi\\""', "string", 'say "hi"'),
        ('"a""b\'\'"', "string", "a\"b''"),
        ("1_000_000", "number", 1000000),
        ("0x1F", "number", 31),
        ("0o17", "number", 15),
        ("0b101", "number", 5),
        ("0'a", "number", 97),
        ("0'''", "number", 39),
        ("0'\\n", "number", 10),
        ("0' ", "number", 32),
        ("1.5", "number", Float(1.5)),
        ("1.5e3", "number", Float(1500)),
        ("1e10", "number", Float(1e10)),
        ("1.0Inf", "number", Float("inf")),
        ("1r3", "number", Fraction(1, 3)),
        ("4r2", "number", 2),
    ],
)
def test_a_token_has_its_kind_and_value(text: str, kind: str, value: object) -> None:
    assert kinds(text) == [(kind, value)]


def test_integers_have_up_to_ten_thousand_digits() -> None:
    assert kinds("7" * 10_000) == [("number", (10**10_000 - 1) // 9 * 7)]
    assert complaint("7" * 10_001) == "a number of more than 10,000 digits"


def test_a_dot_ends_a_clause_only_before_layout_a_comment_or_the_end() -> None:
    assert [k for k, _ in kinds("a.b. c.%\nd.")] == ["atom", "atom", "atom", "end", "atom", "end", "atom", "end"]
    assert kinds("X = 1.") == [("var", "X"), ("atom", "="), ("number", 1), ("end", ".")]


def test_a_dollar_stands_alone_so_that_it_can_follow_any_operator() -> None:
    assert [v for _, v in kinds("deck:$suits*$ranks")] == ["deck", ":", "$", "suits", "*", "$", "ranks"]


def test_layout_and_comments_before_a_token_are_noticed() -> None:
    tokens = tokenize(Source("<text>", "f(a) /* b */- 1")).tokens
    assert [t.layout_before for t in tokens] == [False, False, False, False, True, True, False]


def test_comments_are_kept_with_their_places() -> None:
    text = "a. % one\n/* two\n /* three */ b."
    assert [text[c.start : c.end] for c in tokenize(Source("<text>", text)).comments] == [
        "% one",
        "/* two\n /* three */",
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("'abc", "this quoted atom is never closed"),
        ("'abc\nd'.", "this quoted atom is never closed"),
        ('"abc', "this string is never closed"),
        ("'abc\\", "this quoted atom is never closed"),
        ("a /* b", "this comment is never closed"),
        (r"'a\qb'", r"unknown escape `\q`"),
        (r"'\x110000\'", "this escape names no character"),
        (r"'\xd800\'", "this escape names no character"),
        ("a \x01 b", "unexpected character U+0001"),
        ("a � b", "unexpected character `�`"),
        ("`a", "a back quote has no meaning here"),
        ("1e999", "this float is too large"),
        ("1r0", "a rational number with denominator 0"),
    ],
)
def test_what_cannot_be_read_is_reported(text: str, message: str) -> None:
    diagnostics = tokenize(Source("<text>", text)).diagnostics
    assert diagnostics[0].message == message
    assert diagnostics[0].span is not None


def test_an_unclosed_quote_costs_only_its_line() -> None:
    tokens = tokenize(Source("<text>", "a : 'b, c\nd.")).tokens
    assert [t.kind for t in tokens] == ["atom", "atom", "error", "atom", "end", "eof"]


@given(st.text())
def test_tokens_cover_any_text_in_order_and_never_raise(text: str) -> None:
    lexed = tokenize(Source("<text>", text))
    places = sorted([(t.start, t.end) for t in lexed.tokens] + [(c.start, c.end) for c in lexed.comments])
    position = 0
    for start, end in places:
        assert not text[position:start].replace("\ufeff", "").strip()
        position = end
    assert position == len(text)
