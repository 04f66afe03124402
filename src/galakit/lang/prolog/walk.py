"""Walks over terms without recursion: resolving bindings, copying, comparing, collecting variables.

A walk counts the parts it looks at, spends them (see `work`), and ends in a limit where a term is too large. A term
that contains itself is infinite, and therefore too large.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from galakit.lang.prolog.faults import LimitError, instantiation, type_error
from galakit.lang.prolog.work import CELLS, LENGTH_LIMIT, STRIDE, spend
from galakit.lang.terms import CONS, NIL, Float, Symbol, Term, Var, age, deref, new_var

NODE_LIMIT = 2_000_000
LARGE = 20_000  # parts of a term that is not small any more
BOXED = -1  # the age of a variable that has been bound to a ground term from the beginning
WIDE = 256  # arguments of a compound that is not small any more


TOO_LARGE = "a term is too large (or infinite)"


def counted(due: int, seen: int, what: str = TOO_LARGE, price: int = 1) -> int:
    """Spend the parts that a walk has seen since it last came here, when `due` were seen; when it should come again."""
    if seen > NODE_LIMIT:
        raise LimitError(what)
    spend(price * (seen - due + STRIDE))
    return seen + STRIDE


def is_ground(term: Term) -> bool:
    """No unbound variable anywhere."""
    return _scan(term)[0]


def _scan(term: Term) -> tuple[bool, bool]:
    """(ground, free of variable cells altogether)."""
    if type(term) is not tuple:
        plain = type(term) is not Var
        if plain:
            return True, True
        term = deref(term)
        return (_scan(term)[0] if type(term) is tuple else type(term) is not Var), False
    stack = [term]
    plain = True
    seen = 0
    due = STRIDE
    while stack:
        t = stack.pop()
        seen += 1 + (len(t) >> 2)
        if seen > due:
            due = counted(due, seen)
        for x in t:
            if type(x) is tuple:
                stack.append(x)
            elif type(x) is Var:
                plain = False
                x = deref(x)
                if type(x) is Var:
                    return False, False
                if type(x) is tuple:
                    stack.append(x)
    return True, plain


def is_plain(term: tuple[Term, ...], depth: int, left: list[int] | None = None) -> bool:
    """No variable anywhere, bound or not, and nested no deeper: what is small and finished, which most terms are.

    `left` is how many parts may still be looked at: a term that shares its parts can be small and still have many.
    """
    if len(term) > WIDE:
        return False
    for x in term:
        kind = type(x)
        if kind is tuple:
            if not depth or len(x) > WIDE:
                return False
            for y in x:  # two levels at a time: calls are what this costs
                kind = type(y)
                if kind is tuple:
                    if depth < 2:
                        return False
                    if left is None:
                        left = [LARGE]
                    left[0] -= len(y)
                    if left[0] < 0 or not is_plain(y, depth - 2, left):
                        return False
                elif kind is Var:
                    return False
        elif kind is Var:
            return False
    return True


def settle(term: Term) -> Term:
    """The term resolved if it is small and ground; anything else as a variable bound to it.

    So a settled value is safe to hash and compare exactly when it is not a variable.
    """
    last = term
    while type(term) is Var:
        ref = term.ref
        if ref is None:
            return term
        last, term = term, ref
    if type(term) is not tuple or is_plain(term, 16):
        return term
    if is_boxed(last):
        return last
    term = resolve(term)
    if is_plain(term, 16):
        return term
    return boxed(term)


def boxed(term: Term) -> Var:
    """A variable bound to the resolved term for good."""
    box = Var()
    box.ref = term
    if is_ground(term):
        box.age = BOXED
    return box


def is_boxed(term: Term) -> bool:
    """Whether a term is a variable that `boxed` made for a ground term, which need not be looked at again."""
    return type(term) is Var and getattr(term, "age", 0) == BOXED


def resolve(term: Term) -> Term:
    """The term with every binding put in; unbound variables stay. Parts without variables are shared, not copied."""
    while type(term) is Var:
        ref = term.ref
        if ref is None:
            return term
        term = ref
    if type(term) is not tuple or is_plain(term, 16) or _scan(term)[1]:
        return term
    return _rebuild(term, None)


def rename(term: Term, fresh: dict[Var, Term] | None = None) -> Term:
    """A copy with fresh variables (`copy_term/2`)."""
    term = deref(term)
    kind = type(term)
    if kind is tuple:
        if _scan(term)[1]:
            return term
    elif kind is not Var:
        return term
    return _rebuild(term, {} if fresh is None else fresh)


def instance(template: Term, variables: tuple[Var, ...], values: tuple[Term, ...]) -> Term:
    """A copy of a term with values for some of its variables; the others are fresh."""
    return _rebuild(template, dict(zip(variables, values)))


def _rebuild(term: Term, fresh: dict[Var, Term] | None) -> Term:
    """Post-order copy. `fresh` maps unbound variables to what stands for them; None keeps them."""
    if type(term) is Var:
        return term if fresh is None else _renamed(term, fresh)
    # Each open compound is [source, next argument, copied so far]; a finished one becomes a part of the one below.
    stack: list[list[Any]] = [[term, 1, [term[0]]]]
    built = 0
    due = STRIDE
    while True:
        top = stack[-1]
        source, i, parts = top
        if i == len(source):
            stack.pop()
            made = tuple(parts)
            if not stack:
                return made
            stack[-1][2].append(made)
            continue
        top[1] = i + 1
        x = source[i]
        while type(x) is Var:
            ref = x.ref
            if ref is None:
                break
            x = ref
        if type(x) is tuple:
            built += 1 + (len(x) >> 2)
            if built > due:
                due = counted(due, built, price=CELLS)
            stack.append([x, 1, [x[0]]])
        elif type(x) is Var and fresh is not None:
            parts.append(_renamed(x, fresh))
        else:
            parts.append(x)


def _renamed(var: Var, fresh: dict[Var, Term]) -> Term:
    copy = fresh.get(var)
    if copy is None:
        copy = fresh[var] = new_var()
    return copy


def variables(term: Term) -> list[Var]:
    """The unbound variables, in order of first occurrence."""
    found: dict[Var, None] = {}
    stack = [term]
    seen = 0
    due = STRIDE
    while stack:
        x = deref(stack.pop())
        if type(x) is Var:
            found[x] = None
        elif type(x) is tuple:
            seen += 1 + (len(x) >> 2)
            if seen > due:
                due = counted(due, seen)
            stack.extend(x[:0:-1])
    return list(found)


_RANK: dict[type, int] = {Var: 0, int: 1, Fraction: 1, Float: 1, str: 2, Symbol: 3, tuple: 5}


def compare(a: Term, b: Term) -> int:
    """Standard order: variables (by age), numbers, strings, atoms, compounds; -1, 0 or 1."""
    stack: list[tuple[Term, Term]] = []
    seen = 0
    due = STRIDE
    while True:
        while type(a) is Var and a.ref is not None:
            a = a.ref
        while type(b) is Var and b.ref is not None:
            b = b.ref
        if a is not b:
            if type(a) is int and type(b) is int:
                if a != b:
                    return -1 if a < b else 1
                if not stack:
                    return 0
                a, b = stack.pop()
                continue
            ra, rb = _RANK[type(a)], _RANK[type(b)]
            if ra != rb:
                return -1 if ra < rb else 1
            if ra == 5:
                fa, fb = a[0], b[0]
                if fa is not fb:
                    ka, kb = (fa.arity, fa.name), (fb.arity, fb.name)
                    return -1 if ka < kb else 1
                seen += 1 + (len(a) >> 2)
                if seen > due:
                    due = counted(due, seen, "two terms are too large (or infinite) to compare", price=2)
                for i in range(len(a) - 1, 1, -1):
                    stack.append((a[i], b[i]))
                a, b = a[1], b[1]
                continue
            result = _compare_atomic(a, b, ra)
            if result:
                return result
        if not stack:
            return 0
        a, b = stack.pop()


def _compare_atomic(a: Term, b: Term, rank: int) -> int:
    if rank == 1:
        fa = type(a) is Float
        fb = type(b) is Float
        if fa or fb:
            x, y = (float(a) if fa else a), (float(b) if fb else b)
            if x < y:
                return -1
            if x > y:
                return 1
            return 0 if fa == fb else (-1 if fa else 1)
        return -1 if a < b else (1 if a > b else 0)
    if rank == 3:
        return -1 if a.name < b.name else 1
    if rank == 2:
        return -1 if a < b else (1 if a > b else 0)
    return -1 if age(a) < age(b) else 1


# -- lists ------------------------------------------------------------------------------------------------------------


def list_end(term: Term, where: str) -> tuple[int, Term]:
    """How many elements a list has, and what stands behind the last one; `[]` if it is complete."""
    count = 0
    rest = deref(term)
    while type(rest) is tuple and rest[0] is CONS:
        count += 1
        if count > LENGTH_LIMIT:
            raise LimitError(f"{where}: a list is too long (or infinite)")
        rest = rest[2]
        while type(rest) is Var and rest.ref is not None:
            rest = rest.ref
    if count > STRIDE:
        spend(count)
    return count, rest


def proper_list(term: Term, where: str) -> list[Term]:
    """The elements of a complete list, or the error a user should see."""
    items = []
    rest = deref(term)
    while type(rest) is tuple and rest[0] is CONS:
        items.append(rest[1])
        rest = deref(rest[2])
        if len(items) > LENGTH_LIMIT:
            raise LimitError(f"{where}: a list is too long (or infinite)")
    if len(items) > STRIDE:
        spend(len(items))
    if rest is NIL:
        return items
    if type(rest) is Var:
        raise instantiation(where)
    raise type_error("list", resolve(term), where)
