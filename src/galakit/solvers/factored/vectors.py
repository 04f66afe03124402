"""Vectors for compiled loops: 64 bytes of neighbouring numbers, worked on at once.

A compiler vectorises a loop only after it has proved at run time that no array overlaps another, which costs more than
a short row, and leaves what does not fill a vector to single numbers. Here a loop says what it wants:

    x, y = data(array), data(another)
    for i in range(0, n, lanes(x)):
        store(y, i, n - i, load(x, i, n - i) * spread(x, scale))

The last vector of a row is *partial*: numbers after the row are neither read nor written. Where the count is a constant
that fills a vector, nothing of that remains in the code. Addresses instead of arrays, because each call of a function
counts references to an array, which takes as long as a few vectors.
"""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import extending
from numba.core import cgutils, types
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import lower_builtin, models, register_model

# mypy: disable-error-code="no-untyped-def,no-untyped-call,misc"

intrinsic: Any = extending.intrinsic  # in compiled code it has one argument less than it says here

BYTES = 64
FAST = ("contract", "nsz", "arcp")  # regrets may be floored at minus infinity, so infinities count
_INDEX = ir.IntType(32)


def zeros(count: int, dtype: Any) -> Any:
    """An array that begins where a vector in memory does: none then lies in two lines of the cache.

    >>> zeros(3, "float32").ctypes.data % BYTES
    0
    """
    item = np.dtype(dtype).itemsize
    whole = np.zeros(count + BYTES // item, dtype)
    skipped = -whole.ctypes.data % BYTES // item
    return whole[skipped : skipped + count]


class Vector(types.Type):
    """Several numbers of a type."""

    def __init__(self, item: Any) -> None:
        super().__init__(f"vector({item})")
        self.item = item
        self.lanes = BYTES * 8 // item.bitwidth


@register_model(Vector)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: Vector) -> None:
        number = ir.DoubleType() if kind.item.bitwidth == 64 else ir.FloatType()
        super().__init__(manager, kind, ir.VectorType(number, kind.lanes))


@intrinsic
def data(context, array):
    """The address of the first number of a contiguous array; keep the array as long as you use it."""

    def generate(context, builder, signature, arguments):
        return context.make_array(signature.args[0])(context, builder, arguments[0]).data

    return types.CPointer(array.dtype)(array), generate


@intrinsic
def lanes(context, numbers):
    """How many numbers at an address a vector has."""

    def generate(context, builder, signature, arguments):
        return context.get_constant(types.int64, Vector(numbers.dtype).lanes)

    return types.int64(numbers), generate


@intrinsic
def load(context, numbers, i, count):
    """The numbers from i on, up to `count` of them; the rest of the vector is 0."""
    kind = Vector(numbers.dtype)

    def generate(context, builder, signature, arguments):
        whole, pointer, align = _place(context, builder, kind, arguments)
        mask = _mask(builder, arguments[2], kind)
        called = f"llvm.masked.load.v{kind.lanes}f{kind.item.bitwidth}.p0"
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(whole, [pointer.type, _INDEX, mask.type, whole]), called
        )
        return builder.call(function, [pointer, align, mask, ir.Constant(whole, [0.0] * kind.lanes)])

    return kind(numbers, types.int64, types.int64), generate


@intrinsic
def store(context, numbers, i, count, vector):
    """Write the first `count` numbers of a vector from i on."""
    kind = Vector(numbers.dtype)

    def generate(context, builder, signature, arguments):
        whole, pointer, align = _place(context, builder, kind, arguments)
        mask = _mask(builder, arguments[2], kind)
        called = f"llvm.masked.store.v{kind.lanes}f{kind.item.bitwidth}.p0"
        function = cgutils.get_or_insert_function(
            builder.module, ir.FunctionType(ir.VoidType(), [whole, pointer.type, _INDEX, mask.type]), called
        )
        builder.call(function, [arguments[3], pointer, align, mask])
        return context.get_dummy_value()

    return types.void(numbers, types.int64, types.int64, kind), generate


@intrinsic
def spread(context, numbers, value):
    """A vector of the same value, of the type of the numbers at an address."""
    kind = Vector(numbers.dtype)

    def generate(context, builder, signature, arguments):
        return _same(builder, context.cast(builder, arguments[1], value, kind.item), kind.lanes)

    return kind(numbers, value), generate


@intrinsic
def most(context, a, b):
    """The larger of each two numbers."""

    def generate(context, builder, signature, arguments):
        x, y = arguments
        return builder.select(builder.fcmp_ordered(">", x, y), x, y)

    return a(a, b), generate


@intrinsic
def where_positive(context, vector, yes, no):
    """Numbers of `yes` where those of a vector are above 0, else of `no`."""

    def generate(context, builder, signature, arguments):
        x, y, z = arguments
        zero = ir.Constant(x.type, [0.0] * x.type.count)
        return builder.select(builder.fcmp_ordered(">", x, zero), y, z)

    return yes(vector, yes, no), generate


def _place(context, builder, kind, arguments):
    """The type of a vector in machine code, the address of a number, and how it is aligned."""
    whole = context.get_value_type(kind)
    pointer = builder.bitcast(builder.gep(arguments[0], [arguments[1]]), whole.as_pointer())
    return whole, pointer, ir.Constant(_INDEX, kind.item.bitwidth // 8)


def _mask(builder, count, kind):
    many = ir.VectorType(ir.IntType(64), kind.lanes)
    return builder.icmp_signed("<", ir.Constant(many, list(range(kind.lanes))), _same(builder, count, kind.lanes))


def _same(builder, number, many):
    whole = ir.VectorType(number.type, many)
    first = builder.insert_element(ir.Constant(whole, ir.Undefined), number, ir.Constant(_INDEX, 0))
    zeros = ir.Constant(ir.VectorType(_INDEX, many), [0] * many)
    return builder.shuffle_vector(first, ir.Constant(whole, ir.Undefined), zeros)


class _Arithmetic(AbstractTemplate):
    def generic(self, arguments, keywords):
        if len(arguments) == 2 and isinstance(arguments[0], Vector) and arguments[0] == arguments[1]:
            return signature(arguments[0], *arguments)
        return None


def _arithmetic(operation, named):
    infer_global(operation)(type(f"_Vector{named}", (_Arithmetic,), {"key": operation}))

    @lower_builtin(operation, Vector, Vector)
    def generate(context, builder, signature, arguments):
        return getattr(builder, named)(*arguments, flags=FAST)


for _operation, _named in (
    (operator.add, "fadd"), (operator.sub, "fsub"), (operator.mul, "fmul"), (operator.truediv, "fdiv"),
):  # fmt: skip
    _arithmetic(_operation, _named)
