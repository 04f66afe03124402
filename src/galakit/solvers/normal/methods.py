"""Methods on the reduced normal form of two players: `normal-lp`, `lemke-howson`, `support-enumeration`, `extreme`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

from galakit.errors import GalakitError
from galakit.solution.solution import Finding
from galakit.solvers.method import Answer, Method, Request
from galakit.solvers.regret.options import option, positive, yes

if TYPE_CHECKING:
    from galakit.game.game import Game
    from galakit.game.normal_form import NormalForm
    from galakit.game.sequence_form import SequenceForm
    from galakit.solvers.normal.bimatrix import Bimatrix, Equilibrium
    from galakit.solvers.normal.extreme import Extreme
    from galakit.solvers.normal.profiles import Profiles

LIMIT_STRATEGIES = 2_000  # of both players: the tableaux have so many columns
QUICK_ENTRIES = 20_000  # payoffs up to which normal-lp is exact unasked
LIMIT_PAIRS = 2_000_000  # of supports
SHOWN = 1_000  # equilibria that are certified
LISTED = 12  # maximal Nash subsets that are written out


def refusal(name: str, game: Game) -> str | None:
    form = game.form
    if len(form.players) != 2:
        return f"it has {len(form.players)} player(s), and {name} needs two"
    if not form.perfect_recall:
        return f"a player forgets what they knew or did, and {name} needs perfect recall"
    if name == "normal-lp" and form.constant_sum is None:
        return "what one player gains is not what the other loses, and normal-lp needs a constant sum"
    return _too_large(name, game)


def _too_large(name: str, game: Game) -> str | None:
    from galakit.game.normal_form import count_strategies, fewest_strategies, written

    form = game.form
    least = [fewest_strategies(form, p) for p in (0, 1)]
    more = _beyond(name, form, least)
    many = least if more else [count_strategies(form, p) for p in (0, 1)]
    if not more and not _beyond(name, form, many):
        return None
    shape = ("more than " if more else "") + " x ".join(written(size) for size in many)
    return f"its reduced normal form has {shape} strategies, too many to list (the sequence form lists none)"


def _beyond(name: str, form: SequenceForm, many: list[int]) -> bool:
    """Whether so many strategies of each player are too many: the table, the plans, or the tableaux of pivoting."""
    from galakit.game.normal_form import LIMIT_ENTRIES

    plans = [size * sequences for size, sequences in zip(many, form.sequences)]
    entries = max(many[0] * many[1], form.sequences[0] * form.sequences[1], *plans)
    return entries > LIMIT_ENTRIES or (name != "normal-lp" and sum(many) > LIMIT_STRATEGIES)


def run_lp(game: Game, request: Request) -> Answer:
    """The linear programme of the constant-sum matrix game, in floating point or exactly."""
    from galakit.solvers.lp.exact import solve_exact
    from galakit.solvers.lp.programme import solve_lp
    from galakit.solvers.normal.profiles import plans_of, widened
    from galakit.solvers.normal.zero_sum import one_move_form

    table = game.normal_form()
    kept, found = _kept(table, request, weak=True)
    form = one_move_form(table, kept)
    options: dict[str, Any] = {"time_limit": request.time_limit, "progress": request.progress}
    quick = len(kept[0]) * len(kept[1]) <= QUICK_ENTRIES
    if request.exact or (request.exact is None and form.exact and quick):
        try:
            solved = solve_exact(form, **options)
            x, y = (widened(tuple(p[1:]), k, n) for p, k, n in zip(solved.plans, kept, table.shape))
            return Answer(plans_of(table, (x, y), exact=True), "simplex basis, solved exactly", found=found)
        except GalakitError:
            if request.exact:
                raise
    approximate = solve_lp(form, **options)
    warnings: tuple[str, ...] = ()
    if not approximate.optimal:
        warnings = (f"{request.limit} was reached before the solver was done: see the gap",)
    plans = tuple(plan[1:] @ pure[list(k)] for plan, pure, k in zip(approximate.plans, table.plans, kept))
    return Answer(plans, approximate.algorithm, warnings, found=found, complete=approximate.optimal)


def run_lemke_howson(game: Game, request: Request) -> Answer:
    """One path, or the paths of all labels."""
    from galakit.deadline import OutOfTime
    from galakit.solvers.normal.bimatrix import bimatrix
    from galakit.solvers.normal.clock import Clock
    from galakit.solvers.normal.lemke_howson import lemke_howson
    from galakit.solvers.normal.profiles import profiles_of

    table = game.normal_form()
    kept, found = _kept(table, request, weak=False)
    part = bimatrix(table).part(*kept)
    labels = sum(part.shape)
    wanted = option(
        request.options, "label", 1, partial(_label, labels), f"a label from 1 to {labels} (a strategy), or all"
    )
    clock = Clock(request, "pivoting exactly")
    equilibria: list[Equilibrium] = []
    warnings: list[str] = []
    pivots, paths = 0, range(labels) if wanted == "all" else [wanted - 1]
    for path in paths:
        try:
            pair, steps = lemke_howson(part, path, tick=clock.tick)
        except OutOfTime:
            if not equilibria:
                raise
            warnings.append(
                f"the time limit was reached after {path:,} of {labels:,} labels: more equilibria may be found"
            )
            break
        pivots += steps
        equilibria.append(pair)
    how = f"from all {labels:,} labels" if wanted == "all" else f"from label {wanted} of {labels:,}"
    profiles = profiles_of(table, kept, equilibria, exact=_exact(game, request))
    answer = _answer(profiles, how, warnings, {**found, "pivots": pivots})
    return replace(answer, complete=len(equilibria) == len(paths))


def run_supports(game: Game, request: Request) -> Answer:
    """All pairs of supports of the same size."""
    from galakit.solvers.normal.bimatrix import bimatrix
    from galakit.solvers.normal.clock import Clock
    from galakit.solvers.normal.lemke_howson import lemke_howson
    from galakit.solvers.normal.profiles import profiles_of
    from galakit.solvers.normal.supports import support_enumeration

    table = game.normal_form()
    kept, found = _undominated(table)
    part = bimatrix(table).part(*kept)
    _check_pairs(part)
    clock = Clock(request, "examining supports")
    result = support_enumeration(part, stop=clock.over)
    equilibria = list(result.equilibria)
    warnings = []
    if not result.complete:
        if not equilibria:
            clock.tick()
        warnings.append("the time limit was reached before all supports were examined: there may be more equilibria")
    if result.degenerate:
        warnings.append(
            "the game is degenerate (a mixed strategy has more best responses than it mixes strategies): there may be "
            "more equilibria; the method extreme finds all"
        )
    if not equilibria:  # only a degenerate game can have none with supports of the same size
        equilibria = [lemke_howson(part, tick=clock.tick)[0]]
    found |= {"pairs of supports examined": result.pairs, "degenerate": "yes" if result.degenerate else "no"}
    profiles = profiles_of(table, kept, equilibria, exact=_exact(game, request))
    answer = _answer(profiles, "supports of the same size", warnings, found)
    return replace(answer, complete=result.complete)


def run_extreme(game: Game, request: Request) -> Answer:
    """All pairs of vertices that are equilibria."""
    from galakit.solvers.normal.bimatrix import bimatrix
    from galakit.solvers.normal.clock import Clock
    from galakit.solvers.normal.extreme import extreme_equilibria
    from galakit.solvers.normal.profiles import profiles_of

    table = game.normal_form()
    kept, found = _undominated(table)
    result = extreme_equilibria(bimatrix(table).part(*kept), tick=Clock(request, "listing vertices").tick)
    profiles = profiles_of(table, kept, result.equilibria(), exact=_exact(game, request))
    found |= {"extreme equilibria": len(result.pairs), "degenerate": "yes" if result.degenerate else "no"}
    found["maximal Nash subsets"] = _subsets(result, profiles)
    return replace(_answer(profiles, "vertices of both polytopes", [], found), exhaustive=True)


def _subsets(result: Extreme, profiles: Profiles) -> str:
    """How many there are, and by which of the equilibria that are shown the first of them are spanned."""
    if result.subsets is None:
        return "too many to count"
    number = dict(zip(result.pairs, profiles.number))
    texts = []
    for xs, ys in result.subsets[:LISTED]:
        span = sorted({number[i, j] + 1 for i in xs for j in ys})
        texts.append("{" + ", ".join(map(str, span)) + "}")
    more = f" and {len(result.subsets) - LISTED:,} more" if len(result.subsets) > LISTED else ""
    return f"{len(result.subsets):,}, spanned by the equilibria {', '.join(texts)}{more}"


def _exact(game: Game, request: Request) -> bool:
    return game.form.exact and request.exact is not False


def _label(labels: int, value: Any) -> int | str:
    if str(value) == "all":
        return "all"
    number = positive(value)
    if number > labels:
        raise ValueError
    return number


def _kept(table: NormalForm, request: Request, *, weak: bool) -> tuple[tuple[tuple[int, ...], ...], dict[str, Finding]]:
    """The strategies to work with: those that are left by elimination, if it is asked for."""
    if not option(request.options, "eliminate", False, yes, "yes or no"):
        return tuple(tuple(range(size)) for size in table.shape), _shape(table)
    from galakit.solvers.normal.clock import Clock
    from galakit.solvers.normal.dominance import LIMIT_CELLS, eliminate

    mixed = not weak and max(table.shape) * sum(table.shape) <= LIMIT_CELLS
    stop = Clock(request, "eliminating dominated strategies").over
    kept = eliminate([payoffs for payoffs, _ in table.tables], weak=weak, mixed=mixed, stop=stop).kept
    return kept, _shape(table, kept)


def _undominated(table: NormalForm) -> tuple[tuple[tuple[int, ...], ...], dict[str, Finding]]:
    """Strictly dominated strategies are in no equilibrium, and cost most."""
    from galakit.solvers.normal.dominance import eliminate

    kept = eliminate([payoffs for payoffs, _ in table.tables], mixed=False).kept
    return kept, _shape(table, kept)


def _shape(table: NormalForm, kept: tuple[tuple[int, ...], ...] | None = None) -> dict[str, Finding]:
    shape = " x ".join(f"{size:,}" for size in table.shape)
    if kept is None or tuple(map(len, kept)) == table.shape:
        return {"reduced normal form": f"{shape} strategies"}
    return {"reduced normal form": f"{shape} strategies, {' x '.join(f'{len(k):,}' for k in kept)} undominated"}


def _check_pairs(part: Bimatrix) -> None:
    pairs = comb(sum(part.shape), part.shape[0]) - 1
    if pairs > LIMIT_PAIRS:
        from galakit.game.normal_form import written

        raise GalakitError(
            f"{part.shape[0]:,} x {part.shape[1]:,} strategies have {written(pairs)} pairs of supports: too many",
            hint="the method extreme may list all equilibria, lemke-howson finds one",
            id="GK620",
        )


def _answer(profiles: Profiles, how: str, warnings: list[str], found: Mapping[str, Finding]) -> Answer:
    """The first equilibrium and the others, as far as they are shown."""
    different = profiles.plans
    if len(different) > SHOWN:
        warnings = [*warnings, f"there are {len(different):,} equilibria: the first {SHOWN:,} are shown"]
    return Answer(different[0], how, tuple(warnings), different[1:SHOWN], found=found)


def _method(name: str, run: Callable[[Game, Request], Answer], promises: str, cost: str, **more: Any) -> Method:
    needs = (
        "two players" + (" and a constant sum" if name == "normal-lp" else "") + ", perfect recall, few pure strategies"
    )
    return Method(name, needs, promises, cost, partial(refusal, name), run, **more)


ELIMINATE = "yes: dominated strategies are left out first, {}"

METHODS = (
    _method(
        "normal-lp",
        run_lp,
        "an equilibrium: exact on request, otherwise with a gap near rounding",
        "a linear programme with a row and a column for every pure strategy",
        options={"eliminate": ELIMINATE.format("weakly by pure strategies; an equilibrium is left")},
    ),
    _method(
        "lemke-howson",
        run_lemke_howson,
        "an equilibrium from each label that is tried, in exact arithmetic",
        "as many pivots as the path is long, usually about as many as there are strategies",
        options={
            "label": "the strategy to begin with: 1 to m of the first player, m + 1 to m + n of the second, or all (1)",
            "eliminate": ELIMINATE.format("strictly, by mixtures, too, if they are few; labels count what is left"),
        },
    ),
    _method(
        "support-enumeration",
        run_supports,
        "all equilibria, unless it says that the game is degenerate",
        "two small linear systems for each pair of supports of the same size",
    ),
    _method(
        "extreme",
        run_extreme,
        "all extreme equilibria, and the convex sets of equilibria that they span",
        "the vertices of two polytopes: up to about 12 x 12 undominated strategies",
    ),
)
