import numpy as np
import pytest

from models.render.world import Design, DieInstance, Family, SceneCamera
from models.train.pictures.placing import flat_rotation


@pytest.fixture(scope="session")
def plain_design():
    """Six faces of six plain colours, hardly rounded."""
    colours = np.array([[200, 30, 30], [30, 200, 30], [30, 30, 200], [200, 200, 30], [30, 200, 200], [200, 30, 200]])
    faces = np.broadcast_to(colours[:, None, None, :], (6, 32, 32, 3)).astype(np.uint8)
    return Design(name="plain", family=Family.BLANK, faces=np.ascontiguousarray(faces), rounding=0.02, gloss=0.0)


@pytest.fixture
def flat_die(plain_design):
    """An ace up in the middle of the board, unturned."""
    return DieInstance(design=plain_design, size_mm=16.0, position_mm=(0.0, 0.0, 8.0), rotation=flat_rotation(5, 0.0))


@pytest.fixture
def overhead():
    return SceneCamera(height_mm=500.0, f_px=1000.0, size_wh=(400, 300))
