"""What is said of all games together."""

from __future__ import annotations

import pytest

from firmware.analysis.study import study
from firmware.analysis.summary import summary
from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.study import fairness_text, games_text, lines, study_view
from scoring.dice import Face
from scoring.sheets.category import Category
from scoring.strategy.baselines import ColumnNormal
from tests.firmware.analysis.played import game
from tests.firmware.analysis.test_study import played

ENGLISH = catalogue("en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_is_told_in_every_language(language):
    words = catalogue(language)
    found = study([summary(game(seed), ColumnNormal()) for seed in (1, 2)])
    shown = study_view(found, words)
    assert [row[0] for row in shown["players"][1:]] == [player.name for player in found.players]
    assert len(shown["rows"]) == len(Category) + 3
    assert len(shown["dice"][0]) == len(shown["dice"][1]) == len(Face)
    assert lines(found, words)


def test_games_that_could_not_be_read_are_told():
    assert (
        games_text(study([played("Anna", "Ben", 1.0)], unreadable=2), ENGLISH) == "1 game studied. 2 could not be read."
    )


def test_who_never_came_to_an_end_has_no_rating():
    shown = study_view(study([played("Anna", "Ben", None)]), ENGLISH)
    assert shown["players"][1][2:4] == ["0–0–0", "–"]
    assert shown["rows"][1][1:] == ["–", "–"]


def test_loaded_dice_are_told_with_the_face_that_shows_it():
    found = study([played("Anna", "Ben", 1.0, thrown=((6, 6, 6, 1),) * 40)])
    told = fairness_text(found, ENGLISH)
    assert "Ace came in 75.00% of 160 throws instead of 16.67%" in told
    assert "once in 1,000,000 cases" in told
    assert study_view(found, ENGLISH)["is_loaded"]
    assert "nothing says" in fairness_text(study([played("Anna", "Ben", 1.0)]), ENGLISH)
