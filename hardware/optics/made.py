"""What is made of the optics: tables as Markdown, after the pages in ``pages``, and plots as SVG."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hardware.numbers import Numbers
from hardware.optics import glare, needs, table, view
from hardware.optics.cameras import CAMERAS
from hardware.optics.check import refusal, ring_lux
from hardware.optics.plot import light_plot
from hardware.optics.ring import lumens

PAGES = Path(__file__).with_name("pages")


def files(numbers: Numbers) -> dict[str, bytes]:
    """Return the files of this room."""
    return {
        "cameras.md": _page("cameras.md", _seen(numbers)),
        "light.md": _page("light.md", _lit(numbers)),
        "light.svg": light_plot(numbers, PAGES / "light.svg"),
    }


def _page(name: str, values: Mapping[str, Any]) -> bytes:
    """Return a page with its values put in, without gaps where there are none."""
    text = (PAGES / name).read_text(encoding="utf-8").format(view=view, needs=needs, table=table, glare=glare, **values)
    return re.sub(r"\n{3,}", "\n\n", text).encode()


def _seen(numbers: Numbers) -> dict[str, Any]:
    """Return what each camera sees, and from which height."""
    scene, height_mm, shape = view.BoardScene.from_numbers(numbers), numbers.camera.height_mm, numbers.board.shape
    hangs_nowhere = [camera for camera in CAMERAS if table.usual_height_mm(camera, numbers) is None]
    return {
        "numbers": numbers,
        "hang": table.lined((), (table.hang_row(camera, numbers) for camera in CAMERAS)),
        "refused": "\n".join(
            f"- {refusal(camera, scene, height_mm, shape=shape, among=CAMERAS)}." for camera in hangs_nowhere
        ),
        "sharp": table.lined((), (row for camera in CAMERAS if (row := table.sharp_row(camera, numbers)))),
    }


def _lit(numbers: Numbers) -> dict[str, Any]:
    """Return what the ring does.

    Source:
        libcamera's tuning files, ``rpi.awb``, mode ``auto``: white balance from 2500 to 8000 K.
    """
    light, top_mm, inner_mm = numbers.light, numbers.dice.size_mm, glare.inner_mm(numbers.light)
    camera_mm, lamp_mm = numbers.camera.height_mm - top_mm, light.ring_height_mm - top_mm
    ring = {"radius_mm": inner_mm, "lamp_mm": lamp_mm, "camera_mm": camera_mm}
    return {
        "light": light,
        "side_mm": light.length_mm(),
        "lumens": lumens(light),
        "lux": ring_lux(numbers),
        "image_mm": glare.mirror_mm(**ring),
        "floor_mm": glare.floor_reach_mm(numbers),
        "middle_deg": glare.mirroring_tilt_deg(0.0, **ring),
        "edge_deg": glare.least_tilt_deg(numbers),
        "floor_deg": glare.least_tilt_deg(numbers, height_mm=0.0),
        "wide_cm": 4 * glare.floor_reach_mm(numbers) / 10,
    }
