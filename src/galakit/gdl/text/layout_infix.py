"""The layout of a clause in the infix notation: one line if it fits and the author left it there, or one a condition.

next(cell(X, Y, P)) :-
    does(P, mark(X, Y)) &  % comments stay where they are
    ~true(closed(X)).
"""

from __future__ import annotations

from dataclasses import dataclass

from galakit.gdl.text.infix import TOKEN
from galakit.gdl.text.write import WIDEST

INDENT = "    "
NECKS = (":-", "<=")
SEPARATORS = ("&", ",", "|", ";")
SPACED = (":-", "<=", "&", "|", ";", "\\=", "!=")


@dataclass
class _Line:
    said: str = ""
    comment: str = ""
    begun: bool = False
    """whether the author began a line here"""

    def written(self, indent: str) -> str:
        return f"{indent}{self.said}  {self.comment}".rstrip() if self.said else indent + self.comment


def clause_lines(text: str) -> str:
    """The text of one clause in its layout, with its dot.

    >>> print(clause_lines("p(X):-q(X,_)&\\n~r(X)"))
    p(X) :-
        q(X, _) &
        ~r(X).
    """
    above: list[str] = []
    lines = [_Line()]
    deep = at = 0
    before = ""
    inside = False
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
            elif not ended:
                lines.insert(-1, _Line(comment=token, begun=True))
                lines[-1].begun = True
            elif breaks or lines[-1].comment:
                lines.append(_Line(comment=token, begun=True))
            else:
                lines[-1].comment = token
            continue
        if ended:
            lines.append(_Line(begun=breaks))
        lines[-1].said += _blank(lines[-1].said, before, token, breaks) + token
        deep += (token == "(") - (token == ")")
        inside = inside or token in NECKS
        before = token
    lines[-1].said += "."
    return "\n".join([*above, *_joined(lines)])


def _joined(lines: list[_Line]) -> list[str]:
    """The conditions on the author's lines; without line breaks by the author, on one line or on a line each."""
    whole = " ".join(line.said for line in lines)
    chosen = any(line.begun for line in lines)
    if not chosen and len(whole) <= WIDEST:
        return [whole]
    head, *rest = lines
    kept: list[_Line] = []
    for line in rest:
        last = kept[-1] if kept else None
        room = last is not None and last.said and not last.comment and len(INDENT + last.said + line.said) < WIDEST
        if last is not None and chosen and not line.begun and room:
            last.said, last.comment = f"{last.said} {line.said}", line.comment
        else:
            kept.append(line)
    return [head.written(""), *(line.written(INDENT) for line in kept)]


def _blank(said: str, before: str, token: str, breaks: bool) -> str:
    """What stands between two tokens of a line."""
    if not said or token in (")", ",", ".") or before in ("(", "~", "\\+"):
        return ""
    if token == "(":
        return " " if before in (*SPACED, ",") or before.lower() == "not" else ""
    return " " if before in (*SPACED, ",") or token in SPACED or before.lower() == "not" or breaks else ""
