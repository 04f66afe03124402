"""A solution in a notebook: a plain HTML table, every text escaped."""

from __future__ import annotations

from html import escape

from galakit.solution.facts import phrase
from galakit.solution.numbers import number
from galakit.solution.order import groups
from galakit.solution.solution import Solution
from galakit.solution.table import certified

MOST = 200  # information sets shown


def page(solution: Solution) -> str:
    """Values, certificate and strategies."""
    params = " ".join(f"{name}={value}" for name, value in solution.params.items())
    values = ", ".join(f"{escape(n)} <b>{number(v, 9)}</b>" for n, v in zip(solution.players, solution.value))
    head = f"<p><b>{escape(solution.name)}</b> {escape(params)}<br>{values}<br>{escape(certified(solution).plain)}</p>"
    if solution.unlisted:
        found = (f"<br>{escape(what)}: {escape(str(x))}" for what, x in solution.found.items())
        return head + "<p>the strategies are too many to list: ask Solution.after" + "".join(found) + "</p>"
    parts = [
        head,
        "<table><thead><tr>",
        *(f"<th>{h}</th>" for h in ("player", "knowing", "move", "probability", "value", "reach")),
        "</tr></thead><tbody>",
    ]
    sheet = solution.sheet
    ordered = [i for p in range(len(solution.players)) for group in groups(sheet, p) for i in group.sets]
    for i in ordered[:MOST]:
        rows = sheet.rows(i)
        for k, r in enumerate(range(rows.start, rows.stop)):
            value = None if sheet.undefined[r] else sheet.value[r]
            who = [escape(sheet.players[sheet.player[i]]), escape(phrase(sheet.facts[i]))] if k == 0 else ["", ""]
            reach = number(sheet.reach[i]) if k == 0 else ""
            cells = [*who, escape(sheet.move[r]), number(sheet.probability[r]), number(value), reach]
            dim = "" if sheet.reach[i] > 0 else ' style="opacity:.5"'
            parts.append(f"<tr{dim}>" + "".join(f"<td>{c}</td>" for c in cells) + "</tr>")
    parts.append("</tbody></table>")
    if ordered[MOST:]:
        parts.append(f"<p>… and {len(ordered) - MOST:,} more information sets</p>")
    return "".join(parts)
