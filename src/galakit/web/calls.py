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
from galakit.study.inputs import Input, Value, parts

Method = Literal["GET", "POST", "DELETE"]


@dataclass(frozen=True)
class Call:
    """A parsed request."""

    manager: JobManager
    path: Mapping[str, Value]
    query: Mapping[str, Value]
    """the inputs that the request has"""
    body: Any
    request: Request

    @property
    def job(self) -> str:
        """The job that the path names."""
        return str(self.path["job"])


Given: TypeAlias = Answer | msgspec.Raw | Response


@dataclass(frozen=True)
class Operation:
    """One operation of the interface."""

    method: Method
    path: str
    id: str
    summary: str
    handle: Callable[[Call], Awaitable[Given]]
    answer: type[Answer]
    tag: str
    inputs: tuple[Input, ...] = ()
    """those of the path, which names them in braces, and those of the query"""
    body: type[msgspec.Struct] | None = None
    examples: tuple[tuple[str, Any], ...] = ()
    """example bodies, each with a title"""
    status: int = 200
    refusals: tuple[int, ...] = ()
    """statuses besides those of every operation"""
    medium: str = "application/json"
    """the media type of the answer"""

    @property
    def path_inputs(self) -> tuple[Input, ...]:
        return parts(self.path, self.inputs)[0]

    @property
    def query_inputs(self) -> tuple[Input, ...]:
        return parts(self.path, self.inputs)[1]
