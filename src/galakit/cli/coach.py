"""The texts of `galakit play --coach`: a grade after each decision, and a summary at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from galakit.cli.streams import console
from galakit.play.grading import LEVELS
from galakit.solution.shown.chart import bar
from galakit.solution.shown.numbers import number

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from galakit.display.look import Look
    from galakit.play.grading import Grade
    from galakit.play.session import Session

WIDTH = 20  # of a bar
STYLES = {
    "best": "bold green",
    "good": "green",
    "inaccuracy": "yellow",
    "mistake": "dark_orange",
    "blunder": "bold red",
}
SEVERAL = dict(zip(LEVELS, ("best", "good", "inaccuracies", "mistakes", "blunders")))


def show_grade(grade: Grade, look: Look, out: TextIO) -> None:
    """One grade: the level in words, then the solution's strategy and the value of each move."""
    from rich.text import Text

    if grade.level is None:
        _print(out, Text(f"  {grade}", "dim"))
        return
    lost = f"; you lose {number(grade.loss)}" if grade.loss else ""
    _print(out, Text.assemble("  ", (grade.level, STYLES[grade.level]), f": {grade.words}{lost}"), _moves(grade, look))


def _moves(grade: Grade, look: Look) -> Table:
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, header_style="dim", padding=(0, 2, 0, 0), pad_edge=False)
    table.add_column("    your moves")
    table.add_column("it would play (it never gets here)" if grade.strayed else "the solution plays")
    table.add_column("", justify="right")
    table.add_column("worth", justify="right")
    best, player = grade.best, look.players.index(grade.player)
    for move, share in grade.probabilities.items():
        mark = "  → " if move == grade.move else "    "
        worth = Text(number(grade.values[move]), "bold" if move in best else "")
        table.add_row(
            Text(mark + look.label(move, grade.facts, player)), bar(float(share), WIDTH), number(share), worth
        )
    return table


def summarise(session: Session, out: TextIO) -> None:
    """A summary of the person's decisions."""
    from rich.table import Table
    from rich.text import Text

    levels = session.levels
    many = sum(levels.values())
    if not many:
        return
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
    for column in ("left", "right", "left"):
        table.add_column(justify=column)
    for level in LEVELS:
        share = bar(levels[level] / many, WIDTH)
        share.stylize(STYLES[level])
        table.add_row(Text(f"  {SEVERAL[level]}", STYLES[level]), str(levels[level]), share)
    decisions = "1 decision" if many == 1 else f"{many} decisions"
    each = f", {number(float(session.lost) / many)} a decision" if many > 1 else ""
    heading = f"{decisions} graded: in the long run they lose {number(session.lost)} in all{each}"
    worst = max((g for grades in session.grades for g in grades if g.loss), key=lambda g: g.loss or 0, default=None)
    _print(out, Text(heading), table)
    if worst is not None:
        look, person = session.game.look, session.person
        knowing = look.told(worst.facts, person)
        move, *best = look.labels((worst.move, *worst.best), worst.facts, person)
        said = f"the dearest: {move}, knowing {knowing}, lost {number(worst.loss)}; {' or '.join(best)} was best"
        _print(out, Text(said))


def _print(out: TextIO, *things: Text | Table) -> None:
    """Colours on a terminal; elsewhere plain text without blanks at the ends of lines."""
    shown = console(out)
    if shown.is_terminal:
        shown.print(*things, sep="\n")
        return
    with shown.capture() as capture:
        shown.print(*things, sep="\n", soft_wrap=True)
    for line in capture.get().splitlines():
        print(line.rstrip(), file=out)
