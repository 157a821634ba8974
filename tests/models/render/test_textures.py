import numpy as np
import pytest

from models.render import designs, errors, styles, textures, world
from tests.models.outside import SHARED, needs


@pytest.fixture
def shared():
    return needs(SHARED / "textures").parent


@pytest.mark.shared
def test_shared_faces_and_figures_are_printed_on_all_six_faces_only_where_they_are_given(shared):
    pytest.importorskip("cairosvg", reason="court figures are SVG: install the extra train")
    for seed in range(6):
        design = textures.shared_design("x", designs.Style(), shared, np.random.default_rng(seed))
        assert (design.family, design.labels) == (world.Family.SHARED, (0, 1, 2, 3, 4, 5))
        assert min(int(np.ptp(face)) for face in design.faces) > 100
    assert world.Family.SHARED in {styles.poker_design(seed, shared).family for seed in range(20)}
    assert world.Family.SHARED not in {styles.poker_design(seed).family for seed in range(20)}


@pytest.mark.shared
def test_a_shared_background_becomes_a_surface(shared):
    assert textures.shared_surface(shared, np.random.default_rng(0)).photo.shape == (640, 640, 3)


def test_a_folder_without_textures_is_refused(tmp_path):
    with pytest.raises(errors.SharedDataError, match="textures"):
        textures.shared_design("x", designs.Style(), tmp_path, np.random.default_rng(0))
