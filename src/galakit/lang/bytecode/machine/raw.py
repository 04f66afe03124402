"""Raw loads and stores of 64-bit words, faster than indexing.

The functions of this folder that use them work on words alone and are compiled (see `translation`); there, nothing is
checked. These definitions say what compiled code does, and let Python run the functions as they are.
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
