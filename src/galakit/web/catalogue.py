"""Operations about games and methods: lists of them, and checks of rules."""

from __future__ import annotations

import asyncio

import msgspec

from galakit.jobs import catalogue
from galakit.jobs.catalogue import Checked, Games, GameText, Methods, Text
from galakit.study.inputs import Input
from galakit.web.calls import Call, Operation

COIN = "game(coin, [players : [ann], flow : (choose(ann, X, member(X, [1, 2])), outcome([X]))])."


async def games(call: Call) -> Games:
    return await asyncio.to_thread(catalogue.games)


async def game(call: Call) -> GameText:
    return await asyncio.to_thread(catalogue.game, str(call.path["name"]))


async def methods(call: Call) -> Methods:
    return await asyncio.to_thread(catalogue.methods)


async def check(call: Call) -> msgspec.Raw:
    return await call.manager.one_off.check(call.body)


OPERATIONS = (
    Operation("GET", "/api/games", "listGames", "The games that come with Galakit.", games, Games, "games"),
    Operation(
        "GET",
        "/api/games/{name}",
        "readGame",
        "A shipped game: its rules, players and parameters.",
        game,
        GameText,
        "games",
        inputs=(Input("name", "string", "the name of a shipped game", "kuhn", pattern="^[a-z_0-9]+$"),),
        refusals=(404,),
    ),
    Operation("GET", "/api/methods", "listMethods", "The methods that solve games.", methods, Methods, "games"),
    Operation(
        "POST",
        "/api/checks",
        "checkRules",
        "Errors and warnings about rules, without playing them.",
        check,
        Checked,
        "games",
        body=Text,
        examples=(("a game of one move", {"source": COIN, "file": "coin.gala"}),),
        refusals=(429, 503),
    ),
)
