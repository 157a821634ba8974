"""The camera: some seconds of the board as the eye sees it in play, what they say, and whether it was calibrated."""

import importlib.util
import math
import statistics
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import cache, partial

from firmware.adapters.errand import Errands
from firmware.adapters.open import FOLDER, SIMULATED, Source, camera_source, resolve_source
from firmware.board.calibration import calibration_file
from firmware.board.calibration import load as load_calibration
from firmware.board.calibration_lock import Locked, LockingCamera, UnlockingCamera
from firmware.doctor.finding import Finding, doubtful, good, skipped
from firmware.doctor.store import AS_ITS_USER
from firmware.errors import CalibrationError, SimulationError
from firmware.log.wall_clock import shown_date
from firmware.ports import MeteringCamera
from firmware.session.wizard import CameraTrouble, Side
from firmware.settings.config import Config
from firmware.simulated.table import DICE
from hardware.numbers import load as load_numbers
from hardware.optics.needs import LEAST_DIE_PX
from models.render.world import DesignFace
from vision.find.board import BoardOutline, find_board
from vision.frame import Frame
from vision.light.exposure import ExposureLevel, light_of
from vision.read.reader import Reader
from vision.reading import Detection

CAPTURE_S = 2.0
LOCK_S = 4.0
MOST_PREVIEWS = 64
CAPTURES = 3
SETTLE_S = 1.0  # a camera just opened takes so long to find its exposure; its first frames are dark
WATCH_S = 2.5  # for so long small frames are taken, for flicker
LOOK_S = 15.0  # a camera that hangs is left behind after so long: the other parts are still to be looked at
LEAST_SIDE_PX = 1080
EDGE_SHARE = 0.01  # of the picture's side: an outline so near its edge goes on beyond it
FELT_SHARE = 0.88  # of a board's width over the rim; a rim of 18 mm around a board of 300 mm is assumed
TROUBLES = {
    CameraTrouble.TOO_DARK: "it is too dark: more light on the board, or take the cap off",
    CameraTrouble.TOO_BRIGHT: "it is too bright: turn the lamp away from the board",
    CameraTrouble.NO_BOARD: "it sees no tray: the whole picture counts as the board",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What was seen."""

    camera: str
    source: str  # why it is that
    frames: tuple[Frame, ...]  # full ones, oldest first
    previews: tuple[Frame, ...] = ()  # small ones, one after the other
    capture_s: tuple[float, ...] = ()  # how long each full frame took from asking for it
    board: BoardOutline | None = None  # where the board is, None where none was found
    locked: Locked | None = None  # what the camera keeps as it is in play, None where it changes nothing by itself
    lux: float | None = None  # light on the board as the camera reckons it, None where it does not


def camera(look: Look) -> Finding:
    """Return what a look says of the camera itself: pictures, light to see by at all, board."""
    if look.camera == SIMULATED:
        return doubtful("camera", f"{look.source}. Plug one in to play with real dice.")
    frame = look.frames[-1]
    width, height = frame.size_wh
    troubles = []
    if min(width, height) < LEAST_SIDE_PX:
        troubles.append(f"its pictures are small: hang it lower, so that a die is at least {LEAST_DIE_PX:.0f} px wide")
    if (trouble := board_trouble(frame, look.board, None)) in TROUBLES:
        troubles.append(TROUBLES[trouble])
    if look.locked is not None and look.locked.loose:
        troubles.append(f"it goes on changing by itself: {', '.join(sorted(look.locked.loose))}")
    told = doubtful if troubles else good
    return told("camera", f"{look.camera}, {width}×{height}; {'; '.join(troubles) or 'it sees the board'}")


def board_trouble(frame: Frame, board: BoardOutline | None, die_px: float | None) -> CameraTrouble | None:
    """Return what keeps a camera from seeing the board as it should, None where nothing does."""
    light = light_of(frame, board)
    if light is not ExposureLevel.GOOD:
        return CameraTrouble.TOO_DARK if light is ExposureLevel.TOO_DARK else CameraTrouble.TOO_BRIGHT
    if board is None:
        return CameraTrouble.NO_BOARD
    sides = {*cut_off_sides(board)}
    if sides >= {Side.LEFT, Side.RIGHT} or sides >= {Side.TOP, Side.BOTTOM}:
        return CameraTrouble.TOO_NEAR
    if sides:
        return CameraTrouble.CUT_OFF
    return CameraTrouble.TOO_FAR if die_px is not None and die_px < LEAST_DIE_PX else None


def cut_off_sides(board: BoardOutline) -> tuple[Side, ...]:
    """Return on which sides the picture ends before the board does."""
    width, height = board.size_wh
    xs, ys = zip(*board.polygon, strict=True)
    is_cut = (
        (Side.TOP, min(ys) < EDGE_SHARE * height),
        (Side.BOTTOM, max(ys) > (1 - EDGE_SHARE) * height),
        (Side.LEFT, min(xs) < EDGE_SHARE * width),
        (Side.RIGHT, max(xs) > (1 - EDGE_SHARE) * width),
    )
    return tuple(side for side, is_so in is_cut if is_so)


def die_edge_px(board: BoardOutline, dice: Sequence[Detection]) -> float:
    """Return how large a die's edge is: measured on dice, else by the scale, else by the board of the numbers."""
    if dice:
        return statistics.median(die.size_px for die in dice)
    numbers = _numbers()
    if board.mm_per_px is not None:
        return numbers.dice.size_mm / board.mm_per_px
    across_px = math.sqrt(4 * board.area_px / math.pi)
    return numbers.dice.size_mm * across_px / (FELT_SHARE * numbers.board.across_mm)


def dice_on(reader: Reader | None, frames: Sequence[Frame], board: BoardOutline | None) -> tuple[Detection, ...]:
    """Return the dice that lie there; none where the models are broken."""
    return () if reader is None else tuple(die.detection for die in reader.read(frames, board).dice)


_numbers = cache(load_numbers)


def calibration(config: Config) -> Finding:
    """Return what is kept of board and lens."""
    try:
        found = load_calibration(calibration_file(config))
    except CalibrationError as error:
        if isinstance(error.__cause__, PermissionError):
            return skipped("calibration", f"it is closed to this user. {AS_ITS_USER}")
        return doubtful("calibration", f"{error} Until then the board is looked for.")
    if found is None:
        sentence = "none was made, and none is needed: the board is looked for (`serviert setup` adds millimetres)"
        return good("calibration", sentence)
    lens = "with its lens" if found.lens is not None else "its outline only"
    made = shown_date(found.made_utc)
    return good("calibration", f"of {found.camera}, {lens}{made and f', made {made}'}")


def look(config: Config, *, watch_s: float = WATCH_S, within_s: float = LOOK_S) -> Look:
    """Open the camera of the settings, look, and give it back; the simulated board is the only one that never hangs.

    Raises:
        CameraError: If it does not deliver.
        SimulationError: If the simulated board cannot run.
    """
    errands = Errands("The camera")
    name, reason = errands.do("being looked for", lambda: resolve_source(config.camera.source), timeout_s=within_s)
    if name == SIMULATED and importlib.util.find_spec("mujoco") is None:
        mend = "Plug one in, or install what the simulated board needs: pip install 'serviert[simulated]'."
        raise SimulationError(f"{reason}, but MuJoCo is missing. {mend}")
    is_still = name.startswith(FOLDER)
    settle_s, watch_s = (0.0, 0.0) if is_still else (SETTLE_S, watch_s)
    source = camera_source(replace(config, camera=replace(config.camera, source=name)))
    seen = partial(looked, source, settle_s=settle_s, watch_s=watch_s, reason=reason)
    with closing(source):
        if source.board is None:
            return errands.do("being looked through", seen, timeout_s=within_s)
        with closing(source.board):
            source.board.table.lay(list(DesignFace)[:DICE])
            return seen()


def looked(
    source: Source,
    *,
    settle_s: float = SETTLE_S,
    watch_s: float = WATCH_S,
    reason: str = "",
    now_ns: Callable[[], int] = time.monotonic_ns,
) -> Look:
    """Open a camera, look and give it back; where it is not to be watched, one full frame will do.

    Raises:
        CameraError: If it does not deliver.
    """
    with ExitStack() as stack:
        camera = stack.enter_context(closing(source.open_camera()))
        first = camera.capture(not_before_ns=now_ns() + round(settle_s * 1e9), timeout_s=CAPTURE_S + settle_s)
        board, locked = find_board(first), None
        if isinstance(camera, LockingCamera):
            if isinstance(camera, UnlockingCamera):
                stack.callback(camera.unlock)
            locked = camera.lock(board, timeout_s=LOCK_S)
        previews, until_ns = list[Frame](), now_ns() + round(watch_s * 1e9)
        while now_ns() < until_ns and len(previews) < MOST_PREVIEWS:
            previews.append(camera.preview())
        frames, capture_s = list[Frame](), list[float]()
        for _ in range(CAPTURES if watch_s else 1):
            began_ns = now_ns()
            frames.append(camera.capture(not_before_ns=began_ns, timeout_s=CAPTURE_S))
            capture_s.append((now_ns() - began_ns) / 1e9)
        return Look(
            camera=camera.name,
            source=reason,
            frames=tuple(frames),
            previews=tuple(previews),
            capture_s=tuple(capture_s),
            board=board,
            locked=locked,
            lux=camera.lux() if isinstance(camera, MeteringCamera) else None,
        )
