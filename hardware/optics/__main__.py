"""Which boards cameras see, and from which height: ``python -m hardware.optics``."""

import argparse
import sys
from collections.abc import Sequence

from hardware.errors import HardwareError
from hardware.numbers import load
from hardware.optics.cameras import CAMERAS, camera_named
from hardware.optics.check import refusal
from hardware.optics.table import range_of
from hardware.optics.view import BoardScene, BoardView, legal_heights

BOARDS_MM = (240.0, 270.0, 300.0, 330.0, 360.0, 400.0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what is asked for; return 0 where something of it works, 2 where nothing does."""
    parser = argparse.ArgumentParser(prog="python -m hardware.optics", description=__doc__)
    parser.add_argument("--camera", help="as numbers.toml calls it; all where it is not given")
    parser.add_argument("--board", type=float, metavar="MM", help="over the rim; many where it is not given")
    parser.add_argument("--die", type=float, metavar="MM", help="edge of a die; that of numbers.toml if not given")
    parser.add_argument("--height", type=float, metavar="MM", help="of the lens above the floor; any if not given")
    asked, works = parser.parse_args(arguments), False
    try:
        cameras = CAMERAS if asked.camera is None else (camera_named(asked.camera),)
        numbers = load().changed("dice", size_mm=asked.die) if asked.die else load()
        boards_mm = BOARDS_MM if asked.height is None else (numbers.board.across_mm,)
        for board_mm in (asked.board,) if asked.board else boards_mm:
            scene = BoardScene.from_numbers(numbers.changed("board", across_mm=board_mm))
            print(f"A board of {board_mm:g} mm, dice of {scene.die_mm:g} mm:")
            for camera in cameras:
                height_mm = asked.height or legal_heights(camera, scene).nearest_mm(numbers.camera.height_mm)
                px = BoardView(camera=camera, scene=scene, height_mm=height_mm).edge_die_px
                seen = f"{range_of(camera, scene)}; from {height_mm:g} mm a die at the edge is {px:.0f} px wide"
                refused = refusal(camera, scene, height_mm, shape=numbers.board.shape, among=CAMERAS)
                print(f"  {camera.title} ({camera.name}): {refused or seen}")
                works = works or not refused
    except HardwareError as error:
        print(f"hardware.optics: {error}", file=sys.stderr)
    return 0 if works else 2


if __name__ == "__main__":
    sys.exit(main())
