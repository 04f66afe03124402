"""Questions about other concepts than the solution's, and about its credibility; each takes some seconds at most."""

from __future__ import annotations

from typing import Any

from galakit.study.concept_answers import (
    Committed,
    CorrelatedAnswer,
    CredibilityAnswer,
    DominanceAnswer,
    ShrunkenAnswer,
    StabilityAnswer,
    TeamAnswer,
)
from galakit.study.inputs import Input
from galakit.study.portrait_answers import Portrait
from galakit.study.question import Question

DYNAMICS = Question(
    "readDynamics",
    "dynamics",
    Portrait,
    lambda study, **inputs: study.dynamics(**inputs),
    (
        Input(
            "rule",
            "string",
            "how play changes",
            "replicator",
            default="replicator",
            choices=("replicator", "best-response", "fictitious"),
        ),
        Input("start", "string", "shares: `0.2, 0.8; 1/2, 1/2`; default: several starts", "0.2, 0.8", default=""),
        Input(
            "each",
            "boolean",
            "whether each role has a population of its own, also in symmetric games",
            True,
            default=False,
        ),
    ),
    needs="list_all",
    carried="never",
)
COMMITMENT = Question(
    "readCommitment",
    "commitment",
    Committed,
    lambda study, **inputs: study.commitment(**inputs),
    (
        Input("leader", "integer", "who announces a strategy and is bound to it", 0, default=0, means="player"),
        Input("pure", "boolean", "whether only moves can be announced, and no probabilities", True, default=False),
    ),
    needs="list_all",
    carried="never",
)
TEAM = Question(
    "readTeam",
    "team",
    TeamAnswer,
    lambda study, **inputs: study.team(**inputs),
    (
        Input("adversary", "integer", "the player whom all others face together", 0, default=0, means="player"),
        Input("correlated", "boolean", "whether the team can draw a joint plan beforehand", True, default=False),
    ),
    needs="list_all",
    carried="never",
)
MEDIATION = Question(
    "readMediation",
    "mediation",
    CorrelatedAnswer,
    lambda study, **inputs: study.mediation(**inputs),
    (
        Input(
            "concept",
            "string",
            "when players may stop following",
            "efce",
            default="efce",
            choices=("nfce", "efce", "efcce", "nfcce", "afce"),
        ),
        Input("objective", "string", "what to maximise: `welfare`, or a player's name", "welfare", default="welfare"),
    ),
    needs="list_all",
    carried="never",
)
EVOLUTION = Question(
    "readEvolution",
    "evolution",
    StabilityAnswer,
    lambda study: study.evolution(),
    needs="list_all",
    carried="never",
)
DOMINANCE = Question(
    "readDominance",
    "dominance",
    DominanceAnswer,
    lambda study, **inputs: study.dominance(**inputs),
    (
        Input("weak", "boolean", "also weakly dominated strategies; equilibria may disappear", True, default=False),
        Input("moves", "boolean", "moves on the sequence form", True, default=False),
    ),
    needs="list_all",
    carried="never",
)
SHRUNKEN = Question(
    "readShrunken",
    "shrunken",
    ShrunkenAnswer,
    lambda study: study.shrunken(),
    needs="list_all",
    carried="never",
)
CREDIBILITY = Question(
    "readCredibility",
    "credibility",
    CredibilityAnswer,
    lambda study: study.credibility(),
    needs="list_all",
    carried="never",
)

CONCEPTS: tuple[Question[Any], ...] = (
    DYNAMICS,
    COMMITMENT,
    TEAM,
    MEDIATION,
    EVOLUTION,
    DOMINANCE,
    SHRUNKEN,
    CREDIBILITY,
)
