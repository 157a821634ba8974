"""Box for the push button with lamp and the buzzer; stands by itself, so that a press shakes no camera."""

from math import cos, pi, sin

from build123d import Part, Pos

from hardware.mount import boards
from hardware.mount.profile import BALLAST_WIDTH_MM
from hardware.mount.shapes import SKIN_MM, at, block, bore, clear_mm, insert_bore, lying, rod, whole
from hardware.mount.shapes import boss_mm as boss_width_mm
from hardware.numbers import Numbers

SIDE_MM = 86.0
TOP_MM = 3.0
LID_MM = 3.0
ROOM_MM = boards.BUTTON_DEPTH_MM + 6.0  # free height inside: button, bend of its wires
BUZZER_AT_MM = (25.0, 0.0)
CABLE_MM = 6.0
BUTTON_AT_MM = (-10.0, 0.0)  # seen on the box lying on its top
BAR_MM = 60.0  # length of a piece of the steel bar that weighs the box down
_OUT_MM = SIDE_MM / 2 - 7.0
SCREWS_MM = ((-_OUT_MM, -_OUT_MM), (_OUT_MM, -_OUT_MM), (-_OUT_MM, _OUT_MM), (_OUT_MM, _OUT_MM))
FEET_MM = tuple((x * 0.6, y) for x, y in SCREWS_MM)  # of rubber, stuck under the lid


def button_box(numbers: Numbers) -> Part:
    """Return the box lying on its top, as it is printed: open upwards, its cable leaves towards +y."""
    wall = numbers.mount.wall_mm
    high = TOP_MM + ROOM_MM
    body = block(SIDE_MM, SIDE_MM, high, 8.0)
    body -= Pos(0, 0, TOP_MM) * block(SIDE_MM - 2 * wall, SIDE_MM - 2 * wall, ROOM_MM + SKIN_MM, 8.0 - wall)
    body += at(SCREWS_MM, rod(boss_width_mm("M3") + 1.6, high))
    body -= at(SCREWS_MM, insert_bore("M3"), high)
    body -= Pos(*BUTTON_AT_MM, 0) * bore(numbers.mount.button_hole_mm + 0.4, TOP_MM)
    buzzer = rod(boards.BUZZER_MM + 4.4, 6.0) - bore(boards.BUZZER_MM + 0.4, 6.1)
    body += Pos(*BUZZER_AT_MM, TOP_MM - SKIN_MM) * buzzer
    x, y = BUZZER_AT_MM
    sound = [(x, y), *((x + 3.8 * cos(k * pi / 3), y + 3.8 * sin(k * pi / 3)) for k in range(6))]
    body -= at(sound, bore(2.0, TOP_MM))
    hole = lying(bore(CABLE_MM, wall + 2 * SKIN_MM), "y")  # the cable's, open to the lid's side
    cable_way = hole + Pos(0, wall / 2, 0) * block(CABLE_MM, wall + 4 * SKIN_MM, CABLE_MM)
    return whole(body - Pos(0, SIDE_MM / 2 - wall - SKIN_MM, high - CABLE_MM / 2) * cable_way)


def button_lid(numbers: Numbers) -> Part:
    """Return the lid, underside down; a fence inside keeps the steel, slots hold the cable's tie."""
    body = block(SIDE_MM, SIDE_MM, LID_MM, 8.0)
    body -= at(SCREWS_MM, bore(clear_mm("M3"), LID_MM))
    body -= at(FEET_MM, bore(boards.RUBBER_MM[0] + 0.6, boards.RUBBER_RECESS_MM - SKIN_MM))
    room = (BAR_MM + 0.6, BALLAST_WIDTH_MM + 0.6)
    fence = block(room[0] + 4.8, room[1] + 4.8, 4.0 + SKIN_MM) - block(*room, 5.0)
    body += Pos(0, 0, LID_MM - SKIN_MM) * fence if numbers.mount.ballast_mm else Part()
    ties = [Pos(x, SIDE_MM / 2 - 10, -SKIN_MM) * block(2.0, 5.0, LID_MM + 1) for x in (-4.5, 4.5)]
    return whole(body - ties)
