from dataclasses import fields

import pytest

from scoring.errors import UnknownColumnError
from scoring.ruleset import HOUSE_RULES, RerollRule, Ruleset, ServedRule, TiedColumnRule


def test_nothing_agreed_means_the_defaults_of_the_rules_and_each_has_its_options_and_a_source():
    # Source: scoring/RULES.md, the table of house rules.
    rules = {"served": ServedRule("first-throw"), "tied_column": TiedColumnRule("none"), "reroll": RerollRule("throw")}
    assert Ruleset() == Ruleset(**rules, columns=10)
    assert {rule.name for rule in HOUSE_RULES} == {field.name for field in fields(Ruleset)} - {"columns"}
    for rule in HOUSE_RULES:
        assert rules[rule.name] is rule.default
        assert set(rule.options) == set(type(rule.default))
        assert "„" in rule.source


def test_one_to_ten_columns_can_be_played_and_others_are_refused_with_the_legal_ones_named():
    for columns in range(1, 11):
        assert Ruleset(columns=columns).points_at_stake == sum(range(columns + 1))
    for columns in (-1, 0, 11):
        with pytest.raises(UnknownColumnError, match=f"got {columns} columns; 1 to 10"):
            Ruleset(columns=columns)
