"""Jobs in real processes: turns, sleep, death, and limits."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys

import pytest

from galakit.errors import GalakitError
from galakit.jobs import one_off
from galakit.jobs.catalogue import Text
from galakit.jobs.hand_messages import Seating
from galakit.jobs.job_manager import JobManager
from galakit.jobs.messages import Order, Plays
from galakit.jobs.process import LONGEST_ANSWER, Gone, Process
from galakit.jobs.protocol import Ask, Simulate, Sit
from galakit.jobs.settings import Settings
from galakit.processes.children import Child, ForkServer
from jobs.texts import COIN, ENDLESS, HOG, LOOP

PATIENCE = 120


class Shared(ForkServer):
    """One for all tests: it takes seconds to load."""

    async def close(self):
        pass


async def loaded(fork_server):
    """Wait until it has given a process: what is limited in time waits for nothing then."""
    child = await fork_server.take()
    child.listen(lambda line: None, lambda: None)
    await asyncio.wait_for(child.begun.wait(), PATIENCE)
    await child.end()


@pytest.fixture(scope="module")
def working():
    """Runs a test in a manager with some settings."""
    with asyncio.Runner() as runner:
        fork_server = Shared("galakit.jobs.worker", LONGEST_ANSWER)
        runner.run(loaded(fork_server))

        async def run(test, settings):
            manager = JobManager(Settings(**{"at_once": 2, "megabytes": 2_000} | settings))
            manager.processes = fork_server
            await manager.begin()
            try:
                async with asyncio.timeout(PATIENCE):
                    await test(manager)
            finally:
                for job in list(manager):
                    manager.remove(job.id)
                    if job.process is not None:
                        await job.process.end()
                folder = manager.folder
                await manager.close()
                assert not folder.exists()

        yield lambda test, **settings: runner.run(run(test, settings))
        runner.run(ForkServer.close(fork_server))


async def solved(manager, **order):
    job = manager.submit(Order(**order))
    await job.ended.wait()
    assert job.state == "solved", job.problems
    return job


async def asked(manager, job, question="overview"):
    return json.loads(bytes(await manager.ask(job, lambda number: Ask(number, question))))


async def gone(pid):
    while True:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.02)


def test_jobs_beyond_the_limit_sleep_and_wake_and_answer_the_same(working):
    async def test(manager):
        first = await solved(manager, game="kuhn")
        before = await asked(manager, first), await asked(manager, first, "sets/3")
        others = [await solved(manager, game="kuhn", params={"cards": str(n)}) for n in (4, 5)]
        while first.awake:
            await asyncio.sleep(0.02)
        assert first.saved is not None and not first.problems and first.state == "solved"
        after = await asked(manager, first), await asked(manager, first, "sets/3")
        assert first.awake
        for kind in ("values", "gains", "exact", "method"):
            assert after[0][kind] == before[0][kind]
        assert after[1] == before[1]
        while sum(job.awake for job in (first, *others)) > 2:
            await asyncio.sleep(0.02)

    working(test, awake=2)


def test_a_table_goes_on_where_it_was_when_its_job_has_slept_or_died(working):
    async def test(manager):
        job = await solved(manager, game="kuhn")

        async def sit(hands):
            order = {"table": "t", "seating": Seating("first"), "seed": 5, "hands": hands}
            return json.loads(bytes(await manager.ask(job, lambda number: Sit(number=number, **order))))

        hands = [["bet"], ["bet"], []]
        before = await sit(hands)
        os.kill(job.process.pid, signal.SIGKILL)
        while job.awake:
            await asyncio.sleep(0.01)
        assert await sit(hands) == before
        await manager._sleep(job)
        assert not job.awake and await sit(hands) == before
        assert before["hand"] == 3 and before["hands"] == 2

    working(test)


def test_a_process_that_is_killed_fails_its_job_and_no_other(working):
    async def test(manager):
        victim = manager.submit(Order(source=ENDLESS))
        while victim.state != "solving" or victim.process.pid is None:
            await asyncio.sleep(0.01)
        os.kill(victim.process.pid, signal.SIGKILL)
        await victim.ended.wait()
        assert victim.state == "failed" and victim.problems[0].id == "GK817"
        assert await asked(manager, await solved(manager, game="kuhn"))

    working(test)


def test_cancelling_ends_the_process_at_once(working):
    async def test(manager):
        job = manager.submit(Order(game="breakthrough"))
        while job.state != "solving" or job.process.pid is None:
            await asyncio.sleep(0.01)
        pid = job.process.pid
        assert manager.remove(job.id).state == "cancelled"
        await gone(pid)
        assert manager.find(job.id).state == "cancelled"
        manager.remove(job.id)
        with pytest.raises(GalakitError, match="GK813"):
            manager.find(job.id)

    working(test)


def test_a_game_that_is_not_solved_in_time_fails_with_a_reason(working):
    async def test(manager):
        job = manager.submit(Order(game="breakthrough"))
        await job.ended.wait()
        assert job.state == "failed" and job.problems[0].id == "GK816"
        assert job.problems[0].remedy == "sooner"  # there are no parameters that could be smaller

    working(test, seconds=1.0)


def test_a_game_with_parameters_that_is_not_solved_in_time_could_be_smaller(working):
    async def test(manager):
        job = manager.submit(Order(game="rhode_island", gap=1e-12))
        await job.ended.wait()
        assert job.state == "failed" and job.problems[0].remedy == "less_or_sooner"

    working(test, seconds=4.0)  # by then it is read, also on a busy machine


@pytest.mark.parametrize("source, file", [(LOOP, "a.gala"), (HOG, "a.gala")], ids=["loop", "hog"])
def test_rules_that_eat_time_or_memory_fail_with_a_reason_that_is_theirs(working, source, file):
    async def test(manager):
        job = manager.submit(Order(source=source, file=file))
        await job.ended.wait()
        assert job.state == "failed" and job.problems and job.problems[0].id != "GK829", job.problems

    working(test, megabytes=400)


def test_twenty_jobs_that_take_long_keep_no_quick_one_waiting(working):
    async def test(manager):
        hostile = [
            {"source": LOOP},
            {"source": HOG},
            {"source": ENDLESS},
            {"game": "rhode_island"},
            {"game": "breakthrough"},
        ]
        jobs = [manager.submit(Order(**hostile[k % 5])) for k in range(20)]
        await solved(manager, game="kuhn")
        await solved(manager, game="kuhn")
        running = [job for job in jobs if job.state in ("reading", "solving")]
        waiting = [job for job in jobs if job.state == "queued"]
        assert len(running) <= 2 and len(running) + len(waiting) >= 8
        assert sorted(job.ahead for job in waiting) == list(range(len(waiting)))
        for job in jobs:
            manager.remove(job.id)

    working(test, quick=0.2)


def test_jobs_that_were_sent_back_fill_a_place_that_is_free(working):
    async def test(manager):
        endless = manager.submit(Order(source=ENDLESS))
        while endless.state != "solving":
            await asyncio.sleep(0.01)
        jobs = [manager.submit(Order(game="kuhn", params={"cards": str(n)})) for n in range(3, 11)]
        await asyncio.gather(*(job.ended.wait() for job in jobs))
        assert {job.state for job in jobs} == {"solved"} and endless.state == "solving"

    working(test, quick=0.02)


def test_the_best_so_far_survives_the_limit_of_time(working):
    async def test(manager):
        job = await solved(manager, game="leduc", method="cfr+", gap=1e-14, seconds=3_600)
        told = await asked(manager, job)
        assert 0 < told["gap"]["value"] < 0.5 and any("interrupt" in words for words in told["warnings"])

    working(test, seconds=6.0)


def test_a_solution_in_hand_survives_the_limit_of_time_while_answers_are_prepared(working):
    async def test(manager):
        job = manager.submit(Order(game="tic_tac_toe_gdl"))
        while job.progress is None or job.progress.stage != "preparing answers":
            assert job.state != "failed", job.problems
            await asyncio.sleep(0.01)
        os.kill(job.process.pid, signal.SIGSTOP)  # what is prepared takes longer than there is time
        await job.ended.wait()
        assert job.state == "solved", job.problems
        os.kill(job.process.pid, signal.SIGCONT)
        assert (await asked(manager, job))["gap"]["text"] == "0"

    working(test, seconds=12.0)


def test_a_job_with_a_solution_in_hand_makes_room_as_a_solved_one(working):
    async def test(manager):
        endless = manager.submit(Order(source=ENDLESS))
        while not manager._queue._lasting:
            await asyncio.sleep(0.01)
        job = manager.submit(Order(game="tic_tac_toe_gdl"))
        states = []
        while not job.found.is_set():
            states.append(job.state)
            await asyncio.sleep(0.01)
        await solved(manager, game="kuhn")
        assert job.state == "solved" and endless.state == "solving" and job.problems == []
        assert (await asked(manager, job))["gap"]["text"] == "0"

    working(test, quick=0.2)


def test_a_job_is_not_lost_with_the_process_that_its_own_should_have_come_from():
    async def test():
        manager = JobManager(Settings(at_once=2, megabytes=2_000))
        await manager.begin()
        try:
            job = manager.submit(Order(game="kuhn"))
            check = asyncio.create_task(manager.one_off.check(Text(COIN)))
            await asyncio.sleep(0.2)  # its process is still loading what it will need
            manager.processes._process.kill()
            async with asyncio.timeout(PATIENCE):
                await job.ended.wait()
                assert json.loads(bytes(await check))["players"] == ["ann"]
            assert job.state == "solved", job.problems
        finally:
            await manager.close()

    asyncio.run(test())


def test_a_job_that_is_lost_with_its_machine_while_its_answers_are_prepared_is_solved_again(working):
    async def test(manager):
        job = manager.submit(Order(game="leduc", method="cfr+", options={"iterations": "20"}))
        await job.found.wait()
        first = job.process
        assert job.state == "solving"
        first._child.lost = True  # as the process of a cluster is when its machine is gone
        os.kill(first.pid, signal.SIGKILL)
        await job.ended.wait()
        assert job.state == "solved" and job.process is not first
        assert (await asked(manager, job))["gap"]["value"] < 1

    working(test)


def test_the_queue_is_bounded_and_says_how_many_are_ahead(working):
    async def test(manager):
        jobs = [manager.submit(Order(game="breakthrough")) for _ in range(4)]
        assert [job.ahead for job in jobs] == [0, 0, 0, 1]
        with pytest.raises(GalakitError, match="GK815"):
            manager.submit(Order(game="kuhn"))
        manager.remove(jobs[2].id)
        assert jobs[3].ahead == 0

    working(test, waiting=2)


def test_what_is_exploited_is_the_profile_of_the_other_job(working):
    async def test(manager):
        other = await solved(manager, game="kuhn", locks=[])
        job = await solved(manager, against=other.id, as_player="first")
        assert job.order.game == "kuhn"
        told = await asked(manager, job)
        assert told["gains"][0]["value"] == 0 and told["values"][0]["text"] == "-1/18"

    working(test)


def test_a_question_that_takes_too_long_is_given_up_and_the_job_answers_others(working):
    async def test(manager):
        job = await solved(manager, game="short_deck_holdem")
        with pytest.raises(GalakitError, match="GK818"):
            await manager.ask(job, lambda number: Simulate(number, Plays(1_000_000)))
        object.__setattr__(manager.settings, "patience", 60.0)
        assert (await asked(manager, job))["players"]

    working(test, patience=1.0)


def test_a_question_to_a_job_that_is_removed_meanwhile_finds_no_job(working):
    async def test(manager):
        job = await solved(manager, game="kuhn")
        answer = asyncio.create_task(manager.ask(job, lambda number: Simulate(number, Plays(1_000_000))))
        await asyncio.sleep(0.1)
        manager.remove(job.id)
        with pytest.raises(GalakitError, match=f"there is no job {job.id}"):
            await answer

    working(test)


def test_a_text_is_checked_in_a_process_that_ends(working, monkeypatch):
    monkeypatch.setattr(one_off, "CHECKING", PATIENCE)

    async def test(manager):
        assert json.loads(bytes(await manager.one_off.check(Text(COIN))))["players"] == ["ann"]
        wrong = json.loads(bytes(await manager.one_off.check(Text("game(coin, [players : [ann"))))
        assert wrong["problems"][0]["line"] == 1

    working(test)


@pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux only")
@pytest.mark.parametrize(
    "said",
    [b"nonsense\n", b'{"type": "found"}\n', b"x" * 300_000, b'{"type": "denied", "number": "me"}\n'],
    ids=["words", "half", "endless", "mistyped"],
)
def test_a_process_that_says_what_nobody_understands_is_ended(said):
    async def test():
        import socket

        ours, theirs = socket.socketpair()
        killed = []
        reader, writer = await asyncio.open_unix_connection(sock=ours, limit=100_000)
        process = Process(Child(reader, writer, killed.append, lambda: None))
        answer = asyncio.create_task(process.ask(lambda number: Ask(number, "overview")))
        theirs.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(theirs, b"12345\n" + said)
        with pytest.raises(Gone):
            await asyncio.wait_for(answer, 10)
        assert killed == [12345]
        theirs.close()
        await process.end()

    asyncio.run(test())
