"""What reads the board; and reading ahead: what can be done while the next frame is waited for is done by then."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vision.find.board import BoardOutline
    from vision.frame import Frame
    from vision.read.fuse import Sight
    from vision.reading import Reading
    from vision.watch.hand import Backdrop


class BoardReader(Protocol):
    """Reads the dice of a board at rest; `vision.read.reader.Reader` is the real one."""

    def read(
        self,
        frames: Sequence[Frame],
        board: BoardOutline | None,
        *,
        backdrop: Backdrop | None = None,
        dice: int | None = None,
    ) -> Reading:
        """Return what lies on the board, ``dice`` being so many as should; None for as many as it was made for."""
        ...


@runtime_checkable
class ForwardReader(Protocol):
    """Can look at single frames of a reading to come; `vision.read.reader.Reader` is the real one."""

    def sights(self, frame: Frame, board: BoardOutline | None) -> tuple[Sight, ...] | None:
        """Return the dice of a frame that is to be read among others, None where it cannot be read."""
        ...

    def read(
        self,
        frames: Sequence[Frame],
        board: BoardOutline | None,
        *,
        backdrop: Backdrop | None = None,
        seen: Sequence[Sequence[Sight]] = (),
        dice: int | None = None,
    ) -> Reading:
        """Return what lies on the board; ``seen`` are the sights of the oldest frames, ``dice`` how many are due."""
        ...


def sights_of(reader: BoardReader, frame: Frame, board: BoardOutline | None) -> tuple[Sight, ...] | None:
    """Return the dice of a frame, None where it cannot be read or the reader does not look ahead."""
    return reader.sights(frame, board) if isinstance(reader, ForwardReader) else None


def read_on(
    reader: BoardReader,
    frames: Sequence[Frame],
    seen: Sequence[Sequence[Sight]],
    board: BoardOutline | None,
    backdrop: Backdrop | None,
    *,
    dice: int,
) -> Reading:
    """Return what lies on the board.

    Args:
        reader: Reads it.
        frames: Oldest first.
        seen: What `sights_of` said of the oldest of them.
        board: Where it stands.
        backdrop: What it looked like at rest.
        dice: How many are expected on it.
    """
    if isinstance(reader, ForwardReader):
        return reader.read(frames, board, backdrop=backdrop, seen=seen, dice=dice)
    return reader.read(frames, board, backdrop=backdrop, dice=dice)
