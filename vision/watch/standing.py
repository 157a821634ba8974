"""Where the board stands, kept right: looked for once, and compared with how it stood before every reading.

A board that was moved with its dice, or a camera that was, is followed by the landmarks' motion. Where too little is
seen of these the board is looked for anew; where it is not found either, the reader says that there is none.
"""

from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum

from vision.find.board import BoardKind, BoardOutline, find_board
from vision.frame import Frame
from vision.reading import Detection, Reading
from vision.watch.landmarks import Landmarks, landmarks_of
from vision.watch.moved import Move, move_since, moved_board, moved_reading

FADED_SUPPORT = 0.6
"""Seen by fewer landmarks than this the board looks different, though it stands where it did: other light."""

MOST_MOVES = 16


class Standing(StrEnum):
    """What became of the board before a reading."""

    SAME = "same"
    FOLLOWED = "followed"  # it was moved, and its outline was put right by how far
    FOUND = "found"  # it was found anew
    UNSURE = "unsure"  # too little is seen of it, and it was not found anew


class StandingBoard:
    """Follows the board from reading to reading.

    Attributes:
        board: Where it stands, None where none was seen yet.
    """

    def __init__(self, board: BoardOutline | None = None, seen: Frame | None = None) -> None:
        """Begin with a board that was calibrated before, or with none."""
        self.begin(board, seen)

    def begin(self, board: BoardOutline | None, seen: Frame | None) -> None:
        """Begin anew: without a picture of the board (no dice, any size) only one found anew is followed."""
        self.board = board
        self._landmarks: Landmarks | None = None
        if board is not None and seen is not None:
            self._landmarks = landmarks_of(seen, board)
        self._moves: list[tuple[int, Move]] = []
        self._newest: Move | None = None

    def find(self, frame: Frame) -> bool:
        """Look for the board in a frame, whatever was known; return whether it is seen."""
        found = find_board(frame)
        if found is None:
            return False
        self.board, self._landmarks = _of_known_size(found, self.board), None
        return True

    def stand(self, board: BoardOutline, seen: Frame) -> None:
        """Take the board as it was calibrated just now.

        Args:
            board: The board.
            seen: A picture of it without dice, of any size.
        """
        self.board, self._landmarks, self._newest = board, landmarks_of(seen, board), None

    def check(self, frame: Frame) -> Standing:
        """Compare a frame with how the board stood, and put the outline right.

        Args:
            frame: A still frame that is about to be read.
        """
        self._newest = None
        if self._landmarks is None:
            return Standing.SAME  # nothing was read yet that it could be compared with
        self._newest = move = move_since(self._landmarks, frame)
        if move.has_moved is None:
            return Standing.FOUND if self.find(frame) else Standing.UNSURE
        if not move.has_moved:
            return Standing.SAME
        self._follow(move, frame)
        self._moves = [*self._moves, (frame.exposed_ns, move)][-MOST_MOVES:]
        return Standing.FOLLOWED

    def remember(self, frame: Frame, dice: Sequence[Detection]) -> None:
        """Take how the board looks in a frame that was read, where it is not known yet or no longer looks so.

        Args:
            frame: A still frame without a hand.
            dice: The dice in it.
        """
        newest = self._newest
        has_faded = newest is not None and newest.has_moved is False and newest.support < FADED_SUPPORT
        if self._landmarks is not None and not has_faded:
            return
        if newest is not None and has_faded:
            # What it crept by, less than a move, is not lost: else it could walk away in steps too small to see.
            self._follow(newest, frame)
        self._landmarks = landmarks_of(frame, self.board, dice)

    def as_now(self, reading: Reading) -> Reading:
        """Return an earlier reading with its dice where they would lie now: what was moved since took them along."""
        for at_ns, move in self._moves:
            if at_ns > reading.exposed_ns:
                reading = moved_reading(reading, move)
        return reading

    def _follow(self, move: Move, frame: Frame) -> None:
        if self.board is not None:
            self.board = moved_board(self.board, move, frame.size_wh)
        self._landmarks = None


def _of_known_size(found: BoardOutline, known: BoardOutline | None) -> BoardOutline:
    """Return a board with its scale, where the same one was measured before: a tray does not grow."""
    if known is None or known.mm_per_px is None or found.mm_per_px is not None or found.kind is not known.kind:
        return found
    if known.kind is BoardKind.SHEET:
        return found
    before = known.scaled(found.size_wh)
    assert before.mm_per_px is not None
    return replace(found, mm_per_px=before.mm_per_px * (before.area_px / found.area_px) ** 0.5)
