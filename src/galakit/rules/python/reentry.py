"""A flow rewritten so that it can begin at any of its choices: what a copy of a generator needs.

A yield gets a number, and a statement that holds one is entered again without what comes before the yield: a branch is
taken without its condition, a loop goes on with its iterator, which is a variable now. Nothing else changes, so the
flow does the same, at the same lines. What cannot be entered again is left as it is, and played from the start:
yields within larger expressions, in `with`, `match` and handlers, flows whose source is not at hand or not the one
that runs.
"""

from __future__ import annotations
import __future__

import ast
import itertools
import linecache
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from inspect import CO_GENERATOR, CO_VARARGS, CO_VARKEYWORDS, GEN_CREATED, getgeneratorstate
from types import CellType, CodeType, FunctionType, GeneratorType
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    import symtable

UNBOUND = object()
"""stands for a variable without a value"""
_FUTURES = sum(getattr(__future__, name).compiler_flag for name in __future__.all_feature_names)
_PREFIX = "_gk_"
_Yield = (ast.Yield, ast.YieldFrom)
_Within = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a flow begins: its function, the number of a yield (0 for the start), its variables, the flow it calls."""

    function: FunctionType
    at: int = 0
    values: tuple[Any, ...] = ()
    below: Frame | None = None

    def begin(self) -> Any:
        """The generator that goes on from here."""
        code = self.function.__code__
        given = dict.fromkeys(code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount])
        return self.function(*[None] * code.co_argcount, **{**given, "_gk_frame": self})


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The code of a rewritten flow, and its variables in the order of `Frame.values`."""

    code: CodeType
    variables: tuple[str, ...]


REWRITTEN: dict[CodeType, Rewritten | None] = {}  # by the code of the flow
BY_CODE: dict[CodeType, Rewritten] = {}  # by its own code


class Unfit(Exception):
    """The flow cannot be rewritten."""


def reentrant(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """The flow with choices to begin at; None if it cannot be rewritten."""
    plain = getattr(function, "__func__", function)
    if not isinstance(plain, FunctionType) or not plain.__code__.co_flags & CO_GENERATOR:
        return None
    code = plain.__code__
    if code not in REWRITTEN:
        try:
            REWRITTEN[code] = _rewritten(code)
        except (Unfit, SyntaxError, ValueError, RecursionError):
            REWRITTEN[code] = None
    found = REWRITTEN[code]
    if found is None:
        return None
    BY_CODE[found.code] = found
    cells = dict(zip(code.co_freevars, plain.__closure__ or ())) | _HELPERS
    closure = tuple(cells[name] for name in found.code.co_freevars)
    flow = FunctionType(found.code, plain.__globals__, plain.__name__, plain.__defaults__, closure)
    flow.__kwdefaults__ = {**(plain.__kwdefaults__ or {}), "_gk_frame": Frame(flow)}
    owner = getattr(function, "__self__", None)
    return flow if owner is None else flow.__get__(owner)


def _call(function: Callable[..., Any], /, *arguments: Any, **keywords: Any) -> Any:
    """What `yield from` goes through: the flow that is called, rewritten where it can be."""
    flow = reentrant(function)
    if flow is not None:
        return flow(*arguments, **keywords)
    made = function(*arguments, **keywords)
    if isinstance(made, GeneratorType) and getgeneratorstate(made) == GEN_CREATED:
        return _unstarted(made) or made  # a function that is no flow but returns one
    return made


def _unstarted(made: GeneratorType[Any, Any, Any]) -> Any:
    """The rewritten flow in place of one that has not begun."""
    code, frame = made.gi_code, made.gi_frame
    if frame is None or code.co_freevars or code.co_flags & (CO_VARARGS | CO_VARKEYWORDS):
        return None
    flow = reentrant(FunctionType(code, frame.f_globals))
    given = frame.f_locals
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    positional, named = names[: code.co_argcount], names[code.co_argcount :]
    return flow and flow(*[given[name] for name in positional], **{name: given[name] for name in named})


def _again(iterator: Iterator[Any]) -> Iterator[Any]:
    """The items of a loop that is entered again: first one for the round that has begun."""
    return itertools.chain((None,), iterator)


_HELPERS = {
    "_gk_call": CellType(_call),
    "_gk_again": CellType(_again),
    "_gk_iter": CellType(iter),
    "_gk_unbound": CellType(UNBOUND),
}


def _rewritten(code: CodeType) -> Rewritten:
    """The code of a flow, rewritten from its source."""
    import symtable

    text = "".join(linecache.getlines(code.co_filename))
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef) and _is(node, code)]
    if len(found) != 1:
        raise Unfit
    definition = found[0]
    if not _alike(_compiled(definition, code, ()), code):
        raise Unfit  # the file has changed since
    rewriter = _Rewriter()
    table = _table(symtable.symtable(text, code.co_filename, "exec"), definition)
    body = rewriter.block(definition.body)
    if not rewriter.yields or any(name.startswith(_PREFIX) for name in table.get_locals()):
        raise Unfit
    loops = [f"_gk_loop{number}" for number in range(1, rewriter.loops + 1)]
    variables = (*sorted(table.get_locals()), *loops)
    definition.body = [*_restored(variables, definition.body[0]), *body]
    definition.args.kwonlyargs.append(ast.arg("_gk_frame"))
    definition.args.kw_defaults.append(None)
    return Rewritten(_compiled(definition, code, tuple(_HELPERS)), variables)


def _is(node: ast.FunctionDef, code: CodeType) -> bool:
    first = min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])
    return node.name == code.co_name and first == code.co_firstlineno


def _compiled(definition: ast.FunctionDef, code: CodeType, helpers: tuple[str, ...]) -> CodeType:
    """The code of a definition, within a function that has its free variables."""
    parts: dict[str, Any] = {name: getattr(definition, name, None) for name in definition._fields}
    inner = ast.FunctionDef(**parts | {"decorator_list": []})
    outer = ast.parse(f"def {_PREFIX}outer({', '.join([*code.co_freevars, *helpers])}): pass").body[0]
    assert isinstance(outer, ast.FunctionDef)
    outer.body = [ast.copy_location(inner, definition)]
    whole = ast.fix_missing_locations(ast.Module([outer], []))
    made = compile(whole, code.co_filename, "exec", code.co_flags & _FUTURES, dont_inherit=True)
    return _code_in(_code_in(made, f"{_PREFIX}outer"), definition.name)


def _code_in(code: CodeType, name: str) -> CodeType:
    return next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)


def _alike(one: CodeType, other: CodeType) -> bool:
    """Whether two codes do the same, wherever they are."""
    parts = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars")
    return (
        all(getattr(one, part) == getattr(other, part) for part in parts)
        and len(one.co_consts) == len(other.co_consts)
        and all(
            _alike(a, b) if isinstance(a, CodeType) and isinstance(b, CodeType) else repr(a) == repr(b)
            for a, b in zip(one.co_consts, other.co_consts)
        )
    )


def _table(whole: symtable.SymbolTable, definition: ast.FunctionDef) -> Any:
    """The symbols of a definition."""
    places = (definition.lineno, *[decorator.lineno for decorator in definition.decorator_list])
    waiting = [whole]
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        if table.get_type() == "function" and table.get_name() == definition.name and table.get_lineno() in places:
            return table
    raise Unfit


def _restored(variables: tuple[str, ...], place: ast.stmt) -> list[ast.stmt]:
    """The first statements: the variables get their values, where the flow does not begin at its start."""
    targets = "".join(f"{name}, " for name in variables)
    lines = ["_gk_at = _gk_frame.at", "if _gk_at:", f"    ({targets}) = _gk_frame.values"]
    for name in variables:
        lines += [f"    if {name} is _gk_unbound:", f"        del {name}"]
    return _made("\n".join(lines), place)


class _Rewriter:
    """Statements rewritten; those with yields get numbers from 1."""

    def __init__(self) -> None:
        self.yields = 0
        self.loops = 0

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """The statements of a block: those before the last one with a yield are passed over where need be."""
        last = max((i for i, statement in enumerate(statements) if _yields(statement)), default=-1)
        made: list[ast.stmt] = []
        for i, statement in enumerate(statements):
            first = self.yields + 1
            parts = self.statement(statement) if _yields(statement) else [statement]
            if i < last:
                guard: Any = _made(f"if not _gk_at or {self.among(first)}: pass", statement)[0]
                guard.body = parts
                parts = [guard]
            made += parts
        return made

    def among(self, first: int) -> str:
        """A test whether the flow begins at a yield from a number up to the last."""
        numbers = range(first, self.yields + 1)
        return f"_gk_at in ({''.join(f'{number}, ' for number in numbers)})" if numbers else "False"

    def statement(self, statement: ast.stmt) -> list[ast.stmt]:
        """A statement with a yield."""
        match statement:
            case ast.Expr() | ast.Assign() | ast.AnnAssign() | ast.Return():
                return self.yielding(statement)
            case ast.If() if not _yields(statement.test):
                return [self.branch(statement)]
            case ast.While() if not any(map(_yields, [statement.test, *statement.orelse])):
                return [self.repeated(statement)]
            case ast.For() if not any(map(_yields, [statement.target, statement.iter, *statement.orelse])):
                return self.loop(statement)
            case ast.Try() if not any(map(_yields, [*statement.handlers, *statement.orelse, *statement.finalbody])):
                statement.body = self.block(statement.body)
                return [statement]
        raise Unfit

    def yielding(self, statement: Any) -> list[ast.stmt]:
        """`x = yield choice`, `yield choice`, and the same with `yield from`."""
        value = statement.value
        if not isinstance(value, _Yield) or any(map(_yields, ast.iter_child_nodes(value))):
            raise Unfit
        if isinstance(statement, ast.Assign) and any(map(_yields, statement.targets)):
            raise Unfit
        self.yields += 1
        calls = isinstance(value, ast.YieldFrom)
        begin = "_gk_sub = _gk_frame.below.begin()" if calls else "_gk_sent = yield"
        text = f"_gk_here = {self.yields}\nif _gk_at:\n    _gk_at = 0\n    {begin}\nelse:\n    _ = 0"
        here, either, *rest = _made(text + ("\n_gk_sent = yield from _gk_sub" if calls else ""), statement)
        first: Any = either
        first.orelse[0].targets[0].id = "_gk_sub" if calls else "_gk_sent"
        first.orelse[0].value = _called(value.value) if isinstance(value, ast.YieldFrom) else value
        statement.value = ast.copy_location(ast.Name("_gk_sent", ast.Load()), value)
        return [here, either, *rest, statement]

    def branch(self, statement: ast.If) -> ast.If:
        first = self.yields + 1
        statement.body = self.block(statement.body)
        then, first = self.among(first), self.yields + 1
        statement.orelse = self.block(statement.orelse)
        otherwise = _joined(ast.And(), f"not {self.among(first)}", statement.test)
        statement.test = _joined(ast.Or(), then, otherwise)
        return statement

    def repeated(self, statement: ast.While) -> ast.While:
        first = self.yields + 1
        statement.body = self.block(statement.body)
        statement.test = _joined(ast.Or(), self.among(first), statement.test)
        return statement

    def loop(self, statement: ast.For) -> list[ast.stmt]:
        self.loops += 1
        name, item, first = f"_gk_loop{self.loops}", f"_gk_item{self.loops}", self.yields + 1
        body = self.block(statement.body)
        within = self.among(first)
        text = f"if not {within}:\n    {name} = _gk_iter(0)\nfor {item} in _gk_again({name}) if {within} else {name}:\n"
        begin, made = _made(text + f"    if not {within}:\n        _ = {item}", statement)
        made, begin = cast(Any, made), cast(Any, begin)
        begin.body[0].value.args = [statement.iter]
        made.body[0].body[0].targets = [statement.target]
        made.body += body
        made.orelse = statement.orelse
        return [begin, made]


def _yields(node: ast.AST) -> bool:
    """Whether a node has a yield of its own, not one of a function within."""
    if isinstance(node, ast.Nonlocal):
        raise Unfit
    return isinstance(node, _Yield) or (not isinstance(node, _Within) and any(map(_yields, ast.iter_child_nodes(node))))


def _made(text: str, place: ast.stmt) -> list[ast.stmt]:
    """Statements of ours, at the place of one of the flow."""
    made = ast.parse(text).body
    for part in made:
        for node in ast.walk(part):
            if "lineno" in node._attributes:
                ast.copy_location(node, place)
    return made


def _joined(operator: ast.boolop, text: str, test: ast.expr) -> ast.expr:
    """A test of ours with one of the flow."""
    ours: Any = _made(text, cast(ast.stmt, test))[0]
    return ast.copy_location(ast.BoolOp(operator, [ours.value, test]), test)


def _called(value: ast.expr) -> ast.expr:
    """The flow that `yield from` calls, through `_call`."""
    if not isinstance(value, ast.Call):
        return value
    name = ast.copy_location(ast.Name("_gk_call", ast.Load()), value)
    return ast.copy_location(ast.Call(name, [value.func, *value.args], value.keywords), value)
