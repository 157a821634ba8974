"""The surveyor: carries out what setting up wants, looks through the eye's camera meanwhile, listens to the button.

How far somebody came is kept in one small file beside the games, written whole or not at all.
"""

import json
import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, assert_never

import cv2

from firmware.adapters.open import ATTACHED, FOLDER, address_file, open_camera
from firmware.board.calibration import Calibration, calibration_file, kept_of, save
from firmware.doctor.button import ButtonProbe
from firmware.doctor.measures import BoardMeasure, FocusMeasure, LightMeasure, Measure, SheetMeasure
from firmware.errors import CalibrationNotSavedError, CameraBarredError, CameraError
from firmware.log.whole_file import make_folder, remove, write_whole
from firmware.ports import Camera, Edge, identity_of
from firmware.session import wizard as w
from firmware.session.effects import EndSurvey, KeepCamera, KeepProgress, ReckonSheet, Survey, WizardEffect
from firmware.session.events import Surveyed
from firmware.session.vocabulary import NoticeKey
from firmware.settings.address import is_address
from firmware.settings.config import Config
from firmware.table.eye import Eye
from vision.errors import VisionError
from vision.frame import Frame
from vision.preprocess import shrunk
from vision.read.reader import Reader

log = logging.getLogger(__name__)

PICTURES_KEPT = 3
PICTURE_PX = 800
JPEG_QUALITY = 80

FORMAT = 1


def progress_file(config: Config) -> Path:
    """Return the file in which it is kept how far setting up came."""
    return config.store.file.parent / "setup.json"


def load_progress(path: Path) -> w.Progress | None:
    """Return how far somebody came; None where nobody began, or the file says nothing."""
    try:
        return _parsed(json.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError) as error:
        log.warning("What was set up before cannot be read in %s (%s); setting up begins anew.", path, error)
        return None


def _parsed(plain: dict[str, Any]) -> w.Progress:
    outcomes, steps = tuple(map(w.Outcome, plain["outcomes"])), len(w.STEPS)
    if plain["format"] != FORMAT or len(outcomes) != steps:
        raise ValueError(f"it has format {plain['format']} and {len(outcomes)} steps; known are {FORMAT}, {steps}")
    return w.Progress(step=w.WizardStep(plain["step"]), outcomes=outcomes, is_open=plain["is_open"] is True)


def keep_progress(path: Path, progress: w.Progress) -> None:
    """Keep how far setting up came; where that cannot be written, only the log says so."""
    try:
        make_folder(path.parent)
        write_whole(path, f"{json.dumps({'format': FORMAT, **asdict(progress)})}\n".encode())
    except OSError as error:
        log.warning("How far setting up came cannot be kept in %s: %s.", path, error.strerror or error)


@dataclass(slots=True)
class _Job:
    """What is looked at now."""

    number: int
    measure: Measure[Any] | None = None
    probe: ButtonProbe | None = None
    is_reckoning: bool = False  # what was seen of the sheet is to be reckoned with


@dataclass(eq=False, kw_only=True)
class Surveyor:
    """Answers every effect of setting up but `EndSurvey`, from whatever thread has the answer."""

    config: Config
    camera: str  # what it is called in the settings
    owner: Eye  # whose camera is looked through
    emit: Callable[[Surveyed], None]
    reader: Reader | None = None  # finds dice; None where the models are broken
    parts: w.ButtonFacts = field(default_factory=w.ButtonFacts)
    is_down: Callable[[], bool] = lambda: False
    try_camera: Callable[[str], Camera] = open_camera
    start_again: Callable[[], None] = lambda: None  # with another camera
    # Called with a calibration just made, in the eye's thread, beside the eye itself.
    recalibrated: Callable[[Calibration], None] = lambda _: None
    # Writes how far somebody came, in a thread of its own, since a worn card takes seconds.
    _writer: ThreadPoolExecutor = field(default_factory=partial(ThreadPoolExecutor, 1, "setup-file"), init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False)
    _job: _Job | None = field(default=None, init=False)
    _pictures: OrderedDict[int, Frame] = field(default_factory=OrderedDict, init=False)

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
                self._writer.submit(keep_progress, progress_file(self.config), effect.progress)
            case KeepCamera():
                # It may take seconds, and the eye may have no camera to be called with.
                threading.Thread(target=self._keep_camera, args=(effect,), daemon=True).start()
            case _:
                assert_never(effect)

    def hear(self, source: str, edge: Edge) -> None:
        """Take an edge of a button."""
        job = self._job
        if job is not None and job.probe is not None and job.probe.hear(source, edge):
            self.emit(Surveyed(job.number, job.probe.facts))

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
        self._writer.shutdown()

    def _keep_camera(self, asked: KeepCamera) -> None:
        """Keep an address that sends pictures, or that only the next start can reach, and start again with it."""
        trouble, file = NoticeKey.CAMERA_SILENT, address_file(self.config)
        try:
            if asked.source == ATTACHED:
                remove(file)
            elif not is_address(asked.source):
                trouble = NoticeKey.ADDRESS_ILLEGAL
                raise CameraError("what was typed is no address of a camera")
            else:
                with suppress(CameraBarredError):
                    self.try_camera(asked.source).close()
                trouble = NoticeKey.ADDRESS_NOT_KEPT
                make_folder(file.parent)
                write_whole(file, json.dumps({"source": asked.source}).encode())
            self.start_again()
        except OSError as error:
            log.warning("%s", error)
            self.emit(Surveyed(asked.number, trouble))

    def _begin(self, effect: Survey) -> None:
        if effect.step is w.WizardStep.BUTTON:
            facts = replace(self.parts, is_down=self.is_down())
            probe = ButtonProbe(facts, debounce_ms=self.config.button.debounce_ms)
            self._take(_Job(effect.number, probe=probe))
            self.emit(Surveyed(effect.number, probe.facts))
        else:
            self._take(_Job(effect.number, measure=self._measure(effect.step)))

    def _take(self, job: _Job | None) -> None:
        with self._lock:
            self._job = job
            self._pictures.clear()
        self.owner.lend(self.survey if job is not None and job.measure is not None else None)

    def _measure(self, step: w.WizardStep) -> Measure[Any]:
        match step:
            case w.WizardStep.CAMERA:
                return BoardMeasure(camera=self.camera, reader=self.reader, kept=partial(kept_of, self.config))
            case w.WizardStep.SHEET:
                return SheetMeasure()
            case w.WizardStep.LIGHT:
                is_still, mains_hz = self.camera.startswith(FOLDER), self.config.camera.mains_hz
                return LightMeasure(reader=self.reader, mains_hz=mains_hz, is_still=is_still)
            case w.WizardStep.FOCUS:
                return FocusMeasure(reader=self.reader)
            case _:
                raise ValueError(f"nothing is looked at in the step {step.value}")

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
            self.emit(Surveyed(job.number, self._reckoned(job.measure, identity_of(camera))))
            return
        if (seen := job.measure.look(camera, preview)) is None:
            return
        look, frame = seen
        with self._lock:
            if self._job is job:
                self._pictures[frame.exposed_ns] = frame
            while len(self._pictures) > PICTURES_KEPT:
                self._pictures.popitem(last=False)
        self.emit(Surveyed(job.number, look))

    def _reckoned(self, measure: SheetMeasure, camera: str) -> w.CalibrationFound | w.SheetTrouble:
        try:
            told = measure.gathered.calibration(camera)
            if isinstance(told, w.SheetTrouble):
                return told
            found, seen = told
            save(calibration_file(self.config), found, seen)
            in_use = True
            try:
                self.owner.stand(found.board, seen)
                self.recalibrated(found)
            except VisionError as error:
                log.warning("%s The calibration is used from the next start on.", error)
                in_use = False
            return w.CalibrationFound(
                has_lens=found.lens is not None,
                views=found.views,
                lean_deg=found.lean_deg,
                height_mm=found.height_mm,
                in_use=in_use,
            )
        except CalibrationNotSavedError as error:
            log.warning("%s", error)
            return w.SheetTrouble.NOT_SAVED
        except Exception:
            log.exception("The sheet could not be reckoned with.")
            return w.SheetTrouble.FAILED  # else the dialog would wait for ever
