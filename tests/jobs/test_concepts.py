"""Questions about a game that need no solution."""

from __future__ import annotations

import msgspec
import pytest

from galakit.jobs.concepts import Commit, Concept, Correlate, Follow, Resist, Team, considered
from galakit.jobs.messages import Taken
from galakit.jobs.problems import Refused
from galakit.study.concepts import PLANS
from jobs.texts import ENDLESS


@pytest.mark.parametrize("concept", [Commit("a"), Team(["a", "b"]), Correlate(), Follow(), Resist()])
def test_questions_survive_the_way_to_another_process(concept):
    assert msgspec.json.decode(msgspec.json.encode(concept), type=Concept) == concept


def test_many_starts_are_cut_and_counted():
    starts = [f"{k}/20, {20 - k}/20" for k in range(PLANS + 3)]
    found = considered(Taken(game="stag_hunt"), Follow(starts=starts), 60)
    assert len(found.paths) == PLANS and found.left_out == 3


def test_no_time_is_a_refusal_with_a_remedy():
    with pytest.raises(Refused) as refused:
        considered(Taken(source=ENDLESS), Correlate(), 1e-9)
    assert refused.value.diagnostics[0].id == "GK632" and "`seconds`" in refused.value.diagnostics[0].hint
