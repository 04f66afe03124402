"""Machine code of functions over 64-bit words: made by LLVM once, kept for the user, and called from Python.

Calls release the interpreter's lock. Numba, which takes ten times as long to compile them, is not needed.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Callable, Iterable
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from galakit.compiling import folder_of, waiting

F = TypeVar("F", bound=Callable[..., int])
Function = Callable[..., int]
FOLDER = Path(__file__).parent
SOURCES = (Path(__file__), FOLDER / "translation.py", *sorted(FOLDER.joinpath("machine").glob("*.py")))
CHECK = hashlib.sha256


class Library:
    """Functions that are compiled together, with all that they call."""

    def __init__(self, name: str, functions: Iterable[Function]) -> None:
        self.name = name
        self.functions = {f"{function.__module__}.{function.__name__}": function for function in functions}
        self._engine: Any = None

    def entry(self, function: F) -> F:
        """A function as machine code; the library is compiled or loaded by the first call of any."""
        return Entry(self, f"{function.__module__}.{function.__name__}", function)  # type: ignore[return-value]

    @property
    def is_loaded(self) -> bool:
        """Whether this process has the machine code in memory."""
        return self._engine is not None

    @property
    def is_kept(self) -> bool:
        """Whether the machine code is there: if not, the first call takes seconds."""
        return self.is_loaded or (self._file is not None and self._file.is_file())

    @cached_property
    def _file(self) -> Path | None:
        from llvmlite import __version__ as version
        from llvmlite import binding as llvm

        about = (self.name, llvm.get_process_triple(), llvm.get_host_cpu_name(), _features())
        sources = [path.read_bytes() for path in SOURCES]
        digest = hashlib.sha256(repr((about, sources)).encode()).hexdigest()
        folder = folder_of(f"lang.bytecode.{self.name}", digest, f"llvm-{version}")
        return folder and folder / "machine.code"

    def address(self, name: str) -> int:
        """Where the code of a function is."""
        if self._engine is None:
            self._load()
        return self._engine.get_function_address(name)  # type: ignore[no-any-return]

    def _load(self) -> None:
        from llvmlite import binding as llvm

        llvm.initialize_native_target()
        llvm.initialize_native_asmprinter()
        machine = llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(
            cpu=llvm.get_host_cpu_name(), features=_features(), opt=2, codemodel="jitdefault", jit=True
        )
        code = self._kept()
        if code is None:
            with waiting():
                code = self._compiled(llvm, machine)
            self._keep(code)
        engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        self._engine = engine

    def _text(self) -> str:
        from galakit.lang.bytecode.translation import translated

        return translated(self.functions)

    def _compiled(self, llvm: Any, machine: Any) -> bytes:
        module = llvm.parse_assembly(self._text())
        module.triple = machine.triple
        module.verify()
        options = llvm.create_pipeline_tuning_options(speed_level=2)
        options.loop_vectorization = options.slp_vectorization = False  # loops are short
        passes = llvm.create_pass_builder(machine, options)
        passes.getModulePassManager().run(module, passes)
        code: bytes = machine.emit_object(module)
        return code

    def _kept(self) -> bytes | None:
        """The machine code as it was kept; None if it was not, or if the file is damaged: LLVM would not notice."""
        try:
            stored = self._file.read_bytes() if self._file is not None else b""
        except OSError:
            return None
        size = CHECK().digest_size
        return stored[size:] if stored[:size] == CHECK(stored[size:]).digest() else None

    def _keep(self, code: bytes) -> None:
        if self._file is None:
            return
        own = self._file.with_suffix(f".{os.getpid()}")
        try:
            own.write_bytes(CHECK(code).digest() + code)
            own.replace(self._file)
        except OSError:
            own.unlink(missing_ok=True)


def _features() -> str:
    from llvmlite import binding as llvm

    return llvm.get_host_cpu_features().flatten()  # type: ignore[no-any-return]


class Entry:
    """A function of a library that Python calls."""

    def __init__(self, library: Library, name: str, function: Function) -> None:
        self.library = library
        self.function = function
        self.name = name

    @cached_property
    def _call(self) -> Callable[..., int]:
        words = [ctypes.c_int64] * self.function.__code__.co_argcount
        return ctypes.CFUNCTYPE(ctypes.c_int64, *words)(self.library.address(self.name))

    def __call__(self, *words: int) -> int:
        return self._call(*words)
