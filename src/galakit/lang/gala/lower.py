"""From the text of gameflows to operations (the statements of Koller & Pfeffer 1997, sections 3.2 to 3.4)."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import Any, TypeVar

from galakit.errors import Diagnostic, GalakitError, Label, Span
from galakit.lang.gala import code, loops, phases, slips, suggestions
from galakit.lang.gala.code import Code, Handed
from galakit.lang.gala.effects import Effects
from galakit.lang.gala.operations import (
    Assign,
    Call,
    Choose,
    End,
    Goal,
    Operation,
    Outcome,
    Payoff,
    Procedure,
    Return,
    Reveal,
    Test,
)
from galakit.lang.gala.program import Gameflow, Key, Path, Program
from galakit.lang.gala.query import Query
from galakit.lang.gala.scope import Expression, Frame, Scope, expression
from galakit.lang.gala.usage import NO_PLACE, USAGE, count
from galakit.lang.prolog import Database
from galakit.lang.syntax import Node, conjuncts, indicator, is_compound, list_items, variables
from galakit.lang.terms import Term, list_term, sym

STATEMENTS: dict[str, tuple[int, int]] = {
    "choose": (3, 3), "reveal": (2, 2), "payoff": (2, 2), "outcome": (1, 1), "end": (0, 0),
    "if": (2, 3), "while": (2, 2), "repeat": (2, 99), "take_turns": (1, 99), "play_round": (1, 2),
    "play_rounds": (2, 2), "play_phase": (1, 1), "gets": (2, 2), ":=": (2, 2),
}  # fmt: skip

PROCEDURES = 10_000  # gameflows handed code may multiply

Op = TypeVar("Op", bound=Operation)


class Lowering:
    """Turns the gameflows of one program into procedures, reporting what is wrong with them on the way."""

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

    def expression(self, term: Term) -> Expression:
        return expression(term, self.frame.slots, self.db.get)

    def term(self, node: Node) -> Term:
        term = self.scope.term(node)
        self.check_reads(node)
        return term

    def code(self, node: Node) -> tuple[Term, Any, tuple[int, ...]]:
        """A goal with its compiled code and the slots it takes as arguments."""
        goal = self.term(node)
        self.owner.effects.check_goal(node)
        slips.check_goal(self.program, node, self.known)
        variables = self.scope.slots_of(goal)
        return goal, self.db.compile_goal(goal, variables), tuple(self.frame.slots[v] for v in variables)

    def query(self, node: Node) -> tuple[Query, frozenset[Any]]:
        """A goal as a query, with the Gala variables it may read."""
        goal, code, slots = self.code(node)
        effects = self.owner.effects
        return Query(self.db, goal, code, slots, effects.pure(goal)), effects.of(goal)

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
        reads = self.owner.effects.of_data(list_term(terms))
        return self.add(
            Call(
                node.span,
                self.owner.procedure(key, flow, handed),
                tuple(self.expression(t) for t in terms),
                reads=reads,
                uses=self.slots(*terms),
            ),
            following,
        )

    def choose(self, node: Node, following: Operation) -> Operation:
        who, template, constraint = node.args
        distribution = None
        mover = self.term(who)
        if is_compound(who, "nature", 1):
            distribution = self.distribution(who.args[0])
            mover = sym("nature")
        self.check_player(who if distribution is None else None, nature=True)
        instance = self.term(template)
        goal, code, slots = self.code(constraint)
        template_slots = tuple(self.frame.slots[v] for v in self.scope.slots_of(instance))
        effects = self.owner.effects
        reads = effects.of(goal) | effects.of_data(list_term([mover, instance]))
        if distribution:
            reads |= effects.of(list_term([distribution[1]]))
        return self.add(
            Choose(
                node.span,
                self.expression(mover),
                instance,
                template_slots,
                goal,
                code,
                slots,
                self.expression(instance),
                distribution,
                reads=reads,
                uses=frozenset(slots)
                | frozenset(template_slots)
                | self.slots(mover, *((distribution[1],) if distribution else ())),
            ),
            following,
        )

    def distribution(self, node: Node) -> tuple[Any, ...]:
        """(whether to normalise, the measure, the measure as an expression) of `nature(Mu)`."""
        normalise = is_compound(node, "weights", 1)
        if normalise:
            node = node.args[0]
        term = self.term(node)
        return (normalise, term, self.expression(term))

    def reveal(self, node: Node, following: Operation) -> Operation:
        self.check_player(node.args[0], everybody=True)
        who, fact = (self.term(a) for a in node.args)
        reads = self.owner.effects.of_data(list_term([who, fact]))
        operation = Reveal(
            node.span, self.expression(who), self.expression(fact), reads=reads, uses=self.slots(who, fact)
        )
        return self.add(operation, following)

    def payoff(self, node: Node, following: Operation) -> Operation:
        self.check_player(node.args[0], everybody=True)
        slips.check_amount(self.program, node.args[1], self.known)
        who, amount = (self.term(a) for a in node.args)
        reads = self.owner.effects.of_data(list_term([who, amount]))
        operation = Payoff(
            node.span, self.expression(who), self.expression(amount), reads=reads, uses=self.slots(who, amount)
        )
        return self.add(operation, following)

    def outcome(self, node: Node, following: Operation) -> Operation:
        vector = list_items(node.args[0])
        if vector is not None and len(vector) != len(self.program.players):
            self.program.error(
                f"the outcome has {len(vector)} payoffs, but there are {len(self.program.players)} players",
                node.args[0].span,
                "give one payoff per player, in the order of `players`",
                id="GK205",
            )
        slips.check_outcome(self.program, node.args[0], self.known)
        if is_compound(node.args[0], "wins", 1):
            self.check_player(node.args[0].args[0])
        result = self.term(node.args[0])
        reads = self.owner.effects.of_data(list_term([result]))
        symbolic = lambda term: self.owner.symbolic(term)  # noqa: E731 (late binding: outcomes are read afterwards)
        return self.add(Outcome(node.span, self.expression(result), symbolic, reads=reads, uses=self.slots(result)))

    def end(self, node: Node, following: Operation) -> Operation:
        return self.add(End(node.span))

    def assign(self, node: Node, following: Operation) -> Operation:
        target, value = node.args
        if indicator(target) is None:
            hint = "write `name gets Value`"
            if target.kind == "var":
                hint = f"write `{target.brief} = {value.brief}` to bind a Prolog variable"
                if self.owner.effects.known(target.value.lower()):
                    hint = f"did you mean `{target.value.lower()} gets {value.brief}`?"
            self.program.error(f"`{target.brief}` is not the name of a Gala variable", target.span, hint, id="GK210")
            return following
        if target.value == "$" and len(target.args) == 1:
            name = target.args[0].brief
            problem, hint = "assign to the name, without `$`", f"write `{name} {node.name} {value.brief}`"
            self.program.error(problem, target.span, hint, id="GK208")
            return following
        if target.value in self.owner.params and not target.args:
            problem = f"`{target.name}` is a parameter and cannot be assigned"
            hint = f"declare a variable that starts with it: variables : [my_{target.name} = ${target.name}]"
            self.program.error(problem, target.span, hint, id="GK209")
        cell, expr = self.term(target), self.term(value)
        reads = self.owner.effects.of_data(
            list_term([list(cell)[1:] and list_term(cell[1:]), expr] if type(cell) is tuple else [expr])
        )
        writes = self.owner.effects.written(cell)
        operation = Assign(
            node.span,
            self.expression(cell),
            self.expression(expr),
            reads=reads,
            writes=writes,
            uses=self.slots(cell, expr),
        )
        return self.add(operation, following)

    # -- conditions and loops ------------------------------------------------------------------------------------

    def test(self, node: Node, yes: Operation, no: Operation) -> Operation:
        query, reads = self.query(node)
        operation: Test = self.add(Test(node.span, query, reads=reads, uses=frozenset(query.slots)), yes)
        operation.otherwise = no
        return operation

    def conditional(self, node: Node, following: Operation) -> Operation:
        """`if`, `->` and `;`. The last way of a conditional may be another one: such a chain may be long."""
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
        for condition, statements in reversed(chain):
            no = self.test(condition, self.sequence(statements, following), no)
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

    def check_player(self, node: Node | None, *, nature: bool = False, everybody: bool = False) -> None:
        """A player written out must exist."""
        if node is None:
            return
        if node.kind == "var" and len(self.occurrences.get(node.value, ())) == 1 and node.value != "_":
            players = self.program.players
            close = difflib.get_close_matches(node.value.lower(), players, 1)
            hint = f"did you mean `{close[0]}`?" if close else f"the players are {', '.join(players)}"
            self.program.error(f"`{node.name}` is an unbound variable, not a player", node.span, hint, id="GK204")
        if everybody:
            for item in list_items(node) or ():
                self.check_player(item)
        if node.kind != "atom" or node.value == "[]":
            return
        allowed = [*self.program.players, *(["nature"] if nature else []), *(["all"] if everybody else [])]
        if node.value not in allowed:
            close = difflib.get_close_matches(node.value, allowed, 1)
            hint = f"did you mean `{close[0]}`?" if close else f"the players are {', '.join(self.program.players)}"
            if node.value in ("player", "opponent", "lho", "rho") or node.value in self.scope.formals:
                hint = f"did you mean `${node.name}`?"
            self.program.error(f"there is no player `{node.name}`", node.span, hint, id="GK204")


def _is_control(name: str, arity: int) -> bool:
    return (name, arity) in ((",", 2), ("\\+", 1), ("!", 0), ("fail", 0), ("false", 0), ("=", 2), ("is", 2))


_METHODS: dict[str, Callable[[Body, Node, Operation], Operation]] = {
    "choose": Body.choose,
    "reveal": Body.reveal,
    "payoff": Body.payoff,
    "outcome": Body.outcome,
    "end": Body.end,
    "if": Body.conditional,
    "while": loops.while_,
    "repeat": loops.repeat,
    "take_turns": loops.take_turns,
    "play_round": loops.play_round,
    "play_rounds": loops.play_rounds,
    "play_phase": phases.play_phase,
    "gets": Body.assign,
    ":=": Body.assign,
}
