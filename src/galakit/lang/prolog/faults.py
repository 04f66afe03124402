"""Errors of the Prolog engine: ISO error terms for `catch/3`, sentences for people."""

from __future__ import annotations

from galakit.lang.terms import Term, new_var, sym

ERROR = sym("error", 2)
EVALUATION = sym("evaluation_error", 1)
TYPE = sym("type_error", 2)
DOMAIN = sym("domain_error", 2)
EXISTENCE = sym("existence_error", 2)
SYNTAX = sym("syntax_error", 1)
RESOURCE = sym("resource_error", 1)
INSTANTIATION = sym("instantiation_error")
SLASH = sym("/", 2)
PROCEDURE = sym("procedure")
SHOWN = 80  # characters of a term in a message
WORDS = {"zero_divisor": "division by zero"}
IDS: dict[Term, str] = {INSTANTIATION: "GK411", TYPE: "GK412", DOMAIN: "GK413", EVALUATION: "GK414"}


class PrologError(Exception):
    """An error raised while a goal runs. `term` is what `catch/3` sees, `message` what a person reads."""

    def __init__(self, term: Term, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.term = term
        self.message = message
        self.hint = hint

    @property
    def id(self) -> str:
        """The id of the diagnostic, by the kind of the error term."""
        formal = self.term[1] if type(self.term) is tuple and self.term[0] is ERROR else None
        if type(formal) is tuple and formal[0] is EXISTENCE:
            return "GK203" if formal[1] is PROCEDURE else "GK410"
        kind = formal[0] if type(formal) is tuple else formal
        return IDS.get(kind, "GK415")


class LimitError(PrologError):
    """A limit against endless or oversized work. Not catchable: a program must not swallow it."""

    def __init__(self, message: str, hint: str | None = None, *, id: str = "GK418") -> None:
        super().__init__(iso((RESOURCE, sym("limit"))), message, hint)
        self.limit_id = id

    @property
    def id(self) -> str:
        return self.limit_id


# What a goal may end with besides an answer. Numbers too large for a float, terms nested too deeply for Python's own
# recursion, and a lack of memory surface as Python errors wherever the engine uses Python's operators.
TROUBLE = (PrologError, OverflowError, RecursionError, MemoryError)


def as_prolog_error(error: Exception) -> PrologError:
    """Any of `TROUBLE` as an error of the engine."""
    if isinstance(error, PrologError):
        return error
    if isinstance(error, RecursionError):
        return LimitError("a term is nested too deeply")
    if isinstance(error, MemoryError):
        return LimitError("the goal was stopped: there is no more memory")
    return evaluation_error("float_overflow")


def iso(formal: Term) -> Term:
    return (ERROR, formal, new_var())  # SWI-Prolog puts the place here; ours is in the message


def instantiation(where: str) -> PrologError:
    return PrologError(
        iso(INSTANTIATION),
        f"{where}: an argument is not bound yet",
        "bind the variable before this goal, for instance by moving the goal later",
    )


def type_error(kind: str, culprit: Term, where: str) -> PrologError:
    from galakit.lang.writer import brief

    return PrologError(
        iso((TYPE, sym(kind), culprit)), f"{where}: expected {_article(kind)}, found `{brief(culprit, SHOWN)}`"
    )


def domain_error(kind: str, culprit: Term, where: str) -> PrologError:
    from galakit.lang.writer import brief

    return PrologError(
        iso((DOMAIN, sym(kind), culprit)), f"{where}: `{brief(culprit, SHOWN)}` is not a valid {kind.replace('_', ' ')}"
    )


def existence_error(kind: str, culprit: Term, where: str) -> PrologError:
    from galakit.lang.writer import brief

    return PrologError(
        iso((EXISTENCE, sym(kind), culprit)), f"{where}: there is no {kind.replace('_', ' ')} `{brief(culprit, SHOWN)}`"
    )


def syntax_error(what: str, where: str) -> PrologError:
    return PrologError(iso((SYNTAX, sym(what))), f"{where}: {what.replace('_', ' ')}")


def evaluation_error(what: str) -> PrologError:
    return PrologError(iso((EVALUATION, sym(what))), f"arithmetic: {WORDS.get(what) or what.replace('_', ' ')}")


def unknown_procedure(name: str, arity: int, hint: str | None = None) -> PrologError:
    return PrologError(
        iso((EXISTENCE, sym("procedure"), (SLASH, sym(name), arity))), f"there is no predicate {name}/{arity}", hint
    )


def numeral(n: int) -> str:
    """A number in a message: Python itself refuses to write very long ones.

    >>> numeral(1234567), numeral(10**100)
    ('1,234,567', 'more than 10**99')
    """
    digits = n.bit_length() * 30103 // 100_000
    return f"{n:,}" if digits < 40 else f"more than 10**{digits - 1}"


_WORDS = {
    "nonneg": "integer from 0 on",
    "positive_integer": "integer from 1 on",
    "text": "text (atom, string or number)",
}


def _article(kind: str) -> str:
    kind = _WORDS.get(kind) or kind.replace("_", " ")
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
