"""Backends for arithmetic on whole arrays: NumPy, or on a GPU PyTorch or CuPy.

The three agree on what `arrays` uses of them (indexing, operators, `where`, `amax`), so a backend defines only how
arrays are copied there and back, and how small functions of arrays are compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

import numpy as np

from galakit.errors import GalakitError

NAMES = ("numpy", "torch", "cupy")
FEW = 64  # numbers, for whose copying nothing should wait


@dataclass(frozen=True)
class Backend:
    """A library of arrays on a device."""

    name: str
    device: str
    """its readable name"""
    xp: Any
    """the module: `where`, `amax`, `zeros`, `ones`"""
    there: Callable[[Any], Any]
    """a NumPy array, copied to the device"""
    back: Callable[[Any], Any]
    """an array of the device as one of NumPy"""
    full: Callable[..., Any]
    """(shape, value, dtype as text): a new array there"""
    fused: Callable[[Callable[..., Any]], Callable[..., Any]]
    """a function that changes arrays in place, perhaps compiled into one pass over them"""
    repeated: Callable[[Callable[[], None]], Callable[[], None]]
    """a step that repeats with the same arrays, perhaps recorded once"""
    together: Callable[[Sequence[Callable[[], None]]], None]
    """steps that do not need each other, perhaps at the same time"""
    free: Callable[[], int | None]
    """free bytes on the device; None where unknown"""


def installed() -> list[str]:
    """The installed GPU libraries; nothing is imported."""
    return [name for name in ("torch", "cupy") if find_spec(name) is not None]


def with_gpu() -> Backend | None:
    """The first library that finds a GPU."""
    for name in installed():
        try:
            found = backend(name)
        except GalakitError:
            continue
        if found.device != "the processor":
            return found
    return None


def backend(name: str) -> Backend:
    """The backend of that name; GalakitError where it is not installed or finds no device."""
    makers = {"numpy": _numpy, "torch": _torch, "cupy": _cupy}
    try:
        return makers[name]()
    except ImportError:
        raise GalakitError(
            f"{name} is not installed", hint="pip install 'galakit[gpu]', or leave out device", id="GK612"
        ) from None


def _plain(f: Any) -> Any:
    return f


def _in_turn(steps: Sequence[Callable[[], None]]) -> None:
    for step in steps:
        step()


def _numpy() -> Backend:
    return Backend(
        "numpy", "the processor", np, np.array, np.asarray, lambda shape, value, dtype: np.full(shape, value, dtype),
        _plain, _plain, _in_turn, lambda: None,
    )  # fmt: skip


def _torch() -> Backend:
    import torch

    if torch.cuda.is_available():
        device, called = torch.device("cuda"), torch.cuda.get_device_name()
        # Regrets are differences of nearly equal numbers: 10 bits are not enough.
        torch.backends.cuda.matmul.allow_tf32 = False
        _compile_often()
    else:
        device, called = torch.device("cpu"), "the processor"

    def there(array: Any) -> Any:
        tensor = torch.as_tensor(np.ascontiguousarray(array))
        if device.type == "cuda" and tensor.numel() <= FEW:
            return tensor.pin_memory().to(device, non_blocking=True)
        return tensor.to(device)

    return Backend(
        "torch",
        called,
        torch,
        there,
        lambda array: array.cpu().numpy(),
        lambda shape, value, dtype: torch.full(shape, value, dtype=getattr(torch, dtype), device=device),
        (lambda f: torch.compile(f, dynamic=True)) if device.type == "cuda" and find_spec("triton") else _plain,
        _recorded if device.type == "cuda" else _plain,
        _in_streams if device.type == "cuda" else _in_turn,
        lambda: torch.cuda.mem_get_info()[0] if device.type == "cuda" else None,
    )


def _compile_often() -> None:
    """Let a function be compiled once for each number of moves and of arrays, of which a large game has dozens."""
    from torch._dynamo import config

    for name in ("recompile_limit", "cache_size_limit"):  # new and old name
        if hasattr(config, name):
            setattr(config, name, 128)


def _recorded(step: Callable[[], None]) -> Callable[[], None]:
    """A step that is recorded as a CUDA graph after a few calls: then nothing waits for Python."""
    import torch

    done = 0
    graph: Any = None

    def again() -> None:
        nonlocal done, graph
        if done < 3:  # kernels are compiled at the first, and for other shapes at the second
            step()
            done += 1
            return
        if graph is None:
            torch.cuda.synchronize()
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph):
                step()
        graph.replay()

    return again


def _in_streams(steps: Sequence[Callable[[], None]]) -> None:
    """Steps side by side, each in a stream of its own: as branches of the graph, while one is recorded."""
    import torch

    if not torch.cuda.is_current_stream_capturing():  # Python does not start them fast enough for that to matter
        _in_turn(steps)
        return
    main = torch.cuda.current_stream()
    streams = [torch.cuda.Stream() for _ in steps]
    for step, stream in zip(steps, streams):
        stream.wait_stream(main)
        with torch.cuda.stream(stream):
            step()
    for stream in streams:
        main.wait_stream(stream)


def _cupy() -> Backend:
    import cupy

    try:
        called = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    except cupy.cuda.runtime.CUDARuntimeError as error:
        raise GalakitError(f"CuPy finds no GPU: {error}", hint="use device=cpu", id="GK612") from None
    return Backend(
        "cupy", called, cupy, cupy.asarray, cupy.asnumpy,
        lambda shape, value, dtype: cupy.full(shape, value, dtype),
        _plain, _plain, _in_turn, lambda: int(cupy.cuda.runtime.memGetInfo()[0]),
    )  # fmt: skip
