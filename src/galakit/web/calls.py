"""Operations of the interface as data: routes, the reading of requests and the OpenAPI document are made from them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from galakit.jobs.job_manager import JobManager
from galakit.study.answers import Answer

Method = Literal["GET", "POST", "DELETE"]
Value: TypeAlias = str | int | bool


@dataclass(frozen=True)
class Input:
    """A part of the address: what is in the path, or after the question mark."""

    name: str
    kind: Literal["string", "integer", "boolean"]
    summary: str
    example: Value
    default: Value | None = None
    """what is meant where it is left out; None where it may not be"""
    optional: bool = False
    """whether it may be left out though no value means the same"""
    choices: tuple[str, ...] = ()
    longest: int = 200
    """characters"""
    pattern: str | None = None
    """that what is known always has; anything else is the name of nothing"""

    @property
    def required(self) -> bool:
        """Whether it must be given."""
        return self.default is None and not self.optional


@dataclass(frozen=True)
class Call:
    """A request that has been read."""

    manager: JobManager
    path: Mapping[str, Value]
    query: Mapping[str, Value]
    """what was given; nothing stands for what was not"""
    body: Any
    request: Request

    @property
    def job(self) -> str:
        """The job that the path names."""
        return str(self.path["job"])


Given: TypeAlias = Answer | msgspec.Raw | Response


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked."""

    method: Method
    path: str
    id: str
    summary: str
    handle: Callable[[Call], Awaitable[Given]]
    answer: type[Answer]
    tag: str
    inputs: tuple[Input, ...] = ()
    """of the path, each named in it in braces, and of the query"""
    body: type[msgspec.Struct] | None = None
    examples: tuple[tuple[str, Any], ...] = ()
    """of the body: what it is, and itself"""
    status: int = 200
    refusals: tuple[int, ...] = ()
    """besides those that every operation has"""
    medium: str = "application/json"
    """what the answer comes as"""

    @property
    def path_inputs(self) -> tuple[Input, ...]:
        return tuple(i for i in self.inputs if f"{{{i.name}}}" in self.path)

    @property
    def query_inputs(self) -> tuple[Input, ...]:
        return tuple(i for i in self.inputs if f"{{{i.name}}}" not in self.path)
