"""The layout of a clause in the infix notation: one line if it fits and the author left it there, or one a condition.

next(cell(X, Y, P)) :-
    does(P, mark(X, Y)) &  % comments stay where they are
    ~true(closed(X)).
"""

from __future__ import annotations

from galakit.gdl.text.infix import TOKEN
from galakit.gdl.text.write import WIDEST

SEPARATORS = ("&", ",", "|", ";")
SPACED = (":-", "<=", "&", "|", ";", "\\=", "!=")


def clause_lines(text: str) -> str:
    """The text of one clause in its layout, with its dot.

    >>> print(clause_lines("p(X):-q(X,_)&\\n~r(X)"))
    p(X) :-
        q(X, _) &
        ~r(X).
    """
    lines: list[tuple[str, str]] = [("", "")]
    deep = 0
    before = ""
    broken = inside = False
    at = 0
    for found in TOKEN.finditer(text):
        token, kind = found[0], found.lastgroup
        if kind == "comment" and token.startswith(";"):  # such a line cannot be indented
            token = f"%{token[1:]}"
        if kind == "blank":
            continue
        breaks = "\n" in text[at : found.start()]
        at = found.end()
        if kind == "comment":
            broken = True
            said, comment = lines[-1]
            lines[-1] = (said, f"{comment} {token}".strip()) if not breaks else lines[-1]
            if breaks:
                lines.append(("", token.strip()))
            continue
        ends = deep == 0 and (before in (":-", "<=") or (inside and before in SEPARATORS))
        broken = broken or (ends and breaks)
        if ends or (lines[-1][1] and not lines[-1][0]):
            lines.append(("", ""))
        said, comment = lines[-1]
        lines[-1] = (said + _blank(said, before, token, breaks) + token, comment)
        deep += (token == "(") - (token == ")")
        inside = inside or token in (":-", "<=")
        before = token
    lines[-1] = (f"{lines[-1][0]}.", lines[-1][1])
    whole = " ".join(said for said, _ in lines)
    if not broken and len(whole) <= WIDEST:
        return whole
    return "\n".join(_line(k, said, comment) for k, (said, comment) in enumerate(lines))


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
