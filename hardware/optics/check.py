"""Numbers that cannot be seen are refused, by name and with the nearest that works.

A board too large for its camera, dice too small, a height out of range; a ring of light that would mirror in dice, hide
the board, shine into the lens, or be too dark: what works instead of that, `hardware.guide.plan` says.
"""

import math
from collections.abc import Sequence
from dataclasses import replace

from hardware.errors import NumbersError
from hardware.numbers import HIGHEST_MM, BoardShape, Numbers
from hardware.optics import view
from hardware.optics.cameras import CameraModel, camera_named
from hardware.optics.exposure import least_lux
from hardware.optics.glare import FLAT_DEG, floor_reach_mm, inner_mm, least_tilt_deg
from hardware.optics.needs import LEAST_DIE_PX, MOST_UNEVEN
from hardware.optics.ring import Lux, lux_on

SMALLEST_BOARD_MM, LARGEST_DIE_MM = 150.0, 30.0
"""As far as `hardware.numbers` lets boards and dice go."""

SHELL_MM = 15.0  # what is printed round the strip comes so much nearer to the middle than the diffuser, at most


def check_view(numbers: Numbers) -> None:
    """Refuse with `NumbersError` numbers with which the board would not be seen whole, or dice not be read."""
    camera, scene = camera_named(numbers.camera.model), view.BoardScene.from_numbers(numbers)
    if said := _unseen(camera, scene, numbers.camera.height_mm, numbers.board.shape):
        raise NumbersError(said)


def refusal(
    camera: CameraModel, scene: view.BoardScene, height_mm: float, *, shape: BoardShape, among: Sequence[CameraModel]
) -> str:
    """Return why a scene cannot be seen from a height above the floor, and what is nearest; empty where it can.

    Other cameras are offered among some.
    """
    heights, said = view.legal_heights(camera, scene), _unseen(camera, scene, height_mm, shape)
    if not said:
        return ""
    nearest = [f"the nearest is {heights.nearest_mm(height_mm):g}"]
    return f"{said}; {', or '.join(nearest if heights.is_possible else _instead(camera, scene, shape, among))}"


def across_mm(scene: view.BoardScene, shape: BoardShape) -> float:
    """Return how far a scene's board measures across, as ``numbers.toml`` has it."""
    return 2 * scene.reach_mm / (view.OCTAGON_CORNER if shape is BoardShape.OCTAGON else 1.0)


def _unseen(camera: CameraModel, scene: view.BoardScene, height_mm: float, shape: BoardShape) -> str:
    heights, across = view.legal_heights(camera, scene), across_mm(scene, shape)
    if heights.is_possible and height_mm == heights.nearest_mm(height_mm):
        return ""
    is_high = heights.is_possible and height_mm > heights.highest_mm
    px = view.BoardView(camera=camera, scene=scene, height_mm=height_mm if is_high else heights.lowest_mm).edge_die_px
    needed, sees = f"the eye needs {LEAST_DIE_PX:.0f}", f"{camera.title} sees the whole board"
    if not heights.is_possible:
        why = f"where a die at its edge is {px:.0f} px wide, and {needed}"
        why = why if heights.lowest_mm <= HIGHEST_MM else f"and none hangs higher than {HIGHEST_MM} mm"
        wrong = f"board.across_mm = {across:g} with dice.size_mm = {scene.die_mm:g}"
        return f"{wrong} cannot be built: {sees} from {heights.lowest_mm} mm on, {why}"
    why = f"{sees} of {across:g} mm with its rim from {heights.lowest_mm} mm on"
    if is_high:
        why = f"a die of {scene.die_mm:g} mm at the edge of the board is {px:.0f} px wide for {camera.title}, {needed}"
    return f"camera.height_mm = {height_mm:g} cannot be built: {why}"


def _instead(camera: CameraModel, scene: view.BoardScene, shape: BoardShape, among: Sequence[CameraModel]) -> list[str]:
    board_mm = math.floor(across_mm(replace(scene, reach_mm=view.largest_reach_mm(camera, scene)), shape))
    die_mm = math.ceil(10 * view.smallest_die_mm(camera, scene)) / 10
    others = [other.name for other in among if view.legal_heights(other, scene).is_possible]
    works = []
    if board_mm >= SMALLEST_BOARD_MM:
        works.append(f"the nearest board.across_mm is {board_mm}")
    if die_mm <= LARGEST_DIE_MM:
        works.append(f"the nearest dice.size_mm is {die_mm:g}")
    if others:
        works.append(f"it can be seen by camera.model = {', '.join(others)}")
    return works or ["no camera here sees such a board"]


def ring_lux(numbers: Numbers) -> Lux:
    """Return the light on the tops of dice, all over the floor."""
    return lux_on(numbers.light, radius_mm=floor_reach_mm(numbers), height_mm=numbers.dice.size_mm)


def check_mirrors(numbers: Numbers) -> None:
    """Refuse with `NumbersError` a ring that a die mirrors."""
    light, least_deg = numbers.light, least_tilt_deg(numbers)
    if light.ring_height_mm <= numbers.dice.size_mm or least_deg < FLAT_DEG:
        off = f"{max(0.0, least_deg):.1f}° off level, and {FLAT_DEG:g}° must do no harm"
        where = f"in dice at the edge of the board that are {off}"
        raise numbers.refused("light.ring_height_mm", f"a ring of {light.ring_diameter_mm:g} mm mirrors {where}")


def check_rim(numbers: Numbers) -> None:
    """Refuse with `NumbersError` a ring that hides the board."""
    scene = view.BoardScene.from_numbers(numbers)
    seen_at = (numbers.camera.height_mm - numbers.light.ring_height_mm) / (numbers.camera.height_mm - scene.rim_mm)
    if inner_mm(numbers.light) < (scene.reach_mm + view.CENTRING_MM) * seen_at + SHELL_MM:
        raise numbers.refused("light.ring_diameter_mm", "it hides the rim of the board from the camera")


def check_dazzle(numbers: Numbers) -> None:
    """Refuse with `NumbersError` a ring that shines into the lens."""
    above_mm = numbers.camera.height_mm - numbers.light.ring_height_mm
    if numbers.light.tilt_deg < math.degrees(math.atan2(numbers.light.radius_mm, above_mm)):
        raise numbers.refused("light.tilt_deg", "the ring shines into the lens")


def check_lux(numbers: Numbers) -> None:
    """Refuse with `NumbersError` a ring that does not make the light that the camera needs."""
    needed, found = least_lux(camera_named(numbers.camera.model)), ring_lux(numbers).darkest
    if found < needed:
        why = f"it makes {found:.0f} lux where the board is darkest, this camera needs {needed:.0f}"
        raise numbers.refused("light.strip_watts_per_m", why)


def check_evenness(numbers: Numbers) -> None:
    """Refuse with `NumbersError` a ring that lights one place much more than another."""
    if (found := ring_lux(numbers).unevenness) > MOST_UNEVEN:
        why = f"the brightest of the board gets {found:.1f} × as much light as the darkest"
        raise numbers.refused("light.ring_height_mm", f"{why}, the eye can do with {MOST_UNEVEN:g} ×")
