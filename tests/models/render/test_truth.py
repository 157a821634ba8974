import numpy as np
import pytest

from models.render.truth import DieTruth, truth_of
from models.render.world import Design, DieInstance, SceneCamera
from models.train.pictures.placing import flat_rotation, turn_about


def truth(design: Design, camera: SceneCamera, *, face: int = 5, turn_deg: float = 0, tilt_deg: float = 0) -> DieTruth:
    rotation = np.asarray(turn_about((1, 0, 0), tilt_deg) @ flat_rotation(face, turn_deg), np.float32)
    die = DieInstance(design=design, size_mm=16.0, position_mm=(0.0, 0.0, 8.0), rotation=rotation)
    return truth_of(camera, die, visible_fraction=1.0)


def test_the_quad_of_a_flat_die_lies_where_a_pinhole_puts_it(plain_design: Design, overhead: SceneCamera) -> None:
    half = 8.0 * 1000 / (500 - 16)  # the top face is 16 mm nearer than the floor
    expected = [(200 - half, 150 - half), (200 + half, 150 - half), (200 + half, 150 + half), (200 - half, 150 + half)]
    np.testing.assert_allclose(truth(plain_design, overhead).quad, expected, atol=0.01)


@pytest.mark.parametrize("face", range(6))
def test_the_quad_runs_clockwise_from_the_textures_top_left(
    plain_design: Design, overhead: SceneCamera, face: int
) -> None:
    said = truth(plain_design, overhead, face=face, turn_deg=40.0 * face)
    quad = np.array(said.quad)
    edge, following = quad[1] - quad[0], quad[2] - quad[1]
    assert edge[0] * following[1] - edge[1] * following[0] > 0  # clockwise where y runs down
    assert (said.label, said.tilt_deg) == (face, pytest.approx(0.0, abs=0.05))


@pytest.mark.parametrize("tilt_deg", [0.0, 3.0, 20.0, 44.0])
def test_the_tilt_is_that_of_the_most_upward_face_and_the_box_holds_the_quad(
    plain_design: Design, tilt_deg: float
) -> None:
    camera = SceneCamera(tilt_deg=18, azimuth_deg=60, k1=-0.1)
    said = truth(plain_design, camera, tilt_deg=tilt_deg, turn_deg=25)
    assert (said.label, said.tilt_deg) == (5, pytest.approx(tilt_deg, abs=0.05))
    left, top, right, bottom = said.box_xyxy
    assert all(left - 1e-3 <= x <= right + 1e-3 and top - 1e-3 <= y <= bottom + 1e-3 for x, y in said.quad)
