"""Solutions as Rich tables: a summary with its certificate, a row per information set, one set in full.

Facts and moves are put into words; one set in full also has the facts as the rules write them, which name it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.console import Group as Stack
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from galakit.game.size import Size
from galakit.rules.contract import Number
from galakit.rules.knowledge import informative
from galakit.solution.shown.chart import Ranges, bar
from galakit.solution.shown.numbers import number
from galakit.solution.shown.order import groups

if TYPE_CHECKING:
    from galakit.solution.situation import Belief, Situation
    from galakit.solution.solution import Solution

MOST = 3  # nodes named in the summary of a belief
COLUMNS = ("knowing", "plays", "with", "worth", "reached", "believing")
MAX_WIDTHS = {"knowing": 40, "plays": 26, "with": 12, "between": 25, "worth": 12, "reached": 12}
OTHERS = 20  # equilibria listed in a summary
STAGES = 3  # the slowest ones, whose times are shown
NODES = 40  # nodes named where an information set is shown in full


def title(solution: Solution) -> Text:
    """The game with its parameters."""
    params = " ".join(f"{name}={value}" for name, value in solution.params.items())
    return Text.assemble((solution.name, "bold"), ("  " + params if params else "", "dim"))


def size_line(size: Size) -> Text:
    """The size in one line."""

    def each(numbers: list[int]) -> str:
        return " + ".join(f"{n:,}" for n in numbers)

    listed = f" · {each(size.information_sets)} information sets · {each(size.sequences)} sequences"
    states = f" from {size.states:,} states" if size.states else ""
    return Text(f"{size.nodes:,} nodes{states}" + (listed if size.information_sets else ""))


def certified(solution: Solution) -> Text:
    """The certificate in one line."""
    verdict, rest = solution.certificate.in_words
    good = solution.certificate.checked and (solution.exact or float(solution.gap) < 1e-6)
    return Text.assemble((verdict, "bold green" if good else "bold yellow"), rest)


def summary(solution: Solution) -> RenderableType:
    """Title, size, values, certificate, times."""
    values = Table(box=None, padding=(0, 2, 0, 0), show_header=True, header_style="dim")
    values.add_column("player")
    values.add_column("expects", justify="right")
    values.add_column("could gain", justify="right")
    for name, value, gain in zip(solution.players, solution.value, solution.certificate.gains):
        exact = "" if isinstance(value, float) or value.denominator == 1 else f"  {float(value):.6f}"
        values.add_row(name, Text.assemble((number(value, 9), "bold"), (exact, "dim")), number(max(gain, 0)))
    return Stack(
        title(solution),
        *([] if solution.size is None else [Text.assemble((size_line(solution.size).plain, "dim"))]),
        "",
        Padding(values, (0, 0, 0, 2)),
        "",
        certified(solution),
        *(Text(f"{what}: {x if isinstance(x, str) else number(x)}") for what, x in solution.found.items()),
        *_others(solution),
        Text(f"method {solution.method} ({solution.algorithm})", "dim"),
        took(solution),
    )


def took(solution: Solution) -> Text:
    """The time in one line, with the slowest stages."""
    slowest = sorted(solution.seconds, key=lambda stage: -solution.seconds[stage])[:STAGES]
    stages = [f"{stage} {duration(s)}" for stage, s in solution.seconds.items() if stage in slowest]
    return Text(f"took {duration(sum(solution.seconds.values()))}: {', '.join(stages)}", "dim")


def _others(solution: Solution) -> list[RenderableType]:
    """The further equilibria, one line each."""
    if not solution.others:
        return []
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name in ("equilibrium", *solution.players, "gap"):
        table.add_column(name, justify="right")
    for k, one in enumerate((solution, *solution.others[: OTHERS - 1]), 1):
        table.add_row(str(k), *(number(v, 9) for v in one.value), number(one.gap))
    many = len(solution.others) + 1
    more = [Text(f"… and {many - OTHERS:,} more", "dim")] if many > OTHERS else []
    return ["", Padding(table, (0, 0, 0, 2)), *more, ""]


def strategy_table(
    solution: Solution, player: int, sets: list[int] | None = None, ranges: Ranges | None = None
) -> RenderableType:
    """A player's information sets: facts, strategy, values of moves, and beliefs.

    One table per public situation, below its heading; the columns of all of them have the same widths. With `ranges`,
    a column more says how often optimal strategies make each move.
    """
    sheet = solution.sheet
    found = groups(sheet, player, sets)
    rows = [
        [_cells(solution, i, private, bool(group.public), ranges) for private, i in zip(group.private, group.sets)]
        for group in found
    ]
    columns = COLUMNS if ranges is None else (*COLUMNS[:3], "between", *COLUMNS[3:])
    widths = [
        min(
            MAX_WIDTHS[name],
            max(len(line) for group in rows for cells in group for line in [name, *cells[k].plain.split("\n")]),
        )
        for k, name in enumerate(columns[:-1])
    ]
    parts: list[RenderableType] = [
        Text.assemble((solution.players[player], "bold"), f"  expects {number(solution.value[player], 9)}")
    ]
    for k, (group, cells_of) in enumerate(zip(found, rows)):
        styles = ["" if sheet.reach[i] > 0 else "dim" for i in group.sets]
        if group.public:
            parts.append(Padding(Text(solution.look.told(group.public, player), "italic"), (0, 0, 0, 2)))
        parts += [Padding(_Fitted(columns, widths, cells_of, styles, k == 0), (0, 0, 0, 2)), ""]
    return Stack(*parts)


@dataclass(frozen=True)
class _Fitted:
    """A strategy table in which beliefs get the width that the numbers leave, which are never cut."""

    columns: tuple[str, ...]
    widths: list[int]
    rows: list[list[Text]]
    styles: list[str]
    header: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        room = options.max_width - sum(self.widths) - 2 * len(self.columns)
        table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim", show_header=self.header)
        shown = len(self.columns) if room >= 12 else len(self.columns) - 1
        for name, width in zip(self.columns[:shown], [*self.widths, room]):
            table.add_column(
                name,
                width=width,
                justify="right" if name in ("with", "worth", "reached") else "left",
                no_wrap=name != "knowing",
                overflow="fold" if name == "knowing" else "ellipsis",
            )
        for cells, style in zip(self.rows, self.styles):
            table.add_row(*cells[:shown], style=style)
        yield table


def _cells(solution: Solution, information_set: int, private: str, below: bool, ranges: Ranges | None) -> list[Text]:
    situation = solution.situation(information_set, MOST)
    probabilities = list(situation.probabilities.values())
    played = [p > 0 for p in probabilities]
    top = max(probabilities)
    held = solution.look.words(private, player=situation.who) if private else ""
    knowing = held or ("" if below or private else situation.words)
    return [
        Text(("  " if below and private else "") + knowing),
        _column(map(situation.label, situation.probabilities), played),
        _column([number(p) for p in probabilities], played, [p == top for p in probabilities]),
        *([] if ranges is None else [_column(map(_between, ranges.get(information_set, ())))]),
        _column([number(v) for v in situation.values.values()]),
        Text(number(situation.reach)),
        _belief_column(situation),
    ]


def _between(ends: tuple[Number, Number] | None) -> str:
    return "" if ends is None else f"{number(ends[0])} and {number(ends[1])}"


def in_full(solution: Solution, situation: Situation) -> RenderableType:
    """One information set with every fact, move and node."""
    situation = situation.seen_by(solution.look)
    facts = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    for style in ("dim", "", "dim"):
        facts.add_column(style=style, overflow="fold")
    for k, fact in enumerate(situation.facts, 1):
        silent = not informative([fact])  # it only repeats which moves there were
        words = fact if silent else solution.look.words(fact, situation.facts[: k - 1], situation.who)
        facts.add_row(str(k), Text(words, "dim" if silent else ""), Text(fact if fact != words else ""))
    moves = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    moves.add_column("move")
    moves.add_column("probability", justify="right")
    moves.add_column("")
    moves.add_column("worth", justify="right")
    # Regrets matter where the strategy is an approximation.
    near = situation.information_set is None and any(isinstance(v, float) for v in situation.values.values())
    if near:
        moves.add_column("regret", justify="right")
    label = {move: situation.label(move) for move in situation.probabilities}
    unlike = any(words != move for move, words in label.items())
    if unlike:
        moves.add_column("", style="dim")
    for move, p in situation.probabilities.items():
        style = "" if p > 0 else "dim"
        values = [situation.values[move], *([situation.regrets[move]] if near else [])]
        moves.add_row(
            Text(label[move], style),
            Text(number(p), style),
            bar(float(p), 24),
            *map(number, values),
            *([Text(move)] if unlike else []),
        )
    parts: list[RenderableType] = [
        Text.assemble(
            (situation.player, "bold"),
            "" if situation.information_set is None else f"  information set {situation.information_set}",
        ),
        Text("knows", "dim"),
        Padding(facts, (0, 0, 0, 2)),
        Text("plays", "dim"),
        Padding(moves, (0, 0, 0, 2)),
        Text.assemble(("reached with probability ", "dim"), number(situation.reach)),
    ]
    if situation.belief is None:
        reason = situation.note or "undefined: neither chance nor the others ever lead here"
        parts.append(Text.assemble(("belief ", "dim"), reason))
    else:
        nodes = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        nodes.add_column(justify="right", no_wrap=True)
        nodes.add_column(no_wrap=True)
        nodes.add_column(overflow="fold")
        for belief in situation.belief[:NODES]:
            nodes.add_row(number(belief.probability), bar(float(belief.probability), 12), Text(belief.words))
        numbered = situation.belief[0].node is not None
        head = "believes to be at" if numbered else "believes the others hold"
        parts += [Text(head, "dim"), Padding(nodes, (0, 0, 0, 2))]
        if situation.belief[NODES:]:
            more = "more nodes" if numbered else "more things"
            parts.append(Text(f"  … and {len(situation.belief) - NODES} {more}", "dim"))
        if situation.note:
            parts.append(Text(situation.note, "dim"))
    return Stack(*parts, "")


def _column(lines: Iterable[str], bright: list[bool] | None = None, bold: list[bool] | None = None) -> Text:
    texts = list(lines)
    column = Text()
    for k, line in enumerate(texts):
        style = "dim" if bright is not None and not bright[k] else "bold" if bold is not None and bold[k] else ""
        column.append(line + ("\n" if k < len(texts) - 1 else ""), style)
    return column


def _belief_column(situation: Situation) -> Text:
    if situation.belief is None:
        return Text("" if situation.note else "undefined", "dim")
    shown = situation.belief[: max(2, len(situation.probabilities))]  # no higher than the moves
    lines = [f"{number(b.probability)} {_differing(b, situation.belief)}" for b in shown]
    rest = 1 - sum(b.probability for b in shown)
    if rest > 1e-9:
        lines[-1] += f"  … {number(rest)} elsewhere"
    return _column(lines)


def _differing(belief: Belief, all_of_them: tuple[Belief, ...]) -> str:
    """What happened at a node, without what happened at all the nodes."""
    if len(all_of_them) == 1:
        return belief.words
    return belief.told(
        k
        for k, step in enumerate(belief.history)
        if any(k >= len(other.history) or other.history[k] != step for other in all_of_them)
    )


def duration(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
