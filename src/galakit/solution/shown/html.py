"""Solutions and information sets in a notebook, every text escaped; the facts of the rules are tooltips."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from galakit.game.html import DIM, Html, Text, bar, card, folded, joined, safe, span, table, titled
from galakit.rules.contract import Number
from galakit.solution.facts import phrase
from galakit.solution.shown.numbers import number
from galakit.solution.shown.order import groups
from galakit.solution.shown.table import certified

if TYPE_CHECKING:
    from galakit.solution.situation import Situation
    from galakit.solution.solution import Solution

MOST = 200  # information sets shown
FEW = 24  # information sets that are shown unfolded
NODES = 20  # of a belief


def page(solution: Solution) -> str:
    """Values, certificate and strategies."""
    parts: list[Text] = [*summary(solution)]
    if not solution.able.list_all:
        parts.append("the strategies are too many to list: ask Solution.after or Solution.at")
        parts += [f"{what}: {x}" for what, x in solution.found.items() if what != "other equilibria"]
    else:
        count = solution.sheet.information_sets
        heading = f"strategies at {count:,} information sets"
        parts.append(folded(heading, strategies(solution), shown=count <= FEW))
    return card(solution.name, solution.params, *parts)


def whole(solution: Solution, notes: Sequence[str] = ()) -> str:
    """Summary, strategies and notes, for a document of its own."""
    return "\n".join(f"<div>{safe(part)}</div>" for part in (*summary(solution), strategies(solution), *notes))


def summary(solution: Solution) -> list[Text]:
    """The expected payoffs, and the certificate."""
    others = solution.found.get("other equilibria")
    return [
        values(solution.players, solution.value, solution.certificate.gains),
        certified(solution).plain,
        *([] if others is None else [f"other equilibria: {others}"]),
        *([f"equilibria found: {len(solution)}"] if len(solution) > 1 else []),
    ]


def values(players: Sequence[str], value: Sequence[Number], gains: Sequence[Number]) -> Html:
    """A row for each player."""
    rows = [
        [name, Html(f"<b>{number(v, 9)}</b>"), span(_decimal(v), DIM), number(max(gain, 0))]
        for name, v, gain in zip(players, value, gains)
    ]
    return table(("player", "expects", "", "could gain"), rows, right=(1, 2, 3))


def strategies(solution: Solution, most: int = MOST) -> Html:
    """A row for each information set; those that play never reaches are pale."""
    sheet = solution.sheet
    ordered = [i for p in range(len(solution.players)) for group in groups(sheet, p) for i in group.sets]
    rows: list[list[Text]] = []
    look = solution.look
    for i in ordered[:most]:
        own, facts, player = sheet.rows(i), sheet.facts[i], int(sheet.player[i])
        move_values = [None if sheet.undefined[r] else sheet.value[r] for r in range(own.start, own.stop)]
        row: list[Text] = [
            sheet.players[sheet.player[i]],
            titled(look.told(facts, player), phrase(facts)),
            _lines([titled(look.label(move, facts, player), move) for move in sheet.move[own]]),
            _lines([joined([bar(float(p), 3), " ", number(p)]) for p in sheet.probability[own].tolist()]),
            _lines([number(v) for v in move_values]),
            number(sheet.reach[i : i + 1].tolist()[0]),
        ]
        rows.append(row if sheet.reach[i] > 0 else [span(text, "opacity:.5") for text in row])
    more = len(ordered) - most
    rest = f"… and {more:,} more information sets" if more > 0 else ""
    head = ("player", "knowing", "plays", "with", "worth", "reached")
    return joined([table(head, rows, right=(4, 5)), span(rest, DIM)])


def situation_card(here: Situation) -> str:
    """An information set: what is known, played and believed there."""
    rows: list[list[Text]] = [
        [titled(here.label(move), move), joined([bar(float(p)), " ", number(p)]), number(here.values[move])]
        for move, p in here.probabilities.items()
    ]
    parts: list[Text] = [
        joined(["knows ", titled(here.words, phrase(here.facts))]),
        table(("plays", "with", "worth"), rows, right=(2,)),
        f"reached with probability {number(here.reach)}",
    ]
    if here.belief is None:
        parts.append("belief " + (here.note or "undefined: neither chance nor the others ever lead here"))
    else:
        nodes: list[list[Text]] = [
            [joined([bar(float(b.probability), 3), " ", number(b.probability)]), b.words] for b in here.belief[:NODES]
        ]
        rest = len(here.belief) - NODES
        more = [f"… and {rest:,} more"] if rest > 0 else []
        parts.append(
            folded(f"belief over {len(here.belief):,} nodes", joined([table(("", ""), nodes), *more]), shown=True)
        )
    return card(here.player, {}, *parts)


def _lines(texts: Sequence[Text]) -> Html:
    return joined(texts, "<br>")


def _decimal(x: Number) -> str:
    return "" if isinstance(x, float) or x.denominator == 1 else f"{float(x):.6f}"
