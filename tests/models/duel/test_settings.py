"""What a duel cannot be played with is said."""

import math

import pytest

from models.duel.errors import DuelSettingError, UnknownStrategyError
from models.duel.settings import MOST_GAMES, DuelSettings, Limits, is_outside

NEARLY = {"foresite": "foresight", "Column_Normal": "column-normal", "most points": "most-points"}
OUTSIDE = ("bots/my_bot.py:Bot", ":Bot", "my_bot:", "my_bot:Bot()", "a::b")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("best", "got 'best'; strategies are most-points, over-par, .*, foresight, or"),
        *((name, f"got '{name}'; is {meant} meant[?] strategies are most-points,") for name, meant in NEARLY.items()),
        *((name, "named as Python imports it, module:Class, such as my_bot:Cautious") for name in OUTSIDE),
    ],
)
def test_a_name_nobody_has_is_refused_with_those_there_are_or_the_one_that_is_meant(name, said):
    with pytest.raises(UnknownStrategyError, match=said):
        DuelSettings(entrants=("foresight", name))


def test_modules_and_classes_may_lie_in_others_and_a_strategy_against_itself_can_be_told_from_itself():
    for name in ("bots.my_bot:Bot", "bots:Outer.Inner", "würfel:Glück"):
        assert is_outside(DuelSettings(entrants=(name, "foresight")).entrants[0])
    assert DuelSettings(entrants=("foresight", "over-par")).labels == ("foresight", "over-par")
    assert DuelSettings(entrants=("foresight", "foresight")).labels == ("foresight (A)", "foresight (B)")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        *(({"games": games}, "games; 1 to 10,000,000 can be played") for games in (0, MOST_GAMES + 1)),
        *(({"seed": seed}, f"got seed {seed}; a seed is a whole number from 0") for seed in (-1, 2**63)),
    ],
)
def test_games_or_a_seed_that_cannot_be_are_refused(given, said):
    with pytest.raises(DuelSettingError, match=said):
        DuelSettings(entrants=("foresight", "over-par"), **given)


def test_limits_are_above_0():
    for limit, value in (("seconds_a_move", 0), ("seconds_to_load", math.inf), ("memory_gb", math.nan)):
        with pytest.raises(DuelSettingError, match=f"{limit.replace('_', ' ')}; a limit is above 0"):
            Limits(**{limit: value})
