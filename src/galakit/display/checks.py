"""What is doubtful in a display. Whatever is wrong with it, games are solved and shown; the facts are then in words."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterator, Sequence

from galakit.display.entries import Rule, Sort, frozen, rule
from galakit.display.fields import field
from galakit.display.parts import SHAPES
from galakit.display.patterns import variables
from galakit.display.terms import Term, read_pattern
from galakit.display.vocabulary import ACTIONS, CONTEXTS, MEMORY, PARTS, VALUES
from galakit.errors import Diagnostic, GalakitError, Span
from galakit.rules.contract import Rules
from galakit.rules.display import LONGEST, MOST, TABLES, Display, display_of

RIGHT = PARTS | ACTIONS
LIKENESS = 0.75  # of a name that is probably meant to be another

Where = Callable[[int], Span | None]
"""the place of an entry in the text of the rules"""


def mistakes(display: Display, players: Sequence[str], where: Where = lambda entry: None) -> list[Diagnostic]:
    """What is doubtful in the entries of a display, as warnings.

    >>> from galakit.rules.display import Entry
    >>> [found.message for found in mistakes([Entry("card(R)", "crad(R)"), Entry("bet(X)", "chips(Y)")], ["a"])]
    ['`crad` is not drawn', 'nothing on the left side is called `Y`']
    """
    found = []
    for number, message, hint, id in _found(display, players):
        span, entry = where(number), display[min(number, len(display) - 1)]
        notes = () if span is not None else (f"in the entry {entry.left} : {entry.right}",)
        found.append(Diagnostic(message, span, hint, notes, severity="warning", id=id))
    return sorted(found, key=lambda one: one.span.start if one.span is not None else 0)


def refuse_mistakes(rules: Rules) -> None:
    """Refuse rules whose display has a mistake."""
    for found in mistakes(display_of(rules), rules.players)[:1]:
        message = f"the display of `{rules.name}` has a mistake: {found.message}"
        raise GalakitError(message, notes=found.notes, hint=found.hint, id="GK709")


_Found = Iterator[tuple[int, str, str, str]]


def _found(display: Display, players: Sequence[str]) -> _Found:
    if len(display) > MOST:
        yield MOST, f"only the first {MOST} entries of the display are used", "leave some out", "GK320"
    boards = {left.partition("(")[2].rstrip(")") for left, _ in display if left.partition("(")[0] == "board"}
    rules: list[tuple[int, Rule]] = []
    for entry, (left, right) in enumerate(display[:MOST]):
        sides = [None if len(side) > LONGEST else read_pattern(side) for side in (left, right)]
        if sides[0] is None or sides[1] is None:
            hint = "sides are names, numbers, lists, tuples and calls such as bet(Who, N)"
            yield entry, "this entry of the display cannot be read, and is not used", hint, "GK320"
            continue
        pattern, shown = sides[0], sides[1]
        if pattern.name in TABLES and pattern.kind in ("name", "call"):
            yield from _of_table(entry, pattern, shown)
            continue
        made = rule(pattern, shown)
        if made is None:
            hint = f"after(A, after(B, Fact)) may name {MEMORY} facts before one"
            yield entry, "this entry of the display is not used: it looks too far back", hint, "GK320"
            continue
        yield from _of_rule(entry, made, boards)
        yield from _hidden(entry, made, rules)
        rules.append((entry, made))


def _of_rule(entry: int, made: Rule, boards: set[str]) -> _Found:
    if made.pattern.name in CONTEXTS and made.pattern.kind == "call":
        many = CONTEXTS[made.pattern.name]
        if len(made.pattern.args) != many:
            hint = f"write {made.pattern.name}({', '.join('ABCD'[:many])})"
            yield entry, f"`{made.pattern.name}` has another number of arguments", hint, "GK321"
    known = {*variables(made.pattern), *(name for _, context in made.before for name in variables(context))}
    known |= {f"${name}" for name in VALUES}
    for item in made.shown:
        for name in dict.fromkeys(variables(item)):
            if name not in known:
                what = "there is no value" if name[0] == "$" else "nothing on the left side is called"
                hint = f"write one of {', '.join(sorted(known))}"
                yield entry, f"{what} `{name}`", hint, "GK322"
        yield from _of_item(entry, item, boards)


def _of_item(entry: int, item: Term, boards: set[str]) -> _Found:
    if item.kind == "sign" and item.name == "/" and len(item.args) == 2:
        inner = item.args[1]
        if inner.name in RIGHT and item.args[0].kind == "name":
            if item.args[0].name not in boards:
                hint = f"declare it: board({item.args[0].name}) : grid(Columns, Rows)"
                yield entry, f"there is no board `{item.args[0].name}`", hint, "GK321"
            yield from _of_item(entry, inner, {*boards, item.args[0].name})
        return
    if item.kind not in ("call", "name") or item.quoted:
        return
    many = RIGHT.get(item.name)
    if many is None:
        close = difflib.get_close_matches(item.name, RIGHT, 1, LIKENESS) if item.kind == "call" else []
        if close:
            yield entry, f"`{item.name}` is not drawn", f"did you mean `{close[0]}`?", "GK321"
    elif item.kind == "call" and len(item.args) not in many:
        numbers = " or ".join(map(str, many))
        yield entry, f"`{item.name}` does not take {len(item.args)} arguments", f"it takes {numbers}", "GK321"
    elif item.name in ACTIONS and not boards and (item.kind == "call" or 0 in many):
        yield entry, f"`{item.name}` needs a board", "declare one: board : grid(Columns, Rows)", "GK321"


def _of_table(entry: int, left: Term, right: Term) -> _Found:
    items = right.args if right.kind == "list" else (right,)
    if left.name == "board" and field(right) is None:
        hint = "write grid(Columns, Rows), hexes(...), dots(...), graph(Links) or heaps(Sizes); up to 64 wide"
        yield entry, "this is no board", hint, "GK323"
    elif left.name == "ranks" and right.kind != "list" and (right.name != "up_to" or len(right.args) not in (1, 2)):
        yield entry, "these are no ranks", "write a list, lowest first, or up_to(king, 13)", "GK323"
    elif left.name == "suits" and right.kind != "list":
        yield entry, "these are no suits", "write a list: suits : [spades, hearts]", "GK323"
    elif left.name == "deck" and (right.kind != "sign" or right.name != "*"):
        yield entry, "this is no deck", "write Suits * Ranks: lists, or numbers", "GK323"
    elif left.name == "pieces":
        for item in items:
            if item.kind != "sign" or item.name != ":":
                hint = f"write Piece : Shape, with a sign in quotes or one of {', '.join(SHAPES)}"
                yield entry, "this does not say how a piece looks", hint, "GK323"
                return


def _hidden(entry: int, made: Rule, before: Sequence[tuple[int, Rule]]) -> _Found:
    """An entry that no fact comes to, because an earlier one always applies where it would."""
    one = Sort(made.kind or "fact", frozen(made.pattern))
    for _, other in before:
        if other.before or other.kind not in (None, made.kind):
            continue
        if other.suits(one) and not other.varies and other.bound(one, (), {}) is not None:
            yield entry, "this entry is never used: an earlier one is about the same", "put it first", "GK324"
            return
