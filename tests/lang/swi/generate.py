"""Goals, arithmetic expressions and small programs for both engines, by Hypothesis.

They stay where the engines mean to agree (see differences.py): no terms that contain themselves on purpose, one error
at most in an expression, no comparison of an exact number with a float that rounds to the same.
"""

from __future__ import annotations

from hypothesis import strategies as st

VARIABLES = ["X", "Y", "Z"]
ATOMS = ["a", "b", "c", "[]", "foo", "'Big'", "'two words'", "+"]
NUMBERS = ["0", "1", "2", "3", "-1", "17", "1r3", "0.5", "2.0", "-1.5"]
TEXTS = ['"ab"', '""', "abc", "''", "'12'", "12", "x"]

constants = st.sampled_from(ATOMS + NUMBERS + TEXTS)
variables = st.sampled_from(VARIABLES)


def joined(parts: list[str]) -> str:
    return ", ".join(parts)


def compounds(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    name = st.sampled_from(["f", "g", "-", "point"])
    arguments = st.lists(inner, min_size=1, max_size=3).map(joined)
    return st.one_of(
        st.tuples(name, arguments).map(lambda t: f"{t[0]}({t[1]})"),
        st.lists(inner, max_size=4).map(lambda items: f"[{joined(items)}]"),
        st.tuples(st.lists(inner, min_size=1, max_size=3), variables).map(lambda t: f"[{joined(t[0])}|{t[1]}]"),
    )


terms = st.recursive(st.one_of(constants, variables), compounds, max_leaves=6)
lists = st.lists(st.one_of(terms, constants), max_size=5).map(lambda items: f"[{joined(items)}]")
pairs = st.lists(st.tuples(constants, terms).map(lambda t: f"{t[0]} - {t[1]}"), max_size=5).map(
    lambda t: f"[{joined(t)}]"
)
number_lists = st.lists(st.sampled_from(NUMBERS), max_size=5).map(lambda items: f"[{joined(items)}]")
integers = st.sampled_from(["0", "1", "2", "3", "-1", "N", "a", "1.5"])
texts = st.sampled_from([*TEXTS, "X", "a", "f(x)"])

# What stands for a goal; a list would ask SWI-Prolog to load files.
callables = st.one_of(
    terms.map(lambda t: f"f({t})"),
    terms.map(lambda t: f"{t} = X"),
    st.sampled_from(["a", "1", "X", "true", '"ab"', "(X, 1)"]),
)

structures = st.one_of(
    terms.map(lambda t: f"f({t})"), st.tuples(terms, terms).map(lambda t: f"g({t[0]}, {t[1]})"), constants, variables
)

T, L, P, K, S, V, N, C = terms, lists, pairs, integers, texts, variables, number_lists, callables
F = structures

TEMPLATES: list[tuple[str, list[st.SearchStrategy[str]]]] = [
    # terms
    ("{} = {}", [T, T]), ("{} \\= {}", [T, T]), ("{} == {}", [T, T]), ("{} =@= {}", [T, T]), ("compare(O, {}, {})", [T, T]),
    ("functor({}, F, A)", [F]), ("functor(T, {}, {})", [T, K]), ("arg({}, {}, A)", [K, T]), ("{} =.. L", [F]), ("T =.. {}", [L]),
    ("copy_term({}, C)", [T]), ("term_variables({}, Vs)", [T]), ("ground({})", [T]), ("subsumes_term({}, {})", [T, T]),
    ("unify_with_occurs_check({}, {})", [T, T]), ("( atom({0}) ; atomic({0}) ; compound({0}) ; callable({0}) ; is_list({0}) )", [T]),
    # lists
    ("append({}, {}, R)", [L, T]), ("append(A, B, {})", [L]), ("member({}, {})", [T, L]), ("memberchk({}, {})", [T, L]),
    ("length({}, {})", [T, K]), ("nth0({}, {}, E)", [K, L]), ("nth1({}, {}, E)", [K, L]), ("nth0({}, {}, E, R)", [K, L]),
    ("reverse({}, R)", [L]), ("last({}, E)", [L]), ("msort({}, S)", [L]), ("sort({}, S)", [T]), ("sort(0, @>=, {}, S)", [L]),
    ("sort({}, @<, {}, S)", [st.sampled_from(["0", "1", "2", "3", "-1", "K"]), P]), ("keysort({}, S)", [P]), ("predsort([O, A, B]>>compare(O, A, B), {}, S)", [L]),
    ("select({}, {}, R)", [T, L]), ("selectchk({}, {}, R)", [T, L]), ("exclude([E]>>( E = {} ), {}, R)", [T, L]),
    ("permutation({}, R)", [st.lists(constants, max_size=3).map(lambda t: f"[{joined(t)}]")]), ("delete({}, {}, R)", [L, T]),
    ("subtract({}, {}, R)", [L, L]), ("intersection({}, {}, R)", [L, L]), ("union({}, {}, R)", [L, L]), ("list_to_set({}, R)", [L]),
    ("flatten({}, R)", [T]), ("sum_list({}, R)", [N]), ("max_list({}, R)", [N]), ("min_list({}, R)", [N]), ("numlist({}, {}, R)", [K, K]),
    ("max_member(M, {})", [L]), ("nextto(A, B, {})", [L]), ("pairs_keys_values({}, K, W)", [P]), ("sumlist({}, R)", [N]),
    ("list_to_ord_set({}, R)", [L]), ("list_to_ord_set({}, A), list_to_ord_set({}, B), ord_union(A, B, U), ord_subtract(A, B, D)", [L, L]),
    ("list_to_assoc({}, A)", [P]), ("foldl([E, A, B]>>( B = [E|A] ), {}, [], R)", [L]), ("partition([E]>>( E @> b ), {}, I, O)", [L]),
    ("maplist([E, F]>>( F = E - E ), {}, R)", [L]), ("is_set({})", [T]), ("same_length({}, R)", [L]), ("clumped({}, R)", [L]),
    # all solutions
    ("findall(E - {}, member(E, {}), R)", [T, L]), ("bagof(E, member(E - {}, {}), R)", [V, P]), ("setof(E, {}^member(E - {}, {}), R)", [V, V, P]),
    ("setof(E, member(E, {}), R)", [L]), ("aggregate_all(count, member({}, {}), R)", [T, L]), ("aggregate_all(max(E), member(E, {}), R)", [N]),
    ("aggregate_all(bag(E), member(E, {}), R)", [L]), ("forall(member(E, {}), E = {})", [L, T]), ("between({}, {}, {})", [K, K, K]),
    ("succ({}, {})", [K, K]), ("plus({}, {}, {})", [K, K, K]),
    # text
    ("atom_length({}, M)", [S]), ("atom_chars({}, R)", [S]), ("atom_chars(A, {})", [L]), ("atom_codes({}, R)", [S]), ("atom_number({}, R)", [S]),
    ("atom_concat({}, {}, R)", [S, S]), ("atom_concat(A, B, {})", [S]), ("sub_atom({}, {}, {}, A, R)", [S, K, K]), ("upcase_atom({}, R)", [S]),
    ("atomic_list_concat({}, R)", [L]), ("atomic_list_concat({}, '-', R)", [L]), ("atom_string({}, R)", [S]), ("string_concat({}, {}, R)", [S, S]),
    ("split_string({}, \"b\", \"\", R)", [S]), ("string_chars({}, R)", [S]), ("number_codes(R, {})", [S]), ("char_code({}, R)", [S]), ("string_length({}, R)", [S]),
    # errors
    ("catch({}, error(E, _), true)", [C]), ("catch(throw({}), {}, true)", [T, T]), ("call({}, {})", [C, T]), ("call({})", [C]),
    ("must_be({}, {})", [st.sampled_from(["integer", "atom", "list", "callable", "boolean", "nonneg", "positive_integer"]), T]),
]  # fmt: skip


@st.composite
def simple_goals(draw: st.DrawFn) -> str:
    template, parts = draw(st.sampled_from(TEMPLATES))
    return template.format(*[draw(part) for part in parts])


def controlled(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    two, three = st.tuples(inner, inner), st.tuples(inner, inner, inner)
    return st.one_of(
        two.map(lambda t: f"( {t[0]}, {t[1]} )"),
        two.map(lambda t: f"( {t[0]} ; {t[1]} )"),
        three.map(lambda t: f"( {t[0]} -> {t[1]} ; {t[2]} )"),
        three.map(lambda t: f"( {t[0]} *-> {t[1]} ; {t[2]} )"),
        two.map(lambda t: f"( {t[0]} -> {t[1]} )"),
        inner.map(lambda g: f"\\+ ( {g} )"),
        inner.map(lambda g: f"once(( {g} ))"),
        inner.map(lambda g: f"( {g} ), !"),
        inner.map(lambda g: f"catch(( {g} ), _, true)"),
        inner.map(lambda g: f"findall(X - Y, ( {g} ), Z)"),
    )


unifications = st.tuples(variables, terms).map(lambda t: f"{t[0]} = {t[1]}")
memberships = st.tuples(variables, lists).map(lambda t: f"member({t[0]}, {t[1]})")
basics = st.one_of(unifications, memberships, st.sampled_from(["true", "fail", "!", "X == Y", "var(X)", "throw(oops)"]))
control_goals = st.recursive(basics, controlled, max_leaves=6)
goals = st.one_of(simple_goals(), simple_goals(), control_goals)

BINARY = [
    "+",
    "-",
    "*",
    "/",
    "//",
    "mod",
    "rem",
    "div",
    "min",
    "max",
    "**",
    "^",
    "gcd",
    ">>",
    "<<",
    "/\\",
    "\\/",
    "xor",
    "rdiv",
    "atan2",
    "copysign",
]
UNARY = ["-", "+", "abs", "sign", "sqrt", "float", "integer", "truncate", "round", "floor", "ceiling", "exp", "log", "sin", "cos", "atan",
         "numerator", "denominator", "rational", "msb", "\\", "float_integer_part", "float_fractional_part", "asin", "tanh"]  # fmt: skip
INFIX = {"+", "-", "*", "/", "//", "mod", "rem", "div", "**", "^", ">>", "<<", "/\\", "\\/", "xor", "rdiv"}


def applied(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.tuples(st.sampled_from(BINARY), inner, inner).map(
            lambda t: f"(({t[1]}) {t[0]} ({t[2]}))" if t[0] in INFIX else f"{t[0]}({t[1]}, {t[2]})"
        ),
        st.tuples(st.sampled_from(UNARY), inner).map(
            lambda t: f"{t[0]}(({t[1]}))" if t[0] not in "-+\\" else f"{t[0]} ({t[1]})"
        ),
    )


operands = st.sampled_from(
    ["0", "1", "2", "3", "7", "10", "-1", "-2", "-7", "1r3", "5r2", "-3r4", "0.5", "2.0", "-1.5", "100000000000"]
)
expressions = st.recursive(operands, applied, max_leaves=5)

HEADS = ["p", "q", "r"]


@st.composite
def clauses(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(HEADS))
    head = f"{name}({draw(terms)}, {draw(terms)})"
    if draw(st.booleans()):
        return f"{head}."
    return f"{head} :- {joined(draw(st.lists(bodies, min_size=1, max_size=3)))} ."


calls = st.tuples(st.sampled_from(HEADS), terms, terms).map(lambda t: f"{t[0]}({t[1]}, {t[2]})")
arithmetic = st.tuples(variables, st.sampled_from(["1 + 2", "X + 1", "Y * 2", "3 - 1"])).map(
    lambda t: f"{t[0]} is {t[1]}"
)
tests = st.sampled_from(["X > 1", "X == a", "atom(X)", "X \\= Y", "integer(Y)", "nonvar(Z)"])
bodies = st.recursive(st.one_of(basics, calls, arithmetic, tests), controlled, max_leaves=4)


@st.composite
def small_programs(draw: st.DrawFn) -> tuple[str, list[str]]:
    """Clauses of p/2, q/2 and r/2 (each has one at least), and goals that call them."""
    found = [f"{name}({i}, a)." for i, name in enumerate(HEADS)] + draw(st.lists(clauses(), min_size=1, max_size=6))
    questions = ["p(X, Y)", "q(X, Y)", "r(X, a)", *draw(st.lists(bodies, max_size=2))]
    return "\n".join(sorted(found, key=lambda clause: clause[0])), questions


programs = small_programs()
