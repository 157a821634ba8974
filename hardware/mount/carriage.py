"""Carriage under the middle of the beam, and the plates that hold each kind of camera below it."""

from build123d import Part, Pos, Rot

from hardware.mount import boards
from hardware.mount.layout import CAMERA_PLATE_MM, CARRIAGE_MM, boss_mm, layout
from hardware.mount.profile import JOINT_MM
from hardware.mount.shapes import SKIN_MM, at, block, bore, clear_mm, insert_bore, key, lying, plate, rod, slot, whole
from hardware.mount.shapes import boss_mm as boss_width_mm
from hardware.numbers import Numbers

PILLARS_MM = ((-29.0, -16.5), (29.0, -16.5), (-29.0, 16.5), (29.0, 16.5))
"""Beside the beam, so that a key reaches the screws from above."""
SLOT_SCREWS_MM = ((-15.0, 0.0), (15.0, 0.0))
NOTCH_MM = (19.0, 11.5)  # behind the beam: the camera's flat cable goes straight up there
FLANGE_MM = 8.0
TRIPOD_MM = 6.8  # hole for a screw of 1/4 inch


def carriage(_: Numbers) -> Part:
    """Return the plate that is screwed into the beam's lower slot, as it hangs: ridges up, notch for the cable."""
    body = block(*CARRIAGE_MM, JOINT_MM, 4.0)
    ridges = [Pos(x, 0, JOINT_MM) * key(length) for x, length in ((-27.5, 13.0), (0.0, 18.0), (27.5, 13.0))]
    body += ridges
    body -= Pos(0, CARRIAGE_MM[1] / 2, -SKIN_MM) * block(NOTCH_MM[0], 2 * NOTCH_MM[1], JOINT_MM + 1)
    body -= at(SLOT_SCREWS_MM, bore(clear_mm("M5"), JOINT_MM))
    return whole(body - at(PILLARS_MM, bore(clear_mm("M3"), JOINT_MM)))


def camera_plate(numbers: Numbers) -> Part:
    """Return the plate or bracket of the numbers' camera, as it hangs; the lens's axis is the origin."""
    camera = boards.camera_board(numbers.camera.model)
    return plate_of(camera, layout(numbers).pillar_mm)


def plate_of(camera: boards.CameraBoard, pillar_mm: float) -> Part:
    """Return the plate or bracket of one family, so high from the plate's upper side to the carriage."""
    return _bracket(pillar_mm) if camera.family == "camera-bracket-usb" else _board_plate(camera, pillar_mm)


def _board_plate(camera: boards.CameraBoard, pillar_mm: float) -> Part:
    """Return a plate on which a board lies face down, its lens through an opening."""
    high, tall = CAMERA_PLATE_MM + boss_mm(camera), CAMERA_PLATE_MM + pillar_mm
    boss = 6.4 if camera.thread == "M2" else 6.8  # the HQ camera's mount leaves little room beside its holes
    body = block(*CARRIAGE_MM, CAMERA_PLATE_MM, 4.0)
    body += at(PILLARS_MM, rod(boss_width_mm("M3") + 0.8, tall))
    body += at(camera.holes_mm, rod(boss, high))
    body -= at(PILLARS_MM, insert_bore("M3"), tall)
    body -= at(camera.holes_mm, insert_bore(camera.thread), high)
    if camera.is_opening_round:
        tripod = Pos(0, 22, -SKIN_MM) * block(16.0, 44.0, high + 2 * SKIN_MM)
        return whole(body - (bore(camera.opening_mm, high) + tripod))
    return whole(body - Pos(0, 0, -SKIN_MM) * block(camera.opening_mm, camera.opening_mm, high + 2 * SKIN_MM))


def _bracket(pillar_mm: float) -> Part:
    """Return an angle with a slot for a tripod screw, lying on its side as it is printed.

    The flange meets the carriage at y = 0 and the lens's axis at x = 0; the tongue hangs down along -y.
    """
    left, right, wide = -CARRIAGE_MM[0] / 2, CARRIAGE_MM[0] / 2, CARRIAGE_MM[1]
    reach, thick = pillar_mm + 60.0, FLANGE_MM
    outline = [(left, 0), (right, 0), (right, -thick), (left + thick + 14, -thick), (left + thick, -thick - 14)]
    body = plate([*outline, (left + thick, -reach), (left, -reach)], wide)
    body -= [Pos(x, 0, wide / 2 + y) * lying(insert_bore("M3"), "-y") for x, y in PILLARS_MM]
    way = slot(TRIPOD_MM + 8, TRIPOD_MM, 2 * thick)
    return whole(body - Pos(left - thick / 2, -reach + 22, wide / 2) * Rot(0, 90, 0) * Rot(0, 0, 90) * way)
