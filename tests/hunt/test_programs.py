"""Random programs, each through every basis, method and front end: a short hunt in every run of the tests.

`make hunt` goes on for as long as one likes, and makes small what fails. A seed is all it takes to repeat a case:
`python -m tests.hunt --kinds programs --seed SEED --cases 1`.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import galakit as gk
from galakit.errors import GalakitError
from tests.hunt.examination import examined
from tests.hunt.in_python import in_python
from tests.hunt.oracle import Oracle
from tests.hunt.programs import program
from tests.hunt.shrinking import shrunk

KEPT = sorted((Path(__file__).parent / "kept").glob("*.gala"))
SIZE = 300  # bytes of a program's decisions


def from_seed(seed: int) -> str:
    return program(random.Random(seed).randbytes(SIZE))


# Shrinking by Hypothesis would only try other seeds; `make hunt` shrinks the program itself.
@settings(
    max_examples=4,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(st.integers(0, 2**63))
def test_a_random_program_is_one_game_whatever_looks_at_it(seed):
    text = from_seed(seed)
    try:
        examined(text)
    except Exception as error:
        raise AssertionError(f"seed {seed}:\n{text}") from error


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_what_once_failed_holds(path):
    examined(path.read_text(encoding="utf-8"))


def test_compiled_code_stays_within_its_arrays():
    # As plain Python, where NumPy looks at every index; compiled code would write into what others own.
    code = (
        "import sys; from pathlib import Path; from tests.hunt.examination import examined\n"
        "for path in sys.argv[1:]: print(examined(Path(path).read_text(encoding='utf-8'))['programs'])"
    )
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    two = KEPT[:2]
    command = [sys.executable, "-W", "ignore::RuntimeWarning", "-c", code, *map(str, two)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and ran.stdout.split() == ["1"] * len(two), ran.stderr


def test_programs_are_of_all_kinds():
    texts = [from_seed(seed) for seed in range(200)]
    words = Counter(
        word
        for text in texts
        for word in ("phase(", "while(", "repeat(", "take_turns(", "play_round(", "deal(deck", "nature(weights",
                     "if(", "payoff(", "reveal(", "part0(n)", "cid", "findall(", "\\=", "outcome(wins", "reveal([",
                     "$most", "choose($last", "nature(likely", "deal(deck, 2", "act(", "$opponent", "$lho", "unless(", "until(over",
                     "twice(part", "), players :", ", phase(", "end, ", "outcome(tie)", "outcome(prize)", "_)", "noting(V")
        if word in text
    )  # fmt: skip
    assert len(words) == 33 and min(words.values()) >= 2, words


def test_most_programs_are_games_of_some_size():
    sizes = []
    for seed in range(30):
        game = gk.loads(from_seed(seed))
        game.limit_states = game.limit_nodes = 2_000
        try:
            sizes.append(game.size().nodes)
        except GalakitError:
            sizes.append(0)
    assert sum(nodes >= 10 for nodes in sizes) >= 15


def test_shorter_strings_are_simpler_programs():
    assert len(program(b"")) < len(from_seed(1))
    small = shrunk(random.Random(5).randbytes(SIZE), lambda data: "take_turns(" in program(data))
    assert "take_turns(" in program(small) and len(small) < 30


@pytest.mark.parametrize(("name", "value"), [("kuhn", Fraction(-1, 18)), ("matching_pennies", 0), ("nim", None)])
def test_the_oracle_knows_what_is_known(name, value):
    game = gk.load(name)
    solution = gk.solve(game)
    oracle = Oracle(game.rules)
    size = game.size()
    assert oracle.size == (size.nodes, size.terminals, list(size.information_sets), list(size.sequences))
    strategies = [solution.strategy(p) for p in oracle.players]
    assert oracle.values(strategies) == solution.value
    assert oracle.gains(strategies) == tuple(0 for _ in game.players)
    if value is not None:
        assert oracle.values(strategies)[0] == value


def test_the_oracle_finds_what_a_player_can_gain():
    game = gk.load("kuhn")
    oracle = Oracle(game.rules)
    response = gk.best_response(game, "first", "uniform")
    strategies = [response.strategy(p) for p in oracle.players]
    assert oracle.values(strategies)[0] == Fraction(1, 2)
    assert oracle.gains(strategies) == (0, 1) == response.certificate.gains


def test_a_game_written_in_python_is_the_same_game():
    game = gk.load("beer_quiche")
    assert in_python(game).size().to_json() == game.size().to_json()
