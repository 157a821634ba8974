"""The eye put together: all models loaded. A `ModelError` says that one is missing, broken or another than stated."""

import statistics

from vision.find.detect import Detector, suited_long_side_px
from vision.find.floor import floor_model
from vision.find.lean import ViewField
from vision.find.pose import PoseFinder, PoseReader
from vision.frame import Frame
from vision.read.classify import FaceReader
from vision.read.reader import Reader, ReaderPolicy
from vision.reading import Detection

VIEW_KEPT = 0.9
"""Share of what dice told of the camera that is believed at the next look: a moved one is known after some ten."""


SURE_DIE = 0.5
DICE_TO_REMEMBER = 3
"""From so many dice on it is known how large dice are under this camera."""


class BoardFinder:
    """Finds dice under a camera that stays where it is: it remembers how large they are.

    A picture of unknown content is looked at in several sizes, a board in the one that suits its dice.
    """

    def __init__(self, detector: Detector) -> None:
        """Take the detector; nothing is known of the camera."""
        self._detector = detector
        self._edge_px: float | None = None

    def detect(self, frame: Frame, /) -> tuple[Detection, ...]:
        """Return the dice in a frame."""
        found = self._as_before(frame)
        if not found:
            found = self._detector.detect(frame)
        edges = [die.size_px for die in found if die.confidence >= SURE_DIE]
        if len(edges) >= DICE_TO_REMEMBER:
            self._edge_px = statistics.median(edges)
        return found

    def _as_before(self, frame: Frame) -> tuple[Detection, ...]:
        """Return the dice at the size that suited before; none if none is known."""
        if self._edge_px is None:
            return ()
        side = suited_long_side_px(max(frame.size_wh), self._edge_px, self._detector.policy)
        return self._detector.detect(frame, long_sides_px=(side,))


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
    return PoseFinder(BoardFinder(Detector.from_file()), PoseReader.from_file(), keeps=VIEW_KEPT, view=view)


def load_reader(policy: ReaderPolicy | None = None) -> Reader:
    """Load the models for photographs of any size."""
    return Reader(load_finder(), FaceReader.from_file(), policy=policy)


def load_board_reader(policy: ReaderPolicy | None = None) -> Reader:
    """Load the models for the camera over the board."""
    return Reader(load_board_finder(), FaceReader.from_file(), policy=policy)
