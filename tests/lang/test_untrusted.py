"""Programs from anywhere: nothing in one reaches the machine it runs on, and what it may use is limited.

The limits are those that a user meets: none is made smaller here.
"""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import galakit as gk
from galakit.errors import GalakitError
from galakit.lang.prolog import Prolog

# Predicates of other Prolog systems that read or write files, start programs or load code.
REACHING = """
    shell(ls)  shell(ls,S)  system(ls)  exec(ls)  process_create(path(ls),[],[])  halt  halt(1)  getenv('HOME',X)
    setenv(a,b)  unsetenv(a)  open(f,read,S)  open(f,write,S,[])  close(S)  see(f)  tell(f)  told  seen  read(X)  read_term(X,[])
    read_term(user_input,X,[])  get_char(C)  put_char(c)  write(x)  nl  print(x)  format("x",[])  consult(f)  [f]  load_files(f,[])
    use_module(library(process))  ensure_loaded(f)  include(f)  use_foreign_library(f)  load_foreign_library(f)
    exists_file(f)  delete_file(f)  rename_file(f,g)  directory_files('.',X)  working_directory(X,X)  chdir(x)
    assertz(a)  asserta(a)  retract(a)  abolish(a/0)  op(200,xfy,foo)  set_prolog_flag(a,b)  current_op(P,T,O)
    thread_create(true)  tcp_socket(S)  socket(inet,S)  http_open(u,S,[])  py_call(os:getcwd,X)  '$sysctl'(x)  sleep(1)
"""


@pytest.mark.parametrize("goal", REACHING.split())
def test_no_predicate_reaches_files_programs_or_the_network(goal):
    with pytest.raises(GalakitError, match="no predicate"):
        Prolog().ask(goal)


PYTHON = '__import__("os").mkdir("ran")'
ENDINGS = ["')", '")', "]", "\\n", "\n", "#", "\\'", "{0}", "%s", "\u2028", "'''", '"""']
COMPILED = """
import json, sys
import galakit as gk

texts = []
sys.addaudithook(lambda event, about: texts.append(about[0]) if event == "compile" and about[1] == "<generated>" else None)
for program in json.load(sys.stdin):
    gk.solve(gk.loads(program))
print(json.dumps([text.decode() if isinstance(text, bytes) else str(text) for text in texts]))
"""


def quoted(text):
    inside = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{inside}'"


def hostile(before):
    """A program each name of which ends a text of Python in some way and goes on with a call."""
    name = quoted(f"{before}+{PYTHON}#")
    return f"""
        game({name}, [
            players : [{name}, b], variables : [v = {name}],
            flow : (choose({name}, X, member(X, [{name}, b])), reveal(b, {name}(X)), p({name}(X), Z), v gets Z,
                    choose(b, Y, {name}(Y)), if(X = Y, outcome([1, -1]), outcome([-1, 1])))
        ]).
        p({name}({name}), {name}).
        p(X, Y) :- {name}(Y), \\+ X = {name}, atom_concat({name}, b, T), T \\= {name}, !.
        {name}({name}). {name}(b).
    """


def test_no_text_of_a_program_becomes_python(tmp_path):
    """All sources that the programs are compiled to are looked at by an audit hook of Python."""
    programs = json.dumps([hostile(before) for before in ENDINGS])
    run = subprocess.run(
        [sys.executable, "-c", COMPILED], input=programs, capture_output=True, text=True, cwd=tmp_path, timeout=120
    )
    assert run.returncode == 0, run.stderr
    sources = json.loads(run.stdout)
    assert len(sources) >= 3
    assert not [source for source in sources if "mkdir" in source or "__import__" in source]
    assert not list(tmp_path.iterdir())


GAME = (
    "game(g, [players : [a, b], variables : [v = 0], flow : ({}, choose(a, X, member(X, [1, 2])), outcome([X, 0]))])."
)
LIMITS = {
    "a loop without a choice": ("while(true, v gets $v + 1)", "GK417", "100,000 statements"),
    "a choice among a milliard": ("choose(b, Y, between(1, 1000000000, Y))", "GK418", "more than 2,000,000 options"),
    "all hands of ten cards": (
        "numlist(1, 52, L), v gets L, choose(nature, H, deal(v, 10, H))", "GK418", "more than 10,000,000 hands",
    ),
    "a list of six million": ("numlist(1, 6000000, L), v gets L", "GK418", "is too long"),
    "a number of a million bits": ("v gets 2 ** 1000000", "GK418", "200,000 bits"),
    "a text that doubles": ("grow(abcdefghij)", "GK418", "50,000,000 characters"),
}  # fmt: skip


@pytest.mark.parametrize("case", LIMITS)
def test_the_limits_hold_as_they_are(case):
    flow, id, message = LIMITS[case]
    with pytest.raises(GalakitError, match=message) as caught:
        gk.loads(GAME.format(flow) + "\ngrow(T) :- atom_concat(T, T, U), grow(U).").size()
    assert caught.value.diagnostics[0].id == id and caught.value.diagnostics[0].span is not None


@pytest.mark.skipif(sys.platform != "linux", reason="how much memory is left is known on Linux")
def test_a_goal_that_fills_the_memory_is_stopped_before_it_is_full(tmp_path):
    path = tmp_path / "hog.gala"
    path.write_text(GAME.format("grow([])") + "\ngrow(L) :- length(M, 100000), grow([M|L]).")
    words = [sys.executable, "-m", "galakit", "--max-memory", "900", "size", str(path)]
    run = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert run.returncode == 2
    assert "the goal was stopped: it needs more than 2,048 MB, or half of the memory left" in run.stderr
