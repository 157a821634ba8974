"""``serviert calibrate``: lens and board from a printed sheet that is shown to the camera, or from the tray alone."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.adapters.cameras import camera_source
from firmware.board.calibration import Calibration, calibration_file, save
from firmware.display.messages import catalogue
from firmware.errors import BoardUnseenError, CalibrationError, LensUnknownError
from firmware.log.wall_clock import noted_utc
from firmware.ports import Camera
from firmware.settings.config import Config
from hardware.numbers import load
from vision.find.board import BoardKind, BoardOutline, find_board
from vision.find.lens import LensFinding, LensTrouble, Plane, SheetView, lens_of, plane_of, sheet_view
from vision.find.picture import load_picture
from vision.find.sheet import SQUARE_MM, SQUARES_WH, find_sheet
from vision.find.sheet_page import RULER_MM, sheet_png
from vision.frame import Frame

WANTED_VIEWS = 8
_S = 1_000_000_000
PATIENCE_NS = 60 * _S
NO_SHEET_NS = 10 * _S
WARM_NS = _S
PACE_NS = 4 * _S // 10
ANOTHER_SHARE = 0.03  # of the picture: so far a corner moves between two views that tell different things
STILL_SHARE = 0.002
STILL_VIEWS = 3

TROUBLES = {
    LensTrouble.TOO_FEW: "I saw the sheet in {views} pictures with {corners} corners; at least 4 pictures with 60 are "
    "needed. Show more of it, sharp and well lit.",
    LensTrouble.ALIKE: "The sheet lay much alike in all {views} pictures, so the lens cannot be told from the "
    "distance. Tilt it towards each side, by a hand's breadth.",
    LensTrouble.NOT_FLAT: "The sheet's corners miss their places by {error:.1f} px: it is bent, or the printer "
    "stretched it. Stick it onto cardboard, or print it again at 100 %.",
}


@dataclass(slots=True)
class Gathered:
    """What was seen so far."""

    views: list[SheetView] = field(default_factory=list)  # different views of the sheet
    # The newest view of it, which in the end lies on the board, and its frame.
    lying: tuple[SheetView, Frame] | None = None
    bare: Frame | None = None  # the newest frame without a sheet since then
    still: int = 0  # so many views in a row were alike

    @property
    def lies(self) -> bool:
        """Return whether enough was seen, and the sheet was laid down."""
        return len(self.views) >= WANTED_VIEWS and self.still >= STILL_VIEWS

    def see(self, frame: Frame) -> bool:
        """Take in a frame; return whether it shows the sheet as it was not seen before."""
        view = sheet_view(frame)
        if view is None:
            self.bare, self.still = frame, 0
            return False
        self.still = self.still + 1 if self.lying and _apart(self.lying[0], view) < STILL_SHARE else 0
        self.lying, self.bare = (view, frame), None
        if any(_apart(known, view) < ANOTHER_SHARE for known in self.views):
            return False
        self.views.append(view)
        return True


def draw(path: Path, *, language: str) -> None:
    """Write the sheet to be printed.

    A .pdf is drawn as `firmware.printing` does, with the printer's scale from the numbers.

    Raises:
        CalibrationError: If the file is neither PNG nor PDF, or cannot be written.
        NumbersError: If it does not fit the page at that scale.
    """
    kinds: dict[str, Callable[[], bytes]] = {".png": sheet_png, ".pdf": lambda: _pdf(language)}
    if path.suffix.lower() not in kinds:
        raise CalibrationError(f'The sheet is drawn as .pdf or .png; got "{path.name}".')
    try:
        path.write_bytes(kinds[path.suffix.lower()]())
    except OSError as error:
        raise CalibrationError(f"The sheet cannot be written to {path}: {error.strerror}.") from error


def _pdf(language: str) -> bytes:
    from firmware.printing.calibration import sheet_pdf  # it needs the library that draws pages, and nothing else does

    return sheet_pdf(catalogue(language), paper_scale=load().printer.paper_scale)


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
    path = calibration_file(config)
    save(path, found, seen)
    say(_summary(found))
    say(f"Kept in {path}; it is used from the next start on.")


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
    board = _to_scale(board, gathered, plane, print_scale)
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


def _to_scale(board: BoardOutline, gathered: Gathered, plane: Plane | None, print_scale: float) -> BoardOutline:
    """Return a board with its scale, where a sheet lay on it."""
    if plane is not None:
        return replace(board, mm_per_px=plane.mm_per_px)
    sheet = None if gathered.lying is None else find_sheet(gathered.lying[1].pixels)
    return board if sheet is None else replace(board, mm_per_px=sheet.mm_per_px * print_scale)


def _watched(config: Config, say: Callable[[str], None]) -> tuple[Gathered, str]:
    """Watch the sheet being shown, and return what was seen and the camera's name."""
    source = camera_source(config)
    say("Show the printed sheet to the camera and tilt it towards each side; in the end lay it on the board.")
    say("Without a sheet just let the board stand: its outline will do.")
    try:
        camera = source.open_camera()
        try:
            return gathered_from(_paced(camera), say), source.name
        finally:
            camera.close()
    finally:
        source.close()
        if source.board is not None:
            source.board.close()


def gathered_from(frames: Iterator[Frame], say: Callable[[str], None]) -> Gathered:
    """Take in frames until lens and board are known, or it is plain that nobody shows a sheet, or a minute is over."""
    gathered, began_ns, has_asked = Gathered(), None, False
    for frame in frames:
        began_ns = frame.exposed_ns if began_ns is None else began_ns
        if gathered.see(frame):
            say(f"Seen {len(gathered.views)} of {WANTED_VIEWS}.")
        if gathered.lies and not has_asked:
            say("The sheet lies still. Now take it away.")
            has_asked = True
        waited_ns = frame.exposed_ns - began_ns
        has_nobody_come = not gathered.views and waited_ns > NO_SHEET_NS
        if has_nobody_come or (has_asked and gathered.bare is not None) or waited_ns > PATIENCE_NS:
            break
    return gathered


def _paced(camera: Camera) -> Iterator[Frame]:
    """Yield full frames, some a second; the first ones, before the camera has found its exposure, are left out."""
    frame = camera.preview()
    not_before_ns = frame.exposed_ns + WARM_NS
    while True:
        frame = camera.capture(not_before_ns=not_before_ns)
        not_before_ns = frame.exposed_ns + PACE_NS
        yield frame


def _apart(first: SheetView, second: SheetView) -> float:
    """Return how far the sheet's corners lie apart in two pictures, in the picture's longer side."""
    placed = [corners_px(view) for view in (first, second)]
    return float(np.abs(placed[0] - placed[1]).max()) / max(first.size_wh)


def corners_px(view: SheetView) -> NDArray[np.float64]:
    """Return where the four corners of the sheet lie, whichever part of it is seen: float64 (4, 2)."""
    to_px, _ = cv2.findHomography(view.on_sheet_mm, view.corners_px)
    wide, high = SQUARES_WH[0] * SQUARE_MM, SQUARES_WH[1] * SQUARE_MM
    corners = np.array([[(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]])
    return np.asarray(cv2.perspectiveTransform(corners, np.asarray(to_px, np.float64))[0], np.float64)


def lean_deg(found: Calibration) -> float | None:
    """Return how far the camera leans from looking straight down, None where no sheet lay on the board."""
    return None if found.normal is None else math.degrees(math.acos(min(1.0, -found.normal[2])))


def _summary(found: Calibration) -> str:
    """Return what was found, in words."""
    said = [f"The board is {_NAMES[found.kind]}, {len(found.outline)} points of its outline are known."]
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


_NAMES = {
    BoardKind.ROUND: "a round tray",
    BoardKind.OCTAGON: "a tray with eight corners",
    BoardKind.SQUARE: "a square tray",
    BoardKind.OTHER: "a tray",
    BoardKind.SHEET: "where the sheet lies",
}
