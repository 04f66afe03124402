"""The names that stand on the right side of a display, with the numbers of arguments that they take."""

from __future__ import annotations

PARTS = {
    "card": (1, 2),
    "cards": (1,),
    "back": (0,),
    "die": (1,),
    "dice": (1,),
    "coin": (1,),
    "chips": (1,),
    "money": (1,),
    "pile": (1,),
    "piece": (1,),
    "square": (1,),
    "nothing": (0,),
}
"""what is drawn"""

ACTIONS = {
    "put": (2,),
    "go": (2,),
    "drop": (2,),
    "remove": (1,),
    "move": (2,),
    "mark": (2,),
    "line": (1, 2),
    "take": (2,),
    "undo": (0,),
}
"""what happens on the board"""

CONTEXTS = {"chose": 1, "chance": 1, "holds": 1, "after": 2}
"""names around patterns, on the left"""

VALUES = ("player", "opponent")
"""`$player` is whose facts they are"""

MEMORY = 4  # facts before one that `after(...)` may name
