"""NumPy's memory for large arrays from a file (NumPy's enhancement proposal 49); `mapped` says when and where.

An array of so many bytes or more is a mapping of its own; smaller ones are where they would be anyway. The file has no
name, and vanishes with the process. Its end only grows, and what is freed becomes a hole.
"""

from __future__ import annotations

import ctypes
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import IO, Any

from galakit.compiling import njit

# mypy: disable-error-code="untyped-decorator,no-untyped-call,attr-defined"

PAGE = 4096
HEAD = 16  # bytes before an array: where in the file it is (-1: nowhere), and its length
HOLE = 1 | 2  # FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE
SHARED = 1  # MAP_SHARED
READ_WRITE = 1 | 2  # PROT_READ | PROT_WRITE
SET_HANDLER = 304  # where `PyDataMem_SetHandler` is in the table of NumPy's C interface
CAPSULE = ctypes.create_string_buffer(b"mem_handler")


class _State(ctypes.Structure):
    """What the allocator knows: the file, where it ends, and from how many bytes on arrays are mapped."""

    _fields_ = (("file", ctypes.c_int64), ("end", ctypes.c_int64), ("large", ctypes.c_int64))


class _Handler(ctypes.Structure):
    """`PyDataMem_Handler` of NumPy's C interface."""

    _fields_ = (
        ("name", ctypes.c_char * 127),
        ("version", ctypes.c_uint8),
        ("context", ctypes.c_void_p),
        ("malloc", ctypes.c_void_p),
        ("calloc", ctypes.c_void_p),
        ("realloc", ctypes.c_void_p),
        ("free", ctypes.c_void_p),
    )


_handlers: dict[tuple[Path, int], tuple[IO[bytes], _State, _Handler, Any]] = {}
"""files and handlers; arrays may use them until the process ends"""


@contextmanager
def on_disk(folder: Path, large: int) -> Iterator[None]:
    """NumPy's arrays of so many bytes or more are made in a file of this folder."""
    key = folder, large
    if key not in _handlers:
        _handlers[key] = _handler(folder, large)
    before = _set_handler()(_handlers[key][-1])
    try:
        yield
    finally:
        _set_handler()(before)


def _handler(folder: Path, large: int) -> tuple[IO[bytes], _State, _Handler, Any]:
    file = tempfile.TemporaryFile(prefix="galakit-", dir=folder)  # noqa: SIM115  # arrays are in it
    state = _State(file.fileno(), 0, large)
    addresses = [function.address for function in _functions()]
    handler = _Handler(b"galakit", 1, ctypes.addressof(state), *addresses)
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, (ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)
    return file, state, handler, new(ctypes.addressof(handler), ctypes.addressof(CAPSULE), None)


@cache
def _set_handler() -> Any:
    """NumPy's `PyDataMem_SetHandler`: it sets the handler of the current context, and returns the one before."""
    multiarray: Any = import_module("numpy._core._multiarray_umath")

    pointer = ctypes.pythonapi.PyCapsule_GetPointer
    pointer.restype, pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)
    table = ctypes.cast(pointer(multiarray._ARRAY_API, None), ctypes.POINTER(ctypes.c_void_p))
    address = table[SET_HANDLER]
    assert address is not None
    return ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.py_object)(address)


@cache
def _functions() -> tuple[Any, ...]:
    """malloc, calloc, realloc and free in machine code: they are called without Python, and when it is gone."""
    import numba
    from llvmlite import ir
    from numba import carray, extending, types

    address, size, word, offset = types.intp, types.uintp, types.int32, types.int64

    def from_c(name: str, signature: Any) -> Any:
        return types.ExternalFunction(name, signature)

    reserve = from_c("posix_fallocate", word(word, offset, offset))
    make_hole = from_c("fallocate", word(word, word, offset, offset))
    map_file = from_c("mmap", address(address, size, word, word, word, offset))
    unmap = from_c("munmap", word(address, size))
    c_malloc, c_calloc = from_c("malloc", address(size)), from_c("calloc", address(size, size))
    c_free = from_c("free", types.void(address))
    copy = from_c("memcpy", address(address, address, size))

    intrinsic: Any = extending.intrinsic  # in compiled code it has one argument less than it says here

    @intrinsic
    def numbers(context: Any, place: Any) -> Any:
        """The numbers at an address."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.inttoptr(arguments[0], ir.IntType(64).as_pointer())

        return types.CPointer(types.int64)(place), generate

    compiled = njit()
    function: Any = numba.cfunc

    @compiled
    def taken(context: Any, length: Any, cleared: Any) -> Any:
        state = carray(numbers(context), 3)
        if length < state[2]:
            begin = c_calloc(1, length + HEAD) if cleared else c_malloc(length + HEAD)
            if begin == 0:
                return 0
            data, at, whole = begin + HEAD, -1, length
        else:
            whole = (length + 2 * PAGE - 1) // PAGE * PAGE
            at = state[1]
            if reserve(state[0], at, whole) != 0:
                return 0
            begin = map_file(0, whole, READ_WRITE, SHARED, state[0], at)
            if begin == -1:
                make_hole(state[0], HOLE, at, whole)
                return 0
            state[1] = at + whole
            data = begin + PAGE
        head = carray(numbers(data - HEAD), 2)
        head[0], head[1] = at, whole
        return data

    @compiled
    def given_back(context: Any, data: Any) -> Any:
        if data == 0:
            return
        head = carray(numbers(data - HEAD), 2)
        at, whole = head[0], head[1]
        if at < 0:
            c_free(data - HEAD)
        else:
            unmap(data - PAGE, whole)
            make_hole(carray(numbers(context), 3)[0], HOLE, at, whole)

    @function(address(address, offset))
    def malloc(context: Any, length: Any) -> Any:
        return taken(context, length, False)

    @function(address(address, offset, offset))
    def calloc(context: Any, count: Any, each: Any) -> Any:
        return taken(context, count * each, True)

    @function(address(address, address, offset))
    def realloc(context: Any, data: Any, length: Any) -> Any:
        larger = taken(context, length, False)
        if larger != 0 and data != 0:
            head = carray(numbers(data - HEAD), 2)
            copy(larger, data, min(length, head[1] if head[0] < 0 else head[1] - PAGE))
            given_back(context, data)
        return larger

    @function(types.void(address, address, offset))
    def free(context: Any, data: Any, length: Any) -> Any:
        given_back(context, data)

    return malloc, calloc, realloc, free
