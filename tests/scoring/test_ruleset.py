from __future__ import annotations

from dataclasses import fields

import pytest

from scoring.errors import ScoringError, UnknownColumnError
from scoring.ruleset import HOUSE_RULES, RerollRule, Ruleset, ServedRule, TiedColumnRule


def test_nothing_agreed_means_the_defaults_of_the_rules():
    # Source: scoring/RULES.md, the table of house rules.
    assert Ruleset() == Ruleset(
        served=ServedRule("first-throw"), tied_column=TiedColumnRule("none"), reroll=RerollRule("throw"), columns=10
    )


@pytest.mark.parametrize("columns", range(1, 11))
def test_any_number_of_columns_up_to_ten_can_be_played(columns):
    assert Ruleset(columns=columns).points_at_stake == sum(range(columns + 1))


@pytest.mark.parametrize("columns", [-1, 0, 11])
def test_other_numbers_of_columns_are_refused_and_the_legal_ones_named(columns):
    with pytest.raises(UnknownColumnError, match=f"got {columns} columns; 1 to 10") as caught:
        Ruleset(columns=columns)
    assert isinstance(caught.value, ScoringError)
    assert isinstance(caught.value, ValueError)


def test_every_house_rule_is_a_field_with_its_default_its_options_and_a_source():
    names = {field.name for field in fields(Ruleset)} - {"columns"}
    assert {rule.name for rule in HOUSE_RULES} == names
    for rule in HOUSE_RULES:
        assert getattr(Ruleset(), rule.name) is rule.default
        assert set(rule.options) == set(type(rule.default))
        assert "„" in rule.source
