"""A record: one game event as it is stored, with what the camera saw when it happened."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scoring.events import GameEvent
    from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Record:
    """One event of the game log.

    Attributes:
        event: What happened, in the rules' words.
        reading: What lay on the board then, kept so that holds are known after a restart; None where no
            camera was asked.
    """

    event: GameEvent
    reading: Reading | None = None
