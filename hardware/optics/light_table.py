"""What is said of the ring: the light it makes, where it mirrors, and why no ring round the lens will do."""

from hardware.numbers import Numbers
from hardware.optics import glare
from hardware.optics.cameras import CameraModel
from hardware.optics.check import lower_mm, ring_lux
from hardware.optics.exposure import exposure, least_lux
from hardware.optics.needs import MOST_UNEVEN
from hardware.optics.ring import lumens, luminance_cd_per_m2
from hardware.optics.table import Row, usual_height_mm
from hardware.optics.view import CENTRING_MM

ROUND_THE_LENS_MM = (60.0, 120.0, 200.0)
SHINING_MM = 10.0
VEIL = 0.1  # so much may an image add to white, as a share of it, to be but a veil


def ring_rows(numbers: Numbers) -> list[Row]:
    """Return what the ring of the numbers does.

    Source:
        libcamera's tuning files, ``rpi.awb``, mode ``auto``: from 2500 to 8000 K.
    """
    light, found = numbers.light, ring_lux(numbers)
    top_mm, inner_mm = numbers.dice.size_mm, glare.inner_mm(light)
    camera_mm, lamp_mm = numbers.camera.height_mm - top_mm, light.ring_height_mm - top_mm
    image_mm = glare.mirror_mm(radius_mm=inner_mm, lamp_mm=lamp_mm, camera_mm=camera_mm)
    middle_deg = glare.mirroring_tilt_deg(0.0, radius_mm=inner_mm, lamp_mm=lamp_mm, camera_mm=camera_mm)
    edge_deg, floor_deg = glare.least_tilt_deg(numbers), glare.least_tilt_deg(numbers, height_mm=0.0)
    but = f", the board {CENTRING_MM:g} mm off the middle; {glare.FLAT_DEG:g}° must do no harm"
    reach = f"{image_mm:.0f} mm off the middle on; dice reach {glare.floor_reach_mm(numbers):.0f} mm"
    told = {
        "built of": f"{light.lit_sides} of {light.ring_sides} sides, {light.length_mm():.0f} mm each along the strip",
        "light": f"{lumens(light):.0f} lm behind the diffuser, from {light.led_watts:g} W",
        "on the dice": f"{found.middle:.0f} lux in the middle, {found.darkest:.0f}–{found.brightest:.0f} at the edge",
        "evenness": f"{found.unevenness:.1f} × from darkest to brightest; the eye can do with {MOST_UNEVEN:g} ×",
        "flicker": "none: direct current, switched and never dimmed by pulses",
        "colour": f"{light.colour_k} K; the cameras' white balance reaches from 2500 to 8000 K",
        "mirrors in level dice from": reach,
        "a die in the middle mirrors it": f"when {middle_deg:.0f}° off level: such a die burns",
        "a die at the edge mirrors it": f"when {edge_deg:.1f}° off level{but}",
        "a glossy floor mirrors it": f"at the edge when {floor_deg:.1f}° off level",
        "the diffuser looks": f"{luminance_cd_per_m2(light):.0f} cd/m² bright",
        "where it mirrors all the same": f"the stripe is {glare.stripe_over_white(numbers):.1f} × as bright as a "
        "white face",
    }
    return [{"of the ring": what, "": said} for what, said in told.items()]


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
    share = glare.struck_share(numbers, radius_mm=diameter_mm / 2, width_mm=SHINING_MM)
    inside, outside = (diameter_mm - SHINING_MM) / 4, (diameter_mm + SHINING_MM) / 4
    throws = f"one of five dice in {100 * (1 - (1 - share) ** 5):.0f} % of throws"
    return {
        "a ring round the lens of": f"{diameter_mm:g} mm",
        "mirrors in level dice at": f"{inside:.0f}–{outside:.0f} mm off the middle",
        "of all places of a die, touched": f"{100 * share:.0f} %, {throws}",
        "stripe over white": f"{glare.stripe_over_white(tried):.0f} ×",
    }


def shutter_row(camera: CameraModel, numbers: Numbers) -> Row:
    """Return how a camera exposes under the ring alone, and how high the ring may be below it."""
    found = exposure(camera, ring_lux(numbers).darkest)
    return {
        "camera": camera.title,
        "needs": f"{least_lux(camera):.0f} lux",
        "shutter, gain under the ring": f"{found.shutter_ms:.0f} ms, {found.gain:.1f}",
        "there the ring may be as high as": _highest_ring(camera, numbers),
    }


def _highest_ring(camera: CameraModel, numbers: Numbers) -> str:
    """Return how high the ring may be where a camera hangs as high as it should, in words."""
    height_mm = usual_height_mm(camera, numbers)
    if height_mm is None:
        return "–"
    hung = numbers.changed("camera", model=camera.name, height_mm=height_mm)
    highest_mm = lower_mm(hung.changed("light", ring_height_mm=height_mm))
    return "no height" if highest_mm is None else f"{highest_mm} mm, the camera at {height_mm:.0f} mm"
