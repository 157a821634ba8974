"""A companion in one thread whose eye never errs, unless told to: to play with without models."""

from dataclasses import replace
from enum import Enum

import numpy as np

from firmware.session.effects import ReadBoard
from firmware.session.events import ReadingTaken, SessionEvent
from firmware.session.state import SessionState
from firmware.signals.press import Buttons
from firmware.simulated.board import SimulatedBoard
from firmware.simulated.setting import Setting
from models.render import poses, throws, truth, world
from tests.doubles import clock, prompt_advisor
from vision.reading import Detection, DieReading, EyeDoubt, Reading, Verdict
from vision.watch.track import held

DOUBTS = {
    world.DieState.OK: EyeDoubt.NONE,
    world.DieState.LEANING: EyeDoubt.LEANING,
    world.DieState.STACKED: EyeDoubt.STACKED,
    world.DieState.OFF: EyeDoubt.OFF_BOARD,
}


def reading_of(board: SimulatedBoard, exposed_ns: int) -> Reading:
    """Return what lies on the board, from its true poses."""
    table, setting = board.table, board.table.setting
    dice = []
    for pose in table.sight().poses:
        state = throws.judge(setting.board, setting.bodies.size_mm, pose).state
        place = {"position_mm": tuple(pose[:3]), "rotation": poses.rotation_of(pose).astype(np.float32)}
        instance = world.DieInstance(design=setting.design, size_mm=setting.bodies.size_mm, **place)
        seen = truth.truth_of(setting.camera, instance, visible_fraction=1.0)
        read = DieReading(
            detection=Detection(box_xyxy=seen.box_xyxy, quad=seen.quad, tilt_deg=seen.tilt_deg, confidence=1.0),
            label=seen.label,
            probabilities=tuple(0.99 if label == seen.label else 0.002 for label in range(6)),
            confidence=0.99,
            is_burning=state is not world.DieState.OK,
            doubt=DOUBTS[state],
        )
        dice.append(read)
    dice.sort(key=lambda die: die.detection.centre_xy)
    verdict = Verdict.CLEAR if len(dice) == 5 else Verdict.WRONG_COUNT
    if any(die.is_burning for die in dice):
        verdict = Verdict.BURNING
    return Reading(dice=tuple(dice), verdict=verdict, exposed_ns=exposed_ns, size_wh=setting.camera.size_wh)


class Flaw(Enum):
    MISREAD = "the first die is read as another face"
    UNSURE = "the same, but the eye doubts it"
    REFUSED = "no board is seen"
    GHOST = "a die is said to lean that does not"
    BLIND = "no die is said to lean or lie off the board"


def flawed(reading: Reading, flaw: Flaw | None) -> Reading:
    if flaw is None or not reading.dice:
        return reading
    first, *others = reading.dice
    match flaw:
        case Flaw.MISREAD | Flaw.UNSURE:
            wrong = (first.label + 1) % 6
            probabilities = tuple(0.6 if label == wrong else 0.08 for label in range(6))
            doubt = EyeDoubt.NONE if flaw is Flaw.MISREAD else EyeDoubt.FACE_UNCLEAR
            is_refused = flaw is Flaw.UNSURE and reading.verdict is Verdict.CLEAR
            misread = replace(first, label=wrong, probabilities=probabilities, doubt=doubt)
            verdict = Verdict.NOT_SURE if is_refused else reading.verdict
            return replace(reading, dice=(misread, *others), verdict=verdict)
        case Flaw.REFUSED:
            return replace(reading, verdict=Verdict.NO_BOARD)
        case Flaw.GHOST:
            leaning = replace(first, is_burning=True, doubt=EyeDoubt.LEANING)
            return replace(reading, dice=(leaning, *others), verdict=Verdict.BURNING)
        case Flaw.BLIND:
            calm = tuple(replace(die, is_burning=False, doubt=EyeDoubt.NONE) for die in reading.dice)
            return replace(reading, dice=calm, verdict=Verdict.CLEAR)


class Desk:
    """Board and session; `pass_time` moves both on."""

    def __init__(self, *, seed: int) -> None:
        self.clock = clock.ManualClock()
        self.board = SimulatedBoard(Setting.for_session(seed), seed=seed, clock=self.clock)
        self.state = SessionState()
        self.flaws: dict[int, Flaw] = {}  # by the number of the reading
        self.readings = 0
        self.effects: tuple[object, ...] = ()
        self.advisor = prompt_advisor.PromptAdvisor()
        self._buttons = Buttons()
        self._asked: ReadBoard | None = None
        self.board.button.listen(self._edge)

    def tell(self, event: SessionEvent) -> None:
        self.state, self.effects = prompt_advisor.with_advice(self.state, event, self.advisor)
        self._asked = next((effect for effect in self.effects if isinstance(effect, ReadBoard)), self._asked)

    def pass_time(self, seconds: float = 0.1) -> None:
        self.clock.sleep(seconds)
        self.board.button.pump()
        self._buttons, gestures = self._buttons.tick(self.clock.now_ns())
        for gesture in gestures:
            self.tell(gesture)
        if self._asked is not None and not self.board.table.is_busy:
            asked, self._asked = self._asked, None
            self.tell(self._reading(asked))

    def _edge(self, edge) -> None:
        self._buttons, gestures = self._buttons.feed(edge, source="button")
        for gesture in gestures:
            self.tell(gesture)

    def _reading(self, asked: ReadBoard) -> ReadingTaken:
        self.readings += 1
        after = flawed(reading_of(self.board, self.clock.now_ns()), self.flaws.get(self.readings))
        before = asked.before
        hold = held(before, after, None) if before is not None and before.dice and len(after.dice) == 5 else None
        return ReadingTaken(after, hold)
