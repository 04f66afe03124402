"""JobQueue are fair: no place is idle while a job waits, every job that ends gets to its end, and small ones soon."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from galakit.jobs.queue import JobQueue

JOBS = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 60)), min_size=1, max_size=12)
"""when each is ordered, and how long it has to run without being sent back"""


class Plan:
    """Time goes by in steps; a job that is sent back begins anew. The first slice is one step."""

    def __init__(self, at_once: int, jobs: list[tuple[int, int]]) -> None:
        self.queue: JobQueue[int] = JobQueue(at_once)
        self.jobs = jobs
        self.ran: dict[int, int] = {}
        """of the jobs that run, for how long"""
        self.ended: dict[int, int] = {}
        self.now = 0

    def settle(self) -> None:
        while (job := self.queue.surplus()) is not None:
            self.queue.send_back(job)
            del self.ran[job]
            self.begin()
        self.begin()
        idle = self.queue.at_once - len(self.ran)
        assert not idle or not self.queue.waiting, "a place is idle while a job waits"

    def begin(self) -> None:
        while (job := self.queue.take()) is not None:
            self.ran[job] = 0

    def step(self) -> None:
        for job, (when, _) in enumerate(self.jobs):
            if when == self.now:
                self.queue.join(job)
        self.settle()
        self.now += 1
        for job in list(self.ran):
            self.ran[job] += 1
            if self.ran[job] >= self.jobs[job][1]:
                self.queue.leave(job)
                del self.ran[job]
                self.ended[job] = self.now
            elif self.ran[job] == self.queue.slice(job):
                self.queue.lasts(job)
        self.settle()


@given(st.integers(1, 4), JOBS)
def test_no_place_is_idle_while_a_job_waits_and_all_jobs_end(at_once, jobs):
    plan = Plan(at_once, jobs)
    work = 31 + 3 * sum(seconds for _, seconds in jobs) + len(jobs) ** 2
    while len(plan.ended) < len(jobs):
        plan.step()
        assert plan.now <= work, "more than two thirds of the work is done in vain"


@given(st.integers(2, 4), st.integers(0, 20))
def test_endless_jobs_keep_no_quick_one_waiting(at_once, many):
    plan = Plan(at_once, [(0, 10**9)] * many + [(10, 1)])
    while many not in plan.ended:
        plan.step()
    assert plan.ended[many] <= max(10, many) + 2


def test_a_small_job_that_was_sent_back_does_not_wait_for_an_endless_one():
    endless, small = [(0, 10**9)] * 3, [(0, 3)] * 20
    plan = Plan(2, endless + small)
    while not set(range(3, 23)) <= set(plan.ended):
        plan.step()
    assert plan.now < 3 * (1 + 4) + 20 * (1 + 4) + 16


def test_a_job_that_has_used_up_its_slice_goes_on_where_the_others_have_run_longer():
    queue = JobQueue(2)
    for job in ("endless", "vast", "kuhn"):
        queue.join(job)
    queue.take(), queue.take(), queue.lasts("endless"), queue.lasts("vast"), queue.send_back("vast")
    assert queue.take() == "kuhn" and queue.waiting == ["vast"]
    queue.lasts("kuhn")
    assert queue.surplus() is None and queue.slice("kuhn") == 4
    queue.lasts("kuhn")
    assert queue.surplus() == "kuhn"


def test_whoever_is_sent_back_in_the_middle_of_a_slice_goes_on_first_and_no_longer():
    queue = JobQueue(2)
    for job in ("endless", "vast", "huge"):
        queue.join(job)
    queue.take(), queue.take(), queue.lasts("endless"), queue.lasts("vast"), queue.send_back("vast")
    assert queue.take() == "huge"
    queue.join("deep")
    queue.lasts("huge")
    queue.send_back("huge")
    assert queue.take() == "deep" and queue.waiting == ["vast", "huge"]
    queue.leave("deep")
    assert queue.take() == "vast" and queue.waiting == ["huge"]
    queue.join("kuhn")
    assert queue.surplus() == "vast"
    queue.send_back("vast")
    assert queue.waiting == ["kuhn", "vast", "huge"] and queue.slice("vast") == 4


@given(st.integers(1, 4), st.lists(st.sampled_from("abc"), min_size=1, max_size=15))
def test_callers_take_turns(at_once, callers):
    queue = JobQueue(at_once)
    for job, caller in enumerate(callers):
        queue.join(job, caller)
    order = []
    while (job := queue.take()) is not None or queue.waiting:
        order.append(job)
        queue.leave(job)
    # Each ends at once, so none runs when the next is taken: all of one caller keep their order, and the first to ask is first.
    assert sorted(order) == list(range(len(callers))) and order[0] == 0
    for caller in "abc":
        assert [job for job in order if callers[job] == caller] == [j for j, c in enumerate(callers) if c == caller]


def test_a_caller_who_orders_much_does_not_keep_another_waiting():
    queue = JobQueue(2)
    for job in range(20):
        queue.join(job, "many")
    assert queue.take() == 0
    queue.join("one", "another")
    assert queue.waiting[0] == "one" and queue.take() == "one"
    queue.join("two", "another")
    assert queue.waiting[:3] == [1, "two", 2]
