"""Aluminium profile 20 × 20 with a slot of 6 mm, the flat steel bar that weighs the feet down, and what screws there.

Source:
    MISUMI HFS5-2020: slot 6 mm wide, 12 mm inside, lips 2 mm, core 8 mm with a bore of 4.2 mm, 0.49 kg/m,
    second moment of area 7.4 × 10³ mm⁴, EN AW-6063 (70 GPa); profiles of other makers differ by some tenths.
    Steel: 7,850 kg/m³.
    ruthex RX-M2x4, RX-M2.5x5.7, RX-M3x5.7: holes of 3.2, 3.6 and 4.0 mm, a millimetre deeper than the insert, walls
    of 1.3 mm and more. ISO 273 (clearance holes, middle row, and 0.1 mm for print), ISO 7380-1 (button heads).
    T-nut with M5 for a slot of 6 mm: thread 4 mm high, beginning under the profile's lip.
"""

from dataclasses import dataclass
from pathlib import Path

from hardware import data

SIDE_MM = 20.0
SLOT_MM = 6.0
SLOT_INSIDE_MM = 12.0
LIP_MM = 2.0
SLOT_DEPTH_MM = 6.0
BORE_MM = 4.2
KG_PER_M = 0.49
SECOND_MOMENT_MM4 = 7.4e3
YOUNG_MPA = 70_000.0

BALLAST_WIDTH_MM = 40.0
STEEL_KG_PER_MM3 = 7.85e-6
PETG_MPA = 1_900.0
GRAVITY = 9.81
LEAST_N = 10.0  # so much must a sleeve pull at the beam before the stand tips

KEY_MM = 5.6  # width of the printed ridges that sit in a slot and keep a plate square: 0.4 mm less than the slot
KEY_HEIGHT_MM = 1.5
JOINT_MM = 5.0  # thickness of every plate that an M5 × 10 screws to a slot: 5 mm of the screw are left for lip and nut


@dataclass(frozen=True, slots=True, kw_only=True)
class Insert:
    """A brass insert that is pressed in hot."""

    name: str  # maker's
    hole_mm: float  # diameter of the hole it is pressed into
    length_mm: float
    depth_mm: float  # depth of that hole, room for molten plastic included


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """What goes with one thread."""

    clear_mm: float  # hole that a screw passes
    head_mm: float  # diameter of its button head
    head_height_mm: float
    least_mm: float  # turns needed to hold, as length of thread


FILE = Path(__file__).with_name("screws.toml")
INSERTS = data.load(FILE, dict[str, Insert], under="insert")
THREADS = data.load(FILE, dict[str, Thread], under="thread")
INSERT_WALL_MM = 1.6
