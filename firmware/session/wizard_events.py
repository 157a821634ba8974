"""What can happen to the dialog that sets a device up, and what it wants done."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from firmware.session.wizard import (
        ButtonFacts,
        CalibrationFound,
        Look,
        Progress,
        SheetTrouble,
        WizardStep,
    )


class Told(StrEnum):
    """What only a player can tell."""

    LAMP = "lamp"  # whether it shone
    SOUND = "sound"  # whether it was heard


# -- touches ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OpenWizard:
    """Set the device up; a dialog that was left goes on where it stood."""


@dataclass(frozen=True, slots=True)
class CloseWizard:
    """Leave the dialog; where it stands is remembered."""


@dataclass(frozen=True, slots=True)
class GoOn:
    """Go on to the next step; one whose check is not passed counts as skipped."""


@dataclass(frozen=True, slots=True)
class GoBack:
    """Go back to the step before."""


@dataclass(frozen=True, slots=True)
class TryStepAgain:
    """Begin the step anew."""


@dataclass(frozen=True, slots=True)
class UseSheet:
    """Reckon with what was seen of the sheet so far."""


@dataclass(frozen=True, slots=True)
class ShowSignals:
    """Let lamp and sound be seen and heard."""


@dataclass(frozen=True, slots=True)
class TellSignal:
    """A player saw or heard it, or did not."""

    what: Told
    is_so: bool


# -- the surveyor ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Surveyed:
    """The surveyor looked once more."""

    number: int
    look: Look


@dataclass(frozen=True, slots=True)
class ButtonProbed:
    """The surveyor listened to the button."""

    number: int
    facts: ButtonFacts


@dataclass(frozen=True, slots=True)
class SheetReckoned:
    """Lens and board are known, and kept."""

    number: int
    found: CalibrationFound


@dataclass(frozen=True, slots=True)
class SheetRefused:
    """The sheet did not tell; nothing was changed."""

    number: int
    trouble: SheetTrouble


@dataclass(frozen=True, slots=True)
class ProgressKept:
    """How far somebody came is remembered.

    Attributes:
        elapsed_s: Since he began, without the time for which the dialog was closed.
    """

    elapsed_s: int


# -- effects ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Survey:
    """Look at a step again and again, until told otherwise."""

    number: int
    step: WizardStep


@dataclass(frozen=True, slots=True)
class EndSurvey:
    """Leave camera and button to the eye and the game."""


@dataclass(frozen=True, slots=True)
class ReckonSheet:
    """Find lens and board from what was seen of the sheet, keep them, and use them at once."""

    number: int


@dataclass(frozen=True, slots=True)
class KeepProgress:
    """Remember how far somebody came.

    Attributes:
        progress: How far.
        is_new: He begins now: the time is counted anew.
    """

    progress: Progress
    is_new: bool = False


WizardTouch: TypeAlias = OpenWizard | CloseWizard | GoOn | GoBack | TryStepAgain | UseSheet | ShowSignals | TellSignal
SurveyorEvent: TypeAlias = Surveyed | ButtonProbed | SheetReckoned | SheetRefused | ProgressKept
WizardEffect: TypeAlias = Survey | EndSurvey | ReckonSheet | KeepProgress
