"""The dialog that sets a device up, as values: its steps, what was seen in each, and how far somebody came."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeAlias

from firmware.ports import Lack
from firmware.session.vocabulary import Dialog, NoticeKey
from vision.reading import Point, Reading, Verdict


class WizardStep(StrEnum):
    """What is set up, in this order."""

    CAMERA = "camera"  # it sees the board
    SHEET = "sheet"  # the printed sheet tells lens and scale; not necessary
    LIGHT = "light"
    FOCUS = "focus"
    BUTTON = "button"  # with lamp and sound
    DICE = "dice"  # known, or taught
    THROW = "throw"  # the first one
    DONE = "done"


STEPS = tuple(WizardStep)[:-1]
"""What there is to do."""

MEASURED = frozenset({WizardStep.CAMERA, WizardStep.SHEET, WizardStep.LIGHT, WizardStep.FOCUS})
"""Steps in which the surveyor looks through the camera again and again, and the eye does not."""

READ = frozenset({WizardStep.DICE, WizardStep.THROW})
"""Steps in which a press has the board read."""

SHARP_ENOUGH = 100
"""The eye can read from this sharpness on."""


class Outcome(StrEnum):
    """What became of a step."""

    OPEN = "open"
    DONE = "done"
    SKIPPED = "skipped"


class Side(StrEnum):
    """A part of the picture."""

    TOP = "top"
    BOTTOM = "bottom"
    LEFT = "left"
    RIGHT = "right"
    MIDDLE = "middle"


class CameraTrouble(StrEnum):
    """Why the camera does not see the board as it should."""

    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"
    NO_BOARD = "no-board"
    CUT_OFF = "cut-off"  # on one side, or on two beside each other
    TOO_NEAR = "too-near"  # it is cut off on opposite sides
    TOO_FAR = "too-far"  # a die is too small


class Rating(StrEnum):
    """What a number is for the eye."""

    GOOD = "good"
    POOR = "poor"
    UNSEEN = "unseen"  # nothing there tells it


class Aspect(StrEnum):
    """What makes light good."""

    BRIGHTNESS = "brightness"
    EVENNESS = "evenness"
    GLARE = "glare"
    COLOUR = "colour"
    NOISE = "noise"
    FLICKER = "flicker"


class LightTrouble(StrEnum):
    """What is wrong with light; each has one sentence on what to do."""

    TOO_DARK = "too-dark"
    TOO_BRIGHT = "too-bright"
    UNEVEN = "uneven"
    GLARE = "glare"
    COLOURED = "coloured"
    NOISY = "noisy"
    OTHER_MAINS = "other-mains"  # lamps hang on mains of another frequency than the settings say
    LAMP_FLICKERS = "lamp-flickers"
    WAVERS = "wavers"  # a candle, clouds, somebody's shadow


class SheetTrouble(StrEnum):
    """Why the sheet, or the board, did not tell; those of `vision.find.lens.LensTrouble` have the same names."""

    TOO_FEW = "too-few"
    ALIKE = "alike"
    NOT_FLAT = "not-flat"
    NO_BOARD = "no-board"  # neither tray nor sheet is seen
    NOT_SAVED = "not-saved"
    FAILED = "failed"  # of itself


class Heard(StrEnum):
    """How the button was pressed."""

    SHORT = "short"
    LONG = "long"


class Told(StrEnum):
    """What only a player can tell."""

    LAMP = "lamp"  # whether it shone
    SOUND = "sound"  # whether it was heard


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardLook:
    """What one look showed."""

    exposed_ns: int  # when; names the picture that is kept of it
    size_wh: tuple[int, int]  # of the frame, pixels
    outline: tuple[Point, ...] = ()  # of the board, or the sheet, frame pixels; none where it is not seen


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraLook(WizardLook):
    """The board in the picture."""

    camera: str  # which, as in the settings: ``picamera``, ``usb:0``, ``simulated`` …
    trouble: CameraTrouble | None = None  # what is wrong, None where nothing is
    sides: tuple[Side, ...] = ()  # on which sides the picture cuts the board off
    die_px: float | None = None  # a die's edge; None without a board
    is_die_seen: bool = False  # it was measured on dice that lie there; else it is reckoned from the board
    lean_deg: float | None = None  # of the camera, where a calibration tells it
    lacks: tuple[Lack, ...] = ()  # what the camera cannot do
    widest_px: float = 0.0  # a die's edge at most, with the whole board in the picture
    heights_mm: tuple[int, int] | None = None  # where it sees the board and reads its dice, by its calibration


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLook(WizardLook):
    """The printed sheet being shown."""

    views: int = 0  # so many different views of it were seen
    wanted: int = 8  # so many are enough
    lies: bool = False  # enough were seen and the sheet lies still: now it is to be taken away
    is_complete: bool = False  # and it was


@dataclass(frozen=True, slots=True)
class LightLine:
    """One aspect of the light."""

    aspect: Aspect  # which
    rating: Rating  # how it is
    value: float | None = None  # its number, in the unit of `firmware.doctor.light`; None where it was not seen
    trouble: LightTrouble | None = None  # what to do something about, None where nothing


@dataclass(frozen=True, slots=True, kw_only=True)
class LightLook(WizardLook):
    """The light on the board."""

    lines: tuple[LightLine, ...] = ()  # one each aspect
    dice: int = 0  # so many lie there: what white ones show is most telling
    glare_xy: Point | None = None  # middle of the largest spot that is burnt out, frame pixels; None without any
    glare_side: Side | None = None  # in which part of the picture that is


@dataclass(frozen=True, slots=True, kw_only=True)
class FocusLook(WizardLook):
    """How sharp the picture is."""

    sharpness: int | None = None  # 100 and more is enough; None where nothing there has an edge
    focuses_itself: bool = False  # the camera does that


Look: TypeAlias = CameraLook | SheetLook | LightLook | FocusLook


def is_good(look: Look) -> bool:
    """Return whether what was seen is as it should be."""
    match look:
        case CameraLook():
            return look.trouble is None
        case LightLook():
            is_whole = len(look.lines) == len(Aspect)  # flicker takes longer than the rest
            return is_whole and all(line.rating is not Rating.POOR for line in look.lines)
        case FocusLook():
            return look.sharpness is not None and look.sharpness >= SHARP_ENOUGH
        case _:
            return False


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonFacts:
    """What a button, lamp and sound are there, and how the contact behaved so far."""

    has_button: bool = False  # one can hang on the pins
    has_lamp: bool = False  # a lamp as well
    has_sound: bool = False  # a buzzer or speaker
    presses: int = 0  # so often a button on the pins closed
    longest_ms: float = 0.0  # its contact stood still for so long in the middle of bouncing
    bounces: bool = False  # that is too close to the time that the settings allow
    debounce_ms: int = 0  # what they should allow then
    sparks: int = 0  # times it closed and was open again at once
    is_down: bool = False  # it was down when the step began: stuck, or wired short


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationFound:
    """What the sheet told."""

    has_lens: bool  # the lens is known; else only board and scale
    views: int  # from so many pictures
    lean_deg: float | None = None  # of the camera, None where it is not known
    height_mm: float | None = None  # of the camera above the board, likewise
    in_use: bool = True  # it is used already; else from the next start on


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far somebody came; it survives a power cut."""

    step: WizardStep = WizardStep.CAMERA  # where he was
    outcomes: tuple[Outcome, ...] = (Outcome.OPEN,) * len(STEPS)  # of each step
    is_open: bool = False  # the dialog was open: it opens by itself at the next start

    @property
    def is_fresh(self) -> bool:
        """Return whether it begins, or begins again after all was done."""
        is_untouched = self.step is WizardStep.CAMERA and set(self.outcomes) == {Outcome.OPEN}
        return is_untouched or self.step is WizardStep.DONE

    def after(self, outcome: Outcome) -> "Progress":
        """Return it at the next step, after this one ended so."""
        index = STEPS.index(self.step)
        outcomes = (*self.outcomes[:index], outcome, *self.outcomes[index + 1 :])
        step = tuple(WizardStep)[index + 1]
        return Progress(step=step, outcomes=outcomes, is_open=step is not WizardStep.DONE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wizard(Dialog):
    """The dialog at one moment."""

    no_camera = NoticeKey.WIZARD_NO_CAMERA

    progress: Progress = field(default_factory=Progress)  # where it stands
    look: Look | None = None  # what was seen newest in this step
    best: int | None = None  # the greatest sharpness so far
    facts: ButtonFacts | None = None  # of button, lamp and sound, None until they are known
    heard: frozenset[Heard] = frozenset()  # how the button was pressed
    lamp: bool | None = None  # whether the lamp was seen; None where nobody has said
    sound: bool | None = None  # whether the beep was heard, likewise
    reading: Reading | None = None  # the newest reading of the dice
    found: CalibrationFound | None = None  # what the sheet told
    refused: SheetTrouble | None = None  # why it told nothing

    @property
    def step(self) -> WizardStep:
        """Return where it stands."""
        return self.progress.step

    @property
    def is_passed(self) -> bool:
        """Return whether the step's check is passed: nothing is left to be done in it."""
        match self.step:
            case WizardStep.SHEET:
                return self.found is not None
            case WizardStep.BUTTON:
                return self.heard == frozenset(Heard)
            case WizardStep.DICE | WizardStep.THROW:
                return self.reading is not None and self.reading.verdict is Verdict.CLEAR
            case _:
                return self.step is WizardStep.DONE or (self.look is not None and is_good(self.look))

    @property
    def offers_teaching(self) -> bool:
        """Return whether the dice that lie are not known surely."""
        unsure = {Verdict.NOT_SURE, Verdict.FOREIGN}
        return self.step is WizardStep.DICE and self.reading is not None and self.reading.verdict in unsure

    def seeing(self, look: Look) -> "Wizard":
        """Return it with what was seen newest, and the greatest sharpness so far."""
        sharpness = look.sharpness if isinstance(look, FocusLook) else None
        return replace(self, look=look, best=self.best if sharpness is None else max(sharpness, self.best or 0))
