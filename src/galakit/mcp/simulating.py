"""The tool that plays a solution many times."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from galakit.agents.registry import OpenName
from galakit.jobs.messages import Name, Plays, Seed, Simulated
from galakit.jobs.protocol import Simulate
from galakit.mcp.answers import Simulation
from galakit.mcp.calls import Call, Tool
from galakit.mcp.solving import JobId
from galakit.mcp.text import cut, said, short, table
from galakit.study.answers import Step

SAMPLE = 2  # plays in the answer


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    job: JobId
    plays: Annotated[int, Meta(ge=1, le=1_000_000, description="The number of plays.")] = 10_000
    seed: Annotated[Seed | None, Meta(description="The same seed gives the same plays.")] = None
    agents: Annotated[
        dict[Name, OpenName],
        Meta(description="Player -> agent; default: the solution."),
    ] = {}


async def simulate(call: Call, given: Asked) -> Simulation:
    job = call.desk.solved(given.job)
    plays = Plays(plays=given.plays, agents=given.agents, seed=given.seed)
    found = await call.desk.order(job, lambda number: Simulate(number, plays), Simulated)
    last = found.averages[-1]
    return Simulation(
        job=job.id,
        plays=last.plays,
        seed=found.seed,
        players=found.players,
        expected=found.values,
        averages=last.means,
        standard_errors=last.errors,
        sample=found.examples[:SAMPLE],
    )


def tell(answer: Simulation) -> str:
    """Averages, and some plays."""
    lines = [f"{answer.plays:,} plays of job {answer.job} (seed {answer.seed}):", ""]
    lines += table(
        ["player", "average payoff", "standard error", "expected"],
        zip(
            answer.players, map(short, answer.averages), map(short, answer.standard_errors), map(said, answer.expected)
        ),
    )
    lines += ["", *(f"One play: {_line(play)}" for play in answer.sample)]
    return cut("\n".join(lines))


def _line(play: list[Step]) -> str:
    return ", ".join(f"{step.who}: {step.label}" for step in play)


TOOLS = (
    Tool(
        "simulate",
        "Play many times",
        "Plays a solved job many times, all players following its solution, or by other agents: average payoffs with "
        "their standard errors, and a few plays move by move. Use it to see the role of luck, how well an agent "
        "does against the solution, or examples; expected payoffs are known from solve.",
        Asked,
        Simulation,
        simulate,
        tell,
    ),
)
