"""`galakit report`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from galakit.cli.options import AsJson, Params
from galakit.cli.solve_options import How, solving

if TYPE_CHECKING:
    from galakit.drawing.album import Format
    from galakit.study.study import Study

Folder = Path | None


@solving
def report(
    name: Annotated[str, typer.Argument(metavar="GAME", help="A shipped game, a game file, or a saved solution.")],
    param: Params = None,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The report. [default: GAME.html, unless pictures are requested]"
        ),
    ] = None,
    svg: Annotated[Folder, typer.Option("--svg", metavar="DIR", help="Draw tree and charts as SVG in DIR.")] = None,
    png: Annotated[Folder, typer.Option("--png", metavar="DIR", help="Draw them as PNG.")] = None,
    pdf: Annotated[Folder, typer.Option("--pdf", metavar="DIR", help="Draw them as PDF.")] = None,
    tikz: Annotated[Folder, typer.Option("--tikz", metavar="DIR", help="Write them as TikZ for LaTeX.")] = None,
    depth: Annotated[
        int | None, typer.Option("--depth", metavar="N", min=1, help="Draw the tree to this depth in moves.")
    ] = None,
    after: Annotated[
        str | None,
        typer.Option("--after", metavar="MOVES", help="Draw the tree after MOVES, comma-separated."),
    ] = None,
    played: Annotated[bool, typer.Option("--played", help="Draw only moves that are played.")] = False,
    ranges: Annotated[
        bool,
        typer.Option("--ranges", help="Draw whiskers: how often optimal strategies make each move, where they differ."),
    ] = False,
    *,
    how: How,
    as_json: AsJson = False,
) -> None:
    """Write a solution as one HTML file, or its tree and charts as pictures for papers."""
    from galakit.cli.output import Meter, print_json, warn
    from galakit.study.study import Study

    meter = Meter()
    study = Study(*how.opened(name, param, meter))
    folders: dict[Format, Path | None] = {"svg": svg, "png": png, "pdf": pdf, "tikz": tikz}
    pictures = [(kind, folder) for kind, folder in folders.items() if folder is not None]
    result: dict[str, Any] = {"game": study.solution.name, "report": None, "pictures": [], "left_out": []}
    if output is not None or not pictures:
        from galakit.component.report import write_report

        file = output or Path(f"{Path(name).stem}.html")
        with Meter() as progress:
            written = write_report(study, file, progress)
        result["report"] = {
            "file": str(file), "bytes": written.bytes, "answers": written.answers, "left_out": list(written.left_out)
        }  # fmt: skip
        if not as_json:
            print(f"{file}: {_contents(study, written.left_out)}")
            for line in written.left_out:
                warn(line)
    if pictures:
        from galakit.drawing.album import Part, album
        from galakit.solution.facts import parsed

        part = Part(depth, parsed(after or ""), played) if depth or after or played else None
        for kind, folder in pictures:
            for kept in album(study, folder, kind, part, ranges=ranges):
                if kept.file is None:
                    result["left_out"].append({"picture": kept.name, "why": kept.why})
                else:
                    result["pictures"].append(str(kept.file))
                    if not as_json:
                        print(kept.file)
        if not as_json:
            for line in dict.fromkeys(f"no picture of the {k['picture']}: {k['why']}" for k in result["left_out"]):
                warn(line)
    if as_json:
        print_json(result)


def _contents(study: Study, left_out: tuple[str, ...]) -> str:
    """The contents of a report."""
    size = study.solution.size
    assert size is not None  # reports need the size of the game
    tree = "" if left_out else f", {size.nodes:,} nodes"
    return f"{study.game.form.information_sets:,} information sets{tree}"
