"""The tool that explains a decision: the value of each move, the player's beliefs, the others' replies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta, Struct

from galakit.jobs.hand_messages import Option, Reply, Weighed
from galakit.jobs.job import Kept
from galakit.jobs.messages import Order, Words
from galakit.jobs.problems import Refused
from galakit.jobs.process import Denial
from galakit.jobs.protocol import Weigh
from galakit.mcp.answers import Belief, Explained
from galakit.mcp.calls import Call, Desk, Tool
from galakit.mcp.solving import JobId
from galakit.mcp.standing import fixed
from galakit.mcp.strategy import Facts, Player, facts_of, number
from galakit.mcp.text import cut, grouped, listed, named, natural, said, short, table
from galakit.study import questions
from galakit.study.answers import RangeItem
from galakit.study.quantities import UNDEFINED

RANGE = 10  # items of each other player's range
MOVES = 40
UNLISTED = "GK630"  # the error of a solution by states, which has no facts


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    job: JobId
    player: Player
    facts: Annotated[
        Facts,
        Meta(
            description="What the player knows at the decision: the facts revealed to them and their own moves as "
            'chose(MOVE). Example: ["myhand([1])", "chose(0)", "bet(dealer,1)"]. [] where they know nothing. They must '
            "name one decision; strategy lists them."
        ),
    ]
    move: Annotated[Words | None, Meta(description="A move you consider: the answer has its loss and its grade.")] = (
        None
    )


async def explain_decision(call: Call, given: Asked) -> Explained:
    desk = call.desk
    job = desk.solved(given.job)
    overview = await desk.ask(job, questions.OVERVIEW)
    who = number(overview, given.player)
    facts = facts_of(given.facts)
    weighed = await _weighed(desk, job, given.player, facts)
    chosen = _chosen(weighed, given.move)
    reach, beliefs = UNDEFINED, []
    if weighed.set is not None:
        here = await desk.ask(job, questions.SET, set=weighed.set)
        reach = here.reach
        beliefs = [
            Belief(
                player=overview.players[held.player],
                holds=sorted(held.items, key=_likeliest)[:RANGE],
                left_out=held.total - len(held.items[:RANGE]),
            )
            for held in here.ranges
        ]
    return Explained(
        job=job.id,
        game=" ".join(job.title.split()),
        player=overview.players[who],
        knows=weighed.facts,
        fact_words=weighed.fact_words,
        reach=reach,
        moves=sorted(weighed.moves, key=_order)[:MOVES],
        beliefs=beliefs,
        why=_why(weighed, overview.players, who, _given(job.order, given.player, weighed.facts)),
        verdict=None if chosen is None else _verdict(chosen, weighed, len(overview.players)),
    )


async def _weighed(desk: Desk, job: Kept, player: str, facts: list[str]) -> Weighed:
    try:
        return await desk.order(job, lambda number: Weigh(number, player, facts), Weighed)
    except Denial as denial:
        if denial.problems[0].id != UNLISTED:
            raise
        raise Refused(
            "invalid",
            "the solution of this game is by states, and its decisions cannot be named by facts",
            notes=["the first decision can be asked for, with facts=[]"],
            hint="solve it with smaller parameters" if job.adjustable else "ask for the first decision",
            id="GK630",
        ) from None


def _chosen(weighed: Weighed, move: str | None) -> Option | None:
    if move is None:
        return None
    for option in weighed.moves:
        if option.move.replace(" ", "") == move.replace(" ", "") or option.label == move.strip():
            return option
    moves = [option.move for option in weighed.moves]
    raise Refused(
        "invalid", f"there is no move `{move[:100]}` here", hint=f"the moves are {listed(moves, 20)}", id="GK513"
    )


def _order(option: Option) -> tuple[float, float]:
    """Sort by falling probability, then by falling value."""
    return -(option.probability.value or 0.0), -(option.value.value if option.value.value is not None else -1e300)


def _likeliest(item: RangeItem) -> tuple[float, list[tuple[int, str]]]:
    return -(item.probability.value or 0.0), natural(item.words)


def _given(order: Order, player: str, facts: list[str]) -> str | None:
    """A remark where the strategy at a decision was fixed, not computed."""
    if fixed(order.locks, player, ", ".join(facts)):
        return "The strategy here was fixed by the question (locks), not chosen because it is best."
    if order.against is not None and player != order.as_player:
        return f"The strategy here was copied from job {order.against}, not chosen because it is best now."
    return None


def _why(weighed: Weighed, players: Sequence[str], who: int, given: str | None) -> list[str]:
    """The reasons, in sentences."""
    rest = players[1 - who] if len(players) == 2 else "the other players"
    reasons = [] if given is None else [given]
    if all(option.value.value is None for option in weighed.moves):
        return [*reasons, f"By the solution, play of {rest} never leads here: values are undefined."]
    if len(weighed.moves) == 1:
        return [f"{weighed.moves[0].label} is the only move here."]
    best = [o for o in weighed.moves if o.level == "best"]
    reasons.append(_reason(weighed, best, players, who, given is not None))
    worse = sorted((o for o in weighed.moves if o.level != "best"), key=lambda o: o.loss.value or 0.0)
    if worse:
        reasons.append("Worse: " + "; ".join(f"{o.label} loses {said(o.loss)}" for o in worse[:6]) + ".")
    if weighed.strayed:
        reasons.append(
            "Play never comes here when all players follow the solution (reach 0): its strategy here is no advice."
        )
    return reasons


def _reason(weighed: Weighed, best: list[Option], players: Sequence[str], who: int, given: bool) -> str:
    """Why the moves of the solution are played."""
    player = players[who]
    rest = players[1 - who] if len(players) == 2 else "the others"
    played = [o for o in weighed.moves if o.probability.value]
    worth, tied = said(best[0].value), [o.label for o in best if o not in played]
    are = "are" if len(tied) > 1 else "is"
    if any(o.level != "best" for o in played):
        near = "" if given or weighed.strayed else "; the other moves it plays are within the gap of this solution"
        return f"{listed([o.label for o in best])} is worth most ({worth}){near}."
    if len(played) > 1:
        mix = ", ".join(f"{o.label} with probability {said(o.probability)}" for o in played)
        return (
            f"{player} mixes at random: {mix}. These moves have the same value ({worth}), so none is better in "
            f"itself; the proportions matter, because {rest} would exploit a predictable choice."
        )
    if tied:
        return (
            f"{played[0].label} is always played, but {listed(tied)} {are} worth just as much ({worth}) against what "
            f"{rest} do{'es' * (len(players) == 2)}: {player} is indifferent here, and other optimal strategies may "
            "play it."
        )
    return f"{played[0].label} is best: it is worth {worth} to {player}, more than any other move."


def _verdict(option: Option, weighed: Weighed, players: int) -> str:
    if option.level is None:
        return f"{option.label} has no grade: {option.words}"
    many = "opponents who notice" if players > 2 else "an opponent who notices"
    played = f"the solution makes it with probability {said(option.probability)}"
    if option.level == "best":
        careful = (
            "" if option.probability.value == 1 or players == 1 else f"; made always, it could be exploited by {many}"
        )
        return f"{option.label} is graded best: it loses nothing against this solution ({played}{careful})"
    better = listed([o.label for o in weighed.moves if o.level == "best"], 3)
    loses = f"it loses {said(option.loss)} on average compared with {better}"
    return f"{option.label} is graded {option.level}: {loses} ({played})"


def tell(answer: Explained) -> str:
    """An explanation in words."""
    met = "" if answer.reach.value is None else f" Play comes here with probability {said(answer.reach)}."
    knows = "; ".join(answer.fact_words) or "nothing yet"
    facts = f" As facts: {', '.join(answer.knows)}." if answer.fact_words != answer.knows else ""
    lines = [f"{answer.game} (job {answer.job}). {answer.player} knows: {knows}.{met}{facts}", ""]
    lines += table(
        ["move", "played", "value", "loss", "grade"],
        (
            [named(o.move, o.label), short(o.probability.value), said(o.value), said(o.loss), o.level or "–"]
            for o in answer.moves
        ),
    )
    lines += [
        f"(played: its probability in the solution; value: what {answer.player} gets in the end on average after this "
        "move, if they then play a best response and all others follow the solution; loss: the best move's value "
        "less this one's)",
        "",
        f"Why: {' '.join(answer.why)}",
    ]
    if answer.verdict is not None:
        lines += ["", f"The move asked about: {answer.verdict}."]
    replies = [(o.label, _replied(o.replies)) for o in answer.moves if o.replies]
    if replies:
        lines += ["", "What happens next:", *(f"  after {move}: {then}" for move, then in replies)]
    for belief in answer.beliefs:
        more = f"; {belief.left_out:,} more left out" if belief.left_out else ""
        held = grouped((h.words, h.probability) for h in belief.holds)
        lines += ["", f"What {belief.player} may know, by the belief of {answer.player}: {held}{more}."]
    return cut("\n".join(lines))


def _replied(replies: Sequence[Reply]) -> str:
    words = []
    for reply in replies:
        if not reply.probability.value:
            continue
        what = {"chance": "chance moves", "end": "the game ends"}.get(reply.who, f"{reply.who} plays {reply.label}")
        words.append(f"{what} with probability {said(reply.probability)}" if reply.probability.value < 1 else what)
    return ", ".join(words)


TOOLS = (
    Tool(
        "explain_decision",
        "Explain a decision",
        "Explains one decision of a player in a solved job: the probability and the expected value of each move, what "
        "each other move would lose and its grade (best, good, inaccuracy, mistake, blunder), how the others answer "
        "each move, and the player's belief about their private information. Give `move` to have a move of your own "
        "graded. Values assume that the others follow the solution of this job: after what_if or best_response, ask "
        "about the job that it returned.",
        Asked,
        Explained,
        explain_decision,
        tell,
    ),
)
