"""What ended early, on the page: it goes on, or the page says why it cannot and offers what can be done."""

from __future__ import annotations

from playwright.sync_api import expect

from web.conftest import LONG, overflow, violations


def test_what_keeps_its_run_goes_on(page, served):
    job = served.ended_by_its_limit(game="kuhn", method="cfr+")["id"]
    page.goto(f"{served.address}/jobs/{job}/overview")
    page.get_by_role("button", name="Go on").click()
    page.wait_for_url(lambda url: job not in url, timeout=LONG)
    page.get_by_role("heading", name="kuhn").wait_for()


def test_what_keeps_nothing_of_its_run_is_solved_again_with_more_time(page, served, picture):
    found = served.ended_by_its_limit(game="kuhn", method="mccfr-external", gap=1e-9)
    job, had = found["id"], found["order"]["seconds"]
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{served.address}/jobs/{job}/overview")
    again = page.get_by_role("region", name="Solve again")
    expect(again).to_contain_text(f"at its limit of {had:g} s. The method mccfr-external keeps nothing of its run")
    expect(again.get_by_role("link", name="Choose another method")).to_have_attribute("href", f"/edit?job={job}")
    assert overflow(page) == 0 and violations(page) == []
    picture("go-on-again")
    seconds = again.get_by_label("Seconds at most")
    expect(seconds).to_have_value(f"{4 * had:g}")
    seconds.fill(f"{had + 1:g}")
    again.get_by_role("button", name="Solve again").click()
    page.wait_for_url(lambda url: url.endswith("/overview") and job not in url, timeout=LONG)
    expect(again).to_contain_text(f"at its limit of {had + 1:g} s")


def test_what_has_come_to_its_end_says_nothing_of_it(page, served):
    page.goto(f"{served.address}/jobs/{served.solved(game='kuhn')}/overview")
    page.get_by_role("region", name="Expected and certified").wait_for()
    expect(page.get_by_role("button", name="Go on")).to_have_count(0)
    expect(page.get_by_role("region", name="Solve again")).to_have_count(0)
