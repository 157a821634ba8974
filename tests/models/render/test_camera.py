from dataclasses import replace

import numpy as np
import pytest

from models.render.camera import axes, eye_mm, project, rays
from models.render.errors import GeometryError
from models.render.world import SceneCamera


def test_x_points_right_and_y_points_up_in_an_untilted_picture(overhead: SceneCamera) -> None:
    seen = project(overhead, [[0, 0, 0], [10, 0, 0], [0, 10, 0]])
    np.testing.assert_allclose(seen, [[200, 150], [220, 150], [200, 130]], atol=1e-3)


@pytest.mark.parametrize(("tilt_deg", "roll_deg"), [(0.0, 0.0), (12.0, 77.0), (40.0, 0.0)])
def test_every_pixels_ray_meets_the_point_that_lands_in_that_pixel(tilt_deg: float, roll_deg: float) -> None:
    shape = SceneCamera(height_mm=420, f_px=600, size_wh=(320, 240), k1=-0.2, k2=0.05, target_mm=(12, -7))
    camera = replace(shape, tilt_deg=tilt_deg, azimuth_deg=33, roll_deg=roll_deg)
    directions, frame = rays(camera), axes(camera)
    np.testing.assert_allclose(frame @ frame.T, np.eye(3), atol=1e-6)
    assert np.linalg.det(frame) == pytest.approx(1.0, abs=1e-5)  # right-handed
    np.testing.assert_allclose(project(camera, [12, -7, 0]), [160, 120], atol=1e-2)
    for column, row in ((0, 0), (319, 0), (160, 120), (40, 230)):
        along = -eye_mm(camera)[2] / directions[row, column, 2]
        point = eye_mm(camera) + directions[row, column] * along
        np.testing.assert_allclose(project(camera, point), [column + 0.5, row + 0.5], atol=0.05)


def test_barrel_distortion_pulls_points_towards_the_middle_and_a_camera_below_the_board_is_refused() -> None:
    straight, bent = (project(SceneCamera(k1=k1), [100.0, 0.0, 0.0]) for k1 in (0.0, -0.3))
    assert bent[0] < straight[0] - 1
    with pytest.raises(GeometryError):
        SceneCamera(height_mm=-1.0)
