"""Leans told from cubes projected exactly, through cameras high and low, straight and tilted."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from vision.find.lean import LeanPolicy, faded, leans_deg, moved_view, unknown_view
from vision.find.lens import VIEW_SD, Lens, view_field
from vision.reading import Detection

SIZE_WH = (1440, 1080)
EDGE_MM = 16.0
CORNERS = np.array(list(itertools.product((-0.5, 0.5), repeat=3))) * EDGE_MM
TOP = np.array([[-0.5, -0.5, 0.5], [0.5, -0.5, 0.5], [0.5, 0.5, 0.5], [-0.5, 0.5, 0.5]]) * EDGE_MM


def turned(axis, angle_deg):
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    i, j = [(1, 2), (2, 0), (0, 1)][axis]
    matrix = np.eye(3)
    matrix[i, i] = matrix[j, j] = c
    matrix[i, j], matrix[j, i] = -s, s
    return matrix


class Camera:
    """A pinhole camera looking down from a height onto the board's middle, leaning about the x axis."""

    def __init__(self, *, height_mm=600.0, view_deg=50.0, tilt_deg=0.0):
        self.f_px = SIZE_WH[0] / 2 / np.tan(np.radians(view_deg / 2))
        self.rotation = turned(0, tilt_deg)
        self.place_mm = self.rotation.T @ [0.0, 0.0, height_mm]
        # Weak perspective is an approximation: worse close above the dice and at a slant.
        self.tolerance_deg = 8.0 if height_mm < 400 or abs(tilt_deg) > 10 else 5.0

    def project(self, points_mm):
        seen = (points_mm - self.place_mm) @ self.rotation.T
        return self.f_px * seen[:, :2] / -seen[:, 2:] + np.array(SIZE_WH) / 2

    def detection(self, x, y, *, heading_deg=0.0, lean_deg=0.0):
        rotation = turned(2, heading_deg) @ turned(0, lean_deg)
        lift = -(CORNERS @ rotation.T)[:, 2].min()
        whole = self.project(CORNERS @ rotation.T + [x, y, lift])
        quad = self.project(TOP @ rotation.T + [x, y, lift])
        box = (*whole.min(0), *whole.max(0))
        return Detection(box_xyxy=box, quad=tuple(map(tuple, quad)), tilt_deg=0.0, confidence=1.0)


def sweeps_of(dice):
    """Return sweeps from boxes: a silhouette is the top face swept to the bottom face, so its middle lies half way."""
    return [np.array(die.box_xyxy).reshape(2, 2).sum(0) - 2 * np.array(die.centre_xy) for die in dice]


def leans_of(dice, view=None):
    """Return leans of dice at which several looks agree well."""
    spreads = [0.01 * die.size_px for die in dice]
    return leans_deg(dice, SIZE_WH, sweeps_px=sweeps_of(dice), spreads_px=spreads, view=view)


CAMERAS = [
    Camera(),
    Camera(height_mm=350.0, view_deg=66.0),
    Camera(height_mm=800.0, view_deg=41.0),
    Camera(tilt_deg=12.0),
    Camera(tilt_deg=-25.0),
]
PLACES = [(-90.0, -70.0), (80.0, -60.0), (10.0, 15.0), (-60.0, 80.0), (95.0, 60.0)]


def lying(camera):
    return [camera.detection(x, y, heading_deg=17.0 * i) for i, (x, y) in enumerate(PLACES)]


@pytest.mark.parametrize("camera", CAMERAS)
def test_one_leaning_die_among_lying_ones_is_told_with_its_angle_whatever_the_camera_shows_of_sides(camera):
    leans, _ = leans_of(lying(camera))
    assert max(leans) < 3.0
    for which, lean_deg in itertools.product(range(5), (12.0, 20.0, 30.0, 44.0)):
        dice = lying(camera)
        dice[which] = camera.detection(*PLACES[which], heading_deg=33.0, lean_deg=lean_deg)
        leans, _ = leans_of(dice)
        assert leans[which] == pytest.approx(lean_deg, abs=camera.tolerance_deg)
        assert max(lean for i, lean in enumerate(leans) if i != which) < 5.0


def test_a_lone_leaning_die_is_told_from_what_earlier_frames_said_of_the_camera():
    camera = Camera(tilt_deg=15.0)
    _, view = leans_of(lying(camera))
    (lean,), _ = leans_of([camera.detection(-60.0, 40.0, lean_deg=20.0)], view)
    assert lean == pytest.approx(20.0, abs=4.0)
    before = unknown_view(LeanPolicy())
    assert leans_of([], before) == ((), before)


def leans_of_third(*, by_edges, spread=None, confidence=1.0, shrunk=1.0):
    """Return how lying dice lean of which the third's sweep is wrong by so much, in edges; spread likewise."""
    dice = lying(Camera())
    sweeps = sweeps_of(dice)
    edge = dice[2].size_px
    sweeps[2] = sweeps[2] + np.array([0.8, -0.6]) * by_edges * edge
    dice[2] = replace(dice[2], confidence=confidence)
    if shrunk < 1:
        quads = (np.array(die.centre_xy) * (1 - shrunk) + shrunk * np.array(die.quad) for die in dice)
        dice = [replace(die, quad=tuple(map(tuple, quad))) for die, quad in zip(dice, quads, strict=True)]
    spreads = [None, None, spread and spread * edge, None, None]
    return leans_deg(dice, SIZE_WH, sweeps_px=[shrunk * sweep for sweep in sweeps], spreads_px=spreads)[0][2]


def test_a_lean_that_the_looks_disagree_about_or_of_what_may_be_no_die_is_less_than_a_measured_one():
    tilts = [leans_of_third(by_edges=0.3, spread=spread) for spread in (0.01, 0.05, 0.2)]
    assert tilts[0] == pytest.approx(np.degrees(np.arcsin(0.3)), abs=2.5)
    assert tilts == sorted(tilts, reverse=True)
    assert tilts[2] < 10.0
    tilts = [leans_of_third(by_edges=0.3, confidence=confidence) for confidence in (0.99, 0.8, 0.55)]
    assert tilts == sorted(tilts, reverse=True)
    assert tilts[0] > 10.0 > tilts[2]


def test_a_small_lean_seen_once_is_worth_another_look_and_burns_only_when_that_agrees():
    once, often, small = (leans_of_third(by_edges=0.19, **more) for more in ({}, {"spread": 0.01}, {"shrunk": 0.2}))
    assert LeanPolicy().again_deg < once < 10.0 < often
    assert small < 0.7 * once  # one look at a small die is believed less


def test_a_die_that_the_picture_cuts_neither_leans_nor_says_how_the_camera_looks():
    camera = Camera()
    dice = [*lying(camera), camera.detection(0.0, 0.0)]
    corners = np.add(dice[-1].quad, (SIZE_WH[0] / 2, 0.0))
    cut = replace(dice[-1], quad=tuple(map(tuple, corners)))  # half of it is seen
    leans, view = leans_deg([*dice[:-1], cut], SIZE_WH, sweeps_px=[*sweeps_of(dice[:-1]), np.array([60.0, 0.0])])
    _, without = leans_deg(dice[:-1], SIZE_WH, sweeps_px=sweeps_of(dice[:-1]))
    assert leans[-1] == 0.0
    assert np.allclose(view.mean, without.mean)


def test_a_camera_that_was_moved_is_known_again_after_some_looks():
    before, after = Camera(tilt_deg=15.0), Camera(tilt_deg=-15.0)
    view, policy, tilts = None, LeanPolicy(), []
    for camera in [before] * 10 + [after] * 10:
        leans, seen = leans_of(lying(camera), view)
        view = faded(seen, 0.9, policy)
        tilts.append(max(leans))
    assert tilts[9] < 4.0
    assert tilts[-1] < 4.0


def test_after_a_calibrated_camera_was_moved_its_lens_is_known_and_its_tilt_is_not_and_a_view_not_kept_is_forgotten():
    policy = LeanPolicy()
    calibrated = view_field(Lens(size_wh=SIZE_WH, focal_px=1500.0), (0.2, -0.1, -0.97))
    moved, unknown = moved_view(calibrated, policy), unknown_view(policy)
    assert moved.mean == pytest.approx([0.0, 0.0, calibrated.mean[2]])
    sds = [policy.tilt_sd, policy.tilt_sd, np.hypot(policy.lens_sd, VIEW_SD[2])]
    assert np.diag(moved.precision) ** -0.5 == pytest.approx(sds)
    _, seen = leans_of(lying(Camera(tilt_deg=15.0)))
    assert faded(seen, 0.0, policy, start=calibrated).mean == pytest.approx(calibrated.mean)
    assert faded(seen, 0.0, policy).mean == pytest.approx(unknown.mean)
    assert np.allclose(faded(seen, 0.0, policy).precision, unknown.precision)
