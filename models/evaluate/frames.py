"""Several still frames of one scene: the same light, other noise. So the device reads, two frames at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import cv2
import numpy as np

from models.evaluate.pictures import loaded
from models.render.film import develop
from models.render.stage import RenderStage, truths
from models.render.truth import Rendered
from models.render.world import DieInstance, Film, SceneHand
from vision.frame import Frame

FUSED = 2
"""As many as the device fuses into one reading when the button is pressed."""

JPEG_QUALITY = 95


def exposed(
    stage: RenderStage,
    dice: tuple[DieInstance, ...],
    film: Film,
    *,
    seed: int,
    count: int,
    hands: tuple[SceneHand, ...] = (),
) -> tuple[Rendered, ...]:
    """Return so many still frames of dice on a stage; the seed is of the first's noise, each other has its own."""
    canvas = stage.empty()
    seen = truths(stage.camera, dice, stage.draw(dice, canvas, hands=hands))
    noises = (np.random.default_rng(seed if not frame else (seed, frame)) for frame in range(count))
    return tuple(Rendered(pixels=develop(canvas.light, film, noise), truth=seen) for noise in noises)


def frame_name(image: str, frame: int) -> str:
    """Return the name of a frame's file: the picture's own for the first.

    >>> frame_name("a/000001.jpg", 0), frame_name("a/000001.jpg", 1)
    ('a/000001.jpg', 'a/000001-1.jpg')
    """
    path = PurePosixPath(image)
    return image if not frame else str(path.with_name(f"{path.stem}-{frame}{path.suffix}"))


def write_frames(folder: Path, image: str, frames: Sequence[Rendered]) -> None:
    """Write the frames of a picture."""
    for number, frame in enumerate(frames):
        path = folder / frame_name(image, number)
        cv2.imwrite(str(path), frame.pixels[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])


def load_frames(folder: Path, image: str, count: int) -> tuple[Frame, ...] | None:
    """Return the frames of a picture; None if one is absent or unreadable."""
    frames = tuple(loaded(frame_name(image, frame), folder) for frame in range(count))
    known = tuple(frame for frame in frames if frame is not None)
    return known if len(known) == count else None
