"""Which Gala variables a goal may read, found from the text: `$x` in it, `gala_val` in the predicates it can reach.

A summary may depend on an argument (`deal(Deck, ...)` reads the variable its first argument names), so summaries
have parameters. Whatever cannot be determined counts as "reads everything", which keeps states larger than needed but
never wrong.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Any

from galakit.lang.gala.closures import BUILT_IN, CONTROL, Closures
from galakit.lang.gala.freeze import LHO, OPPONENT, PLAYER, RHO
from galakit.lang.gala.libraries import Key, Library
from galakit.lang.gala.operations import Cell, Everything, Family
from galakit.lang.gala.program import Program
from galakit.lang.gala.usage import NO_PLACE, USAGE, count, in_a_goal
from galakit.lang.prolog import Database
from galakit.lang.prolog.database import Predicate
from galakit.lang.prolog.goals import reads_store
from galakit.lang.prolog.memo import impure_names, symbols_of
from galakit.lang.prolog.walk import is_ground
from galakit.lang.syntax import Clause, Node, indicator, is_compound
from galakit.lang.terms import DOLLAR, Symbol, Term, Var, deref, sym

READERS = {sym("gala_val", 2), sym("gala_known", 2), sym("deal", 3)}
READER_NAMES = {symbol.name for symbol in READERS}  # as closures: maplist(gala_val(x), Values)


# Which arguments the predicates that call goals call; those of the library that do so are looked at like any others.
CALLERS = {
    **{sym(*key): tuple(index for index, _ in calls) for key, calls in BUILT_IN.items()},
    **{sym(">>", n): (1,) for n in range(2, 9)},
    sym("apply", 2): (0,),
    sym("\\+", 1): (0,),
}
CLOSURES = {"call", "bagof", "setof", ">>", "apply"}  # what they call may get more arguments, or stand behind `^`


DEFINE = "define it with clauses outside the game: `name(Arguments) :- Body.`"


@dataclass(frozen=True)
class Parameter:
    """The variable named by an argument of the predicate."""

    index: int


@dataclass(frozen=True)
class Called:
    """Whatever the goal reads that an argument of the predicate holds."""

    index: int


CalledSomewhere = Called(-1)  # a goal found inside some argument, or built at run time


class Effects:
    """Reads of goals and predicates of one program."""

    def __init__(
        self, program: Program, database: Database, cells: Iterable[Term] = (), libraries: Sequence[Library] = ()
    ) -> None:
        """`cells` are the Gala variables of the objects."""
        self.program = program
        self.db = database
        self.libraries = [library for library in libraries if not library.shipped]
        self.names: set[str] = {s.name for s in (PLAYER, OPPONENT, LHO, RHO)}
        self.names |= {key[0] for name, _ in program.all_variables() if (key := indicator(name))}
        self.names |= {(cell[0] if type(cell) is tuple else cell).name for cell in cells}
        self.names |= set(program.params)
        self._find_assigned()
        self._by_name: dict[str, list[Symbol]] = {}
        self._summaries: dict[Symbol, frozenset[Any]] = {}
        self._predicates: dict[str, list[Predicate]] | None = None
        self._checked: set[int] = set()
        self.closures = Closures(database)

    def _find_assigned(self) -> None:
        """An assignment to an undeclared variable is a warning with a hint, and declares it."""
        for flow in self.program.gameflows.values():
            stack = [flow.body]
            while stack:
                node = stack.pop()
                if is_compound(node, "gets", 2) or is_compound(node, ":=", 2):
                    key = indicator(node.args[0])
                    if key and key[0] not in self.names and key[0] != "$":
                        self.names.add(key[0])
                        self.program.warn(
                            f"`{key[0]}` is assigned but not declared",
                            node.args[0].span,
                            f"declare it: variables : [{node.args[0].brief}]",
                            id="GK301",
                        )
                stack.extend(node.args)
        for clause in [*self.program.clauses, *(c for library in self.libraries for c in library.clauses)]:
            stack = [clause.node]
            while stack:
                node = stack.pop()
                if is_compound(node, "gala_set", 2) and (key := indicator(node.args[0])):
                    self.names.add(key[0])
                stack.extend(node.args)

    def known(self, name: str) -> bool:
        return name in self.names

    # -- reads ---------------------------------------------------------------------------------------------------

    def of(self, term: Term) -> frozenset[Any]:
        """The variables that may be read by a term or goal of the flow."""
        self._summarise(term)
        return frozenset(Everything if isinstance(x, (Parameter, Called)) else x for x in self._reads(term, {}))

    def of_data(self, term: Term) -> frozenset[Any]:
        """The variables read by a term of the flow that is built, not called."""
        return frozenset(self._data(term, {}))

    def pure(self, goal: Term) -> bool:
        """Whether the goal neither reads nor sets any Gala variable, nor calls a goal it is handed at run time."""
        names = {s.name for s in symbols_of(goal)}
        return names.isdisjoint(impure_names(self.db)) and not (names & {"call"})

    @staticmethod
    def written(cell: Term) -> frozenset[Any]:
        """What an assignment to this name certainly overwrites."""
        return frozenset([Cell(cell)]) if is_ground(cell) and not reads_store(cell) else frozenset()

    def _summarise(self, term: Term) -> None:
        """Summarise the predicates the term can reach. Those of earlier terms reach nothing new: theirs are final."""
        predicates = self._reached(term)
        summaries = self._summaries
        for p in predicates:
            summaries[p.symbol] = frozenset()
        changed = bool(predicates)
        while changed:
            changed = False
            for p in predicates:
                found: set[Any] = set(summaries[p.symbol])
                for head, body in p.clauses:
                    parameters = {}
                    for i, argument in enumerate(head[1:] if type(head) is tuple else ()):
                        argument = deref(argument)
                        if type(argument) is Var:
                            parameters[argument] = i
                    found |= self._reads(body, parameters)
                    for goal in goals_of(body):
                        found |= self._called(goal, parameters)
                if len(found) > len(summaries[p.symbol]):
                    summaries[p.symbol] = frozenset(found)
                    changed = True

    def _reached(self, term: Term) -> list[Predicate]:
        """The predicates that a term names, directly or through others, and that have no summary yet."""
        if self._predicates is None:
            self._predicates = defaultdict(list)
            for p in self.db.every():
                if p.clauses and not p.auxiliary:
                    self._predicates[p.symbol.name].append(p)
        reached = []
        names = {s.name for s in symbols_of(term)}
        while names:
            name = names.pop()
            if name in self._by_name or name not in self._predicates:
                continue
            reached += self._predicates[name]
            self._by_name[name] = list({p.symbol: None for p in self._predicates[name]})
            names |= {s.name for p in self._predicates[name] for _, body in p.clauses for s in symbols_of(body)}
        return reached

    def _reads(self, term: Term, parameters: dict[Var, int]) -> set[Any]:
        found: set[Any] = set()
        summaries = self._summaries
        # What to look at, and whether it is a goal; if it is none, it may be called with more arguments.
        stack: list[tuple[Term, bool]] = [(term, True)]
        while stack:
            t, is_goal = stack.pop()
            t = deref(t)
            if type(t) is tuple:
                functor, arguments = t[0], t[1:]
                if functor is DOLLAR:
                    found |= self._data(t, parameters)
                    continue
                goals, closures = self._callable(functor) if is_goal else ((), range(len(arguments)))
                for i, x in enumerate(arguments):
                    if i in goals or i in closures:
                        stack.append((x, i in goals))
                    else:
                        found |= self._data(x, parameters)
                if functor in READERS or (not is_goal and functor.name in READER_NAMES):
                    found.add(self._element(t[1], parameters))
                for i in CALLERS.get(functor, ()):
                    found |= self._called(arguments[i], parameters)
            elif type(t) is Symbol:
                functor, arguments = t, ()
                if not is_goal and t.name in READER_NAMES:
                    found.add(Everything)
            else:
                continue
            for symbol in self._by_name.get(functor.name, ()):
                if symbol.arity < len(arguments) or (is_goal and symbol.arity > len(arguments)):
                    continue  # a goal calls the predicate of its arity; a closure is called with more arguments
                for effect in summaries[symbol]:
                    if isinstance(effect, Parameter):
                        known = effect.index < len(arguments)
                        found.add(self._element(arguments[effect.index], parameters) if known else Everything)
                    elif isinstance(effect, Called):
                        if 0 <= effect.index < len(arguments):
                            found |= self._called(arguments[effect.index], parameters)
                        else:
                            found.add(CalledSomewhere)
                    else:
                        found.add(effect)
        return found

    def _callable(self, functor: Symbol) -> tuple[Sequence[int], Sequence[int]]:
        """Which arguments of a goal are goals, and which may be called with more arguments; the others are data."""
        everything = range(functor.arity)
        if (functor.name, functor.arity) in CONTROL:
            return everything, ()
        if functor in CALLERS:
            return ((), CALLERS[functor]) if functor.name in CLOSURES else (CALLERS[functor], ())
        if functor in self.db.deterministic or functor in READERS:
            return (), ()
        summary = self._summaries.get(functor)
        if summary is None or CalledSomewhere in summary:
            return (), everything
        return (), [effect.index for effect in summary if isinstance(effect, Called)]

    @staticmethod
    def _data(term: Term, parameters: dict[Var, int]) -> set[Any]:
        """What is read by a term that is built, not called: the variables it names with `$`."""
        found = set()
        stack = [term]
        while stack:
            t = deref(stack.pop())
            if type(t) is tuple:
                if t[0] is DOLLAR:
                    found.add(Effects._element(t[1], parameters))
                stack.extend(t[1:])
        return found

    @staticmethod
    def _called(goal: Term, parameters: dict[Var, int]) -> set[Any]:
        """What calling an argument reads: a goal written out is looked at where it stands, a variable holds any."""
        goal = deref(goal)
        if type(goal) is Var:
            return {Called(parameters[goal]) if goal in parameters else CalledSomewhere}
        return {Everything} if type(goal) is tuple and goal[0] is DOLLAR else set()

    @staticmethod
    def _element(name: Term, parameters: dict[Var, int]) -> Any:
        name = deref(name)
        if type(name) is Var:
            return Parameter(parameters[name]) if name in parameters else Everything
        if type(name) is Symbol:
            return Cell(name)
        if type(name) is tuple and name[0] is not DOLLAR:
            return Cell(name) if is_ground(name) and not reads_store(name) else Family(name[0].name)
        return Everything

    # -- undefined predicates ------------------------------------------------------------------------------------

    def check_goal(self, node: Node, own: Set[Key] = frozenset()) -> None:
        """Report goals, also those that goals call, whose predicate does not exist; `own` are private to a library."""
        stack: list[tuple[Node, set[int], Node | None]] = [(node, {0}, None)]  # with the arguments that its caller adds
        while stack:
            goal, added, caller = stack.pop()
            key = indicator(goal)
            if key is None or key[0] == "$" or id(goal) in self._checked:
                continue
            name, arity = key
            if name == ">>" or any(self._exists((name, arity + n), own) for n in added):
                parts: dict[int, tuple[Node, set[int]]] = {}
                for n in added:
                    for part, closure in self.closures.called(goal, n):
                        if indicator(part) not in closure.values:
                            parts.setdefault(id(part), (part, set()))[1].update(closure.added)
                stack += [(part, more, goal) for part, more in parts.values()]
            else:
                self._checked.add(id(goal))
                self._missing(goal, min(added), caller)

    def _exists(self, key: Key, own: Set[Key]) -> bool:
        return key in own or key in CONTROL or self.db.defined(sym(*key))

    def _missing(self, goal: Node, added: int, caller: Node | None) -> None:
        """Report a goal whose predicate does not exist; `caller` adds arguments to it."""
        name, arity = goal.name, len(goal.args) + added
        if name == ".":
            hint = f"write member(X, {goal.brief}) for one of its elements"
            self.program.error("a list is not a goal", goal.span, hint, id="GK203")
        elif name in USAGE or any(flow.name == name for flow in self.program.gameflows.values()):
            problem = f"`{name}` is a statement and cannot be used in a goal"
            self.program.error(problem, goal.span, in_a_goal(name), id="GK214")
        else:
            hint = NO_PLACE.get(name) or self.db.suggestion(sym(name, arity)) or DEFINE
            problem = f"there is no predicate `{name}/{arity}`"
            if added and caller is not None:
                problem += f": `{caller.name}` calls `{goal.brief}` with {count(added, 'more argument')}"
            self.program.error(problem, goal.span, hint, id="GK203")

    def check_clauses(self) -> None:
        """The same for the bodies of the user's own predicates; `$x` has no meaning there."""
        texts: list[tuple[Clause, Set[Key]]] = [(c, frozenset()) for c in self.program.clauses]
        texts += [(c, library.defined) for library in self.libraries for c in library.clauses]
        for clause, own in texts:
            if is_compound(clause.node, ":-", 2):
                self.check_goal(clause.node.args[1], own)
            stack = [clause.node]
            while stack:
                node = stack.pop()
                if is_compound(node, "$", 1):
                    self.program.error(
                        "`$` works inside the game only",
                        node.span,
                        f"use gala_val({node.args[0].brief}, Value) here",
                        id="GK123",
                    )
                stack.extend(node.args)


def goals_of(body: Term) -> list[Term]:
    """The goals of a clause body, inside control constructs too; a variable among them is called."""
    goals = []
    stack = [body]
    while stack:
        t = deref(stack.pop())
        if type(t) is tuple and (t[0].name, t[0].arity) in CONTROL:
            stack.extend(t[1:])
        else:
            goals.append(t)
    return goals
