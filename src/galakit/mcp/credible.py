"""The tool that judges threats: whether a solution is a sequential equilibrium, also where play never comes."""

from __future__ import annotations

from msgspec import Struct

from galakit.mcp.calls import Call, Tool
from galakit.mcp.concept_texts import told_plays
from galakit.mcp.solving import JobId, Which
from galakit.mcp.text import cut, said, table
from galakit.study.concept_answers import CredibilityAnswer
from galakit.study.concept_questions import CREDIBILITY

NOTHING = "nothing yet"


class AskedCredibility(Struct, frozen=True, forbid_unknown_fields=True):
    job: JobId
    equilibrium: Which = 1


async def credibility(call: Call, given: AskedCredibility) -> CredibilityAnswer:
    return await call.desk.ask(call.desk.solved(given.job), CREDIBILITY, equilibrium=given.equilibrium)


def tell_credibility(answer: CredibilityAnswer) -> str:
    """The verdict, empty threats, and the nearest sequential equilibrium."""
    lines = [
        f"{answer.game}: {answer.verdict}.",
        f"Doing something else at one of the {answer.sets:,} information sets gains at most {said(answer.gain)}; play "
        f"comes to {answer.reached:,} of them; beliefs {answer.beliefs}.",
    ]
    if answer.empty:
        rows = [
            [one.player, one.knows or NOTHING, one.better, said(one.gain), "" if one.reached else "never reached"]
            for one in answer.empty
        ]
        lines += ["", *table(["player", "knows", "would rather", "gains", ""], rows)]
    if answer.conflict:
        together = "; ".join(f"{one.player}: {one.knows}" for one in answer.conflict)
        lines += ["", f"No consistent beliefs justify these together: {together}."]
    if answer.nearest is not None:
        worth = ", ".join(f"{player} {said(value)}" for player, value in answer.nearest.values.items())
        changed = [
            [one.player, one.knows or NOTHING, told_plays(one.before), told_plays(one.instead)]
            for one in answer.nearest.differences
        ]
        lines += ["", f"The nearest sequential equilibrium found is worth: {worth}. It differs here:", ""]
        lines += table(["player", "knows", "instead of", "plays"], changed)
    if answer.left_out:
        lines += ["", f"{answer.left_out:,} information sets are left out."]
    return cut("\n".join(lines))


TOOLS = (
    Tool(
        "credibility",
        "Are the threats credible?",
        "Decides whether the solution of a job is a sequential equilibrium: whether consistent beliefs justify every "
        "move, also where play never comes. Names empty threats, and offers the nearest equilibrium without them. "
        "The method `credible` of `solve` finds one from the start.",
        AskedCredibility,
        CredibilityAnswer,
        credibility,
        tell_credibility,
    ),
)
