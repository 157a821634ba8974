"""How large the Raspberry Pi's case is and where its sockets are; plain arithmetic.

Its axes: u down the mast, v to the back, w away from the mast's outside. The origin is the Pi's two sockets for flat
cables, straight over the mast's slot, so that both cables run in one line with it.

Source:
    Raspberry Pi 5 mechanical drawing: board, holes, sockets at the edges; the two sockets for flat cables stand side
    by side behind the second HDMI socket and their mouths look up. Their middle is an estimate to 4 mm, which
    `cables.slack_mm` takes. A Pi 4 has the one for displays at its other end: 46 mm more of cable.
    Active Cooler: 14 mm above the board (an estimate).
"""

from hardware.mount.profile import JOINT_MM
from hardware.numbers import Numbers

SOCKETS_ON_PI_MM = (50.0, 11.0)  # middle of the flat cables' sockets, from the board's lower left corner
SOCKET_HIGH_MM = 5.0  # their mouths above the board
PI_4_DISPLAY_MM = 46.0 + 17.0  # so much farther lies a Pi 4's socket for the display: along the board, and aside
FLOOR_MM = 3.0
BOSS_MM = 8.0  # over the heads of the screws that hold the tray
ROOM_MM = 30.0  # above the Pi's board: cooler, sockets, the display's cable over the Ethernet socket
COVER_MM = 3.0
INSIDE_U_MM = (-61.0, 39.5)
INSIDE_V_MM = (-13.0, 104.0)
EAR_MM = 18.0
EAR_THICK_MM = JOINT_MM
PERFBOARD_MM = (70.0, 50.0, 1.6)
PERFBOARD_AT_MM = (-15.0, 75.4)  # its middle
TIE_AT_MM = (-21.6, 26.6)  # from there: its cable tie's slots, on both sides of column 21, where no part is in the way
LEDGE_MM = 5.0
BOARD_W_MM = FLOOR_MM + BOSS_MM + 1.4  # the upper side of the Pi's board, from the mast
DEPTH_MM = BOARD_W_MM + ROOM_MM  # of the tray


def ear_screws_mm(numbers: Numbers) -> tuple[float, float]:
    """Return where along u the tray is screwed to the mast: above and below its walls."""
    out = numbers.mount.wall_mm + EAR_MM / 2
    return INSIDE_U_MM[0] - out, INSIDE_U_MM[1] + out


def reach_mm(numbers: Numbers) -> tuple[float, float]:
    """Return how far the tray with its ears reaches above and below the sockets."""
    out = numbers.mount.wall_mm + EAR_MM
    return out - INSIDE_U_MM[0], INSIDE_U_MM[1] + out
