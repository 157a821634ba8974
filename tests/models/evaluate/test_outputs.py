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
SLIGHT = {"state": "leaning", "tilt_deg": 6.0}


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        # What is wrong and silent comes first, then what was missed, invented and unsure.
        (
            [
                (true_die(0), read(0, confidence=0.6)),
                (true_die(1, 60), read(2, confidence=0.5)),
                (true_die(3, 120), read(4, confidence=0.99)),
                (true_die(5, 180), None),
                (true_die(4, 240), read(4, confidence=0.9)),
            ],
            {"Q>K": 2.99, "10>J": 2.5, "A>not found": 1.5, "no die>9": 1.3, "9>9": 0.4, "K>K": 0.1},
        ),
        (
            [(true_die(0, state="leaning", tilt_deg=20.0), read(0)), (true_die(1, 60), read(1, 60, is_burning=True))],
            {"9 leaning>9": 2.95, "10>10 burning": 2.0, "no die>9": 1.3},
        ),
        (
            [(true_die(0, state="leaning", tilt_deg=20.0), read(0, is_burning=True))],
            {"no die>9": 1.3, "9 leaning>9 burning": 0.0},
        ),
        # A die that leans a little is bad only if its face is wrong, a strange one if it is taken for ours.
        ([(true_die(0, **SLIGHT), read(0, is_burning=True))], {"no die>9": 1.3, "9 leaning>9 burning": 0.0}),
        ([(true_die(0, **SLIGHT), read(1))], {"9 leaning>10": 2.95, "no die>9": 1.3}),
        ([(true_die(0, **SLIGHT), read(0, confidence=0.9))], {"no die>9": 1.3, "9 leaning>9": 0.1}),
        ([(true_die(-1), read(0))], {"foreign>9": 2.95, "no die>9": 1.3}),
        ([(true_die(-1), read(0, doubt=EyeDoubt.FOREIGN_FACE))], {"no die>9": 1.3, "foreign>foreign": 0.0}),
        # Dice nobody can judge are left out.
        ([(true_die(None), read(0)), (true_die(0, 60, visible=0.2), None)], {"no die>9": 1.3}),
    ],
)
def test_the_worst_come_first(pairs, told):
    worst = worst_dice({HERE: [record(*pairs, extra=[read(0, 400, confidence=0.3)])]}, 9)
    assert [(die.told, round(die.badness, 2)) for die in worst] == list(told.items())
    assert len(worst_dice({HERE: [record(*pairs, extra=[read(0, 400)])]}, 1)) == 1


def test_the_sheet_shows_each_die_where_it_lies_and_grey_where_the_picture_is_gone(tmp_path):
    picture = np.full((80, 300, 3), 30, np.uint8)
    picture[8:52, 68:112] = (200, 40, 40)
    cv2.imwrite(str(tmp_path / "one.png"), picture[..., ::-1])
    sheet = contact_sheet(worst_dice({tmp_path: [record((true_die(0, 60), read(1, 60)))]}, 9))
    assert sheet.shape == (CROP_PX + TEXT_PX, CROP_PX * COLUMNS, 3)
    assert sheet[CROP_PX // 2, CROP_PX // 2].tolist() == [200, 40, 40]
    assert sheet[CROP_PX // 2, 4].tolist() == [30, 30, 30]
    assert (sheet[:, CROP_PX:] == 255).all()
    gone = contact_sheet(worst_dice({HERE: [record((true_die(0), None))]}, 9))
    assert (gone[:CROP_PX, : CROP_PX - 2] == 128).all()


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
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    for part in ("&lt;boards&gt;", "a &lt; b", "&lt;notice&gt;", "data:image/png;base64,iVBORw=="):
        assert part in page
    assert "<boards>" not in page
