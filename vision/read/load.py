"""The eye put together: all models loaded. A `ModelError` says that one is missing, broken or another than stated."""

from vision.find.detect import Detector
from vision.find.floor import floor_model
from vision.find.lean import ViewField
from vision.find.pose import PoseFinder, PoseReader
from vision.read.classify import FaceReader
from vision.read.reader import Reader, ReaderPolicy

VIEW_KEPT = 0.9
"""Share of what dice told of the camera that is believed at the next look: a moved one is known after some ten."""


def load_finder() -> PoseFinder:
    """Load what finds dice in photographs of any size."""
    floor_model()
    return PoseFinder(Detector.from_file(), PoseReader.from_file())


def load_board_finder(view: ViewField | None = None) -> PoseFinder:
    """Load what finds dice under the camera over the board.

    Args:
        view: How the camera looks at the board, where it was calibrated; None to learn it from the dice.
    """
    floor_model()  # a broken one is told now, not when the board is first looked for
    return PoseFinder(Detector.from_file(), PoseReader.from_file(), keeps=VIEW_KEPT, view=view)


def load_reader(policy: ReaderPolicy | None = None) -> Reader:
    """Load the models for photographs of any size."""
    return Reader(load_finder(), FaceReader.from_file(), policy=policy)


def load_board_reader(policy: ReaderPolicy | None = None) -> Reader:
    """Load the models for the camera over the board."""
    return Reader(load_board_finder(), FaceReader.from_file(), policy=policy)
