"""The layout of a clause in the prefix notation: what does not fit on a line is broken, conditions below the head.

    (<= (next (cell ?x ?y ?p))
        (does ?p (mark ?x ?y))  ; comments stay where they are
        (or (true open)
            (true (forced ?x))))

Where the author broke a rule or a connective into lines it stays broken there; everything else is joined if it fits.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from galakit.gdl.text.kif import TOKEN
from galakit.gdl.text.write import WIDEST

BREAKING = ("<=", "or", "and")


@dataclass
class _Node:
    """A word, or a list of nodes; with the comments above it, and the one behind it."""

    word: str = ""
    items: list[_Node] | None = None
    broken: bool = False
    """whether a line ends in front of it"""
    above: list[str] = field(default_factory=list)
    behind: str = ""
    below: list[str] = field(default_factory=list)
    """comments above the bracket that closes it"""


def clause_lines(text: str) -> str:
    """The text of one clause in its layout.

    >>> print(clause_lines("(<= (p ?x)(q ?x) ; why\\n ( not (r ?x)))"))
    (<= (p ?x)
        (q ?x)  ; why
        (not (r ?x)))
    """
    return "\n".join(_line(text, comment) for text, comment in _laid(_tree(text), 0, ""))


def _line(text: str, comment: str) -> str:
    return f"{text}  {comment}" if text.strip() and comment else text + comment


def _tree(text: str) -> _Node:
    top = _Node(items=[])
    stack = [top]
    at = 0
    waiting: list[str] = []
    last: _Node | None = None
    for found in TOKEN.finditer(text):
        broken = "\n" in text[at : found.start()]
        if found.lastgroup == "comment":
            comment = found[0].strip()
            if last is not None and not broken and not waiting and not last.behind and comment.startswith((";", "%")):
                last.behind = comment
            else:
                waiting.append(comment)
        elif found[0] == ")":
            last = stack.pop()
            last.below, waiting = waiting, []
        else:
            last = _Node(found[0], broken=broken, above=waiting)
            assert stack[-1].items is not None
            stack[-1].items.append(last)
            waiting = []
            if found[0] == "(":
                last.word, last.items = "", []
                stack.append(last)
                last = None
        at = found.end()
    assert top.items
    _raise_comments(top.items[0])
    return top.items[0]


def _raise_comments(node: _Node) -> None:
    """Put what stands beside the name of a list above the list: there is no line for it in between."""
    items = node.items or []
    for item in items:
        _raise_comments(item)
    if items:
        node.above += [*items[0].above, *([items[0].behind] if items[0].behind else [])]
        items[0].above, items[0].behind = [], ""
    if len(items) == 1:
        node.above += node.below
        node.below = []
    elif items:
        node.above += items[1].above
        items[1].above = []


def _flat(node: _Node) -> str | None:
    """The node on one line; nothing if a comment stands in it."""
    if node.items is None:
        return node.word
    parts = []
    for item in node.items:
        part = _flat(item)
        if part is None or item.above or item.behind:
            return None
        parts.append(part)
    return None if node.below else f"({' '.join(parts)})"


def _laid(node: _Node, indent: int, closing: str) -> list[tuple[str, str]]:
    """Lines and the comments behind them. `closing` are the brackets that follow: they stand before a comment."""
    blanks = " " * indent
    above = [(blanks, comment) for comment in node.above]
    flat = _flat(node)
    items = node.items
    fits = flat is not None and indent + len(flat) + len(closing) <= WIDEST and not _broken(node)
    if items is None or len(items) < 2 or fits:
        return [*above, (f"{blanks}{flat}{closing}", node.behind)]
    opening = f"({_flat(items[0])} "
    inner = indent + len(opening)
    lines: list[tuple[str, str]] = []
    chosen = _broken(node)
    for number, item in enumerate(items[1:]):
        more = _laid(item, inner, ")" + closing if item is items[-1] and not node.below else "")
        joined = f"{lines[-1][0]} {more[0][0].lstrip()}" if lines else ""
        kept = lines and chosen and not item.broken and not (number == 1 and items[0].word == "<=")
        if kept and len(more) == 1 and not lines[-1][1] and not item.above and len(joined) <= WIDEST:
            lines[-1] = (joined, more[0][1])
        else:
            lines += more
    lines[0] = (blanks + opening + lines[0][0][inner:], lines[0][1])
    if node.below:
        lines += [(" " * inner, comment) for comment in node.below] + [(" " * inner + ")" + closing, "")]
    if node.behind and lines[-1][1]:
        lines.append((blanks, node.behind))
    elif node.behind:
        lines[-1] = (lines[-1][0], node.behind)
    return above + lines


def _broken(node: _Node) -> bool:
    """Whether the author gave the parts of a rule or a connective lines of their own."""
    items = node.items or []
    return bool(items) and items[0].word.lower() in BREAKING and any(item.broken for item in items[2:])
