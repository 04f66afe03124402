"""What follows from normal clauses, by the definition of the standard model: stratum by stratum, all bindings tried."""

from __future__ import annotations

from itertools import product

from galakit.gdl.text.syntax import Variable, arguments, name_of, variables


def standard_model(clauses, facts, constants):
    """All atoms that hold. Every ground term of the clauses must be among the constants."""
    rank = ranks(clauses)
    holds = set(facts)
    for stratum in sorted({rank[name_of(c.head)] for c in clauses}):
        own = [c for c in clauses if rank[name_of(c.head)] == stratum]
        grown = True
        while grown:
            grown = False
            for clause in own:
                for head in instances(clause, holds, constants):
                    if head not in holds:
                        holds.add(head)
                        grown = True
    return holds


def ranks(clauses):
    """The stratum of each predicate; the clauses must be stratified."""
    rank = dict.fromkeys([name_of(c.head) for c in clauses], 0)
    changed = True
    while changed:
        changed = False
        for clause in clauses:
            head = name_of(clause.head)
            for literal in clause.body:
                needed = rank.get(name_of(literal.atom), 0) + (not literal.positive)
                if name_of(literal.atom) != "distinct" and needed > rank[head]:
                    rank[head] = needed
                    changed = True
                    assert needed <= len(rank)
    return rank


def instances(clause, holds, constants):
    """The heads of the instances whose bodies hold."""
    free = list(dict.fromkeys([*variables(clause.head), *(v for x in clause.body for v in variables(x.atom))]))
    for values in product(constants, repeat=len(free)):
        binding = dict(zip(free, values))
        if all(true(bound(x.atom, binding), holds) == x.positive for x in clause.body):
            yield bound(clause.head, binding)


def true(atom, holds):
    if name_of(atom) == "distinct":
        left, right = arguments(atom)
        return left != right
    return atom in holds


def bound(term, binding):
    if isinstance(term, Variable):
        return binding[term]
    return (term[0], *(bound(t, binding) for t in term[1:])) if isinstance(term, tuple) else term
