import numpy as np
import pytest

from models.evaluate import play
from models.render import camera, throws, tray, truth
from models.render.designs import core_design
from models.render.poses import flat_pose
from models.render.world import Board, DesignFace, DieState, RimShape

SIZE_MM = 16.0
UNTOUCHED = {"pushed_share": 0, "shoved_share": 0, "tipped_share": 0}


@pytest.fixture(scope="module")
def physics():
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    return throws.Physics(Board(), throws.Bodies(size_mm=SIZE_MM))


def test_a_turn_is_three_throws_of_five_dice_lying_right_and_the_same_again(physics):
    (views, throws), again = (play.play_turn(physics, np.random.default_rng(1), play.Habits()) for _ in range(2))
    assert throws == again[1]
    for first, second in zip(views, again[0], strict=True):
        np.testing.assert_array_equal(first.poses, second.poses)
    settled = [view for view in views if view.is_settled]
    assert len(settled) == play.THROWS == len(throws) + 1
    for view in settled:
        assert view.numbers == (0, 1, 2, 3, 4)
        assert all(rest.state is DieState.OK for rest in physics.judged(view.poses))


@pytest.mark.parametrize("seen", play.SeenBetween)
def test_between_throws_the_eye_sees_what_the_lot_says(physics, seen):
    habits = play.Habits(seen_shares=tuple(float(one is seen) for one in play.SeenBetween), **UNTOUCHED)
    views, throws = play.play_turn(physics, np.random.default_rng(3), habits)
    for throw in throws:
        before, after = views[throw.before], views[throw.after]
        assert (before.is_settled, after.is_settled) == (True, True)
        if seen is play.SeenBetween.NOTHING:
            assert throw.remaining is None
            continue
        between, held = views[throw.remaining], sorted(throw.held)
        lies = list(between.numbers)
        assert (between.is_settled, between.has_hand) == (False, seen is play.SeenBetween.HIDDEN)
        if seen is play.SeenBetween.LATE:
            assert len(lies) == 4
            np.testing.assert_array_equal(between.poses[lies], after.poses[lies])
            continue
        assert set(lies) >= throw.held
        assert len(lies) == (4 if seen is play.SeenBetween.EARLY else len(held))
        np.testing.assert_array_equal(before.poses[held], between.poses[held])  # nobody touched them


def test_a_player_holds_all_dice_of_the_most_frequent_face_or_any():
    faces = dict(enumerate([DesignFace.ACE, DesignFace.KING, DesignFace.ACE, DesignFace.NINE, DesignFace.ACE]))
    rng = np.random.default_rng(5)
    assert play.held_dice(rng, faces, play.Habits(like_share=1.0)) == {0, 2, 4}
    held = [play.held_dice(rng, faces, play.Habits(like_share=0.0)) for _ in range(60)]
    assert {len(one) for one in held} == set(range(play.HELD_MOST + 1))
    assert len(set(held)) > 15
    five_aces = dict.fromkeys(range(5), DesignFace.ACE)
    assert len(play.held_dice(rng, five_aces, play.Habits(like_share=1.0))) == play.HELD_MOST


@pytest.mark.parametrize(
    ("share", "turns_over", "most_mm"),
    [("pushed_share", False, 7.1), ("shoved_share", False, 100.0), ("tipped_share", True, 0.0)],
)
def test_a_hand_pushes_shoves_and_tips_dice_and_leaves_them_room(physics, share, turns_over, most_mm):
    places = {3: (0.0, 0.0), 4: (30.0, 0.0)}
    before = {n: flat_pose(*xy, face=DesignFace.KING, heading_deg=10.0, size_mm=SIZE_MM) for n, xy in places.items()}
    rng, moved = np.random.default_rng(6), []
    for _ in range(20):
        after = play.handled(physics, rng, before, play.Habits(**UNTOUCHED | {share: 1.0}))
        assert np.linalg.norm(after[3][:2] - after[4][:2]) > SIZE_MM * np.sqrt(2)
        rests = physics.judged(np.array([after[3], after[4]]))
        assert all(rest.state is DieState.OK and rest.tilt_deg < 0.1 for rest in rests)
        assert [rest.face is not DesignFace.KING for rest in rests] == [turns_over] * 2
        moved += [float(np.linalg.norm(after[n][:2] - before[n][:2])) for n in (3, 4)]
    assert max(moved) <= most_mm
    assert (max(moved) > 1.0) is (most_mm > 0)


def test_every_table_has_a_tray_that_the_camera_sees_whole_and_nothing_in_it_but_dice_as_the_device_reads_them():
    tables = [play.sample_table(np.random.default_rng(seed), clutter_share=1.0) for seed in range(8)]
    assert any(table.board.things for table in tables)
    for table in tables:
        board = table.board
        assert board.shape is not RimShape.NONE
        assert not any(tray.is_inside(board, *thing.centre_mm) for thing in board.things)
        corner_mm = (board.radius_mm + board.rim_width_mm) / np.cos(np.pi / tray.SIDES.get(board.shape, 360))
        around = np.linspace(0, 2 * np.pi, 200)
        ring = np.stack([np.cos(around) * corner_mm, np.sin(around) * corner_mm, np.zeros(200)], axis=1)
        seen = camera.project(table.camera, ring)
        assert seen.min() >= 0
        assert seen.max() <= play.SIZE_PX
        assert seen.max() - seen.min() > 0.6 * play.SIZE_PX
        pose = flat_pose(0.0, 0.0, face=DesignFace.ACE, heading_deg=0.0, size_mm=table.size_mm)
        (die,) = play.lying_dice(table, pose[None], core_design())
        edges = np.array(truth.quad_px(table.camera, die, DesignFace.ACE))
        edge_px = np.linalg.norm(edges - np.roll(edges, 1, axis=0), axis=1).mean()
        assert 0.85 * play.DIE_PX[0] < edge_px < 1.2 * play.DIE_PX[1]


def test_dice_lie_as_their_poses_say_and_beyond_the_rim_off_the_board():
    table = play.sample_table(np.random.default_rng(0))
    places = (10.0, DesignFace.NINE), (3 * table.board.radius_mm, DesignFace.KING)
    poses = np.array([flat_pose(x, 0.0, face=face, heading_deg=0.0, size_mm=table.size_mm) for x, face in places])
    dice = play.lying_dice(table, poses, core_design())
    assert [(truth.top_face(die.rotation)[0], die.state) for die in dice] == [(0, "ok"), (4, "off")]
