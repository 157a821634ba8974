"""What cameras see of boards from which height: ``python -m hardware.optics``."""

import argparse
import sys
from collections.abc import Sequence

from hardware.errors import HardwareError
from hardware.numbers import Numbers, load
from hardware.optics.cameras import CAMERAS, CameraModel, camera_named
from hardware.optics.check import refusal
from hardware.optics.needs import LEAST_DIE_PX
from hardware.optics.table import BOARDS_MM, CUT_OFF, LABEL, matrix_row, plain, said_of
from hardware.optics.view import BoardScene


def main(arguments: Sequence[str] | None = None) -> int:
    """Print what is asked for; return 0 where something of it works, 2 where nothing does."""
    asked = _parser().parse_args(arguments)
    given = {"board": ("across_mm", asked.board), "dice": ("size_mm", asked.die), "camera": ("height_mm", asked.height)}
    try:
        numbers = load()
        for section, (name, value) in given.items():
            numbers = numbers if value is None else numbers.changed(section, **{name: value})
        cameras = CAMERAS if asked.camera is None else (camera_named(asked.camera),)
        if asked.height is None:
            return _matrices(cameras, numbers, (asked.board,) if asked.board else BOARDS_MM)
        return _verdicts(cameras, numbers, asked.height)
    except HardwareError as error:
        print(f"hardware.optics: {error}", file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m hardware.optics", description=__doc__)
    parser.add_argument("--camera", help="as numbers.toml calls it; all where it is not given")
    parser.add_argument("--board", type=float, metavar="MM", help="over the rim; many where it is not given")
    parser.add_argument("--die", type=float, metavar="MM", help="edge of a die; that of numbers.toml if not given")
    parser.add_argument("--height", type=float, metavar="MM", help="of the lens above the floor; many if not given")
    return parser


def _matrices(cameras: Sequence[CameraModel], numbers: Numbers, boards_mm: Sequence[float]) -> int:
    """Print a table a camera, and why a board cannot be seen at all where only one was asked for."""
    die = f"a die of {numbers.dice.size_mm:g} mm"
    print(f"Width of {die} at the edge of the board, px; the eye needs {LEAST_DIE_PX:.0f}.")
    print(f"In brackets: too small. {CUT_OFF}: the board with its rim is not all in the picture.")
    works = False
    for camera in cameras:
        print(f"\n{camera.title} ({camera.name})")
        print(plain([matrix_row(camera, board_mm, numbers) for board_mm in boards_mm]))
        scenes = [BoardScene.from_numbers(numbers.changed("board", across_mm=board_mm)) for board_mm in boards_mm]
        said = [refusal(camera, scene, numbers.camera.height_mm, shape=numbers.board.shape) for scene in scenes]
        refused = [why if why.startswith("board.") else "" for why in said]  # it can be seen from no height
        works = works or not all(refused)
        if refused[0] and len(refused) == 1:
            print(refused[0])
    return 0 if works else 2


def _verdicts(cameras: Sequence[CameraModel], numbers: Numbers, height_mm: float) -> int:
    works = False
    for camera in cameras:
        print(f"\n{camera.title} ({camera.name})" if len(cameras) > 1 else camera.title)
        try:
            print(said_of(camera, numbers, height_mm))
            works = True
        except HardwareError as error:
            print(f"{'verdict':>{LABEL}}  {error}")
    return 0 if works else 2


if __name__ == "__main__":
    sys.exit(main())
