"""The plots of the optics, as SVG whose bytes depend on the numbers alone."""

import io
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from hardware.numbers import Numbers
from hardware.optics.cameras import CAMERAS
from hardware.optics.glare import floor_reach_mm, inner_mm, mirror_mm
from hardware.optics.needs import LEAST_DIE_PX
from hardware.optics.ring import lux_at
from hardware.optics.table import SHINING_MM
from hardware.optics.view import BoardScene, BoardView, legal_heights

SETTINGS = {"svg.hashsalt": "serviert", "font.size": 10.0, "font.family": "DejaVu Sans"}
COLOURS = ("#1b6ca8", "#d1603d", "#2e8b57", "#8a5fbf", "#b8860b", "#c2417c", "#777777", "#3a9d9d", "#5a3d2b", "#a0a52a")
SHOWN_MM = (200.0, 1000.0)
MOST_PX = 120.0
LENS_RING_MM = 200.0


def svg(figure: Figure) -> bytes:
    """Return a figure as SVG: no date, and ids that are the same every time."""
    out = io.BytesIO()
    with mpl.rc_context(SETTINGS):
        FigureCanvasSVG(figure).print_svg(out, metadata={"Date": None, "Creator": None})
    return out.getvalue()


def heights_plot(numbers: Numbers) -> bytes:
    """Draw how wide a die at the edge of the board is from which height, and where the whole board is seen."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(10.5, 5.4), layout="constrained")
        axes = figure.subplots()
        axes.axhspan(0, LEAST_DIE_PX, color="#f0e4e0", zorder=0)
        axes.text(SHOWN_MM[0] + 12, 4, f"under {LEAST_DIE_PX:.0f} px: not surely read", color="#8a4a3a")
        axes.axvline(numbers.camera.height_mm, color="#444444", linewidth=0.8, linestyle=(0, (2, 3)))
        axes.text(numbers.camera.height_mm + 8, 4, f"{numbers.camera.height_mm:g} mm: numbers.toml")
        for camera, colour in zip(CAMERAS, COLOURS, strict=True):
            _draw_camera(axes, camera, BoardScene.from_numbers(numbers), colour)
        board, die_mm = numbers.board, numbers.dice.size_mm
        axes.set_title(f"A die of {die_mm:g} mm at the edge of a board of {board.across_mm:g} mm ({board.shape.value})")
        axes.set_xlabel("height of the lens above the floor, mm")
        axes.set_ylabel("width of the die, px")
        axes.set_xlim(*SHOWN_MM)
        axes.set_ylim(0, MOST_PX)
        title = "thick: the whole board is seen,\nand dice are wide enough"
        figure.legend(title=title, loc="outside right upper", alignment="left", frameon=False)
    return svg(figure)


def _draw_camera(axes: Any, camera: Any, scene: BoardScene, colour: str) -> None:
    heights_mm = np.linspace(*SHOWN_MM, 400)
    px = [BoardView(camera=camera, scene=scene, height_mm=float(height)).edge_die_px for height in heights_mm]
    axes.plot(heights_mm, px, color=colour, linewidth=0.9, alpha=0.7)
    legal = legal_heights(camera, scene)
    label = camera.title if legal.is_possible else f"{camera.title}:\nfrom no height"
    if legal.is_possible and legal.lowest_mm > SHOWN_MM[1]:
        label = f"{camera.title}:\nfrom {legal.lowest_mm} mm on"
    inside = (heights_mm >= legal.lowest_mm) & (heights_mm <= legal.highest_mm)
    axes.plot(heights_mm[inside], np.array(px)[inside], color=colour, linewidth=4.0, label=label, solid_capstyle="butt")


def light_plot(numbers: Numbers) -> bytes:
    """Draw where a ring round the lens mirrors, where the ring of the numbers does, and the light along the board."""
    round_lens = numbers.changed(
        "light", ring_diameter_mm=LENS_RING_MM, ring_height_mm=numbers.camera.height_mm, diffuser_width_mm=SHINING_MM
    )
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(9.0, 7.6), layout="constrained")
        grid = figure.add_gridspec(2, 2, height_ratios=(1.7, 1.0))
        _draw_side(figure.add_subplot(grid[0, 0]), round_lens, f"A ring of {LENS_RING_MM:.0f} mm round the lens")
        title = f"As built: {numbers.light.ring_diameter_mm:g} mm, {numbers.light.ring_height_mm:g} mm high"
        _draw_side(figure.add_subplot(grid[0, 1]), numbers, title)
        _draw_lux(figure.add_subplot(grid[1, :]), numbers)
    return svg(figure)


def _draw_side(axes: Any, numbers: Numbers, title: str) -> None:
    """Draw board, dice, ring and camera from the front, and the ray that mirrors in the level top of a die."""
    scene, light, camera_mm = BoardScene.from_numbers(numbers), numbers.light, numbers.camera.height_mm
    floor_mm, die_mm = floor_reach_mm(numbers), numbers.dice.size_mm
    for sign in (-1, 1):
        axes.fill_between(
            [sign * floor_mm, sign * (floor_mm + numbers.board.rim_width_mm)], -8, scene.rim_mm, color="#8a6a45"
        )
        image_mm = mirror_mm(
            radius_mm=inner_mm(light), lamp_mm=light.ring_height_mm - die_mm, camera_mm=camera_mm - die_mm
        )
        hits = image_mm < floor_mm
        ray = [(0, camera_mm), (sign * image_mm, die_mm), (sign * inner_mm(light), light.ring_height_mm)]
        axes.plot(*zip(*ray, strict=True), color="#c0392b" if hits else "#2e8b57", linewidth=1.3)
        axes.plot(sign * light.ring_diameter_mm / 2, light.ring_height_mm, marker="s", color="#e0a100", markersize=9)
        place_mm = min(image_mm, floor_mm - die_mm / 2)
        axes.fill_between([sign * place_mm - die_mm / 2, sign * place_mm + die_mm / 2], 0, die_mm, color="#3b5b7a")
    axes.fill_between([-floor_mm, floor_mm], -8, 0, color="#2f6b4f")
    axes.plot(0, camera_mm, marker="v", color="#222222", markersize=11)
    axes.text(0, camera_mm + 22, "camera", ha="center")
    axes.text(light.ring_diameter_mm / 2, light.ring_height_mm - 42, "LED strip", ha="center")
    said = (
        f"mirrors {image_mm:.0f} mm off the middle, in dice"
        if hits
        else f"would mirror {image_mm:.0f} mm off: no die there"
    )
    axes.set_title(f"{title}\n{said}", color="#a93226" if hits else "#1e6b42", fontsize=10)
    axes.set_xlim(-260, 260)
    axes.set_ylim(-15, camera_mm + 70)
    axes.set_aspect("equal")
    axes.set_xlabel("mm")


def _draw_lux(axes: Any, numbers: Numbers) -> None:
    reach_mm = floor_reach_mm(numbers)
    along = np.linspace(-reach_mm, reach_mm, 121)
    still, up = np.zeros_like(along), np.full_like(along, numbers.dice.size_mm)
    for x, y, colour, label in ((along, still, "#1b6ca8", "left to right"), (still, along, "#d1603d", "front to back")):
        axes.plot(along, lux_at(numbers.light, np.stack([x, y, up], axis=1)), color=colour, label=label)
    axes.set_ylim(bottom=0)
    axes.set_title("Light of the ring on the tops of dice")
    axes.set_xlabel("mm off the middle")
    axes.set_ylabel("lux")
    axes.legend(loc="lower right")
