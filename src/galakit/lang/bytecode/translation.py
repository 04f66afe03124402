"""Functions over 64-bit words, from Python to the language of LLVM.

The abstract machine is a few thousand lines of Python that use integers only: assignments, `if`, `while`, `for ... in
range(...)`, arithmetic, comparisons, and calls of one another. With nothing to infer, translating them takes a moment,
where a compiler for all of Python takes half a minute. A `bool` is a word, 0 or 1; integers wrap around.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from llvmlite import ir

from galakit.lang.bytecode.machine import raw

Function = Callable[..., int]

WORD = ir.IntType(64)
HALF = ir.IntType(32)
BYTES = ir.IntType(8).as_pointer()
BIT = ir.IntType(1)
ZERO, ONE = WORD(0), WORD(1)
COMPARISONS: dict[type, str] = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class NotTranslatable(Exception):
    """Python that is more than words need."""


def translated(roots: Mapping[str, Function], body: Callable[..., Body] | None = None) -> str:
    """The text of a module with these functions, under these names, and with all that they call.

    `body` makes what writes a function, if it is not a `Body`.
    """
    unit = Unit()
    for name, function in roots.items():
        unit.function(function, name).linkage = ""
    while unit.waiting:
        function, target = unit.waiting.pop()
        (body or Body)(unit, function, target).write()
    return str(unit.module)


@cache
def _definitions(path: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse(Path(path).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


class Unit:
    """The functions that belong together."""

    def __init__(self) -> None:
        self.module = ir.Module("machine")
        self.waiting: list[tuple[Function, Any]] = []
        self._known: dict[Function, Any] = {}
        signature = ir.FunctionType(ir.VoidType(), [BYTES, HALF, HALF, HALF])
        self.prefetch = self.module.declare_intrinsic("llvm.prefetch", [BYTES], signature)

    def function(self, function: Function, name: str | None = None) -> Any:
        """What LLVM knows a function as; its body is translated later."""
        target = self._known.get(function)
        if target is None:
            words = [WORD] * function.__code__.co_argcount
            name = name or f"{function.__name__}.{len(self._known)}"
            target = self._known[function] = ir.Function(self.module, ir.FunctionType(WORD, words), name)
            target.linkage = "internal"
            target.attributes.add("nounwind")
            self.waiting.append((function, target))
        return target


class Body:
    """Writes one function. Variables are places on the stack, which LLVM turns into registers."""

    def __init__(self, unit: Unit, function: Function, target: Any) -> None:
        self.unit = unit
        self.function = function
        self.target = target
        self.definition = _definitions(function.__code__.co_filename)[function.__name__]
        self.globals = function.__globals__
        self.variables: dict[str, Any] = {}
        self.loops: list[tuple[Any, Any]] = []  # where `continue` and `break` go
        self.places = ir.IRBuilder(target.append_basic_block())
        self.first = self.block()
        self.code = ir.IRBuilder(self.first)

    def write(self) -> None:
        for argument, value in zip(self.definition.args.args, self.target.args):
            self.assign(argument.arg, value)
        self.statements(self.definition.body)
        if not self.code.block.is_terminated:
            self.code.ret(ZERO)
        self.places.branch(self.first)

    def block(self) -> Any:
        return self.target.append_basic_block()

    def place(self) -> Any:
        """A place for a word, which is 0 at first."""
        place = self.places.alloca(WORD)
        self.places.store(ZERO, place)
        return place

    def assign(self, name: str, value: Any) -> None:
        if name not in self.variables:
            self.variables[name] = self.place()
        self.code.store(value, self.variables[name])

    # -- statements --------------------------------------------------------------------------------------------------

    def statements(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            if not self.code.block.is_terminated:
                self.statement(statement)

    def statement(self, s: ast.stmt) -> None:
        match s:
            case ast.Expr(ast.Constant()) | ast.Pass():
                pass
            case ast.Expr(value):
                self.word(value)
            case ast.Return(ast.expr() as value):
                self.code.ret(self.word(value))
            case ast.Assign([ast.Name(name)], value):
                self.assign(name, self.word(value))
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
                words = [self.word(value) for value in values]
                for target, word in zip(targets, words):
                    assert isinstance(target, ast.Name)
                    self.assign(target.id, word)
            case ast.AugAssign(ast.Name(name) as target, operator, value):
                before = self.code.load(self.variables[name])
                self.assign(name, self.operation(operator, before, self.word(value), target))
            case ast.If(test, body, orelse):
                yes, no, join = self.block(), self.block(), self.block()
                self.branch(test, yes, no)
                self.run(yes, body, join)
                self.run(no, orelse, join)
                self.code.position_at_end(join)
            case ast.While(test, body, []):
                head, inside, after = self.block(), self.block(), self.block()
                self.code.branch(head)
                self.code.position_at_end(head)
                self.branch(test, inside, after)
                self.loop(inside, body, head, after)
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), arguments), body, []):
                self.count(name, arguments, body)
            case ast.Break():
                self.code.branch(self.loops[-1][1])
            case ast.Continue():
                self.code.branch(self.loops[-1][0])
            case _:
                raise self.error(s)

    def error(self, node: ast.AST) -> NotTranslatable:
        at = f"{self.function.__code__.co_filename}:{getattr(node, 'lineno', '?')}"
        return NotTranslatable(f"{at}: {ast.unparse(node)}")

    def run(self, block: Any, body: list[ast.stmt], after: Any) -> None:
        """Write statements as a block, behind which it goes on elsewhere."""
        self.code.position_at_end(block)
        self.statements(body)
        if not self.code.block.is_terminated:
            self.code.branch(after)

    def loop(self, inside: Any, body: list[ast.stmt], again: Any, after: Any) -> None:
        self.loops.append((again, after))
        self.run(inside, body, again)
        self.loops.pop()
        self.code.position_at_end(after)

    def count(self, name: str, arguments: list[ast.expr], body: list[ast.stmt]) -> None:
        """`for name in range(...)`."""
        words = [self.word(argument) for argument in arguments]
        first, last = (ZERO, words[0]) if len(words) == 1 else words[:2]
        down = len(words) == 3 and isinstance(arguments[2], ast.UnaryOp)
        counter = self.place()
        self.code.store(first, counter)
        head, inside, again, after = self.block(), self.block(), self.block(), self.block()
        self.code.branch(head)
        self.code.position_at_end(head)
        i = self.code.load(counter)
        self.code.cbranch(self.code.icmp_signed(">" if down else "<", i, last), inside, after)
        self.code.position_at_end(inside)
        self.assign(name, i)
        self.loop(inside, body, again, after)
        self.code.position_at_end(again)
        step = words[2] if len(words) == 3 else ONE
        self.code.store(self.code.add(self.code.load(counter), step), counter)
        self.code.branch(head)
        self.code.position_at_end(after)

    # -- conditions ----------------------------------------------------------------------------------------------------

    def branch(self, test: ast.expr, yes: Any, no: Any) -> None:
        """Go on in one of two blocks."""
        match test:
            case ast.BoolOp(operator, [*others, last]):
                for other in others:
                    following = self.block()
                    if isinstance(operator, ast.And):
                        self.branch(other, following, no)
                    else:
                        self.branch(other, yes, following)
                    self.code.position_at_end(following)
                self.branch(last, yes, no)
            case ast.UnaryOp(ast.Not(), operand):
                self.branch(operand, no, yes)
            case ast.Constant(value):
                self.code.branch(yes if value else no)
            case _:
                value = self.value(test)
                self.code.cbranch(value if value.type == BIT else self.code.icmp_signed("!=", value, ZERO), yes, no)

    def either(self, test: ast.expr, yes: ast.expr, no: ast.expr) -> Any:
        """The value of one of two expressions."""
        place, join = self.place(), self.block()
        blocks = self.block(), self.block()
        self.branch(test, *blocks)
        for block, expression in zip(blocks, (yes, no)):
            self.code.position_at_end(block)
            self.code.store(self.word(expression), place)
            self.code.branch(join)
        self.code.position_at_end(join)
        return self.code.load(place)

    # -- expressions ---------------------------------------------------------------------------------------------------

    def word(self, expression: ast.expr) -> Any:
        value = self.value(expression)
        return self.code.zext(value, WORD) if value.type == BIT else value

    def value(self, e: ast.expr) -> Any:
        """A word, or the bit that a comparison gives."""
        match e:
            case ast.Constant(int() as value):
                return WORD(int(value))
            case ast.Name(name) if name in self.variables:
                return self.code.load(self.variables[name])
            case ast.Name() | ast.Attribute():
                return WORD(int(self.known(e)))
            case ast.BinOp(left, operator, right):
                return self.operation(operator, self.word(left), self.word(right), e)
            case ast.UnaryOp(ast.USub(), operand):
                value = self.word(operand)
                return WORD(-value.constant) if isinstance(value, ir.Constant) else self.code.neg(value)
            case ast.UnaryOp(ast.Invert(), operand):
                return self.code.not_(self.word(operand))
            case ast.UnaryOp(ast.Not()) | ast.BoolOp():
                return self.either(e, ast.Constant(1), ast.Constant(0))
            case ast.IfExp(test, yes, no):
                return self.either(test, yes, no)
            case ast.Compare(left, operators, others):
                return self.comparison(self.word(left), operators, others)
            case ast.Call(ast.Name(name), arguments):
                return self.call(e, name, arguments)
        raise self.error(e)

    def known(self, e: ast.expr) -> int:
        """What a global name stands for."""
        if isinstance(e, ast.Attribute):
            assert isinstance(e.value, ast.Name)
            value = getattr(self.globals[e.value.id], e.attr)
        else:
            value = self.globals.get(e.id) if isinstance(e, ast.Name) else None
        if not isinstance(value, int):
            raise self.error(e)
        return value

    def comparison(self, left: Any, operators: list[ast.cmpop], others: list[ast.expr]) -> Any:
        result = None
        for operator, other in zip(operators, others):
            if isinstance(operator, ast.In) and isinstance(other, ast.Tuple):
                holds: Any = BIT(0)
                for choice in other.elts:
                    holds = self.code.or_(holds, self.code.icmp_signed("==", left, self.word(choice)))
            else:
                right = self.word(other)
                holds = self.code.icmp_signed(COMPARISONS[type(operator)], left, right)
                left = right
            result = holds if result is None else self.code.and_(result, holds)
        return result

    def call(self, e: ast.expr, name: str, arguments: list[ast.expr]) -> Any:
        words = [self.word(argument) for argument in arguments]
        if name in ("min", "max"):
            a, b = words
            return self.code.select(self.code.icmp_signed("<" if name == "min" else ">", a, b), a, b)
        if name == "abs":
            return self.code.select(self.code.icmp_signed("<", words[0], ZERO), self.code.neg(words[0]), words[0])
        if name in ("int", "bool"):
            return words[0]
        function: Any = self.globals.get(name)
        if function in _MEMORY:
            kind, loads = _MEMORY[function]
            pointer = self.pointer(words[0], words[1], kind)
            if loads:
                loaded = self.code.load(pointer)
                return loaded if kind == WORD else self.code.sext(loaded, WORD)
            self.code.store(words[2] if kind == WORD else self.code.trunc(words[2], kind), pointer)
            return words[2]
        if function is raw.prefetch:
            address = self.code.bitcast(self.pointer(words[0], words[1], WORD), BYTES)
            self.code.call(self.unit.prefetch, [address, HALF(0), HALF(3), HALF(1)])
            return ZERO
        if not hasattr(function, "__code__"):
            raise self.error(e)
        return self.code.call(self.unit.function(function), words)

    def pointer(self, memory: Any, address: Any, kind: Any) -> Any:
        """Where a word is that is about to be read or written."""
        return self.code.gep(self.code.inttoptr(memory, kind.as_pointer()), [address])

    def operation(self, operator: ast.operator, a: Any, b: Any, e: ast.expr) -> Any:
        match operator:
            case ast.LShift() if isinstance(a, ir.Constant) and isinstance(b, ir.Constant):
                return WORD(a.constant << b.constant)
            case ast.FloorDiv() | ast.Mod():
                # LLVM rounds towards 0.
                remainder = self.code.srem(a, b)
                opposite = self.code.icmp_signed("<", self.code.xor(remainder, b), ZERO)
                off = self.code.and_(self.code.icmp_signed("!=", remainder, ZERO), opposite)
                if isinstance(operator, ast.Mod):
                    return self.code.select(off, self.code.add(remainder, b), remainder)
                return self.code.sub(self.code.sdiv(a, b), self.code.zext(off, WORD))
        instruction = _INSTRUCTIONS.get(type(operator))
        if instruction is None:
            raise self.error(e)
        return getattr(self.code, instruction)(a, b)


_MEMORY = {raw.ld: (WORD, True), raw.st: (WORD, False), raw.ld32: (HALF, True), raw.st32: (HALF, False)}
_INSTRUCTIONS: dict[type, str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.BitAnd: "and_",
    ast.BitOr: "or_",
    ast.BitXor: "xor",
    ast.LShift: "shl",
    ast.RShift: "ashr",
}
