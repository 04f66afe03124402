"""A folder full of hostile files, and every command that might touch one of them."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path

MODULES = ("socket", "json", "random", "numpy", "flint", "highspy", "clingo", "typer", "galakit", "sitecustomize")
"""names of modules that an interpreter might import from the folder it stands in"""

MARK = "this was run"


def fill(folder: Path) -> list[str]:
    """Write the files; their names."""
    for name in MODULES:
        (folder / f"{name}.py").write_text(f"open({str(folder / MARK)!r}, 'w').close()\n")
    for name, content in {**_games(), **_solutions()}.items():
        (folder / name).write_bytes(content)
    (folder / "folder.gala").mkdir()
    (folder / "device.gala").symlink_to("/dev/zero")
    (folder / "secret.gala").symlink_to("/etc/passwd")
    (folder / "circle.gala").symlink_to("circle.gala")
    (folder / "secrets.pl").symlink_to("/etc/passwd")
    (folder / "numbers.pl").symlink_to("/dev/urandom")
    os.mkfifo(folder / "pipe.gala")
    os.mkfifo(folder / "pipe.json")
    (folder / "device.json").symlink_to("/dev/zero")
    (folder / "device.parquet").symlink_to("/dev/zero")
    return sorted(
        path.name for path in folder.iterdir() if path.suffix in (".gala", ".kif", ".efg", ".nfg", ".json", ".parquet")
    )


def _game(flow: str, more: str = "", name: str = "hostile") -> bytes:
    return f"game({name}, [players : [a, b], variables : [v = 0], flow : ({flow})]).\n{more}".encode()


def _games() -> dict[str, bytes]:
    choice = "choose(a, X, member(X, [1, 2])), choose(b, Y, member(Y, [1, 2])), outcome([X, Y])"
    deep = "f(" * 50_000 + "0" + ")" * 50_000
    return {
        "fine.gala": _game(choice),
        "empty.gala": b"",
        "zeros.gala": bytes(10_000),
        "latin.gala": b"game(caf\xe9, [players : [a], flow : end]).",
        "escape.gala": _game("reveal(all, '\\e[2J\\e]0;owned\\a'), " + choice, name="'\\e[31mred'"),
        "backwards.gala": _game(f"reveal(all, '{chr(0x202E)}reversed'), " + choice),
        "deep.gala": _game(f"v gets {deep}, " + choice),
        "deeper.gala": b"(" * 200_000,
        "list.gala": _game(f"v gets [{','.join('1' for _ in range(150_000))}], " + choice),
        "sum.gala": _game(f"v gets {'+'.join('1' for _ in range(50_000))}, " + choice),
        "endless.gala": _game("loop, " + choice, "loop :- loop."),
        "forever.gala": _game("while(true, v gets $v + 1)"),
        "growing.gala": _game("while(true, (choose(a, X, member(X, [1, 2])), v gets $v + X))"),
        "memory.gala": _game("grow([]), " + choice, "grow(L) :- length(M, 100000), grow([M|L])."),
        "cyclic.gala": _game("X = f(X), v gets X, " + choice),
        "powers.gala": _game("v gets 9 ** 9 ** 9 ** 9, " + choice),
        "options.gala": _game("choose(a, X, between(1, 1000000000, X)), outcome([X, 0])"),
        "library.gala": b":- use(library(secrets)).\n" + _game(choice),
        "random.gala": b":- use(library(numbers)).\n" + _game(choice),
        "climbing.gala": b":- use(library('../../etc/passwd')).\n" + _game(choice),
        "nested.gala": _game("if(true, " * 500 + "true" + ")" * 500 + ", " + choice),
        "payoff.gala": _game(f"outcome([{'9' * 4_000}, 1])"),
        "weights.gala": _game("choose(nature([1 : 1, 2 : 1]), X, member(X, [1, 2])), outcome([X, 0])"),
        "role.kif": b"(role)",
        "deep.kif": b"(" * 200_000,
        "goal.kif": b"(role a) (init x) (legal a m) (next x) (terminal) (goal a 99999999999999999999999999)",
        "endless.kif": b"(role a) (init (n 0)) (legal a m) (<= (next (n (s ?x))) (true (n ?x))) (<= (goal a 0) (true (n z)))",
        "bomb.kif": b"(role a) " + b"".join(
            b"(<= (p%d (f ?x ?y)) (p%d ?x) (p%d ?y)) " % (k + 1, k, k) for k in range(40)
        ) + b"(p0 a) (p0 b) (<= (legal a ?x) (p40 ?x)) (goal a 0) (terminal)",
        "cut.efg": b'EFG 2 R "cut" { "a" "b" }\np "" 1 1 "" { "x" "y" } 0\n',
        "deep.efg": b'EFG 2 R "deep" { "a" "b" }\n' + b'p "" 1 1 "" { "x" } 0\n' * 100_000,
        "huge.nfg": b'NFG 1 R "huge" { "a" "b" } { 999999999 999999999 }\n1 2 3',
    }  # fmt: skip


def _solutions() -> dict[str, bytes]:
    forged = {
        "schema": 1, "game": "\x1b[2Jkuhn", "params": {}, "players": ["first", "second"], "method": "lp", "algorithm": "",
        "why": "", "value": ["5", "5"], "gap": 0, "gains": ["0", "0"], "exact": True, "seconds": {},
        "information_sets": [{"player": "first", "facts": [], "reach": "1",
                              "moves": [{"move": "m", "probability": "5", "value": "1"}]}],
    }  # fmt: skip
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("regrets.npy", bytes(200_000_000))
    return {
        "forged.json": json.dumps(forged).encode(),
        "deep.json": b"[" * 200_000,
        "number.json": json.dumps({**forged, "value": ["1e999999999", "1"]}).encode(),
        "long.json": json.dumps({**forged, "value": ["9" * 100_000, "1"]}).encode(),
        "nothing.json": b"",
        "bytes.parquet": bytes(range(256)) * 40,
        "archive.json": archive.getvalue(),
    }


def commands(name: str) -> list[list[str]]:
    """Everything one might do with a file."""
    return [
        ["check", name],
        ["fmt", "--check", name],
        ["convert", name],
        ["size", name, "--limit-states", "20000"],
        ["size", name, "--explain"],
        ["solve", name, "--time-limit", "1"],
        ["solve", name, "--method", "factored", "--time-limit", "1", "--json"],
        ["show", name, "--time-limit", "1"],
        ["report", name, "-o", "out.html", "--time-limit", "1"],
        ["simulate", name, "-n", "2", "--agent", "random", "--seed", "1"],
        ["trace", name, "--seed", "1"],
        ["export", name, "--to", "efg"],
        ["export", name, "--to", "gdl2"],
        ["normal-form", name],
        ["dominance", name, "--time-limit", "1"],
        ["respond", name, "--to", "uniform", "--as", "a"],
        ["guarantee", name, "--of", "uniform", "--as", "a"],
        ["commit", name, "--leader", "a", "--time-limit", "1"],
        ["team", name, "--players", "a,b", "--time-limit", "1"],
        ["ranges", name],
        ["qre", name],
        ["dynamics", name, "--time-limit", "1"],
        ["stability", name, "--time-limit", "1"],
        ["correlate", name, "--time-limit", "1"],
        ["sequential", name, "--time-limit", "1"],
        ["certify", name],
        ["games", name],
        ["solve", "kuhn", "--lock", f"first = {name}"],
        ["respond", "kuhn", "--to", name, "--as", "first"],
        ["sequential", "kuhn", "--of", name],
        ["solve", "kuhn", "--method", "cfr+", "--with", "iterations=5", "--checkpoint", name, "--resume"],
        ["ggp", "replay", name],
        ["sweep", name, "--dry-run"],
        ["sweep", "status", name],
        ["sweep", "plot", name, "-o", "out.svg"],
    ]
