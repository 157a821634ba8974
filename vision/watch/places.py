"""Places: where dice of a throw lay, and whether they are bare now; one frame tells it, however short the look."""

from collections.abc import Sequence
from functools import cached_property
from itertools import compress

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.board import BoardOutline
from vision.frame import Frame
from vision.reading import Detection
from vision.watch.hand import BareBoard, HandPolicy, dice_mask, differs, lab_of, largest_piece

MIDDLE = 0.6  # Of a face's edge: so much is looked at, since a die that was pushed a little covers its place still
LEAST_CONTRAST = 16.0  # Dice that differ less from the board, in Lab, are not told from it
# Of the difference between die and board: up to the one a place is bare, from the other on a die lies there
BARE_WITHIN, LIES_FROM = 0.35, 0.6
HANDS = HandPolicy()  # a dark one is more like the board than a die is
MOST_TIMES = 5  # Bare glances that count against later ones, in which a thrown die may have come to lie there
LEAST_PIECE = 0.4  # Of a die's face: what is as large and lies elsewhere is a hand, a cup or a thrown die


class Places:
    """Where dice lie in a still frame, and how they look there."""

    def __init__(self, frame: Frame, dice: Sequence[Detection]) -> None:
        """Keep the dice of the frame."""
        self.exposed_ns, self._size_wh = frame.exposed_ns, frame.size_wh
        self._dice, self._frame = dice, frame
        self._times_bare = np.zeros(len(dice), np.int_)

    @cached_property
    def _lab(self) -> NDArray[np.float32]:  # not before it is asked for: whoever pressed waits for his throw then
        return lab_of(self._frame)

    @property
    def taken(self) -> tuple[bool, ...] | None:
        """Return for each die whether its place was seen bare; None where no place was."""
        return tuple((self._times_bare > 0).tolist()) if self._times_bare.any() else None

    def glance(self, frame: Frame, backdrop: BareBoard, board: BoardOutline | None) -> None:
        """Look once more which places are bare; a glance that shows the die makes up for a bare one.

        A hand of the board's own colour may hide it for some.
        """
        if (bare := self.bare(frame, backdrop, board)) is not None:
            self._times_bare = np.clip(self._times_bare + np.where(bare, 1, -1), 0, MOST_TIMES)

    def bare(self, frame: Frame, backdrop: BareBoard, board: BoardOutline | None) -> tuple[bool, ...] | None:
        """Return for each die whether its place is bare in a frame of the same view, of any size.

        None where that cannot be told: a hand, a cup or other dice are in view, or the dice look like the board.
        """
        lab = lab_of(frame)
        middles = [self._middle(die, lab.shape) for die in self._dice]
        is_alike = lab.shape == backdrop.lab.shape == self._lab.shape
        if not is_alike or not all((middle & backdrop.known).any() for middle in middles):
            return None
        off, usual = (np.linalg.norm(each - backdrop.lab, axis=2) for each in (lab, self._lab))
        of_die = np.maximum([usual[middle & backdrop.known].mean() for middle in middles], 1e-6)
        shares = np.array([off[middle & backdrop.known].mean() for middle in middles]) / of_die
        differ = differs(lab, backdrop.lab, HANDS.change_distance, HANDS.change_lightness)
        lying = list(compress(self._dice, shares > BARE_WITHIN))  # by a bare place lies nothing, unless it was pushed
        others = (differ | (off > LIES_FROM * of_die.min())) & ~dice_mask(lying, self._size_wh, lab.shape[:2])
        others &= backdrop.known & (board is None or board.mask((lab.shape[1], lab.shape[0])))
        face_px = min(int(middle.sum()) for middle in middles) / MIDDLE**2
        is_clear = of_die.min() >= LEAST_CONTRAST and not ((shares > BARE_WITHIN) & (shares < LIES_FROM)).any()
        is_alone = int(largest_piece(others).sum()) < LEAST_PIECE * face_px
        return tuple(bool(share <= BARE_WITHIN) for share in shares) if is_clear and is_alone else None

    def _middle(self, die: Detection, shape: tuple[int, ...]) -> NDArray[np.bool_]:
        """Return the middle of a die's face, bool (H, W)."""
        mask = np.zeros(shape[:2], np.uint8)
        corners = np.array(die.centre_xy) + MIDDLE * (np.array(die.quad) - die.centre_xy)
        cv2.fillConvexPoly(mask, np.round(corners * shape[1] / self._size_wh[0]).astype(np.int32), 1)
        return mask.astype(np.bool_)
