"""Which game, by the button alone: any of them, by the same players, with what the table is used to."""

from dataclasses import replace

import pytest

from firmware.session.choosing import FORMS, TWO_PLAYERS, Choice, choice_of, form_of, opening
from firmware.session.dial import OptionKey
from firmware.session.events import Pressed, PressedLong
from firmware.session.state import SessionState
from firmware.session.touches import OpenDial
from firmware.session.vocabulary import DialKind, Phase
from scoring.events import GameBegan
from scoring.games.escalero import EscaleroBegan
from scoring.games.rock_and_roll import RockAndRollBegan
from scoring.ruleset import RerollRule, Ruleset, ServedRule
from tests.firmware.session.table_talk import Table

SHORT, LONG = Pressed(at_ns=1), PressedLong(at_ns=1)
TRIO = ("Adam", "Berta", "Cäsar")
KINDS = [(choice, form) for choice in Choice for form in range(len(FORMS[choice]))]


def made(choice: Choice, form: int = 0):
    return opening(choice, EscaleroBegan(players=TRIO), form=form)


def turn_to(table: Table, key: OptionKey, at: int = 0) -> Table:
    """Turn the dial until an option of such words shows, the one of them with that number."""
    options = table.state.dial.options
    wanted = [index for index, option in enumerate(options) if option.key is key][at]
    for _ in range((wanted - table.state.dial.index) % len(options)):
        table.tell(SHORT)
    return table


@pytest.mark.parametrize(("choice", "form"), KINDS)
def test_the_same_game_begins_again_with_two_presses(choice: Choice, form: int) -> None:
    table = Table(SessionState(agreed=made(choice, form))).tell(SHORT, LONG)
    assert table.state.phase is not Phase.SETUP
    assert table.state.game.agreed == made(choice, form)


@pytest.mark.parametrize(("choice", "form"), KINDS)
def test_every_game_can_be_chosen_and_begun_by_the_button(choice: Choice, form: int) -> None:
    table = Table(SessionState(agreed=GameBegan(players=("Adam", "Berta")))).tell(SHORT)
    turn_to(table, OptionKey.OTHER_GAME).tell(LONG)
    assert table.state.dial.kind is DialKind.GAMES
    games = [(option.does.choice, option.does.form) for option in table.state.dial.options[:-1]]
    assert sorted(games) == sorted(KINDS)
    turn_to(table, OptionKey.GAME, games.index((choice, form))).tell(LONG)
    assert table.state.dial.kind is DialKind.NEW_GAME
    assert (table.state.phase, choice_of(table.state.agreed)) == (Phase.SETUP, choice)
    table.tell(LONG)
    assert (choice_of(table.state.game.agreed), form_of(table.state.game.agreed)) == (choice, form)
    assert table.state.game.players == ("Adam", "Berta")


def test_another_game_takes_over_players_and_habits_but_not_who_begins() -> None:
    assert opening(Choice.TEN_BY_TEN, EscaleroBegan(players=TRIO)) == GameBegan(players=("Adam", "Berta"))
    assert {Choice.TEN_BY_TEN} == TWO_PLAYERS
    ruleset = Ruleset(reroll=RerollRule.DIE, served=ServedRule.ANY_FULL_THROW, columns=3)
    other = opening(Choice.ESCALERO, GameBegan(players=("Adam", "Berta"), ruleset=ruleset))
    assert other == EscaleroBegan(players=("Adam", "Berta"), reroll=RerollRule.DIE, served=ServedRule.ANY_FULL_THROW)
    back = opening(Choice.TEN_BY_TEN, other)
    assert back.ruleset == replace(ruleset, columns=10)
    table = Table(SessionState(agreed=EscaleroBegan(players=TRIO, beginner=2))).tell(SHORT, LONG)
    assert table.state.phase is Phase.BEGINNING


def test_whoever_held_the_bank_is_offered_it_first() -> None:
    table = Table(SessionState(agreed=RockAndRollBegan(players=TRIO, bank=1))).tell(SHORT)
    assert [option.value for option in table.state.dial.options[:3]] == ["Berta", "Cäsar", "Adam"]
    assert table.tell(SHORT, LONG).state.game.agreed.bank == 2


def test_a_game_that_runs_goes_on_until_another_is_begun() -> None:
    table = Table().begin()
    game = table.state.game
    table.tell(OpenDial(DialKind.NEW_GAME))
    turn_to(table, OptionKey.OTHER_GAME).tell(LONG, LONG)
    turn_to(table, OptionKey.NO).tell(LONG)
    assert table.state.game == game
