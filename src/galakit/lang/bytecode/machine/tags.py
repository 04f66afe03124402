"""The memory of the abstract machine: one array of 64-bit words.

A term is one word: a tag in the lowest three bits, and an address or a value above it. Everything has an address in the
same array, registers and stacks first, then the heap, then the *tail*: byte code, and terms that are kept. Terms in the
tail are ground and hash-consed: each list cell and each structure exists once, so two of them are equal exactly when
their words are.

==========  ========================================================================
tag         what stands above it
==========  ========================================================================
REF         the address of a variable, which holds itself while it is unbound
ATOM        the number of a symbol
INTEGER     the integer itself, of 60 bits
LIST        the address of a head, with its tail behind it
STRUCTURE   the address of a functor, with its arguments behind it
OPAQUE      the number of a constant that only Python understands: a string, a fraction
FUNCTOR     the number of a symbol (from bit 16 on) and its arity; never a term by itself
NUMBERED    a variable's number in a copied term
==========  ========================================================================
"""

from __future__ import annotations

REF, ATOM, INTEGER, LIST, STRUCTURE, OPAQUE, FUNCTOR, NUMBERED = range(8)
UNSET = 0  # a slot or a Gala variable without a value
SMALLEST, LARGEST = -(1 << 59), 1 << 59  # integers that fit, with room to add two of them
