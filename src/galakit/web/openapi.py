"""The OpenAPI document, generated from the operations and the Structs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from http import HTTPStatus
from typing import Any, get_args, get_type_hints

import msgspec

import galakit
from galakit.jobs.messages import Problems
from galakit.study.answers import Answer
from galakit.study.inputs import Input
from galakit.web.calls import Operation
from galakit.web.descriptions import described

ALWAYS = (400, 403, 500)
WITH_BODY = (413, 415, 422)
WHY = {
    400: "The request cannot be read.",
    403: "The request does not come from this machine's own page or programs.",
    404: "There is no such thing.",
    409: "Not possible in this state: the job is not solved, or the hand is over or not over yet.",
    413: "The request is too large.",
    415: "The request is not JSON.",
    422: "The request is invalid; the problems say why.",
    429: "The server is busy; try again later.",
    500: "An internal error of Galakit.",
    503: "There was no answer in time; try again later.",
}


def document(operations: Sequence[Operation]) -> dict[str, Any]:
    """The whole interface for programs."""
    kinds = {o.answer for o in operations} | {o.body for o in operations if o.body is not None} | {Problems}
    ordered = sorted(kinds, key=lambda kind: kind.__name__)
    _, components = msgspec.json.schema_components(ordered, ref_template="#/components/schemas/{name}")
    structs = _structs(kinds)
    for name, schema in components.items():
        kind = structs[name]
        properties = schema.get("properties", {})
        if issubclass(kind, Answer):  # answers have all their fields
            schema["required"] = list(properties)
        for field, text in described(kind).items():
            properties[field]["description"] = re.sub(r"\bNone\b", "null", text)
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Galakit",
            "version": galakit.__version__,
            "summary": "Rules of a game in, certified optimal strategies out.",
            "description": "Order a game to be solved, follow the job, study its solution, play against it. Answers "
            "are JSON; refusals are a list of problems with causes and remedies.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


def _structs(kinds: Iterable[Any]) -> dict[str, type[msgspec.Struct]]:
    """These Structs and those of their fields, by name."""
    found: dict[str, type[msgspec.Struct]] = {}
    todo = list(kinds)
    while todo:
        kind = todo.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__name__ not in found:
            found[kind.__name__] = kind
            todo += get_type_hints(kind).values()
        todo += get_args(kind)
    return found


def _operation(operation: Operation) -> dict[str, Any]:
    result: dict[str, Any] = {
        "operationId": operation.id,
        "summary": operation.summary,
        "tags": [operation.tag],
        "parameters": [
            *(_parameter(i, "path") for i in operation.path_inputs),
            *(_parameter(i, "query") for i in operation.query_inputs),
        ],
        "responses": {str(operation.status): _answer(operation)},
    }
    statuses = {*ALWAYS, *operation.refusals, *(WITH_BODY if operation.body else ())}
    for status in sorted(statuses):
        result["responses"][str(status)] = {
            "description": WHY[status],
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problems"}}},
        }
    if operation.body is not None:
        result["requestBody"] = {
            "required": True,
            "content": {
                "application/json": {
                    "schema": {"$ref": f"#/components/schemas/{operation.body.__name__}"},
                    "examples": {name: {"value": value} for name, value in operation.examples},
                }
            },
        }
    return result


def _answer(operation: Operation) -> dict[str, Any]:
    schema: dict[str, Any] = {"$ref": f"#/components/schemas/{operation.answer.__name__}"}
    if operation.medium == "text/event-stream":
        data = {"type": "string", "contentMediaType": "application/json", "contentSchema": schema}
        schema = {"type": "object", "properties": {"data": data}, "required": ["data"]}
    described = {"description": HTTPStatus(operation.status).phrase, "content": {operation.medium: {"schema": schema}}}
    if operation.medium == "application/octet-stream":
        described["content"] = {
            "application/vnd.apache.parquet": {"schema": {}},
            "application/json": {"schema": {"type": "object"}},
            "text/html": {"schema": {}},
        }
    return described


def _parameter(part: Input, location: str) -> dict[str, Any]:
    schema: dict[str, Any] = {"type": part.kind}
    if part.kind == "integer":
        schema |= {"minimum": 0, "maximum": part.most}
    if part.kind == "string":
        schema["maxLength"] = part.longest
        if location == "path":
            schema["minLength"] = 1
        if part.pattern is not None:
            schema["pattern"] = part.pattern
    if part.choices:
        schema = {"type": "string", "enum": list(part.choices)}
    if part.default not in (None, ""):
        schema["default"] = part.default
    return {
        "name": part.name,
        "in": location,
        "required": location == "path" or part.required,
        "description": part.summary,
        "schema": schema,
        "example": part.example,
    }
