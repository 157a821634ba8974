"""A record: one game event as it is stored, with what the camera saw when it happened."""

from dataclasses import dataclass
from typing import Any

from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class Record:
    """One event of the game log."""

    event: Any  # what happened, in the words of the rules of its game (`scoring.rules`)
    # what lay on the board then, kept so that holds are known after a restart; None where no camera was asked
    reading: Reading | None = None
    continues: int | None = None  # of an opening: the number of the game that goes on here, all of it written anew
