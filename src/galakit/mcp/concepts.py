"""Tools about other concepts than an equilibrium: commitment, teams, mediators, dynamics, evolutionary stability,
dominance, and the game made smaller.

They take a game or rules, need no job, and answer within the time that they are given.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from galakit.jobs.concepts import Commit, Concept, Correlate, Eliminate, Follow, Resist, Shrink, Team
from galakit.jobs.messages import FileName, Name, Order, SourceText, Values
from galakit.mcp.calls import Call, Tool
from galakit.mcp.concept_texts import (
    tell_commitment,
    tell_correlated,
    tell_dominance,
    tell_dynamics,
    tell_shrunken,
    tell_stability,
    tell_team,
)
from galakit.mcp.following import waited
from galakit.study.answers import Answer
from galakit.study.concept_answers import (
    Committed,
    CorrelatedAnswer,
    DominanceAnswer,
    DynamicsAnswer,
    ShrunkenAnswer,
    StabilityAnswer,
    TeamAnswer,
)

AnswerType = TypeVar("AnswerType", bound=Answer)

SECONDS = 20.0
LONGEST = 50.0  # seconds: clients give up after a minute


class OfGame(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A game to ask about."""

    game: Annotated[Name | None, Meta(description="The name of a shipped game (list_games); or give `source`.")] = None
    source: Annotated[
        SourceText | None,
        Meta(description="The whole text of your own rules, in Gala (see `language`); or give `game`."),
    ] = None
    file: Annotated[FileName, Meta(description="The file name of `source`; its ending determines the language.")] = (
        "game.gala"
    )
    params: Annotated[
        Values, Meta(description='Parameters of the game; others keep their defaults. Example: {"ranks": 8}.')
    ] = {}
    seconds: Annotated[float, Meta(gt=0, le=LONGEST, description="The time limit.")] = SECONDS


class ToCommit(OfGame, frozen=True, forbid_unknown_fields=True, kw_only=True):
    leader: Annotated[Name, Meta(description="The player who announces a strategy and is bound to it.")]
    pure: Annotated[bool, Meta(description="Whether the leader can announce moves only, not probabilities.")] = False


class ToTeam(OfGame, frozen=True, forbid_unknown_fields=True, kw_only=True):
    team: Annotated[
        list[Name], Meta(min_length=1, max_length=100, description="The members: all players but the adversary.")
    ]
    correlated: Annotated[
        bool, Meta(description="Whether they may draw a joint plan at random before the game, unseen by the adversary.")
    ] = False


class ToCorrelate(OfGame, frozen=True, forbid_unknown_fields=True, kw_only=True):
    concept: Annotated[
        Name,
        Meta(
            description="When a player may stop following: after hearing the whole strategy (nfce), after hearing a "
            "move (efce), before hearing it (efcce), before the game (nfcce), or in one move only (afce)."
        ),
    ] = "efce"
    objective: Annotated[
        Name, Meta(description="What to maximise: `welfare` (the sum of payoffs), or the name of a player.")
    ] = "welfare"


class ToFollow(OfGame, frozen=True, forbid_unknown_fields=True, kw_only=True):
    rule: Annotated[
        Literal["replicator", "best-response", "fictitious"],
        Meta(description="How play changes: `replicator` (imitation), `best-response` or `fictitious`."),
    ] = "replicator"
    starts: Annotated[
        list[Annotated[str, Meta(max_length=10_000)]],
        Meta(
            max_length=100,
            description="Where play begins: the shares of strategies, one population after the other: "
            '["0.2, 0.8; 1/2, 1/2"]. Default: several starts.',
        ),
    ] = []
    precision: Annotated[
        float | None, Meta(description="With `best-response`: smooth it; a mistake of v is e^(-precision v) as likely.")
    ] = None
    one_population: Annotated[
        bool | None,
        Meta(description="One population for all roles, or one for each; default: one if the game is symmetric."),
    ] = None


class ToResist(OfGame, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


class ToEliminate(OfGame, frozen=True, forbid_unknown_fields=True, kw_only=True):
    weak: Annotated[bool, Meta(description="Also weakly dominated strategies; some equilibria may disappear.")] = False
    moves: Annotated[
        bool, Meta(description="Moves on the sequence form (two players), as where strategies are too many to list.")
    ] = False


class ToShrink(OfGame, frozen=True, forbid_unknown_fields=True, kw_only=True):
    pass


async def _asked(call: Call, given: OfGame, concept: Concept, answer: type[AnswerType]) -> AnswerType:
    order = Order(game=given.game, source=given.source, file=given.file, params=given.params, seconds=given.seconds)
    raw = await waited(call, call.desk.manager.one_off.consider(order, concept), "computing")
    return msgspec.json.decode(raw, type=answer)


async def commitment(call: Call, given: ToCommit) -> Committed:
    return await _asked(call, given, Commit(given.leader, given.pure), Committed)


async def team(call: Call, given: ToTeam) -> TeamAnswer:
    return await _asked(call, given, Team(given.team, given.correlated), TeamAnswer)


async def correlated_equilibrium(call: Call, given: ToCorrelate) -> CorrelatedAnswer:
    return await _asked(call, given, Correlate(given.concept, given.objective), CorrelatedAnswer)


async def dynamics(call: Call, given: ToFollow) -> DynamicsAnswer:
    concept = Follow(given.rule, given.starts, given.precision, given.one_population)
    return await _asked(call, given, concept, DynamicsAnswer)


async def stability(call: Call, given: ToResist) -> StabilityAnswer:
    return await _asked(call, given, Resist(), StabilityAnswer)


async def dominance(call: Call, given: ToEliminate) -> DominanceAnswer:
    return await _asked(call, given, Eliminate(given.weak, given.moves), DominanceAnswer)


async def smaller_game(call: Call, given: ToShrink) -> ShrunkenAnswer:
    return await _asked(call, given, Shrink(), ShrunkenAnswer)


LATER = f" Give either `game` or `source`. Answers within `seconds` ({SECONDS:g} by default), or refuses with a reason."

TOOLS = (
    Tool(
        "commitment",
        "The best announcement",
        "Finds the strategy that one of two players should announce and be bound to (a law, a patrol plan, a price "
        "list), and the other's best reply: a Stackelberg equilibrium, with a proof that no announcement is better, "
        "and what it brings over an equilibrium without announcing." + LATER,
        ToCommit,
        Committed,
        commitment,
        tell_commitment,
    ),
    Tool(
        "team",
        "A team against an adversary",
        "Computes what all players but one can be sure of together against the one who is left, and their strategies: "
        "each drawing alone (team-maxmin), or with a joint plan drawn at random before the game (`correlated`)."
        + LATER,
        ToTeam,
        TeamAnswer,
        team,
        tell_team,
    ),
    Tool(
        "correlated_equilibrium",
        "What a mediator can achieve",
        "Finds the correlated equilibrium that is best for all together or for one player: a mediator recommends moves "
        "in private, and no player gains by not following. For any number of players in small games." + LATER,
        ToCorrelate,
        CorrelatedAnswer,
        correlated_equilibrium,
        tell_correlated,
    ),
    Tool(
        "dynamics",
        "How play changes over time",
        "Follows how play changes when people imitate success (replicator), best-respond or learn by fictitious play: "
        "where it rests, whether that is stable, and where it leads from some starts. Use it to ask whether people "
        "would get to an equilibrium at all. For games with few strategies." + LATER,
        ToFollow,
        DynamicsAnswer,
        dynamics,
        tell_dynamics,
    ),
    Tool(
        "stability",
        "Evolutionary stability",
        "Lists the symmetric equilibria of a symmetric game of two players, and says exactly which are evolutionarily "
        "stable, and which mutants invade the others. For games with up to 12 strategies." + LATER,
        ToResist,
        StabilityAnswer,
        stability,
        tell_stability,
    ),
    Tool(
        "dominance",
        "What no sensible player does",
        "Eliminates dominated strategies round by round, and shows what dominates each and what is left; in large "
        "games of two players, dominated moves." + LATER,
        ToEliminate,
        DominanceAnswer,
        dominance,
        tell_dominance,
    ),
    Tool(
        "smaller_game",
        "The game without what makes no difference",
        "Merges information sets that are isomorphic (GameShrink, for any number of players): how large the game is "
        "then, and which decisions are one. An equilibrium of the smaller game is one of the game." + LATER,
        ToShrink,
        ShrunkenAnswer,
        smaller_game,
        tell_shrunken,
    ),
)
