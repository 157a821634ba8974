"""The clamp arm as a dimensioned drawing: from a player's seat, and from above with what it takes of the table."""

from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Rectangle, RegularPolygon

from hardware.arm.plan import CAMERA_MM, STAND_MM, boom_mm, footprint_mm
from hardware.numbers import BoardShape, Numbers
from hardware.optics.plot import SETTINGS, svg
from hardware.optics.view import OCTAGON_CORNER
from hardware.words import PageLanguage, word

INK, WOOD, FELT, METAL, LIGHT = "#222222", "#e9dcc6", "#2f6b4f", "#6f7680", "#e0a100"
TABLE_MM = 30.0


def drawing(numbers: Numbers, language: PageLanguage) -> bytes:
    """Return the drawing as SVG."""
    with mpl.rc_context(SETTINGS):
        figure = Figure(figsize=(10.5, 5.6), layout="constrained")
        side, above = figure.subplots(1, 2)
        _draw_side(side, numbers, language)
        _draw_above(above, numbers, language)
        for axes, title in ((side, "arm-side"), (above, "arm-above")):
            axes.set_title(word(title, language), fontsize=11)
            axes.set_aspect("equal")
            axes.axis("off")
    return svg(figure)


def _size(axes: Any, start: tuple[float, float], end: tuple[float, float], label: str) -> None:
    """Draw a dimension line; an upright one is labelled upright."""
    axes.annotate("", start, end, arrowprops={"arrowstyle": "<->", "color": INK, "linewidth": 0.8})
    middle, is_upright = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), start[0] == end[0]
    pad = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
    axes.text(*middle, label, ha="center", va="center", rotation=90 if is_upright else 0, fontsize=9, bbox=pad)


def _draw_side(axes: Any, numbers: Numbers, language: PageLanguage) -> None:
    arm, board, top = numbers.arm, numbers.board, boom_mm(numbers)
    left, floor = -arm.display_mm - STAND_MM, board.floor_mm
    axes.add_patch(Rectangle((left, -TABLE_MM), arm.edge_mm - left, TABLE_MM, color=WOOD))
    axes.add_patch(Rectangle((-board.across_mm / 2, 0), board.across_mm, board.rim_height_mm, color="#8a6a45"))
    pole = arm.edge_mm - 12
    axes.plot([pole, pole, 0, 0], [-TABLE_MM, top, top, top - CAMERA_MM + 25], color=METAL, linewidth=4)
    axes.add_patch(Rectangle((pole - 8, -TABLE_MM - 25), 28, TABLE_MM + 45, color=METAL))
    axes.add_patch(Rectangle((-22, floor + arm.height_mm), 44, 26, color=INK))
    axes.plot([-arm.display_mm - 45, -arm.display_mm + 40], [97, 12], color=INK, linewidth=5)
    axes.text(-arm.display_mm, 118, word("display", language), ha="center", fontsize=9)
    axes.text(-30, floor + arm.height_mm + 32, word("camera", language), ha="right", fontsize=9)
    _size(axes, (40, floor), (40, floor + arm.height_mm), f"{arm.height_mm:g}")
    _size(axes, (0, top + 45), (arm.edge_mm, top + 45), f"{arm.edge_mm:g}")
    _size(axes, (-board.across_mm / 2, -TABLE_MM - 45), (board.across_mm / 2, -TABLE_MM - 45), f"{board.across_mm:g}")
    if arm.lamp_mm:
        high = floor + arm.lamp_height_mm
        for sign in (-1, 1):
            axes.plot(sign * (arm.lamp_mm + 40), high, marker="o", color=LIGHT, markersize=13)
        axes.text(-arm.lamp_mm - 40, high + 35, word("plain-lamp", language), ha="center", fontsize=9)
        _size(axes, (-arm.lamp_mm, floor), (-arm.lamp_mm, high), f"{arm.lamp_height_mm:g}")
        _size(axes, (-arm.lamp_mm, high - 30), (0, high - 30), f"{arm.lamp_mm:g}")
    axes.set_xlim(left - 110, arm.edge_mm + 110)
    axes.set_ylim(-TABLE_MM - 80, top + 80)


def _draw_above(axes: Any, numbers: Numbers, language: PageLanguage) -> None:
    arm, board = numbers.arm, numbers.board
    long_mm, half = footprint_mm(numbers)[0], board.across_mm / 2
    left = arm.edge_mm - long_mm
    axes.add_patch(Rectangle((left - 30, -half - 110), long_mm + 30, 2 * half + 220, color=WOOD))
    if board.shape is BoardShape.OCTAGON:
        axes.add_patch(RegularPolygon((0, 0), 8, radius=half * OCTAGON_CORNER, orientation=0.3927, color=FELT))
    else:
        axes.add_patch(Circle((0, 0), half, color=FELT))
    axes.plot([0, arm.edge_mm], [0, 0], color=METAL, linewidth=4)
    axes.add_patch(Rectangle((arm.edge_mm - 25, -22), 45, 44, color=METAL))
    axes.add_patch(Rectangle((-22, -22), 44, 44, color=INK))
    axes.add_patch(Rectangle((-arm.display_mm - STAND_MM / 2, -95), STAND_MM, 190, color=INK, alpha=0.8))
    axes.add_patch(Rectangle((half - 20, -half - 75), 60, 60, color="#7b3fa0"))
    axes.text(half + 10, -half - 95, word("button", language), ha="center", fontsize=9)
    for sign in (-1, 1):
        axes.text(0, sign * (half + 75), word("arm-player", language), ha="center", va="center", fontsize=10)
    axes.text(arm.edge_mm + 25, 30, word("arm-edge", language), rotation=90, fontsize=9, va="bottom")
    _size(axes, (left, half + 145), (arm.edge_mm, half + 145), f"{long_mm:g}")
    _size(axes, (-arm.display_mm, -half - 40), (0, -half - 40), f"{arm.display_mm:g}")
    axes.set_xlim(left - 60, arm.edge_mm + 70)
    axes.set_ylim(-half - 190, half + 190)
