"""Questions about other optimal strategies, other equilibria, and players who make mistakes."""

from __future__ import annotations

import base64
import gzip
import json
from urllib.parse import quote

import pytest

import galakit as gk
from galakit.component.carried import carried
from galakit.jobs.job_state import JobState
from galakit.jobs.messages import Taken
from galakit.study.study import Study


def study_of(name, method="auto", **params):
    game = gk.load(name, **params)
    return Study(gk.solve(game, method), game)


@pytest.fixture(scope="module")
def kuhn():
    return study_of("kuhn")


@pytest.fixture(scope="module")
def stag_hunt():
    return study_of("stag_hunt", "extreme")


def test_the_ranges_are_those_of_the_function(kuhn):
    found = kuhn.ask("players/first/ranges")
    expected = [one for one in gk.ranges(gk.load("kuhn")).sets if one.player == "first"]
    assert [[(m.least.text, m.most.text) for m in one.moves] for one in found.items] == [
        [(str(m.least), str(m.most)) for m in one.moves] for one in expected
    ]
    assert found.exact and found.unique is False and found.total == 6


def test_uniqueness_is_known_when_all_information_sets_were_asked_about():
    kuhn = study_of("kuhn")
    sets = kuhn.game.form.sets_of(1).tolist()
    for i in sets[:-1]:
        assert kuhn.ask(f"players/1/ranges?set={i}").unique is None
    assert kuhn.ask(f"players/1/ranges?set={sets[-1]}").unique is True


@pytest.mark.parametrize(
    ("path", "id"),
    [("players/0/ranges?set=99", "GK803"), ("players/0/ranges?set=1", "GK803"), ("players/0/ranges?set=x", "GK803")],
)
def test_information_sets_of_others_have_no_ranges_here(kuhn, path, id):
    with pytest.raises(gk.GalakitError) as refused:
        kuhn.ask(path)
    assert refused.value.diagnostics[0].id == id


@pytest.mark.parametrize("locked", [True, False])
def test_games_without_ranges_say_why(locked):
    game = gk.load("kuhn") if locked else gk.load("stag_hunt")
    lock = {"second": {"card(3), bet": "pass"}} if locked else None
    study = Study(gk.solve(game, lock=lock), game)
    assert not study.overview().ranged
    with pytest.raises(gk.GalakitError, match="locked" if locked else "constant sum") as refused:
        study.ask("players/0/ranges")
    assert refused.value.diagnostics[0].id == "GK659"


def test_every_question_can_be_about_another_equilibrium(stag_hunt):
    numbers = range(1, 4)
    overviews = [stag_hunt.ask(f"overview?equilibrium={k}") for k in numbers]
    assert [one.equilibrium for one in overviews] == list(numbers)
    assert all(one.equilibria == overviews[0].equilibria and one.equilibria_total == 3 for one in overviews)
    assert [one.values for one in overviews] == [one.values for one in overviews[0].equilibria]
    played = [stag_hunt.ask(f"sets/0?equilibrium={k}").moves[0].probability.text for k in numbers]
    assert sorted(played) == ["0", "1", "3/4"]
    with pytest.raises(gk.GalakitError, match="no equilibrium 4: 3 equilibria were found"):
        stag_hunt.ask("sets/0?equilibrium=4")


def test_a_report_carries_all_equilibria_and_the_ranges_of_a_small_game(stag_hunt, kuhn):
    def contents(study):
        return json.loads(gzip.decompress(base64.b64decode(carried(study).text)))

    assert {"overview", "overview?equilibrium=2", "sets/0?equilibrium=3"} <= contents(stag_hunt).keys()
    packed = contents(kuhn)
    assert packed["players/0/ranges"]["total"] == 6 and packed["players/0/ranges?set=0"]["total"] == 1
    assert not any("ranges" in path for path in contents(stag_hunt))


def test_a_suspended_job_keeps_its_equilibria(tmp_path):
    order = Taken(game="stag_hunt", method="extreme")
    state = JobState(order, None, None)
    state.solve(lambda *went: None)
    saved = state.save(str(tmp_path / "5e6f7a8b"), "")
    again = JobState(order, saved, None)
    again.solve(lambda *went: None)
    for k in (1, 2, 3):
        here, there = (json.loads(bytes(s.ask(f"overview?equilibrium={k}"))) for s in (state, again))
        assert here["values"] == there["values"] and here["equilibria"] == there["equilibria"]


def test_mistakes_are_the_curves_of_qre(kuhn):
    found = kuhn.ask("responses?player=first")
    assert found.total == 6 and found.precisions[0] == 0
    curve = gk.qre(gk.load("kuhn"))
    lowest = next(one for one in found.items if one.facts == "card(1)")
    expected = curve.at(found.precisions[-1])[0].shares[0]
    assert [share[-1] for share in lowest.shares] == pytest.approx(expected, abs=1e-5)
    assert [share[0] for share in lowest.shares] == pytest.approx([0.5, 0.5])


def test_the_precision_of_observed_play(kuhn):
    seen = "player,facts,move,count\nfirst,card(1),bet,10\nfirst,card(1),pass,90\n"
    found = kuhn.ask("precision?observed=" + quote(seen))
    fit = gk.qre(gk.load("kuhn")).fit([("first", "card(1)", "bet", 10), ("first", "card(1)", "pass", 90)])
    assert (found.precision, found.least, found.most) == (fit.precision, *fit.interval)
    assert found.observations == 100 and found.beyond  # bluffs as rare are also those of the limit
    with pytest.raises(gk.GalakitError, match="observed, line 2: `many` is not how often"):
        kuhn.ask("precision?observed=" + quote("player,facts,move,count\nfirst,card(1),bet,many\n"))
