"""Operations about a solved job: the questions of its study, each at an address of its own."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, urlencode

import msgspec

from galakit.jobs.protocol import Ask
from galakit.study.answers import Answer, Comparison, Found, Grid, InformationSet, Node, Overview, Situations
from galakit.web.calls import Call, Input, Operation, Value
from galakit.web.ordering import ID, JOB

PREFIX = "/api/jobs/{job}/study/"
NAMES = "^[!-.0-~]+$"  # printable, and without a stroke
OFFSET = Input("offset", "integer", "how many to pass over", 0, default=0)
AGGREGATE = Input("aggregate", "boolean", "whether to average over what chance shows everybody", True, default=False)
PLAYER = Input("player", "integer", "the number of a player, from 0 on", 0)


async def ask(call: Call) -> msgspec.Raw:
    """The same question as the study understands it: its path and what stands after the question mark."""
    template = str(call.request.scope["operation"].path).removeprefix(PREFIX)
    filled = template.format(**{name: quote(_text(value), safe="") for name, value in call.path.items()})
    job = call.manager.solved(call.job)
    query = dict(call.query)
    other = query.pop("other", None)
    file = None if other is None else await call.manager.file(call.manager.solved(str(other)))
    question = f"{filled}?{_written(query)}" if query else filled
    return await call.manager.ask(job, lambda number: Ask(number, question, file))


def _written(query: Mapping[str, Value]) -> str:
    return urlencode({name: _text(value) for name, value in query.items()})


def _text(value: Value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _question(path: str, id: str, summary: str, answer: type[Answer], *inputs: Input) -> Operation:
    return Operation(
        "GET",
        PREFIX + path,
        id,
        summary,
        ask,
        answer,
        "study",
        inputs=(JOB, *inputs),
        refusals=(404, 409, 422, 503),
    )


OPERATIONS = (
    _question("overview", "readOverview", "The game, what everybody expects, and the certificate.", Overview),
    _question(
        "players/{player}/situations",
        "listSituations",
        "The public situations at which a player moves.",
        Situations,
        PLAYER,
        AGGREGATE,
        OFFSET,
    ),
    _question(
        "players/{player}/grid",
        "readGrid",
        "A player's strategy: private information by public situation.",
        Grid,
        PLAYER,
        Input("situation", "string", "one public situation only", "0", default=""),
        AGGREGATE,
        OFFSET,
        Input("row_offset", "integer", "how many rows to pass over", 0, default=0),
    ),
    _question(
        "sets",
        "findSets",
        "The information sets that include some facts.",
        Found,
        Input("facts", "string", "facts, with commas between them", "card(1), bet", default="", longest=4_000),
        Input("player", "integer", "those of one player only; where it is left out, of all", 0, optional=True),
        OFFSET,
    ),
    _question(
        "sets/{set}",
        "readSet",
        "One information set: facts, moves, values, beliefs.",
        InformationSet,
        Input("set", "string", "the id of an information set", "0", longest=2_000, pattern=NAMES),
    ),
    _question(
        "nodes/{node}",
        "readNode",
        "A node of the tree with its branches; that of the root is 0.",
        Node,
        Input("node", "string", "the id of a node", "0", longest=16_000, pattern=NAMES),
        OFFSET,
    ),
    _question(
        "comparison",
        "compareProfiles",
        "This profile and that of another job: the information sets that differ most first.",
        Comparison,
        Input("other", "string", "the id of another solved job of the same game", "5e6f7a8b", pattern=ID),
        OFFSET,
    ),
)
