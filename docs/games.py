"""Write `reference/games.md` from the headers of the shipped games: `python docs/games.py`."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from galakit.loading import Shipped, shipped

PAGE = Path(__file__).parent / "reference" / "games.md"
HEAD = """# The shipped games

`galakit games` lists them, `galakit games NAME` describes one, and `galakit solve NAME -p parameter=value` solves it.
`tests/games` also certifies the equilibria that the literature reports, and you can certify a profile of your own:

```python
import galakit as gk

game = gk.load("beer_quiche")
pooling = {"sender": {"": "beer"}, "receiver": {"beer": "leave", "quiche": "fight"}}
print(gk.certify(game, pooling))  # each player's expected payoff, and what they could gain by deviating
```

<!-- Written by docs/games.py from the headers of the game files: change those and run it again. -->
"""


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for kind, games in groupby(sorted(shipped(), key=lambda g: (g.kind, g.name)), key=lambda g: g.kind):
        parts.append(f"## {kind[0].upper()}{kind[1:]}\n")
        parts.extend(entry(game) for game in games)
    return "\n".join(parts)


def entry(game: Shipped) -> str:
    """One game: its name with a link to the rules, parameters, description and source."""
    params = ", ".join(f"`{name}`" if value is None else f"`{name}={value}`" for name, value in game.params.items())
    lines = [
        f"### [{game.name}](../../src/galakit/games/{game.file})\n",
        f"{game.summary} {game.description}\n",
        f"Players: {', '.join(game.players)}. " + (f"Parameters: {params}." if params else "No parameters.") + "\n",
        f"Source: {game.source}\n",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
