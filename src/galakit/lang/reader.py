"""Tokens to syntax trees: an operator-precedence reader that recovers and reports several errors at once.

It is Pratt's method with the stack made explicit. A *frame* is an open bracket; within a frame, *pending* operators
wait for their right operand. An infix operator is taken by the innermost operator that is loose enough to have it on
its right; tighter ones are completed first. Nothing recurses, so chains and lists may be as long as they like; only
brackets have a limit, `MAX_DEPTH`, for the sake of those who walk the tree.

A game is one huge clause, so an error inside a list is forgiven at the next element that looks like a declaration.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from galakit.errors import Diagnostic, GalakitError, Source, Span
from galakit.lang.operators import ARGUMENT_PRIORITY, CLAUSE_PRIORITY, INFIX, PREFIX, Infix
from galakit.lang.syntax import Clause, Node, variables
from galakit.lang.terms import Float
from galakit.lang.tokens import Token, tokenize

MAX_DEPTH = 1000
MAX_ERRORS = 20


def read(source: Source) -> tuple[list[Clause], list[Diagnostic]]:
    """All clauses that could be read, and everything that was wrong with the text, in its order."""
    lexed = tokenize(source)
    reader = _Reader(source, lexed.tokens)
    clauses = []
    while reader.token.kind != "eof" and len(reader.diagnostics) < MAX_ERRORS:
        first = reader.token
        node = reader.clause()
        if node is not None:
            last = reader.tokens[reader.position - 1]
            clauses.append(Clause(node, Span(source, first.start, last.end), variables(node)))
    return clauses, _in_order(lexed.diagnostics + reader.diagnostics)[:MAX_ERRORS]


def read_term(text: str, name: str = "<term>") -> Node:
    """The one term of a text (a parameter, a fact); a final dot is optional. Raises GalakitError."""
    source = Source(name, text)
    lexed = tokenize(source)
    reader = _Reader(source, lexed.tokens, dot_needed=False)
    node = reader.clause() if reader.token.kind != "eof" else None
    problems = _in_order(lexed.diagnostics + reader.diagnostics)
    if not problems and node is None:
        problems = [Diagnostic("a term is expected, but there is none", Span(source, 0, len(text)))]
    if not problems and reader.token.kind != "eof":
        problems = [Diagnostic("one term is expected, but more follows", reader.span(reader.token))]
    if problems or node is None:
        raise GalakitError(problems[:MAX_ERRORS])
    return node


def _in_order(diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    return sorted(diagnostics, key=lambda d: d.span.start if d.span else 0)


_Kind = Literal["top", "(", "call", "[", "{"]


class _Pending(NamedTuple):
    """An operator that waits for its right operand; `left` is None for a prefix operator."""

    name: str
    priority: int
    right: int
    left: Node | None
    start: int


class _Frame:
    """An open bracket (or the clause itself) with what has been read inside it."""

    __slots__ = ("closer", "functor", "in_tail", "items", "kind", "limit", "opener", "pending")

    def __init__(self, kind: _Kind, opener: Token, functor: Token | None = None) -> None:
        self.kind = kind
        self.opener = opener
        self.functor = functor
        self.closer = "" if kind == "top" else _CLOSER[opener.text]
        self.limit = ARGUMENT_PRIORITY if kind in ("call", "[") else CLAUSE_PRIORITY
        self.items: list[Node] = []
        self.pending: list[_Pending] = []
        self.in_tail = False


_CLOSER = {"(": ")", "[": "]", "{": "}"}
_OPENER = {closer: opener for opener, closer in _CLOSER.items()}
_OLD_SPELLING = re.compile(r"'\$[a-z]\w*'")  # 1995: '$player' for $player


class _Fault(Exception):
    """An error found while reading. Without a diagnostic when the tokenizer has already reported it."""

    def __init__(self, diagnostic: Diagnostic | None, resume_here: bool = False, fatal: bool = False) -> None:
        super().__init__()
        self.diagnostic = diagnostic
        self.resume_here = resume_here  # the next clause starts at the current token
        self.fatal = fatal  # give the whole clause up


class _Reader:
    def __init__(self, source: Source, tokens: list[Token], dot_needed: bool = True) -> None:
        self.source = source
        self.tokens = tokens
        self.position = 0
        self.first = 0  # where the current clause starts
        self.dot_needed = dot_needed
        self.diagnostics: list[Diagnostic] = []
        self.frames: list[_Frame] = []
        self.frame: _Frame
        self.left: Node | None = None  # the operand just read; None while one is expected
        self.left_priority = 0
        self.broken = False  # the current clause has had an error
        self.tainted = False  # the current clause has a token that could not be read, and that may have hidden brackets
        self.cut_short = False  # the last clause ended inside brackets

    @property
    def token(self) -> Token:
        return self.tokens[self.position]

    def span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

    def clause(self) -> Node | None:
        """Reads one clause and its final dot; None if it is broken, and then the position is behind it all the same."""
        self.first = self.position
        self.frame = _Frame("top", self.token)
        self.frames = [self.frame]
        self.left = None
        self.broken = self.tainted = False
        while True:
            try:
                while self.left is None:
                    self.operand()
                if self.infix():
                    self.cut_short = False
                    return None if self.broken else self.left
            except _Fault as fault:
                self.broken = True
                self.report(fault)
                if fault.resume_here and self.position > self.first:
                    self.cut_short = False
                    return None
                if fault.fatal or len(self.diagnostics) >= MAX_ERRORS or not self.recover():
                    self.cut_short = len(self.frames) > 1
                    self.skip_clause()
                    return None

    def report(self, fault: _Fault) -> None:
        """Keeps the diagnostic, unless it only repeats in other words what has been said."""
        token = self.token
        if fault.diagnostic is None:
            self.tainted = True
        elif self.tainted and token.kind in ("end", "eof"):
            pass  # the missing bracket was swallowed by what the tokenizer reported
        elif self.cut_short and self.frame.kind == "top" and token.text in _OPENER:
            pass  # the brackets of a clause that a stray dot cut in two
        else:
            self.diagnostics.append(fault.diagnostic)

    # -- operands -----------------------------------------------------------------------------------------------------

    def operand(self) -> None:
        """Reads an operand, or opens a bracket, or takes a prefix operator."""
        token = self.tokens[self.position]
        kind = token.kind
        if kind == "atom" or kind == "quoted":
            following = self.tokens[self.position + 1]
            if following.text == "(" and not following.layout_before and following.kind == "punct":
                self.position += 1
                self.open("call", following, token)
            elif kind == "atom" and token.text in PREFIX and self.prefix(token, following):
                pass
            else:
                self.name(token)
        elif kind == "number" or kind == "string":
            self.position += 1
            self.set_left(Node(kind, token.value, (), self.source, token.start, token.end))
        elif kind == "var":
            self.position += 1
            self.set_left(Node("var", token.text, (), self.source, token.start, token.end))
            following = self.tokens[self.position]
            if following.text == "(" and not following.layout_before:
                hint = f"write `call({token.text}, ...)` to call what it stands for"
                problem = f"the variable `{token.text}` cannot be the name of a term"
                raise _Fault(Diagnostic(problem, self.span(token), hint))
        elif kind == "punct" and token.text in _CLOSER:
            following = self.tokens[self.position + 1]
            if token.text != "(" and following.text == _CLOSER[token.text] and following.kind == "punct":
                self.position += 2
                self.set_left(Node("atom", token.text + following.text, (), self.source, token.start, following.end))
            else:
                self.open("(" if token.text == "(" else "[" if token.text == "[" else "{", token)
        elif kind == "error":
            raise _Fault(None)
        else:
            self.operand_missing(token)

    def set_left(self, node: Node) -> None:
        self.left = node
        self.left_priority = 0

    def name(self, token: Token) -> None:
        self.position += 1
        start, end = token.start, token.end
        quoted = token.kind == "quoted"
        if quoted and _OLD_SPELLING.fullmatch(token.text):
            inner = Node("atom", token.value[1:], (), self.source, start + 2, end - 1)
            self.set_left(Node("compound", "$", (inner,), self.source, start, end))
        else:
            self.set_left(Node("atom", token.value, (), self.source, start, end, quoted))

    def open(self, kind: _Kind, opener: Token, functor: Token | None = None) -> None:
        if len(self.frames) > MAX_DEPTH:
            problem = f"brackets are nested more than {MAX_DEPTH:,} deep"
            raise _Fault(Diagnostic(problem, self.span(opener)), fatal=True)
        self.position += 1
        self.frame = _Frame(kind, opener, functor)
        self.frames.append(self.frame)

    def prefix(self, token: Token, following: Token) -> bool:
        """Takes a negative number or a prefix operator; False when the token is an atom like any other."""
        if token.text == "-" and following.kind == "number" and not following.layout_before:
            self.position += 2
            value = following.value
            value = Float(-value) if type(value) is Float else -value
            self.set_left(Node("number", value, (), self.source, token.start, following.end))
            return True
        if following.kind in ("end", "eof") or (following.kind == "punct" and following.text not in _CLOSER):
            return False
        if following.kind == "atom" and following.text in INFIX:
            after = self.tokens[self.position + 2]
            applied = after.text == "(" and not after.layout_before and after.kind == "punct"
            if not applied and following.text not in PREFIX:
                return False  # as in `- = X`
        frame = self.frame
        limit = frame.pending[-1].right if frame.pending else frame.limit
        priority, right = PREFIX[token.text]
        if limit == 0:
            hint = "`$` is followed by the name of a variable, as in `$pot` or `$money(gambler)`"
            raise _Fault(Diagnostic(f"`{token.text}` cannot follow `$`", self.span(token), hint))
        # Like SWI-Prolog, let `X = \+ a` pass: a looser operator is tightened to what its place allows.
        frame.pending.append(_Pending(token.text, min(priority, limit), min(right, limit), None, token.start))
        self.position += 1
        return True

    # -- what follows an operand --------------------------------------------------------------------------------------

    def infix(self) -> bool:
        """Reads what may follow an operand; True at the end of the clause."""
        token = self.tokens[self.position]
        kind = token.kind
        frame = self.frame
        if kind == "punct":
            text = token.text
            if text == ",":
                if frame.kind == "call" or (frame.kind == "[" and not frame.in_tail):
                    self.finish_item()
                    self.position += 1
                    return False
                if frame.kind != "[":
                    self.push(token, ",", INFIX[","])
                    return False
            elif text == "|":
                if frame.kind == "[" and not frame.in_tail:
                    self.finish_item()
                    frame.in_tail = True
                    self.position += 1
                    return False
                if frame.kind != "[" and frame.kind != "call":
                    self.push(token, ";", INFIX[";"])  # the old spelling of a disjunction
                    return False
            elif text in _OPENER:
                self.close(token)
                return False
        elif kind == "atom":
            operator = INFIX.get(token.text)
            if operator is not None:
                self.push(token, token.text, operator)
                return False
        elif kind == "end" or kind == "eof":
            return self.end(token)
        elif kind == "error":
            raise _Fault(None)
        self.operator_missing(token)
        return False

    def push(self, token: Token, name: str, operator: Infix) -> None:
        """Takes an infix operator, after completing the tighter ones before it."""
        pending = self.frame.pending
        while True:
            limit = pending[-1].right if pending else self.frame.limit
            if operator.priority <= limit and self.left_priority <= operator.left:
                pending.append(_Pending(name, operator.priority, operator.right, self.left, token.start))
                self.left = None
                self.position += 1
                return
            if not pending:
                self.priority_clash(token, operator)
            self.reduce()

    def reduce(self) -> None:
        """Completes the innermost pending operator with the operand on its right."""
        name, priority, _, left, start = self.frame.pending.pop()
        right = self.left
        assert right is not None
        if left is None:
            self.left = Node("compound", name, (right,), self.source, start, right.end)
        else:
            self.left = Node("compound", name, (left, right), self.source, left.start, right.end)
        self.left_priority = priority

    def finish(self) -> Node:
        while self.frame.pending:
            self.reduce()
        assert self.left is not None
        return self.left

    def finish_item(self) -> None:
        self.frame.items.append(self.finish())
        self.left = None

    def close(self, token: Token) -> None:
        frame = self.frame
        if token.text != frame.closer:
            self.wrong_closer(token)
            return
        node = self.finish()
        start, end = frame.opener.start, token.end
        if frame.kind == "call":
            functor = frame.functor
            assert functor is not None
            name, args = functor.value, (*frame.items, node)
            node = Node("compound", name, args, self.source, functor.start, end, functor.kind == "quoted")
            if functor.kind == "quoted" and _OLD_SPELLING.fullmatch(functor.text):
                node = Node("compound", name[1:], args, self.source, functor.start, end)
                node = Node("compound", "$", (node,), self.source, functor.start, end)
        elif frame.kind == "[":
            items = frame.items
            if not frame.in_tail:
                items.append(node)
                node = Node("atom", "[]", (), self.source, token.start, end)
            for item in reversed(items[1:]):
                node = Node("compound", ".", (item, node), self.source, item.start, end)
            node = Node("compound", ".", (items[0], node), self.source, start, end)
        elif frame.kind == "{":
            node = Node("compound", "{}", (node,), self.source, start, end)
        else:
            node = Node(node.kind, node.value, node.args, self.source, start, end, node.quoted)
        self.leave(len(self.frames) - 1, node)

    def leave(self, depth: int, node: Node) -> None:
        """Steps behind the closing bracket of frame number `depth`, which reads as `node`."""
        del self.frames[depth:]
        self.frame = self.frames[-1]
        self.position += 1
        self.set_left(node)

    def end(self, token: Token) -> bool:
        if len(self.frames) > 1:
            self.unclosed(token)
        if token.kind == "eof" and self.dot_needed:
            last = self.tokens[self.position - 1]
            hint = "end it with `.`"
            if last.kind == "atom" and last.text.endswith("."):
                hint = f"`{last.text}` is one symbol here; put a blank before the final dot"
            raise _Fault(Diagnostic("the last clause has no final dot", self.span(last), hint), resume_here=True)
        self.finish()
        if token.kind == "end":
            self.position += 1
        return True

    # -- recovery -----------------------------------------------------------------------------------------------------

    def skip_clause(self) -> None:
        """Goes behind the next final dot."""
        while True:
            token = self.token
            if token.kind == "eof":
                return
            self.position += 1
            # An unclosed quote swallows the rest of its line, and with it the dot.
            if token.kind == "end" or (token.kind == "error" and token.text.endswith(".")):
                return

    def recover(self) -> bool:
        """Goes on inside the innermost list: at its next declaration, or behind it. False when there is none."""
        depth = len(self.frames) - 1
        while depth > 0 and self.frames[depth].kind != "[":
            depth -= 1
        if depth == 0:
            return False
        opened = [frame.closer for frame in self.frames[depth + 1 :]]
        tokens = self.tokens
        i = self.position
        while tokens[i].kind not in ("end", "eof") and len(opened) < MAX_DEPTH:
            token = tokens[i]
            if token.kind == "error":
                self.tainted = True
            elif token.kind == "punct":
                text = token.text
                if text in _CLOSER:
                    opened.append(_CLOSER[text])
                elif text in opened:
                    while opened.pop() != text:
                        pass
                elif text == "]":
                    self.position = i
                    self.leave(depth, Node("atom", "[]", (), self.source, token.start, token.end))
                    return True
                elif text == "," and not opened and self.starts_declaration(i + 1):
                    del self.frames[depth + 1 :]
                    self.frame = self.frames[depth]
                    self.frame.pending.clear()
                    self.frame.in_tail = False
                    self.left = None
                    self.position = i + 1
                    return True
            i += 1
        return False

    def starts_declaration(self, i: int) -> bool:
        """Whether `name :` or `name(...) :` or `phase(` stands here."""
        tokens = self.tokens
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

    # -- what is wrong, and what to write instead ---------------------------------------------------------------------

    def place(self, token: Token) -> str:
        line, column = self.source.place(token.start)
        return f"line {line}, column {column}"

    def shown(self, token: Token) -> str:
        if token.kind == "eof":
            return "the end of the text"
        if token.kind == "end":
            return "the final dot"
        return f"`{token.text}`" if len(token.text) <= 30 else f"`{token.text[:27]}...`"

    def operand_missing(self, token: Token) -> None:
        frame = self.frame
        shown = self.shown(token)
        if token.kind in ("end", "eof") and len(self.frames) > 1 and not frame.pending and not frame.items:
            self.unclosed(token)
        if token.text in _OPENER and token.kind == "punct" and token.text != frame.closer:
            self.wrong_closer(token)
            return
        hint: str | None
        if frame.pending:
            operator = frame.pending[-1]
            name = operator.name
            span = Span(self.source, operator.start, operator.start + len(name))
            if name == "," and (token.text in _OPENER or token.kind == "end"):
                hint = "remove the comma, or write what follows it"
            else:
                hint = f"write a term after `{name}`"
            raise _Fault(Diagnostic(f"nothing follows `{name}`: a term is expected before {shown}", span, hint))
        if frame.kind == "[" and frame.in_tail:
            problem, hint = f"the list has no tail: a term is expected between `|` and {shown}", "remove the `|`"
        elif frame.kind == "[":
            problem, hint = f"a list element is missing before {shown}", "remove the extra comma, or write the element"
        elif frame.kind == "call" and not frame.items and token.text == ")" and frame.functor is not None:
            functor = frame.functor.text
            problem, hint = f"`{functor}()` has no arguments", f"write `{functor}` without brackets"
        elif frame.kind == "call":
            problem, hint = f"an argument is missing before {shown}", "remove the extra comma, or write the argument"
        elif frame.kind != "top" and token.text == frame.closer:
            problem, hint = "there is nothing between these brackets", None
        elif token.kind == "end":
            problem, hint = "there is nothing before this dot", "remove it"
        else:
            problem, hint = f"a term is expected before {shown}", None
        raise _Fault(Diagnostic(problem, self.span(token), hint))

    def operator_missing(self, token: Token) -> None:
        left = self.left
        assert left is not None
        before = self.tokens[self.position - 1]
        shown = self.shown(token)
        hint: str | None = "write a comma or an operator between them"
        if len(self.frames) == 1 and self.source.place(token.start)[1] == 1 and token.kind != "punct":
            problem = f"a final dot or an operator is missing before {shown}"
            if before.kind == "atom" and before.text.endswith("."):
                hint = f"`{before.text}` is one symbol here; put a blank before the final dot"
            else:
                hint = "end the clause before it with `.`"
            raise _Fault(Diagnostic(problem, self.span(before), hint), resume_here=True)
        if self.frame.kind == "[" and self.frame.in_tail:
            problem, hint = f"the list must end after its tail, but {shown} follows", "write `]` here"
        elif token.text == "|" and token.kind == "punct":
            problem, hint = "`|` has no meaning here", "write `;` for `or`, in brackets: `(a ; b)`"
        elif token.text == "(" and before.kind in ("atom", "quoted") and left.kind == "atom":
            problem = f"a blank stands between `{before.text}` and its arguments"
            hint = f"write `{before.text}(` without a blank"
        elif before.kind == "number" and not token.layout_before:
            problem = f"the number `{before.text}` runs into {shown}"
        elif token.text == "=>" or token.text == "<=":
            hint = "write `>=`" if token.text == "=>" else "write `=<` for `at most`"
            problem = f"{shown} is no operator"
        else:
            problem = f"a comma or an operator is missing between {self.shown(before)} and {shown}"
        raise _Fault(Diagnostic(problem, self.span(token), hint))

    def priority_clash(self, token: Token, operator: Infix) -> None:
        shown = self.shown(token)
        left = self.left
        assert left is not None
        hint = "put round brackets around one of the two terms"
        if operator.priority > self.frame.limit:
            place = "a list" if self.frame.kind == "[" else "an argument"
            problem = f"{shown} needs brackets inside {place}"
            if left.kind == "compound" and left.value == ":" and len(left.args) == 2:
                hint = f"write `{left.args[0].text[:30]} : ( ... )`"
            else:
                hint = "put the whole of it in round brackets: `( ... )`"
        elif operator.priority == CLAUSE_PRIORITY:
            problem, hint = f"a second {shown} in one clause", "end the clause before it with `.`"
        elif left.kind == "compound" and self.left_priority == operator.priority:
            problem = f"{shown} cannot follow `{left.value}` without brackets"
        else:
            problem = f"{shown} binds tighter than what stands before it"
        raise _Fault(Diagnostic(problem, self.span(token), hint))

    def wrong_closer(self, token: Token) -> None:
        """A closing bracket that does not fit the innermost open one."""
        frame = self.frame
        depth = next((i for i in range(len(self.frames) - 1, 0, -1) if self.frames[i].closer == token.text), 0)
        if frame.kind == "top":
            raise _Fault(Diagnostic(f"unexpected `{token.text}`: no bracket is open", self.span(token), "remove it"))
        opener = frame.opener
        if depth == 0:
            problem = f"unexpected `{token.text}`: `{frame.closer}` is expected"
            hint = f"the bracket to close is the `{opener.text}` at {self.place(opener)}"
            raise _Fault(Diagnostic(problem, self.span(token), hint))
        self.diagnostics.append(self.never_closed(opener, frame.closer, token))
        # Take the bracket as if the missing ones stood before it, so that what follows is still checked.
        self.leave(depth, Node("atom", "[]", (), self.source, token.start, token.end))
        self.broken = True

    def unclosed(self, token: Token) -> None:
        frame = self.frame
        raise _Fault(self.never_closed(frame.opener, frame.closer, token), fatal=True)

    def never_closed(self, opener: Token, closer: str, token: Token) -> Diagnostic:
        suspect = self.suspect()
        if suspect is not None:
            declaration, opener = suspect
            found = f"the next declaration, {self.shown(declaration)}, starts at {self.place(declaration)}"
            closer = _CLOSER[opener.text]
        else:
            found = f"{self.shown(token)} stands at {self.place(token)}, where `{closer}` is expected"
        hint = f"add `{closer}`"
        if token.kind == "end" and suspect is None:
            hint += ", or remove the dot if the clause goes on"
        return Diagnostic(f"this `{opener.text}` is never closed", self.span(opener), hint, (found,))

    def suspect(self) -> tuple[Token, Token] | None:
        """A declaration that starts a line inside a bracket of the declaration before it, and that bracket.

        When a bracket is missing, the ones behind it pair up wrongly and the outermost looks like the culprit; the
        layout knows better.
        """
        opened: list[tuple[Token, int, int]] = []  # bracket, its line, the column of the declaration it is part of
        line = column = 0
        for i in range(self.first, self.position):
            token = self.tokens[i]
            if token.kind == "atom" and token.layout_before and self.starts_declaration(i):
                at_line, at_column = self.source.place(token.start)
                if not self.source.line(at_line)[: at_column - 1].strip():
                    line, column = at_line, at_column
                    if opened and opened[-1][1] < line and column <= opened[-1][2]:
                        return token, opened[-1][0]
            elif token.kind == "punct" and token.text in _CLOSER:
                # Only brackets on the first line of a declaration: others may be laid out in any way.
                here = self.source.place(token.start)[0]
                opened.append((token, here, column if here == line else 0))
            elif token.kind == "punct" and token.text in _OPENER and opened:
                opened.pop()
        return None
