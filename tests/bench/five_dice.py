"""Draw the picture on which the doctor measures reading: ``python -m tests.bench.five_dice``."""

import cv2

from firmware.doctor.speed import LABELS, PICTURE
from firmware.simulated.darkroom import Darkroom
from firmware.simulated.setting import CAPTURE_PX, Setting
from firmware.simulated.sight import Sight, SimulatedExposure
from models.render.poses import flat_pose
from models.render.world import DesignFace

SEED = 1
PLACES_MM = ((-80.0, 20.0), (-42.0, -48.0), (2.0, 12.0), (40.0, 60.0), (74.0, -22.0))
TURN_DEG = 77.0
QUALITY = 80


def picture() -> bytes:
    """Return five dice with the faces of `LABELS` from left to right, as JPEG."""
    setting = Setting.for_session(SEED)
    poses = tuple(
        flat_pose(x, y, face=DesignFace(label), heading_deg=number * TURN_DEG, size_mm=setting.bodies.size_mm)
        for number, ((x, y), label) in enumerate(zip(PLACES_MM, LABELS, strict=True))
    )
    pixels = Darkroom(setting).clean(SimulatedExposure.of_one(Sight(key=SEED, poses=poses)), CAPTURE_PX)
    _, encoded = cv2.imencode(".jpg", pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return encoded.tobytes()


if __name__ == "__main__":
    PICTURE.write_bytes(picture())
