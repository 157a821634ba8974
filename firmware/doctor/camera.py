"""The camera, and where it was calibrated that the board is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.board.calibration import calibration_file
from firmware.board.calibration import load as load_calibration
from firmware.doctor.finding import Finding, Health
from firmware.doctor.store import AS_ITS_USER
from firmware.errors import CalibrationError
from firmware.log.wall_clock import shown_date
from hardware.optics.needs import LEAST_DIE_PX
from vision.light.exposure import Light, light_of

if TYPE_CHECKING:
    from firmware.doctor.look import Look
    from firmware.settings.config import Config

LEAST_SIDE_PX = 1080


def camera(look: Look) -> Finding:
    """Return what a look says of the camera itself: pictures, light to see by at all, board."""
    frame = look.frames[-1]
    width, height = frame.size_wh
    troubles = []
    if min(width, height) < LEAST_SIDE_PX:
        troubles.append(f"its pictures are small: hang it lower, so that a die is at least {LEAST_DIE_PX:.0f} px wide")
    match light_of(frame, look.board):
        case Light.TOO_DARK:
            troubles.append("it is too dark: more light on the board, or take the cap off")
        case Light.TOO_BRIGHT:
            troubles.append("it is too bright: turn the lamp away from the board")
        case Light.GOOD:
            if look.board is None:
                troubles.append("it sees no tray: the whole picture counts as the board")
    if look.is_simulated:
        return Finding("camera", Health.DOUBTFUL, f"{look.source}. Plug one in to play with real dice.")
    if look.locked is not None and look.locked.loose:
        troubles.append(f"it goes on changing by itself: {', '.join(sorted(look.locked.loose))}")
    health = Health.DOUBTFUL if troubles else Health.GOOD
    return Finding("camera", health, f"{look.camera}, {width}×{height}; {'; '.join(troubles) or 'it sees the board'}")


def calibration(config: Config) -> Finding:
    """Return what is kept of board and lens."""
    try:
        found = load_calibration(calibration_file(config))
    except CalibrationError as error:
        if isinstance(error.__cause__, PermissionError):
            return Finding("calibration", Health.SKIPPED, f"it is closed to this user. {AS_ITS_USER}")
        return Finding("calibration", Health.DOUBTFUL, f"{error} Until then the board is looked for.")
    if found is None:
        sentence = "none was made, and none is needed: the board is looked for (`serviert calibrate` adds millimetres)"
        return Finding("calibration", Health.GOOD, sentence)
    lens = "with its lens" if found.lens is not None else "its outline only"
    made = shown_date(found.made_utc)
    return Finding("calibration", Health.GOOD, f"of {found.camera}, {lens}{made and f', made {made}'}")
