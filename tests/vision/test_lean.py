"""Leans told from cubes projected exactly, through cameras high and low, straight and tilted."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from vision.frame import Frame
from vision.lean import LeanFinder, LeanPolicy, leans_deg, unknown_view
from vision.reading import Detection

SIZE_WH = (1440, 1080)
EDGE_MM = 16.0
CORNERS = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) * EDGE_MM
TOP = np.array([[-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [0.5, 0.5, 0.5], [-0.5, 0.5, 0.5]]) * EDGE_MM


def turned(axis: int, angle_deg: float) -> np.ndarray:
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    matrix = np.eye(3)
    matrix[i, i] = matrix[j, j] = c
    matrix[i, j], matrix[j, i] = -s, s
    return matrix


class Camera:
    """A pinhole camera looking down from a height, leaning about the x axis."""

    def __init__(self, *, height_mm: float = 600.0, view_deg: float = 50.0, tilt_deg: float = 0.0) -> None:
        self.height_mm = height_mm
        self.f_px = SIZE_WH[0] / 2 / np.tan(np.radians(view_deg / 2))
        self.rotation = turned(0, tilt_deg)
        # Weak perspective is an approximation: worse close above the dice and at a slant.
        self.tolerance_deg = 7.0 if height_mm < 400 or abs(tilt_deg) > 20 else 5.0

    def project(self, points_mm: np.ndarray) -> np.ndarray:
        seen = (points_mm - [0.0, 0.0, self.height_mm]) @ self.rotation.T
        return self.f_px * seen[:, :2] / -seen[:, 2:] + np.array(SIZE_WH) / 2

    def detection(self, x: float, y: float, *, heading_deg: float = 0.0, lean_deg: float = 0.0) -> Detection:
        rotation = turned(2, heading_deg) @ turned(0, lean_deg)
        lift = -(CORNERS @ rotation.T)[:, 2].min()
        whole = self.project(CORNERS @ rotation.T + [x, y, lift])
        quad = self.project(TOP @ rotation.T + [x, y, lift])
        box = (*whole.min(0), *whole.max(0))
        return Detection(box_xyxy=box, quad=tuple(map(tuple, quad)), tilt_deg=0.0, confidence=1.0)


CAMERAS = [
    Camera(),
    Camera(height_mm=350.0, view_deg=66.0),
    Camera(height_mm=800.0, view_deg=41.0),
    Camera(tilt_deg=12.0),
    Camera(tilt_deg=-25.0),
]
PLACES = [(-90.0, -70.0), (80.0, -60.0), (10.0, 15.0), (-60.0, 80.0), (95.0, 60.0)]


def lying(camera: Camera) -> list[Detection]:
    return [camera.detection(x, y, heading_deg=17.0 * i) for i, (x, y) in enumerate(PLACES)]


@pytest.mark.parametrize("camera", CAMERAS)
def test_dice_that_lie_flat_do_not_lean_whatever_the_camera_shows_of_their_sides(camera: Camera):
    leans, _ = leans_deg(lying(camera), SIZE_WH)
    assert max(leans) < 3.0


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("lean_deg", [12.0, 20.0, 30.0, 44.0])
@pytest.mark.parametrize("which", range(5))
def test_one_leaning_die_among_lying_ones_is_told_with_its_angle(camera: Camera, lean_deg: float, which: int):
    dice = lying(camera)
    dice[which] = camera.detection(*PLACES[which], heading_deg=33.0, lean_deg=lean_deg)
    leans, _ = leans_deg(dice, SIZE_WH)
    assert leans[which] == pytest.approx(lean_deg, abs=camera.tolerance_deg)
    assert max(lean for i, lean in enumerate(leans) if i != which) < 5.0


def test_a_lone_leaning_die_is_told_from_what_earlier_frames_said_of_the_camera():
    camera = Camera(tilt_deg=15.0)
    _, view = leans_deg(lying(camera), SIZE_WH)
    alone = [camera.detection(-60.0, 40.0, lean_deg=20.0)]
    (lean,), _ = leans_deg(alone, SIZE_WH, view=view)
    assert lean == pytest.approx(20.0, abs=4.0)


def test_no_dice_tell_nothing():
    before = unknown_view(LeanPolicy())
    assert leans_deg([], SIZE_WH, view=before) == ((), before)


class Lying:
    """A finder that finds what the test planned, look by look."""

    def __init__(self, *looks: list[Detection]) -> None:
        self.looks = list(looks)

    def detect(self, frame: Frame, /) -> tuple[Detection, ...]:
        return tuple(self.looks.pop(0))


FRAME = Frame(np.zeros((SIZE_WH[1], SIZE_WH[0], 3), np.uint8))


def test_a_finder_that_remembers_the_camera_tells_a_lone_leaning_die_better_than_one_that_does_not():
    camera = Camera(tilt_deg=18.0)
    alone = [camera.detection(-60.0, 40.0, lean_deg=20.0)]
    remembering = LeanFinder(Lying(lying(camera), lying(camera), alone), keeps=0.9)
    for _ in range(2):
        remembering.detect(FRAME)
    forgetful = LeanFinder(Lying(alone))
    assert remembering.detect(FRAME)[0].tilt_deg == pytest.approx(20.0, abs=6.0)
    assert forgetful.detect(FRAME)[0].tilt_deg < 10.0  # one die alone may as well lie flat under a tilted camera


def test_a_camera_that_was_moved_is_known_again_after_some_looks():
    before, after = Camera(tilt_deg=15.0), Camera(tilt_deg=-15.0)
    finder = LeanFinder(Lying(*[lying(before)] * 10, *[lying(after)] * 30), keeps=0.9)
    tilts = [max(die.tilt_deg for die in finder.detect(FRAME)) for _ in range(40)]
    assert tilts[9] < 4.0
    assert tilts[-1] < 4.0
