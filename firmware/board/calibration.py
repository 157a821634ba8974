"""The calibration that was kept: the board's outline, the lens and the board's plane, beside the games.

One readable file, ``calibration.json``, and ``calibration.png``, how the board looked. The names of the fields are the
file format: they never change, `FORMAT` counts what is added.
"""

import json
import logging
import math
from dataclasses import asdict, dataclass
from pathlib import Path

import cattrs
import cv2

from firmware.errors import CalibrationNotSavedError, CalibrationUnreadableError
from firmware.log.converter import strict_converter
from firmware.log.whole_file import make_folder, remove, write_whole
from firmware.settings.config import Config
from vision.errors import PictureError
from vision.find.board import BoardKind, BoardOutline
from vision.find.lean import ViewField
from vision.find.lens import Lens, view_field
from vision.find.picture import load_picture
from vision.frame import Frame
from vision.preprocess import shrunk

log = logging.getLogger(__name__)

FORMAT = 1
PICTURE_PX = 640  # longer side of the picture that is kept: as much as landmarks are taken from


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """What was found."""

    format: int = FORMAT
    made_utc: str  # when, ISO 8601; empty where the clock could not be right
    camera: str  # which it is, see `firmware.ports.identity_of`
    size_wh: tuple[int, int]  # of its full frames, pixels; all pixels here are of these
    outline: tuple[tuple[float, float], ...]  # the board's, clockwise
    kind: BoardKind
    mm_per_px: float | None = None  # scale in the board's middle, None without a sheet
    felt_lab: tuple[float, float, float] | None = None  # colour of the felt, None without a tray
    focal_px: float | None = None  # focal length, None without a sheet
    k1: float = 0.0
    k2: float = 0.0
    # What the sheet's corners miss their places by, root mean square; None without a sheet.
    error_px: float | None = None
    views: int = 0
    # Of the board, seen from the camera; None without a sheet lying on it.
    normal: tuple[float, float, float] | None = None
    height_mm: float | None = None  # of the camera above the board, None likewise
    print_scale: float = 1.0  # how long a millimetre of the sheet came out of the printer, where that was told

    @property
    def board(self) -> BoardOutline:
        """Return the board as vision knows it."""
        return BoardOutline(
            polygon=self.outline, kind=self.kind, size_wh=self.size_wh, mm_per_px=self.mm_per_px, felt_lab=self.felt_lab
        )

    @property
    def lens(self) -> Lens | None:
        """Return the lens, None without a sheet."""
        if self.focal_px is None:
            return None
        return Lens(size_wh=self.size_wh, focal_px=self.focal_px, k1=self.k1, k2=self.k2)

    @property
    def lean_deg(self) -> float | None:
        """Return how far the camera leans from looking straight down, None where no sheet lay on the board."""
        return None if self.normal is None else math.degrees(math.acos(min(1.0, -self.normal[2])))

    @property
    def view(self) -> ViewField | None:
        """Return what lying dice show of their sides, for `vision.find.lean`; None without a sheet on the board."""
        return None if self.lens is None or self.normal is None else view_field(self.lens, self.normal)


def calibration_file(config: Config) -> Path:
    """Return where the calibration is kept."""
    return config.store.file.parent / "calibration.json"


def save(path: Path, calibration: Calibration, seen: Frame) -> None:
    """Keep a calibration, each file whole or not at all.

    The picture, of the board without dice or sheet, lies beside the text.

    Raises:
        CalibrationNotSavedError: If it cannot be written.
    """
    _, picture = cv2.imencode(".png", shrunk(seen.pixels, PICTURE_PX)[..., ::-1])
    text = json.dumps(asdict(calibration), indent=1, ensure_ascii=False)
    try:
        make_folder(path.parent)
        remove(path)  # The old text does not belong to the new picture: without any the board is looked for.
        write_whole(path.with_suffix(".png"), picture.tobytes())
        write_whole(path, f"{text}\n".encode())
    except OSError as error:
        raise CalibrationNotSavedError(
            f"The calibration cannot be saved in {path.parent}: {error.strerror or error}. Make room, or choose "
            "another place (store.path in the settings)."
        ) from error


def load(path: Path) -> Calibration | None:
    """Return the calibration of a file, None where none was made.

    Raises:
        CalibrationUnreadableError: If it is damaged, cannot be read, or a newer Serviert wrote it.
    """
    try:
        plain = json.loads(path.read_text(encoding="utf-8"))
        if plain["format"] <= FORMAT:
            return strict_converter().structure(plain, Calibration)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, LookupError, cattrs.BaseValidationError) as error:
        raise CalibrationUnreadableError(
            f"The calibration in {path} cannot be read ({type(error).__name__}). Calibrate again, or delete the file."
        ) from error
    raise CalibrationUnreadableError(
        f"{path} was written by a newer Serviert (format {plain['format']}, this one reads up to {FORMAT}); "
        "install that version, or calibrate again."
    )


def kept_of(config: Config, camera: str) -> Calibration | None:
    """Return the calibration of this very camera; None without one, or where it cannot be read, which is logged."""
    try:
        found = load(calibration_file(config))
    except CalibrationUnreadableError as error:
        log.warning("%s The board is looked for instead.", error)
        return None
    if found is not None and found.camera != camera:
        log.warning("The calibration is of %s, this is %s: the board is looked for instead.", found.camera, camera)
    return found if found is not None and found.camera == camera else None


def kept_board(config: Config, camera: str) -> tuple[BoardOutline | None, Frame | None, ViewField | None]:
    """Return the board as it was calibrated for this very camera, how it looked, and how that looks at it.

    Without a calibration the board is looked for, and the view is learnt from the dice.
    """
    try:
        if (found := kept_of(config, camera)) is not None:
            return found.board, load_picture(calibration_file(config).with_suffix(".png")), found.view
    except PictureError as error:
        log.warning("%s The board is looked for instead.", error)
    return None, None, None
