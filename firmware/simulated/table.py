"""The simulated table: dice on a tray in simulated real time, thrown by a player's hand."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from firmware.errors import SimulationError
from firmware.simulated.cast import OUTSIDE_MM, Cast, Pace, Wish, plan_cast, put_down
from firmware.simulated.clock import Clock
from firmware.simulated.setting import Setting
from firmware.simulated.sight import Mark, Pose, Sight, TrueDie, die_at, free_pose, place_of
from models.render.cup import Cup
from models.render.errors import PhysicsMissingError
from models.render.throws import Force, Physics, judge
from models.render.world import DesignFace, SceneHand

DICE = 5
FORCES = (Force.GENTLE, Force.NORMAL, Force.HARD)
FORCE_SHARES = (0.45, 0.53, 0.02)


@dataclass(slots=True)
class _Lying:
    """How the dice lie."""

    dice: dict[int, Pose] = field(default_factory=dict)  # on the board, by number
    cup: set[int] = field(default_factory=lambda: set(range(DICE)))  # numbers of those in the cup
    held: set[int] = field(default_factory=set)  # numbers
    cover: Cup | None = None  # the cup over those on the board
    played_with: int = DICE


class SimulatedTable:
    """Five dice or one, a tray, a cup and a hand; safe to use from any thread.

    The dice begin in the cup. Time is the clock's: nothing here waits.
    """

    def __init__(self, setting: Setting, *, seed: int, clock: Clock, pace: Pace | None = None) -> None:
        """Set the table.

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
        self._now = _Lying()
        self._wanted = DICE
        self._cast: Cast | None = None
        self._cast_ns = 0
        self._version = 0
        self._has_board = True
        self._lent: _Lying | None = None
        self._before: dict[int, Pose] = {}

    def throw(self, *, hidden: bool = False) -> int:
        """Throw every die that is not held; nothing happens while dice are under way or when all are held.

        Dice under the cup are shaken in it again, and so are held ones where another number is to be played with.

        Returns:
            When all dice lie, monotonic ns; not before now.
        """
        with self._lock:
            now_ns = self._settle()
            if self._cast is None:
                put_by = self._taken_up(hidden=hidden)
                thrown = tuple(sorted((self._now.dice.keys() | self._now.cup) - self._now.held - put_by))
                if thrown:
                    wish = Wish(
                        thrown=thrown,
                        force=FORCES[self._rng.choice(len(FORCES), p=FORCE_SHARES)],
                        hand=self._own_hand((0.0, -OUTSIDE_MM, 60.0)),
                        pace=self._pace,
                        put_by=tuple(put_by),
                        cover=put_down(self.setting.board, self._rng) if hidden else None,
                    )
                    self._cast = plan_cast(self._physics, self._rng, lying=self._now.dice, wish=wish)
                    self._cast_ns, self._now.cup, self._before = now_ns, set(), self._now.dice
            return now_ns if self._cast is None else self._end_ns(self._cast)

    def use(self, dice: int) -> None:
        """Play with so many dice from the next throw on; the others are put by.

        Raises:
            ValueError: If that is none, or more than there are.
        """
        if not 1 <= dice <= DICE:
            raise ValueError(f"There are {DICE} dice; got {dice} to play with.")
        with self._lock:
            self._wanted = dice

    def lift_cup(self) -> None:
        """Lift the cup off the dice; nothing happens where it stands over none, or is under way."""
        with self._changed():
            self._now.cover = None

    @property
    def is_covered(self) -> bool:
        """Return whether the cup stands over the dice."""
        with self._lock:
            self._settle()
            return self._now.cover is not None

    def tap(self, x: float, y: float) -> int | None:
        """Hold the die at a place of the picture, or let it go; nothing happens while dice are under way.

        Places are shares of the picture's width and height, from the top left.

        Returns:
            The number of the die there, None where there is none.
        """
        with self._lock:
            self._settle()
            is_closed = self._cast is not None or self._now.cover is not None
            number = None if is_closed else die_at(self.setting, self._now.dice, x, y)
            if number is not None:
                self._now.held ^= {number}
            return number

    def new_turn(self) -> None:
        """Let all dice go: the next throw is the first of a turn. A cup over dice is taken away with them, unseen."""
        with self._changed():
            self._now.held.clear()
            self._take_cup()

    def take_back(self) -> None:
        """Lay the dice as they lay before the last throw."""
        with self._changed():
            self._now.dice = self._before

    def lend(self) -> None:
        """Remember how the dice lie, and let all go: they are used for something else; twice is once."""
        with self._lock:
            self._settle()
            if self._lent is None:
                # Dice in flight are lent where they will lie; those of the cup are among them.
                lying = self._now.dice if self._cast is None else self._cast.ends
                cover = self._now.cover if self._cast is None else self._cast.cover
                self._lent = replace(self._now, dice=dict(lying), cup=set(self._now.cup), cover=cover)
                self._now.held = set()
                if cover is not None:
                    self._now.dice, self._cast, self._now.cover = dict(lying), None, cover
                    self._take_cup()

    def put_back(self) -> None:
        """Lay the dice as they lay when they were lent; nothing happens where they were not."""
        with self._lock:
            if self._lent is not None:
                self._now, self._lent, self._cast = self._lent, None, None
                self._version += 1

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
                poses = () if self._now.cover is not None else tuple(self._now.dice.values())
                return Sight(key=self._version, poses=poses, has_board=self._has_board, cover=self._now.cover)
            elapsed_s = (now_ns - self._cast_ns) * 1e-9 * self._pace.speed
            return self._cast.sight_at(elapsed_s, version=self._version, has_board=self._has_board)

    def marks(self) -> tuple[Mark, ...]:
        """Return rings around the held dice; for the player's page only."""
        with self._lock:
            camera = self.setting.camera
            radius = self.setting.bodies.size_mm * 0.95 * (camera.f_px / camera.height_mm / camera.size_wh[0])
            return tuple(
                (*place_of(self.setting, self._now.dice[n]), radius)
                for n in sorted(self._now.held & self._now.dice.keys())
            )

    def places(self) -> list[list[float]]:
        """Return where the dice out of the cup lie or come to lie, in the picture; for the player's page only."""
        with self._lock:
            poses, cast = self.sight().poses, self._cast
            if cast is not None:
                elapsed_s = (self._clock.now_ns() - self._cast_ns) * 1e-9 * self._pace.speed
                poses = tuple(cast.ends.values()) if cast.cover is None and elapsed_s >= cast.release_s else ()
            return [[*place_of(self.setting, pose)] for pose in poses]

    def truth(self) -> tuple[TrueDie, ...]:
        """Return what is true of the dice on the table, by number, once they lie.

        For tests and for the simulated player, who has eyes. The companion must never see this: it has the camera.
        """
        with self._lock:
            self._settle()
            board, size_mm = self.setting.board, self.setting.bodies.size_mm
            rests = ((number, judge(board, size_mm, pose)) for number, pose in sorted(self._now.dice.items()))
            return tuple(
                TrueDie(
                    number=number,
                    face=rest.face,
                    tilt_deg=rest.tilt_deg,
                    state=rest.state,
                    is_held=number in self._now.held,
                    place_xy=place_of(self.setting, rest.pose),
                )
                for number, rest in rests
            )

    def lay(self, faces: Sequence[DesignFace]) -> None:
        """Put dice with these faces flat on the board, at random places apart from each other; others are gone."""
        with self._changed():
            self._now = _Lying(cup=set(range(len(faces), DICE)), played_with=self._now.played_with)
            for number, face in enumerate(faces):
                self._now.dice[number] = free_pose(self.setting, self._rng, self._now.dice, face)

    @contextmanager
    def _changed(self) -> Iterator[None]:
        """Let nobody look during a change, after which the table looks different."""
        with self._lock:
            self._settle()
            yield
            self._version += 1

    def _taken_up(self, *, hidden: bool) -> frozenset[int]:
        """Take up the dice that are to be played with; return those on the board that are put by."""
        wanted = DICE if self._lent is not None else self._wanted
        is_other = wanted != self._now.played_with
        self._take_cup()
        if hidden or is_other:
            self._now.held.clear()
        if not is_other:
            return frozenset()
        self._now.played_with = wanted
        self._now.cup = set(range(wanted)) - self._now.dice.keys()
        return frozenset(number for number in self._now.dice if number >= wanted)

    def _take_cup(self) -> None:
        """Take the cup off the board with the dice under it; nobody sees them."""
        if self._now.cover is not None:
            self._now.cup |= self._now.dice.keys()
            self._now.dice, self._now.cover = {}, None

    def _own_hand(self, tip_mm: tuple[float, float, float]) -> SceneHand:
        """Return the player's hand, which comes from his side."""
        from_deg, spread = 270.0 + float(self._rng.normal(0.0, 12.0)), float(self._rng.uniform(0.1, 0.5))
        skin_rgb, sleeve_rgb = self.setting.skin_rgb, self.setting.sleeve_rgb
        return SceneHand(tip_mm=tip_mm, from_deg=from_deg, skin_rgb=skin_rgb, sleeve_rgb=sleeve_rgb, spread=spread)

    def _settle(self) -> int:
        """Finish the cast if its time is over; return the time."""
        now_ns = self._clock.now_ns()
        if self._cast is not None and now_ns >= self._end_ns(self._cast):
            self._now.dice, self._now.cover = self._cast.ends, self._cast.cover
            self._cast = None
            self._version += 1
        return now_ns

    def _end_ns(self, cast: Cast) -> int:
        return self._cast_ns + round(cast.end_s / self._pace.speed * 1e9)
