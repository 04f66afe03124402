"""Answers of a study as text for a terminal: information sets, nodes, the overview."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from galakit.solution.shown.chart import COLOURS, EIGHTHS
from galakit.study.answers import Believed, InformationSet, Locked, Node, Overview, Step

BAR, SHORT = 12, 6  # characters of a bar, and in a narrow pane
NARROW = 56  # characters of a pane
DIM = "dim"


def colour(players: Sequence[str], name: str) -> str:
    """The colour of a player; chance and ends have none."""
    return COLOURS[list(players).index(name) % len(COLOURS)] if name in players else DIM


def bar(share: float | None, width: int = BAR, style: str = "cyan") -> Text:
    """A bar of that share of the width, on a line that shows the whole.

    >>> bar(0.5, 4).plain
    '██──'
    """
    eighths = round(max(0.0, min(1.0, share or 0.0)) * width * 8)
    full, rest = divmod(eighths, 8)
    text = Text("█" * full + (EIGHTHS[rest] if rest else ""), style)
    return text.append("─" * (width - len(text.plain)), DIM)


def heading(text: str) -> Text:
    return Text(f"\n{text}", "bold")


def information_set(here: InformationSet, players: Sequence[str], width: int) -> RenderableType:
    """Facts, strategy, values and beliefs, in so many characters."""
    who = players[here.player]
    moves = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style=DIM)
    moves.add_column("move", overflow="fold", min_width=6)
    moves.add_column("played", no_wrap=True)
    for name in ("", "value", "loses"):
        moves.add_column(name, justify="right", no_wrap=True)
    for choice in here.moves:
        lost = "·" if choice.best else choice.regret.text
        played = choice.probability
        length = SHORT if width < NARROW else BAR
        moves.add_row(choice.label, bar(played.value, length), played.text, choice.value.text, Text(lost, DIM))
    parts: list[RenderableType] = [
        Text.assemble((who, f"bold {colour(players, who)}"), (" knows", DIM)),
        Text(here.words),
        *([Text(", ".join(here.facts), DIM)] if here.facts != here.fact_words else []),
        Text(),
        moves,
        Text(),
        pairs([("value here", here.value.text), ("reached in", _share(here.reach.text)), *_nodes(here)]),
    ]
    if here.locked:
        parts.append(Text("locked: the strategy is fixed", "yellow"))
    if here.belief:
        parts += [heading("believes to be at"), *(believed(b) for b in here.belief)]
        if here.belief_total > len(here.belief):
            parts.append(Text(f"… and {here.belief_total - len(here.belief):,} more", DIM))
    if here.note:
        parts.append(Text(f"\n{here.note}", DIM))
    for held in here.ranges:
        parts.append(heading(f"{players[held.player]} may know"))
        parts += [_line(item.probability.text, item.words) for item in held.items]
        if held.total > len(held.items):
            parts.append(Text(f"… and {held.total - len(held.items):,} more", DIM))
    return Group(*parts)


def _nodes(here: InformationSet) -> list[tuple[str, str]]:
    return [] if here.nodes is None else [("nodes", f"{here.nodes:,}")]


def _share(text: str) -> str:
    return f"{text} of plays" if text not in ("–", "0") else "no play" if text == "0" else text


def believed(belief: Believed) -> RenderableType:
    return _line(belief.probability.text, story(belief.history))


def story(history: Sequence[Step]) -> str:
    """Moves in one line.

    >>> story([Step(who="chance", move="(1,2)", label="(1,2)"), Step(who="first", move="bet(1)", label="bet 1")])
    'chance (1,2), first bet 1'
    """
    return ", ".join(f"{step.who} {step.label}" for step in history) or "the start"


def _line(left: str, right: str) -> RenderableType:
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(width=8, no_wrap=True, justify="right", style="cyan")
    table.add_column(overflow="fold")
    table.add_row(left, right)
    return table


def pairs(items: Sequence[tuple[str, str]]) -> RenderableType:
    """Names with values."""
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(style=DIM, no_wrap=True)
    table.add_column(overflow="fold")
    for name, text in items:
        table.add_row(name, text)
    return table


def node(here: Node, players: Sequence[str]) -> RenderableType:
    """A node at which no player moves: its history, and the players' facts and expected payoffs."""
    if here.mover == "end":
        title = Text("the end of a play", "bold")
        numbers, what = here.payoffs, "gets"
    else:
        title = Text.assemble((here.mover, "bold"), " moves")
        numbers, what = here.values, "expects"
    parts: list[RenderableType] = [
        title,
        Text(story(here.history)),
        Text(),
        pairs([("reached in", _share(here.reach.text))]),
    ]
    for name, known, amount in zip(players, here.known, numbers):
        parts.append(Text.assemble("\n", (name, f"bold {colour(players, name)}"), f" {what} ", (amount.text, "bold")))
        parts.append(Padding(Text.assemble(("knows ", DIM), known), (0, 0, 0, 2)))
    return Group(*parts)


def overview(here: Overview) -> RenderableType:
    """The game, the players' expected payoffs, and the certificate."""
    params = ", ".join(f"{name}={value}" for name, value in here.params.items())
    size = here.size
    items = [("method", here.method), ("why", here.why), ("certificate", here.certified)]
    if size.nodes is not None:
        items.append(("nodes", f"{size.nodes:,}"))
    if size.information_sets is not None:
        items.append(("sets", " + ".join(f"{many:,}" for many in size.information_sets)))
    items.append(("took", f"{sum(here.seconds.values()):.2f} s"))
    parts: list[RenderableType] = [Text.assemble((here.game, "bold"), f"  {params}"), Text()]
    for name, value, gain in zip(here.players, here.values, here.gains):
        line = Text.assemble((name, f"bold {colour(here.players, name)}"), " expects ", (value.text, "bold"))
        parts.append(line.append(f", could gain {gain.text}", DIM))
    parts += [Text(), pairs([(name, text) for name, text in items if text])]
    parts += [Text(f"\n{warning}", "yellow") for warning in here.warnings]
    if here.meaning:
        parts.append(Text(f"\n{here.meaning}", DIM))
    parts += [Text(f"\nlocked: {_locked(here, locked)}", "yellow") for locked in here.locked]
    return Group(*parts)


def _locked(here: Overview, locked: Locked) -> str:
    """`second, card 1: pass 9/10, bet 1/10`."""
    played = (f"{move} {p.text}" for move, p in zip(locked.labels, locked.probabilities) if p.value)
    return f"{here.players[locked.player]}, {locked.words}: {', '.join(played)}"


def title(here: Overview) -> Text:
    """The title line, with the most important first, as the rest may not fit."""
    values = ", ".join(f"{name} {value.text}" for name, value in zip(here.players, here.values))
    params = " ".join(f"{name}={value}" for name, value in here.params.items())
    text = Text.assemble((f" {here.game}", "bold"), f"  {values}  gap {here.gap.text}  {params}")
    text.no_wrap, text.overflow = True, "ellipsis"
    return text
