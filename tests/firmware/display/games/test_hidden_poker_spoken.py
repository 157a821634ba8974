"""What is heard of Verdecktes Würfelpoker: each step in words, and no second that cuts them off."""

from __future__ import annotations

import pytest

from firmware.display.spoken import utterance
from firmware.ports import Saying, Signal, Utterance
from firmware.session.events import Pressed, ReadingTaken, SecondPassed
from firmware.session.step import step
from firmware.session.touches import Decide
from firmware.signals.playlist import Clip, Playlist
from scoring.games.hidden_poker import Announced, Doubted
from tests.firmware.display.games.hidden_scenes import KINGS, announced, doubted, hidden
from tests.firmware.session.table_talk import Table, reading

S = 1_000_000_000


def heard(table: Table, event: object) -> Utterance | None:
    before = table.state
    table.state, effects = step(before, event)
    return utterance(before, table.state, event, effects)


def test_an_announcement_is_said_to_its_end() -> None:
    said = heard(hidden(), Decide(Announced(KINGS)))
    assert said.text == "Elfriede behauptet: Zwei Könige. Kurt glaubt es nicht? Drücken!"
    assert said.kind is Saying.ENTRY


@pytest.mark.parametrize("left", [9, 2])
def test_a_second_says_nothing(left: int) -> None:
    assert heard(announced(hidden()), SecondPassed(left, moment=3)) is None


@pytest.mark.parametrize("signal", [Signal.TICK, Signal.HURRY])
def test_a_second_does_not_cut_off_what_is_being_said(signal: Signal) -> None:
    said = heard(hidden(), Decide(Announced(KINGS)))
    playing = Playlist().added(Clip(what=said, volume=75, at_ns=0))[0].advanced(0)
    after, is_cut = playing.added(Clip(what=signal, volume=75, at_ns=S))
    assert not is_cut
    assert after.advanced(S + 1).playing.what is signal
    assert after.advanced(3 * S).playing is None  # what is late is not heard at all


def test_who_doubts_and_what_the_cup_hid_is_said() -> None:
    table = announced(hidden(), KINGS)
    assert heard(table, Decide(Doubted(1))).text == "Kurt ruft „Schwindel!“ Becher heben, dann drücken."
    heard(table, Pressed(at_ns=1))
    said = heard(table, ReadingTaken(reading("99XJA")))
    assert said.text.startswith("Geschwindelt! Elfriede hat nur Zwei Neuner. Elfriede verdoppelt den Pott: 2 Chips")


def test_that_nobody_doubted_is_said_and_a_late_press_is_told_so() -> None:
    table = announced(hidden(), KINGS)
    assert heard(table, SecondPassed(0, moment=3)).text.startswith("Niemand hat gezweifelt: Elfriede steht mit Zwei")
    assert heard(table, Pressed(at_ns=1, is_late=True)).text.startswith("Zu spät: Die Ansage gilt.")


def test_nothing_under_the_cup_is_said_before_it_is_lifted() -> None:
    table = doubted(hidden(), 1)
    assert heard(table, ReadingTaken(reading("99999"))) is None
