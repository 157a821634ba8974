"""The reader of this device: both models loaded and put together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vision.classify import FaceReader
from vision.detect import BOARD_LONG_SIDES_PX, Detector
from vision.read import Reader

if TYPE_CHECKING:
    from vision.frame import Frame
    from vision.read import ReaderPolicy
    from vision.reading import Detection


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


def load_reader(policy: ReaderPolicy) -> Reader:
    """Load the models for photographs of any size.

    Raises:
        ModelError: If a model is missing, broken, or not the one its contract describes.
    """
    return Reader(Detector.from_file(), FaceReader.from_file(), policy=policy)


def load_board_reader(policy: ReaderPolicy) -> Reader:
    """Load the models for the camera over the board.

    Raises:
        ModelError: If a model is missing, broken, or not the one its contract describes.
    """
    return Reader(BoardFinder(Detector.from_file()), FaceReader.from_file(), policy=policy)
