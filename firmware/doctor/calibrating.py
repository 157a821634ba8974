"""``serviert calibrate``: lens and board from a printed sheet that is shown to the camera, or from the tray alone."""

import math
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

from firmware.adapters.open import camera_source
from firmware.board.calibration import Calibration, calibration_file, save
from firmware.doctor.measures import WANTED_VIEWS, Gathered, SheetMeasure
from firmware.errors import BoardUnseenError, CalibrationError, LensUnknownError
from firmware.log.wall_clock import noted_utc
from firmware.ports import Camera
from firmware.settings.config import Config
from vision.find.board import BoardKind, find_board
from vision.find.lens import LensFinding, LensTrouble, Plane, lens_of, plane_of
from vision.find.picture import load_picture
from vision.find.sheet import find_sheet
from vision.frame import Frame

RULER_MM = 100.0  # the line on the printed sheet
_S = 1_000_000_000
PATIENCE_NS = 60 * _S
NO_SHEET_NS = 10 * _S
WARM_NS = _S

TROUBLES = {
    LensTrouble.TOO_FEW: "I saw the sheet in {views} pictures with {corners} corners; at least 4 pictures with 60 are "
    "needed. Show more of it, sharp and well lit.",
    LensTrouble.ALIKE: "The sheet lay much alike in all {views} pictures, so the lens cannot be told from the "
    "distance. Tilt it towards each side, by a hand's breadth.",
    LensTrouble.NOT_FLAT: "The sheet's corners miss their places by {error:.1f} px: it is bent, or the printer "
    "stretched it. Stick it onto cardboard, or print it again at 100 %.",
}
BOARDS = {
    BoardKind.ROUND: "a round tray",
    BoardKind.OCTAGON: "a tray with eight corners",
    BoardKind.SQUARE: "a square tray",
    BoardKind.OTHER: "a tray",
    BoardKind.SHEET: "where the sheet lies",
}


def calibrate(
    config: Config, *, pictures: Sequence[Path] = (), ruler_mm: float = RULER_MM, say: Callable[[str], None]
) -> None:
    """Find lens and board, and keep them.

    Pictures are of the sheet in several tilts, the last one lying on the board, and of the board without it; none to
    take them with the camera. ``ruler_mm`` is how long the sheet's line of 100 mm was measured.

    Raises:
        CalibrationError: If the pictures do not tell, with what to do.
        CalibrationNotSavedError: If it cannot be kept.
        CameraError: If the camera does not deliver.
        PictureError: If a picture cannot be read.
    """
    if not 0.8 * RULER_MM <= ruler_mm <= 1.2 * RULER_MM:
        raise CalibrationError(
            f"The line is 100 mm long on paper, or nearly so; got {ruler_mm:g} mm. Measure it again."
        )
    if pictures:
        gathered, camera = Gathered(), config.camera.source
        for path in pictures:
            gathered.see(load_picture(path))
    else:
        gathered, camera = _watched(config, say)
    found, seen = calibration_from(gathered, camera=camera, print_scale=ruler_mm / RULER_MM)
    save(calibration_file(config), found, seen)
    say(_summary(found))
    say(f"Kept in {calibration_file(config)}; it is used from the next start on.")


def calibration_from(gathered: Gathered, *, camera: str, print_scale: float) -> tuple[Calibration, Frame]:
    """Return what was found, and the frame that shows the board best.

    Raises:
        CalibrationError: If the pictures do not tell, with what to do.
    """
    plane, finding = _measured(gathered, print_scale)
    seen = gathered.bare or (gathered.lying[1] if gathered.lying else None)
    board = None if seen is None else find_board(seen)
    if seen is None or board is None:
        raise BoardUnseenError(
            "I see neither tray nor sheet. Put the tray under the camera, with light on it; or play without: "
            "calibrating is not necessary."
        )
    if plane is not None:
        board = replace(board, mm_per_px=plane.mm_per_px)
    elif gathered.lying is not None and (sheet := find_sheet(gathered.lying[1].pixels)) is not None:
        board = replace(board, mm_per_px=sheet.mm_per_px * print_scale)
    lens = None if finding is None else finding.lens
    found = Calibration(
        made_utc=noted_utc() or "",
        camera=camera,
        size_wh=board.size_wh,
        outline=tuple((float(x), float(y)) for x, y in board.polygon),
        kind=board.kind,
        mm_per_px=board.mm_per_px,
        felt_lab=board.felt_lab,
        views=len(gathered.views),
        print_scale=print_scale,
    )
    if lens is not None and finding is not None:
        found = replace(found, focal_px=lens.focal_px, k1=lens.k1, k2=lens.k2, error_px=finding.error_px)
    if plane is not None:
        found = replace(found, normal=plane.normal, height_mm=plane.height_mm)
    return found, seen


def _measured(gathered: Gathered, print_scale: float) -> tuple[Plane | None, LensFinding | None]:
    """Return the board's plane and the lens, as far as a sheet was seen."""
    if gathered.lying is None or len(gathered.views) < 2:
        return None, None  # a sheet that only lies there gives the scale, and nobody asked for more
    finding = lens_of(gathered.views)
    if finding.trouble is not None or finding.lens is None:
        trouble = finding.trouble or LensTrouble.TOO_FEW
        sentence = TROUBLES[trouble].format(views=finding.views, corners=finding.corners, error=finding.error_px)
        raise LensUnknownError(f"{sentence} Nothing was changed.", trouble.value)
    return plane_of(gathered.lying[0], finding.lens, print_scale=print_scale), finding


def _watched(config: Config, say: Callable[[str], None]) -> tuple[Gathered, str]:
    """Watch the sheet being shown, and return what was seen and the camera's name."""
    source = camera_source(config)
    say("Show the printed sheet to the camera and tilt it towards each side; in the end lay it on the board.")
    say("Without a sheet just let the board stand: its outline will do.")
    with ExitStack() as opened:
        opened.callback(source.close)
        if source.board is not None:
            opened.callback(source.board.close)
        camera = opened.enter_context(closing(source.open_camera()))
        return gathered_through(camera, say), source.name


def gathered_through(camera: Camera, say: Callable[[str], None]) -> Gathered:
    """Watch until lens and board are known, or it is plain that nobody shows a sheet, or a minute is over.

    Exposure times are the only clock; the first frames, before the camera has found its exposure, do not count.
    """
    measure, views, lies = SheetMeasure(), 0, False
    began_ns = camera.preview().exposed_ns + WARM_NS
    camera.capture(not_before_ns=began_ns)
    while True:
        if (seen := measure.look(camera, camera.preview())) is None:
            continue
        look, frame = seen
        if look.views > views:
            say(f"Seen {look.views} of {WANTED_VIEWS}.")
        if look.lies and not lies:
            say("The sheet lies still. Now take it away.")
        views, lies = look.views, look.lies
        if look.is_complete or frame.exposed_ns - began_ns > (PATIENCE_NS if views else NO_SHEET_NS):
            return measure.gathered


def lean_deg(found: Calibration) -> float | None:
    """Return how far the camera leans from looking straight down, None where no sheet lay on the board."""
    return None if found.normal is None else math.degrees(math.acos(min(1.0, -found.normal[2])))


def _summary(found: Calibration) -> str:
    """Return what was found, in words."""
    said = [f"The board is {BOARDS[found.kind]}, {len(found.outline)} points of its outline are known."]
    if found.mm_per_px is not None:
        said.append(f"A millimetre in its middle is {1 / found.mm_per_px:.2f} px.")
    if found.focal_px is not None and found.error_px is not None:
        said.append(
            f"Lens: focal length {found.focal_px:.0f} px, k1 {found.k1:+.3f}, k2 {found.k2:+.3f}, from {found.views} "
            f"pictures; the sheet's corners miss their places by {found.error_px:.2f} px."
        )
    tilt_deg = lean_deg(found)
    if tilt_deg is not None and found.height_mm is not None:
        said.append(f"The camera hangs {found.height_mm / 10:.0f} cm above the board and leans by {tilt_deg:.1f}°.")
    if found.focal_px is None:
        said.append("Without a sheet in several tilts the lens is not known; it is not needed to play.")
    return "\n".join(said)
