"""Things in a notebook: their cards say what they are, and escape every text."""

from __future__ import annotations

from html.parser import HTMLParser

import galakit as gk
from galakit.play.simulate import simulate


class Checked(HTMLParser):
    """Fails where elements are not closed in order."""

    VOID = {"br"}

    def __init__(self, text):
        super().__init__()
        self.open, self.text = [], ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def test_a_solution_tells_its_values_certificate_and_strategies():
    text = Checked(gk.solve(gk.load("kuhn"))._repr_html_()).text
    assert "-1/18" in text and "-0.055556" in text and "certified exactly" in text and "firstKcheckbet" in text


def test_an_information_set_tells_what_is_played_and_believed():
    html = gk.solve(gk.load("kuhn")).at("second", "card(1), pass")._repr_html_()
    text = Checked(html).text
    assert (
        "knows J, check" in text
        and 'title="card(1), pass"' in html
        and "bet" in text
        and "1/3" in text
        and "belief over 2 nodes" in text
    )


def test_facts_and_moves_are_told_in_words_with_the_rules_own_as_titles():
    poker = gk.solve(gk.load("poker"))
    html = poker._repr_html_()
    assert '<span title="myhand([2]), bet(gambler,1)">my hand 2, gambler bet 1</span>' in html
    here = poker.at("dealer", "myhand([1]), bet(gambler,1)")._repr_html_()
    assert "chance: gambler 3, gambler: bet 1" in Checked(here).text
    nim = gk.solve(gk.load("nim"))
    for thing in (nim, nim.after("take(1,1)"), gk.correlate(gk.load("nim")), gk.simulate(nim, 5, seed=1)):
        assert "take 1 of ●" in Checked(thing._repr_html_()).text and "take(" not in Checked(thing._repr_html_()).text


def test_a_game_is_shown_without_being_unfolded():
    game = gk.load("kuhn")
    text = Checked(game._repr_html_()).text
    assert "first, second" in text and "flow :" in text and "unfolded" not in game.__dict__
    game.size()
    assert "55 nodes" in Checked(game._repr_html_()).text


def test_a_simulation_compares_with_what_was_promised():
    text = Checked(simulate(gk.solve(gk.load("kuhn")), 100, seed=1)._repr_html_()).text
    assert "100 plays by the solution, seed 1" in text and "promised" in text and "-1/18" in text


def test_a_correlated_equilibrium_tells_how_the_game_ends():
    text = Checked(gk.correlate(gk.load("stag_hunt"))._repr_html_()).text
    assert "certified exactly" in text and "stag" in text


def test_texts_are_escaped_everywhere():
    game = gk.loads(
        "game(g, [players : ['<b>', c], flow : (choose('<b>', M, member(M, ['<i>', y])), outcome([1, -1]))])."
    )
    solution = gk.solve(game)
    for thing in (game, solution, solution.situations()[0], simulate(solution, 10, seed=1)):
        html = thing._repr_html_()
        assert "<b>" not in html.replace("<b>1</b>", "").replace("<b>-1</b>", "") and "<i>" not in html
        Checked(html)
