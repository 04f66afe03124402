"""Raw loads and stores of 64-bit words: faster than indexing an array, and never checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:

    def ld(memory: int, address: int) -> int:
        """The word at an address."""

    def st(memory: int, address: int, word: int) -> int:
        """Store a word at an address."""

else:
    from llvmlite import ir
    from numba import types
    from numba.extending import intrinsic

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
