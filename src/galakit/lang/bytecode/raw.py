"""How the machine is compiled, and raw loads and stores of 64-bit words: faster than indexing, and never checked."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

if TYPE_CHECKING:

    def compiled(function: Function) -> Function:
        """A function that Python calls, too."""

    def inner(function: Function) -> Function:
        """A function that only compiled code calls: it needs no way in from Python, which would be compiled as well."""

    def ld(memory: int, address: int) -> int:
        """The word at an address."""

    def st(memory: int, address: int, word: int) -> int:
        """Store a word at an address."""

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

    from galakit.compiling import njit

    compiled = njit(cache=True, nogil=True, error_model="numpy")
    inner = njit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
    WORD = ir.IntType(64)

    @intrinsic
    def ld(context: Any, memory: Any, address: Any) -> Any:
        """The word at an address."""

        def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
            pointer = builder.inttoptr(arguments[0], WORD.as_pointer())
            return builder.load(builder.gep(pointer, [arguments[1]]))

        return types.int64(types.int64, types.int64), generate

    @intrinsic
    def st(context: Any, memory: Any, address: Any, word: Any) -> Any:
        """Store a word at an address."""

        def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
            pointer = builder.inttoptr(arguments[0], WORD.as_pointer())
            builder.store(arguments[2], builder.gep(pointer, [arguments[1]]))
            return arguments[2]

        return types.int64(types.int64, types.int64, types.int64), generate
