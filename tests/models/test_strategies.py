"""The ladder of opponents: every level beats the one below it, and the README of the rules says who plays by what."""

from itertools import pairwise
from pathlib import Path

import pytest

from firmware.display.messages import catalogue
from firmware.session.vocabulary import Language
from models.duel import duel, settings
from models.strategies import LEVELS, STRATEGIES
from scoring.ruleset import Level

README = Path(__file__).parents[2] / "scoring" / "README.md"


@pytest.mark.proof
@pytest.mark.parametrize(("weaker", "stronger"), [*pairwise(LEVELS.values())][:-1])  # the last takes 2,000 games
def test_a_level_beats_the_one_below(weaker, stronger):
    *_, tally = duel.tallies(settings.DuelSettings(entrants=(stronger, weaker), games=60), jobs=1)
    assert tally.end is None
    assert tally.interval[0] > 0.5


def test_every_level_has_a_strategy_of_its_own_and_the_readme_names_both_in_order_of_strength():
    assert (list(LEVELS), list(LEVELS.values())) == (list(Level), list(STRATEGIES))
    text, words = README.read_text(encoding="utf-8"), catalogue(Language.GERMAN)
    at = [text.index(f"`{name}`") for name in STRATEGIES]
    levels = [text.index(f"*{words.text(f'level.{level.value}')}*", at[-1]) for level in LEVELS]
    assert (at, levels) == (sorted(at), sorted(levels))
