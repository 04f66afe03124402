"""Solutions that outlive the server: kept by one, opened from the start page of another."""

from __future__ import annotations

import json
import sys

import pytest
from playwright.sync_api import expect

from web.conftest import watched
from web.serving import serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the data folder is set by XDG_DATA_HOME")

LOCKED = [{"player": "second", "facts": ["card(1)"], "probabilities": {"pass": 1}}]


@pytest.fixture
def page(browser):
    """A tab of its own, which may outlive servers."""
    with watched(browser) as page:
        yield page


def test_a_solution_is_kept_and_opened_by_another_server_from_the_start_page(page, picture, tmp_path):
    with serving(data=tmp_path) as first:
        assert first.client.get("/api/library").json() == {"items": []}
        id = first.solved(game="kuhn", locks=LOCKED)
        page.goto(f"{first.address}/jobs/{id}/overview")
        page.get_by_role("button", name="Keep in the library").click()
        expect(page.get_by_text("It is in the library")).to_be_focused()  # in place of the button
        (kept,) = first.client.get("/api/library").json()["items"]
        assert kept["title"] == "kuhn  cards=3" and kept["values"][0] == "1/18" and kept["bytes"] > 100
        page.goto("about:blank")  # a page that still asks a server that has ended complains
    with serving(data=tmp_path) as second:
        page.goto(second.address)
        shelf = page.get_by_role("region", name="Library")
        expect(shelf).to_contain_text("kuhn")
        picture("library")
        shelf.get_by_role("button", name="Open").click()
        page.wait_for_url("**/jobs/*")
        page.get_by_text("1/18").first.wait_for()
        (job,) = second.client.get("/api/jobs").json()["items"]
        assert second.ask(job["id"], "overview")["locked_total"] == 2  # where they know card(1)
        page.goto(second.address)
        shelf.get_by_role("button", name="Delete").click()
        expect(shelf).to_have_count(0)
        assert second.client.get("/api/library").json() == {"items": []}
        page.goto("about:blank")


def test_what_was_changed_in_the_library_is_found_out(tmp_path):
    with serving(data=tmp_path) as served:
        name = served.client.post(f"/api/jobs/{served.solved(game='kuhn')}/kept").json()["name"]
        place = tmp_path / "galakit" / "solutions" / name
        file = next(path for path in place.iterdir() if path.name != "about.json")
        told = json.loads(file.read_text())
        for row in told["information_sets"]:
            if row["facts"][0] == "card(1)" and len(row["facts"]) == 2:  # the first player always bluffs
                for move in row["moves"]:
                    move["probability"] = str(int(move["move"] == "bet"))
        file.write_text(json.dumps(told))
        job = served.client.post(f"/api/library/{name}/jobs").json()
        assert served.until(job["id"])["state"] == "solved"
        seen = served.ask(job["id"], "overview")
        assert seen["gap"]["value"] > 0 and any("the file claims" in warning for warning in seen["warnings"])


def test_names_lead_nowhere_else_and_what_is_broken_is_not_listed(tmp_path):
    with serving(data=tmp_path) as served:
        name = served.client.post(f"/api/jobs/{served.solved(game='kuhn')}/kept").json()["name"]
        about = tmp_path / "galakit" / "solutions" / name / "about.json"
        for wrong in ("..%2f..%2fetc", "kuhn", "kuhn-00000000", "." * 300):
            assert served.client.post(f"/api/library/{wrong}/jobs").status_code in (400, 404)
        told = json.loads(about.read_text())
        about.write_text(json.dumps(told | {"file": "../../../secret.json"}))
        assert served.client.post(f"/api/library/{name}/jobs").status_code == 404
        about.write_text("[")
        assert served.client.get("/api/library").json() == {"items": []}
        assert served.client.delete(f"/api/library/{name}").status_code == 404
