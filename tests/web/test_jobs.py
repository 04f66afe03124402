"""The whole life of jobs, through a real server."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from io import BytesIO

import httpx
import pytest
from jobs.texts import COIN, ENDLESS
from solvers.own_package import MODULE, package

from web.serving import WAIT, serving


def followed(served, id):
    with served.client.stream("GET", f"/api/jobs/{id}/events") as events:
        assert events.headers["content-type"].startswith("text/event-stream")
        return [json.loads(line.removeprefix("data: ")) for line in events.iter_lines() if line.startswith("data: ")]


def test_a_game_is_ordered_followed_and_studied(served):
    id = served.order(game="kuhn")
    assert [job["state"] for job in followed(served, id)][-1] == "solved"
    assert served.job(id)["title"] == "kuhn  cards=3"
    assert served.ask(id, "overview")["values"][0]["text"] == "-1/18"
    assert served.ask(id, "players/0/grid")["rows"][0]["short"] == "J"
    found = served.ask(id, "sets?facts=card(3)&player=1")
    assert {line["player"] for line in found["items"]} == {1}
    one = served.ask(id, f"sets/{found['items'][0]['id']}")
    assert one["facts"][0] == "card(3)"
    assert served.ask(id, "nodes/0")["mover"] == "chance"
    assert id in [job["id"] for job in served.client.get("/api/jobs").json()["items"]]


def test_a_request_may_wait_for_the_end_but_not_for_long(served):
    solved = served.client.post("/api/jobs?wait=60", json={"game": "kuhn"})
    assert solved.status_code == 202 and solved.json()["state"] == "solved"
    endless = served.client.post("/api/jobs?wait=1", json={"source": ENDLESS}).json()
    assert endless["state"] not in ("solved", "failed")
    assert served.client.get(f"/api/jobs/{endless['id']}?wait=0").json()["state"] == endless["state"]
    served.client.delete(f"/api/jobs/{endless['id']}")
    assert served.client.get(f"/api/jobs/{endless['id']}?wait=60").json()["state"] == "cancelled"
    refused = served.client.get(f"/api/jobs/{endless['id']}?wait=61")
    assert refused.status_code == 400 and "at most 60" in refused.text


def test_a_report_is_taken_home(served):
    answer = served.client.get(f"/api/jobs/{served.solved(game='kuhn')}/file?format=html")
    assert answer.headers["content-type"].startswith("text/html") and 'filename="kuhn.html"' in str(answer.headers)
    assert "attachment" in answer.headers["content-disposition"] and "-1/18" in answer.text


def test_a_text_is_solved_as_its_ending_says(served):
    source = 'EFG 2 R "coin" { "ann" }\np "" 1 1 "" { "left" "right" } 0\nt "" 1 "" { 1 }\nt "" 2 "" { 3 }\n'
    id = served.solved(source=source, file="coin.efg")
    assert served.ask(id, "overview")["values"][0]["text"] == "3"


def test_who_is_locked_does_as_he_is_told_and_the_others_take_advantage(served):
    lock = {"player": "second", "facts": ["card(1)"], "probabilities": {"pass": 1}}
    honest = served.solved(game="kuhn", locks=[lock])
    assert served.ask(honest, "overview")["values"][0]["text"] == "1/18"
    free = served.solved(game="kuhn")
    compared = served.ask(free, f"comparison?other={honest}")
    assert compared["total"] > 0 and compared["ours"][0]["text"] == "-1/18"
    exploited = served.solved(against=honest, as_player="first")
    best = served.ask(exploited, "overview")
    assert best["values"][0]["value"] >= 1 / 18 and best["gains"][0]["value"] == 0


def test_a_file_that_is_taken_home_is_opened_again(served, tmp_path):
    import galakit as gk

    id = served.solved(game="kuhn")
    for form in ("json", "parquet"):
        answer = served.client.get(f"/api/jobs/{id}/file?format={form}")
        assert answer.status_code == 200 and f'"kuhn.{form}"' in answer.headers["content-disposition"]
        path = tmp_path / f"kuhn.{form}"
        path.write_bytes(BytesIO(answer.content).getvalue())
        assert gk.load_solution(path).value[0] == gk.solve(gk.load("kuhn")).value[0]


def test_cancelled_jobs_stay_listed_until_they_are_deleted_again(served):
    id = served.order(source=ENDLESS)
    served.until(id, "solving")
    assert served.client.delete(f"/api/jobs/{id}").json()["state"] == "cancelled"
    assert served.job(id)["state"] == "cancelled"
    assert served.client.delete(f"/api/jobs/{id}").status_code == 200
    assert served.client.get(f"/api/jobs/{id}").status_code == 404


def test_rules_that_are_wrong_fail_with_the_place_and_the_remedy(served):
    job = served.until(served.order(source="game(coin, [players : [ann"))
    assert job["state"] == "failed"
    assert job["problems"][0]["line"] == 1 and job["problems"][0]["hint"]


@pytest.mark.parametrize(
    "order, id",
    [
        ({}, "GK811"),
        ({"game": "kuhn", "source": "x"}, "GK811"),
        ({"game": "chess"}, "GK501"),
        ({"game": "../../etc/passwd"}, "GK501"),
        ({"game": "kuhn", "method": "guess"}, "GK509"),
        ({"game": "kuhn", "method": "lp", "options": {"speed": "9"}}, "GK509"),
        ({"game": "kuhn", "options": {"exact": "1"}}, "GK509"),
        ({"game": "kuhn", "method": "cfr", "options": {"checkpoint": "/tmp/state"}}, "GK825"),
        ({"game": "kuhn", "options": {"start": "/etc/passwd"}}, "GK825"),
        ({"game": "kuhn", "method": "lp", "options": {"algorithm": 7}}, "GK810"),
        ({"game": "kuhn", "method": "lp", "options": {"algorithm": "x" * 1_001}}, "GK810"),
        ({"game": "kuhn", "options": {f"o{k}": "" for k in range(101)}}, "GK810"),
        ({"game": "kuhn", "as_player": "first"}, "GK811"),
        ({"game": "kuhn", "colour": "red"}, "GK810"),
        ({"source": "print(1)", "file": "game.py"}, "GK810"),
        ({"source": "x", "file": "../game.gala"}, "GK810"),
        ({"game": "kuhn", "seconds": -1}, "GK810"),
        ({"game": ["kuhn"]}, "GK810"),
    ],
)
def test_orders_that_make_no_sense_are_refused_at_once(served, order, id):
    answer = served.client.post("/api/jobs", json=order)
    assert answer.status_code == 422
    assert [problem["id"] for problem in answer.json()["problems"]] == [id]


def test_what_cannot_be_asked_is_an_ordinary_answer_for_who_prefers_that(served):
    """Browsers log every other status as an error."""
    here = f"/api/jobs/{served.solved(game='beer_quiche')}/study/evolution"
    refused = served.client.get(here)
    answered = served.client.get(here, headers={"Prefer": "wait=10, refusals=answered"})
    assert (refused.status_code, answered.status_code) == (422, 200)
    assert answered.headers["Preference-Applied"] == "refusals=answered"
    assert answered.json() == refused.json() and "not symmetric" in answered.json()["problems"][0]["message"]
    too_early = served.client.post(f"{here.partition('/study')[0]}/runs", headers={"Prefer": "refusals=answered"})
    assert (too_early.status_code, too_early.json()["problems"][0]["id"]) == (200, "GK828")
    absent = served.client.get("/api/jobs/nonsense", headers={"Prefer": "refusals=answered"})
    assert (absent.status_code, absent.json()["problems"][0]["id"]) == (200, "GK813")
    assert served.client.get("/api/jobs/nonsense").status_code == 404
    unreadable = served.client.post("/api/jobs", content=b"{", headers={"Prefer": "refusals=answered"})
    assert unreadable.status_code >= 400 and "Preference-Applied" not in unreadable.headers


def test_an_order_sets_the_options_of_its_method(served):
    listed = {line["name"]: line["options"] for line in served.client.get("/api/methods").json()["items"]}
    assert "iterations" in listed["cfr+"] and "checkpoint" not in listed["cfr+"]
    id = served.solved(game="kuhn", method="cfr+", options={"iterations": "7"})
    assert served.job(id)["order"]["options"] == {"iterations": "7"}
    gaps = [max(gain["value"] for gain in served.ask(id, "overview")["gains"])]
    more = served.solved(game="kuhn", method="cfr+", options={"iterations": "500"})
    gaps.append(max(gain["value"] for gain in served.ask(more, "overview")["gains"]))
    assert gaps[0] > 10 * gaps[1] > 0


@pytest.mark.parametrize(
    "method, options, id, message",
    [
        ("lp", {"algorithm": "newton"}, "GK509", "there is no algorithm called newton"),
        ("cfr", {"iterations": "-1"}, "GK612", "the option iterations is not a whole number that is not negative: -1"),
        ("auto", {"iterations": "7"}, "GK509", "the method lp has no option `iterations`"),
    ],
)
def test_a_value_that_the_method_refuses_fails_the_job_with_the_words_of_the_method(
    served, method, options, id, message
):
    job = served.until(served.order(game="kuhn", method=method, options=options))
    assert job["state"] == "failed"
    (problem,) = job["problems"]
    assert (problem["id"], problem["message"]) == (id, message) and problem["hint"]


def test_a_method_of_an_installed_package_is_listed_and_ordered_with_its_options(tmp_path, monkeypatch):
    package(tmp_path, "evenly-package", MODULE, "[galakit.methods]\nevenly = evenly_method:EVENLY\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *(p for p in sys.path if p)]))
    with serving() as server:
        listed = {line["name"]: line["options"] for line in server.client.get("/api/methods").json()["items"]}
        assert listed["evenly"] == {"mood": "calm"}
        id = server.solved(game="kuhn", method="evenly", options={"mood": "calm"})
        assert server.ask(id, "overview")["method"] == "evenly"
        job = server.until(server.order(game="kuhn", method="evenly", options={"mood": "wild"}))
        assert [problem["message"] for problem in job["problems"]] == ["the option mood is not calm"]


def test_the_study_of_a_job_that_is_not_solved_is_a_conflict(served):
    id = served.order(source=ENDLESS)
    for path in ("study/overview", "file", "tables/1"):
        assert served.client.get(f"/api/jobs/{id}/{path}").status_code == 409
    assert served.client.post("/api/jobs", json={"against": id, "as_player": "a"}).status_code == 409
    served.client.delete(f"/api/jobs/{id}")


def test_the_list_of_jobs_leaves_out_the_texts_of_rules(served):
    id = served.order(source=COIN)
    listed = next(job for job in served.client.get("/api/jobs").json()["items"] if job["id"] == id)
    assert listed["order"]["source"] is None and served.job(id)["order"]["source"] == COIN


def test_a_library_beside_a_text_is_not_looked_for(served):
    checked = served.client.post("/api/checks", json={"source": f":- use(library(passwords)).\n{COIN}"}).json()
    assert any("has no folder" in note for problem in checked["problems"] for note in problem["notes"])


def test_followers_that_go_away_leave_the_job_alone(served):
    id = served.order(source=ENDLESS)
    for _ in range(20):
        with served.client.stream("GET", f"/api/jobs/{id}/events") as events:
            next(events.iter_lines())
    assert served.job(id)["state"] in ("queued", "reading", "solving")
    served.client.delete(f"/api/jobs/{id}")


def test_many_follow_one_job_and_all_see_its_end(served):
    id = served.order(source=ENDLESS)
    ends = []

    def follow():
        with (
            httpx.Client(base_url=served.address, timeout=60) as client,
            client.stream("GET", f"/api/jobs/{id}/events") as told,
        ):
            ends.append([line for line in told.iter_lines() if line][-1])

    threads = [threading.Thread(target=follow) for _ in range(10)]
    for thread in threads:
        thread.start()
    served.client.delete(f"/api/jobs/{id}")
    for thread in threads:
        thread.join(60)
    assert len(ends) == 10 and all('"state":"cancelled"' in end for end in ends)


@pytest.mark.parametrize("cards", [4, "4", "2 + 2"])
def test_parameters_are_numbers_or_texts(served, cards):
    id = served.solved(game="kuhn", params={"cards": cards})
    assert served.job(id)["title"] == "kuhn  cards=4"
    assert served.job(id)["order"]["params"] == {"cards": str(cards)}


def test_parameters_may_be_lists_and_yes_or_no(served):
    source = "game(g, [players : [a], params : [xs, ok], flow : (choose(a, X, member(X, $xs)), outcome([X]))])."
    id = served.solved(source=source, params={"xs": [1, "1 + 2", 0.5], "ok": True})
    assert served.job(id)["order"]["params"] == {"xs": "[1,1 + 2,0.5]", "ok": "true"}
    assert served.ask(id, "overview")["values"][0]["value"] == 3


def test_parameters_are_checked_with_the_text(served):
    source = "game(g, [players : [a], params : [n], flow : outcome([$n])])."
    assert served.client.post("/api/checks", json={"source": source, "params": {"n": 3}}).json()["problems"] == []
    wrong = served.client.post("/api/checks", json={"source": source, "params": {"m": 3}}).json()["problems"]
    assert [problem["id"] for problem in wrong] == ["GK503"]


@pytest.mark.parametrize("name", ["name", "text", "source", "self", "__class__"])
def test_a_parameter_may_have_any_name(served, name):
    job = served.until(served.order(game="kuhn", params={name: 3}))
    assert [problem["id"] for problem in job["problems"]] == ["GK503"]


def test_who_follows_a_job_that_is_deleted_is_told_so(served):
    id = served.order(source=ENDLESS)
    told, begun = [], threading.Event()

    def follow():
        with httpx.stream("GET", f"{served.address}/api/jobs/{id}/events", timeout=60) as events:
            for line in events.iter_lines():
                if line.startswith("data: "):
                    told.append(json.loads(line[6:])["state"])
                    begun.set()

    follower = threading.Thread(target=follow)
    follower.start()
    assert begun.wait(60)
    served.client.delete(f"/api/jobs/{id}")
    served.client.delete(f"/api/jobs/{id}")  # and forgotten
    follower.join(60)
    assert told[-1] == "cancelled" and served.client.get(f"/api/jobs/{id}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "sets/99999",
        "sets/abc",
        "sets?player=9",
        "nodes/99.99",
        "nodes/-1",
        "players/2/grid",
        "players/0/grid?situation=77",
        "comparison?other=00000000",
    ],
)
def test_what_is_not_in_a_game_is_not_found(served, path):
    id = served.solved(game="kuhn")
    answer = served.client.get(f"/api/jobs/{id}/study/{path}")
    assert answer.status_code == 404 and answer.json()["problems"][0]["hint"]


def stopped(served, id=None, **order):
    """A job that is stopped as soon as it has come closer a few times."""
    id = id or served.order(**order)
    deadline = time.monotonic() + WAIT
    while len(served.job(id)["trail"]) < 4 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert served.client.post(f"/api/jobs/{id}/stop").status_code == 200
    job = served.until(id)
    assert job["state"] == "solved", job["problems"]
    return job


def test_a_job_that_is_stopped_keeps_the_best_it_has_found_with_its_certificate(served):
    assert served.client.post("/api/jobs/deadbeef/stop").status_code == 404
    id = stopped(served, game="leduc", method="cfr+", options={"iterations": "100000000"})["id"]
    overview = served.ask(id, "overview")
    assert overview["gap"]["value"] > 0 and overview["certified"].startswith("certified")
    assert served.client.post(f"/api/jobs/{id}/stop").status_code == 409


def test_a_job_that_was_stopped_goes_on_from_where_it_was(served):
    first = stopped(served, game="leduc", method="cfr+", options={"iterations": "100000000"})
    assert first["resumable"]
    before = served.ask(first["id"], "overview")
    assert not any("--resume" in warning for warning in before["warnings"])
    answer = served.client.post(f"/api/jobs/{first['id']}/runs")
    assert answer.status_code == 202 and answer.json()["order"]["method"] == "cfr+"
    second = stopped(served, answer.json()["id"])
    assert second["trail"][0]["gap"] < first["trail"][0]["gap"]  # not from the beginning
    assert served.ask(first["id"], "overview") == before
    # It can be stopped and go on again, and the first one need not be there for it.
    assert second["resumable"]
    served.client.delete(f"/api/jobs/{first['id']}")
    third = served.client.post(f"/api/jobs/{second['id']}/runs").json()["id"]
    assert stopped(served, third)["trail"][0]["gap"] < second["trail"][0]["gap"]


def test_a_job_that_came_to_its_time_limit_can_go_on(served):
    first = served.ended_by_its_limit(game="kuhn", method="cfr+")
    before = served.ask(first["id"], "overview")
    assert first["resumable"] and not any("--resume" in warning for warning in before["warnings"])
    for _ in range(5):  # the limit is the first one's, in which a busy machine may not come to anything
        second = served.until(served.client.post(f"/api/jobs/{first['id']}/runs").json()["id"])
        if second["state"] == "solved":
            break
    after = served.ask(second["id"], "overview")
    assert after["gap"]["value"] <= before["gap"]["value"]  # the best so far is kept, too


def test_a_method_that_keeps_nothing_of_its_run_cannot_go_on(served):
    job = served.ended_by_its_limit(game="kuhn", method="mccfr-external", gap=1e-9)
    assert job["early"] and not job["resumable"]


def test_only_what_was_stopped_goes_on(served):
    solved = served.solved(game="kuhn", method="cfr+", options={"iterations": "7"})
    assert not served.job(solved)["resumable"] and not served.job(solved)["early"]
    refused = served.client.post(f"/api/jobs/{solved}/runs")
    assert refused.status_code == 409 and [problem["id"] for problem in refused.json()["problems"]] == ["GK828"]
    assert served.client.post("/api/jobs/deadbeef/runs").status_code == 404
