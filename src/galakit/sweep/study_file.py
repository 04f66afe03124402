"""Study files: which games are solved, with which parameters, by which methods, and what is taken from the solutions.

    name = "cards"
    output = "out"
    [[game]]
    source = "poker"
    params.ranks = [3, 4, 8, 16, 32, 64, 127]
    methods = ["lp", { method = "cfr+", iterations = [100, 1000] }]
    quantities = { value = "value.gambler", bluff = "gambler: myhand([1]) = 1" }

A list is an axis: each of its values is combined with each of the others. A study file may come from anywhere, so it
names only shipped games and files below its own folder, and no programs, unless it is trusted.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from galakit.disk import read_whole
from galakit.errors import GalakitError, Source
from galakit.sweep import axes as axis_values
from galakit.sweep.columns import EXACT, reserved
from galakit.sweep.game_texts import rules_text
from galakit.sweep.plan import TIME_LIMIT, Axis, Cell, Plan, Role, RulesText
from galakit.sweep.positions import LARGEST, FloatText, Positions, Section, decoded
from galakit.sweep.quantities import FORMS, Quantity, read_quantity

MOST_CELLS = 100_000
MOST_SEEDS = 10_000
WANTED = ("gap", "seconds")
SHIPPED = Path(__file__).parent / "studies"
LONGEST_NAME = 100  # characters of a study's or a quantity's name
SHARED = {
    "methods": "the methods; default: the automatic choice",
    "quantities": "what is taken from each solution",
    "seeds": "of methods that draw random numbers: a number of seeds, or a list",
    "exact": "whether to solve in fractions",
    "gap": "the gap at which iterative methods stop",
    "seconds": "how long methods go on that get better with time",
}
TOP = {
    "name": "of the study",
    "output": "the folder of the table",
    "game": "a family of games",
    "time_limit": "seconds for each cell",
    "memory": "megabytes for each cell",
    "solutions": "whether solutions are kept",
    **SHARED,
}
GAME = {"source": "a shipped game or a file", "params": "parameters, each a value or a list of values", **SHARED}


@dataclass(frozen=True)
class _How:
    """One way to solve the games of a section."""

    method: str
    options: Mapping[str, str]
    exact: bool | None
    gap: float | None
    seconds: float | None


def shipped_studies() -> list[str]:
    """The names of the studies that come with Galakit.

    >>> "bluffing" in shipped_studies()
    True
    """
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def read_study(path: str | Path, *, trusted: bool = False) -> Plan:
    """The plan of a study file, or of a shipped study by its name, whose table is in the current folder.

    `trusted` lets a file name Python games, and files and folders anywhere.
    """
    path = Path(path)
    if not path.is_file() and str(path) in shipped_studies():
        source = Source(f"{path}.toml", (SHIPPED / f"{path}.toml").read_text(encoding="utf-8"))
        return _plan(Section(decoded(source), Positions(source)), Path.cwd(), str(path), False)
    data = read_whole(
        path, LARGEST, what="study file", missing=f"write one, or name a shipped study: {', '.join(shipped_studies())}"
    )
    try:
        source = Source(str(path), data.decode())
    except UnicodeDecodeError as error:
        raise GalakitError(
            f"`{path}` is not text: byte {error.start + 1} is not valid UTF-8", hint="save it as UTF-8", id="GK760"
        ) from None
    top = Section(decoded(source), Positions(source))
    return _plan(top, path.resolve().parent, path.stem, trusted)


def plan_of(study: Mapping[str, Any], folder: Path | None = None) -> Plan:
    """The plan of a study given as data, which is trusted.

    >>> plan = plan_of({"game": [{"source": "kuhn", "params": {"cards": [3, 4]}, "methods": ["lp", "cfr+"]}]})
    >>> [cell.words for cell in plan.cells]
    ['kuhn cards=3 lp', 'kuhn cards=3 cfr+', 'kuhn cards=4 lp', 'kuhn cards=4 cfr+']
    """
    return _plan(Section(study, None), (folder or Path()).resolve(), "study", True)


def _plan(top: Section, folder: Path, stem: str, trusted: bool) -> Plan:
    top.check(TOP)
    name = top.text("name", stem)
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise top.wrong(
            "name", f"the name is longer than {LONGEST_NAME} characters, or cannot be printed", "shorten it"
        )
    games = [_Game(section, top, folder, trusted) for section in top.sections("game")]
    axes = _axes(games)
    listed = list(itertools.islice((cell for game in games for cell in game.cells()), MOST_CELLS + 1))
    if len(listed) > MOST_CELLS:
        raise top.wrong("game", f"the study has more than {MOST_CELLS:,} cells", "give fewer values", id="GK763")
    if "seeds" in top.values and all(cell.seed is None for cell in listed):
        raise top.wrong(
            "seeds",
            "none of the methods draws random numbers",
            "leave out `seeds`, or name a method that does, such as mccfr-external",
            id="GK766",
        )
    memory = top.number("memory", None, least=100)
    return Plan(
        name=name,
        output=_output(top, folder, stem, trusted),
        cells=tuple({cell.id: cell for cell in listed}.values()),
        axes=axes,
        quantities=_columns(games, axes),
        time_limit=top.number("time_limit", TIME_LIMIT, least=0.1),
        memory=None if memory is None else int(memory),
        solutions=bool(top.flag("solutions", False)),
    )


def _output(top: Section, folder: Path, stem: str, trusted: bool) -> Path:
    written = top.text("output", stem)
    output = (folder / written).resolve()
    if not trusted and (not output.is_relative_to(folder) or output == folder):
        raise top.wrong(
            "output",
            f"`{written}` is not a folder below that of the study",
            'write output = "out", or name the folder yourself: --output FOLDER',
            text=written,
            id="GK764",
        )
    return output


class _Game:
    """A `[[game]]`: its rules, its grid of parameters, its methods, seeds and quantities."""

    def __init__(self, section: Section, top: Section, folder: Path, trusted: bool) -> None:
        section.check(GAME)
        self.section = section
        self.top = top
        self.trusted = trusted
        self.rules, players, declared = rules_text(section, folder, trusted)
        grid = section.section("params")
        self.grid = {key: axis_values.values(grid, key) for key in grid.values}
        if declared is not None:
            _check_params(grid, declared, self.rules)
        self.hows = list(self._hows())
        self.seeds = self._seeds()
        self.quantities = tuple(self._quantities(players, declared))

    def cells(self) -> Iterator[Cell]:
        """All of them; methods without random numbers have one for all seeds."""
        from galakit.solvers.registry import AUTO, named

        for point in itertools.product(*self.grid.values()):
            params = dict(zip(self.grid, point))
            for how in self.hows:
                drawn = how.method != AUTO and "seed" in named(how.method).options and "seed" not in how.options
                for seed in self.seeds if drawn and self.seeds else [None]:
                    yield Cell(
                        self.rules,
                        params,
                        how.method,
                        how.options,
                        how.exact,
                        how.gap,
                        how.seconds,
                        seed,
                        self.quantities,
                    )

    def _own(self, key: str) -> Section:
        """The section with a key that games may share."""
        return self.section if key in self.section.values else self.top

    def _hows(self) -> Iterator[_How]:
        where = self._own("methods")
        exact = self._own("exact").flag("exact", None)
        wanted = {name: _wanted(self._own(name), name) for name in WANTED}
        for one in where.items("methods", ["auto"]):
            if isinstance(one, str) and not isinstance(one, FloatText):
                yield from self._checked(where, one, {}, exact, wanted)
                continue
            if not isinstance(one, Mapping):
                hint = 'write "cfr+" or { method = "cfr+", iterations = 1000 }'
                raise where.wrong("methods", "a method is a name, or a table with its options", hint)
            table = Section(one, where.positions, (*where.path, "methods"))
            options = {key: axis_values.values(table, key) for key in one if key not in ("method", "exact", *WANTED)}
            own = {name: _wanted(table, name) if name in one else wanted[name] for name in WANTED}
            yield from self._checked(table, table.text("method"), options, table.flag("exact", exact), own)

    def _checked(
        self,
        where: Section,
        name: str,
        options: Mapping[str, list[str]],
        exact: bool | None,
        wanted: Mapping[str, list[float | None]],
    ) -> Iterator[_How]:
        """A method with all combinations of its options, if it has them."""
        from galakit.solvers.registry import AUTO, named

        try:
            if name == AUTO and options:
                raise GalakitError("`auto` picks the method, and takes no options", hint="name a method", id="GK509")
            if name != AUTO:
                method = named(name)
                method.check_options(options)
                for option, values in options.items():
                    words = method.server_values.get(option)
                    if words is not None and not self.trusted and not set(values) <= set(words):
                        raise GalakitError(
                            f"the option `{option}` names a file, or takes more processes",
                            hint="leave it out",
                            id="GK764",
                        )
        except GalakitError as error:
            first = error.diagnostics[0]
            raise where.wrong("methods", first.message, first.hint, text=f'"{name}"', id=first.id) from None
        for point in itertools.product(*options.values()):
            for gap, seconds in itertools.product(wanted["gap"], wanted["seconds"]):
                yield _How(name, dict(zip(options, point)), exact, gap, seconds)

    def _seeds(self) -> list[int]:
        where = self._own("seeds")
        given = where.values.get("seeds")
        if given is None:
            return []
        seeds = list(range(min(given, MOST_SEEDS + 1))) if type(given) is int and given > 0 else given
        if not isinstance(seeds, list) or not seeds or not all(type(s) is int and 0 <= s < 2**53 for s in seeds):
            raise where.wrong("seeds", "`seeds` must be how many, or a list of whole numbers", "write seeds = 5")
        if len(seeds) > MOST_SEEDS:
            raise where.wrong("seeds", f"there are more than {MOST_SEEDS:,} seeds", "give fewer", id="GK763")
        return list(dict.fromkeys(seeds))

    def _quantities(self, players: tuple[str, ...], declared: Mapping[str, Any] | None) -> Iterator[Quantity]:
        where = self._own("quantities")
        given = where.values.get("quantities", [])
        if isinstance(given, list) and all(isinstance(one, str) for one in given):
            given = {one: one for one in given}
        if not isinstance(given, Mapping) or not all(isinstance(one, str) for one in given.values()):
            raise where.wrong(
                "quantities", "quantities are a list of texts, or a table of names and texts", FORMS, id="GK762"
            )
        for column, text in given.items():
            try:
                found = read_quantity(column, text)
            except GalakitError as error:
                raise where.wrong("quantities", error.diagnostics[0].message, FORMS, text=text, id="GK762") from None
            if found.player and "$" not in found.player and declared is not None and found.player not in players:
                hint = f"the players of {self.rules.name} are {', '.join(players)}"
                raise where.wrong("quantities", f"there is no player {found.player}", hint, text=text, id="GK762")
            yield found


def _wanted(section: Section, key: str) -> list[float | None]:
    """The gaps or times that methods are to reach; a list is an axis."""
    if key not in section.values:
        return [None]
    found: list[float | None] = []
    for text in axis_values.values(section, key):
        value = axis_values.number(text)
        if value is None or value < 0:
            raise section.wrong(
                key, f"`{key}` must be a number that is not negative", f"write {key} = 0.001", id="GK761"
            )
        found.append(float(value))
    return found


def _check_params(grid: Section, declared: Mapping[str, Any], rules: RulesText) -> None:
    for key in grid.values:
        if key not in declared:
            known = ", ".join(declared) or "none"
            raise grid.wrong(key, f"{rules.name} has no parameter `{key}`", f"its parameters are: {known}", id="GK503")


def _axes(games: list[_Game]) -> tuple[Axis, ...]:
    """A column for each parameter and option that the study gives; its own name, if that is free."""
    taken = reserved()
    found: dict[tuple[Role, str], Axis] = {}
    wanted: list[tuple[Role, str]] = [("parameter", key) for game in games for key in game.grid]
    wanted += [("option", key) for game in games for how in game.hows for key in how.options]
    hows = [how for game in games for how in game.hows]
    wanted += [("wanted", name) for name in WANTED if any(getattr(how, name) is not None for how in hows)]
    for role, name in dict.fromkeys(wanted):
        column = f"wanted_{name}" if role == "wanted" else name
        if role != "wanted" and (column in taken or column + EXACT in taken):
            column = f"{role}_{name}"
        taken |= {column, column + EXACT}
        found[role, name] = Axis(column, role, name)
    return tuple(found.values())


def _columns(games: list[_Game], axes: tuple[Axis, ...]) -> tuple[Quantity, ...]:
    """All quantities, each column once."""
    found: dict[str, Quantity] = {}
    for game in games:
        for one in game.quantities:
            before = found.setdefault(one.column, one)
            if before.kind != one.kind:
                raise game._own("quantities").wrong(
                    "quantities",
                    f"`{one.column}` is a {before.kind} in one game and a {one.kind} in another",
                    "give them different names",
                    id="GK773",
                )
    taken = {*reserved(), *(name for axis in axes for name in (axis.column, axis.column + EXACT))}
    for one in found.values():
        own = [name for column in one.columns for name in (column, column + EXACT)]
        clash = next((name for name in own if name in taken), None)
        if clash is not None or len(one.column) > LONGEST_NAME or not one.column.isprintable():
            why = (
                f"the column `{clash}` is there already"
                if clash
                else f"the name is longer than {LONGEST_NAME} characters, or cannot be printed"
            )
            raise (
                games[0]
                ._own("quantities")
                .wrong(
                    "quantities",
                    f"the quantity `{one.column[:40]}` cannot have that name: {why}",
                    'name it: quantities = { bluff = "..." }',
                    text=one.column,
                    id="GK773",
                )
            )
        taken.update(own)
    return tuple(found.values())
