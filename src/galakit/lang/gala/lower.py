"""From the text of gameflows to operations (the statements of Koller & Pfeffer 1997, sections 3.2 to 3.4)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from galakit.errors import Diagnostic, GalakitError, Label, Span
from galakit.lang.gala import code, loops, phases, slips, statements, suggestions
from galakit.lang.gala.calls import Call, Procedure, Return
from galakit.lang.gala.code import Code, Handed
from galakit.lang.gala.effects import Effects
from galakit.lang.gala.operations import End, Goal, Operation, Test
from galakit.lang.gala.program import Gameflow, Key, Path, Program
from galakit.lang.gala.query import Query
from galakit.lang.gala.scope import Expression, Frame, Scope
from galakit.lang.gala.usage import NO_PLACE, USAGE, count
from galakit.lang.prolog import Database
from galakit.lang.syntax import Node, conjuncts, indicator, is_compound, variables
from galakit.lang.terms import Term, Var, list_term, sym

STATEMENTS: dict[str, tuple[int, int]] = {
    "choose": (3, 3), "reveal": (2, 2), "payoff": (2, 2), "outcome": (1, 1), "end": (0, 0), "discount": (1, 1),
    "if": (2, 3), "while": (2, 2), "repeat": (2, 99), "take_turns": (1, 99), "play_round": (1, 2),
    "play_rounds": (2, 2), "play_phase": (1, 1), "gets": (2, 2), ":=": (2, 2),
}  # fmt: skip

PROCEDURES = 10_000  # gameflows handed code may multiply

Op = TypeVar("Op", bound=Operation)


class Lowering:
    """Turns the gameflows of one program into procedures, and reports their errors."""

    def __init__(
        self,
        program: Program,
        database: Database,
        params: dict[str, Term],
        code: dict[str, Node],
        effects: Effects,
        objects: dict[Path, dict[Term, Term]],
    ) -> None:
        """`objects` are the Gala variables of the objects of each phase."""
        self.program = program
        self.db = database
        self.params = params
        self.effects = effects
        self.handed = Handed(program, code)
        self.objects = objects
        self.procedures: dict[Any, Procedure] = {}
        self.called: set[Key] = {("flow", 0)}
        self.runs_parameters = False
        self._waiting: list[Body] = []
        self.symbolic: Callable[[Term], list[Term] | None] = lambda term: None

    def lower(self) -> Procedure:
        """The procedure of the main flow; all that it may call are in `procedures`."""
        for key, flow in self.program.gameflows.items():
            if not self.handed.formals(key):  # else there is one procedure for each code it is handed
                self.procedure(key, flow, {})
        while self._waiting:
            body = self._waiting.pop(0)
            try:
                body.lower()
            except RecursionError:
                problem = f"the gameflow `{body.flow.name}` is nested too deeply"
                self.program.error(problem, body.flow.span, "make parts of it gameflows of their own", id="GK021")
        # After an error a call may have been passed over; and a parameter that is run may name any gameflow.
        silent = self.runs_parameters or any(p.severity == "error" for p in self.program.problems)
        for key, flow in self.program.gameflows.items():
            if key not in self.called and not silent:
                phase = f"the phase `{flow.path[-1]}` is never played" if flow.name == "flow" else ""
                problem = phase or f"the gameflow `{flow.name}` is never used"
                self.program.warn(problem, flow.span, "call it, or remove it", id="GK302")
        return self.procedures["flow", 0, ()]

    def procedure(self, key: Key, flow: Gameflow, code: dict[str, Code]) -> Procedure:
        """The procedure of a gameflow that is handed this code; lowered later if it is new."""
        full = (*key, tuple(sorted((name, c.node.text, c.path) for name, c in code.items())))
        procedure = self.procedures.get(full)
        if procedure is None:
            procedure = self.procedures[full] = Procedure(flow.name, len(flow.formals))
            self._waiting.append(Body(self, flow, procedure, code))
            if len(self.procedures) > PROCEDURES:
                raise GalakitError(
                    f"gameflows hand each other more and more code: `{flow.name}` was needed in too many forms",
                    span=flow.span,
                    hint="hand on the names of gameflows",
                    id="GK232",
                )
        return procedure


class Body:
    """The lowering of one gameflow's body. Every `statement` links its operations to a given successor."""

    def __init__(self, owner: Lowering, flow: Gameflow, procedure: Procedure, code: dict[str, Code]) -> None:
        self.owner = owner
        self.program = owner.program
        self.handed = code
        phase = owner.program.phases.get(flow.path)
        self.players = phase.players if phase and phase.players else owner.program.players
        self.db = owner.db
        self.flow = flow
        self.procedure = procedure
        self.frame = Frame()
        formals = {name: self.frame.new() for name in flow.formals}
        self.scope = Scope(self.frame, formals, owner.params)
        self.occurrences = variables(flow.body)

    def lower(self) -> None:
        main = self.flow is self.program.gameflows["flow", 0]
        last: Operation = self.add(End(self.flow.span) if main else Return(self.flow.span))
        entry = self.sequence(self.flow.body, last)
        if self.flow.name == "flow" and not main:
            entry = phases.opening(self, entry)
        self.procedure.entry = entry
        self.procedure.size = len(self.frame.slots)
        self.procedure.names = {self.frame.slots[var]: name for name, var in self.scope.prolog.items()}

    # -- plumbing ------------------------------------------------------------------------------------------------

    def add(self, operation: Op, following: Operation | None = None) -> Op:
        if following is not None:
            operation.next = following
        self.procedure.operations.append(operation)
        return operation

    def slots(self, *terms: Term) -> frozenset[int]:
        return frozenset(self.frame.slots[v] for v in self.scope.slots_of(*terms))

    def touched(self, *terms: Term) -> dict[str, Any]:
        """What an operation on these terms reads of the Gala variables, and the slots that it uses."""
        return {"reads": self.owner.effects.of_data(list_term(terms)), "uses": self.slots(*terms)}

    def expression(self, term: Term) -> Expression:
        return Expression(term, self.frame.slots, self.db.get)

    def term(self, node: Node) -> Term:
        term = self.scope.term(node)
        self.check_reads(node)
        return term

    def goal(self, node: Node) -> tuple[Term, tuple[Var, ...], tuple[int, ...]]:
        """A goal with its variables, and the slots that these stand for."""
        goal = self.term(node)
        self.owner.effects.check_goal(node)
        slips.check_goal(self.program, node, self.known)
        variables = self.scope.slots_of(goal)
        return goal, variables, tuple(self.frame.slots[v] for v in variables)

    def query(self, node: Node) -> tuple[Query, frozenset[Any]]:
        """A goal as a query, with the Gala variables it may read."""
        goal, variables, slots = self.goal(node)
        effects = self.owner.effects
        return Query(self.db, goal, variables, slots, effects.pure(goal)), effects.of(goal)

    def known(self, name: str) -> bool:
        """Whether `$name` has a meaning here."""
        return name in self.scope.formals or self.owner.effects.known(name)

    def check_reads(self, node: Node) -> None:
        """Every `$name` must be declared, assigned somewhere, or a parameter or formal."""
        stack = [node]
        while stack:
            n = stack.pop()
            if is_compound(n, "$", 1):
                key = indicator(n.args[0])
                if key is None:
                    if n.args[0].kind == "var":
                        self.program.error(
                            f"`{n.args[0].brief}` is a Prolog variable: it has its value without `$`",
                            n.span,
                            f"write `{n.args[0].brief}`; for a name that is worked out, gala_val(Name, Value)",
                            id="GK207",
                        )
                elif not self.known(key[0]):
                    names = [*self.owner.effects.names, *self.scope.formals, *self.owner.params]
                    self.program.error(
                        f"`${n.args[0].brief}` is not a variable, parameter or formal of this game",
                        n.span,
                        suggestions.read_of(n.args[0], names, self.program.players),
                        id="GK206",
                    )
            stack.extend(n.args)

    # -- statements ----------------------------------------------------------------------------------------------

    def sequence(self, node: Node, following: Operation) -> Operation:
        statements = conjuncts(node)
        for i, s in enumerate(statements[:-1]):
            if indicator(s) in (("end", 0), ("outcome", 1)):
                problem = "the statements after this one are never reached"
                self.program.warn(problem, s.span, "it ends the game: put it last", id="GK303")
                statements = statements[: i + 1]
                break
        for s in reversed(statements):
            following = self.statement(s, following)
        return following

    def statement(self, node: Node, following: Operation) -> Operation:
        key = indicator(node)
        if key is None:
            self.program.error(
                f"`{node.brief}` is not a statement", node.span, "a flow is (Statement, Statement, ...)", id="GK201"
            )
            return following
        name, arity = key
        if name in ("->", ";") and arity == 2:
            return self.conditional(node, following)
        if name == "true" and arity == 0:
            return following
        if name == "$" and arity == 1:
            return code.statement(self, node.args[0], following)
        gameflow = None if name in STATEMENTS else self.program.gameflow(self.flow.path, name, arity)
        if gameflow is not None:
            return self.call(node, gameflow, following)
        if name in STATEMENTS:
            low, high = STATEMENTS[name]
            if low <= arity <= high:
                method = _METHODS[name]
                return method(self, node, following)
            allowed = count(low, "argument") if low == high else f"{low} or {'more' if high == 99 else high} arguments"
            self.program.error(f"`{name}` takes {allowed}, not {arity}", node.span, f"write {USAGE[name]}", id="GK202")
            return following
        if not self.db.defined(sym(name, arity)) and not _is_control(name, arity):
            self.unknown(node, name, arity)
            return following
        if slips.check_statement(self.program, node, self.owner.effects.known):
            return following
        query, reads = self.query(node)
        return self.add(Goal(node.span, query, reads=reads, uses=frozenset(query.slots)), following)

    def unknown(self, node: Node, name: str, arity: int) -> None:
        flows = self.program.gameflows.values()
        arities = sorted({len(f.formals) for f in flows if f.name == name})
        if arity in arities:
            phase = next(f.path[-1] for f in flows if f.name == name and len(f.formals) == arity)
            hint = f"it is known inside the phase `{phase}`; declare it in the game to use it everywhere"
            self.program.error(f"there is no gameflow `{name}` here", node.span, hint, id="GK201")
            return
        if arities:
            flow = next(f for f in flows if f.name == name)
            takes = " or ".join(map(str, arities[:-1])) + " or " if arities[1:] else ""
            problem = f"the gameflow `{name}` takes {takes}{count(arities[-1], 'argument')}, not {arity}"
            labels = (Label(flow.span, "declared here"),)
            hint = f"write `{flow.span.source.text[flow.span.start : flow.span.end]}` with values for its formals"
            self.program.problems.append(Diagnostic(problem, node.span, hint, id="GK202", labels=labels))
            return
        close = suggestions.closest(name, [*STATEMENTS, *(f.name for f in flows)])
        if close:
            hint = f"did you mean `{close}`?"
        else:
            known = NO_PLACE.get(name) or self.db.suggestion(sym(name, arity))
            hint = known or "declare it as a gameflow or define it as a predicate"
        self.program.error(
            f"there is no statement, gameflow or predicate `{name}/{arity}`", node.span, hint, id="GK201"
        )

    def call(self, node: Node, key: Key, following: Operation) -> Operation:
        self.owner.called.add(key)
        flow = self.program.gameflows[key]
        handed: dict[str, Code] = {}
        for i in self.owner.handed.formals(key):
            given = code.of(self, node.args[i])
            if given is None:
                return following
            handed[flow.formals[i]] = given
        terms = [self.term(a) for a in node.args]
        return self.add(
            Call(
                node.span,
                self.owner.procedure(key, flow, handed),
                tuple(self.expression(t) for t in terms),
                **self.touched(*terms),
            ),
            following,
        )

    # -- conditions and loops ------------------------------------------------------------------------------------

    def test(self, node: Node, yes: Operation, no: Operation) -> Operation:
        query, reads = self.query(node)
        operation: Test = self.add(Test(node.span, query, reads=reads, uses=frozenset(query.slots)), yes)
        operation.otherwise = no
        return operation

    def conditional(self, node: Node, following: Operation) -> Operation:
        """`if`, `->` and `;`. The last branch of a conditional may be another one: such a chain may be long."""
        chain: list[tuple[Node, Node]] = []  # conditions with their statements
        no: Operation | None = None
        while no is None:
            key = indicator(node)
            if key == ("if", 3):
                chain.append((node.args[0], node.args[1]))
                node = node.args[2]
            elif key == (";", 2) and is_compound(node.args[0], "->", 2):
                chain.append((node.args[0].args[0], node.args[0].args[1]))
                node = node.args[1]
            elif key in (("->", 2), ("if", 2)):
                chain.append((node.args[0], node.args[1]))
                no = following
            else:
                no = self.bare(node, following) if key == (";", 2) else self.sequence(node, following)
        for condition, then in reversed(chain):
            no = self.test(condition, self.sequence(then, following), no)
        return no

    def bare(self, node: Node, following: Operation) -> Operation:
        left, right = node.args
        mark = node.source.text.find(";", left.end, right.start)
        self.program.error(
            "a bare `;` would branch: only `choose` may",
            Span(node.source, mark, mark + 1) if mark >= 0 else node.span,
            "write a comma for one after the other, if(Condition, Statements, Statements) for one or the other",
            id="GK211",
        )
        return following


def _is_control(name: str, arity: int) -> bool:
    return (name, arity) in ((",", 2), ("\\+", 1), ("!", 0), ("fail", 0), ("false", 0), ("=", 2), ("is", 2))


_METHODS: dict[str, Callable[[Body, Node, Operation], Operation]] = {
    "choose": statements.choose,
    "reveal": statements.reveal,
    "payoff": statements.payoff,
    "outcome": statements.outcome,
    "end": statements.end,
    "discount": statements.discount,
    "if": Body.conditional,
    "while": loops.while_,
    "repeat": loops.repeat,
    "take_turns": loops.take_turns,
    "play_round": loops.play_round,
    "play_rounds": loops.play_rounds,
    "play_phase": phases.play_phase,
    "gets": statements.assign,
    ":=": statements.assign,
}
