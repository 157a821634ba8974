import json
import math

from models.evaluate.board_set import board_set
from models.evaluate.report import cell, plain
from scoring.statistics.share import Share
from tests.models.evaluate.synthetic import five


def test_everything_of_a_set_becomes_json_without_anything_that_is_no_number(tmp_path):
    data = board_set("x", tmp_path, [five(wrong=1)], sure=0.85).as_data()
    text = json.dumps(data, allow_nan=False)
    assert json.loads(text)["faces"] == {"value": 0.8, "low": data["faces"]["low"], "high": data["faces"]["high"],
                                         "hits": 4, "n": 5}  # fmt: skip
    assert data["burning"]["value"] is None
    assert data["confusions"] == [[["9", "10"], 1]]
    assert data["coverage"][0]["threshold"] == 0.0
    assert [row["kind"] for row in data["by"]["face"]] == ["9", "10", "J", "Q", "K"]


def test_the_tables_of_a_set_show_every_part(tmp_path):
    text = board_set("x", tmp_path, [five(wrong=1)], sure=0.85).as_text()
    for part in ("boards x", "throws of x", "9→10 1", "size in px", "threshold", "expected calibration error"):
        assert part in text


def test_what_is_not_known_is_shown_as_a_dash():
    assert cell(math.nan) == "–"
    assert cell((1.0, math.nan)) == "1.000  –"


def test_shares_keep_their_counts_in_json():
    assert plain({"a": Share(1, 2)})["a"]["n"] == 2
