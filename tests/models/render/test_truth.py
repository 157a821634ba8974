import numpy as np
import pytest

from models.render.truth import top_face, truth_of
from models.render.world import Design, DieInstance, SceneCamera
from models.train.pictures.placing import FACE_UP, flat_rotation, turn_about


def placed(
    design: Design, *, face: int = 5, turn_deg: float = 0.0, tilt_deg: float = 0.0, z: float = 8.0
) -> DieInstance:
    rotation = turn_about((1, 0, 0), tilt_deg) @ flat_rotation(face, turn_deg)
    return DieInstance(
        design=design, size_mm=16.0, position_mm=(0.0, 0.0, z), rotation=np.asarray(rotation, np.float32)
    )


def test_the_quad_of_a_flat_die_lies_where_a_pinhole_puts_it(plain_design: Design, overhead: SceneCamera) -> None:
    truth = truth_of(overhead, placed(plain_design), visible_fraction=1.0)
    half = 8.0 * 1000 / (500 - 16)  # the top face is 16 mm nearer than the floor
    expected = [(200 - half, 150 - half), (200 + half, 150 - half), (200 + half, 150 + half), (200 - half, 150 + half)]
    np.testing.assert_allclose(truth.quad, expected, atol=0.01)


@pytest.mark.parametrize("face", range(6))
@pytest.mark.parametrize("turn_deg", [0.0, 30.0, 200.0])
def test_the_quad_runs_clockwise_from_the_textures_top_left(
    plain_design: Design, overhead: SceneCamera, face: int, turn_deg: float
) -> None:
    truth = truth_of(overhead, placed(plain_design, face=face, turn_deg=turn_deg), visible_fraction=1.0)
    quad = np.array(truth.quad)
    edge, following = quad[1] - quad[0], quad[2] - quad[1]
    assert edge[0] * following[1] - edge[1] * following[0] > 0  # clockwise where y runs down
    assert truth.label == face
    assert truth.tilt_deg == pytest.approx(0.0, abs=0.05)


@pytest.mark.parametrize("tilt_deg", [3.0, 20.0, 44.0])
def test_the_tilt_is_that_of_the_most_upward_face(plain_design: Design, overhead: SceneCamera, tilt_deg: float) -> None:
    truth = truth_of(overhead, placed(plain_design, tilt_deg=tilt_deg), visible_fraction=1.0)
    assert truth.label == 5
    assert truth.tilt_deg == pytest.approx(tilt_deg, abs=0.05)


@pytest.mark.parametrize("face", range(6))
def test_every_face_can_be_brought_to_the_top(face: int) -> None:
    assert top_face(FACE_UP[face])[0] == face


@pytest.mark.parametrize("tilt_deg", [0.0, 15.0, 44.0])
def test_the_box_holds_the_quad(plain_design: Design, tilt_deg: float) -> None:
    camera = SceneCamera(tilt_deg=18, azimuth_deg=60, k1=-0.1)
    truth = truth_of(camera, placed(plain_design, tilt_deg=tilt_deg, turn_deg=25), visible_fraction=1.0)
    left, top, right, bottom = truth.box_xyxy
    assert all(left - 1e-3 <= x <= right + 1e-3 and top - 1e-3 <= y <= bottom + 1e-3 for x, y in truth.quad)
