"""`galakit hands`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galakit.cli.options import AsJson, Params
from galakit.cli.solve_options import How, solving

if TYPE_CHECKING:
    from rich.console import RenderableType

    from galakit.study.cards.answers import BoardLine, Boards, HandRange, Hands
    from galakit.study.study import Study

PARTS = "·▁▂▃▄▅▆▇█"  # how much of a hand is in a range


@solving
def hands(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A shipped game, a game file, or a saved solution.")],
    param: Params = None,
    player: Annotated[str | None, typer.Option("--player", metavar="NAME", help="The player who moves there.")] = None,
    at: Annotated[
        str,
        typer.Option(
            "--at",
            metavar="FACTS",
            help="The public situation: `check, raise`; `check, check, Ks`. [default: the first]",
        ),
    ] = "",
    boards: Annotated[
        bool, typer.Option("--boards", help="Report on all boards instead: moves, values and equities on each.")
    ] = False,
    makes: Annotated[
        str, typer.Option("--makes", metavar="KIND", help="Only hands that make this: pair, flush draw, …")
    ] = "",
    facts: Annotated[
        str, typer.Option("--facts", metavar="TEXT", help="Only hands (or boards) with this in their cards.")
    ] = "",
    suits: Annotated[
        bool, typer.Option("--suits", help="Tell apart what differs only by an exchange of suits.")
    ] = False,
    by: Annotated[
        str, typer.Option("--by", metavar="COLUMN", help="What boards are sorted by: share, value, equity, or a move.")
    ] = "board",
    text: Annotated[bool, typer.Option("--text", help="Print the ranges only, as text for other programs.")] = False,
    table: Annotated[
        Path | None, typer.Option("--table", metavar="FILE", help="Also write all lines to a .csv file.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=0, help="Lines of each table; 0 shows all.")] = 60,
    *,
    how: How,
    as_json: AsJson = False,
) -> None:
    """Show ranges: what players may hold at a public situation, how they play it, values and equities."""
    import msgspec

    from galakit.cli.output import Meter, print_json
    from galakit.cli.output import show as print_out
    from galakit.study.cards.naming import situation_named
    from galakit.study.study import Study

    solution, game = how.opened(name, param, Meter())
    study = Study(solution, game)
    who, situation = situation_named(study, None if player is None else solution.player(player), at)
    found: Boards | Hands
    if boards:
        found = every_board(study, who, situation, suits=suits, facts=facts, by=by, falling=by != "board")
        rows = [_board_row(line, found.situation.labels) for line in [*found.lines, found.whole]]
    else:
        found = every_hand(study, who, situation, suits=suits, makes=makes, facts=facts)
        rows = [row for one in found.ranges for row in _hand_rows(study, found, one)]
    if table is not None:
        write_csv(rows, table)
    if as_json:
        print_json(msgspec.to_builtins(found))
    elif text and not boards:
        for one in found.ranges:  # type: ignore[union-attr]
            print(f"{solution.players[one.player]}: {one.text}")
    else:
        print_out(*(_boards(found, limit) if boards else _hands(study, found, limit)))  # type: ignore[arg-type]


def every_hand(study: Study, player: int, situation: str, *, suits: bool, makes: str, facts: str) -> Hands:
    """All pages of an answer as one."""
    import msgspec

    found = page = study.hands(player, situation, suits=suits, makes=makes, facts=facts)
    while any(len(one.hands) + page.offset < one.total for one in page.ranges):
        offset = page.offset + max(len(one.hands) for one in page.ranges)
        page = study.hands(player, situation, suits=suits, makes=makes, facts=facts, offset=offset)
        ranges = [
            msgspec.structs.replace(one, hands=[*one.hands, *more.hands])
            for one, more in zip(found.ranges, page.ranges)
        ]
        found = msgspec.structs.replace(found, ranges=ranges)
    return found


def every_board(study: Study, player: int, situation: str, **asked: Any) -> Boards:
    """All pages of an answer as one."""
    import msgspec

    found = study.boards(player, situation, **asked)
    while len(found.lines) < found.total:
        more = study.boards(player, situation, offset=len(found.lines), **asked)
        found = msgspec.structs.replace(found, lines=[*found.lines, *more.lines])
    return found


def _hand_rows(study: Study, found: Hands, one: HandRange) -> list[dict[str, Any]]:
    labels = found.situation.labels if one.probabilities else []
    return [
        {
            "player": study.solution.players[one.player],
            "hand": hand.words,
            "facts": hand.facts,
            "combos": hand.combos,
            "share": hand.share,
            "played": hand.played,
            **dict(zip(labels, hand.probabilities)),
            "value": hand.value,
            "equity": hand.equity,
            "makes": ", ".join(hand.makes),
        }
        for hand in one.hands
    ]


def _board_row(line: BoardLine, labels: Sequence[str]) -> dict[str, Any]:
    return {
        "board": line.words,
        "facts": line.facts,
        "combos": line.combos,
        "share": line.share,
        **dict(zip(labels, line.probabilities)),
        "value": line.value,
        "equity": line.equity,
    }


def _hands(study: Study, found: Hands, limit: int) -> list[RenderableType]:
    from rich.text import Text

    players = study.solution.players
    shown: list[RenderableType] = [_head(players[found.situation.player], found.situation.words)]
    for one in found.ranges:
        labels = found.situation.labels if one.probabilities else []
        of = "" if one.share > 0.999999 else f"; {one.share:.1%} of the range is shown"
        equity = "" if one.equity is None else f", equity {one.equity:.1%}"
        value = "" if one.value is None else f", value {one.value:.4g}"
        shown += ["", Text.assemble((players[one.player], "bold"), f": {one.combos} hands{value}{equity}{of}")]
        table = _table("hand", "", "of the range", "played", *labels, "value", "equity", "makes")
        for hand in one.hands[: limit or None]:
            table.add_row(
                hand.words,
                f"×{hand.combos}" if hand.combos > 1 else "",
                f"{hand.share:.1%}",
                f"{PARTS[round((hand.played or 0) * 8)]} {_percent(hand.played)}",
                *(f"{p:.1%}" for p in hand.probabilities),
                "–" if hand.value is None else f"{hand.value:.4g}",
                _percent(hand.equity),
                ", ".join(hand.makes),
            )
        shown.append(table)
        if limit and len(one.hands) > limit:
            shown.append(Text(f"… {len(one.hands) - limit:,} more (--limit)", "dim"))
        if len(one.kinds) > 1:
            shown.append(Text("  " + " · ".join(f"{kind.name} {kind.share:.1%}" for kind in one.kinds), "dim"))
    if found.note:
        shown.append(Text(found.note, "dim"))
    return shown


def _boards(found: Boards, limit: int) -> list[RenderableType]:
    from rich.text import Text

    table = _table("board", "", "share", *found.situation.labels, "value", "equity")
    for line in [*found.lines[: limit or None], found.whole]:
        table.add_row(
            line.words,
            f"×{line.combos}" if line.combos > 1 else "",
            f"{line.share:.1%}",
            *(f"{p:.1%}" for p in line.probabilities),
            "–" if line.value is None else f"{line.value:.4g}",
            _percent(line.equity),
        )
    shown: list[RenderableType] = [_head("", found.situation.words), table]
    if limit and len(found.lines) > limit:
        shown.append(Text(f"… {len(found.lines) - limit:,} more (--limit)", "dim"))
    return [*shown, Text(found.note, "dim")] if found.note else shown


def _head(player: str, words: str) -> RenderableType:
    from rich.text import Text

    return Text.assemble((words, "bold"), f": {player} moves" if player else "")


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{share:.1%}"


def _table(first: str, *heads: str) -> Any:
    from rich.table import Table

    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(first)
    for head in heads:
        table.add_column(head, justify="left" if head == "makes" else "right")
    return table


def write_csv(rows: Sequence[dict[str, Any]], path: Path) -> None:
    """Write lines with the same columns as a CSV file, whole or not at all."""
    import csv
    from io import StringIO

    from galakit.disk import write_whole
    from galakit.errors import GalakitError

    if path.suffix != ".csv":
        raise GalakitError(f"a table cannot be written as {path}", hint="give the file the ending .csv", id="GK507")
    columns = dict.fromkeys(name for row in rows for name in row)
    text = StringIO(newline="")
    writer = csv.DictWriter(text, list(columns))
    writer.writeheader()
    writer.writerows(rows)
    write_whole(path, lambda part: part.write_text(text.getvalue(), encoding="utf-8", newline=""))
