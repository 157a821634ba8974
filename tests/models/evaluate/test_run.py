import json

from models.evaluate.games import ReadGame
from models.evaluate.outputs import write_page
from models.evaluate.report import marks_table
from models.evaluate.run import Run
from models.evaluate.workers import Models
from tests.models.evaluate.synthetic import five, read, record, true_die
from tests.models.evaluate.test_looks import all_faces


def run_of(turns):
    """Return a run that took up one game: a throw of five, one of them misread, and a die seen by the way."""
    run = Run(models=Models(), jobs=1)
    game = ReadGame(tuple(turns), (five(wrong=1),), (record((true_die(0), read(0))),))
    run.add_games([game], tables=0)
    return run


def test_what_games_tell_stands_in_data_table_and_page_with_number_and_interval(tmp_path):
    run = run_of(all_faces())
    data = json.loads(json.dumps(run.as_data()))
    assert data["games, 2 frames"]["throws"]["five_right"]["n"] == 1
    assert data["games, 2 frames"]["counts"]["noticed_by"]["1"]["hits"] == 1
    holds = data["holds games"]
    assert (holds["right"]["hits"], holds["right"]["n"]) == (3, 3)
    assert 0.4 < holds["right"]["low"] < holds["right"]["high"] == 1.0
    assert (data["looks"]["looks"], data["holds many turns"]["right"]["n"]) == (12, 0)
    held = [line for line in marks_table(run.marks).splitlines() if "held set right" in line]
    assert [line.split()[-3:] for line in held if " games " in line] == [["(3", "of", "3)"]] * 2
    assert sum("(0 of 0)" in line for line in held) == 2
    write_page(tmp_path / "page.html", run.marks, [], run.notices)
    page = (tmp_path / "page.html").read_text()
    assert "<tr><td>held set right<td>games<td>≥ 0.999<td class=yes>yes ?<td>1.000  [0.439, 1.000]  (3 of 3)" in page
    assert "another count than five noticed<td>games, 2 frames" in page


def test_where_held_dice_were_hardly_read_it_is_said_and_the_rest_stands():
    run = run_of(all_faces()[:1])
    assert "showing K, A was read twice" in run.notices[0]
    assert "holds games" in run.texts
    assert "holds many turns" not in run.texts
