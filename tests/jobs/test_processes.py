"""Where the processes of jobs come from."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
def test_the_rehearsal_makes_no_mistake_and_starts_no_thread():
    code = (
        "from galakit.jobs.worker import rehearse; import os; rehearse(); print(len(os.listdir('/proc/self/task')));"
        "import sys; print('pyarrow' in sys.modules)"
    )
    environment = {"OPENBLAS_NUM_THREADS": "1"}
    import os

    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, env=os.environ | environment
    )
    assert result.stdout.split() == ["1", "False"], result.stderr


def test_a_new_solution_is_prepared_when_it_is_told_of_and_one_that_was_found_before_while_nobody_asks(tmp_path):
    code = (
        "import sys; from galakit.jobs.messages import Order; from galakit.jobs.protocol import Begin, Solved;"
        "from galakit.jobs.worker import begun; said = [];"
        "new = begun(Begin(order=Order(game='kuhn'), megabytes=4000), said.append);"
        "print(isinstance(said[-1], Solved), next(new.preparing, None));"
        "saved = new.save(sys.argv[1], '.json');"
        "old = begun(Begin(order=Order(game='kuhn'), megabytes=4000, saved=saved), said.append);"
        "print(isinstance(said[-1], Solved), next(old.preparing, None) > 0)"
    )
    result = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "kuhn")], capture_output=True, text=True, timeout=120
    )
    assert result.stdout.split() == ["True", "None", "True", "True"], result.stderr
