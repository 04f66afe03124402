"""Sweep the studies of published figures into build/reproduced, and draw the pictures of explanation/reproduced.md."""

from __future__ import annotations

from pathlib import Path

import galakit as gk
from galakit.drawing.figure import save, settled

HERE = Path(__file__).parent
TABLES = HERE.parent / "build" / "reproduced"
STAGES = ["seconds_explore", "seconds_unfold", "seconds_solve"]
PICTURES = {
    "figure14_poker": ("figure14", "ranks", ["seconds_solve"], {"game": "poker"}),
    "figure14_inspection": ("figure14", "stages", ["seconds_solve"], {"game": "inspection"}),
    "figure15_poker": ("figure15", "ranks", STAGES, {"game": "poker"}),
    "figure15_inspection": ("figure15", "stages", STAGES, {"game": "inspection"}),
    "figures17and18": ("figures17and18", "quantity", [], {}),
}
"""picture -> study, axis, columns, rows"""


def main() -> None:
    for study in dict.fromkeys(study for study, *_ in PICTURES.values()):
        table = gk.sweep(study, output=TABLES / study)
        print(f"{study}: {table.status.value_counts().to_dict()}", flush=True)
    with settled():
        for name, (study, against, of, where) in PICTURES.items():
            save(gk.plot_sweep(TABLES / study, against=against, of=of, where=where), HERE / "images" / f"{name}.svg")


if __name__ == "__main__":
    main()
