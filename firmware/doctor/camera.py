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
from firmware.adapters.open import FOLDER, SIMULATED, Source, camera_source, chosen, resolve_source
from firmware.board.calibration import Calibration, calibration_file, kept_of
from firmware.board.calibration import load as load_calibration
from firmware.board.calibration_lock import Locked, LockingCamera, UnlockingCamera
from firmware.doctor.finding import Finding, doubtful, good, skipped
from firmware.doctor.store import AS_ITS_USER
from firmware.errors import CalibrationUnreadableError, SimulationError
from firmware.log.wall_clock import shown_date
from firmware.ports import Lack, LimitedCamera, MeteringCamera, identity_of
from firmware.session.wizard import CameraTrouble, Side
from firmware.settings.config import Config
from firmware.simulated.table import DICE
from firmware.tables import table
from hardware.numbers import load as load_numbers
from hardware.optics.cameras import camera_named
from hardware.optics.needs import LEAST_DIE_PX
from hardware.optics.view import BoardScene, Heights, legal_heights
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
EDGE_SHARE = 0.01  # of the picture's side: an outline so near its edge goes on beyond it
FELT_SHARE = 0.88  # of a board's width over the rim; a rim of 18 mm around a board of 300 mm is assumed
_SAID = table(__file__)
LACKS, TROUBLES = _SAID["lacks"], _SAID["troubles"]  # by `Lack` and `CameraTrouble`


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
    lacks: frozenset[Lack] = frozenset()  # what it cannot do, also as it was locked
    identity: str = ""  # which camera it is
    kept: Calibration | None = None  # of this very camera
    lux: float | None = None  # light on the board as the camera reckons it, None where it does not


def camera(look: Look) -> Finding:
    """Return what a look says of the camera itself: pictures, light to see by at all, board."""
    if look.camera == SIMULATED:
        return doubtful("camera", f"{look.source}. Plug one in to play with real dice.")
    frame = look.frames[-1]
    width, height = frame.size_wh
    troubles = []
    if (widest_px := widest_die_px(frame.size_wh)) < LEAST_DIE_PX:
        least = f"of the {LEAST_DIE_PX:.0f} px it is read from; take another camera, a smaller board or larger dice"
        troubles.append(f"its pictures are small: with the whole board in one a die is {widest_px:.0f} {least}")
    if (trouble := board_trouble(frame, look.board, None)) in TROUBLES:
        troubles.append(TROUBLES[trouble])
    told = doubtful if troubles or look.lacks - {Lack.LENS} else good
    said = [*(troubles or ["it sees the board"]), *(each for lack, each in LACKS.items() if lack in look.lacks)]
    return told("camera", f"{look.camera}, {width}×{height}; {'; '.join(said)}")


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


def widest_die_px(size_wh: tuple[int, int]) -> float:
    """Return how wide a die is at most while pictures of a size show the whole board of the numbers."""
    return _numbers().dice.size_mm * min(size_wh) / _numbers().board.across_mm


def heights_of(found: Calibration, focal_px: float) -> Heights:
    """Return from where a camera sees the whole board and its dice are read, by its field of view as measured."""
    numbers = _numbers()
    camera = camera_named(numbers.camera.model)
    (width, height), (across_mm, _) = found.size_wh, camera.sensor_mm
    sensor_mm, focal_mm = (across_mm, across_mm * height / width), across_mm * focal_px / width
    measured = replace(camera, picture_wh=found.size_wh, sensor_mm=sensor_mm, focal_mm=focal_mm, field_deg=None)
    return legal_heights(measured, BoardScene.from_numbers(numbers))


def calibration(config: Config, seen: Look | None = None) -> Finding:
    """Return what is kept of board and lens, and whether it is of the camera that is there."""
    try:
        found = load_calibration(calibration_file(config))
    except CalibrationUnreadableError as error:
        if isinstance(error.__cause__, PermissionError):
            return skipped("calibration", f"it is closed to this user. {AS_ITS_USER}")
        return doubtful("calibration", f"{error} Until then the board is looked for.")
    if found is None:
        sentence = "none was made, and none is needed: the board is looked for (`serviert setup` adds millimetres)"
        return good("calibration", sentence)
    if seen is not None and seen.identity != found.camera:
        mend = "It is not used; calibrate again."
        return doubtful("calibration", f"of {found.camera}, but the camera that is there is {seen.identity}. {mend}")
    lens = "its outline only" if found.focal_px is None else f"with its lens, {_field(found, found.focal_px)}"
    made = shown_date(found.made_utc)
    return good("calibration", f"of {found.camera}, {lens}{made and f', made {made}'}")


def _field(found: Calibration, focal_px: float) -> str:
    across, down = (2 * math.degrees(math.atan(side / 2 / focal_px)) for side in found.size_wh)
    heights = heights_of(found, focal_px)
    span = f"it may hang {heights.lowest_mm / 10:.0f} to {heights.highest_mm / 10:.0f} cm above the board"
    if not heights.is_possible:
        span = "from no height does it see the whole board with dice large enough"
    hangs = "" if found.height_mm is None else f", and hangs at {found.height_mm / 10:.0f} cm"
    return f"a field of view of {across:.0f}° × {down:.0f}° as measured: {span}{hangs}"


def look(config: Config, *, watch_s: float = WATCH_S, within_s: float = LOOK_S) -> Look:
    """Open the camera of the settings, look, and give it back; the simulated board is the only one that never hangs.

    Raises:
        CameraError: If it does not deliver.
        SimulationError: If the simulated board cannot run.
    """
    errands = Errands("The camera")
    name, reason = errands.do("being looked for", lambda: resolve_source(chosen(config)), timeout_s=within_s)
    if name == SIMULATED and importlib.util.find_spec("mujoco") is None:
        mend = "Plug one in, or install what the simulated board needs: pip install 'serviert[simulated]'."
        raise SimulationError(f"{reason}, but MuJoCo is missing. {mend}")
    is_still = name.startswith(FOLDER)
    settle_s, watch_s = (0.0, 0.0) if is_still else (SETTLE_S, watch_s)
    source = camera_source(replace(config, camera=replace(config.camera, source=name)))
    seen = partial(looked, source, settle_s=settle_s, watch_s=watch_s, reason=reason)
    with closing(source):
        if source.board is None:
            found = errands.do("being looked through", seen, timeout_s=within_s)
            return replace(found, kept=kept_of(config, found.identity))
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
        board, locked, lacks = find_board(first), None, frozenset[Lack]()
        if isinstance(camera, LockingCamera):
            if isinstance(camera, UnlockingCamera):
                stack.callback(camera.unlock)
            locked = camera.lock(board, timeout_s=LOCK_S)
            lacks |= locked.loose
        if isinstance(camera, LimitedCamera):
            lacks |= camera.lacks()
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
            lacks=lacks,
            identity=identity_of(camera),
            lux=camera.lux() if isinstance(camera, MeteringCamera) else None,
        )
