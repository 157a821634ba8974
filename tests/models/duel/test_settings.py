"""What a duel cannot be played with is said."""

from __future__ import annotations

import math

import pytest

from models.duel.errors import DuelSettingError, UnknownStrategyError
from models.duel.settings import MOST_GAMES, DuelSettings, Limits, is_outside


def test_a_name_nobody_has_is_refused_with_those_there_are():
    with pytest.raises(
        UnknownStrategyError, match=r"got 'best'; strategies are most-points, over-par, .*, foresight, or"
    ):
        DuelSettings(entrants=("foresight", "best"))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("foresite", "foresight"),
        ("Column_Normal", "column-normal"),
        ("most points", "most-points"),
        ("overpar", "over-par"),
    ],
)
def test_a_name_that_is_nearly_one_is_told_with_the_one_that_is_meant(name, meant):
    with pytest.raises(UnknownStrategyError, match=f"got '{name}'; is {meant} meant[?] strategies are most-points,"):
        DuelSettings(entrants=(name, "foresight"))


@pytest.mark.parametrize(
    "name", ["my bot.py:Bot", "bots/my_bot.py:Bot", ":Bot", "my_bot:", "my_bot:Bot()", "1:2", "a::b"]
)
def test_a_strategy_from_outside_is_named_as_python_imports_it(name):
    with pytest.raises(
        UnknownStrategyError, match=r"named as Python imports it, module:Class, such as my_bot:Cautious"
    ):
        DuelSettings(entrants=(name, "foresight"))


@pytest.mark.parametrize("name", ["my_bot:Bot", "bots.my_bot:Bot", "bots:Outer.Inner", "würfel:Glück"])
def test_modules_and_classes_may_lie_in_others(name):
    assert is_outside(DuelSettings(entrants=(name, "foresight")).entrants[0])


@pytest.mark.parametrize("games", [0, -2, MOST_GAMES + 1])
def test_a_number_of_games_nobody_plays_is_refused(games):
    with pytest.raises(DuelSettingError, match=r"games; 1 to 10,000,000 can be played"):
        DuelSettings(entrants=("foresight", "over-par"), games=games)


@pytest.mark.parametrize("seed", [-1, 2**63])
def test_a_seed_is_a_whole_number_from_0(seed):
    with pytest.raises(DuelSettingError, match=f"got seed {seed}; a seed is a whole number from 0"):
        DuelSettings(entrants=("foresight", "over-par"), seed=seed)


@pytest.mark.parametrize("limit", ["seconds_a_move", "seconds_to_load", "memory_gb"])
@pytest.mark.parametrize("value", [0, -1.0, math.inf, math.nan])
def test_limits_are_above_0(limit, value):
    with pytest.raises(DuelSettingError, match=f"{limit.replace('_', ' ')}; a limit is above 0"):
        Limits(**{limit: value})


def test_a_strategy_against_itself_can_be_told_from_itself():
    assert DuelSettings(entrants=("foresight", "over-par")).labels == ("foresight", "over-par")
    assert DuelSettings(entrants=("foresight", "foresight")).labels == ("foresight (A)", "foresight (B)")
