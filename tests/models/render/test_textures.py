from pathlib import Path

import numpy as np
import pytest

from models.render.designs import Style
from models.render.errors import SharedDataError
from models.render.styles import poker_design
from models.render.textures import shared_design, shared_surface
from models.render.world import Family

SHARED = Path(__file__).parents[3] / ".." / "shared" / "data"


@pytest.fixture
def shared():
    if not (SHARED / "textures").is_dir():
        pytest.skip("no shared textures beside this checkout")
    return SHARED


@pytest.mark.shared
def test_shared_faces_and_figures_are_printed_on_all_six_faces_only_where_they_are_given(shared):
    pytest.importorskip("cairosvg", reason="court figures are SVG: install the extra train")
    for seed in range(6):
        design = shared_design("x", Style(), shared, np.random.default_rng(seed))
        assert (design.family, design.labels) == (Family.SHARED, (0, 1, 2, 3, 4, 5))
        assert min(int(np.ptp(face)) for face in design.faces) > 100
    assert Family.SHARED in {poker_design(seed, shared).family for seed in range(20)}
    assert Family.SHARED not in {poker_design(seed).family for seed in range(20)}


@pytest.mark.shared
def test_a_shared_background_becomes_a_surface(shared):
    surface = shared_surface(shared, np.random.default_rng(0))
    assert surface.photo.shape == (640, 640, 3)


def test_a_folder_without_textures_is_refused(tmp_path):
    with pytest.raises(SharedDataError, match="textures"):
        shared_design("x", Style(), tmp_path, np.random.default_rng(0))
