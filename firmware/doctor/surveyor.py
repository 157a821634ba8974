"""The surveyor: carries out what setting up wants, looks through the eye's camera meanwhile, listens to the button."""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol, assert_never

import cv2

from firmware.adapters.open import FOLDER
from firmware.board.calibration import Calibration, calibration_file, load, save
from firmware.doctor.button import ButtonProbe
from firmware.doctor.calibrating import calibration_from, lean_deg
from firmware.doctor.measures import BoardMeasure, FocusMeasure, LightMeasure, Measure, SheetMeasure
from firmware.doctor.progress_file import ProgressKeeper
from firmware.errors import BoardUnseenError, CalibrationError, CalibrationNotSavedError, LensUnknownError
from firmware.ports import Camera, Edge
from firmware.session.effects import EndSurvey, KeepProgress, ReckonSheet, Survey, WizardEffect
from firmware.session.events import ButtonProbed, ProgressKept, SheetReckoned, SheetRefused, Surveyed, SurveyorEvent
from firmware.session.wizard import ButtonFacts, CalibrationFound, SheetTrouble, WizardStep
from firmware.settings.config import Config
from firmware.table.eye_parts import BoardReader, Borrower
from vision.errors import VisionError
from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.preprocess import shrunk

log = logging.getLogger(__name__)

PICTURES_KEPT = 3
PICTURE_PX = 800
JPEG_QUALITY = 80


class CameraOwner(Protocol):
    """Whose camera is looked through; `firmware.table.eye.Eye` is the real one."""

    def lend(self, borrower: Borrower | None) -> None:
        """Let somebody else look through the camera, or have it back."""

    def stand(self, board: BoardOutline, seen: Frame) -> None:
        """Take the board as it was calibrated just now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceToSetUp:
    """The device that is set up."""

    config: Config
    camera: str  # what it is called in the settings
    reader: BoardReader | None = None  # finds dice; None where the models are broken
    parts: ButtonFacts = field(default_factory=ButtonFacts)
    is_down: Callable[[], bool] = lambda: False
    # Called with a calibration just made, in the eye's thread, beside the eye itself.
    recalibrated: Callable[[Calibration], None] = lambda _: None


@dataclass(slots=True)
class _Job:
    """What is looked at now."""

    number: int
    measure: Measure[Any] | None = None
    probe: ButtonProbe | None = None
    is_reckoning: bool = False  # what was seen of the sheet is to be reckoned with


class Surveyor:
    """Answers every effect of setting up but `EndSurvey`, from whatever thread has the answer."""

    def __init__(
        self, site: DeviceToSetUp, *, owner: CameraOwner, keeper: ProgressKeeper, emit: Callable[[SurveyorEvent], None]
    ) -> None:
        """Begin with nothing to look at."""
        self._site = site
        self._owner = owner
        self._keeper = keeper
        self._emit = emit
        self._lock = threading.Lock()
        self._job: _Job | None = None
        self._pictures: OrderedDict[int, Frame] = OrderedDict()

    # -- the companion's thread --------------------------------------------------------------------------------

    def carry_out(self, effect: WizardEffect) -> None:
        """Begin to do what is wanted; returns at once."""
        match effect:
            case Survey():
                self._begin(effect)
            case EndSurvey():
                self._take(None)
            case ReckonSheet():
                with self._lock:
                    if self._job is not None and self._job.number == effect.number:
                        self._job.is_reckoning = True
            case KeepProgress():
                self._emit(ProgressKept(self._keeper.keep(effect.progress, is_new=effect.is_new)))
            case _:
                assert_never(effect)

    def hear(self, source: str, edge: Edge) -> None:
        """Take an edge of a button."""
        job = self._job
        if job is not None and job.probe is not None and job.probe.hear(source, edge):
            self._emit(ButtonProbed(job.number, job.probe.facts))

    def jpeg(self, exposed_ns: int) -> bytes | None:
        """Return the picture of a look, None when it is no longer kept."""
        with self._lock:
            frame = self._pictures.get(exposed_ns)
        if frame is None:
            return None
        small = shrunk(frame.pixels, PICTURE_PX)[..., ::-1]
        return cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()

    def close(self) -> None:
        """Write what is to be written; closing twice does nothing."""
        self._keeper.close()

    def _begin(self, effect: Survey) -> None:
        if effect.step is WizardStep.BUTTON:
            button = self._site.config.button
            facts = replace(self._site.parts, is_down=self._site.is_down())
            probe = ButtonProbe(facts, debounce_ms=button.debounce_ms)
            self._take(_Job(effect.number, probe=probe))
            self._emit(ButtonProbed(effect.number, probe.facts))
        else:
            self._take(_Job(effect.number, measure=self._measure(effect.step)))

    def _take(self, job: _Job | None) -> None:
        with self._lock:
            self._job = job
            self._pictures.clear()
        self._owner.lend(self if job is not None and job.measure is not None else None)

    def _measure(self, step: WizardStep) -> Measure[Any]:
        site = self._site
        match step:
            case WizardStep.CAMERA:
                return BoardMeasure(site.camera, site.reader, lean_deg=self._lean_deg())
            case WizardStep.SHEET:
                return SheetMeasure()
            case WizardStep.LIGHT:
                is_still = site.camera.startswith(FOLDER)
                return LightMeasure(site.reader, mains_hz=site.config.camera.mains_hz, is_still=is_still)
            case WizardStep.FOCUS:
                return FocusMeasure(site.reader)
            case _:
                raise ValueError(f"nothing is looked at in the step {step.value}")

    def _lean_deg(self) -> float | None:
        try:
            kept = load(calibration_file(self._site.config))
        except CalibrationError as error:
            log.warning("%s", error)
            return None
        return None if kept is None or kept.camera != self._site.camera else lean_deg(kept)

    # -- the eye's thread --------------------------------------------------------------------------------------

    def survey(self, camera: Camera, preview: Frame) -> None:
        """Look for the step that is set up.

        Raises:
            CameraError: If the camera does not deliver.
        """
        with self._lock:
            job = self._job
        if job is None or job.measure is None:
            return
        if job.is_reckoning and isinstance(job.measure, SheetMeasure):
            job.is_reckoning = False
            self._emit(self._reckoned(job.number, job.measure))
            return
        seen = job.measure.look(camera, preview)
        if seen is not None:
            look, frame = seen
            self._keep_picture(job, frame)
            self._emit(Surveyed(job.number, look))

    def _keep_picture(self, job: _Job, frame: Frame) -> None:
        with self._lock:
            if self._job is not job:
                return
            self._pictures[frame.exposed_ns] = frame
            while len(self._pictures) > PICTURES_KEPT:
                self._pictures.popitem(last=False)

    def _reckoned(self, number: int, measure: SheetMeasure) -> SheetReckoned | SheetRefused:
        try:
            return SheetReckoned(number, self._found(measure))
        except LensUnknownError as error:
            return SheetRefused(number, SheetTrouble(error.trouble))
        except BoardUnseenError:
            return SheetRefused(number, SheetTrouble.NO_BOARD)
        except CalibrationNotSavedError as error:
            log.warning("%s", error)
            return SheetRefused(number, SheetTrouble.NOT_SAVED)
        except Exception:
            log.exception("The sheet could not be reckoned with.")
            return SheetRefused(number, SheetTrouble.FAILED)  # else the dialog would wait for ever

    def _found(self, measure: SheetMeasure) -> CalibrationFound:
        found, seen = calibration_from(measure.gathered, camera=self._site.camera, print_scale=1.0)
        save(calibration_file(self._site.config), found, seen)
        return CalibrationFound(
            has_lens=found.lens is not None,
            views=found.views,
            lean_deg=lean_deg(found),
            height_mm=found.height_mm,
            in_use=self._used(found, seen),
        )

    def _used(self, found: Calibration, seen: Frame) -> bool:
        """Let the eye use a calibration at once; return whether it does."""
        try:
            self._owner.stand(found.board, seen)
            self._site.recalibrated(found)
        except VisionError as error:
            log.warning("%s The calibration is used from the next start on.", error)
            return False
        return True
