"""The simulated table: dice on a tray in simulated real time, thrown by a player's hand."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from firmware.errors import SimulationError
from firmware.simulated.cast import OUTSIDE_MM, Cast, Pace, Wish, plan_cast
from firmware.simulated.sight import Mark, Pose, Sight, TrueDie
from models.render.camera import project
from models.render.errors import NoSuchRestError, PhysicsMissingError
from models.render.mechanics import hull_mm
from models.render.poses import flat_pose, rotation_of, turned
from models.render.throws import Force, Physics, inside_mm, judge
from models.render.world import DieState, Face, Hand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from firmware.simulated.clock import Clock
    from firmware.simulated.setting import Setting

DICE = 5
MOST_DICE = 9
FORCES = (Force.GENTLE, Force.NORMAL, Force.HARD)
FORCE_SHARES = (0.45, 0.53, 0.02)
FINGER_SHARE = 0.012  # a tap that misses a die by so much of the picture still means it
TREMOR_MM = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class _Lying:
    """How the dice lay: on the board by number, in the cup, held."""

    dice: Mapping[int, Pose]
    cup: frozenset[int]
    held: frozenset[int]


class SimulatedTable:
    """Five dice, a tray, a cup and a hand; safe to use from any thread.

    The dice begin in the cup. Time is the clock's: nothing here waits.
    """

    def __init__(self, setting: Setting, *, seed: int, clock: Clock, pace: Pace | None = None) -> None:
        """Set the table.

        Args:
            setting: What stands on it.
            seed: Of everything that happens by chance.
            clock: Its time.
            pace: How fast the player is.

        Raises:
            SimulationError: If MuJoCo, which throws the dice, is not installed.
        """
        try:
            self._physics = Physics(setting.board, setting.bodies)
        except PhysicsMissingError as missing:
            raise SimulationError(
                "The simulated board cannot throw dice: MuJoCo is not installed. Install it with "
                "`pip install 'serviert[simulated]'`, or play with a camera."
            ) from missing
        self.setting = setting
        self._clock = clock
        self._pace = pace or Pace()
        self._rng = np.random.default_rng([seed, 2])
        self._lock = threading.RLock()
        self._dice: dict[int, Pose] = {}
        self._cup = set(range(DICE))
        self._held: set[int] = set()
        self._cast: Cast | None = None
        self._cast_ns = 0
        self._version = 0
        self._has_board = True
        self._hand: Hand | None = None
        self._lent: _Lying | None = None

    # -- what the player does ------------------------------------------------------------------------------------

    def throw(self, *, force: Force | None = None, faces: Sequence[Face] | None = None) -> int:
        """Throw every die that is not held; nothing happens while dice are under way or when all are held.

        Args:
            force: How hard; drawn by lot when None.
            faces: What the thrown dice come to show, by their numbers; left to physics when None.

        Returns:
            When all dice lie, monotonic ns; not before now.
        """
        with self._lock:
            now_ns = self._settle()
            thrown = tuple(sorted((self._dice.keys() | self._cup) - self._held))
            if self._cast is None and thrown:
                chosen = force or FORCES[self._rng.choice(len(FORCES), p=FORCE_SHARES)]
                self._begin(now_ns, thrown, chosen, None if faces is None else tuple(faces))
            return now_ns if self._cast is None else self._end_ns(self._cast)

    def tap(self, x: float, y: float) -> int | None:
        """Hold the die at a place of the picture, or let it go; nothing happens while dice are under way.

        Args:
            x: Share of the picture's width, 0 left to 1 right.
            y: Share of its height, 0 top to 1 bottom.

        Returns:
            The number of the die there, None where there is none.
        """
        with self._lock:
            self._settle()
            number = None if self._cast is not None else self._die_at(x, y)
            if number is not None:
                self._held ^= {number}
            return number

    def new_turn(self) -> None:
        """Let all dice go: the next throw is the first of a turn."""
        with self._lock:
            self._held.clear()

    def lend(self) -> None:
        """Remember how the dice lie, and let all go: they are used for something else; twice is once."""
        with self._lock:
            self._settle()
            if self._lent is None:
                lying = self._dice if self._cast is None else self._end_of(self._cast)
                # Dice in flight are lent where they will lie; those of the cup are among them.
                self._lent = _Lying(dice=dict(lying), cup=frozenset(self._cup), held=frozenset(self._held))
                self._held.clear()

    def put_back(self) -> None:
        """Lay the dice as they lay when they were lent; nothing happens where they were not."""
        with self._lock:
            if self._lent is not None:
                self._dice, self._cup, self._held = dict(self._lent.dice), set(self._lent.cup), set(self._lent.held)
                self._lent, self._cast = None, None
                self._version += 1

    # -- what is to be seen --------------------------------------------------------------------------------------

    @property
    def is_busy(self) -> bool:
        """Return whether dice or the hand are under way."""
        with self._lock:
            self._settle()
            return self._cast is not None

    def sight(self, at_ns: int | None = None) -> Sight:
        """Return what the table shows at a moment, now when None."""
        with self._lock:
            now_ns = self._settle()
            now_ns = now_ns if at_ns is None else at_ns
            if self._cast is None:
                return self._sight_at_rest(now_ns)
            return self._sight_of(self._cast, now_ns)

    def marks(self) -> tuple[Mark, ...]:
        """Return rings around the held dice; for the player's page only."""
        with self._lock:
            radius = self.setting.bodies.size_mm * 0.95 * self._px_per_mm()
            return tuple((*self._place(self._dice[n]), radius) for n in sorted(self._held & self._dice.keys()))

    def truth(self) -> tuple[TrueDie, ...]:
        """Return what is true of the dice on the table, by number, once they lie.

        For tests and for the simulated player, who has eyes. The companion must never see this: it has the camera.
        """
        with self._lock:
            self._settle()
            board, size_mm = self.setting.board, self.setting.bodies.size_mm
            rests = {number: judge(board, size_mm, pose) for number, pose in sorted(self._dice.items())}
            return tuple(
                TrueDie(
                    number=number,
                    face=rest.face,
                    tilt_deg=rest.tilt_deg,
                    state=rest.state,
                    is_held=number in self._held,
                    place_xy=self._place(rest.pose),
                )
                for number, rest in rests.items()
            )

    # -- what may go wrong: for tests ----------------------------------------------------------------------------

    def lay(self, faces: Sequence[Face]) -> None:
        """Put dice with these faces flat on the board, at random places apart from each other; others are gone."""
        if len(faces) > MOST_DICE:
            raise ValueError(f"At most {MOST_DICE} dice fit the board with room between; got {len(faces)}.")
        with self._changed():
            self._dice, self._cup, self._held = {}, set(range(len(faces), DICE)), set()
            for number, face in enumerate(faces):
                self._dice[number] = self._free_pose(face)

    def take_away(self, number: int) -> None:
        """Take a die off the table; it is gone, not in the cup."""
        with self._changed():
            self._dice.pop(number)
            self._held.discard(number)

    def add(self, face: Face) -> int:
        """Put one more die on the board and return its number."""
        with self._changed():
            number = max(self._dice.keys() | self._cup, default=-1) + 1
            self._dice[number] = self._free_pose(face)
            return number

    def turn_over(self, number: int, face: Face) -> None:
        """Turn a die onto another face where it lies."""
        with self._changed():
            x, y = self._dice[number][:2]
            heading = float(self._rng.uniform(0.0, 360.0))
            size_mm = self.setting.bodies.size_mm
            self._dice[number] = flat_pose(x, y, face=face, heading_deg=heading, size_mm=size_mm)

    def unsettle(self, number: int, state: DieState = DieState.LEANING) -> None:
        """Let a die lie leaning, stacked or off the board; the others stay about where they are.

        Raises:
            SimulationError: If it would not come to lie so.
        """
        with self._changed():
            others = [other for other in self._dice if other != number]
            lying = np.array([self._dice[other] for other in others]).reshape(-1, 7)
            try:
                ends = self._physics.rest_in_state(self._rng, lying, state).poses[-1]
            except NoSuchRestError as error:
                raise SimulationError(f"Die {number} cannot be made to lie {state.value} here: {error}.") from error
            self._dice.update(zip([number, *others], ends, strict=True))

    def lean(self, number: int, angle_deg: float) -> None:
        """Prop a die up by a few degrees where it lies, as on a crumb or a fold of the felt."""
        with self._changed():
            half = np.radians(angle_deg) / 2
            pose = turned(self._dice[number], np.array([np.cos(half), np.sin(half), 0.0, 0.0]))
            pose[2] = -float((hull_mm(self.setting.bodies) @ rotation_of(pose).T)[:, 2].min())
            self._dice[number] = pose

    def show_hand(self, *, is_in_view: bool) -> None:
        """Let a hand rest over the board, or take it away."""
        with self._changed():
            self._hand = self._own_hand((12.0, 5.0, 30.0)) if is_in_view else None

    def show_board(self, *, is_in_view: bool) -> None:
        """Take the board with its dice from under the camera, or put it back."""
        with self._changed():
            self._has_board = is_in_view

    # -- inside --------------------------------------------------------------------------------------------------

    @contextmanager
    def _changed(self) -> Iterator[None]:
        """Let nobody look during a change, after which the table looks different."""
        with self._lock:
            self._settle()
            yield
            self._version += 1

    def _begin(self, now_ns: int, thrown: tuple[int, ...], force: Force, faces: tuple[Face, ...] | None) -> None:
        """Begin a cast now."""
        wish = Wish(
            thrown=thrown, force=force, hand=self._own_hand((0.0, -OUTSIDE_MM, 60.0)), pace=self._pace, faces=faces
        )
        self._cast = plan_cast(self._physics, self._rng, lying=self._dice, wish=wish)
        self._cast_ns = now_ns
        self._cup = set()

    def _own_hand(self, tip_mm: tuple[float, float, float]) -> Hand:
        """Return the player's hand, which comes from his side."""
        return Hand(
            tip_mm=tip_mm,
            from_deg=270.0 + float(self._rng.normal(0.0, 12.0)),
            skin_rgb=self.setting.skin_rgb,
            sleeve_rgb=self.setting.sleeve_rgb,
            spread=float(self._rng.uniform(0.1, 0.5)),
        )

    def _settle(self) -> int:
        """Finish the cast if its time is over; return the time."""
        now_ns = self._clock.now_ns()
        if self._cast is not None and now_ns >= self._end_ns(self._cast):
            self._dice = self._end_of(self._cast)
            self._cast = None
            self._version += 1
        return now_ns

    def _end_of(self, cast: Cast) -> dict[int, Pose]:
        return dict(zip(cast.order, cast.throw.poses[-1], strict=True))

    def _end_ns(self, cast: Cast) -> int:
        return self._cast_ns + round(cast.end_s / self._pace.speed * 1e9)

    def _sight_of(self, cast: Cast, at_ns: int) -> Sight:
        elapsed_s = (at_ns - self._cast_ns) * 1e-9 * self._pace.speed
        poses, tip_mm, is_moving = cast.poses_at(elapsed_s), cast.tip_at(elapsed_s), cast.is_moving(elapsed_s)
        return Sight(
            key=(self._version, self._has_board, elapsed_s if is_moving else tuple(sorted(poses))),
            poses=tuple(poses.values()),
            hands=() if tip_mm is None else (replace(cast.hand, tip_mm=tip_mm),),
            is_moving=is_moving,
            has_board=self._has_board,
        )

    def _sight_at_rest(self, at_ns: int) -> Sight:
        hands = () if self._hand is None else (_trembling(self._hand, at_ns),)
        return Sight(
            key=(self._version, self._has_board, at_ns if hands else None),
            poses=tuple(self._dice.values()),
            hands=hands,
            is_moving=bool(hands),
            has_board=self._has_board,
        )

    def _place(self, pose: Pose) -> tuple[float, float]:
        """Return where a die's middle is in the picture, shares of width and height."""
        x, y = project(self.setting.camera, pose[:3]) / self.setting.camera.size_wh
        return float(x), float(y)

    def _px_per_mm(self) -> float:
        """Return the picture's scale, shares of its width."""
        return self.setting.camera.f_px / self.setting.camera.height_mm / self.setting.camera.size_wh[0]

    def _die_at(self, x: float, y: float) -> int | None:
        """Return the die at a place of the picture; of several the highest, of near ones the nearest."""
        size = np.array(self.setting.camera.size_wh)
        distances: list[tuple[float, float, int]] = []
        for number, pose in self._dice.items():
            corners = hull_mm(self.setting.bodies) @ rotation_of(pose).T + pose[:3]
            hull = cv2.convexHull((project(self.setting.camera, corners) / size).astype(np.float32))
            outside = -cv2.pointPolygonTest(hull, (x, y), measureDist=True)
            distances.append((max(0.0, outside), -float(pose[2]), number))
        nearest = min(distances, default=None)
        return nearest[2] if nearest is not None and nearest[0] <= FINGER_SHARE else None

    def _free_pose(self, face: Face) -> Pose:
        """Return a pose flat on the board, clear of rim and dice.

        Raises:
            SimulationError: If there is no room.
        """
        board, size_mm = self.setting.board, self.setting.bodies.size_mm
        for _ in range(1000):
            x, y = self._rng.uniform(-board.radius_mm, board.radius_mm, 2)
            gaps = [float(np.hypot(*(pose[:2] - (x, y)))) for pose in self._dice.values()]
            if inside_mm(board, x, y) > size_mm and min(gaps, default=np.inf) > size_mm * 1.6:
                return flat_pose(x, y, face=face, heading_deg=float(self._rng.uniform(0, 360)), size_mm=size_mm)
        raise SimulationError(f"There is no room for one more die beside {len(self._dice)}; take one away.")


def _trembling(hand: Hand, at_ns: int) -> Hand:
    """Return a hand that is held still as well as anyone can."""
    x, y, z = hand.tip_mm
    phase = at_ns * 1e-9 * 2 * np.pi
    shake = (TREMOR_MM * np.sin(5.1 * phase), TREMOR_MM * np.sin(3.7 * phase + 1.0))
    return replace(hand, tip_mm=(x + float(shake[0]), y + float(shake[1]), z))
