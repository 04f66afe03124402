"""The state of a job in its process."""

from __future__ import annotations

import galakit as gk
from galakit.jobs.job_state import JobState
from galakit.jobs.messages import Taken


def test_a_job_without_a_named_method_goes_on_by_the_one_that_left_its_state(tmp_path):
    run = tmp_path / "job.run"
    gk.solve(gk.load("kuhn"), "dcfr", iterations=3, checkpoint=run)  # the automatic choice is another
    state = JobState(Taken(game="kuhn", gap=0.01), None, None, run=str(run))
    state.solve(lambda stage, done, total: None)
    assert state.solution.method == "dcfr" and state.solution.gap <= 0.01
