"""Aluminium profile 20 × 20 with a slot of 6 mm, and the flat steel bar that weighs the feet down.

Source:
    MISUMI HFS5-2020: slot 6 mm wide, 12 mm inside, lips 2 mm, core 8 mm with a bore of 4.2 mm, 0.49 kg/m,
    second moment of area 7.4 × 10³ mm⁴, EN AW-6063 (70 GPa); profiles of other makers differ by some tenths.
    Steel: 7,850 kg/m³.
"""

from __future__ import annotations

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

KEY_MM = 5.6  # width of the printed ridges that sit in a slot and keep a plate square: 0.4 mm less than the slot
KEY_HEIGHT_MM = 1.5
JOINT_MM = 5.0  # thickness of every plate that an M5 × 10 screws to a slot: 5 mm of the screw are left for lip and nut
