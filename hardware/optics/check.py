"""Numbers that cannot be seen are refused, by name and with the nearest that works.

A board too large for its camera, dice too small, a height out of range; a ring of light that would mirror in dice, hide
the board, shine into the lens, or be too dark.
"""

import math
from collections.abc import Callable
from dataclasses import replace

from hardware.errors import NumbersError
from hardware.numbers import HIGHEST_MM, BoardShape, Numbers
from hardware.optics.cameras import CAMERAS, CameraModel, camera_named
from hardware.optics.exposure import least_lux
from hardware.optics.glare import FLAT_DEG, floor_reach_mm, inner_mm, least_tilt_deg
from hardware.optics.needs import LEAST_DIE_PX, MOST_UNEVEN
from hardware.optics.ring import Lux, lux_on
from hardware.optics.view import (
    CENTRING_MM,
    OCTAGON_CORNER,
    BoardScene,
    BoardView,
    largest_reach_mm,
    legal_heights,
    smallest_die_mm,
)

SMALLEST_BOARD_MM, LARGEST_DIE_MM = 150.0, 30.0
LOWEST_MM, WIDEST_MM = 60.0, 1200.0
"""As far as `hardware.numbers` lets boards, dice, and a ring's height and diameter go."""

SHELL_MM = 15.0  # what is printed round the strip comes so much nearer to the middle than the diffuser, at most


def check(numbers: Numbers) -> None:
    """Refuse with `NumbersError`, and the nearest that works, what is not seen, read or lit as the eye needs it."""
    check_view(numbers)
    check_light(numbers)


def check_view(numbers: Numbers) -> None:
    """Refuse with `NumbersError` numbers with which the board would not be seen whole, or dice not be read."""
    camera, scene = camera_named(numbers.camera.model), BoardScene.from_numbers(numbers)
    if refused := refusal(camera, scene, numbers.camera.height_mm, shape=numbers.board.shape):
        raise NumbersError(refused)


def refusal(
    camera: CameraModel,
    scene: BoardScene,
    height_mm: float,
    *,
    shape: BoardShape,
    among: tuple[CameraModel, ...] = CAMERAS,
) -> str:
    """Return why a scene cannot be seen from a height above the floor, and what is nearest; empty where it can.

    Other cameras are offered among some.
    """
    heights = legal_heights(camera, scene)
    if not heights.is_possible:
        return _from_nowhere(camera, scene, shape, among)
    if height_mm < heights.lowest_mm:
        return (
            f"camera.height_mm = {height_mm:g} cannot be built: {camera.title} sees the whole board of "
            f"{across_mm(scene, shape):g} mm with its rim from {heights.lowest_mm} mm on; "
            f"the nearest is {heights.lowest_mm}"
        )
    if height_mm > heights.highest_mm:
        px = BoardView(camera=camera, scene=scene, height_mm=height_mm).edge_die_px
        return (
            f"camera.height_mm = {height_mm:g} cannot be built: a die of {scene.die_mm:g} mm at the edge of the "
            f"board is {px:.0f} px wide for {camera.title}, the eye needs {LEAST_DIE_PX:.0f}; "
            f"the nearest is {heights.highest_mm}"
        )
    return ""


def across_mm(scene: BoardScene, shape: BoardShape) -> float:
    """Return how far a scene's board measures across, as ``numbers.toml`` has it."""
    return 2 * scene.reach_mm / (OCTAGON_CORNER if shape is BoardShape.OCTAGON else 1.0)


def _from_nowhere(camera: CameraModel, scene: BoardScene, shape: BoardShape, among: tuple[CameraModel, ...]) -> str:
    lowest_mm = legal_heights(camera, scene).lowest_mm
    px = BoardView(camera=camera, scene=scene, height_mm=lowest_mm).edge_die_px
    why = f"where a die at its edge is {px:.0f} px wide, and the eye needs {LEAST_DIE_PX:.0f}"
    if lowest_mm > HIGHEST_MM:
        why = f"and none hangs higher than {HIGHEST_MM} mm"
    said = (
        f"board.across_mm = {across_mm(scene, shape):g} with dice.size_mm = {scene.die_mm:g} cannot be built: "
        f"{camera.title} sees the whole board from {lowest_mm} mm on, {why}"
    )
    return f"{said}; {', or '.join(_instead(camera, scene, shape, among))}"


def _instead(camera: CameraModel, scene: BoardScene, shape: BoardShape, among: tuple[CameraModel, ...]) -> list[str]:
    board_mm = math.floor(across_mm(replace(scene, reach_mm=largest_reach_mm(camera, scene)), shape))
    die_mm = math.ceil(10 * smallest_die_mm(camera, scene)) / 10
    others = [other.name for other in among if legal_heights(other, scene).is_possible]
    works = []
    if board_mm >= SMALLEST_BOARD_MM:
        works.append(f"the nearest board.across_mm is {board_mm}")
    if die_mm <= LARGEST_DIE_MM:
        works.append(f"the nearest dice.size_mm is {die_mm:g}")
    if others:
        works.append(f"it can be seen by camera.model = {', '.join(others)}")
    return works or ["no camera here sees such a board"]


def check_light(numbers: Numbers) -> None:
    """Refuse with `NumbersError` a ring that does not light the board as the eye needs it."""
    for refuse in (_mirrors, _hides, _dazzles, _is_dark, _is_uneven):
        if refused := refuse(numbers):
            raise NumbersError(refused)


def ring_lux(numbers: Numbers) -> Lux:
    """Return the light on the tops of dice, all over the floor."""
    return lux_on(numbers.light, radius_mm=floor_reach_mm(numbers), height_mm=numbers.dice.size_mm)


def _mirrors(numbers: Numbers) -> str:
    light = numbers.light
    if light.ring_height_mm > numbers.dice.size_mm and least_tilt_deg(numbers) >= FLAT_DEG:
        return ""
    widths = range(math.ceil(light.ring_diameter_mm), int(WIDEST_MM) + 1)
    wider = _first(widths, lambda width: least_tilt_deg(numbers.changed("light", ring_diameter_mm=width)) >= FLAT_DEG)
    lower = lower_mm(numbers)
    works = [] if lower is None else [f"the nearest is {lower}"]
    works += [] if wider is None else [f"light.ring_diameter_mm = {wider} would do as well"]
    return (
        f"light.ring_height_mm = {light.ring_height_mm:g} cannot be built: a ring of {light.ring_diameter_mm:g} mm "
        f"mirrors there in dice at the edge of the board that are {max(0.0, least_tilt_deg(numbers)):.1f}° off level, "
        f"and {FLAT_DEG:g}° must do no harm; {'; '.join(works) or 'take a smaller board'}"
    )


def lower_mm(numbers: Numbers) -> int | None:
    """Return the nearest height, from that of the numbers downwards, at which the ring mirrors in no die."""
    heights = range(math.floor(numbers.light.ring_height_mm), int(LOWEST_MM) - 1, -1)
    return _first(heights, lambda height: least_tilt_deg(numbers.changed("light", ring_height_mm=height)) >= FLAT_DEG)


def _first(values: range, is_so: Callable[[int], bool]) -> int | None:
    return next((value for value in values if is_so(value)), None)


def _hides(numbers: Numbers) -> str:
    scene = BoardScene.from_numbers(numbers)
    seen_at = (numbers.camera.height_mm - numbers.light.ring_height_mm) / (numbers.camera.height_mm - scene.rim_mm)
    needed_mm = (scene.reach_mm + CENTRING_MM) * seen_at + SHELL_MM
    if inner_mm(numbers.light) >= needed_mm:
        return ""
    nearest = math.ceil(2 * needed_mm + numbers.light.diffuser_width_mm)
    return (
        f"light.ring_diameter_mm = {numbers.light.ring_diameter_mm:g} cannot be built: it hides the rim of the board "
        f"from the camera; the nearest is {nearest}"
    )


def _dazzles(numbers: Numbers) -> str:
    above_mm = numbers.camera.height_mm - numbers.light.ring_height_mm
    least_deg = math.degrees(math.atan2(numbers.light.ring_diameter_mm / 2, above_mm))
    if numbers.light.tilt_deg >= least_deg:
        return ""
    return (
        f"light.tilt_deg = {numbers.light.tilt_deg:g} cannot be built: the ring shines into the lens; "
        f"the nearest is {math.ceil(least_deg)}"
    )


def _is_dark(numbers: Numbers) -> str:
    needed, found = least_lux(camera_named(numbers.camera.model)), ring_lux(numbers).darkest
    if found >= needed:
        return ""
    nearest = math.ceil(10 * numbers.light.strip_watts_per_m * needed / found) / 10
    return (
        f"light.strip_watts_per_m = {numbers.light.strip_watts_per_m:g} cannot be built: it makes {found:.0f} lux "
        f"where the board is darkest, this camera needs {needed:.0f}; the nearest is {nearest:g}"
    )


def _is_uneven(numbers: Numbers) -> str:
    if (found := ring_lux(numbers).unevenness) <= MOST_UNEVEN:
        return ""
    heights = range(math.ceil(numbers.light.ring_height_mm), math.floor(numbers.camera.height_mm))
    nearest = _first(
        heights, lambda height: ring_lux(numbers.changed("light", ring_height_mm=height)).unevenness <= MOST_UNEVEN
    )
    works = "build more sides (light.lit_sides)" if nearest is None else f"the nearest is {nearest}"
    return (
        f"light.ring_height_mm = {numbers.light.ring_height_mm:g} cannot be built: the brightest of the board gets "
        f"{found:.1f} × as much light as the darkest, the eye can do with {MOST_UNEVEN:g} ×; {works}"
    )
