"""How strongly the companion plays where it takes a seat."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """From who has just learnt the rules to who plays every day; the names are the file format of the log."""

    BEGINNER = "beginner"  # the most points now, in the dearest column
    REGULAR = "regular"  # what is above the usual for its row
    CONNOISSEUR = "connoisseur"  # the chance of the match, with fixed means of the rows
    JUNKIE = "junkie"  # the chance of the match, with all that the free cells will bring
