"""Every kind of file that Galakit reads: an example of it, and what reading it means.

`kinds(folder)` writes the examples; `outcome(kind, data, folder)` reads a mutant and says what came of it: an answer, a
`GalakitError`, or anything else, which is a mistake of ours.
"""

from __future__ import annotations

import contextlib
import io
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import galakit as gk
from galakit.cli.streams import harmless
from galakit.errors import GalakitError
from tests.hunt.mutations import Form, mutant


@dataclass(frozen=True)
class Kind:
    """A kind of file."""

    name: str
    form: Form
    ending: str
    data: bytes
    read: Callable[[Path], Any]


def kinds(folder: Path) -> list[Kind]:
    """All kinds of files, each with an example."""
    small = gk.load("kuhn")
    leduc = gk.load("leduc")
    exact = gk.solve(small)
    rounded = gk.solve(small, "cfr+", iterations=20)
    separated = _unlisted(gk.solve(leduc, "factored", iterations=3))
    dice = gk.load("liars_dice", faces=2)
    public = _unlisted(gk.solve(dice, "public", iterations=3))
    found = []
    for name, solution, ending in [
        ("exact json", exact, "json"),
        ("json", rounded, "json"),
        ("exact parquet", exact, "parquet"),
        ("parquet", rounded, "parquet"),
        ("separated", separated, "parquet"),
        ("public", public, "parquet"),
    ]:
        path = folder / f"{name}.{ending}"
        solution.save(path)
        found.append(Kind(name, ending, ending, path.read_bytes(), read_solution))  # type: ignore[arg-type]

    def checkpoint(name: str, game: gk.Game, method: str, **options: Any) -> Kind:
        path = folder / "run.bin"
        path.unlink(missing_ok=True)
        gk.solve(game, method, iterations=3, checkpoint=path, **options)
        data = path.read_bytes()
        return Kind(name, "npz", "bin", data, lambda p: gk.solve(game, method, iterations=4, checkpoint=p, **options))

    found.append(checkpoint("checkpoint of regrets", small, "cfr+"))
    found.append(checkpoint("checkpoint of predictions", small, "pcfr+"))
    found.append(checkpoint("factored checkpoint", leduc, "factored"))
    found.append(checkpoint("checkpoint of arrays", leduc, "factored", device="numpy"))
    found.append(checkpoint("public checkpoint", dice, "public"))
    match = gk.Match(small, {"first": "random", "second": "random"}).play(3, seed=1)
    match.save(folder / "match.log")
    data = (folder / "match.log").read_bytes()
    found.append(Kind("log of a match", "lines", "log", data, lambda p: gk.Match.replay(p, small)))
    found += _ggp_logs(folder)
    found += _games(folder)
    return found


def _games(folder: Path) -> list[Kind]:
    """Game files: they are read and checked, and small ones explored."""
    from galakit.formats.exporting import write_game
    from galakit.loading import check, find

    def read(path: Path) -> Any:
        check(path)
        game = gk.load(path)
        game.limit_states = game.limit_nodes = 2_000
        return game.size()

    stag = gk.load("stag_hunt")
    texts = {"gala": find("kuhn").text.encode(), "kif": find("kuhn_gdl").text.encode()}
    for ending in ("efg", "nfg"):
        write_game(stag, folder / f"stag.{ending}", ending)
        texts[ending] = (folder / f"stag.{ending}").read_bytes()
    return [Kind(f"game in {ending}", "text", ending, data, read) for ending, data in texts.items()]


def _ggp_logs(folder: Path) -> list[Kind]:
    from galakit.cli.main import main
    from galakit.ggp.games import playable
    from galakit.ggp.logs import read_log
    from galakit.ggp.replay import replay

    paths = [folder / "ggp.json", folder / "ggp.xml"]
    words = ["ggp", "manager", "kuhn_gdl", "first=random", "second=random", "--seed", "1"]
    with contextlib.redirect_stdout(io.StringIO()):
        assert main([*words, *(word for path in paths for word in ("--log", str(path)))]) == 0
    machine = playable("kuhn_gdl").machine

    def read(path: Path) -> Any:
        return replay(read_log(path), machine)

    forms: list[Form] = ["json", "text"]
    return [
        Kind(f"ggp log in {path.suffix[1:]}", form, path.suffix[1:], path.read_bytes(), read)
        for path, form in zip(paths, forms)
    ]


@cache
def _examples() -> list[Kind]:
    return kinds(Path(tempfile.mkdtemp(prefix="hunt-")))


def chosen(data: bytes) -> tuple[Kind, bytes]:
    """The kind of file and the mutant that the bytes of a case stand for."""
    examples = _examples()
    kind = examples[data[0] % len(examples)]
    return kind, mutant(kind.data, kind.form, int.from_bytes(data[1:], "big"))


def hunted(data: bytes) -> Counter[str]:
    """A case of the hunt: a mutant that is read or refused."""
    kind, changed = chosen(data)
    with tempfile.TemporaryDirectory(prefix="hunt-") as folder:
        came = outcome(kind, changed, Path(folder))
    if came not in ("read", "refused"):
        raise AssertionError(f"{kind.name}: {came.strip().splitlines()[-1]}\n{came}")
    return Counter({f"{kind.name} {came}": 1})


def shown(data: bytes) -> tuple[str, bytes]:
    """The mutant, to be kept."""
    kind, changed = chosen(data)
    return f".{kind.ending}", changed


def _unlisted(solution: gk.Solution) -> gk.Solution:
    """As if the game were too large to list."""
    solution.size = None
    return solution


def read_solution(path: Path) -> str:
    """A saved solution, and all that is printed of it."""
    from galakit.cli.output import show
    from galakit.solution.shown.table import strategy_table, summary

    solution = gk.load_solution(path)
    with contextlib.redirect_stdout(io.StringIO()) as out, harmless():
        show(summary(solution))
        repr(solution)
        if solution.able.list_all:
            for player in range(len(solution.players)):
                show(strategy_table(solution, player))
        else:
            for named in solution.queries.openings():
                solution.queries.grid(named)
        for warning in solution.warnings:
            print(warning)
    shown = out.getvalue()
    assert "\x1b" not in shown and "\u202e" not in shown, "an escape sequence was printed"
    return shown


def outcome(kind: Kind, data: bytes, folder: Path) -> str:
    """`read`, `refused`, or the traceback of a mistake."""
    path = folder / f"mutant.{kind.ending}"
    path.write_bytes(data)
    try:
        kind.read(path)
    except GalakitError as error:
        assert error.diagnostics[0].id, "an error without an id"
        return "refused"
    except Exception:
        return "".join(traceback.format_exception(*sys.exc_info(), limit=-12))
    return "read"
