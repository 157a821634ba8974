"""The plots of the optics, as SVG whose bytes depend on the numbers alone."""

import io
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from hardware.numbers import Numbers
from hardware.optics.glare import floor_reach_mm, inner_mm, mirror_mm
from hardware.optics.ring import lux_at
from hardware.optics.table import SHINING_MM
from hardware.optics.view import BoardScene

SETTINGS = {"svg.hashsalt": "serviert", "font.size": 10.0, "font.family": "DejaVu Sans"}
LENS_RING_MM = 200.0


def svg(figure: Figure) -> bytes:
    """Return a figure as SVG: no date, and ids that are the same every time."""
    out = io.BytesIO()
    with mpl.rc_context(SETTINGS):
        FigureCanvasSVG(figure).print_svg(out, metadata={"Date": None, "Creator": None})
    return out.getvalue()


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
