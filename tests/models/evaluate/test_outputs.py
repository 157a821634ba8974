from pathlib import Path

import cv2
import numpy as np
import pytest

from models.evaluate.costs import Latency
from models.evaluate.curves import readable_dice
from models.evaluate.outputs import COLUMNS, CROP_PX, TEXT_PX, Section, contact_sheet, worst_dice, write_page
from models.evaluate.plots import confusion_matrix, write_latency
from tests.models.evaluate.synthetic import five, read, record, true_die
from vision.reading import EyeDoubt

HERE = Path("boards-1234")


def told(*records, count=40):
    return [die.told for die in worst_dice({HERE: records}, count)]


def test_what_is_wrong_and_silent_comes_first_then_what_was_missed_invented_and_unsure():
    board = record(
        (true_die(0), read(0, confidence=0.6)),
        (true_die(1, 60), read(2, confidence=0.5)),
        (true_die(3, 120), read(4, confidence=0.99)),
        (true_die(5, 180), None),
        (true_die(4, 240), read(4, confidence=0.9)),
        extra=[read(0, 400, confidence=0.3)],
    )
    assert told(board) == ["Q>K", "10>J", "A>not found", "no die>9", "9>9", "K>K"]
    assert told(board, count=2) == ["Q>K", "10>J"]


def test_a_leaning_die_believed_and_a_flat_one_called_burning_are_bad():
    leaning = true_die(0, state="leaning", tilt_deg=20.0)
    board = record((leaning, read(0)), (true_die(1, 60), read(1, 60, is_burning=True)), (true_die(2, 120), read(2)))
    assert told(board) == ["9 leaning>9", "10>10 burning", "J>J"]


def test_a_die_that_leans_a_little_is_bad_only_if_its_face_is_wrong():
    one, other, last = (true_die(0, x, state="leaning", tilt_deg=6.0) for x in (0, 60, 120))
    board = record((one, read(0, is_burning=True)), (other, read(1, 60)), (last, read(0, 120, confidence=0.9)))
    assert [round(die.badness, 2) for die in worst_dice({HERE: [board]}, 9)] == [2.95, 0.1, 0.0]


@pytest.mark.parametrize(("doubt", "badness"), [(EyeDoubt.NONE, 2.95), (EyeDoubt.FOREIGN_FACE, 0.0)])
def test_a_strange_die_taken_for_a_poker_die_is_bad_and_one_refused_is_not(doubt, badness):
    (die,) = worst_dice({HERE: [record((true_die(-1), read(0, doubt=doubt)))]}, 9)
    assert die.badness == pytest.approx(badness)


def test_dice_nobody_can_judge_are_left_out():
    assert told(record((true_die(None), read(0)), (true_die(0, 60, visible=0.2), None))) == []


def test_the_sheet_shows_each_die_where_it_lies(tmp_path):
    picture = np.full((80, 300, 3), 30, np.uint8)
    picture[8:52, 68:112] = (200, 40, 40)
    cv2.imwrite(str(tmp_path / "one.png"), picture[..., ::-1])
    board = record((true_die(0, 60), read(1, 60)))
    sheet = contact_sheet(worst_dice({tmp_path: [board]}, 9))
    assert sheet.shape == (CROP_PX + TEXT_PX, CROP_PX * COLUMNS, 3)
    assert sheet[CROP_PX // 2, CROP_PX // 2].tolist() == [200, 40, 40]
    assert sheet[CROP_PX // 2, 4].tolist() == [30, 30, 30]
    assert (sheet[:, CROP_PX:] == 255).all()


def test_a_picture_that_is_gone_leaves_its_place_grey():
    sheet = contact_sheet(worst_dice({HERE: [record((true_die(0), None))]}, 9))
    assert (sheet[:CROP_PX, : CROP_PX - 2] == 128).all()


def test_the_confusion_matrix_has_a_row_for_each_true_face():
    matrix = confusion_matrix(readable_dice([five(), five(wrong=1)]))
    assert matrix.sum() == 10
    assert (matrix[0, 0], matrix[0, 1], matrix[1, 1], matrix[1, 0]) == (1, 1, 2, 0)


def test_latencies_are_drawn(tmp_path):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed (extra evaluate): nothing can be drawn")
    path = write_latency([Latency(what="a", median_ms=1.0, p95_ms=2.0, n=3)], tmp_path / "new")
    assert path.read_bytes().startswith(b"\x89PNG")


def test_the_page_holds_its_pictures_and_takes_names_as_text(tmp_path):
    picture = tmp_path / "a.png"
    picture.write_bytes(b"\x89PNG")
    sections = [Section(title="<boards>", text="a < b", pictures=(picture,))]
    write_page(tmp_path / "index.html", (), sections, ("<notice>",))
    page = Path(tmp_path / "index.html").read_text(encoding="utf-8")
    for part in ("&lt;boards&gt;", "a &lt; b", "&lt;notice&gt;", "data:image/png;base64,iVBORw=="):
        assert part in page
    assert "<boards>" not in page
