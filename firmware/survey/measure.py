"""A measure: looks through the camera for one step of setting up, and says now and then what it sees."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from vision.find.board import find_board

if TYPE_CHECKING:
    from firmware.forward import BoardReader
    from firmware.ports import Camera
    from firmware.session.wizard import Look
    from vision.find.board import BoardOutline
    from vision.frame import Frame
    from vision.reading import Detection

_S = 1_000_000_000


class Measure(Protocol):
    """Looks for one step."""

    def look(self, camera: Camera, preview: Frame) -> tuple[Look, Frame] | None:
        """Take a small frame, and larger ones if it is time for that.

        Returns:
            What is seen, and the frame that shows it; None where it is not yet time to say something.

        Raises:
            CameraError: If the camera does not deliver.
        """
        ...


@dataclass(slots=True)
class Pace:
    """Says when it is time for the next look; the exposures are its only clock.

    Attributes:
        every_s: So long from look to look.
    """

    every_s: float
    _due_ns: int = 0

    def is_due(self, frame: Frame) -> bool:
        """Return whether it is time, and begin to wait anew if so."""
        if frame.exposed_ns < self._due_ns:
            return False
        self._due_ns = frame.exposed_ns + round(self.every_s * _S)
        return True


@dataclass(slots=True)
class SeenBoard:
    """Where the board stands; it is looked for until it is found, since that takes up to a second.

    Attributes:
        reader: Finds dice; None where the models are broken.
        outline: Of the board, None where none was seen yet.
    """

    reader: BoardReader | None
    outline: BoardOutline | None = field(default=None)

    def find(self, frame: Frame) -> BoardOutline | None:
        """Return the board, looked for in this frame where it is not known yet."""
        if self.outline is None:
            self.outline = find_board(frame)
        return self.outline

    def dice(self, frame: Frame) -> tuple[Detection, ...]:
        """Return the dice that lie there."""
        if self.reader is None:
            return ()
        return tuple(die.detection for die in self.reader.read([frame], self.outline).dice)
