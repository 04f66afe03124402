"""How well the agents play: matches without a network, with alternating sides and confidence intervals.

python -m benchmarks.ggp_strength connect_four mcts minimax:2 --games 200 --clock 0.05
python -m benchmarks.ggp_strength GAME.kif mcts random --games 200
python -m benchmarks.ggp_strength kuhn_gdl solution random --games 10000 --clock 0.02 --start 20
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from pathlib import Path

from galakit.agents.registry import maker
from galakit.errors import Source
from galakit.game.game import Game
from galakit.gdl.machine import RANDOM, Machine
from galakit.gdl.machines import machine_of
from galakit.gdl.rules import GdlRules
from galakit.gdl.text.read import read_description
from galakit.ggp.role import Role
from galakit.ggp.standing import News


def machine_named(name: str) -> Machine:
    """The machine of a description in a file, or of a shipped one."""
    path = Path(name)
    if not path.exists():
        import galakit

        path = Path(galakit.__file__).parent / "games" / f"{name}.kif"
    return machine_of(read_description(Source(path.name, path.read_text(encoding="utf-8"))))


def match(
    machine: Machine, agents: dict[int, Role], names: dict[int, str], start: float, clock: float, rng: random.Random
) -> tuple[list[int], dict[int, float]]:
    """The goals at the end, and the largest delay of a move in seconds; roles without an agent move at random."""
    state = machine.opening()
    late = dict.fromkeys(agents, -math.inf)
    for role, agent in agents.items():
        agent.prepare(maker(names[role]), time.monotonic() + start)
    while not machine.terminal(state):
        joint = []
        for role in range(len(machine.roles)):
            legal = machine.legal(state, role)
            if role not in agents:
                joint.append(rng.choice(legal))
                continue
            deadline = time.monotonic() + clock
            joint.append(agents[role].choose(deadline))
            late[role] = max(late[role], time.monotonic() - deadline)
            assert joint[-1] in legal, f"{joint[-1]} is not legal"
        seen = machine.sees(state, joint)
        state = machine.next(state, joint)
        for role, agent in agents.items():
            agent.observe(News(joint[role], None if machine.incomplete else tuple(joint), seen[role]))
    for agent in agents.values():
        agent.close()
    return [goal or 0 for goal in machine.goals(state)], late


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("ours")
    parser.add_argument("theirs")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--clock", type=float, default=0.05, help="seconds per move")
    parser.add_argument("--start", type=float, default=0.5, help="seconds to prepare")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    machine = machine_named(options.game)
    playable = Game(GdlRules(machine, options.game))
    playing = [role for role, name in enumerate(machine.roles) if name != RANDOM]
    rng = random.Random(options.seed)
    scores, wins, draws, lates = [], 0, 0, []
    began = time.time()
    for game in range(options.games):
        side = playing[game % len(playing)]
        names = {role: options.ours if role == side else options.theirs for role in playing}
        agents = {role: Role(playable, role, rng.getrandbits(30)) for role in names}
        goals, late = match(machine, agents, names, options.start, options.clock, rng)
        others = [goals[role] for role in playing if role != side]
        wins += goals[side] > max(others, default=0)
        draws += goals[side] == max(others, default=0)
        scores.append(goals[side])
        lates.append([late[side], *(late[role] for role in playing if role != side)])
    mean = sum(scores) / len(scores)
    error = 1.96 * math.sqrt(sum((s - mean) ** 2 for s in scores) / max(1, len(scores) - 1) / len(scores))
    low, high = wilson(wins + 0.5 * draws, len(scores))
    report = {
        "game": options.game, "ours": options.ours, "theirs": options.theirs, "games": len(scores),
        "wins": wins, "draws": draws, "losses": len(scores) - wins - draws,
        "share": [round(x, 3) for x in ((wins + 0.5 * draws) / len(scores), low, high)],
        "goal": [round(mean, 2), round(error, 2)],
        "latest": [round(max(times), 4) for times in zip(*lates)], "seconds": round(time.time() - began),
    }  # fmt: skip
    print(json.dumps(report))


def wilson(successes: float, trials: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share; draws count half, which makes it a little too wide."""
    share = successes / trials
    centre = share + z * z / (2 * trials)
    spread = z * math.sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials))
    return (centre - spread) / (1 + z * z / trials), (centre + spread) / (1 + z * z / trials)


if __name__ == "__main__":
    main()
