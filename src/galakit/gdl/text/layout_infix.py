"""The layout of a clause in the infix notation: one line if it fits and the author left it there, or one a condition.

next(cell(X, Y, P)) :-
    does(P, mark(X, Y)) &  % comments stay where they are
    ~true(closed(X)).
"""

from __future__ import annotations

from galakit.gdl.text.infix import TOKEN
from galakit.gdl.text.write import WIDEST

NECKS = (":-", "<=")
SEPARATORS = ("&", ",", "|", ";")
SPACED = (":-", "<=", "&", "|", ";", "\\=", "!=")


def clause_lines(text: str) -> str:
    """The text of one clause in its layout, with its dot.

    >>> print(clause_lines("p(X):-q(X,_)&\\n~r(X)"))
    p(X) :-
        q(X, _) &
        ~r(X).
    """
    above: list[str] = []
    lines: list[tuple[str, str]] = [("", "")]
    deep = at = 0
    before = ""
    broken = inside = False
    for found in TOKEN.finditer(text):
        token, kind = found[0].strip(), found.lastgroup
        if kind == "blank":
            continue
        breaks = "\n" in text[at : found.start()]
        at = found.end()
        ended = deep == 0 and (before in NECKS or (inside and before in SEPARATORS))
        if kind == "comment":
            token = f"%{token[1:]}" if token.startswith(";") else token  # such a line cannot be indented
            if not ended and len(lines) == 1:
                above.append(token)
                continue
            broken = True
            if not ended:
                lines.insert(-1, ("", token))
            elif breaks or lines[-1][1]:
                lines.append(("", token))
            else:
                lines[-1] = (lines[-1][0], token)
            continue
        broken = broken or (ended and breaks)
        if ended:
            lines.append(("", ""))
        lines[-1] = (lines[-1][0] + _blank(lines[-1][0], before, token, breaks) + token, lines[-1][1])
        deep += (token == "(") - (token == ")")
        inside = inside or token in NECKS
        before = token
    lines[-1] = (f"{lines[-1][0]}.", lines[-1][1])
    whole = " ".join(said for said, _ in lines)
    if not broken and len(whole) <= WIDEST:
        return "\n".join([*above, whole])
    return "\n".join([*above, *(_line(k, said, comment) for k, (said, comment) in enumerate(lines))])


def _line(number: int, said: str, comment: str) -> str:
    indent = "    " if number else ""
    return f"{indent}{said}  {comment}".rstrip() if said else f"{indent}{comment}"


def _blank(said: str, before: str, token: str, breaks: bool) -> str:
    """What stands between two tokens of a line."""
    if not said or token in (")", ",", ".") or before in ("(", "~", "\\+"):
        return ""
    if token == "(":
        return " " if before in (*SPACED, ",") or before.lower() == "not" else ""
    return " " if before in (*SPACED, ",") or token in SPACED or before.lower() == "not" or breaks else ""
