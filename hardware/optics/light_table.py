"""What is said of the ring: the light it makes, where it mirrors, and why no ring round the lens will do."""

from __future__ import annotations

from hardware.numbers import Numbers
from hardware.optics.cameras import CAMERAS, CameraModel
from hardware.optics.exposure import WHITE, exposure, least_lux
from hardware.optics.glare import (
    FLAT_DEG,
    PLASTIC,
    floor_reach_mm,
    inner_mm,
    least_tilt_deg,
    mirror_mm,
    mirroring_tilt_deg,
    stripe_over_white,
    struck_share,
)
from hardware.optics.needs import MOST_UNEVEN
from hardware.optics.ring import lumens, luminance_cd_per_m2, side_mm
from hardware.optics.ring_check import lower_mm, ring_lux
from hardware.optics.table import Row, usual_height_mm
from hardware.optics.view import CENTRING_MM

ROUND_THE_LENS_MM = (60.0, 120.0, 200.0)
SHINING_MM = 10.0

RING_HEAD: Row = ("of the ring", "")
LENS_HEAD: Row = (
    "a ring round the lens of",
    "mirrors in level dice at",
    "of all places of a die, touched",
    "stripe over white",
)
SHUTTER_HEAD: Row = ("camera", "needs", "shutter, gain under the ring", "there the ring may be as high as")


def ring_rows(numbers: Numbers) -> list[Row]:
    """Return what the ring of the numbers does.

    Source:
        libcamera's tuning files, ``rpi.awb``, mode ``auto``: from 2500 to 8000 K.
    """
    light, found = numbers.light, ring_lux(numbers)
    top_mm = numbers.dice.size_mm
    camera_mm, lamp_mm = numbers.camera.height_mm - top_mm, light.ring_height_mm - top_mm
    image_mm = mirror_mm(radius_mm=inner_mm(light), lamp_mm=lamp_mm, camera_mm=camera_mm)
    middle_deg = mirroring_tilt_deg(0.0, radius_mm=inner_mm(light), lamp_mm=lamp_mm, camera_mm=camera_mm)
    but = f", the board {CENTRING_MM:g} mm off the middle; {FLAT_DEG:g}° must do no harm"
    side = f"{light.lit_sides} of {light.ring_sides} sides, {side_mm(light):.0f} mm each along the strip"
    return [
        ("built of", side),
        ("light", f"{lumens(light):.0f} lm behind the diffuser, from {light.led_watts:g} W"),
        ("on the dice", f"{found.middle:.0f} lux in the middle, {found.darkest:.0f}–{found.brightest:.0f} at the edge"),
        ("evenness", f"{found.unevenness:.1f} × from darkest to brightest; the eye can do with {MOST_UNEVEN:g} ×"),
        ("flicker", "none: direct current, switched and never dimmed by pulses"),
        ("colour", f"{light.colour_k} K; the cameras' white balance reaches from 2500 to 8000 K"),
        (
            "mirrors in level dice from",
            f"{image_mm:.0f} mm off the middle on; dice reach {floor_reach_mm(numbers):.0f} mm",
        ),
        ("a die in the middle mirrors it", f"when {middle_deg:.0f}° off level: such a die burns"),
        ("a die at the edge mirrors it", f"when {least_tilt_deg(numbers):.1f}° off level{but}"),
        ("a glossy floor mirrors it", f"at the edge when {least_tilt_deg(numbers, height_mm=0.0):.1f}° off level"),
        ("the diffuser looks", f"{luminance_cd_per_m2(light):.0f} cd/m² bright"),
        (
            "where it mirrors all the same",
            f"the stripe is {stripe_over_white(numbers):.1f} × as bright as a white face",
        ),
    ]


def lens_row(numbers: Numbers, diameter_mm: float) -> Row:
    """Return what a ring round the lens would do instead, as broad as a strip behind its diffuser."""
    tried = numbers.changed(
        "light",
        ring_diameter_mm=diameter_mm,
        ring_height_mm=numbers.camera.height_mm,
        tilt_deg=90.0,
        lit_sides=numbers.light.ring_sides,
        diffuser_width_mm=SHINING_MM,
    )
    share = struck_share(numbers, radius_mm=diameter_mm / 2, width_mm=SHINING_MM)
    return (
        f"{diameter_mm:g} mm",
        f"{(diameter_mm - SHINING_MM) / 4:.0f}–{(diameter_mm + SHINING_MM) / 4:.0f} mm off the middle",
        f"{100 * share:.0f} %, one of five dice in {100 * (1 - (1 - share) ** 5):.0f} % of throws",
        f"{stripe_over_white(tried):.0f} ×",
    )


def free_lens_ring_mm(numbers: Numbers) -> float:
    """Return how large a ring at the lens' height had to be for its image to fall outside the floor."""
    return 4 * floor_reach_mm(numbers)


def veiling_share(veil: float = 0.1) -> float:
    """Return how much of all above a die a lamp had to fill for its image to add such a share of white to white."""
    return PLASTIC / (WHITE * veil)


def _highest_ring(camera: CameraModel, numbers: Numbers) -> str:
    """Return how high the ring may be where a camera hangs as high as it should, in words."""
    height_mm = usual_height_mm(camera, numbers)
    if height_mm is None:
        return "–"
    hung = numbers.changed("camera", model=camera.name, height_mm=height_mm)
    highest_mm = lower_mm(hung.changed("light", ring_height_mm=height_mm))
    return "no height" if highest_mm is None else f"{highest_mm} mm, the camera at {height_mm:.0f} mm"


def shutter_rows(numbers: Numbers) -> list[Row]:
    """Return how each camera exposes under the ring alone, and how high the ring may be below it."""
    rows: list[Row] = []
    for camera in CAMERAS:
        found = exposure(camera, ring_lux(numbers).darkest)
        shutter = f"{found.shutter_ms:.0f} ms, {found.gain:.1f}"
        rows.append((camera.title, f"{least_lux(camera):.0f} lux", shutter, _highest_ring(camera, numbers)))
    return rows
