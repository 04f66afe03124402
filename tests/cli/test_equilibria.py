"""`galakit show --equilibrium`: the strategies of one of several equilibria."""

from __future__ import annotations

import json

from galakit.cli.main import main


def test_each_equilibrium_can_be_shown(capsys):
    played = []
    for k in ("1", "2", "3"):
        assert main(["show", "stag_hunt", "--method", "extreme", "--equilibrium", k, "--json"]) == 0
        (first, _) = json.loads(capsys.readouterr().out)["information_sets"]
        played.append([move["probability"] for move in first["moves"]])
    assert len({tuple(map(str, one)) for one in played}) == 3


def test_there_is_no_fourth_one(capsys):
    assert main(["show", "stag_hunt", "--method", "extreme", "--equilibrium", "4"]) == 2
    err = capsys.readouterr().err
    assert "there is no equilibrium 4: 3 equilibria were found" in err and "extreme" in err


def test_other_methods_find_one(capsys):
    assert main(["show", "kuhn", "--equilibrium", "2"]) == 2
    assert "one equilibrium was found" in capsys.readouterr().err
