"""The reference implementation of a description: each query is a logic program that clingo solves.

The clauses that a query depends on, the facts of one state and, where needed, the joint move are grounded; what follows
is the answer. Only the last answers are kept. The compiled network is tested against it, and descriptions that are too
large to be grounded as a whole are played with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from galakit.errors import GalakitError, Span
from galakit.gdl.demand import demanded
from galakit.gdl.goals import goal_value
from galakit.gdl.ground.asp import Names, rule_text
from galakit.gdl.machine import State
from galakit.gdl.normal import Normal, Program
from galakit.gdl.text.syntax import Term, arguments, name_of
from galakit.gdl.text.write import term_kif

KEPT = 4_096  # answers that are cached: queries about one state come in a row
WRITTEN = 1 << 17  # terms whose text is cached
ARITY = {"role": 1, "init": 1, "legal": 2, "terminal": 0, "goal": 2, "next": 1, "sees": 2}
TOGETHER = (("role",), ("init",), ("legal", "terminal", "goal"), ("next", "sees"))
"""predicates that are queried together: a caller that needs one for a state soon needs the others"""


class Interpreter:
    """A machine that computes every answer anew; a state is the set of the terms that are true in it.

    >>> from galakit.errors import Source
    >>> from galakit.gdl.normal import normalise
    >>> from galakit.gdl.text.kif import read
    >>> text = "(role ann) (init (at 0)) (<= (legal ann (go ?n)) (true (at ?n))) (<= (next done) (does ann (go 0)))"
    >>> machine = Interpreter(normalise(read(Source("<text>", text))))
    >>> machine.legal(machine.opening(), 0)
    (('go', '0'),)
    >>> machine.next(machine.opening(), [("go", "0")])
    frozenset({'done'})
    """

    def __init__(self, program: Program, *, demand: bool = False) -> None:
        self._names = Names()
        questions = [_Question(program, wanted, self._names, demand) for wanted in TOGETHER]
        self._questions = {name: question for question in questions for name in question.wanted}
        self._term = lru_cache(WRITTEN)(self._names.read)
        self._fact = lru_cache(WRITTEN)(self._written)
        self._answers = lru_cache(KEPT)(self._worked_out)
        self.roles = self._roles(program)
        self.incomplete = any(name_of(clause.head) == "sees" for clause in program.clauses)

    def opening(self) -> State:
        return frozenset(q for (q,) in self._follows("init", frozenset(), ()))

    def legal(self, state: State, role: int) -> tuple[Term, ...]:
        name = self.roles[role]
        moves = [move for who, move in self._follows("legal", state, ()) if who == name]
        return tuple(sorted(moves, key=term_kif))

    def terminal(self, state: State) -> bool:
        return bool(self._follows("terminal", state, ()))

    def goals(self, state: State) -> tuple[int | None, ...]:
        given = self._follows("goal", state, ())
        return tuple(_only([value for who, value in given if who == role]) for role in self.roles)

    def next(self, state: State, moves: Sequence[Term]) -> State:
        return frozenset(q for (q,) in self._follows("next", state, tuple(moves)))

    def sees(self, state: State, moves: Sequence[Term]) -> tuple[frozenset[Term], ...]:
        seen = self._follows("sees", state, tuple(moves))
        return tuple(frozenset(percept for who, percept in seen if who == role) for role in self.roles)

    def holds(self, state: State) -> frozenset[Term]:
        assert isinstance(state, frozenset)
        return state

    def _roles(self, program: Program) -> tuple[str, ...]:
        """Those given as facts in the order of the description, then those that follow from rules."""
        found = {str(role) for (role,) in self._follows("role", frozenset(), ()) if isinstance(role, str)}
        if not found:
            raise GalakitError("the description has no role", hint="add (role NAME)", id="GK940")
        heads = [c.head for c in program.clauses if name_of(c.head) == "role" and not c.body]
        given = [str(who) for head in heads for who in arguments(head)]
        return tuple(dict.fromkeys([*(role for role in given if role in found), *sorted(found)]))

    def _follows(self, wanted: str, state: State, moves: tuple[Term, ...]) -> list[tuple[Term, ...]]:
        """What follows from the rules, a state and a joint move: the arguments of one predicate's atoms."""
        return self._answers(self._questions[wanted], state, moves)[wanted]

    def _worked_out(
        self, question: _Question, state: State, moves: tuple[Term, ...]
    ) -> dict[str, list[tuple[Term, ...]]]:
        facts: list[str] = []
        if "true" in question.about:
            facts += [self._fact(("true", q)) for q in self.holds(state)]
        if "does" in question.about:
            facts += [self._fact(("does", *done)) for done in zip(self.roles, moves)]
        return {
            name: [arguments(self._term(text)) for text in texts]
            for name, texts in question.answers("".join(facts)).items()
        }

    def _written(self, atom: Term) -> str:
        return self._names.atom(atom, {}) + "."


class _Question:
    """The clauses that some predicates depend on, ready to be grounded together with facts."""

    def __init__(self, program: Program, wanted: tuple[str, ...], names: Names, demand: bool) -> None:
        self.wanted = wanted
        needs = _needs(program.clauses)
        self.about = _reached(wanted, needs)
        self._clauses = [c for c in program.clauses if name_of(c.head) in self.about]
        if demand:
            self._clauses = demanded({name: ARITY[name] for name in wanted}, self._clauses)
            needs = _needs(self._clauses)
        self._text = "".join(f"{rule_text(c.head, c.body, names)}\n" for c in self._clauses)
        self._signatures = {name: (f"p{names.number(name)}", ARITY[name]) for name in wanted}
        self._loop = _loop(self._clauses, needs)
        """where the rules are not stratified: a negation that leads back to the predicate it helps to define"""

    def answers(self, facts: str) -> dict[str, list[str]]:
        """The atoms of each wanted predicate that follow, as clingo writes them."""
        from clingo import Control

        control = Control(["0", "--warn=none"])
        control.add("base", [], self._text + facts)
        control.ground([("base", [])])
        atoms = {
            name: [atom.symbol for atom in control.symbolic_atoms.by_signature(*signature)]
            for name, signature in self._signatures.items()
        }
        if not self._loop:  # grounding has decided every atom
            return {name: [str(symbol) for symbol in symbols] for name, symbols in atoms.items()}
        models: list[dict[str, list[str]]] = []
        with control.solve(yield_=True) as found:
            for model in found:
                models.append({name: [str(s) for s in symbols if model.contains(s)] for name, symbols in atoms.items()})
                if models[-1] != models[0]:
                    break
        if not models or models[-1] != models[0]:
            raise GalakitError(
                "what follows depends on its own opposite: the rules have "
                + ("several meanings" if models else "no meaning")
                + " in a state that was reached",
                span=self._loop[0],
                hint="no condition may lead through a negation back to itself",
                id="GK941",
            )
        return models[0]


def _only(values: list[Term]) -> int | None:
    """The goal value, if there is exactly one and it is a whole number."""
    return goal_value(values[0]) if len(values) == 1 else None


def _needs(clauses: Iterable[Normal]) -> dict[str, set[str]]:
    """Which predicates each one is defined by."""
    needs: dict[str, set[str]] = {}
    for clause in clauses:
        needs.setdefault(name_of(clause.head), set()).update(name_of(literal.atom) for literal in clause.body)
    return needs


def _reached(start: Iterable[str], needs: dict[str, set[str]]) -> set[str]:
    found: set[str] = set()
    waiting = list(start)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting.extend(needs.get(name, ()))
    return found


def _loop(clauses: Iterable[Normal], needs: dict[str, set[str]]) -> list[Span | None]:
    """The place of a negation that leads back to the predicate it helps to define, if there is one."""
    reached: dict[str, set[str]] = {}
    for clause in clauses:
        for literal in clause.body:
            if not literal.positive:
                name = name_of(literal.atom)
                if name not in reached:
                    reached[name] = _reached([name], needs)
                if name_of(clause.head) in reached[name]:
                    return [literal.span or clause.span]
    return []
