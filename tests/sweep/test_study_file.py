"""Study files: what they mean, and what is said about mistakes."""

from __future__ import annotations

import pytest

from galakit.errors import GalakitError
from galakit.sweep.columns import columns_of
from galakit.sweep.study_file import plan_of, read_study

CARDS = """name = "cards"
output = "out"
[[game]]
source = "poker"
params.ranks = [3, 4, 8, 16, 32, 64, 127]
methods = ["lp", "cfr+"]
quantities = ["value.gambler", "gambler: myhand([1]) = 1"]
"""


def read(tmp_path, text, **how):
    file = tmp_path / "study.toml"
    file.write_text(text)
    return read_study(file, **how)


def words(plan):
    return [cell.words for cell in plan.cells]


def test_a_study_is_all_combinations_of_its_lists(tmp_path):
    plan = read(tmp_path, CARDS)
    assert len(plan.cells) == 14 and words(plan)[:3] == ["poker ranks=3 lp", "poker ranks=3 cfr+", "poker ranks=4 lp"]
    assert plan.output == tmp_path / "out" and plan.name == "cards"
    names = [column.name for column in columns_of(plan)]
    assert len(set(names)) == len(names)
    assert {"ranks", "ranks_exact", "value.gambler", "gambler: myhand([1]) = 1_exact", "gap_exact", "nodes"} <= set(
        names
    )


def test_options_gaps_times_and_seeds_are_axes_too(tmp_path):
    text = """
    seeds = 2
    [[game]]
    source = "kuhn"
    methods = ["lp", {method = "cfr+", iterations = [10, 100]}, {method = "mccfr-external", gap = [0.1, 0.01]}]
    [[game]]
    source = "leduc"
    methods = [{method = "dcfr", seconds = [0.1, 1]}]
    """
    plan = read(tmp_path, text)
    assert words(plan) == [
        "kuhn lp",
        "kuhn cfr+ iterations=10",
        "kuhn cfr+ iterations=100",
        "kuhn mccfr-external gap=0.1 seed=0",
        "kuhn mccfr-external gap=0.1 seed=1",
        "kuhn mccfr-external gap=0.01 seed=0",
        "kuhn mccfr-external gap=0.01 seed=1",
        "leduc dcfr seconds=0.1",
        "leduc dcfr seconds=1",
    ]
    assert [axis.column for axis in plan.axes] == ["iterations", "wanted_gap", "wanted_seconds"]


def test_numbers_are_kept_as_they_are_written_and_spaced_ones_are_fractions():
    params = {"slump": {"from": 0, "to": "1/2", "by": 0.125}, "glut": ["3/4", 0.1], "periods": 1}
    plan = plan_of({"game": [{"source": "cartel", "params": params}]})
    assert [cell.params["slump"] for cell in plan.cells[::2]] == ["0", "1/8", "1/4", "3/8", "1/2"]
    assert {cell.params["glut"] for cell in plan.cells} == {"3/4", "0.1"}


def test_a_list_that_is_one_value_stands_in_a_list():
    plan = plan_of({"game": [{"source": "nim", "params": {"piles": [[1, 2], "[3,4]"]}}]})
    assert [cell.params["piles"] for cell in plan.cells] == ["[1,2]", "[3,4]"]


def test_a_parameter_with_the_name_of_a_column_gets_another_one(tmp_path):
    (tmp_path / "g.gala").write_text("game(g, [players : [a], params : [seconds = 1], flow : outcome([$seconds])]).")
    plan = read(tmp_path, '[[game]]\nsource = "g.gala"\nparams.seconds = [1, 2]\nquantities = ["welfare"]')
    assert [axis.column for axis in plan.axes] == ["parameter_seconds"]


def test_a_cell_is_named_by_what_its_result_depends_on(tmp_path):
    def ids(text, rules="game(g, [players : [a], params : [n = 1], flow : outcome([$n])])."):
        (tmp_path / "g.gala").write_text(rules)
        return {cell.id for cell in read(tmp_path, text).cells}

    study = '[[game]]\nsource = "g.gala"\nparams.n = [1, 2]\n'
    assert ids(study) == ids('name = "other"\ntime_limit = 3\nmemory = 500\n' + study)
    assert ids(study) == {id for id in ids(study.replace("[1, 2]", "[1, 2, 3]")) if id in ids(study)}
    for other in (study + 'methods = ["lp"]', study + 'quantities = ["welfare"]', study + "exact = true"):
        assert not ids(study) & ids(other)
    assert not ids(study) & ids(study, "game(g, [players : [a], params : [n = 1], flow : outcome([2 * $n])]).")


def test_a_library_beside_the_game_belongs_to_it(tmp_path):
    (tmp_path / "g.gala").write_text(":- use(library(mine)).\ngame(g, [players : [a], flow : outcome([1])]).")
    (tmp_path / "mine.pl").write_text(":- use(library(more)).\np(1).")
    (tmp_path / "more.pl").write_text("q(1).")
    (tmp_path / "other.pl").write_text("r(1).")
    study = '[[game]]\nsource = "g.gala"'
    (cell,) = read(tmp_path, study).cells
    assert sorted(cell.rules.beside) == ["mine.pl", "more.pl"]
    (tmp_path / "more.pl").write_text("q(2).")
    assert read(tmp_path, study).cells[0].id != cell.id


GAME = '[[game]]\nsource = "poker"\n'
MISTAKES = [
    ("name = cards", "GK760", 1, "not TOML"),
    ("game = []", "GK760", 1, "list of tables"),
    ("", "GK760", 1, "no `[[game]]`"),
    ('nam = "a"\n' + GAME, "GK760", 1, "no `nam`"),
    ("name = 3\n" + GAME, "GK760", 1, "must be a text"),
    ("time_limit = -1\n" + GAME, "GK760", 1, "number from"),
    ('[[game]]\nname = "x"', "GK760", 2, "no `name`"),
    ("[[game]]\nmethods = []", "GK760", 1, "`source` is missing"),
    ('[[game]]\nsource = "pokre"', "GK501", 2, "no game or file"),
    (GAME + "params.rank = 3", "GK503", 3, "no parameter `rank`"),
    (GAME + "[game.params]\nranks = []", "GK761", 4, "no values"),
    (GAME + "params.ranks = [3, 3]", "GK761", 3, "twice"),
    (GAME + "params.ranks = [3, inf]", "GK761", 3, "cannot have the value"),
    (GAME + "params.ranks = {from = 3}", "GK761", 3, "`steps` or `by`"),
    (GAME + "params.ranks = {from = 3, to = 1, by = 1}", "GK761", 3, "above `from`"),
    (GAME + "params.ranks = {from = 0, to = 1, by = 0.0001, steps = 3}", "GK761", 3, "either"),
    (GAME + "params.ranks = {from = 0, to = 1, by = 0.00001}", "GK763", 3, "more than"),
    (GAME + 'methods = ["lpp"]', "GK509", 3, "no method"),
    (GAME + 'methods = [{method = "lp", iterations = 3}]', "GK509", 3, "no option"),
    (GAME + 'methods = [{method = "cfr", checkpoint = "/etc/passwd"}]', "GK764", 3, "names a file"),
    (GAME + "methods = [3]", "GK760", 3, "a method is a name"),
    (GAME + "gap = -1", "GK761", 3, "not negative"),
    ("seeds = 3\n" + GAME, "GK766", 1, "random numbers"),
    ("seeds = [-1]\n" + GAME, "GK760", 1, "how many"),
    (GAME + 'quantities = ["value"]', "GK762", 3, "not understood"),
    (GAME + 'quantities = ["value.gamble"]', "GK762", 3, "no player gamble"),
    (GAME + 'quantities = {gap = "welfare"}', "GK773", 3, "`gap` is there already"),
    (GAME + 'quantities = {ranks = "welfare"}\nparams.ranks = 3', "GK773", 3, "`ranks` is there already"),
    ('output = "../x"\n' + GAME, "GK764", 1, "not a folder below"),
    ('output = "/tmp"\n' + GAME, "GK764", 1, "not a folder below"),
    ('[[game]]\nsource = "/etc/x.gala"', "GK764", 2, "not below the folder"),
    ('[[game]]\nsource = "mine.py"', "GK765", 2, "Python program"),
    ("x = " + "[" * 5000, "GK760", 1, "not TOML"),
    ("x = " + "9" * 5000, "GK760", 1, "not TOML"),
]


@pytest.mark.parametrize(("text", "id", "line", "said"), MISTAKES, ids=[said for *_, said in MISTAKES])
def test_a_mistake_is_told_with_place_and_cause(tmp_path, text, id, line, said):
    with pytest.raises(GalakitError) as error:
        read(tmp_path, text)
    (found,) = error.value.diagnostics
    assert found.id == id and said in found.message, found.render()
    assert found.span is not None and found.span.source.line_and_column(found.span.start)[0] == line, found.render()
    assert found.hint or "not TOML" in said


def test_a_study_has_so_many_cells_and_no_more(tmp_path):
    many = "params.ranks = {from = 1, to = 5000, by = 1}\nparams.cash = {from = 1, to = 100, by = 1}"
    with pytest.raises(GalakitError, match="GK763"):
        read(tmp_path, GAME + many)


def test_a_trusted_study_names_programs_and_files_anywhere(tmp_path):
    (tmp_path / "coin.py").write_text(
        "import galakit as gk\n@gk.rules(players=('a',))\ndef coin(play, n=1):\n"
        "    x = yield play.choose('a', [1, n])\n    play.outcome([x])\n"
    )
    inside = tmp_path / "inside"
    inside.mkdir()
    plan = read(inside, 'output = "../out"\n[[game]]\nsource = "../coin.py:coin"\nparams.n = [2, 3]', trusted=True)
    assert plan.output == tmp_path / "out" and plan.cells[0].rules.file == f"{tmp_path}/coin.py:coin"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    (tmp_path / "secret.gala").write_text("game(g, [players : [a], flow : outcome([1])]).")
    inside = tmp_path / "inside"
    inside.mkdir()
    (inside / "g.gala").symlink_to(tmp_path / "secret.gala")
    with pytest.raises(GalakitError, match="GK764"):
        read(inside, '[[game]]\nsource = "g.gala"')
