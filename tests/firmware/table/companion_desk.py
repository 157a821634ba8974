"""A companion at a desk: its eye, store, lamp and sound remember."""

from firmware.ports import Edge
from firmware.session import effects, touches
from firmware.session.state import SessionState
from firmware.table import companion, latency
from firmware.table.parts import Listeners, Ports, Workers, nobody
from scoring.events import GameBegan
from tests.doubles import recorded, store
from tests.firmware.session.table_talk import ADVISOR
from vision.frame import Frame

MS = 1_000_000
NEW_GAME = touches.NewGame(GameBegan(players=("Manfred", "Ewald"), beginner=0))


class PatientEye:
    """An eye that remembers what it is asked, and keeps the pictures the test gives it."""

    def __init__(self) -> None:
        self.asked: list[effects.ReadBoard] = []
        self.heeded, self.has_read = 0, False  # what lies, before it is asked
        self.dice = 0
        self.away = [False]
        self.accepted: list[object] = []
        self.kept: dict[int, tuple[Frame, object]] = {}

    def read(self, asked: effects.ReadBoard) -> bool:
        self.asked.append(asked)
        return self.has_read

    def heed(self) -> None:
        self.heeded += 1

    def accept(self, reading) -> None:
        self.accepted.append(reading)

    def expect(self, dice: int) -> None:
        self.dice = dice

    def look_away(self, is_away: bool) -> None:
        if is_away != self.away[-1]:
            self.away.append(is_away)

    @property
    def film(self) -> "PatientEye":
        return self

    def jpeg(self, exposed_ns: int, number: int) -> bytes | None:
        return f"{number} of {exposed_ns}".encode() if exposed_ns in self.kept else None

    def picture_of(self, exposed_ns: int):
        return self.kept.get(exposed_ns)


class Willing:
    """Does what is wanted of lessons and of setting up."""

    def __init__(self) -> None:
        self.asked: list[object] = []
        self.heard: list[tuple[str, Edge]] = []

    def carry_out(self, effect) -> None:
        self.asked.append(effect)

    def hear(self, source: str, edge: Edge) -> None:
        self.heard.append((source, edge))

    def jpeg(self, exposed_ns: int) -> bytes | None:
        return b"picture" if exposed_ns == 7 else None


class Desk:
    def __init__(self, state: SessionState | None = None, *, speak=None, **workers) -> None:
        self.eye, self.store = PatientEye(), store.MemoryStore()
        self.lamp, self.sound = recorded.RecordedLamp(), recorded.RecordedSound()
        self.stopwatch = latency.Stopwatch(lambda: self.now_ns)
        self.shown: list[SessionState] = []
        self.answers_shown: list[int] = []
        self.saved_when_shown: list[int] = []
        self.beats: list[int] = []
        self.pictures: list[object] = []
        self.now_ns = 0
        self.is_closed: bool | None = None  # the contact, where it can be asked
        listeners = Listeners(show=self._show, speak=speak or nobody, beat=lambda: self.beats.append(len(self.shown)))
        parts = {"eye": self.eye, "store": self.store, "lamp": self.lamp, "sound": self.sound}
        self.companion = companion.Companion(
            state or SessionState(),
            Ports(**parts, clock_ns=lambda: self.now_ns, levels={"gpio": lambda: self.is_closed}),
            Workers(**{"advise": ADVISOR.answer, "keep_picture": lambda *a: self.pictures.append(a), **workers}),
            listeners=listeners,
            stopwatch=self.stopwatch,
        )

    def _show(self, state: SessionState) -> None:
        self.shown.append(state)
        self.answers_shown.append(len(self.stopwatch.answers))
        self.saved_when_shown.append(len(self.store.current_game()))

    @property
    def state(self) -> SessionState:
        return self.companion.state

    @property
    def newest(self) -> object:
        return self.store.current_game()[-1].event

    def take(self, *events) -> "Desk":
        for event in events:
            self.companion.take(event)
        return self

    def run(self, *events) -> "Desk":
        """Run the loop over what is posted, until it stops."""
        for event in events:
            self.companion.post(event)
        self.companion.stop()
        self.companion.run()
        return self

    def at(self, now_ns: int) -> "Desk":
        self.now_ns = now_ns
        self.companion.tick()
        return self

    def edges(self, *edges: tuple[bool, int]) -> "Desk":
        """Take edges of the button, each down or up and when."""
        for is_down, at_ns in edges:
            self.now_ns = max(self.now_ns, at_ns)
            self.companion.take_edge("gpio", Edge(is_down, at_ns))
        return self

    def tap(self, down_ns: int, up_ns: int) -> "Desk":
        """Press from one moment to another, as the contact reports it, and let it settle."""
        self.edges((True, down_ns), (False, up_ns))
        return self.at(self.now_ns + 30_000_000)
