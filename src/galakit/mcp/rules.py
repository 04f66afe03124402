"""Tools about rules: a guide to writing them, shipped games, and checks."""

from __future__ import annotations

import asyncio
from functools import cache
from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from galakit.frontends.registry import texts
from galakit.jobs import catalogue
from galakit.jobs.catalogue import Checked, Games, GameText, Parameter, Text
from galakit.jobs.messages import FileName, Name, SourceText
from galakit.mcp.answers import Check, Guide
from galakit.mcp.calls import Call, Tool
from galakit.mcp.text import problem_text

PROBLEMS = 20  # in one answer


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    """No arguments."""


class Search(Struct, frozen=True, forbid_unknown_fields=True):
    search: Annotated[
        str,
        Meta(
            max_length=200, description="Only games whose name, kind or summary has this word, e.g. `poker`, `auction`."
        ),
    ] = ""


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    name: Annotated[Name, Meta(description="The name of a shipped game, from list_games.")]


class Rules(Struct, frozen=True, forbid_unknown_fields=True):
    source: Annotated[SourceText, Meta(description="The whole text of the rules, in Gala (see the tool `language`).")]
    file: Annotated[
        FileName,
        Meta(
            description="The file name of the text; its ending determines the language: "
            + ", ".join(f"{' or '.join(one.suffixes)} ({one.name})" for one in texts())
            + "."
        ),
    ] = "game.gala"


@cache
def guide() -> str:
    """A guide to writing rules in Gala, for beginners."""
    return files("galakit.mcp").joinpath("guide.md").read_text(encoding="utf-8")


async def language(call: Call, given: Nothing) -> Guide:
    return Guide(guide=guide())


async def list_games(call: Call, given: Search) -> Games:
    found = await asyncio.to_thread(catalogue.games)
    word = given.search.strip().lower()
    fitting = [g for g in found.items if word in f"{g.name} {g.kind} {g.summary}".lower()]
    return Games(items=sorted(fitting, key=lambda line: (line.kind, line.name)))


async def get_game(call: Call, given: Named) -> GameText:
    return await asyncio.to_thread(catalogue.game, given.name)


async def check_rules(call: Call, given: Rules) -> Check:
    answer = await call.desk.manager.one_off.check(Text(given.source, given.file))
    found = msgspec.json.decode(answer, type=Checked)
    return Check(
        solvable=all(problem.severity != "error" for problem in found.problems),
        problems=found.problems[:PROBLEMS],
        left_out=len(found.problems[PROBLEMS:]),
        players=found.players,
        params=found.params,
    )


def tell_guide(answer: Guide) -> str:
    return answer.guide


def tell_games(answer: Games) -> str:
    if not answer.items:
        return "No shipped game matches. Call list_games without `search` to see all."
    lines, kind = [], ""
    for game in answer.items:
        if game.kind != kind:
            kind = game.kind
            lines.append(f"{kind}:")
        lines.append(f"  {game.name}: {game.summary}")
    return "\n".join([*lines, "get_game(name) gives the rules of one; solve(game=name) solves it."])


def tell_game(answer: GameText) -> str:
    declared = _declared(answer.players, answer.params)
    return f"{answer.name} ({answer.file}). {declared}\n\n{answer.text}"


def tell_check(answer: Check) -> str:
    declared = _declared(answer.players, answer.params)
    if not answer.problems:
        return f"No problems found; solve(source=...) can solve it. {declared}"
    verdict = (
        "Only warnings: the game can be solved, but something is probably not intended."
        if answer.solvable
        else "There are errors: correct them before solving the game."
    )
    more = f"\n{answer.left_out:,} more problems left out: correct these first." if answer.left_out else ""
    return f"{verdict} {declared}\n{problem_text(answer.problems)}{more}"


def _declared(players: list[str], params: list[Parameter]) -> str:
    written = ", ".join(p.name if p.default is None else f"{p.name} = {p.default}" for p in params)
    return f"Players: {', '.join(players) or 'unknown'}. Params: {written or 'none'}."


TOOLS = (
    Tool(
        "language",
        "Guide to writing rules",
        "Returns a compact guide to Gala, the language in which games are described, with two complete examples. Read "
        "it once before writing rules of your own. Not needed to work with shipped games.",
        Nothing,
        Guide,
        language,
        tell_guide,
    ),
    Tool(
        "list_games",
        "Shipped games",
        "Lists the games that come with Galakit (poker, auctions, bargaining, signalling, board games, ...), each with "
        "one line. Look here first: the question may be about one of them with other parameters, or one may serve as a "
        "pattern.",
        Search,
        Games,
        list_games,
        tell_games,
    ),
    Tool(
        "get_game",
        "Rules of a shipped game",
        "Returns a shipped game: its players, its parameters with their defaults, and the text of its rules, which you "
        "may change and give to solve as `source`.",
        Named,
        GameText,
        get_game,
        tell_game,
    ),
    Tool(
        "check_rules",
        "Check rules",
        "Finds mistakes in rules without playing them: each problem with its line, cause and remedy. Use it after "
        "writing or changing rules and before solve. An `error` must be corrected; a `warning` is something that is "
        "probably not intended.",
        Rules,
        Check,
        check_rules,
        tell_check,
    ),
)
