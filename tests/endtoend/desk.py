"""The whole companion in one thread, on one clock moved by hand: simulated board, real models, session and store."""

from collections.abc import Sequence
from functools import cache

from firmware.ports import Signal
from firmware.session.state import SessionState
from firmware.session.touches import NewGame
from firmware.simulated import board, setting
from firmware.table.companion import Companion
from firmware.table.eye import Eye
from firmware.table.eye_parts import EyePolicy
from firmware.table.parts import Ports, Workers
from scoring.events import GameBegan
from scoring.ruleset import Ruleset
from tests.doubles import clock, prompt_advisor, store
from tests.doubles.recorded import RecordedLamp, RecordedSound
from vision.read.load import load_board_reader
from vision.read.reader import Reader

LOOKS = 40
"""So often the eye looks before a test gives up: about three seconds of the table's time."""

IMPATIENT = EyePolicy(patience_ns=2_000_000_000)
"""A press waits this long for stillness here; tests need not sit out the real ten seconds."""


@cache
def reader() -> Reader:
    return load_board_reader()


class WholeDesk:
    """A game of two begun, dice laid or thrown by the test, presses answered by the real models."""

    def __init__(self, seed: int = 1, *, reads_with: Reader | None = None) -> None:
        self.clock, self.lamp = clock.ManualClock(), RecordedLamp()
        self.board = board.SimulatedBoard(setting.Setting.for_session(seed), seed=seed, clock=self.clock)
        self.store = store.MemoryStore()
        reads_with = reads_with or reader()
        self.eye = Eye(self.board.open_camera, reads_with, lambda event: self.companion.take(event), policy=IMPATIENT)
        now_ns, levels = self.clock.now_ns, {"simulated": self.board.button.level}
        parts = {"eye": self.eye, "store": self.store, "lamp": self.lamp, "sound": RecordedSound()}
        self.companion = Companion(
            SessionState(),
            Ports(**parts, clock_ns=now_ns, levels=levels),
            Workers(advise=prompt_advisor.PromptAdvisor().answer),
        )
        self.board.button.listen(lambda edge: self.companion.take_edge("simulated", edge))
        self.companion.take(NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=Ruleset(), beginner=0)))

    @property
    def state(self) -> SessionState:
        return self.companion.state

    def look(self, times: int = 1) -> None:
        """Let time pass; where the camera is gone, the clock goes on all the same."""
        for _ in range(times):
            if not self.eye.look():
                self.clock.sleep(0.1)
            self.board.button.pump()
            self.companion.tick()

    @property
    def key(self):
        return self.state.notice.key

    def lay(self, faces: Sequence[int]) -> "WholeDesk":
        self.board.table.lay([*faces])
        self.look(12)
        return self

    def press(self) -> "WholeDesk":
        before = len(self.lamp.shown)
        self.board.button.press()
        for _ in range(LOOKS):
            self.look()
            if self.lamp.shown[before:] and self.lamp.shown[-1] is not Signal.READING:
                break
        return self
