"""The eye put together: all models loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.classify import FaceReader
from vision.detect import BOARD_LONG_SIDES_PX, Detector
from vision.pose import PoseFinder, PoseReader
from vision.read import Reader

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.read import ReaderPolicy
    from vision.reading import Detection


VIEW_KEPT = 0.9
"""Share of what dice told of the camera that is believed at the next look: a moved one is known after some ten."""


class BoardFinder:
    """Finds dice on a board: the camera's height is known to be one the eye can read from, so one size is looked at.

    A photograph may show dice of any size and is looked at in several.
    """

    def __init__(self, detector: Detector) -> None:
        """Take the detector."""
        self._detector = detector

    def detect(self, frame: Frame, /) -> tuple[Detection, ...]:
        """Return the dice in a frame."""
        return self._detector.detect(frame, long_sides_px=BOARD_LONG_SIDES_PX)


def load_finder() -> PoseFinder:
    """Load what finds dice in photographs of any size.

    Raises:
        ModelError: If a model is missing, broken, or not the one its contract describes.
    """
    return PoseFinder(Detector.from_file(), PoseReader.from_file())


def load_board_finder() -> PoseFinder:
    """Load what finds dice under the camera over the board.

    Raises:
        ModelError: If a model is missing, broken, or not the one its contract describes.
    """
    return PoseFinder(BoardFinder(Detector.from_file()), PoseReader.from_file(), keeps=VIEW_KEPT)


def load_reader(policy: ReaderPolicy | None = None) -> Reader:
    """Load the models for photographs of any size.

    Raises:
        ModelError: If a model is missing, broken, or not the one its contract describes.
    """
    return Reader(load_finder(), FaceReader.from_file(), policy=policy)


def load_board_reader(policy: ReaderPolicy | None = None) -> Reader:
    """Load the models for the camera over the board.

    Raises:
        ModelError: If a model is missing, broken, or not the one its contract describes.
    """
    return Reader(load_board_finder(), FaceReader.from_file(), policy=policy)
