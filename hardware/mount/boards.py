"""Bought boards that the printed parts are made for: cameras, displays, the Raspberry Pi, the button.

Source:
    Raspberry Pi documentation, "Camera: hardware specification" (25 × 24 × 9, 11.5 and 12.4 mm for v2, 3 and 3 Wide;
    HQ 38 × 38 × 18.4 mm, 30.4 g) and mechanical drawings of Camera Module 2 (board 25 × 23.862 mm, holes of 2.2 mm
    2 mm from the sides, 2 and 14.5 mm from the upper edge, lens in the row of the lower holes) and HQ (holes 30 mm
    apart); "Touch Display 2" (7": outline 189.5 × 120 mm, 15 mm deep, viewing area 155.5 × 88 mm) and "Touch Display"
    (7": lens 192.96 × 110.76 mm, viewing area 155 × 87 mm); Raspberry Pi 4 and 5 mechanical drawings (85 × 56 mm,
    holes of 2.7 mm 58 × 49 mm apart, 3.5 mm from the edges).
    How far lenses stand before their boards is the documented depth less 1.1 mm of board and 2.6 mm of connector.
"""

from dataclasses import dataclass
from pathlib import Path

from hardware import data
from hardware.errors import NumbersError


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraBoard:
    """A camera's board, seen from its lens's axis; its cable leaves towards +y."""

    family: str  # name of the printed plate that holds it
    x_mm: tuple[float, float]  # left and right edge
    y_mm: tuple[float, float]  # front and back edge
    board_mm: float  # thickness
    holes_mm: tuple[tuple[float, float], ...]  # centres of the holes
    thread: str  # of the screws through them
    opening_mm: float  # width of the opening that the lens needs
    is_opening_round: bool  # else it is square
    lens_front_mm: float  # from the board's front face to the lens's front
    mass_g: float  # with its lens
    half_angle_deg: float  # half the widest angle of view over the picture's corners, of all lenses of this plate


@dataclass(frozen=True, slots=True, kw_only=True)
class DisplayBoard:
    """A display, lying across; `SCREENS` has those, too, that no case is made for, whose rim is 0."""

    width_mm: float  # of its glass
    height_mm: float  # of its glass
    depth_mm: float  # with what stands behind it
    rim_mm: float  # thickness at the edge, where clamps hold it; a pad of foam takes up what it differs
    window_mm: tuple[float, float]  # width and height of what is seen
    page_px: float  # how wide the page is on it: ``kiosk.sh`` draws it larger where points are many
    mass_g: float
    view_limit_deg: float  # up to which angle from straight on it may be looked at


FILE = Path(__file__).with_name("boards.toml")
CAMERAS = data.load(FILE, dict[str, CameraBoard], under="camera")
SCREENS = data.load(FILE, dict[str, DisplayBoard], under="display")
DISPLAYS = {name: display for name, display in SCREENS.items() if display.rim_mm}


def camera_board(model: str) -> CameraBoard:
    """Return the board of a camera of `hardware.optics.cameras`; `NumbersError` if no plate is made for it."""
    for name, board in CAMERAS.items():
        if model == name or model.startswith(f"{name}-"):
            return board
    raise NumbersError(f'camera.model = "{model}" has no plate; there are some for {", ".join(CAMERAS)}')


def display_board(model: str) -> DisplayBoard:
    """Return a display; `NumbersError` if no case is made for it."""
    if model not in DISPLAYS:
        raise NumbersError(
            f'display.model = "{model}" has no printed case; the nearest is {next(iter(DISPLAYS))} '
            "(build A, the clamp arm, takes others, too, which stand by themselves)"
        )
    return DISPLAYS[model]


PI_MM = (85.0, 56.0, 1.4)
PI_HOLES_MM = ((3.5, 3.5), (61.5, 3.5), (3.5, 52.5), (61.5, 52.5))
PI_OVERHANG_MM = 3.0  # USB and Ethernet sockets stand out over the board's edge
PI_TALL_MM = 16.0  # height of the USB sockets above the board
PI_MASS_G = 50.0

BUTTON_DEPTH_MM = 40.0
"""Free depth below the lid for a metal push button of 16 to 22 mm with its plugs (an assumption that fits most)."""
BUTTON_HEAD_MM = 4.0  # by so much is its head wider than its thread
BUZZER_MM = 12.0  # diameter of an active buzzer, 9.5 mm high
RUBBER_MM = (12.7, 3.5)  # diameter and height of a self-adhesive rubber foot: 3M Bumpon SJ5012
RUBBER_RECESS_MM = 1.0
