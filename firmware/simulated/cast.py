"""One cast as a film: a hand takes the dice that are not held, the cup is shaken, the dice roll or stay under the cup.

Everything is planned when the cast begins; what is seen at a moment is then only looked up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from firmware.errors import SimulationError
from firmware.simulated.sight import Sight
from models.render.cup import Cup
from models.render.poses import flat_pose, mix_poses, turned
from models.render.throws import Force, Physics, PhysicsThrow, Release, inside_mm
from models.render.world import Board, DesignFace, SceneHand

OUTSIDE_MM = 330.0  # a hand that far from the middle is out of every picture
LEAST_SHAKE_S = 0.6
NUDGED_SHARE = 0.12  # of the held dice, by the hand that takes the others
NUDGE_MM = 5.0
NUDGE_DEG = 8.0
CAREFUL_THROWS = 8  # a player throws past the dice he keeps; so many tries find such a throw


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long a player takes, seconds."""

    reach_s: float = 0.3  # the hand comes in
    take_s: float = 0.12  # it takes a die and goes on to the next
    leave_s: float = 0.25  # it goes
    # The cup is shaken, only the held dice lie on the board; never shorter than ``LEAST_SHAKE_S`` of real time,
    # whatever the speed: the camera must get to see what remained.
    shake_s: float = 0.8
    tip_s: float = 0.22  # the cup comes in and is tipped
    speed: float = 1.0  # everything, the dice included, goes this much faster; 1 is real


@dataclass(frozen=True, slots=True, eq=False)
class HandPath:
    """The way of a hand's finger tips."""

    times_s: NDArray[np.float64]  # ascending, shape (P,)
    tips_mm: NDArray[np.float64]  # where the tips are then, shape (P, 3)

    def tip_at(self, elapsed_s: float) -> tuple[float, float, float] | None:
        """Return where the tips are, None before and after."""
        if not self.times_s[0] <= elapsed_s < self.times_s[-1]:
            return None
        after = int(np.searchsorted(self.times_s, elapsed_s, side="right"))
        before = after - 1
        share = (elapsed_s - self.times_s[before]) / (self.times_s[after] - self.times_s[before])
        eased = share * share * (3 - 2 * share)
        x, y, z = self.tips_mm[before] + eased * (self.tips_mm[after] - self.tips_mm[before])
        return float(x), float(y), float(z)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Cast:
    """A planned cast; times in seconds since its beginning."""

    lying: Mapping[int, NDArray[np.float64]]  # poses (7,) of all dice before it, by number
    order: tuple[int, ...]  # numbers of the dice in the throw's order: thrown ones first
    taken_s: Mapping[int, float]  # when each thrown die that lay is taken
    nudged: Mapping[int, tuple[float, NDArray[np.float64]]]  # held dice that the hand pushes: when, and where to
    paths: tuple[HandPath, ...]
    hand: SceneHand  # its looks and direction; its tip is replaced
    release_s: float  # the dice leave the cup
    throw: PhysicsThrow  # what they do then
    cover: Cup | None = None  # the cup that stands over them from then on, None where they are thrown openly

    @property
    def end_s(self) -> float:
        """Return when all dice lie and the hand is gone."""
        return max(self.release_s + self.throw.duration_s, float(self.paths[-1].times_s[-1]))

    @property
    def ends(self) -> dict[int, NDArray[np.float64]]:
        """Return how all dice lie in the end, under the cup or not."""
        return dict(zip(self.order, self.throw.poses[-1], strict=True))

    def sight_at(self, elapsed_s: float, *, version: int, has_board: bool) -> Sight:
        """Return what the table shows; sights of one version with one key look alike."""
        poses, tip_mm, is_moving = self.poses_at(elapsed_s), self.tip_at(elapsed_s), self.is_moving(elapsed_s)
        cover = self.cover if elapsed_s >= self.release_s else None
        return Sight(
            key=(version, cover, elapsed_s if is_moving else tuple(sorted(poses))),
            poses=tuple(poses.values()),
            hands=() if tip_mm is None else (replace(self.hand, tip_mm=tip_mm),),
            is_moving=is_moving,
            has_board=has_board,
            cover=cover,
        )

    def tip_at(self, elapsed_s: float) -> tuple[float, float, float] | None:
        """Return where the hand's tips are, None where there is no hand."""
        tips = (path.tip_at(elapsed_s) for path in self.paths)
        return next((tip for tip in tips if tip is not None), None)

    def poses_at(self, elapsed_s: float) -> dict[int, NDArray[np.float64]]:
        """Return the poses of the dice to be seen on the board; those in the cup, or under it, are missing."""
        if elapsed_s >= self.release_s:
            poses = self.throw.poses_at(elapsed_s - self.release_s)
            return {} if self.cover is not None else dict(zip(self.order, poses, strict=True))
        return {
            number: self._pushed(number, pose, elapsed_s)
            for number, pose in self.lying.items()
            if elapsed_s < self.taken_s.get(number, self.release_s)
        }

    def is_moving(self, elapsed_s: float) -> bool:
        """Return whether anything moves: not while the cup is shaken, and not at the end."""
        return self.tip_at(elapsed_s) is not None or self.release_s <= elapsed_s < self.end_s

    def _pushed(self, number: int, pose: NDArray[np.float64], elapsed_s: float) -> NDArray[np.float64]:
        """Return where a held die is while it is pushed, which takes a tenth of a second."""
        if number not in self.nudged:
            return pose
        from_s, pushed = self.nudged[number]
        share = min(max((elapsed_s - from_s) / 0.1, 0.0), 1.0)
        return np.asarray(mix_poses(pose[None], pushed[None], share)[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """How a cast should go."""

    thrown: tuple[int, ...]  # numbers of the dice that go into the cup; at least one
    force: Force
    hand: SceneHand
    pace: Pace
    put_by: tuple[int, ...] = ()  # numbers of dice that are taken off the board and not thrown
    cover: Cup | None = None  # where the cup is put down over all dice; None to throw them openly


def plan_cast(
    physics: Physics, rng: np.random.Generator, *, lying: Mapping[int, NDArray[np.float64]], wish: Wish
) -> Cast:
    """Plan a cast; ``lying`` has the poses (7,) of all dice on the board, held or not, by number."""
    gone = {*wish.thrown, *wish.put_by}
    held = {number: pose for number, pose in lying.items() if number not in gone}
    taken = sorted(gone & lying.keys(), key=lambda number: lying[number][1])
    path, taken_s, gone_s = _taking(wish.pace, [lying[number] for number in taken])
    pushed = _nudges(physics, rng, held) if taken else {}
    after = np.array([pushed.get(number, pose) for number, pose in held.items()]).reshape(-1, 7)
    count = len(wish.thrown)
    if wish.cover is not None:
        throw = thrown_under(wish.cover, physics, rng, count=count)
        mouth_mm = (*wish.cover.place_mm, wish.cover.height_mm - HAND_ABOVE_MM)
        release = Release(mouth_mm=mouth_mm, heading_deg=90.0, speed_mm_s=0.0)
    else:
        release = Release.from_cup(physics.board, wish.force, rng)
        before = physics.judged(after)
        for _ in range(1 + CAREFUL_THROWS):  # a throw that turns none of the dice left lying over, if a few find one
            throw = physics.throw(rng, count=count, lying=after, release=release)
            kept = zip(before, throw.rests[count:], strict=True)
            if all(old.face is new.face and old.state is new.state for old, new in kept):
                break
    shaken_s = max(wish.pace.shake_s, LEAST_SHAKE_S * wish.pace.speed)
    release_s = gone_s + shaken_s + wish.pace.tip_s
    tipping = _tipping(wish.pace, release, release_s)
    return Cast(
        lying=dict(lying),
        order=(*wish.thrown, *held),
        taken_s=dict(zip(taken, taken_s, strict=True)),
        nudged={number: (taken_s[0], pose) for number, pose in pushed.items()},
        paths=(tipping,) if path is None else (path, tipping),
        hand=wish.hand,
        release_s=release_s,
        throw=throw,
        cover=wish.cover,
    )


def _taking(pace: Pace, poses: list[NDArray[np.float64]]) -> tuple[HandPath | None, list[float], float]:
    """Return the way of the hand over dice, when it takes each, and when it is gone."""
    if not poses:
        return None, [], 0.0
    taken_s = [pace.reach_s + i * pace.take_s for i in range(len(poses))]
    gone_s = taken_s[-1] + pace.leave_s
    x_first, x_last = poses[0][0] * 0.5, poses[-1][0] * 0.5
    tips = [(x_first, -OUTSIDE_MM, 70.0), *((p[0], p[1] + 6.0, p[2] + 8.0) for p in poses), (x_last, -OUTSIDE_MM, 60.0)]
    return HandPath(np.array([0.0, *taken_s, gone_s]), np.array(tips)), taken_s, gone_s


def _tipping(pace: Pace, release: Release, release_s: float) -> HandPath:
    x, y, z = release.mouth_mm
    times = [release_s - pace.tip_s, release_s, release_s + 0.08, release_s + 0.08 + pace.leave_s]
    outside = (x * 0.6, -OUTSIDE_MM, z + 60.0)
    tips = [outside, (x, y, z + 30.0), (x, y - 6.0, z + 25.0), outside]
    return HandPath(np.array(times), np.array(tips))


def _nudges(
    physics: Physics, rng: np.random.Generator, held: Mapping[int, NDArray[np.float64]]
) -> dict[int, NDArray[np.float64]]:
    """Return where the hand pushes a few of the held dice: a little, never into another die or the rim."""
    places = {number: pose[:2] for number, pose in held.items()}
    pushed: dict[int, NDArray[np.float64]] = {}
    size_mm = physics.bodies.size_mm
    for number, pose in held.items():
        shift, half = rng.uniform(-NUDGE_MM, NUDGE_MM, 2), np.radians(rng.uniform(-NUDGE_DEG, NUDGE_DEG)) / 2
        lies_flat = abs(pose[2] - size_mm / 2) < 1.0
        if rng.random() > NUDGED_SHARE or not lies_flat:
            continue
        place = pose[:2] + shift
        gaps = [float(np.linalg.norm(place - other)) for key, other in places.items() if key != number]
        if min(gaps, default=np.inf) > size_mm * 1.5 and inside_mm(physics.board, *place) > size_mm * 0.8:
            moved = turned(pose, np.array([np.cos(half), 0.0, 0.0, np.sin(half)]))
            moved[:2] = places[number] = place
            pushed[number] = moved
    return pushed


AROUND_SHARE = 0.4  # of the board's radius: so far from its middle the cup may be put down
RIM_GAP_MM = 6.0
APART = 1.45  # die edges between middles: so turned squares never overlap
TRIES = 400
SPOTS = 40  # tried in turn for the dice of one throw
HAND_ABOVE_MM = 30.0


def put_down(board: Board, rng: np.random.Generator) -> Cup:
    """Return a cup put down anywhere about the middle of a board.

    Raises:
        SimulationError: If the board has no room for it.
    """
    for _ in range(TRIES):
        x, y = rng.uniform(-AROUND_SHARE, AROUND_SHARE, 2) * board.radius_mm
        cup = Cup(place_mm=(float(x), float(y)))
        if inside_mm(board, x, y) > cup.mouth_mm + RIM_GAP_MM:
            return cup
    raise SimulationError(f"A cup does not fit a board of {board.radius_mm:g} mm; choose a larger one.")


def thrown_under(cup: Cup, physics: Physics, rng: np.random.Generator, *, count: int) -> PhysicsThrow:
    """Return a throw that ends flat under a cup: leather walls keep dice from leaning on anything else.

    Raises:
        SimulationError: If so many do not fit under the cup.
    """
    size_mm = physics.bodies.size_mm
    shown = rng.integers(0, len(DesignFace), count)
    lying = [
        flat_pose(x, y, face=DesignFace(int(face)), heading_deg=float(rng.uniform(0.0, 360.0)), size_mm=size_mm)
        for (x, y), face in zip(_places(cup, rng, count, size_mm), shown, strict=True)
    ]
    return PhysicsThrow(poses=np.array([lying]), rests=physics.judged(np.array(lying)))


def _places(cup: Cup, rng: np.random.Generator, count: int, size_mm: float) -> NDArray[np.float64]:
    """Return where dice lie under a cup, float64 (count, 2), none touching another or the wall."""
    reach = cup.inside_mm - size_mm / np.sqrt(2)
    for _ in range(TRIES):
        places = np.empty((0, 2))
        angles, lengths = rng.uniform(0.0, 2 * np.pi, SPOTS), reach * np.sqrt(rng.uniform(0.0, 1.0, SPOTS))
        for spot in np.stack([lengths * np.cos(angles), lengths * np.sin(angles)], axis=1):
            if (np.hypot(*(places - spot).T) > APART * size_mm).all():
                places = np.vstack([places, spot])
            if len(places) == count:
                return places + cup.place_mm
    raise SimulationError(f"{count} dice of {size_mm:g} mm do not fit under the cup; throw fewer.")
