"""What the commands that measure models have in common."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path

from models.evaluate.workers import Models

OUT = Path("build/evaluate")
DRAWN = "boards"


def common_options() -> argparse.ArgumentParser:
    """Return a parser of the models, of what is drawn and of where it goes, to be the parent of others."""
    options, usual = argparse.ArgumentParser(add_help=False), Models()
    options.add_argument("--detector", type=Path, default=usual.detector, help="the detector")
    options.add_argument("--pose", type=Path, default=usual.pose, help="the pose model")
    options.add_argument("--faces", type=Path, default=usual.faces, help="the face model")
    options.add_argument("--count", type=at_least(1), help="boards to draw, if not as many as usual")
    options.add_argument("--out", type=Path, default=OUT, help="folder of plots, page and drawn boards")
    options.add_argument("--jobs", type=at_least(1), default=os.cpu_count() or 1, help="processes")
    options.add_argument("--json", dest="as_json", action="store_true", help="print JSON instead of tables")
    return options


def models_of(given: argparse.Namespace) -> Models:
    """Return the models that a command line names."""
    return Models(detector=given.detector, pose=given.pose, faces=given.faces)


def at_least(least: int) -> Callable[[str], int]:
    """Return what makes a whole number from a least one on of a word."""

    def number(word: str) -> int:
        if int(word) < least:
            raise argparse.ArgumentTypeError(f"got {word}; legal is {least} and more")
        return int(word)

    return number
