"""Which predicates and functions are instructions of the abstract machine."""

from __future__ import annotations

from galakit.lang.bytecode.machine import opcodes as op
from galakit.lang.prolog.goals import IS, UNIFY
from galakit.lang.terms import sym

FUNCTIONS = {
    sym("+", 2): op.ADD,
    sym("-", 2): op.SUBTRACT,
    sym("*", 2): op.MULTIPLY,
    sym("/", 2): op.DIVIDE,
    sym("//", 2): op.WHOLE,
    sym("div", 2): op.DIV,
    sym("mod", 2): op.MODULO,
    sym("rem", 2): op.REMAINDER,
    sym("min", 2): op.MINIMUM,
    sym("max", 2): op.MAXIMUM,
    sym("-", 1): op.NEGATE,
    sym("+", 1): op.PLAIN,
    sym("abs", 1): op.ABSOLUTE,
    sym("sign", 1): op.SIGN,
    sym("/\\", 2): op.AND,
    sym("\\/", 2): op.OR,
    sym("xor", 2): op.XOR,
    sym("<<", 2): op.LEFT_SHIFT,
    sym(">>", 2): op.RIGHT_SHIFT,
    sym("**", 2): op.POWER,
    sym("^", 2): op.POWER,
    sym("gcd", 2): op.GCD,
    sym("integer", 1): op.PLAIN,
    sym("round", 1): op.PLAIN,
    sym("truncate", 1): op.PLAIN,
    sym("floor", 1): op.PLAIN,
    sym("ceiling", 1): op.PLAIN,
}
COMPARISONS = {
    sym("<", 2): op.LESS,
    sym(">", 2): op.GREATER,
    sym("=<", 2): op.AT_MOST,
    sym(">=", 2): op.AT_LEAST,
    sym("=:=", 2): op.EQUAL,
    sym("=\\=", 2): op.DIFFERENT,
}
ORDERS = {
    sym("==", 2): op.EQUAL,
    sym("\\==", 2): op.DIFFERENT,
    sym("@<", 2): op.LESS,
    sym("@>", 2): op.GREATER,
    sym("@=<", 2): op.AT_MOST,
    sym("@>=", 2): op.AT_LEAST,
}
KINDS = {
    sym("var", 1): op.IS_VARIABLE,
    sym("nonvar", 1): op.IS_BOUND,
    sym("atom", 1): op.IS_ATOM,
    sym("integer", 1): op.IS_INTEGER,
    sym("atomic", 1): op.IS_ATOMIC,
    sym("callable", 1): op.IS_CALLABLE,
    sym("compound", 1): op.IS_COMPOUND,
    sym("is_list", 1): op.IS_LIST,
    sym("ground", 1): op.IS_GROUND,
    sym("number", 1): op.IS_NUMBER,
}
BUILT_IN = {
    sym("length", 2): op.LENGTH,
    sym("sort", 2): op.SORT,
    sym("msort", 2): op.MSORT,
    sym("list_to_ord_set", 2): op.SORT,
    sym("keysort", 2): op.KEYSORT,
    sym("sort", 4): op.SORT_BY,
    sym("sum_list", 2): op.SUM_LIST,
    sym("sumlist", 2): op.SUM_LIST,
    sym("max_list", 2): op.MAX_LIST,
    sym("min_list", 2): op.MIN_LIST,
    sym("numlist", 3): op.NUMLIST,
    sym("lists:reverse", 2): op.REVERSE,
    sym("functor", 3): op.FUNCTOR_OF,
    sym("arg", 3): op.ARGUMENT,
    sym("=..", 2): op.UNIV,
    sym("copy_term", 2): op.COPY,
    sym("list_to_set", 2): op.LIST_TO_SET,
    sym("is_set", 1): op.IS_SET,
    sym("compare", 3): op.COMPARISON,
    sym("selectchk", 3): op.SELECTCHK,
}
MEMBERCHK, DIFFERS, MUST_BE = sym("memberchk", 2), sym("\\=", 2), sym("must_be", 2)
GALA_VAL, GALA_SET, GALA_KNOWN = sym("gala_val", 2), sym("gala_set", 2), sym("gala_known", 2)
SORTING = {"@<": 0, "@>": 1, "@=<": 2, "@>=": 3}
MUST = {
    "list": op.IS_LIST,
    "integer": op.IS_INTEGER,
    "atom": op.IS_ATOM,
    "callable": op.IS_CALLABLE,
    "var": op.IS_VARIABLE,
}
KNOWN = {
    *COMPARISONS,
    *ORDERS,
    *KINDS,
    *BUILT_IN,
    MEMBERCHK,
    DIFFERS,
    MUST_BE,
    GALA_VAL,
    GALA_SET,
    GALA_KNOWN,
    UNIFY,
    IS,
}
