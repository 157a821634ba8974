"""Art from outside on faces: cut to its ink, under letters, and labelled only where somebody could tell it."""

import json

import numpy as np
import pytest

from models.render import art as sources
from models.render.styles import HELD_OUT_FROM, art_design
from models.render.world import COURT

SQUARE = '<rect x="2" y="2" width="4" height="4" fill="{}"/>'


@pytest.fixture
def art(tmp_path):
    pytest.importorskip("cairosvg", reason="art is SVG: install the extra train")
    (tmp_path / "mdi").mkdir()
    names = (*(f"cards-{suit}" for suit in sources.SUITS), "alpha-a", "boat", "nine")
    icons = {name: {"body": SQUARE.format("#d02020" if name == "boat" else "#000")} for name in names}
    (tmp_path / "mdi" / "icons.json").write_text(json.dumps({"width": 16, "height": 16, "icons": icons}))
    return tmp_path


def test_an_icon_is_cut_to_its_ink_and_none_with_a_letter_stands_as_a_figure(art):
    drawn = sources.icon(art / "mdi", "boat")
    assert drawn.shape == (sources.ART_PX, sources.ART_PX, 4)
    assert drawn[sources.ART_PX // 2, sources.ART_PX // 2].tolist() == [208, 32, 32, 255]
    assert drawn[..., 3].min() > 0
    assert sources.figures_of(art / "mdi") == ("boat", "nine")
    assert sources.suits_of(art / "mdi") == tuple(f"cards-{suit}" for suit in sources.SUITS)
    assert sum(int(mask.max()) for mask, _ in sources.colours_of(drawn)) >= 255


def test_a_doubled_figure_is_itself_turned_about():
    picture = np.random.default_rng(0).integers(0, 255, (sources.ART_PX, sources.ART_PX, 4), dtype=np.uint8)
    np.testing.assert_array_equal(sources.doubled(picture), sources.doubled(picture)[::-1, ::-1])


def test_figures_without_letters_are_labelled_as_what_nobody_can_tell(art):
    designs = [art_design(art, "mdi", seed) for seed in (*range(24), 32)]
    assert {design.labels for design in designs[:-1]} == {(0, 1, 2, 3, 4, 5), (0, 1, COURT, COURT, COURT, 5)}
    assert designs[-1].labels == (0, 1, 2, COURT, 4, 5)  # Dutch: V is the Queen there, the Jack in France
    assert min(int(np.ptp(face)) for design in designs for face in design.faces) > 40
    np.testing.assert_array_equal(designs[3].faces, art_design(art, "mdi", 3).faces)
    assert (designs[3].faces != art_design(art, "mdi", HELD_OUT_FROM + 3).faces).any()


def test_no_source_is_trained_on_and_measured():
    every = (*sources.TRAINED, *sources.MEASURED, *sources.CALIBRATED)
    assert len(set(every)) == len(every)
