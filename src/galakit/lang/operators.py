"""The operators of Gala text: those of ISO and SWI-Prolog, and the few that Gala adds or moves.

Gala's own: `:` is xfx 990, so that `deck : $suits * $ranks` means `deck : ($suits * $ranks)`; `gets` and `:=` assign;
`$` reads a variable and binds tightest. Priorities follow Prolog: a higher number binds more loosely.

>>> INFIX["+"]
Infix(left=500, priority=500, right=499)
>>> PREFIX["$"]
Prefix(priority=1, right=0)
"""

from __future__ import annotations

from typing import NamedTuple

CLAUSE_PRIORITY = 1200  # what a clause, or a term in round or curly brackets, may be
ARGUMENT_PRIORITY = 999  # what an argument or a list element may be


class Infix(NamedTuple):
    """The loosest term allowed on the left, the operator's own priority, the loosest term allowed on the right."""

    left: int
    priority: int
    right: int


class Prefix(NamedTuple):
    priority: int
    right: int


_TABLE = """
1200 xfx :- -->
1200 fx  :- ?-
1150 fx  dynamic discontiguous
1100 xfy ;
1050 xfy -> *->
1000 xfy ,
990  xfx :
900  fy  \\+
700  xfx = \\= == \\== =@= \\=@= @< @> @=< @>= is as =.. =:= =\\= < > =< >= >:< :< gets :=
500  yfx + - /\\ \\/ xor
400  yfx * / // rem mod div rdiv << >> divmod
200  xfx **
200  xfy ^
200  fy  - + \\
1    fx  $
"""

INFIX: dict[str, Infix] = {}
PREFIX: dict[str, Prefix] = {}

for _line in _TABLE.split("\n")[1:-1]:
    _number, _type, *_names = _line.split()
    _p = int(_number)
    _right = _p if _type.endswith("y") else _p - 1
    for _name in _names:
        if len(_type) == 2:
            PREFIX[_name] = Prefix(_p, _right)
        else:
            INFIX[_name] = Infix(_p if _type.startswith("y") else _p - 1, _p, _right)


def is_operator(name: str) -> bool:
    return name in INFIX or name in PREFIX
