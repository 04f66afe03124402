"""Messages: what managers send is read in all its forms, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galakit.errors import GalakitError
from galakit.ggp.messages import LARGEST, Abort, Info, Play, Preview, Start, Stop, read, read_term, write
from ggp.descriptions import TIC_TAC_TOE, in_one_line

NAMES = st.text("abcdefghij0123456789_-+", min_size=1, max_size=6).filter(lambda t: t != "nil")
TERMS = st.recursive(
    NAMES,
    lambda inner: st.tuples(NAMES, inner) | st.tuples(NAMES, inner, inner) | st.tuples(NAMES, NAMES),
    max_leaves=6,
)
TOLD = st.none() | st.lists(TERMS, max_size=4).map(tuple)
CLOCKS = st.integers(0, 1000).map(float) | st.sampled_from([0.5, 2.25])
MESSAGES = st.one_of(
    st.builds(Info, st.booleans()),
    st.builds(Start, NAMES, NAMES, st.just("((role a) (init b))"), CLOCKS, CLOCKS),
    st.builds(Preview, st.just("((role a))"), CLOCKS),
    st.builds(Play, NAMES, TOLD),
    st.builds(Play, NAMES, TOLD, st.integers(0, 99), st.none() | TERMS),
    st.builds(Stop, NAMES, TOLD),
    st.builds(Stop, NAMES, TOLD, st.integers(0, 99), st.none() | TERMS),
    st.builds(Abort, NAMES),
)


@given(MESSAGES)
def test_what_is_written_is_read_back(message):
    assert read(write(message)) == message


@given(MESSAGES.filter(lambda m: not isinstance(m, (Start, Preview))))
def test_capitals_do_not_count_but_in_the_name_of_a_match(message):
    again = read(write(message).upper())
    assert type(again) is type(message)
    for name in ("news", "turn", "mine", "ping"):
        assert getattr(again, name, None) == getattr(message, name, None)


def test_start_tolerates_what_it_does_not_know():
    rules = in_one_line(TIC_TAC_TOE)
    message = read(f"(START Match.7 XPLAYER {rules} 30 15 extra (more of it) 7)")
    assert message == Start("Match.7", "xplayer", rules, 30, 15)


def test_layout_and_comments_are_free():
    assert read("\r\n( play  m1 ; the match\n\t(noop\n(Mark 1 2)) )\n") == Play("m1", ("noop", ("mark", "1", "2")))
    assert read("(PLAY m1 ((noop) (noop)))") == Play("m1", ("noop", "noop"))
    assert read("(PLAY m1 nil)") == Play("m1", None)
    assert read("(PLAY m1 ())") == Play("m1", ())


BROKEN = [
    "", " ", "nil", "(", ")", "()", "(())", "((play))", "(play", "play)", "(play m1 nil) (play m1 nil)", "(play)",
    "(play m1)", "(play m1 noop)", "(play m1 1 nil)", "(play m1 x nil nil)", "(play m1 -1 nil nil)",
    "(play m1 (()))", "(play m1 ((mark ?x)))", "(play m1 (((a b) c)))", "(play (m 1) nil)", "(play m1 99999999999 nil nil)",
    "(start m1 x ((role x)) 1)", "(start m1 x rules 1 1)", "(start m1 x ((role x)) -1 1)", "(start m1 x ((role x)) nan 1)",
    "(start m1 x ((role x)) 1e9 1)", "(start m1 (x) ((role x)) 1 1)", "(start m1 x ((role x)) 9999999999 1)", "(stop)",
    "(stop m1)", "(abort)", "(abort (m))", "(preview)", "(preview ((role x)))", "(hello there)", "(play m1 ((a)) b) c",
    "<html>", "\0", "(\0)", "(play m1 (a", "(info", "{}",
]  # fmt: skip


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_no_message_is_refused_with_a_reason(text):
    with pytest.raises(GalakitError) as raised:
        read(text)
    assert raised.value.diagnostics[0].id == "GK960"
    assert len(raised.value.diagnostics[0].concise()) < 1_100


@given(st.text(st.sampled_from("() ;?\n19anilNILplay"), max_size=60) | st.text(max_size=40))
def test_no_text_does_anything_but_be_read_or_refused(text):
    for reader in (read, read_term):
        try:
            reader(text)
        except GalakitError as error:
            assert error.diagnostics[0].id == "GK960"


@given(MESSAGES, st.integers(0, 10**6), st.text("() ;?x\0é", max_size=3))
def test_a_message_with_a_mistake_in_it_is_read_or_refused(message, at, dirt):
    text = write(message)
    at %= len(text)
    for broken in (text[:at], text[:at] + dirt + text[at:], text[:at] + text[at + 1 :]):
        try:
            read(broken)
        except GalakitError as error:
            assert error.diagnostics[0].id == "GK960"


def test_nesting_and_size_are_limited():
    deep = "(a " * 10_000 + "b" + ")" * 10_000
    for text in (f"(play m1 ({deep}))", "(play m1 (" + "a " * (LARGEST // 2) + "))"):
        with pytest.raises(GalakitError):
            read(text)
    with pytest.raises(GalakitError):
        read_term(deep)
