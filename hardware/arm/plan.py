"""How a clamp arm, a camera, a display and two lamps stand round a board, and whether dice are read there.

What the café's build has as well, camera and lamps, is reckoned for whichever of the two the numbers choose.

The origin lies on the table under the board's middle; x to the edge of the table that the arm is clamped to, where
nobody sits; players sit at -y and +y; the display stands at -x. Lamps stand in the two corners at the arm's edge, or at
the café's mast, beside the players' hands; the key lies where both reach it.

Source: Young, Budynas, "Roark's Formulas for Stress and Strain" (cantilevers, torsion of tubes); free oscillation with
    damping falls by exp(-2π · ζ · f · t).
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hardware import data
from hardware.errors import NumbersError
from hardware.mount.boards import SCREENS
from hardware.mount.reading import Legibility, legibility
from hardware.numbers import LONGEST_USB_MM, Build, CafeNumbers, Numbers, within
from hardware.optics.cameras import CAMERAS, camera_named
from hardware.optics.check import refusal
from hardware.optics.exposure import least_lux
from hardware.optics.glare import FLAT_DEG, mirroring_tilt_deg
from hardware.optics.needs import MOST_UNEVEN
from hardware.optics.ring import Lux, lux_of
from hardware.optics.view import CENTRING_MM, BoardScene
from hardware.parts.made import numbers_of

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
SHADE_MM = 120.0  # of a lamp's shade or foot, across: the widest that the bill allows
KEY_MM, KEY_GAP_MM = 50.0, 10.0  # of the key, a square: assumed; and from the board or the plate to it


@dataclass(frozen=True, slots=True, kw_only=True)
class Arm:
    """An arm that is bought."""

    name: str  # in ``numbers.toml``
    title: tuple[str, str]  # in English and German
    reach_mm: float  # from the pole to the camera, at most
    pole_mm: tuple[float, float]  # height of the boom above the table, lowest and highest
    pole_tube_mm: tuple[float, float]  # outer diameter and wall of the pole's thinnest tube
    boom_tube_mm: tuple[float, float]  # of the boom
    young_mpa: float = 69_000.0  # aluminium


ARMS = {arm.name: arm for arm in data.load(Path(__file__).with_name("arms.toml"), tuple[Arm, ...], under="arm")}
USB_CAMERAS = tuple(camera for camera in CAMERAS if camera.sensor is None)


def arm_in(numbers: Numbers) -> Arm:
    """Return the arm of the numbers; `NumbersError`, with the nearest, if none such is sold."""
    return ARMS[numbers_of(Build.ARM, numbers).arm.model]


def boom_mm(numbers: Numbers) -> float:
    """Return how high the boom is above the table."""
    return numbers.board.floor_mm + numbers.arm.height_mm + CAMERA_MM


def cable_mm(numbers: Numbers) -> float:
    """Return how long the camera's cable must be, in whole decimetres: along the arm, down, and to the display."""
    arm = numbers.arm  # under the board the cable comes back
    return math.ceil((2 * arm.edge_mm + boom_mm(numbers) + arm.display_mm + SLACK_MM) / 100) * 100


def lamp_at_mm(numbers: Numbers) -> tuple[float, float]:
    """Return where the middle of a lamp is, x and ±y, in whole centimetres for a ruler.

    Both stand in corners, beside the players' hands; the arm's on the table's edge, the café's beside its plate.
    """
    desk, far = numbers.desk, numbers.desk.lamp_mm + SHADE_MM / 2
    x = math.ceil(max(far / math.sqrt(2), (numbers.board.across_mm + SHADE_MM) / 2) / 10) * 10.0
    x = x if isinstance(desk, CafeNumbers) else min(x, numbers.arm.edge_mm - SHADE_MM / 2)
    y = math.ceil(math.sqrt(max(0.0, far**2 - x**2)) / 10) * 10.0
    return x, max(y, (desk.deep_mm + SHADE_MM) / 2) if isinstance(desk, CafeNumbers) else y


def footprint_mm(numbers: Numbers, *, lit: bool = True) -> tuple[float, float]:
    """Return how much of the table it takes with its key: from side to side, and between the players.

    Lamps are counted where there are some, unless it is not `lit`.
    """
    desk, half, (x, y) = numbers.desk, numbers.board.across_mm / 2, lamp_at_mm(numbers)
    right, deep = (x + SHADE_MM / 2, 2 * y + SHADE_MM) if lit and desk.lamp_mm else (0.0, 0.0)
    if isinstance(desk, CafeNumbers):  # the key lies beside the plate, else between board and arm
        return KEY_MM + KEY_GAP_MM + half + max(desk.wide_mm - half, right), max(desk.deep_mm, deep)
    return numbers.arm.edge_mm + numbers.arm.display_mm + STAND_MM / 2, max(2 * half, deep)


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


def lux(numbers: Numbers) -> Lux:
    """Return the light of both lamps, which look at the middle, on dice all over the board."""
    desk, scene, (x, y) = numbers.desk, BoardScene.from_numbers(numbers), lamp_at_mm(numbers)
    lamps = np.array([[x, side * y, desk.lamp_height_mm - scene.die_mm] for side in (-1, 1)])
    facing = -lamps / np.linalg.norm(lamps, axis=1, keepdims=True)
    far, turn = np.meshgrid(np.linspace(0.0, scene.floor_mm, 11), np.linspace(0.0, 2 * np.pi, 49))
    places = np.stack([far * np.cos(turn), far * np.sin(turn), 0 * far], axis=-1).reshape(-1, 3)
    found = lux_of(lamps, facing, 2 * SHADED * desk.lamp_lumens, places)
    return Lux(middle=found[0], darkest=found.min(), brightest=found.max())


def mirrors_from_deg(numbers: Numbers) -> float:
    """Return how far a die at the board's edge must be off level to show a lamp to the camera, at its nearest."""
    scene, arm = BoardScene.from_numbers(numbers), numbers.desk
    return mirroring_tilt_deg(
        scene.floor_mm + CENTRING_MM,
        radius_mm=math.hypot(*lamp_at_mm(numbers)) - SHADE_MM / 2,
        lamp_mm=arm.lamp_height_mm - scene.die_mm,
        camera_mm=arm.height_mm - scene.die_mm,
    )


def seen_by(numbers: Numbers) -> Legibility | None:
    """Return how either player sees the display; None where none hangs at the Pi, or its size is not known."""
    screen, middle = SCREENS.get(numbers.display.model), (-numbers.arm.display_mm, 0.0, DISPLAY_Z_MM)
    return legibility(screen, numbers.arm.display_tilt_deg, middle, -1) if screen else None


def check(numbers: Numbers) -> None:
    """Refuse with `NumbersError`, and the nearest that works, what is not seen, held still, reached or lit."""
    arm, set_ = arm_in(numbers), numbers.arm
    check_sight(numbers)
    half = math.ceil(numbers.board.across_mm / 2)
    beside = min(half + (SHADE_MM if set_.lamp_mm else KEY_GAP_MM + KEY_MM), arm.reach_mm)  # where lamps or key stand
    within("arm.edge_mm", set_.edge_mm, beside, arm.reach_mm)
    within("arm.display_mm", set_.display_mm, half + STAND_MM / 2, 1000.0)
    low, high = (mm - numbers.board.floor_mm - CAMERA_MM for mm in arm.pole_mm)
    within("arm.height_mm", set_.height_mm, low, high)
    within("arm.cable_mm", set_.cable_mm, cable_mm(numbers), LONGEST_USB_MM)
    nearer, instead = range(int(set_.edge_mm), int(beside) - 1, -5), f"take another of arm.model = {', '.join(ARMS)}"
    tried(numbers, "edge_mm", nearer, lambda other: sway_hz(other) >= LEAST_HZ, swings(sway_hz(numbers)), instead)
    check_lamps(numbers)


def swings(hz: float) -> str:
    """Return why a camera does not stand still."""
    return f"the camera swings at {hz:.1f} Hz, so that it is not still {STILL_S:g} s after a knock"


def check_sight(numbers: Numbers) -> None:
    """Refuse with `NumbersError` what is not sold for the build, or a camera that sees no dice on the whole board."""
    camera = camera_named(numbers_of(numbers.build, numbers).camera.model)
    desk, name, scene = numbers.desk, numbers.build, BoardScene.from_numbers(numbers)
    if said := refusal(camera, scene, desk.height_mm, shape=numbers.board.shape, among=USB_CAMERAS):
        said = said.replace("camera.model", f"{name}.camera")
        raise NumbersError(said.replace("camera.height_mm", f"{name}.height_mm"))


def check_lamps(numbers: Numbers) -> None:
    """Refuse with `NumbersError` lamps that a die mirrors, or that make less light than the camera needs."""
    desk = numbers.desk
    if not desk.lamp_mm:
        return
    off = f"{max(0.0, mirrors_from_deg(numbers)):.1f}° off level, and {FLAT_DEG:g}° must do no harm"
    why, farther = f"a die at the board's edge mirrors the lamp when {off}", range(int(desk.lamp_mm), 2000, 5)
    tried(numbers, "lamp_mm", farther, lambda other: mirrors_from_deg(other) >= FLAT_DEG, why)
    why = f"it lights the board's brightest place {lux(numbers).unevenness:.1f} × as much as its darkest"
    tried(numbers, "lamp_mm", farther, lambda other: lux(other).unevenness <= MOST_UNEVEN, why)
    needed, brighter = least_lux(camera_named(desk.camera)), range(int(desk.lamp_lumens), 20_000, 10)
    why = f"they make {lux(numbers).darkest:.0f} lux where the board is darkest, this camera needs {needed:.0f}"
    tried(numbers, "lamp_lumens", brighter, lambda other: lux(other).darkest >= needed, why)


def tried(
    numbers: Numbers,
    name: str,
    others: Iterable[int],
    does: Callable[[Numbers], bool],
    why: str,
    instead: str = "take a smaller board",
) -> None:
    """Refuse a number of the build that does not do, with the first of others that does."""
    if does(numbers):
        return
    nearest = next((each for each in others if does(numbers.changed(numbers.build, **{name: float(each)}))), None)
    works = f"the nearest is {nearest}" if nearest else f"no other does: {instead}"
    raise numbers.refused(f"{numbers.build}.{name}", f"{why}; {works}")
