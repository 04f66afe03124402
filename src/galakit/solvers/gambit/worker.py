"""The process in which Gambit's routines run: a job in, an answer out, until there are no more jobs.

They are C++ that cannot be interrupted and may run for ever, or crash; the process contains that. A job has
a "routine", the "game" (an .efg text whose information sets have unique labels), "rational", "regret", "precision" and
"limit". The answer is {"equilibria": [{label of an information set: [probability, ...]}, ...]}, with rational
probabilities as text, or {"error": message}.
"""

from __future__ import annotations

import io
import signal
from typing import Any

from galakit.processes.child_side import answer_questions


def main() -> None:
    """Answer jobs; the first one is empty and is answered when Gambit is loaded."""
    import pygambit

    def answer(job: dict[str, Any]) -> dict[str, Any]:
        if not job:
            return {}
        # Gambit keeps other threads from running, on systems where one watches the parent.
        _alarm(int(job["limit"]) + 10)
        try:
            return {"equilibria": solve(pygambit, job)}
        except Exception as error:
            return {"error": str(error) or type(error).__name__}
        finally:
            _alarm(0)

    answer_questions(answer)


def solve(pygambit: Any, job: dict[str, Any]) -> list[dict[str, list[Any]]]:
    """The equilibria a routine finds, as behaviour at each information set."""
    game = pygambit.read_efg(io.BytesIO(job["game"].encode()))
    if job["precision"] is not None:
        return [_quantal_response(pygambit, game, job["precision"])]
    found = run(pygambit.nash, game, job["routine"], job["rational"], job["regret"])
    return [_behaviour(game, profile, job["rational"]) for profile in found.equilibria]


def run(nash: Any, game: Any, routine: str, rational: bool, regret: float | None) -> Any:
    """Call a routine of `pygambit.nash`; `regret` is what it may leave, as a part of the range of the payoffs."""
    enough = {} if regret is None else {"maxregret": regret}
    if routine in ("lp", "lcp", "enummixed"):
        return getattr(nash, f"{routine}_solve")(game, rational=rational)
    if routine in ("enumpoly", "logit"):
        return getattr(nash, f"{routine}_solve")(game, **enough)
    if routine == "liap":
        return nash.liap_solve(game.mixed_strategy_profile(), **enough)
    if routine == "simpdiv":
        from fractions import Fraction

        exact = {name: Fraction(value).limit_denominator(10**12) for name, value in enough.items()}
        return nash.simpdiv_solve(game.mixed_strategy_profile(rational=True), **exact)
    return getattr(nash, f"{routine}_solve")(game)


def _behaviour(game: Any, profile: Any, rational: bool) -> dict[str, list[Any]]:
    if hasattr(profile, "as_behavior"):  # a mixed strategy
        profile = profile.as_behavior()
    written: Any = str if rational else float
    return {s.label: [written(profile[action]) for action in s.actions] for s in game.infosets}


def _quantal_response(pygambit: Any, game: Any, precision: float) -> dict[str, list[Any]]:
    """The logit equilibrium on the principal branch; it is a flat list of probabilities."""
    (found,) = pygambit.qre.logit_solve_lambda(game, lam=[precision])
    flat = iter([found[k] for k in range(len(found))])
    return {s.label: [next(flat) for _ in s.actions] for player in game.players for s in player.infosets}


def _alarm(seconds: int) -> None:
    if hasattr(signal, "alarm"):  # not on Windows
        signal.alarm(seconds)


if __name__ == "__main__":
    main()
