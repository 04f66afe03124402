"""Raw loads and stores of 64-bit and of 32-bit words, faster than indexing.

The functions of this folder use words alone and are compiled (see `translation`); there, nothing is checked. These
definitions say what compiled code does, and let Python run the functions as they are.
"""

from __future__ import annotations

import ctypes


def ld(memory: int, address: int) -> int:
    """The word at an address."""
    return ctypes.c_int64.from_address(memory + 8 * address).value


def st(memory: int, address: int, word: int) -> int:
    """Store a word at an address."""
    ctypes.c_int64.from_address(memory + 8 * address).value = word
    return word


def ld32(column: int, row: int) -> int:
    """The same for 32 bits."""
    return ctypes.c_int32.from_address(column + 4 * row).value


def st32(column: int, row: int, number: int) -> int:
    ctypes.c_int32.from_address(column + 4 * row).value = number
    return number


def prefetch(memory: int, address: int) -> int:
    """Have a word brought near that will soon be needed."""
    return 0
