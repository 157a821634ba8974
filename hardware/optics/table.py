"""What is said of cameras, boards, heights and the ring of light: rows of words for Markdown."""

import math
from collections.abc import Iterable

from hardware.numbers import Numbers
from hardware.optics import view
from hardware.optics.cameras import CameraModel
from hardware.optics.check import ring_lux
from hardware.optics.exposure import exposure, least_lux

STEP_MM = 10.0


def lined(heads: Iterable[str], lines: Iterable[Iterable[str]]) -> str:
    """Return a table as Markdown, from its heads and its lines; without heads the lines alone."""
    above = [list(heads)]
    whole = [*above, ["---"] * len(above[0]), *lines] if above[0] else lines
    return "\n".join(f"| {' | '.join(line)} |" for line in whole)


def usual_height_mm(camera: CameraModel, numbers: Numbers) -> float | None:
    """Return how high a camera should hang over the board of the numbers; None where no height will do.

    That of the numbers for their own camera; for others the middle of what is legal.
    """
    heights = view.legal_heights(camera, view.BoardScene.from_numbers(numbers))
    if not heights.is_possible:
        return None
    if camera.name == numbers.camera.model and heights.nearest_mm(numbers.camera.height_mm) == numbers.camera.height_mm:
        return numbers.camera.height_mm
    middle_mm = (heights.lowest_mm + heights.highest_mm) / 2
    rounded_mm = STEP_MM * round(middle_mm / STEP_MM)
    return rounded_mm if heights.nearest_mm(rounded_mm) == rounded_mm else middle_mm


def range_of(camera: CameraModel, scene: view.BoardScene) -> str:
    """Return between which heights a camera hangs, in words."""
    heights = view.legal_heights(camera, scene)
    return f"{heights.lowest_mm}–{heights.highest_mm} mm" if heights.is_possible else "–"


def hang_row(camera: CameraModel, numbers: Numbers) -> tuple[str, ...]:
    """Return how high a camera hangs over the board of the numbers, or that it does not, as a line of its page."""
    scene, height_mm = view.BoardScene.from_numbers(numbers), usual_height_mm(camera, numbers)
    width, height = camera.picture_wh
    pictures = f"{width}×{height}, {camera.frames_per_s:.0f} a second"
    if height_mm is None:
        return camera.title, pictures, "no height", "", "", "", ""
    sight = view.BoardView(camera=camera, scene=scene, height_mm=height_mm)
    across_mm, down_mm = view.seen_mm(camera, height_mm)
    sees = f"{across_mm / 10:.0f}×{down_mm / 10:.0f} cm"
    die_px, spare_mm = f"{math.floor(sight.die_px)} / {math.floor(sight.edge_die_px)} px", f"{sight.spare_mm:.0f} mm"
    return camera.title, pictures, range_of(camera, scene), f"{height_mm:.0f} mm", sees, die_px, spare_mm


def sharp_row(camera: CameraModel, numbers: Numbers) -> tuple[str, ...]:
    """Return blur and parallax at the height that a camera hangs at, focused on the tops of dice; without one none."""
    scene, height_mm = view.BoardScene.from_numbers(numbers), usual_height_mm(camera, numbers)
    if height_mm is None:
        return ()
    sight = view.BoardView(camera=camera, scene=scene, height_mm=height_mm)
    focused_mm, found = height_mm - scene.die_mm, exposure(camera, ring_lux(numbers).darkest)
    near_mm, far_mm = view.sharp_mm(camera, focused_mm=focused_mm, die_mm=scene.die_mm)

    def blur(distance_mm: float) -> str:
        return f"{100 * view.defocus_mm(camera, focused_mm=focused_mm, distance_mm=distance_mm) / scene.die_mm:.1f} %"

    sharp = (blur(height_mm), blur(height_mm - scene.rim_mm), f"{near_mm / 10:.0f}–{far_mm / 10:.0f} cm")
    speed_cm = view.most_speed_mm_per_s(found.shutter_ms, scene.die_mm) / 10
    shot = (f"{least_lux(camera):.0f} lux", f"{found.shutter_ms:.0f} ms, {found.gain:.1f}", f"{speed_cm:.0f} cm/s")
    side = f"{100 * sight.side_share:.0f} % of its top"
    slanted = (f"{sight.edge_deg:.0f}°", f"{sight.edge_shift_mm:.1f} mm", side)
    return f"{camera.title}, {height_mm:.0f} mm", *sharp, *shot, *slanted
