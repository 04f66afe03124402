"""Pieces of HTML for notebooks, all text escaped; they inherit the colours of the page, light or dark."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from galakit.game.game import Game

DIM = "opacity:.65"
LINE = "1px solid rgba(128,128,128,.3)"
CELL = "padding:.15em .9em .15em 0;vertical-align:top;border:0"
RULES = 20_000  # characters of the rules that are shown


class Html(str):
    """A text that is HTML already; any other is escaped."""

    __slots__ = ()


Text: TypeAlias = str | Html


def safe(text: Text) -> Html:
    """A text as HTML.

    >>> safe("<b>"), safe(Html("<b>"))
    ('&lt;b&gt;', '<b>')
    """
    return text if isinstance(text, Html) else Html(escape(text))


def joined(parts: Iterable[Text], between: str = "") -> Html:
    return Html(between.join(safe(part) for part in parts))


def span(text: Text, style: str) -> Html:
    return Html(f'<span style="{style}">{safe(text)}</span>')


def titled(text: str, title: str) -> Text:
    """A text with another name for it as a tooltip.

    >>> titled("card 3", "card(3)"), titled("bet", "bet")
    ('<span title="card(3)">card 3</span>', 'bet')
    """
    return text if text == title else Html(f'<span title="{escape(title)}">{escape(text)}</span>')


def card(title: str, params: dict[str, str], *parts: Text) -> str:
    """A thing with its name and what belongs to it."""
    told = " ".join(f"{name}={value}" for name, value in params.items())
    head = joined([Html(f"<strong>{escape(title)}</strong>"), span("  " + told, DIM)], " ")
    body = "".join(f'<div style="margin:.25em 0">{safe(part)}</div>' for part in parts if part)
    return f'<div style="font-size:.92em;line-height:1.45;max-width:60em;overflow-x:auto"><div>{head}</div>{body}</div>'


def table(head: Sequence[str], rows: Iterable[Sequence[Text]], right: Sequence[int] = ()) -> Html:
    """A plain table; columns of numbers are aligned to the right."""

    def style(k: int) -> str:
        return f"{CELL};text-align:{'right' if k in right else 'left'}"

    titles = "".join(
        f'<th scope="col" style="{style(k)};font-weight:normal;{DIM}">{escape(text)}</th>'
        for k, text in enumerate(head)
    )
    lines = []
    for row in rows:
        cells = "".join(f'<td style="{style(k)}">{safe(text)}</td>' for k, text in enumerate(row))
        lines.append(f'<tr style="background:none">{cells}</tr>')
    opening = f'<thead><tr style="border-bottom:{LINE};background:none">{titles}</tr></thead>' if any(head) else ""
    return Html(
        '<table style="border-collapse:collapse;border:0;color:inherit;font-size:inherit;margin:.3em 0;'
        'font-variant-numeric:tabular-nums">'
        f"{opening}<tbody>{''.join(lines)}</tbody></table>"
    )


def bar(share: float, width: float = 6) -> Html:
    """A bar of a share of its width, in the colour of the text."""
    return Html(
        f'<span style="display:inline-block;width:{width}em;height:.6em;background:rgba(128,128,128,.2)" '
        f'aria-hidden="true"><span style="display:block;width:{100 * max(0.0, min(1.0, share)):.1f}%;height:100%;'
        'background:currentColor;opacity:.7"></span></span>'
    )


def folded(summary: Text, inside: Text, *, shown: bool = False) -> Html:
    """A section that can be opened."""
    opened = " open" if shown else ""
    return Html(f'<details{opened}><summary style="cursor:pointer">{safe(summary)}</summary>{safe(inside)}</details>')


def game_card(game: Game) -> str:
    """A game: its players, its size where it is known already, and its rules."""
    parts: list[Text] = [joined(["players ", ", ".join(game.players)])]
    if "unfolded" in game.__dict__:
        size = game.unfolded.size
        sets = " + ".join(f"{n:,}" for n in size.information_sets)
        parts.append(f"{size.nodes:,} nodes, {sets} information sets")
    if game.source is not None:
        text = game.source.text
        shown = text if len(text) <= RULES else text[:RULES] + "\n…"
        listing = f'<pre style="margin:.4em 0;font-size:.92em">{escape(shown)}</pre>'
        parts.append(folded(f"rules ({text.count(chr(10)) + 1:,} lines)", Html(listing)))
    return card(game.name, game.params, *parts)
