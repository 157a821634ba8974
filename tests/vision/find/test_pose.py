"""The pose reader: its geometry by laws, its model on rendered dice that lie and lean."""

import json
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.render.stage import render
from models.render.truth import quad_px
from models.render.world import DesignFace, Film, Scene, SceneCamera, SceneLight
from tests.cases import cases
from tests.vision.board_pictures import BOARD, SPOTS_MM, die_mm, five_dice, leaning
from tests.vision.table import KnownDice, board_at, boxed, square
from vision import errors, reading
from vision.find import pose as posing
from vision.find.lean import LeanPolicy, MeasuredSweep
from vision.find.lens import Lens, view_field
from vision.frame import Frame

CAMERA = SceneCamera(size_wh=(1080, 1080), f_px=1690.0)


@given(turn_deg=st.floats(-35, 35), squeeze=st.floats(0.7, 1.0), shift=st.integers(0, 3), noise=st.integers(0, 99))
def test_what_the_model_is_taught_gives_the_face_back(turn_deg, squeeze, shift, noise):
    rng = np.random.default_rng(noise)
    quad = (np.array(square((0, 0), turn_deg, 60)) * [squeeze, 1.0]) + [300, 200] + rng.normal(0, 1.0, (4, 2))
    sweep = rng.normal(0, 15, 2)
    rough = np.array(square((303, 198), 3.0, 66))
    told = posing.pose_targets(np.roll(quad, shift, axis=0), sweep, rough)
    pose = posing._pose(np.append(told, [0.0, 0.0, np.log(0.1)]), rough)
    assert min(np.abs(np.roll(quad, k, axis=0) - pose.quad).max() for k in range(4)) < 1e-3
    assert np.abs(pose.sweep.xy - sweep).max() < 1e-3
    assert pose.sweep.error_px == pytest.approx(6.6)


def picture_of(dice, camera=CAMERA):
    return render(Scene(dice=dice, board=BOARD, camera=camera, film=Film(), light=SceneLight()))


def roughly(truth, seed):
    """Return what a picture truly holds, squares for faces, as wrong as a detector."""
    rng = np.random.default_rng(seed)
    for die in truth:
        square = posing.aligned_square(np.array(die.quad))
        rough = square + rng.normal(0, 0.05, 2) * np.linalg.norm(square[1] - square[0])
        yield reading.Detection(box_xyxy=die.box_xyxy, quad=reading.quad_of(rough), tilt_deg=0.0, confidence=0.9)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.proof) for seed in range(1, 5))])
def test_a_die_that_leans_by_thirty_degrees_is_told_from_lying_ones_and_faces_are_measured(seed):
    flat = tuple(die_mm(x, y, face=i, turn_deg=31.0 * (i + seed)) for i, (x, y) in enumerate(SPOTS_MM[:4]))
    rendered = picture_of((*flat, leaning(*SPOTS_MM[4], 30.0, face=seed)))
    finder = posing.PoseFinder(KnownDice(roughly(rendered.truth, seed)), posing.PoseReader.from_file())
    found = finder.detect(Frame(rendered.pixels))
    assert (len(found), rendered.truth[4].tilt_deg) == (5, pytest.approx(30.0))
    middles = [np.mean(true.quad, axis=0) for true in rendered.truth]
    measured = [min(found, key=lambda die: np.hypot(*(die.centre_xy - middle))) for middle in middles]
    assert max(die.tilt_deg for die in measured[:4]) < 10.0 < 15.0 < measured[4].tilt_deg
    for die, true in zip(measured[:4], rendered.truth[:4], strict=True):
        wrong = min(np.abs(np.roll(true.quad, k, axis=0) - np.array(die.quad)).max() for k in range(4))
        assert wrong < 0.12 * die.size_px


def test_what_a_finder_takes_for_a_die_and_is_none_is_left_out_and_a_die_found_twice_is_one():
    rendered = picture_of((die_mm(*SPOTS_MM[0], face=2),))
    (true,) = roughly(rendered.truth, seed=1)
    quad = np.array(true.quad) + np.array([900.0, 900.0]) - true.centre_xy
    nothing = replace(true, quad=tuple(map(tuple, quad.tolist())), box_xyxy=(800, 800, 1000, 1000), confidence=0.6)
    finder = KnownDice([true, nothing, replace(true, confidence=0.7)])
    (die,) = posing.PoseFinder(finder, posing.PoseReader.from_file()).detect(Frame(rendered.pixels))
    assert np.hypot(*np.subtract(die.centre_xy, true.centre_xy)) < 10
    assert die.confidence > 0.8


def test_dice_whose_sides_were_taken_for_their_tops_lie_flat_and_are_found_once():
    aslant = replace(CAMERA, tilt_deg=25.0)
    rendered = picture_of(five_dice(), aslant)
    true = tuple(roughly(rendered.truth, seed=1))
    faces = ([quad_px(aslant, die, face) for face in DesignFace] for die in five_dice()[:2])
    nearest = (max(quads, key=lambda quad: np.mean(quad, axis=0)[1]) for quads in faces)
    sides = [replace(die, quad=quad) for die, quad in zip(true[:2], nearest, strict=True)]
    finder = posing.PoseFinder(KnownDice([*sides, *true[1:]]), posing.PoseReader.from_file())
    read = finder.detect(Frame(rendered.pixels))
    assert max(die.tilt_deg for die in read) < 5.0
    places, known = (sorted(die.centre_xy for die in dice) for dice in (read, true))
    assert places == [pytest.approx(place, abs=10.0) for place in known]


class Looks:
    """Looks at dice as the test says: at first sweeps of their own, at every later look the next ones prepared."""

    second_look = posing.SecondLook(finder=1.0, die=0.0, shift=0.0)

    def __init__(self, first, *later, unsure=None):
        self.sweeps, self.asked, self.unsure = [first, list(later)], [], unsure  # whose sweep may be off at first

    def poses(self, frame, quads):
        sweeps = self.sweeps[min(len(self.asked), 1)][: len(quads)]
        errors = [ERROR_PX * (1 + (number == self.unsure and not self.asked)) for number in range(len(quads))]
        self.asked.append(list(quads))
        looked = zip(map(np.array, quads), map(np.array, sweeps), errors, strict=True)
        odds = 9.0, 4.0 * (len(self.asked) > 1)  # that it is stacked only later looks say
        return tuple(posing.Pose(quad, MeasuredSweep(sweep, error), *odds) for quad, sweep, error in looked)


MIDDLES = ((400.0, 400.0), (600.0, 400.0), (500.0, 500.0), (400.0, 600.0), (600.0, 600.0))


def lying(*sizes):
    """Return dice of these sizes, px, in a quincunx."""
    found = enumerate(zip(MIDDLES, sizes, strict=False))
    return [boxed(x - edge / 2, y - edge / 2, edge, 0.95 - 0.01 * number) for number, ((x, y), edge) in found]


LYING = KnownDice(lying(*[40] * 5))
EMPTY = Frame(np.zeros((1000, 1000, 3), np.uint8))
FLAT, ERROR_PX = (0.0, 0.0), 1.0
LEANING = (16.0, 0.0)  # 24° of dice of 40 pixels


def test_a_die_that_seems_to_lean_or_whose_sweep_is_unsure_is_looked_at_again_from_all_four_sides():
    looks = Looks([FLAT, FLAT, LEANING, FLAT, FLAT], *[LEANING] * 4)
    found = posing.PoseFinder(LYING, looks).detect(EMPTY)
    assert [len(quads) for quads in looks.asked] == [5, 4]
    assert ({quad[0] for quad in looks.asked[1]}, len(set(map(frozenset, looks.asked[1])))) == (set(found[2].quad), 1)
    assert [die.tilt_deg > 10 for die in found] == [False, False, True, False, False]
    half, hidden = board_at(0, 0, 500, 999, size_wh=EMPTY.size_wh), Looks(looks.sweeps[0], *[LEANING] * 20)
    assert max(die.tilt_deg for die in posing.PoseFinder(LYING, hidden).detect(EMPTY, half)) < 0.6 * found[2].tilt_deg
    # a lean that the other looks do not show is none; where they differ as much as it, nobody knows
    for first, said in (((4.0, 0.0), 0.0), (LEANING, LeanPolicy().unknown_deg)):
        unsure = Looks([FLAT, FLAT, LEANING, FLAT, FLAT], first, FLAT, (2.0, -4.0), (-6.0, 3.0))
        leans = [die.tilt_deg for die in posing.PoseFinder(LYING, unsure).detect(EMPTY)]
        assert max(leans) == pytest.approx(said, abs=0.2)
    posing.PoseFinder(LYING, flat := Looks([FLAT] * 5)).detect(EMPTY)
    assert len(flat.asked) == 1
    doubted = posing.PoseFinder(LYING, Looks([FLAT] * 5, *[LEANING] * 4, unsure=2)).detect(EMPTY)
    assert [(die.tilt_deg > 10, die.stacked > 0.9) for die in doubted] == [(number == 2,) * 2 for number in range(5)]


def test_a_die_that_seems_to_lean_only_after_the_others_were_looked_at_again_is_looked_at_again_too():
    looks = Looks([FLAT, LEANING, (-8.0, 0.0), (6.0, 0.0), (4.0, 0.0)], *[FLAT] * 12)
    found = posing.PoseFinder(LYING, looks).detect(EMPTY)
    assert [len(quads) for quads in looks.asked] == [5, 12, 4]
    assert max(die.tilt_deg for die in found) < 5.0


def test_a_die_that_looks_larger_than_the_others_is_likelier_to_lie_on_one():
    dice = [*LYING.detect(EMPTY)[:4], boxed(579, 579, 42, 0.9)]
    found = posing.PoseFinder(KnownDice(dice), Looks([FLAT] * 5)).detect(EMPTY)
    assert [die.stacked > 0.5 for die in found] == [False] * 4 + [True]


class LateLooks(Looks):
    """Looks that each see the last one asked about 2 px further right, and with odds of their own that it is a die."""

    second_look = posing.SecondLook(finder=0.0, die=1.0, shift=0.0)

    def __init__(self, *odds):
        super().__init__([FLAT] * 5, *[FLAT] * 20)
        self.odds = iter(odds)

    def poses(self, frame, quads):
        *sure, last = super().poses(frame, quads)
        return (*sure, replace(last, quad=np.add(last.quad, [2.0, 0.0]), die_odds=next(self.odds)))


@pytest.mark.parametrize(("edge", "odds", "is_die"), cases(__file__)["odds"])
def test_what_seems_no_die_is_looked_at_anew_where_it_was_and_taken_for_one_late_only_if_surely_one(edge, odds, is_die):
    last = boxed(600 - edge / 2, 600 - edge / 2, edge, 0.5)
    finds, looks = KnownDice([*LYING.detect(EMPTY)[:4], last]), LateLooks(*odds)
    found = posing.PoseFinder(finds, looks, keeps=0.9).detect(EMPTY)
    seen_x = [np.mean(quads[-1], axis=0)[0] for quads in looks.asked]
    assert seen_x == pytest.approx([600.0 + 2 * look for look in range(len(odds))])
    assert [die.size_px for die in found] == pytest.approx([40.0] * (4 + is_die))


@pytest.mark.parametrize(("share", "at", "dice", "counted"), cases(__file__)["by_face"])
def test_what_seems_no_die_is_one_if_it_lies_apart_surely_shows_a_face_and_makes_up_the_number(
    share, at, dice, counted
):
    finds = KnownDice([*LYING.detect(EMPTY)[:4], boxed(at, at, 40, 0.5)])
    faces = SimpleNamespace(classify=lambda _, quads: np.full((len(quads), 7), share)) if share else None
    finder = posing.PoseFinder(finds, LateLooks(*[-5] * 20), keeps=0.9)
    assert len(finder.detect(EMPTY, None, dice, faces)) == counted


@pytest.mark.parametrize(("keeps", "frames", "told_px", "seen_px"), cases(__file__)["sizes"])
def test_dice_are_sought_in_the_size_that_surely_seen_ones_have_until_the_camera_moves(keeps, frames, told_px, seen_px):
    finds = KnownDice(*(lying(*sizes) for sizes in frames))
    finder = posing.PoseFinder(finds, Looks([FLAT] * 5, *[FLAT] * 20), keeps=keeps)
    for sizes in seen_px:
        assert [die.size_px for die in finder.detect(EMPTY)] == pytest.approx(sizes)
    finder.forget_view()
    finder.detect(EMPTY)
    assert finds.edges_px == [pytest.approx(px) if px else None for px in (*told_px, 0)]


def test_what_lies_beside_the_floor_does_not_tell_how_large_dice_are():
    finds, looks = KnownDice(lying(40, 40, 20, 20, 20)), Looks([FLAT] * 5, *[FLAT] * 20)
    finder, floor = posing.PoseFinder(finds, looks, keeps=0.9), board_at(300, 300, 700, 450, size_wh=EMPTY.size_wh)
    assert [len(finder.detect(EMPTY, floor)) for _ in range(2)] == [5, 5]
    assert finds.edges_px == [None, 40.0]


@pytest.mark.parametrize(("dice", "told_px"), [(4, [None]), (5, [None, 56.0]), (None, [None])])
def test_where_fewer_dice_are_seen_than_should_lie_there_it_is_looked_once_more_in_another_size(dice, told_px):
    *four, last = lying(40, 40, 40, 40, 40)
    finds, looks = KnownDice(four, [four[0], last]), Looks([FLAT] * 4, *[FLAT] * 5)
    assert len(posing.PoseFinder(finds, looks, keeps=0.9).detect(EMPTY, None, dice)) == 3 + len(told_px)
    assert finds.edges_px == told_px


@pytest.mark.parametrize("more", [{}, {"keeps": 0.9}])
def test_a_calibrated_camera_tells_dice_that_all_lean_alike_however_often_and_forgets_when_it_was_moved(more):
    looks = Looks([LEANING] * 5, *[LEANING] * 20)
    straight_down = view_field(Lens(size_wh=(1000, 1000), focal_px=5000.0), (0.0, 0.0, -1.0))
    finder = posing.PoseFinder(LYING, looks, view=straight_down, **more)
    for _ in range(1 if more else 3):
        looks.asked.clear()
        assert min(die.tilt_deg for die in finder.detect(EMPTY)) > 15.0
    looks.asked.clear()
    finder.forget_view()
    assert max(die.tilt_deg for die in finder.detect(EMPTY)) < 5.0  # a camera that stands askew now


def test_a_model_that_measures_something_else_is_refused(tmp_path):
    path = tmp_path / posing.POSE_PATH.name
    path.write_bytes(posing.POSE_PATH.read_bytes())
    stated = json.loads(posing.POSE_PATH.with_suffix(".json").read_text())
    path.with_suffix(".json").write_text(json.dumps({**stated, "labels": ["die"]}))
    with pytest.raises(errors.ModelContractError, match="die"):
        posing.PoseReader.from_file(path)
    assert posing.PoseReader.from_file().poses(EMPTY, []) == ()
