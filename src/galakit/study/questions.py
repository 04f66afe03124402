"""The questions that a study answers, as one table.

REST routes, the OpenAPI document, the answers that reports carry and the functions by which the page asks are
made from it. A question is a path, the same everywhere: `sets/12`, `players/0/grid?situation=3&aggregate=true`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, unquote

from galakit.errors import GalakitError
from galakit.study.answers import (
    Answer,
    Comparison,
    Found,
    InformationSet,
    Node,
    Overview,
)
from galakit.study.cards.answers import Boards, Hands
from galakit.study.choice_answers import FittedPrecision, OptimalRanges, QuantalCurves
from galakit.study.concept_questions import CONCEPTS
from galakit.study.finding_answers import Findings
from galakit.study.grid_answers import Grid, PublicSituations
from galakit.study.inputs import Input, InputValues
from galakit.study.names import number, unlisted
from galakit.study.question import Question
from galakit.study.training.answers import Drill, Graded

if TYPE_CHECKING:
    from galakit.study.study import Study

LONGEST = 50_000  # characters of a path
MOST = 20  # parameters
CARRIED_SITUATIONS = 300  # of a player, whose ranges a report has
CARRIED = 20  # equilibria that a report has answers about
NAMES = "^[!-.0-~]+$"  # printable, without a slash


def _players(study: Study, inputs: InputValues) -> Iterable[int]:
    return range(len(study.solution.players))


def _aggregations(study: Study, inputs: InputValues) -> Iterable[bool]:
    return (False,) if inputs.get("situation") else (False, True)  # a situation's name determines it


def _reachable(study: Study, inputs: InputValues) -> Iterable[bool]:
    """Where most of what is listed is never reached, the page asks for the rest."""
    if inputs.get("situation"):
        return (False,)
    aggregate, folded = bool(inputs.get("aggregate")), bool(inputs.get("folded"))
    whole = study.grid(inputs["player"], aggregate=aggregate, folded=folded)
    return (False, True) if whole.reached is not None and 2 * whole.reached < whole.total else (False,)


def _foldings(study: Study, inputs: InputValues) -> Iterable[bool]:
    return (False, True) if study.game.look.has_suits else (False,)


def _situations(study: Study, inputs: InputValues) -> Iterable[str | None]:
    names: list[str | None] = [None]
    for aggregate in (False, True):
        offset = 0
        while (page := study.situations(inputs["player"], aggregate=aggregate, offset=offset)).items:
            names += [situation.id for situation in page.items]
            offset += len(page.items)
    return dict.fromkeys(names)


def _hand_situations(study: Study, inputs: InputValues) -> Iterable[str | None]:
    """Those of card games with not too many of them."""
    if not study.has_cards or study.situations(inputs["player"]).total > CARRIED_SITUATIONS:
        return ()
    return _situations(study, inputs)


def _board_situations(study: Study, inputs: InputValues) -> Iterable[str | None]:
    every = study.situations(inputs["player"], aggregate=True).items if study.has_cards else ()
    return [None, *(situation.id for situation in every)] if every else ()


def _sets(study: Study, inputs: InputValues) -> Iterable[str]:
    return map(str, range(study.solution.sheet.information_sets))


def _ranged_players(study: Study, inputs: InputValues) -> Iterable[int]:
    return _players(study, inputs) if study.ranges_are_quick else ()


def _ranged_sets(study: Study, inputs: InputValues) -> Iterable[str | None]:
    return [None, *map(str, study.game.form.sets_of(inputs["player"]).tolist())]


def _nodes(study: Study, inputs: InputValues) -> Iterable[str]:
    nodes = study.backend.nodes
    return [] if nodes is None else map(nodes.name, range(nodes.tree.nodes))


def equilibria(study: Study) -> range:
    """The numbers of the equilibria that a report carries answers about."""
    return range(1, min(len(study.solution.equilibria), CARRIED) + 1)


def offset(items: str) -> Input:
    """The input for the number of items to skip in a paged answer."""
    return Input("offset", "integer", "how many to skip", 0, default=0, page=(items, "total"))


PLAYER = Input("player", "integer", "the number of a player, from 0 on", 0, means="player", values=_players)
EQUILIBRIUM = Input("equilibrium", "integer", "which of the equilibria that were found, from 1 on", 1, default=1)
"""which solution a question is about: part of every address, of no question"""
AGGREGATE = Input(
    "aggregate",
    "boolean",
    "whether to average over what chance shows all players",
    True,
    default=False,
    values=_aggregations,
)

OVERVIEW = Question(
    "readOverview",
    "overview",
    Overview,
    lambda study: study.overview(),
)
FINDINGS = Question(
    "readFindings",
    "findings",
    Findings,
    lambda study: study.findings(),
)
SITUATIONS = Question(
    "listSituations",
    "players/{player}/situations",
    PublicSituations,
    lambda study, **inputs: study.situations(**inputs),
    (PLAYER, AGGREGATE, offset("items")),
    needs="grids",
)
GRID = Question(
    "readGrid",
    "players/{player}/grid",
    Grid,
    lambda study, **inputs: study.grid(**inputs),
    (
        PLAYER,
        Input("situation", "string", "one public situation only", "0", optional=True, values=_situations),
        AGGREGATE,
        Input(
            "folded",
            "boolean",
            "whether what differs only by an exchange of suits shares rows and columns",
            True,
            default=False,
            values=_foldings,
        ),
        Input(
            "reached",
            "boolean",
            "only situations that play comes to, the likeliest first, where situations are listed",
            True,
            default=False,
            values=_reachable,
        ),
        offset("columns"),
        Input("row_offset", "integer", "how many rows to skip", 0, default=0, page=("rows", "rows_total")),
    ),
    needs="grids",
)
_SITUATION = Input("situation", "string", "a public situation; default: the player's first", "0", optional=True)
_SUITS = Input(
    "suits", "boolean", "whether to tell apart what differs only by an exchange of suits", True, default=False
)
HANDS = Question(
    "readHands",
    "players/{player}/hands",
    Hands,
    lambda study, **inputs: study.hands(**inputs),
    (
        PLAYER,
        replace(_SITUATION, values=_hand_situations),
        _SUITS,
        Input("makes", "string", "only hands that make this, such as `pair` or `flush draw`", "pair", default=""),
        Input("facts", "string", "only hands with this in their cards or facts", "K", default=""),
        Input("offset", "integer", "how many hands of each range to skip", 0, default=0),
    ),
    needs="grids",
)
BOARDS = Question(
    "readBoards",
    "players/{player}/boards",
    Boards,
    lambda study, **inputs: study.boards(**inputs),
    (
        PLAYER,
        replace(_SITUATION, values=_board_situations),
        _SUITS,
        Input("facts", "string", "only boards with this in their cards or facts", "K", default=""),
        Input(
            "by",
            "string",
            "`board`, `share`, `value`, `equity`, or a move: what they are sorted by",
            "value",
            default="board",
        ),
        Input("falling", "boolean", "whether the largest come first", True, default=False),
        offset("lines"),
    ),
    needs="grids",
)
DRILL = Question(
    "readDrill",
    "players/{player}/drill",
    Drill,
    lambda study, **inputs: study.drill(**inputs),
    (
        PLAYER,
        Input("situation", "string", "only where the public situation contains this", "raise", default=""),
        Input("makes", "string", "only hands that make this", "pair", default=""),
        Input("facts", "string", "only hands with this in their cards or facts", "K", default=""),
        Input("seed", "integer", "the same seed draws the same spot", 7, default=0),
        Input("set", "string", "this information set instead of one that is drawn", "0", default="", longest=2_000),
    ),
    needs="grids",
    carried="never",
)
GRADE = Question(
    "gradeMove",
    "sets/{set}/grade",
    Graded,
    lambda study, **inputs: study.grade(**inputs),
    (
        Input("set", "string", "the id of an information set", "0", longest=2_000, pattern=NAMES),
        Input("move", "string", "the move that is made, as the rules write it", "pass", longest=10_000),
    ),
    carried="never",
)
SETS = Question(
    "findSets",
    "sets",
    Found,
    lambda study, **inputs: study.search(**inputs),
    (
        Input("facts", "string", "facts, with commas between them", "card(1), bet", default="", longest=4_000),
        Input(
            "player",
            "integer",
            "only those of this player; default: of all players",
            0,
            optional=True,
            means="player",
        ),
        offset("items"),
    ),
    needs="search",
    carried="never",  # the component searches the information sets itself
)
SET = Question(
    "readSet",
    "sets/{set}",
    InformationSet,
    lambda study, set: study.information_set(set),
    (Input("set", "string", "the id of an information set", "0", longest=2_000, pattern=NAMES, values=_sets),),
)
NODE = Question(
    "readNode",
    "nodes/{node}",
    Node,
    lambda study, node, offset: study.node(node, offset=offset),
    (
        Input("node", "string", "the id of a node", "0", longest=16_000, pattern=NAMES, values=_nodes),
        offset("branches"),
    ),
    carried="where it fits",
)
RANGES = Question(
    "readRanges",
    "players/{player}/ranges",
    OptimalRanges,
    lambda study, **inputs: study.ranges(**inputs),
    (
        Input("player", "integer", PLAYER.summary, 0, means="player", values=_ranged_players),
        Input("set", "string", "one information set only", "0", optional=True, values=_ranged_sets),
        offset("items"),
    ),
    needs="list_all",
)
RESPONSES = Question(
    "readResponses",
    "responses",
    QuantalCurves,
    lambda study, **inputs: study.responses(**inputs),
    (
        Input("player", "integer", "only information sets of this player", 0, optional=True, means="player"),
        offset("items"),
    ),
    needs="list_all",
    carried="never",
)
PRECISION = Question(
    "readPrecision",
    "precision",
    FittedPrecision,
    lambda study, **inputs: study.precision(**inputs),
    (
        Input(
            "observed",
            "string",
            "observed play: lines with the columns player, facts, move, count",
            "player,facts,move,count\nfirst,card(1),bet,12",
            longest=20_000,
        ),
    ),
    needs="list_all",
    carried="never",
)
COMPARISON = Question(
    "compareProfiles",
    "comparison",
    Comparison,
    lambda study, **inputs: study.comparison(**inputs),
    (
        Input("other", "string", "the id of another solved job of the same game", "5e6f7a8b", means="study"),
        offset("items"),
    ),
    carried="never",
)

_EVERY: tuple[Question[Any], ...] = (
    OVERVIEW,
    FINDINGS,
    SITUATIONS,
    GRID,
    HANDS,
    BOARDS,
    DRILL,
    GRADE,
    SETS,
    SET,
    NODE,
    RANGES,
    RESPONSES,
    PRECISION,
    *CONCEPTS,
    COMPARISON,
)
QUESTIONS: dict[str, Question[Any]] = {question.name: question for question in _EVERY}
"""all of them, by name"""


def of_equilibrium(path: str, number: Any) -> str:
    """The path of a question about the equilibrium of that number.

    >>> of_equilibrium("sets/3", 1), of_equilibrium("sets/3", 2), of_equilibrium("sets?facts=bet", 2)
    ('sets/3', 'sets/3?equilibrium=2', 'sets?facts=bet&equilibrium=2')
    """
    if number == EQUILIBRIUM.default:
        return path
    return f"{path}{'&' if '?' in path else '?'}{EQUILIBRIUM.name}={number}"


def ask(study: Study, path: str, other: Study | None = None) -> Answer:
    """The answer to a question; an error where it is malformed."""
    if len(path) > LONGEST:
        raise GalakitError("the question is too long", hint=f"at most {LONGEST:,} characters are allowed", id="GK802")
    route, _, query = path.partition("?")
    if query.count("&") >= MOST:
        raise GalakitError("the question has too many parameters", hint=f"at most {MOST} are allowed", id="GK802")
    question, texts = _found(route)
    texts |= dict(parse_qsl(query, keep_blank_values=True))
    which = texts.pop(EQUILIBRIUM.name, "")
    study = study.equilibrium(int(EQUILIBRIUM.read(which))) if which else study
    known = {part.name for part in question.inputs}
    for name in texts:
        if name not in known:
            raise GalakitError(f"this question has no parameter {name[:40]}", id="GK802")
    inputs = {part.name: _value(study, other, part, texts.get(part.name)) for part in question.inputs}
    if not question.possible(study.solution.able):
        raise unlisted()
    answer: Answer = question.answered(study, **inputs)
    return answer


def _found(route: str) -> tuple[Question[Any], dict[str, str]]:
    """The question of a path, and the texts of its inputs."""
    words = [unquote(word) for word in route.split("/") if word]
    for question in QUESTIONS.values():
        parts = question.path.split("/")
        pairs = list(zip(parts, words))
        if len(parts) == len(words) and all(part == word or part.startswith("{") for part, word in pairs):
            return question, {part[1:-1]: word for part, word in pairs if part.startswith("{")}
    paths = [question.path for question in QUESTIONS.values()]
    close = difflib.get_close_matches(route[:80], paths, 1, 0.4)
    raise GalakitError(
        f"there is no question {route[:80]}",
        hint=f"did you mean {close[0]}?" if close else "the questions are " + ", ".join(paths),
        id="GK802",
    )


def _value(study: Study, other: Study | None, part: Input, text: str | None) -> Any:
    if part.means == "study":
        if other is None:
            raise GalakitError("a comparison needs another study", hint="comparison?other=JOB", id="GK802")
        return other
    if text is None or (part.optional and not text):
        if part.required:
            raise GalakitError(f"{part.name} is missing", hint=f"add {part.name}=…: {part.summary}", id="GK802")
        return part.default
    if part.means == "player":
        index = number(text)
        return study.solution.player(text if index is None else index)
    return part.read(text)
