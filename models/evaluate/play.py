"""Turns played by physics: what lies on the board each time the eye may look, and which dice were held.

Three throws a turn. Between two of them a hand takes the dice to be thrown again and bumps others, the cup is shaken,
and dice fall among those left lying. What burns is thrown again, as the rules say.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from models.render.poses import flat_pose, rotation_of, turned, up_face
from models.render.throws import Force, Physics, Release, inside_mm, judge
from models.render.world import Board, Design, DesignFace, DieInstance, DieState, RimShape, SceneCamera
from models.train.pictures.placing import sample_board
from models.train.pictures.scene import SceneConfig, sample_camera
from models.train.pictures.trays import camera_over
from vision.reading import DICE_EXPECTED

Lying = Mapping[int, NDArray[np.float64]]

THROWS = 3
HELD_MOST = 4
BURNT_MOST = 6
"""So often a burning throw is repeated; then the turn ends."""

FORCES = (Force.GENTLE, Force.NORMAL, Force.HARD)
FORCE_SHARES = (0.45, 0.53, 0.02)
APART = 1.5
"""Dice pushed by a hand stay this far from each other, in die edges: further than √2 they cannot touch."""


class SeenBetween(StrEnum):
    """What the eye gets to see while dice are in the cup."""

    REMAINING = "the dice left lying"
    NOTHING = "nothing: no rest between"
    HIDDEN = "a hand resting over them"
    EARLY = "not all were taken yet"
    LATE = "the throw, less a die"


@dataclass(frozen=True, slots=True, kw_only=True)
class Habits:
    """What players do. All shares are assumed, on the rough side; what thrown dice do to others is left to physics."""

    # Of the held dice, by the hand that takes the others: by up to `pushed_mm` and `pushed_deg`
    pushed_share: float = 0.12
    pushed_mm: float = 5.0  # In each direction
    pushed_deg: float = 8.0  # Either way
    shoved_share: float = 0.03  # Of the held dice, likewise: by `shoved_mm` on average, to lie in any turn
    shoved_mm: float = 20.0  # Mean distance
    tipped_share: float = 0.003  # Of the held dice, likewise: onto another face where they lie
    close_share: float = 0.1  # Throws let go low and slowly above where one of the dice lay before
    like_share: float = 0.7  # Holds of all dice of the most frequent face; else of any dice, or none
    seen_shares: tuple[float, ...] = (0.8, 0.1, 0.06, 0.02, 0.02)  # By `SeenBetween`


@dataclass(frozen=True, slots=True, eq=False)
class BoardAtRest:
    """A board at rest."""

    # float64 (5, 7), by the dice's numbers, see `models.render.poses`; NaN where a die is not on the board
    poses: NDArray[np.float64]
    has_hand: bool = False  # Whether a hand rests over it
    is_settled: bool = True  # Whether a throw lies there, to be marked; else it is seen by the way

    @property
    def numbers(self) -> tuple[int, ...]:
        """Return which dice lie there."""
        return tuple(int(number) for number in np.flatnonzero(~np.isnan(self.poses[:, 0])))


@dataclass(frozen=True, slots=True, kw_only=True)
class Rethrow:
    """A throw that others lay before."""

    before: int  # Number of the view before it
    remaining: int | None  # Of what was seen to remain; None where nothing was
    after: int  # Of the view after it
    held: frozenset[int]  # Numbers of the dice that were not thrown
    seen: SeenBetween  # What `remaining` shows


PhysicsTurn: TypeAlias = tuple[tuple[BoardAtRest, ...], tuple[Rethrow, ...]]
"""What is seen in a turn, and the throws in it that others lay before, in order of time."""


def play_turn(physics: Physics, rng: np.random.Generator, habits: Habits) -> PhysicsTurn:
    """Play a turn; it ends early where a die burns again and again, or one left lying does."""
    lying = _thrown(physics, rng, {}, thrown=tuple(range(DICE_EXPECTED)), habits=habits)
    views: list[BoardAtRest] = []
    throws: list[Rethrow] = []
    while lying is not None:
        views.append(_view(lying))
        if len(throws) == THROWS - 1:
            break
        before = len(views) - 1
        held = held_dice(rng, {number: up_face(lying[number])[0] for number in sorted(lying)}, habits)
        kept = handled(physics, rng, {number: lying[number] for number in sorted(held)}, habits)
        seen = list(SeenBetween)[rng.choice(len(SeenBetween), p=habits.seen_shares)]
        after = _thrown(physics, rng, kept, thrown=tuple(sorted(set(lying) - held)), habits=habits, lay=lying)
        if after is None:
            break
        views += _seen_between(rng, seen, lying, kept, after)
        remaining = len(views) - 1 if len(views) - 1 > before else None
        throws.append(Rethrow(before=before, remaining=remaining, after=len(views), held=held, seen=seen))
        lying = after
    return tuple(views), tuple(throws)


def held_dice(rng: np.random.Generator, faces: Mapping[int, DesignFace], habits: Habits) -> frozenset[int]:
    """Return which dice a player holds, at most four."""
    if rng.random() < habits.like_share:
        most, _ = Counter(faces.values()).most_common(1)[0]
        return frozenset([number for number, face in faces.items() if face is most][:HELD_MOST])
    count = int(rng.integers(HELD_MOST + 1))
    return frozenset(int(number) for number in rng.choice(sorted(faces), count, replace=False))


def handled(physics: Physics, rng: np.random.Generator, held: Lying, habits: Habits) -> dict[int, NDArray[np.float64]]:
    """Return where held dice lie after a hand took others: some pushed, few shoved or tipped over."""
    places = dict(held)
    for number, pose in held.items():
        moved = _handled(rng, pose, physics.bodies.size_mm, habits)
        others = [other for key, other in places.items() if key != number]
        if moved is not None and _has_room(physics, moved, others):
            places[number] = moved
    return places


def _handled(
    rng: np.random.Generator, pose: NDArray[np.float64], size_mm: float, habits: Habits
) -> NDArray[np.float64] | None:
    """Return where a hand leaves a held die that it touches, None where it does not touch it."""
    lot = rng.random()
    if lot < habits.tipped_share:
        others = [face for face in DesignFace if face is not up_face(pose)[0]]
        face = others[rng.integers(len(others))]
        return flat_pose(pose[0], pose[1], face=face, heading_deg=float(rng.uniform(0, 360)), size_mm=size_mm)
    lot -= habits.tipped_share
    if lot < habits.shoved_share:
        way, far = rng.uniform(0, 2 * np.pi), rng.exponential(habits.shoved_mm)
        return _slid(pose, far * np.array([np.cos(way), np.sin(way)]), float(rng.uniform(-180, 180)))
    lot -= habits.shoved_share
    if lot < habits.pushed_share:
        shift = rng.uniform(-habits.pushed_mm, habits.pushed_mm, 2)
        return _slid(pose, shift, float(rng.uniform(-habits.pushed_deg, habits.pushed_deg)))
    return None


def _slid(pose: NDArray[np.float64], shift_mm: NDArray[np.float64], turn_deg: float) -> NDArray[np.float64]:
    half = np.radians(turn_deg) / 2
    moved = turned(pose, np.array([np.cos(half), 0.0, 0.0, np.sin(half)]))
    moved[:2] += shift_mm
    return moved


def _has_room(physics: Physics, pose: NDArray[np.float64], others: list[NDArray[np.float64]]) -> bool:
    """Return whether a die may lie flat there: on the board, apart from the others."""
    size_mm = physics.bodies.size_mm
    gaps = [float(np.linalg.norm(pose[:2] - other[:2])) for other in others]
    lies_flat = abs(pose[2] - size_mm / 2) < 1.0
    return lies_flat and min(gaps, default=np.inf) > size_mm * APART and inside_mm(physics.board, *pose[:2]) > size_mm


def _thrown(
    physics: Physics,
    rng: np.random.Generator,
    kept: Lying,
    *,
    thrown: tuple[int, ...],
    habits: Habits,
    lay: Lying | None = None,
) -> dict[int, NDArray[np.float64]] | None:
    """Return how all dice lie after a throw that does not burn; None where it goes on burning."""
    lying = dict(kept)
    for _ in range(BURNT_MOST):
        release = _release(physics, rng, None if lay is None else lay[thrown[0]], habits)
        poses = np.array([lying[number] for number in kept]).reshape(-1, 7)
        throw = physics.throw(rng, count=len(thrown), lying=poses, release=release)
        lying = dict(zip((*thrown, *kept), throw.poses[-1], strict=True))
        states = [rest.state for rest in throw.rests]
        if all(state is DieState.OK for state in states):
            return lying
        if any(state is not DieState.OK for state in states[len(thrown) :]):
            return None
    return None


def _release(physics: Physics, rng: np.random.Generator, lay: NDArray[np.float64] | None, habits: Habits) -> Release:
    """Return how the cup lets go: across the board, or now and then low above where a die lay."""
    if lay is None or rng.random() >= habits.close_share:
        return Release.from_cup(physics.board, FORCES[rng.choice(len(FORCES), p=FORCE_SHARES)], rng)
    mouth = (float(lay[0]), float(lay[1]), 2.5 * physics.bodies.size_mm)
    heading_deg = float(rng.uniform(0, 360))
    return Release(mouth_mm=mouth, heading_deg=heading_deg, speed_mm_s=60.0, spread_mm_s=40.0, spin_rad_s=8.0)


def _seen_between(
    rng: np.random.Generator, seen: SeenBetween, lying: Lying, kept: Lying, after: Lying
) -> list[BoardAtRest]:
    match seen:
        case SeenBetween.NOTHING:
            return []
        case SeenBetween.REMAINING | SeenBetween.HIDDEN:
            return [_view(kept, has_hand=seen is SeenBetween.HIDDEN, is_settled=False)]
        case SeenBetween.EARLY:
            taken = int(rng.choice(sorted(set(lying) - set(kept))))
            left = {number: pose for number, pose in lying.items() if number != taken}
            return [_view({**left, **kept}, is_settled=False)]
        case SeenBetween.LATE:
            missed = int(rng.choice(sorted(after)))
            return [_view({number: pose for number, pose in after.items() if number != missed}, is_settled=False)]


def _view(lying: Lying, *, has_hand: bool = False, is_settled: bool = True) -> BoardAtRest:
    poses = np.full((DICE_EXPECTED, 7), np.nan)
    for number, pose in lying.items():
        poses[number] = pose
    return BoardAtRest(poses, has_hand, is_settled)


SIZE_PX = 960
SCENES = SceneConfig(size_wh=(SIZE_PX, SIZE_PX), quality=0.5)
FILLED = 0.95
"""Of half the picture, by the tray."""

DIE_PX = (30.0, 90.0)
DIE_MM = (12.0, 20.0)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlayTable:
    """A table to play at."""

    board: Board  # A tray
    camera: SceneCamera  # Over it, somewhat aslant
    size_mm: float  # Of a die


def sample_table(rng: np.random.Generator, *, clutter_share: float = 0.0) -> PlayTable:
    """Return a table by lot on which a die is `DIE_PX` large."""
    while True:
        board, size_mm = sample_board(rng, clutter_share=clutter_share), float(rng.uniform(*DIE_MM))
        if board.shape is RimShape.NONE:
            continue
        beyond = board.radius_mm + board.rim_width_mm  # nobody throws dice among coins
        things = tuple(one for one in board.things if float(np.hypot(*one.centre_mm)) - one.size_mm / 2 > beyond)
        board = replace(board, things=things)
        camera = replace(sample_camera(rng, SCENES, size_mm=size_mm), target_mm=(0.0, 0.0))
        camera = camera_over(board, camera, bend=float(rng.normal(-0.03, 0.06)), filled=FILLED)
        if DIE_PX[0] <= camera.f_px / camera.height_mm * size_mm <= DIE_PX[1]:
            return PlayTable(board=board, camera=camera, size_mm=size_mm)


def lying_dice(table: PlayTable, poses: NDArray[np.float64], design: Design) -> tuple[DieInstance, ...]:
    """Return dice that lie in poses (N, 7)."""
    return tuple(
        DieInstance(
            design=design,
            size_mm=table.size_mm,
            position_mm=(float(pose[0]), float(pose[1]), float(pose[2])),
            rotation=rotation_of(pose).astype(np.float32),
            state=judge(table.board, table.size_mm, pose).state,
        )
        for pose in poses
    )
