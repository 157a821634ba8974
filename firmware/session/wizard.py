"""The dialog that sets a device up, as values: its steps, what was seen in each, and how far somebody came."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from firmware.session.vocabulary import Notice
from vision.reading import Point, Reading


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

OPTIONAL = frozenset({WizardStep.SHEET})
"""Steps that nobody needs to play."""

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


class Pending(StrEnum):
    """For whom the dialog waits."""

    EYE = "eye"  # the board is being read
    SURVEYOR = "surveyor"  # lens and board are being reckoned


@dataclass(frozen=True, slots=True, kw_only=True)
class WizardLook:
    """What one look showed.

    Attributes:
        exposed_ns: When; names the picture that is kept of it.
        size_wh: Of the frame, pixels.
        outline: Of the board, or the sheet, frame pixels; none where it is not seen.
    """

    exposed_ns: int
    size_wh: tuple[int, int]
    outline: tuple[Point, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraLook(WizardLook):
    """The board in the picture.

    Attributes:
        camera: Which, as in the settings: ``picamera``, ``usb:0``, ``simulated`` …
        trouble: What is wrong, None where nothing is.
        sides: On which sides the picture cuts the board off.
        die_px: A die's edge; None without a board.
        is_die_seen: It was measured on dice that lie there; else it is reckoned from the board.
        lean_deg: Of the camera, where a calibration tells it.
    """

    exposed_ns: int
    size_wh: tuple[int, int]
    camera: str
    outline: tuple[Point, ...] = ()
    trouble: CameraTrouble | None = None
    sides: tuple[Side, ...] = ()
    die_px: float | None = None
    is_die_seen: bool = False
    lean_deg: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLook(WizardLook):
    """The printed sheet being shown.

    Attributes:
        views: So many different views of it were seen.
        wanted: So many are enough.
        lies: Enough were seen and the sheet lies still: now it is to be taken away.
        is_complete: And it was.
    """

    views: int = 0
    wanted: int = 8
    lies: bool = False
    is_complete: bool = False


@dataclass(frozen=True, slots=True)
class LightLine:
    """One aspect of the light.

    Attributes:
        aspect: Which.
        rating: How it is.
        value: Its number, in the unit of `firmware.doctor.light`; None where it was not seen.
        trouble: What to do something about, None where nothing.
    """

    aspect: Aspect
    rating: Rating
    value: float | None = None
    trouble: LightTrouble | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LightLook(WizardLook):
    """The light on the board.

    Attributes:
        lines: One each aspect.
        dice: So many lie there: what white ones show is most telling.
        glare_xy: Middle of the largest spot that is burnt out, frame pixels; None without any.
        glare_side: In which part of the picture that is.
    """

    lines: tuple[LightLine, ...] = ()
    dice: int = 0
    glare_xy: Point | None = None
    glare_side: Side | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FocusLook(WizardLook):
    """How sharp the picture is.

    Attributes:
        sharpness: 100 and more is enough; None where nothing there has an edge.
        focuses_itself: The camera does that.
    """

    sharpness: int | None = None
    focuses_itself: bool = False


Look: TypeAlias = CameraLook | SheetLook | LightLook | FocusLook


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonFacts:
    """What a button, lamp and sound are there, and how the contact behaved so far.

    Attributes:
        has_button: One can hang on the pins.
        has_lamp: A lamp as well.
        has_sound: A buzzer or speaker.
        presses: So often a button on the pins closed.
        longest_ms: Its contact stood still for so long in the middle of bouncing.
        bounces: That is too close to the time that the settings allow.
        debounce_ms: What they should allow then.
        sparks: Times it closed and was open again at once.
        is_down: It was down when the step began: stuck, or wired short.
    """

    has_button: bool = False
    has_lamp: bool = False
    has_sound: bool = False
    presses: int = 0
    longest_ms: float = 0.0
    bounces: bool = False
    debounce_ms: int = 0
    sparks: int = 0
    is_down: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationFound:
    """What the sheet told.

    Attributes:
        has_lens: The lens is known; else only board and scale.
        views: From so many pictures.
        lean_deg: Of the camera, None where it is not known.
        height_mm: Of the camera above the board, likewise.
        in_use: It is used already; else from the next start on.
    """

    has_lens: bool
    views: int
    lean_deg: float | None = None
    height_mm: float | None = None
    in_use: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far somebody came; it survives a power cut.

    Attributes:
        step: Where he was.
        outcomes: Of each step.
        is_open: The dialog was open: it opens by itself at the next start.
    """

    step: WizardStep = WizardStep.CAMERA
    outcomes: tuple[Outcome, ...] = (Outcome.OPEN,) * len(STEPS)
    is_open: bool = False

    @property
    def is_fresh(self) -> bool:
        """Return whether it begins, or begins again after all was done."""
        return self.step is WizardStep.DONE or (
            self.step is WizardStep.CAMERA and not any(map(_is_past, self.outcomes))
        )

    def after(self, outcome: Outcome) -> Progress:
        """Return it at the next step, after this one ended so."""
        index = STEPS.index(self.step)
        outcomes = (*self.outcomes[:index], outcome, *self.outcomes[index + 1 :])
        step = tuple(WizardStep)[index + 1]
        return Progress(step=step, outcomes=outcomes, is_open=step is not WizardStep.DONE)


def _is_past(outcome: Outcome) -> bool:
    return outcome is not Outcome.OPEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Wizard:
    """The dialog at one moment.

    Attributes:
        progress: Where it stands.
        number: Counts its steps: what is still said of an earlier one is not heard.
        pending: For whom it waits, None for the players.
        notice: What is the matter, None where nothing is.
        look: What was seen newest in this step.
        best: The greatest sharpness so far.
        facts: Of button, lamp and sound, None until they are known.
        heard: How the button was pressed.
        lamp: Whether the lamp was seen; None where nobody has said.
        sound: Whether the beep was heard, likewise.
        reading: The newest reading of the dice.
        found: What the sheet told.
        refused: Why it told nothing.
        elapsed_s: What all of it took, once it is done.
        has_lent: Dice were laid for this dialog: those of the game no longer lie as they lay.
    """

    progress: Progress = field(default_factory=Progress)
    number: int = 0
    pending: Pending | None = None
    notice: Notice | None = None
    look: Look | None = None
    best: int | None = None
    facts: ButtonFacts | None = None
    heard: frozenset[Heard] = frozenset()
    lamp: bool | None = None
    sound: bool | None = None
    reading: Reading | None = None
    found: CalibrationFound | None = None
    refused: SheetTrouble | None = None
    elapsed_s: int | None = None
    has_lent: bool = False

    @property
    def step(self) -> WizardStep:
        """Return where it stands."""
        return self.progress.step
