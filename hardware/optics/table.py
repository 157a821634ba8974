"""What is said of cameras, boards and heights: rows of words, for the terminal and for Markdown."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from hardware.errors import NumbersError
from hardware.numbers import Numbers
from hardware.optics.blur import defocus_mm, most_speed_mm_per_s, sharp_mm
from hardware.optics.cameras import CameraModel
from hardware.optics.check import refusal
from hardware.optics.exposure import exposure
from hardware.optics.heights import legal_heights
from hardware.optics.needs import LEAST_DIE_PX, MOST_BLUR
from hardware.optics.ring_check import ring_lux
from hardware.optics.view import BoardScene, BoardView, field_deg, focal_px, seen_mm

BOARDS_MM = (240.0, 270.0, 300.0, 330.0, 360.0, 400.0)
HEIGHTS_MM = tuple(range(300, 851, 50))
STEP_MM = 10.0
CUT_OFF = "cut"
LABEL = 26

Row = tuple[str, ...]


def markdown(head: Row, rows: Sequence[Row]) -> str:
    """Return a table as Markdown."""
    lines = [head, tuple("---" for _ in head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def plain(head: Row, rows: Sequence[Row]) -> str:
    """Return a table as a terminal shows it."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in (head, *rows)
    )


def usual_height_mm(camera: CameraModel, numbers: Numbers) -> float | None:
    """Return how high a camera should hang over the board of the numbers; None where no height will do.

    That of the numbers for their own camera; for others the middle of what is legal.
    """
    heights = legal_heights(camera, BoardScene.from_numbers(numbers))
    if not heights.is_possible:
        return None
    if camera.name == numbers.camera.model and heights.nearest_mm(numbers.camera.height_mm) == numbers.camera.height_mm:
        return numbers.camera.height_mm
    middle_mm = (heights.lowest_mm + heights.highest_mm) / 2
    rounded_mm = STEP_MM * round(middle_mm / STEP_MM)
    return rounded_mm if heights.nearest_mm(rounded_mm) == rounded_mm else middle_mm


def range_of(camera: CameraModel, scene: BoardScene) -> str:
    """Return between which heights a camera hangs, in words."""
    heights = legal_heights(camera, scene)
    if not heights.is_possible:
        return "–"
    return f"{heights.lowest_mm}–{heights.highest_mm} mm"


HANG_HEAD: Row = (
    "camera",
    "pictures",
    "may hang at",
    "hangs at",
    "sees there",
    "a die is, middle / edge",
    "room beside the rim",
)


def hang_row(camera: CameraModel, numbers: Numbers) -> Row:
    """Return how high a camera hangs over the board of the numbers, or why it does not."""
    scene, height_mm = BoardScene.from_numbers(numbers), usual_height_mm(camera, numbers)
    width, height = camera.picture_wh
    pictures = f"{width}×{height}, {camera.frames_per_s:.0f} a second"
    if height_mm is None:
        return camera.title, pictures, "no height", "", "", "", ""
    view = BoardView(camera=camera, scene=scene, height_mm=height_mm)
    across_mm, down_mm = seen_mm(camera, height_mm)
    return (
        camera.title,
        pictures,
        range_of(camera, scene),
        f"{height_mm:.0f} mm",
        f"{across_mm / 10:.0f}×{down_mm / 10:.0f} cm",
        f"{math.floor(view.die_px)} / {math.floor(view.edge_die_px)} px",
        f"{view.spare_mm:.0f} mm",
    )


DATA_HEAD: Row = (
    "camera",
    "focal length",
    "stated field",
    "field by focal length",
    "f/",
    "from",
    "focus",
    "read out in",
)


def data_row(camera: CameraModel) -> Row:
    """Return what a camera's maker says of it."""
    by_focal = field_deg(replace(camera, field_deg=None))
    stated = "–" if camera.field_deg is None else f"{camera.field_deg[0]:g}° × {camera.field_deg[1]:g}°"
    read_out = "unknown" if camera.read_out_ms is None else f"{camera.read_out_ms:.0f} ms"
    return (
        f"{camera.title} (`{camera.name}`)",
        f"{camera.focal_mm:g} mm = {focal_px(camera):.0f} px",
        stated,
        f"{by_focal[0]:.1f}° × {by_focal[1]:.1f}°",
        f"{camera.f_number:g}",
        f"{camera.nearest_mm / 10:g} cm",
        camera.focus.value,
        read_out,
    )


SHARP_HEAD: Row = (
    "camera",
    "a die's foot",
    "the rim",
    "sharp enough over",
    "shutter, gain",
    "a die may still move at",
    "angle at the edge",
    "its top seems shifted by",
    "its side looks as wide as",
)


def sharp_row(camera: CameraModel, numbers: Numbers) -> Row | None:
    """Return blur and parallax at the height that a camera hangs at, focused on the tops of dice; None without one."""
    scene, height_mm = BoardScene.from_numbers(numbers), usual_height_mm(camera, numbers)
    if height_mm is None:
        return None
    view = BoardView(camera=camera, scene=scene, height_mm=height_mm)
    focused_mm = height_mm - scene.die_mm
    near_mm, far_mm = sharp_mm(camera, focused_mm=focused_mm, die_mm=scene.die_mm)
    found = exposure(camera, ring_lux(numbers).darkest)
    return (
        f"{camera.title}, {height_mm:.0f} mm",
        _share(defocus_mm(camera, focused_mm=focused_mm, distance_mm=height_mm) / scene.die_mm),
        _share(defocus_mm(camera, focused_mm=focused_mm, distance_mm=height_mm - scene.rim_mm) / scene.die_mm),
        f"{near_mm / 10:.0f}–{far_mm / 10:.0f} cm",
        f"{found.shutter_ms:.0f} ms, {found.gain:.1f}",
        f"{most_speed_mm_per_s(found.shutter_ms, scene.die_mm) / 10:.0f} cm/s",
        f"{view.edge_deg:.0f}°",
        f"{view.edge_shift_mm:.1f} mm",
        f"{100 * view.side_share:.0f} % of its top",
    )


def _share(blur: float) -> str:
    return f"{100 * blur:.1f} %"


def matrix_head() -> Row:
    """Return the head of a camera's table."""
    return ("board", "may hang at", *(f"{height} mm" for height in HEIGHTS_MM))


def matrix_row(camera: CameraModel, board_mm: float, numbers: Numbers) -> Row:
    """Return what a camera sees of a board from many heights, a `cell` each."""
    scene = scene_of(numbers, board_mm)
    views = [BoardView(camera=camera, scene=scene, height_mm=float(height)) for height in HEIGHTS_MM]
    return f"{board_mm:g} mm", range_of(camera, scene), *(cell(view) for view in views)


def cell(view: BoardView) -> str:
    """Return a view in a word: px of a die at the edge, in brackets where that is too small, or that it is cut off."""
    if view.spare_mm < 0:
        return CUT_OFF
    px = math.floor(view.edge_die_px)
    return f"{px}" if view.edge_die_px >= LEAST_DIE_PX else f"({px})"


def scene_of(numbers: Numbers, board_mm: float) -> BoardScene:
    """Return the scene of the numbers with a board of another size."""
    return BoardScene.from_numbers(numbers.changed("board", across_mm=board_mm))


def said_of(camera: CameraModel, numbers: Numbers, height_mm: float) -> str:
    """Return all that is to be said of one camera at one height.

    Raises:
        NumbersError: If it cannot be built so.
    """
    scene = BoardScene.from_numbers(numbers)
    if refused := refusal(camera, scene, height_mm, shape=numbers.board.shape):
        raise NumbersError(refused)
    tried = numbers.changed("camera", model=camera.name, height_mm=height_mm)
    heads, rows = (*HANG_HEAD, *SHARP_HEAD[1:]), (*hang_row(camera, tried), *(sharp_row(camera, tried) or ())[1:])
    lines = [f"{head:>{LABEL}}  {row}" for head, row in zip(heads, rows, strict=True)]
    works = f"works: the board fits, dice are wide enough and sharp (up to {100 * MOST_BLUR:.0f} % blur)"
    return "\n".join([*lines, f"{'verdict':>{LABEL}}  {works}"])
