"""Diagnostics for text that cannot be read.

Each function looks at the state of the reader and raises (or returns) a diagnostic with position, cause and remedy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from galakit.errors import Diagnostic, Label, Span
from galakit.lang.operators import CLAUSE_PRIORITY, Infix
from galakit.lang.syntax import Node
from galakit.lang.tokens import Token

if TYPE_CHECKING:
    from galakit.lang.reader import Reader

CLOSER = {"(": ")", "[": "]", "{": "}"}
OPENER = {closer: opener for opener, closer in CLOSER.items()}


class Fault(Exception):
    """An error found while reading. Without a diagnostic when the tokenizer has already reported it."""

    def __init__(self, diagnostic: Diagnostic | None, resume_here: bool = False, fatal: bool = False) -> None:
        super().__init__()
        self.diagnostic = diagnostic
        self.resume_here = resume_here  # the next clause starts at the current token
        self.fatal = fatal  # give the whole clause up


def starts_declaration(reader: Reader, i: int) -> bool:
    """Whether `name :` or `name(...) :` or `phase(` stands here."""
    tokens = reader.tokens
    if tokens[i].kind != "atom":
        return False
    if tokens[i].text == "phase" and tokens[i + 1].text == "(":
        return True
    i += 1
    if tokens[i].text == "(":
        while tokens[i].text != ")" and tokens[i].kind not in ("end", "eof"):
            i += 1
        i += tokens[i].kind == "punct"
    return tokens[i].text == ":" and tokens[i].kind == "atom"


def in_words(reader: Reader, token: Token) -> str:
    if token.kind == "eof":
        return "the end of the text"
    if token.kind == "end":
        return "the final dot"
    return f"`{token.text}`" if len(token.text) <= 30 else f"`{token.text[:27]}...`"


def operand_missing(reader: Reader, token: Token) -> None:
    frame = reader.frame
    shown = in_words(reader, token)
    if token.kind in ("end", "eof") and len(reader.frames) > 1 and not frame.pending and not frame.items:
        unclosed(reader, token)
    if token.text in OPENER and token.kind == "punct" and token.text != frame.closer:
        wrong_closer(reader, token)
        return
    hint: str | None
    if frame.pending:
        operator = frame.pending[-1]
        name = operator.name
        span = Span(reader.source, operator.start, operator.start + len(name))
        if name == "," and (token.text in OPENER or token.kind == "end"):
            hint = "remove the comma, or write what follows it"
        else:
            hint = f"write a term after `{name}`"
        raise Fault(Diagnostic(f"nothing follows `{name}`: a term is expected before {shown}", span, hint, id="GK012"))
    id = "GK012"
    if frame.kind == "[" and frame.in_tail:
        problem, hint = f"the list has no tail: a term is expected between `|` and {shown}", "remove the `|`"
    elif frame.kind == "[":
        problem, hint = f"a list element is missing before {shown}", "remove the extra comma, or write the element"
    elif frame.kind == "call" and not frame.items and token.text == ")" and frame.functor is not None:
        functor, id = frame.functor.text, "GK020"
        problem, hint = f"`{functor}()` has no arguments", f"write `{functor}` without brackets"
    elif frame.kind == "call":
        problem, hint = f"an argument is missing before {shown}", "remove the extra comma, or write the argument"
    elif frame.kind != "top" and token.text == frame.closer:
        problem, hint, id = "there is nothing between these brackets", "write `true` for nothing to do", "GK020"
    elif token.kind == "end":
        problem, hint = "there is nothing before this dot", "remove it"
    else:
        problem, hint = f"a term is expected before {shown}", f"remove the {shown}, or write the term"
    raise Fault(Diagnostic(problem, reader.span(token), hint, id=id))


# Syntax of other languages, and how to write it here.
FOREIGN = {
    "=>": "write `>=` for `at least`",
    "<=": "write `=<` for `at most`",
    "===": "write `==`",
    "<>": "write `\\=` for `differs from`, or `=\\=` for numbers",
    "!": "write `\\=` for `differs from`, or `=\\=` for numbers",
    "&": "write a comma for `and`",
    "&&": "write a comma for `and`",
    "and": "write a comma for `and`",
    "or": "write `;` for `or`, in brackets: `(a ; b)`",
    "not": "write `\\+ Goal` for `not`",
    "<-": "write `name gets Value` to set a variable",
    "+=": "write `name gets $name + Value`",
    "-=": "write `name gets $name - Value`",
    "*=": "write `name gets $name * Value`",
    "++": "write `name gets $name + 1`",
    "--": "write `name gets $name - 1`",
    "%=": "write `X mod Y` for the remainder",
    "then": "write `if(Condition, Statements)`, or `(Condition -> Statements ; Statements)`",
    "else": "write `if(Condition, Statements, Statements)`, or `(Condition -> Statements ; Statements)`",
    "do": "write `while(Condition, Statements)`",
    "in": "write `member(X, List)`",
}


def operator_missing(reader: Reader, token: Token) -> None:
    left = reader.left
    assert left is not None
    before = reader.tokens[reader.position - 1]
    shown = in_words(reader, token)
    span = reader.span(token)
    labels: tuple[Label, ...] = ()
    id = "GK013"
    hint: str | None = "write a comma or an operator between them"
    starts_line = not reader.source.text[: token.start].rsplit("\n", 1)[-1].strip()
    if len(reader.frames) == 1 and reader.source.line_and_column(token.start)[1] == 1 and token.kind != "punct":
        problem = f"a final dot or an operator is missing before {shown}"
        if before.kind == "atom" and before.text.endswith("."):
            hint = f"`{before.text}` is one symbol here; put a blank before the final dot"
        else:
            hint = "end the clause before it with `.`"
        labels = (Label(span, "the next clause starts here"),)
        raise Fault(Diagnostic(problem, reader.span(before), hint, id="GK014", labels=labels), resume_here=True)
    if reader.frame.kind == "[" and reader.frame.in_tail:
        problem, hint = f"the list must end after its tail, but {shown} follows", "write `]` here"
    elif token.text == "|" and token.kind == "punct":
        problem, hint, id = "`|` has no meaning here", "write `;` for `or`, in brackets: `(a ; b)`", "GK016"
    elif before.text in ("#", "//", "##", "///"):
        problem, hint, id = f"`{before.text}` does not start a comment", "a comment starts with `%`", "GK016"
        span = reader.span(before)
    elif before.text in ("if", "while", "repeat") and token.layout_before and before.kind == "atom":
        problem, hint, id = f"`{before.text}` needs its arguments in brackets", _USAGE[before.text], "GK015"
        span = reader.span(before)
    elif before.text == "not" and before.kind == "atom":
        problem, hint, id, span = "`not` is no operator", FOREIGN["not"], "GK016", reader.span(before)
    elif token.text == "(" and before.kind in ("atom", "quoted") and left.kind == "atom":
        problem, id = f"a blank stands between `{before.text}` and its arguments", "GK015"
        hint = f"write `{before.text}(` without a blank"
    elif before.kind == "number" and not token.layout_before:
        problem = f"the number `{before.text}` runs into {shown}"
        hint = "a name starts with a letter; write an operator between a number and a name"
    elif token.text in FOREIGN and token.kind == "atom" and not (token.text == "!" and not _adjacent(reader, "=")):
        shown = "`!=`" if token.text == "!" else shown
        problem, hint, id = f"{shown} is no operator", FOREIGN[token.text], "GK016"
    else:
        problem = f"a comma or an operator is missing between {in_words(reader, before)} and {shown}"
        if starts_line:  # then it is the end of the line above that lacks it
            span, labels = reader.span(before), (Label(span, "this is read as its continuation"),)
            hint = "write a comma at the end of the line"
    raise Fault(Diagnostic(problem, span, hint, id=id, labels=labels))


def one_too_many(reader: Reader, token: Token) -> None:
    """A closing bracket after a declaration whose own brackets are all closed."""
    problem = f"this `{token.text}` is one too many: no bracket of this declaration is open"
    hint = "remove it, or open its partner: a flow of several statements is (Statement, Statement)"
    raise Fault(Diagnostic(problem, reader.span(token), hint, id="GK011"))


def _adjacent(reader: Reader, text: str) -> bool:
    following = reader.tokens[reader.position + 1]
    return following.text.startswith(text) and not following.layout_before


_USAGE = {
    "if": "write `if(Condition, Statements)` or `if(Condition, Statements, Statements)`",
    "while": "write `while(Condition, Statements)`",
    "repeat": "write `repeat(Statements, until(Condition))`",
}


def priority_clash(reader: Reader, token: Token, operator: Infix) -> None:
    shown = in_words(reader, token)
    left = reader.left
    assert left is not None
    hint = "put round brackets around one of the two terms"
    if operator.priority > reader.frame.limit:
        place = "a list" if reader.frame.kind == "[" else "an argument"
        problem = f"{shown} needs brackets inside {place}"
        if token.text == ":-" and reader.frame.kind == "[" and left.kind in ("atom", "compound"):
            problem = "`:-` cannot stand in a declaration"
            hint = f"write `{left.text[:30]} : ...`; `:-` belongs to clauses, which stand outside the game"
        elif left.kind == "compound" and left.value == ":" and len(left.args) == 2:
            hint = f"write `{left.args[0].text[:30]} : ( ... )`"
        else:
            hint = "put the whole of it in round brackets: `( ... )`"
    elif operator.priority == CLAUSE_PRIORITY:
        problem, hint = f"a second {shown} in one clause", "end the clause before it with `.`"
    elif left.kind == "compound" and reader.left_priority == operator.priority:
        problem = f"{shown} cannot follow `{left.value}` without brackets"
    else:
        problem = f"{shown} binds tighter than what stands before it"
    raise Fault(Diagnostic(problem, reader.span(token), hint, id="GK017"))


def unclosed(reader: Reader, token: Token) -> None:
    frame = reader.frame
    if token.kind == "end" and frame.kind == "[" and starts_declaration(reader, reader.position + 1):
        label = Label(reader.span(frame.opener), "this bracket is still open")
        problem = "this dot ends the clause in the middle of a list"
        raise Fault(Diagnostic(problem, reader.span(token), "write a comma", id="GK010", labels=(label,)), fatal=True)
    raise Fault(never_closed(reader, frame.opener, frame.closer, token), fatal=True)


def never_closed(reader: Reader, opener: Token, closer: str, token: Token) -> Diagnostic:
    suspect = misplaced_declaration(reader)
    if suspect is not None:
        declaration, opener = suspect
        label = Label(reader.span(declaration), f"the next declaration, {in_words(reader, declaration)}, starts here")
        closer = CLOSER[opener.text]
    else:
        label = Label(reader.span(token), f"`{closer}` is expected here, before {in_words(reader, token)}")
    hint = f"add `{closer}`"
    if token.kind == "end" and suspect is None:
        hint += ", or remove the dot if the clause goes on"
    return Diagnostic(f"this `{opener.text}` is never closed", reader.span(opener), hint, id="GK010", labels=(label,))


def misplaced_declaration(reader: Reader) -> tuple[Token, Token] | None:
    """A declaration that starts a line inside a bracket of the declaration before it, and that bracket.

    When a bracket is missing, the ones behind it pair up wrongly and the outermost looks like the culprit; the
    layout knows better.
    """
    opened: list[tuple[Token, int, int]] = []  # bracket, its line, the column of the declaration it is part of
    line = column = 0
    for i in range(reader.first, reader.position):
        token = reader.tokens[i]
        if token.kind == "atom" and token.layout_before and starts_declaration(reader, i):
            at_line, at_column = reader.source.line_and_column(token.start)
            if not reader.source.line(at_line)[: at_column - 1].strip():
                line, column = at_line, at_column
                if opened and opened[-1][1] < line and column <= opened[-1][2]:
                    return token, opened[-1][0]
        elif token.kind == "punct" and token.text in CLOSER:
            # Only brackets on the first line of a declaration: the layout of others is free.
            here = reader.source.line_and_column(token.start)[0]
            opened.append((token, here, column if here == line else 0))
        elif token.kind == "punct" and token.text in OPENER and opened:
            opened.pop()
    return None


def wrong_closer(reader: Reader, token: Token) -> None:
    """A closing bracket that does not fit the innermost open one."""
    frame = reader.frame
    depth = next((i for i in range(len(reader.frames) - 1, 0, -1) if reader.frames[i].closer == token.text), 0)
    if frame.kind == "top":
        raise Fault(
            Diagnostic(f"unexpected `{token.text}`: no bracket is open", reader.span(token), "remove it", id="GK011")
        )
    opener = frame.opener
    if frame.kind == "[" and len(reader.frames) == 3 and reader.tokens[reader.position + 1].kind not in ("end", "eof"):
        one_too_many(reader, token)
    if depth == 0:
        problem = f"unexpected `{token.text}`: `{frame.closer}` is expected"
        labels = (Label(reader.span(opener), "this is the bracket to close"),)
        raise Fault(Diagnostic(problem, reader.span(token), f"write `{frame.closer}`", id="GK011", labels=labels))
    reader.keep(never_closed(reader, opener, frame.closer, token))
    # Take the bracket as if the missing ones stood before it, so that what follows is still checked.
    reader.leave(depth, Node("atom", "[]", (), reader.source, token.start, token.end))
    reader.broken = True
