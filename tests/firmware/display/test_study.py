"""What is said of all games together."""

from __future__ import annotations

from functools import cache
from typing import Any

from firmware.analysis.study import study, summary
from firmware.display.messages import catalogue
from firmware.display.study import games_text, lines, study_view
from scoring.strategy.baselines import ColumnNormal
from tests.firmware.analysis.played import game
from tests.firmware.analysis.test_study import played
from tests.firmware.display.served import words_of

ENGLISH = catalogue("en")
NAMES = ("Maximiliane Theresia Hub", "<b>Kurt</b>")


@cache
def studied(language: str) -> dict[str, object]:
    """Return what the page is told of some games."""
    pairs = (NAMES, ("Anna", "Ben"), ("Ben", NAMES[0]), ("Friedrich-Wilhelm Anton X", "Anna"))
    found = study([summary(game(seed, names=names), ColumnNormal()) for seed, names in enumerate(pairs)])
    return {"progress": "ready", **study_view(found, words_of(language))}


def test_players_rows_and_dice_have_their_tables() -> None:
    shown: Any = studied("de")
    assert len(shown["players"]) == 1 + 5
    assert len(shown["rows"]) == 1 + 10 + 2
    assert [len(line) for line in shown["dice"]] == [6, 6]
    one = study([played("Anna", "Ben", 1.0)], unreadable=2)
    assert games_text(one, ENGLISH) == lines(one, ENGLISH)[0] == "1 game studied. 2 could not be read."
    shown = study_view(study([played("Anna", "Ben", None)]), ENGLISH)  # who never came to an end has no rating
    assert shown["players"][1][2:4] == ["0–0–0", "–"]
    assert shown["rows"][1][1:] == ["–", "–"]


def test_loaded_dice_are_told_with_the_face_that_shows_it() -> None:
    shown: Any = study_view(study([played("Anna", "Ben", 1.0, thrown=((6, 6, 6, 1),) * 40)]), ENGLISH)
    assert "Ace came in 75.00% of 160 throws instead of 16.67%" in shown["dice_told"]
    assert "once in 1,000,000 cases" in shown["dice_told"]
    assert shown["is_loaded"]
    assert "nothing says" in str(study_view(study([played("Anna", "Ben", 1.0)]), ENGLISH)["dice_told"])
