"""Leans told from cubes projected exactly, through cameras high and low, straight and tilted."""

import itertools
from dataclasses import replace

import numpy as np
import pytest

from models.render import truth, world
from tests.cases import cases
from tests.vision.board_pictures import leaning
from tests.vision.table import board_at
from vision.find.height import SizePolicy, stacked_odds
from vision.find.lean import LeanPolicy, MeasuredSweep, faded, leans_deg, moved_view, unknown_view
from vision.find.lens import VIEW_SD, Lens, view_field
from vision.reading import Detection, quad_of

SIZE_WH = (1440, 1080)


def camera(*, height_mm=600.0, view_deg=50.0, **hung):
    """Return a camera above the board's middle that sees so wide an angle."""
    f_px = SIZE_WH[0] / 2 / np.tan(np.radians(view_deg / 2))
    return world.SceneCamera(height_mm=height_mm, f_px=f_px, size_wh=SIZE_WH, **hung)


def detection(camera, x, y, *, heading_deg=0.0, lean_deg=0.0):
    die = leaning(x, y, lean_deg, turn_deg=heading_deg, axis_deg=heading_deg + 180.0)
    quad, box = truth.quad_px(camera, die, world.DesignFace.ACE), truth.box_px(camera, die)
    return Detection(box_xyxy=box, quad=quad, tilt_deg=0.0, confidence=1.0)


def sweeps_of(dice, *, error=0.015, spread=np.nan):
    """Return sweeps from boxes: a silhouette is the top face swept to the bottom face, so its middle lies half way."""
    sweeps = [np.array(die.box_xyxy).reshape(2, 2).sum(0) - 2 * np.array(die.centre_xy) for die in dice]
    sizes = [die.size_px for die in dice]
    return [MeasuredSweep(xy, error * size, spread * size) for xy, size in zip(sweeps, sizes, strict=True)]


def leans_of(dice, view=None):
    """Return leans of dice at which several looks agree well."""
    return leans_deg(dice, SIZE_WH, sweeps=sweeps_of(dice, spread=0.01), view=view)


STRAIGHT, ASKEW, OPPOSITE = camera(), camera(tilt_deg=15.0), camera(tilt_deg=15.0, azimuth_deg=90.0)
PLACES = [(-90.0, 70.0), (80.0, 60.0), (10.0, -15.0), (-60.0, -80.0), (95.0, -60.0)]
HIDING = [board_at(0.0, 0.0, right, SIZE_WH[1], size_wh=SIZE_WH) for right in (1440.0, 758.0, 751.0)]


def lying(camera=STRAIGHT, places=PLACES):
    return [detection(camera, x, y, heading_deg=-17.0 * i) for i, (x, y) in enumerate(places)]


@pytest.mark.parametrize(("hung", "off_deg"), cases(__file__)["cameras"])
def test_one_leaning_die_among_lying_ones_is_told_with_its_angle_whatever_the_camera_shows_of_sides(hung, off_deg):
    leans, _ = leans_of(lying(over := camera(**hung)))
    assert max(leans) < 3.0
    for which, lean_deg in itertools.product(range(5), (12.0, 20.0, 30.0, 44.0)):
        dice = lying(over)
        dice[which] = detection(over, *PLACES[which], heading_deg=-33.0, lean_deg=lean_deg)
        leans, _ = leans_of(dice)
        assert leans[which] == pytest.approx(lean_deg, abs=off_deg)
        assert max(lean for i, lean in enumerate(leans) if i != which) < 5.0


def test_a_lone_leaning_die_is_told_from_what_earlier_frames_said_of_the_camera():
    _, view = leans_of(lying(ASKEW))
    (lean,), _ = leans_of([detection(ASKEW, -60.0, -40.0, lean_deg=20.0)], view)
    assert lean == pytest.approx(20.0, abs=4.0)
    assert leans_of([], before := unknown_view(LeanPolicy())) == ((), before)


def lean_of_third(*, by_edges, way=(0.8, -0.6), places=PLACES, view=None, floor=None, **measured):
    """Return how a lying die leans whose sweep is wrong by so much, in edges, among others that are right."""
    dice = lying(places=places)
    sweeps = sweeps_of(dice)
    wrong = sweeps_of(dice, **measured)[2]
    sweeps[2] = replace(wrong, xy=wrong.xy + np.array(way) * by_edges * dice[2].size_px)
    return leans_deg(dice, SIZE_WH, sweeps=sweeps, view=view, floor=floor)[0][2]


@pytest.mark.parametrize("values", [{"spread": (0.01, 0.1, 0.4)}, {"error": (0.01, 0.06, 0.2)}, {"floor": HIDING}])
def test_a_lean_that_looks_disagree_about_or_that_may_be_far_off_or_is_half_hidden_is_less_than_a_measured_one(values):
    ((name, tried),) = values.items()
    tilts = [lean_of_third(by_edges=0.3, **{name: value}) for value in tried]
    assert (tilts[0], tilts) == (pytest.approx(np.degrees(np.arcsin(0.3)), abs=2.5), sorted(tilts, reverse=True))
    assert tilts[2] < 10.0


def test_a_small_lean_seen_once_is_worth_another_look_and_burns_only_when_that_agrees_or_the_camera_is_unknown():
    looks = [{"error": 0.045}, {"error": 0.045, "view": leans_of(lying())[1]}, {"spread": 0.01}]
    once, known, often = (lean_of_third(by_edges=0.19, **more) for more in looks)
    assert LeanPolicy().again_deg < known < 7.0 < once < 10.0 < often


@pytest.mark.parametrize(("way", "end", "first", "third", "is_told"), cases(__file__)["props"])
def test_a_die_leans_towards_or_away_from_a_rim_or_a_die_in_reach_and_hardly_along_it(way, end, first, third, is_told):
    floor, places = board_at(0.0, 0.0, *end, size_wh=SIZE_WH), [first, PLACES[1], third, *PLACES[3:]]
    how = {"by_edges": 0.22, "way": way, "places": places, "floor": floor, "error": 0.045}
    known, unknown = (lean_of_third(view=view, **how) for view in (leans_of(lying())[1], None))
    assert ((known > 7.0, known > 4.0), unknown > 7.0) == ((is_told,) * 2, True)


@pytest.mark.parametrize("half", [-0.5, 0.5])
def test_a_die_that_the_picture_cuts_neither_leans_nor_says_how_the_camera_looks(half):
    dice = [*lying(), detection(STRAIGHT, 0.0, 0.0)]
    cut = replace(dice[-1], quad=quad_of(np.add(dice[-1].quad, (SIZE_WH[0] * half, 0.0))))  # half of it is seen
    sweeps = sweeps_of(dice[:-1])
    leans, view = leans_deg([*dice[:-1], cut], SIZE_WH, sweeps=[*sweeps, MeasuredSweep(np.array([60.0, 0.0]), 1.0)])
    _, without = leans_deg(dice[:-1], SIZE_WH, sweeps=sweeps)
    assert (leans[-1], list(view.mean)) == (0.0, pytest.approx(list(without.mean)))


def test_a_camera_that_was_moved_is_known_again_after_some_looks():
    view, policy, tilts = None, LeanPolicy(), []
    for camera in [ASKEW] * 10 + [OPPOSITE] * 10:
        leans, seen = leans_of(lying(camera), view)
        view = faded(seen, 0.9, policy)
        tilts.append(max(leans))
    assert max(tilts[9], tilts[-1]) < 4.0


def test_after_a_calibrated_camera_was_moved_its_lens_is_known_and_its_tilt_is_not_and_a_view_not_kept_is_forgotten():
    policy = LeanPolicy()
    calibrated = view_field(Lens(size_wh=SIZE_WH, focal_px=1500.0), (0.2, -0.1, -0.97))
    moved, unknown = moved_view(calibrated, policy), unknown_view(policy)
    assert moved.mean == pytest.approx([0.0, 0.0, calibrated.mean[2]])
    sds = [policy.tilt_sd, policy.tilt_sd, np.hypot(policy.lens_sd, VIEW_SD[2])]
    assert np.diag(moved.precision) ** -0.5 == pytest.approx(sds)
    _, seen = leans_of(lying(ASKEW))
    assert faded(seen, 0.0, policy, start=calibrated).mean == pytest.approx(calibrated.mean)
    assert faded(seen, 0.0, policy).mean == pytest.approx(unknown.mean)
    assert np.allclose(faded(seen, 0.0, policy).precision, unknown.precision)


@pytest.mark.parametrize("camera", [STRAIGHT, ASKEW, OPPOSITE])
def test_a_die_that_looks_too_large_is_likelier_stacked_and_none_is_that_a_tilted_camera_is_nearer_to(camera):
    found = lying(camera)
    dice = [replace(die, sweep_xy=tuple(sweep.xy)) for die, sweep in zip(found, sweeps_of(found), strict=True)]
    sizes, (_, view), middle = [die.size_px for die in dice], leans_of(dice), np.array(dice[2].centre_xy)
    assert (max(sizes) / min(sizes) > 1.06) is (camera is not STRAIGHT)
    larger = quad_of(middle + (np.array(dice[2].quad) - middle) * np.exp(SizePolicy().stacked))
    for quad, is_likelier in ((dice[2].quad, False), (larger, True)):
        odds = stacked_odds([*dice[:2], replace(dice[2], quad=quad), *dice[3:]], SIZE_WH, view=view)
        assert [each > 0 for each in odds] == [False, False, is_likelier, False, False]
    assert not stacked_odds(dice[:3], SIZE_WH, view=view).any()
    assert stacked_odds([*dice, replace(dice[2], quad=quad_of(99 * np.array(larger)))], SIZE_WH, view=view)[-1] < 0
