"""The simulated board as a whole: table, camera and button, and what the player does on the page."""

import numpy as np

from firmware.faces import FACES
from firmware.rounds import Rounds
from firmware.simulated.button import SimulatedButton
from firmware.simulated.camera import SimulatedCameras
from firmware.simulated.cast import Pace
from firmware.simulated.clock import Clock
from firmware.simulated.darkroom import Darkroom
from firmware.simulated.setting import CAPTURE_PX, PREVIEW_PX, Setting
from firmware.simulated.table import DICE, SimulatedTable
from models.render import world
from scoring.dice import Face

PUMP_S = 0.01
WATCHED_NS = 200_000_000  # a camera that gave a frame so short ago is being watched through


class SimulatedBoard(Rounds):
    """Dice, tray, camera and button, played by taps and presses on a picture.

    Its rounds let the button report by itself, with or without a camera.
    """

    def __init__(self, setting: Setting, *, seed: int, clock: Clock | None = None, pace: Pace | None = None) -> None:
        """Set everything up; `start` lets time pass by itself.

        Raises:
            SimulationError: If dice cannot be thrown here.
        """
        super().__init__("simulated-board")
        self.clock = clock or Clock()
        self.table = table = SimulatedTable(setting, seed=seed, clock=self.clock, pace=pace)
        self.lift, self.use, self.new_turn, self.take_back = table.lift_cup, table.use, table.new_turn, table.take_back
        self.tap = table.tap
        self.button = SimulatedButton(self.clock, seed=seed)
        self._darkroom = Darkroom(setting)
        self.cameras = SimulatedCameras(self.table, self._darkroom, clock=self.clock, tick=self.button.pump)
        self.open_camera = self.cameras.open
        self.lifts = False  # what a press does: lift the cup, or throw again
        self._rng = np.random.default_rng([seed, 3])

    @classmethod
    def for_play(cls, seed: int, setting: Setting | None = None, *, pace: Pace | None = None) -> "SimulatedBoard":
        """Return a board for a session in real time, ready to be looked at.

        Raises:
            SimulationError: If dice cannot be thrown here.
        """
        board = cls(setting or Setting.for_session(seed), seed=seed, pace=pace)
        for size_px in (PREVIEW_PX, CAPTURE_PX):  # two seconds; the first press must not wait for them
            board._darkroom.stage(size_px)
        board.start()
        return board

    def held(self) -> tuple[tuple[float, float], ...]:
        """Return the places of the dice that the next throw leaves lying, shares of the picture."""
        return tuple((x, y) for x, y, _ in self.table.marks())

    def press(self) -> None:
        """Throw the dice that are not held, and press the button when they lie; while dice roll nothing happens.

        Where the cup is to be lifted, that is done instead; dice that lie on the board stay as they are.
        """
        if self.table.is_busy or not self.button.is_idle:
            return
        lie_ns = self.clock.now_ns()
        if self.lifts and self.table.truth():
            self.table.lift_cup()
        else:
            lie_ns = self.table.throw()
        wait_s = float(self._rng.uniform(0.25, 0.6)) if lie_ns > self.clock.now_ns() else 0.0
        self.button.press(at_ns=lie_ns + round(wait_s * 1e9))

    def cover(self) -> None:
        """Throw all dice under the cup; the button is not pressed, and while dice roll nothing happens."""
        if not self.table.is_busy and self.button.is_idle:
            self.table.throw(hidden=True)

    def peek(self) -> tuple[Face, ...]:
        """Return what lies under the cup, for the one player whose cup it is; the companion never gets this."""
        return tuple(FACES[die.face] for die in self.table.truth()) if self.table.is_covered else ()

    def jpeg(self) -> bytes:
        """Return the board as it looks now, rings around the dice the player holds; the companion never gets this."""
        is_watched = self.clock.now_ns() - self.cameras.frame_ns < WATCHED_NS
        return self._darkroom.jpeg(self.table.sight(), self.table.marks(), newest_will_do=is_watched)

    def lend(self, *, is_lent: bool) -> None:
        """Lend the dice to a lesson, or have them back as they lay before."""
        self.table.lend() if is_lent else self.table.put_back()

    def lay_dice(self) -> None:
        """Lay all dice on the board where none lies yet, as somebody does whose camera wants to see some."""
        if not self.table.is_busy and not self.table.truth():
            self.table.lay(list(world.DesignFace)[:DICE])

    def close(self) -> None:
        """Stop; closing twice does nothing."""
        super().close()
        self.button.close()

    def _round(self) -> float:
        self.button.pump()
        return PUMP_S
