"""Tokens to syntax trees: an operator-precedence reader that recovers and reports several errors at once.

It is Pratt's method with the stack made explicit. A *frame* is an open bracket; within a frame, *pending* operators
wait for their right operand. An infix operator is taken by the innermost operator that is loose enough to have it on
its right; tighter ones are completed first. Nothing recurses, so chains and lists may be as long as they like; only
brackets have a limit, `MAX_DEPTH`, for functions that walk the tree recursively.

A game is one huge clause, so an error inside a list is forgiven at the next element that looks like a declaration.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from galakit.errors import Diagnostic, GalakitError, Source, Span
from galakit.lang import complaints, recovery
from galakit.lang.complaints import CLOSER, OPENER, Fault
from galakit.lang.operators import ARGUMENT_PRIORITY, CLAUSE_PRIORITY, INFIX, PREFIX, Infix
from galakit.lang.syntax import MAX_DEPTH, Clause, Node, variables
from galakit.lang.terms import Float
from galakit.lang.tokens import Token, tokenize

MAX_ERRORS = 20


def read(source: Source) -> tuple[list[Clause], list[Diagnostic]]:
    """All clauses that could be read, and all errors of the text, in its order."""
    lexed = tokenize(source)
    reader = Reader(source, lexed.tokens)
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
    reader = Reader(source, lexed.tokens, dot_needed=False)
    node = reader.clause() if reader.token.kind != "eof" else None
    problems = _in_order(lexed.diagnostics + reader.diagnostics)
    if not problems and node is None:
        problems = [
            Diagnostic(
                "a term is expected, but there is none",
                Span(source, 0, len(text)),
                "write a number, a name or a list",
                id="GK022",
            )
        ]
    if not problems and reader.token.kind != "eof":
        problems = [
            Diagnostic(
                "one term is expected, but more follows",
                reader.span(reader.token),
                "several values are a list: [1, 2]",
                id="GK022",
            )
        ]
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
        self.closer = "" if kind == "top" else CLOSER[opener.text]
        self.limit = ARGUMENT_PRIORITY if kind in ("call", "[") else CLAUSE_PRIORITY
        self.items: list[Node] = []
        self.pending: list[_Pending] = []
        self.in_tail = False


_OLD_SPELLING = re.compile(r"'\$[a-z]\w*'")  # 1995: '$player' for $player


class Reader:
    """The state of reading one source."""

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
        self.unbalanced = False  # a bracket of the current clause has been complained about

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
        self.broken = self.tainted = self.unbalanced = False
        while True:
            try:
                while self.left is None:
                    self.operand()
                if self.infix():
                    self.cut_short = False
                    return None if self.broken else self.left
            except Fault as fault:
                self.broken = True
                self.report(fault)
                if fault.resume_here and self.position > self.first:
                    self.cut_short = False
                    return None
                if fault.fatal or len(self.diagnostics) >= MAX_ERRORS or not recovery.recover(self):
                    self.cut_short = len(self.frames) > 1
                    recovery.skip_clause(self)
                    return None

    def report(self, fault: Fault) -> None:
        """Keeps the diagnostic, unless an earlier one reports the same error."""
        token = self.token
        if fault.diagnostic is None:
            self.tainted = True
        elif self.tainted and token.kind in ("end", "eof"):
            pass  # the missing bracket was swallowed by what the tokenizer reported
        elif self.cut_short and self.frame.kind == "top" and token.text in OPENER:
            pass  # the brackets of a clause that a stray dot cut in two
        else:
            self.keep(fault.diagnostic)

    def keep(self, diagnostic: Diagnostic) -> None:
        """One wrong bracket makes others look wrong: only the first of a declaration is reported."""
        if diagnostic.id in ("GK010", "GK011"):
            if self.unbalanced:
                return
            self.unbalanced = True
        self.diagnostics.append(diagnostic)

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
                hint = (
                    f"write `{token.text.lower()}(` if it is a name; `call({token.text}, ...)` calls what a variable is"
                )
                problem = f"the variable `{token.text}` cannot be the name of a term"
                raise Fault(Diagnostic(problem, self.span(token), hint, id="GK018"))
        elif kind == "punct" and token.text in CLOSER:
            following = self.tokens[self.position + 1]
            if token.text != "(" and following.text == CLOSER[token.text] and following.kind == "punct":
                self.position += 2
                self.set_left(Node("atom", token.text + following.text, (), self.source, token.start, following.end))
            else:
                self.open("(" if token.text == "(" else "[" if token.text == "[" else "{", token)
        elif kind == "error":
            raise Fault(None)
        else:
            complaints.operand_missing(self, token)

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
            hint = "name parts of it: gameflows, predicates"
            raise Fault(Diagnostic(problem, self.span(opener), hint, id="GK021"), fatal=True)
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
        if following.kind in ("end", "eof") or (following.kind == "punct" and following.text not in CLOSER):
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
            raise Fault(Diagnostic(f"`{token.text}` cannot follow `$`", self.span(token), hint, id="GK019"))
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
            elif text in OPENER:
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
            raise Fault(None)
        complaints.operator_missing(self, token)
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
                complaints.priority_clash(self, token, operator)
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
            complaints.wrong_closer(self, token)
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
            complaints.unclosed(self, token)
        if token.kind == "eof" and self.dot_needed:
            last = self.tokens[self.position - 1]
            hint = "end it with `.`"
            if last.kind == "atom" and last.text.endswith("."):
                hint = f"`{last.text}` is one symbol here; put a blank before the final dot"
            raise Fault(
                Diagnostic("the last clause has no final dot", self.span(last), hint, id="GK014"), resume_here=True
            )
        self.finish()
        if token.kind == "end":
            self.position += 1
        return True
