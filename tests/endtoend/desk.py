"""The whole companion in one thread, on one clock moved by hand: simulated board, real models, session and store."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from firmware.display.spoken import utterance
from firmware.ports import Signal, Store
from firmware.session.state import SessionState
from firmware.session.touches import NewGame
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.setting import Setting
from firmware.table.companion import Companion
from firmware.table.eye import Eye
from firmware.table.eye_parts import BoardReader, EyePolicy
from firmware.table.parts import Contacts, Listeners, Ports, Workers
from scoring.events import GameBegan
from scoring.ruleset import Ruleset
from tests.doubles.clock import ManualClock
from tests.doubles.prompt_advisor import PromptAdvisor
from tests.doubles.recorded import RecordedLamp, RecordedSound, RecordedVoice
from tests.doubles.store import MemoryStore
from vision.read.load import load_board_reader
from vision.read.reader import Reader

LOOKS = 40
"""So often the eye looks before a test gives up: about three seconds of the table's time."""

IMPATIENT = EyePolicy(patience_ns=2_000_000_000)
"""A press waits this long for stillness here; tests need not sit out the real ten seconds."""


@cache
def reader() -> Reader:
    return load_board_reader()


class WholeTable:
    """A companion with a voice, nothing begun."""

    def __init__(
        self, seed: int, *, reads_with: BoardReader, store: Store, state: SessionState, policy: EyePolicy | None = None
    ) -> None:
        self.clock = ManualClock()
        self.board = SimulatedBoard(Setting.for_session(seed), seed=seed, clock=self.clock)
        self.store = store
        self.lamp, self.voice = RecordedLamp(), RecordedVoice()
        self.eye = Eye(
            self.board.open_camera, reads_with, lambda event: self.companion.take(event), policy=policy or EyePolicy()
        )
        self.companion = Companion(
            state,
            Ports(eye=self.eye, store=store, lamp=self.lamp, sound=RecordedSound(), clock_ns=self.clock.now_ns),
            Workers(advise=PromptAdvisor().answer),
            listeners=Listeners(speak=self._speak),
            contacts=Contacts(levels={"simulated": self.board.button.level}),
        )
        self.board.button.listen(lambda edge: self.companion.take_edge("simulated", edge))

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

    def _speak(self, *step: Any) -> None:
        if (said := utterance(*step)) is not None:
            self.voice.say(said)


class WholeDesk(WholeTable):
    """A game of two begun, dice laid or thrown by the test, presses answered by the real models."""

    def __init__(self, seed: int = 1, *, reads_with: BoardReader | None = None) -> None:
        reads = reads_with or reader()
        super().__init__(seed, reads_with=reads, store=MemoryStore(), state=SessionState(), policy=IMPATIENT)
        self.companion.take(NewGame(GameBegan(players=("Manfred", "Ewald"), ruleset=Ruleset(), beginner=0)))

    @property
    def key(self):
        return self.state.notice.key

    def lay(self, faces: Sequence[int]) -> WholeDesk:
        self.board.table.lay([*faces])
        self.look(12)
        return self

    def press(self) -> WholeDesk:
        before = len(self.lamp.shown)
        self.board.button.press()
        for _ in range(LOOKS):
            self.look()
            if self.lamp.shown[before:] and self.lamp.shown[-1] is not Signal.READING:
                break
        return self
