"""Draw the picture on which the doctor measures reading: ``python -m tests.bench.five_dice``."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.doctor.speed import LABELS, PICTURE
from firmware.simulated.darkroom import Darkroom
from firmware.simulated.setting import CAPTURE_PX, Setting
from firmware.simulated.sight import Sight, SimulatedExposure
from models.render.poses import flat_pose
from models.render.world import DesignFace

SEED = 1
PLACES_MM = ((-80.0, 20.0), (-42.0, -48.0), (2.0, 12.0), (40.0, 60.0), (74.0, -22.0))
TURN_DEG = 77.0


def laid(setting: Setting, dice: Iterable[tuple[float, float, int, float]], *, seed: int) -> NDArray[np.uint8]:
    """Return a board with dice: where each lies, mm from the middle, its label, and how it is turned, degrees."""
    poses = tuple(
        flat_pose(x, y, face=DesignFace(label), heading_deg=turned_deg, size_mm=setting.bodies.size_mm)
        for x, y, label, turned_deg in dice
    )
    return Darkroom(setting).clean(SimulatedExposure.of_one(Sight(key=seed, poses=poses)), CAPTURE_PX)


def picture(labels: Sequence[int] = LABELS) -> bytes:
    """Return five dice with these faces from left to right, as JPEG."""
    dice = ((*PLACES_MM[number], label, number * TURN_DEG) for number, label in enumerate(labels))
    pixels = laid(Setting.for_session(SEED), dice, seed=SEED)
    _, encoded = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 80])
    return encoded.tobytes()


if __name__ == "__main__":
    PICTURE.write_bytes(picture())
