"""Compiles a clause to Python source: head unification, inline built-ins and continuation frames.

Each clause becomes one function for its head and first goals and one more for the goals after each call, so a frame is
`(function, live variables, frame below)`. Program text never enters the generated source: constants are reached through
names (`K0`, `K1`, ...) bound in the namespace, and variables are numbered, so a game file cannot smuggle in code.

Control constructs whose condition is deterministic become Python `if`s; the others are lifted to auxiliary predicates.
A cut is a truncation of the choice-point stack to the height it had when the predicate was entered; auxiliary
predicates receive that height as an ordinary argument.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from galakit.lang.prolog.goals import ARROW, FAIL, FALSE, SEMICOLON, conjunction, has_cut, reads_store, without_reads
from galakit.lang.prolog.inline import BUILD_DEPTH, COMPARISONS, inline, testable, truth
from galakit.lang.prolog.lifting import in_own_predicate, lifted
from galakit.lang.prolog.walk import is_ground, variables
from galakit.lang.terms import DOLLAR, Symbol, Term, Var, deref

if TYPE_CHECKING:
    from galakit.lang.prolog.database import Database

LONGEST = 50  # goals of one body
DEEPEST = 30  # bodies inside bodies
LARGEST = 200  # compounds of a term that is built by an expression of its own
MATCH_DEPTH = 3  # deeper head structures are left to general unification: the code would grow faster than it gains


class _Built(NamedTuple):
    """A term and the Python expression for it, nested so deep; without one where the term is known now."""

    term: Term
    code: str | None = None
    depth: int = 0


class ClauseCompiler:
    """Turns one clause into functions in the database's namespace; `compile` returns the entry function's name."""

    def __init__(self, database: Database, uses_cut: bool, library: bool) -> None:
        self.db = database
        self.uses_cut = uses_cut
        self.library = library
        self.names: dict[Var, str] = {}
        self.functions: list[str] = []
        self.lines: list[str] = []
        self.indent = 1
        self.seen: set[Var] = set()
        self.temporaries = 0
        self.calls = False
        self.depth = 0
        self.occurrences: Counter[Var] = Counter()
        self.cut_var = Var()
        self.names[self.cut_var] = "cut"

    # -- names ---------------------------------------------------------------------------------------------------

    def name(self, var: Var) -> str:
        if var not in self.names:
            self.names[var] = f"v{len(self.names)}"
        return self.names[var]

    def temporary(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    def emit(self, line: str) -> None:
        self.lines.append("    " * self.indent + line)

    def constant(self, term: Term) -> str:
        if type(term) is int and -(2**31) < term < 2**31:
            return str(term) if term >= 0 else f"({term})"
        return self.db.constant(term)

    # -- clauses -------------------------------------------------------------------------------------------------

    def compile(self, head: Term, body: Term) -> str:
        entry = self.db.fresh_name()
        self.count(head)
        self.count(body)
        args = head[1:] if type(head) is tuple else ()
        params = [f"a{i}" for i in range(len(args))]
        if self.uses_cut:
            params.append("cut")
            self.seen.add(self.cut_var)
        if params:
            self.emit(f"{', '.join(params)}{',' if len(params) == 1 else ''} = a")
        for i, pattern in enumerate(args):
            self.match(f"a{i}", deref(pattern), 0)
        self.body(conjunction(body))
        self.finish(entry)
        return entry

    def finish(self, name: str) -> None:
        self.functions.append(f"def {name}(a, k):\n" + "\n".join(self.lines) + "\n")
        self.lines = []

    def count(self, term: Term) -> None:
        stack = [term]
        while stack:
            t = deref(stack.pop())
            if type(t) is Var:
                self.occurrences[t] += 1
            elif type(t) is tuple:
                stack.extend(t[1:])

    def void(self, var: Var) -> bool:
        """A variable that occurs once: nothing needs to remember it."""
        return self.occurrences[var] == 1

    def fixed(self, term: Term) -> bool:
        """A term whose value is known now: no variables, no reads of the store."""
        return is_ground(term) and not reads_store(term)

    # -- head unification ----------------------------------------------------------------------------------------

    def deref(self, x: str) -> None:
        self.emit(f"while type({x}) is Var:")
        self.emit(f"    r = {x}.ref")
        self.emit("    if r is None: break")
        self.emit(f"    {x} = r")

    def match(self, x: str, pattern: Term, depth: int) -> None:
        """Unify the local `x` with a pattern of the clause."""
        kind = type(pattern)
        if kind is Var:
            if pattern in self.seen:
                self.emit(f"if not unify({self.name(pattern)}, {x}): return fail()")
            elif not self.void(pattern):
                self.seen.add(pattern)
                self.emit(f"{self.name(pattern)} = {x}")
        elif kind is not tuple:
            self.deref(x)
            k = self.constant(pattern)
            self.emit(f"if {x} is not {k}:" if kind is Symbol else f"if {x} != {k}:")
            self.emit(f"    if type({x}) is not Var: return fail()")
            self.emit(f"    {x}.ref = {k}; push({x})")
        elif depth >= MATCH_DEPTH or len(pattern) > 8 or is_ground(pattern) or reads_store(pattern):
            self.emit(f"if not unify({x}, {self.build(pattern)}): return fail()")
        else:
            before = set(self.seen)
            self.deref(x)
            self.emit(f"if type({x}) is tuple:")
            self.indent += 1
            self.emit(f"if {x}[0] is not {self.constant(pattern[0])}: return fail()")
            parts = [self.temporary() for _ in pattern[1:]]
            self.emit(f"_, {', '.join(parts)} = {x}")
            for part, argument in zip(parts, pattern[1:]):
                self.match(part, deref(argument), depth + 1)
            self.indent -= 1
            self.emit(f"elif type({x}) is Var:")
            self.indent += 1
            after = self.seen
            self.seen = before
            self.emit(f"{x}.ref = {self.build(pattern)}; push({x})")
            self.seen |= after
            self.indent -= 1
            self.emit("else: return fail()")

    # -- building terms ------------------------------------------------------------------------------------------

    def ensure(self, term: Term) -> int:
        """Create the variables of a term that have not occurred yet; how many compounds it has."""
        compounds = 0
        stack = [term]
        while stack:
            t = deref(stack.pop())
            if type(t) is Var:
                if t not in self.seen and not self.void(t):
                    self.seen.add(t)
                    self.emit(f"{self.name(t)} = Var()")
            elif type(t) is tuple:
                compounds += 1
                stack.extend(t[1:])
        return compounds

    def build(self, term: Term) -> str:
        """A Python expression for the term; emits what it needs first."""
        if self.ensure(term) > LARGEST and not self.fixed(term):
            return self._instance(term)
        # What is to be built, the next thing on top; with True, the arguments of the compound are.
        todo: list[tuple[Term, bool]] = [(term, False)]
        done: list[_Built] = []
        while todo:
            t, arguments_done = todo.pop()
            t = deref(t)
            if arguments_done:
                arity = len(t) - 1
                done[-arity:] = [self._compound(t, done[-arity:])]
            elif type(t) is tuple:
                todo.append((t, True))
                todo += [(x, False) for x in t[:0:-1]]
            elif type(t) is Var:
                done.append(_Built(t, "Var()" if self.void(t) else self.name(t)))
            else:
                done.append(_Built(t))
        return self._code(done[0])

    def _instance(self, term: Term) -> str:
        """The same for a large term: source text for it would be too long."""
        template, reads = without_reads(term)
        known = [v for v in variables(template) if v in reads or not self.void(v)]
        values = [self.build(reads[v]) if v in reads else self.name(v) for v in known]
        names = f"{self.db.constant_object(template)}, {self.db.constant_object(tuple(known))}"
        return f"instance({names}, ({', '.join(values)}{',' if values else ''}))"

    def _compound(self, term: Term, arguments: list[_Built]) -> _Built:
        if term[0] is DOLLAR:
            return _Built(term, f"get({self._code(arguments[0])})", arguments[0].depth)
        if all(argument.code is None for argument in arguments):
            return _Built(term)
        code = f"({self.constant(term[0])}, {', '.join([self._code(argument) for argument in arguments])})"
        depth = 1 + max(argument.depth for argument in arguments)
        if depth < BUILD_DEPTH:
            return _Built(term, code, depth)
        name = self.temporary()
        self.emit(f"{name} = {code}")
        return _Built(term, name)

    def _code(self, built: _Built) -> str:
        if built.code is not None:
            return built.code
        return self.db.constant(built.term) if type(built.term) is tuple else self.constant(built.term)

    def arguments(self, goal: Term) -> str:
        if type(goal) is not tuple:
            return "()"
        parts = [self.build(x) for x in goal[1:]]
        return f"({', '.join(parts)},)"

    # -- bodies --------------------------------------------------------------------------------------------------

    def body(self, goals: list[Term]) -> None:
        """Emit code for the goals; every path ends in a `return`."""
        if len(goals) > LONGEST or self.depth > DEEPEST:
            # Python can neither nest functions nor indent lines without end: the rest is compiled when it is called.
            first = 0 if self.depth > DEEPEST else LONGEST - 1
            goals = [*goals[:first], in_own_predicate(self, goals[first:])]
        self.depth += 1
        self.goals(goals)
        self.depth -= 1

    def goals(self, goals: list[Term]) -> None:
        for i, goal in enumerate(goals):
            if inline(self, goal):
                continue
            if goal is FAIL or goal is FALSE:
                self.emit("return fail()")
                return
            rest = goals[i + 1 :]
            if type(goal) is tuple and goal[0] is SEMICOLON and self.branch(goal, rest):
                return
            self.call(lifted(self, goal), rest)
            return
        self.emit("return k")

    def call(self, goal: Term, rest: list[Term]) -> None:
        """Leave for a predicate; what comes after it is another function, entered with the variables it needs."""
        symbol = goal[0] if type(goal) is tuple else goal
        self.calls = True
        arguments = self.arguments(goal)
        self.push_rest(rest)
        self.emit(f"return {self.db.predicate_name(symbol, self.library)}.code, {arguments}, k")

    def push_rest(self, rest: list[Term]) -> None:
        if not rest:
            return
        self.calls = True
        live = self.live(rest)
        for var in live:
            self.ensure(var)
        name = self.db.fresh_name()
        self.continuation(name, rest, live)
        variables = ", ".join(self.name(v) for v in live)
        self.emit(f"k = ({name}, ({variables}{',' if live else ''}), k)")

    def continuation(self, name: str, rest: list[Term], live: list[Var]) -> None:
        outer = self.lines, self.indent, self.seen
        self.lines, self.indent, self.seen = [], 1, set(live)
        if live:
            self.emit(f"{', '.join(self.name(v) for v in live)}{',' if len(live) == 1 else ''} = a")
        self.body(rest)
        self.finish(name)
        self.lines, self.indent, self.seen = outer

    def live(self, goals: list[Term]) -> list[Var]:
        """Variables (in a fixed order) that the goals need and that exist or come into being before them."""
        needed: dict[Var, None] = {}
        for goal in goals:
            if has_cut(goal) and self.uses_cut:
                needed[self.cut_var] = None
            stack = [goal]
            while stack:
                t = deref(stack.pop())
                if type(t) is Var:
                    needed[t] = None
                elif type(t) is tuple:
                    stack.extend(reversed(t[1:]))
        return [v for v in needed if v in self.seen]

    # -- control -------------------------------------------------------------------------------------------------

    def branch(self, goal: Term, rest: list[Term]) -> bool:
        """`(C -> T ; E)` with a deterministic C as a Python `if`; False when C may leave choice points."""
        left = deref(goal[1])
        if not (type(left) is tuple and left[0] is ARROW):
            return False
        tests = conjunction(left[1])
        if not all(testable(self, t) for t in tests):
            return False
        shared = self.live_after_branch(goal, rest)
        for var in shared:
            self.ensure(var)
        self.push_rest(rest)
        fresh_before = set(self.seen)
        conditions = [truth(self, t) for t in tests]
        if any(deref(t)[0] not in COMPARISONS for t in tests if type(deref(t)) is tuple):
            # A test that fails after binding something must leave no trace for the other branch.
            self.emit("mark = len(trail)")
            undo = True
        else:
            undo = False
        self.emit(f"if {' and '.join(conditions) or 'True'}:")
        seen_in_test = set(self.seen)
        self.indent += 1
        self.body(conjunction(left[2]))
        self.indent -= 1
        self.seen = fresh_before | {v for v in seen_in_test if v in fresh_before}
        if undo:
            self.emit("if len(trail) > mark: undo(mark)")
        self.body(conjunction(goal[2]))
        return True

    def live_after_branch(self, goal: Term, rest: list[Term]) -> list[Var]:
        """Variables first met in a branch but needed after it must exist before both."""
        inside = set(variables(goal))
        return [v for g in rest for v in variables(g) if v in inside and v not in self.seen]
