"""Numbers that cannot be seen are refused: a board too large for its camera, dice too small, a height out of range."""

from __future__ import annotations

import math
from dataclasses import replace

from hardware.errors import NumbersError
from hardware.numbers import BoardShape, Numbers
from hardware.optics.cameras import CAMERAS, CameraModel, camera_named
from hardware.optics.heights import largest_reach_mm, legal_heights, smallest_die_mm
from hardware.optics.needs import LEAST_DIE_PX
from hardware.optics.ring_check import check_light
from hardware.optics.view import OCTAGON_CORNER, BoardScene, BoardView

SMALLEST_BOARD_MM, LARGEST_DIE_MM = 150.0, 30.0
"""As far as `hardware.numbers` lets them go."""


def check(numbers: Numbers) -> None:
    """Refuse numbers with which the board would not be seen whole, dice not be read, or the light mirror in them.

    Raises:
        NumbersError: If they are such; it names the number and the nearest that works.
    """
    check_view(numbers)
    check_light(numbers)


def check_view(numbers: Numbers) -> None:
    """Refuse numbers with which the board would not be seen whole, or dice not be read.

    Raises:
        NumbersError: If they are such; it names the number and the nearest that works.
    """
    camera, scene = camera_named(numbers.camera.model), BoardScene.from_numbers(numbers)
    if refused := refusal(camera, scene, numbers.camera.height_mm, shape=numbers.board.shape):
        raise NumbersError(refused)


def refusal(camera: CameraModel, scene: BoardScene, height_mm: float, *, shape: BoardShape) -> str:
    """Return why a scene cannot be seen from a height above the floor, and what is nearest; empty where it can."""
    heights = legal_heights(camera, scene)
    if not heights.is_possible:
        return _from_nowhere(camera, scene, shape)
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


def _from_nowhere(camera: CameraModel, scene: BoardScene, shape: BoardShape) -> str:
    lowest_mm = legal_heights(camera, scene).lowest_mm
    px = BoardView(camera=camera, scene=scene, height_mm=lowest_mm).edge_die_px
    said = (
        f"board.across_mm = {across_mm(scene, shape):g} with dice.size_mm = {scene.die_mm:g} cannot be built: "
        f"{camera.title} sees the whole board from {lowest_mm} mm on, where a die at its edge is {px:.0f} "
        f"px wide, and the eye needs {LEAST_DIE_PX:.0f}"
    )
    return f"{said}; {', or '.join(_instead(camera, scene, shape))}"


def _instead(camera: CameraModel, scene: BoardScene, shape: BoardShape) -> list[str]:
    """Return what would work instead: a board, dice, another camera."""
    board_mm = math.floor(across_mm(replace(scene, reach_mm=largest_reach_mm(camera, scene)), shape))
    die_mm = math.ceil(10 * smallest_die_mm(camera, scene)) / 10
    others = [other.name for other in CAMERAS if legal_heights(other, scene).is_possible]
    works = []
    if board_mm >= SMALLEST_BOARD_MM:
        works.append(f"the nearest board.across_mm is {board_mm}")
    if die_mm <= LARGEST_DIE_MM:
        works.append(f"the nearest dice.size_mm is {die_mm:g}")
    if others:
        works.append(f"it can be seen by camera.model = {', '.join(others)}")
    return works or ["no camera here sees such a board"]
