"""How a clamp arm, a camera, a display and two lamps stand round a board, and whether dice are read there.

The origin lies on the table under the board's middle; x to the edge of the table that the arm is clamped to, where
nobody sits; players sit at -y and +y; the display stands at -x.

Source: Young, Budynas, "Roark's Formulas for Stress and Strain" (cantilevers, torsion of tubes); free oscillation with
    damping falls by exp(-2π · ζ · f · t).
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from hardware import data
from hardware.errors import NumbersError
from hardware.mount.boards import display_board
from hardware.mount.reading import Legibility, legibility
from hardware.numbers import LONGEST_USB_MM, Numbers, within
from hardware.optics.cameras import CAMERAS, camera_named
from hardware.optics.check import refusal
from hardware.optics.exposure import least_lux
from hardware.optics.glare import FLAT_DEG, mirroring_tilt_deg
from hardware.optics.view import CENTRING_MM, BoardScene

CAMERA_MM = 60.0  # from the lens up to the arm: the camera's body and a ball head
HEAD_KG = 0.3  # of both
DAMPING = 0.03  # of an arm with clamped joints: assumed
STILL_S = 1.0  # so long after a knock on the table the picture stands still
SHAKEN_TO = 1 / 3  # of how far the knock moved the camera: a tenth of a millimetre then, which no die is blurred by
LEAST_HZ = math.log(1 / SHAKEN_TO) / (2 * math.pi * DAMPING * STILL_S)
POISSON = 0.33
KG_PER_MM3 = 2.7e-6
SLACK_MM = 300.0  # of the camera's cable, at joints and ends
SHADED = 0.5  # share of a bulb's light that leaves a shade downwards: assumed
DISPLAY_Z_MM, STAND_MM = 80.0, 120.0  # the display's middle above the table, and how deep its stand is: assumed


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """An arm that is bought."""

    name: str  # in ``numbers.toml``
    title: tuple[str, str]  # in English and German
    search: tuple[str, str]  # what to search for in a shop
    reach_mm: float  # from the pole to the camera, at most
    pole_mm: tuple[float, float]  # height of the boom above the table, lowest and highest
    pole_tube_mm: tuple[float, float]  # outer diameter and wall of the pole's thinnest tube
    boom_tube_mm: tuple[float, float]  # of the boom
    young_mpa: float = 69_000.0  # aluminium


ARMS = {arm.name: arm for arm in data.load(Path(__file__).with_name("arms.toml"), tuple[Arm, ...], under="arm")}


USB_CAMERAS = tuple(camera for camera in CAMERAS if camera.sensor is None)


def arm_in(numbers: Numbers) -> Arm:
    """Return the arm of the numbers; `NumbersError`, with those that are known, if it is not."""
    if (found := ARMS.get(numbers.arm.model)) is None:
        raise NumbersError(f'arm.model = "{numbers.arm.model}" is not known: legal is {", ".join(ARMS)}')
    return found


def boom_mm(numbers: Numbers) -> float:
    """Return how high the boom is above the table."""
    return numbers.board.floor_mm + numbers.arm.height_mm + CAMERA_MM


def cable_mm(numbers: Numbers) -> float:
    """Return how long the camera's cable must be: along the arm, down, and under the board to the display."""
    return numbers.arm.edge_mm + boom_mm(numbers) + numbers.arm.edge_mm + numbers.arm.display_mm + SLACK_MM


def footprint_mm(numbers: Numbers) -> tuple[float, float]:
    """Return how much of the table it takes, from the arm's edge to behind the display, and between the players."""
    return numbers.arm.edge_mm + numbers.arm.display_mm + STAND_MM / 2, numbers.board.across_mm


def tube_mm4(outer_mm: float, wall_mm: float) -> float:
    """Return a tube's second moment of area."""
    return math.pi / 64 * (math.pow(outer_mm, 4) - math.pow(outer_mm - 2 * wall_mm, 4))


def sway_hz(numbers: Numbers) -> float:
    """Return the lowest frequency at which the camera swings sideways: the pole bends and twists, the boom bends."""
    arm, high, out = arm_in(numbers), boom_mm(numbers), numbers.arm.edge_mm
    pole, boom = tube_mm4(*arm.pole_tube_mm), tube_mm4(*arm.boom_tube_mm)
    gives_mm_per_n = (
        high**3 / (3 * arm.young_mpa * pole)
        + out**2 * high * 2 * (1 + POISSON) / (arm.young_mpa * 2 * pole)
        + out**3 / (3 * arm.young_mpa * boom)
    )
    steel = arm.young_mpa / 69_000.0  # a steel tube weighs as many times more as it is stiffer, nearly
    weighs = [KG_PER_MM3 * steel * math.pi * (d - t) * t for d, t in (arm.pole_tube_mm, arm.boom_tube_mm)]
    moving_kg = HEAD_KG + weighs[0] * high * 33 / 140 + weighs[1] * out / 3
    return math.sqrt(1000.0 / gives_mm_per_n / moving_kg) / (2 * math.pi)


def lux(numbers: Numbers) -> float:
    """Return the least light of both lamps on dice between them; it is even enough wherever none mirrors.

    Source:
        Lambert's cosine law at the lamp, which looks at the middle, and at the die; the inverse square of the distance.
    """
    arm, scene = numbers.arm, BoardScene.from_numbers(numbers)
    up = arm.lamp_height_mm - scene.die_mm
    found = []
    for step in range(-10, 11):
        x, total = scene.floor_mm * step / 10, 0.0
        for side in (-1, 1):
            across = side * arm.lamp_mm - x
            far = math.hypot(across, up)
            leaving = (across * side * arm.lamp_mm + up * up) / far / math.hypot(arm.lamp_mm, up)
            total += SHADED * arm.lamp_lumens / math.pi * max(0.0, leaving) * (up / far) / (far / 1000) ** 2
        found.append(total)
    return min(found)


def mirrors_from_deg(numbers: Numbers) -> float:
    """Return how far a die at the board's edge must be off level to show a lamp to the camera."""
    scene, arm = BoardScene.from_numbers(numbers), numbers.arm
    return mirroring_tilt_deg(
        scene.floor_mm + CENTRING_MM,
        radius_mm=arm.lamp_mm,
        lamp_mm=arm.lamp_height_mm - scene.die_mm,
        camera_mm=arm.height_mm - scene.die_mm,
    )


def seen_by(numbers: Numbers) -> Legibility:
    """Return how either player sees the display."""
    middle = (-numbers.arm.display_mm, 0.0, DISPLAY_Z_MM)
    return legibility(display_board(numbers.display.model), numbers.arm.display_tilt_deg, middle, -1)


def check(numbers: Numbers) -> None:
    """Refuse with `NumbersError`, and the nearest that works, what is not seen, held still, reached or lit."""
    arm, set_, camera = arm_in(numbers), numbers.arm, camera_named(numbers.arm.camera)
    if camera not in USB_CAMERAS:
        raise NumbersError(
            f'arm.camera = "{camera.name}" cannot be built: its flat cable does not reach down an arm; the nearest is '
            "usb-2160p"
        )
    scene = BoardScene.from_numbers(numbers)
    if said := refusal(camera, scene, set_.height_mm, shape=numbers.board.shape, among=USB_CAMERAS):
        raise NumbersError(said.replace("camera.model", "arm.camera").replace("camera.height_mm", "arm.height_mm"))
    half = math.ceil(numbers.board.across_mm / 2)
    within("arm.edge_mm", set_.edge_mm, half, arm.reach_mm)
    within("arm.display_mm", set_.display_mm, half + STAND_MM / 2, 1000.0)
    low, high = (mm - numbers.board.floor_mm - CAMERA_MM for mm in arm.pole_mm)
    within("arm.height_mm", set_.height_mm, low, high)
    within("arm.cable_mm", set_.cable_mm, math.ceil(cable_mm(numbers) / 100) * 100, LONGEST_USB_MM)
    why = f"the camera swings at {sway_hz(numbers):.1f} Hz, so that it is not still {STILL_S:g} s after a knock"
    _tried(numbers, "edge_mm", range(int(set_.edge_mm), half, -5), lambda tried: sway_hz(tried) >= LEAST_HZ, why)
    if not set_.lamp_mm:
        return
    off = f"{max(0.0, mirrors_from_deg(numbers)):.1f}° off level, and {FLAT_DEG:g}° must do no harm"
    why, farther = f"a die at the board's edge mirrors the lamp when {off}", range(int(set_.lamp_mm), 2000, 5)
    _tried(numbers, "lamp_mm", farther, lambda tried: mirrors_from_deg(tried) >= FLAT_DEG, why)
    needed, brighter = least_lux(camera), range(int(set_.lamp_lumens), 20_000, 10)
    why = f"they make {lux(numbers):.0f} lux where the board is darkest, this camera needs {needed:.0f}"
    _tried(numbers, "lamp_lumens", brighter, lambda tried: lux(tried) >= needed, why)


def _tried(numbers: Numbers, name: str, others: Iterable[int], does: Callable[[Numbers], bool], why: str) -> None:
    """Refuse a number that does not do, with the first of others that does."""
    if does(numbers):
        return
    nearest = next((each for each in others if does(numbers.changed("arm", **{name: float(each)}))), None)
    works = f"the nearest is {nearest}" if nearest else f"no other does: take another of arm.model = {', '.join(ARMS)}"
    raise NumbersError(f"arm.{name} = {getattr(numbers.arm, name):g} cannot be built: {why}; {works}")
