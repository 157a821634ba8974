"""Every page there is, and games of every kind to print."""

from collections.abc import Callable
from functools import cache
from typing import Any

from firmware.display.messages import catalogue
from firmware.printing import calibration, sheets, wall
from firmware.printing.wall import rules_pdf
from hardware.numbers import load
from tests.firmware.analysis.played import game
from tests.scoring.selfplay import KINDS, play

BEGUN_UTC = "2026-05-03T19:30:00.000+00:00"


def ten_by_ten(seed: int = 1, columns: int = 10) -> list[Any]:
    """Return the log of a whole game of Würfelpoker."""
    return [record.event for record in game(seed, columns)]


def played(kind: str, seed: int = 1) -> list[Any]:
    """Return the log of a random game of another kind."""
    return list(play(KINDS[kind], seed)[1])


def _sheet(kind: str, seed: int) -> Callable[[str], bytes]:
    return lambda language: sheets.game_pdf(played(kind, seed), catalogue(language), number=seed, begun_utc=BEGUN_UTC)


PAGES: dict[str, Callable[[str], bytes]] = {
    "spielplan": lambda language: sheets.empty_pdf(catalogue(language), columns=10),
    "three columns": lambda language: sheets.empty_pdf(catalogue(language), columns=3),
    "filled": lambda language: sheets.game_pdf(ten_by_ten(), catalogue(language), number=12, begun_utc=BEGUN_UTC),
    "unfinished": lambda language: sheets.game_pdf(
        ten_by_ten()[:150], catalogue(language), number=None, begun_utc=None
    ),
    "empty escalero": lambda language: sheets.empty_escalero_pdf(catalogue(language)),
    **{kind: _sheet(kind, 3) for kind in KINDS},
    "calibration": lambda language: calibration.sheet_pdf(catalogue(language)),
    "rules": lambda language: rules_pdf(catalogue(language)),
    "quickstart": lambda language: wall.wall_pdf(catalogue(language)),
    "labels": lambda language: wall.labels_pdf(catalogue(language), load(), paper_scale=1.0),
}
"""Makes each page, of a language."""


@cache
def printed(name: str, language: str) -> bytes:
    """Return one of them."""
    return PAGES[name](language)
