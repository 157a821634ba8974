from pathlib import Path

import pytest

from models.evaluate.coverage import readable_dice
from models.evaluate.latency import Latency
from models.evaluate.page import Section, write_page
from models.evaluate.plots import confusion_matrix, write_latency
from tests.models.evaluate.synthetic import five


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
