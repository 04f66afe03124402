"""Warnings about programs that can run, each found by one module.

Precision before recall: a warning should nearly always be right, so undecided cases are passed over.
"""

from __future__ import annotations

from galakit.errors import Diagnostic
from galakit.lang.gala.checks.conditions import changing_conditions
from galakit.lang.gala.checks.distributions import wrong_sums
from galakit.lang.gala.checks.endless import endless_loops
from galakit.lang.gala.checks.looks import odd_looks
from galakit.lang.gala.checks.names import unused_names
from galakit.lang.gala.checks.predicates import scattered_clauses, unused_predicates
from galakit.lang.gala.checks.rounds import rounds_for_nobody
from galakit.lang.gala.checks.secrets import telling_options
from galakit.lang.gala.checks.singletons import singletons
from galakit.lang.gala.checks.slips import constant_choices, forgotten_dollars
from galakit.lang.gala.checks.subject import Subject
from galakit.lang.gala.checks.unbound import unbound_comparisons
from galakit.lang.gala.checks.unpaid import forgotten_outcomes
from galakit.lang.gala.checks.unreached import unreached_statements
from galakit.lang.gala.checks.unset import read_before_set
from galakit.lang.gala.program import Program
from galakit.lang.gala.rules import GalaRules

__all__ = ["doubts", "odd_looks", "slips"]

OF_TEXTS = (singletons, scattered_clauses)
CHECKS = (
    unused_names,
    unused_predicates,
    read_before_set,
    endless_loops,
    telling_options,
    changing_conditions,
    constant_choices,
    forgotten_dollars,
    unreached_statements,
    wrong_sums,
    rounds_for_nobody,
    unbound_comparisons,
    forgotten_outcomes,
)


def slips(program: Program) -> list[Diagnostic]:
    """Warnings that need only the text, whatever else is wrong; what is an error already is not repeated."""
    wrong = {(p.span.start, p.span.end) for p in program.problems if p.span is not None}
    found = (warning for check in OF_TEXTS for warning in check(program))
    return [w for w in found if w.span is not None and (w.span.start, w.span.end) not in wrong]


def doubts(program: Program, rules: GalaRules) -> list[Diagnostic]:
    """All further warnings about a program, given its rules for some values of the parameters."""
    subject = Subject(program, rules)
    return [warning for check in CHECKS for warning in check(subject)]
