"""What the page is told of Verdecktes Würfelpoker, and what is said of it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from firmware.display import games, sentences
from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.view import view
from firmware.session.events import Pressed, ReadingTaken
from firmware.session.state import SessionState
from firmware.session.touches import Decide, NewGame, RepeatThrow, SayStandings, TakeBack
from firmware.session.vocabulary import NoticeKey, Phase
from firmware.share.phone_app import control_view, follower_view
from scoring.dice import Face
from scoring.events import PlayerLeft
from scoring.games.hidden_poker import Announced, Doubted, HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking, all_claims
from tests.firmware.display.games.hidden_scenes import (
    FULL,
    KINGS,
    PAIRS,
    SCENES,
    TWELVE,
    announced,
    begun,
    believed,
    doubted,
    hidden,
    lifted,
)
from tests.firmware.session.table_talk import Table, reading

WORDS = catalogue("de")
THREE = ("Elfriede", "Kurt", "Franz")


def seats_of(state: SessionState) -> list[dict]:
    return view(state, simulated=False)["hidden"]["seats"]


def said(table: Table) -> str:
    return str(sentences.notice(table.state, WORDS)["text"])


# -- seats -----------------------------------------------------------------------------------------------------------


def test_each_seat_says_what_was_announced_and_whether_anybody_looked() -> None:
    table = lifted(doubted(believed(hidden(THREE), PAIRS), 0, KINGS), "KK9XA")
    lifted(doubted(table, 1), "QQJ9A")
    elfriede, kurt, franz = seats_of(table.state)
    assert (elfriede["state"], elfriede["claim"], elfriede["note"]) == (
        "believed",
        "Damen und Neuner",
        "nie nachgesehen",
    )
    assert (kurt["state"], kurt["claim"], kurt["note"]) == ("true", "Zwei Könige", "nachgesehen: stimmt")
    assert (franz["state"], franz["claim"], franz["note"]) == (
        "bluff",
        "Full: Könige und Damen",
        "Lag da: Zwei Damen",
    )
    assert [seat["found"] for seat in (elfriede, kurt)] == [[], ["ace", "king", "king", "ten", "nine"]]


def test_whoever_has_the_cup_is_named_and_what_he_claims_once_he_does() -> None:
    table = hidden(THREE)
    assert [seat["state"] for seat in seats_of(table.state)] == ["cup", "waiting", "waiting"]
    assert [seat["state"] for seat in seats_of(announced(table).state)] == ["said", "waiting", "waiting"]
    assert seats_of(table.state)[0]["claim"] == "Full: Könige und Damen"


def test_the_winner_of_the_round_is_marked_and_who_went_home_crossed_out() -> None:
    table = believed(believed(hidden(), KINGS), FULL)
    assert [seat["is_winner"] for seat in seats_of(table.state)] == [False, True]
    table = hidden(THREE).tell(Decide(PlayerLeft(2)))
    assert seats_of(table.state)[2]["state"] == "gone"


def test_in_a_decider_the_others_stay_with_what_they_announced() -> None:
    table = believed(believed(believed(hidden(THREE), KINGS), PAIRS), PAIRS)
    assert "Gleich hoch: Stechen zwischen Kurt und Franz." in said(table)
    states = [(seat["state"], seat["is_in"]) for seat in seats_of(table.state)]
    assert states == [("believed", False), ("cup", True), ("waiting", True)]
    assert view(table.state, simulated=False)["hidden"]["headline"] == "Stechen: Kurt sagt an"


def test_who_cannot_pay_sits_out() -> None:
    table = hidden(THREE, stack=2)
    lifted(doubted(table, 1, FULL), "QQJ9A")  # Elfriede has nothing left
    believed(believed(table, PAIRS), KINGS)
    table.tell(Decide(RoundBegan()))
    assert seats_of(table.state)[0]["state"] == "out"


def test_what_was_thrown_for_who_begins_stands_beside_the_names() -> None:
    table = Table().tell(NewGame(HiddenPokerBegan(players=THREE))).throw("AAAAA").throw("99999")
    assert [seat["note"] for seat in seats_of(table.state)] == ["wirft 30 Augen", "wirft 5 Augen", ""]


def test_twelve_sit_at_the_table() -> None:
    assert [seat["name"] for seat in seats_of(hidden(TWELVE).state)] == list(TWELVE)


# -- sentences -------------------------------------------------------------------------------------------------------


def test_every_step_says_what_happened_what_it_costs_and_what_to_do() -> None:
    table = begun()
    assert said(table) == "Elfriede beginnt, jeder setzt einen Chip: drücken."
    assert said(table.tell(Decide(RoundBegan()))).startswith("Runde 1: Jeder setzt einen Chip. Elfriede würfelt unter")
    assert said(announced(table, KINGS)) == "Elfriede behauptet: Zwei Könige. Kurt glaubt es nicht? Drücken!"
    assert said(table.tell(Decide(Doubted(1)))) == "Kurt ruft „Schwindel!“ Becher heben, dann drücken."
    lifted(table, "KK9XA")
    assert said(table).startswith("Es stimmt, Elfriede hat Zwei Könige. Kurt verdoppelt den Pott: 2 Chips dazu.")
    believed(table, PAIRS)
    assert said(table) == (
        "Niemand hat gezweifelt: Kurt steht mit Damen und Neuner. Kurt nimmt den Pott: 4 Chips. "
        "Kurt beginnt die nächste Runde: drücken."
    )


def test_a_bluff_is_told_with_what_lay_there() -> None:
    table = lifted(doubted(hidden(THREE), 2), "99XJA")
    assert said(table).startswith(
        "Geschwindelt! Elfriede hat nur Zwei Neuner. Elfriede verdoppelt den Pott: 3 Chips dazu. Kurt würfelt unter"
    )


@pytest.mark.parametrize(
    ("stack", "words"),
    [(2, "Elfriede legt den letzten Chip in den Pott."), (3, "Elfriede legt die letzten 2 Chips in den Pott.")],
)
def test_who_cannot_double_the_pot_puts_in_what_is_there(stack: int, words: str) -> None:
    assert words in said(lifted(doubted(hidden(THREE, stack=stack), 2), "99XJA"))


def test_who_has_no_chip_left_is_said_to_have_none() -> None:
    assert "Elfriede hat keinen Chip mehr für den Pott." in said(lifted(doubted(hidden(THREE, stack=1), 2), "99XJA"))


def test_a_doubt_too_late_is_answered_plainly() -> None:
    table = believed(hidden(), KINGS).tell(Decide(Doubted(1)))
    assert said(table).startswith("Zu spät: Die Ansage gilt. Kurt würfelt unter den Becher")


def test_a_burning_throw_says_what_can_be_done_and_the_repetition_that_it_is_announced_anew() -> None:
    state = SCENES["burning"]()
    assert str(sentences.notice(state, WORDS)["text"]).startswith("Es brennt unter dem Becher")
    assert view(state, simulated=False)["hidden"]["may_repeat"]
    assert view(state, simulated=False)["can"]["repeat"]
    table = Table(state=state).tell(RepeatThrow())
    assert said(table).startswith("Es hat gebrannt: Elfriede würfelt noch einmal und sagt neu an.")


def test_a_decision_taken_back_says_so() -> None:
    assert said(announced(hidden()).tell(TakeBack())).startswith(WORDS.text("notice.taken-back"))


def test_who_goes_home_is_named() -> None:
    assert said(hidden(THREE).tell(Decide(PlayerLeft(2)))).startswith("Franz geht heim.")
    table = hidden().tell(Decide(PlayerLeft(1)))
    assert table.state.phase is Phase.GAME_OVER


def test_how_it_stands_names_the_pot() -> None:
    table = hidden().tell(SayStandings())
    assert said(table).startswith("Elfriede hat 49 Chips. Kurt hat 49 Chips. Im Pott liegen 2 Chips.")
    assert "Pott" not in games.standing(begun().state, WORDS)


def test_at_the_end_the_losers_pay_the_round() -> None:
    state = SCENES["over"]()
    assert games.ending(state, WORDS) == "Kurt gewinnt! Die Runde zahlen Elfriede und Franz."
    assert view(state, simulated=False)["hidden"]["detail"] == "Die Runde zahlen Elfriede und Franz."


def test_where_everybody_went_home_each_pays_alone() -> None:
    table = hidden().tell(Decide(PlayerLeft(1)))
    assert games.ending(table.state, WORDS) == "Elfriede gewinnt! Die Runde zahlt jeder selbst."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SCENES)
def test_every_moment_has_its_words_in_every_language(name: str, language: str) -> None:
    shown = view(replace(SCENES[name](), language=language), simulated=True)
    assert shown["hidden"]["headline"]
    assert "{" not in json.dumps(shown["hidden"], ensure_ascii=False).replace('{"', "").replace("[{", "")


# -- nothing of the dice ---------------------------------------------------------------------------------------------


def _leaves(data: object) -> list[object]:
    if isinstance(data, dict):
        return [leaf for key, value in data.items() for leaf in (key, *_leaves(value))]
    if isinstance(data, list):
        return [leaf for value in data for leaf in _leaves(value)]
    return [data]


@pytest.mark.parametrize("simulated", [True, False])
@pytest.mark.parametrize("make", [hidden, lambda: announced(hidden()), lambda: doubted(hidden(), 1)])
def test_until_the_cup_is_lifted_no_view_has_a_die_or_a_picture(make, simulated: bool) -> None:
    at = make()
    for state in (at.state, at.tell(ReadingTaken(reading("99999"))).state):
        whole = view(state, simulated=simulated)
        for shown in (whole, follower_view(whole), control_view(whole)):
            assert shown["dice"] == []
            assert not [leaf for leaf in _leaves(shown) if isinstance(leaf, str) and ".jpg" in leaf]
            assert all(seat["found"] == [] for seat in shown["hidden"]["seats"])


def test_between_the_press_and_the_reading_nothing_is_shown_yet() -> None:
    at = doubted(hidden(), 1).tell(Pressed(at_ns=1))
    assert at.state.phase is Phase.READING
    assert view(at.state, simulated=True)["dice"] == []


# -- what can be touched ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sequences", "kinds"), [(False, 7), (True, 9)])
def test_every_announcement_is_offered_under_its_kind(sequences: bool, kinds: int) -> None:
    shown = view(hidden(sequences=sequences).state, simulated=False)
    offered = [each["event"]["claim"] for each in shown["decisions"] if each["key"] == "announce"]
    names = [kind["hand"] for kind in shown["hidden"]["hands"]]
    assert len(names) == kinds
    assert len(offered) == len(all_claims(Ranking(sequences=sequences)))
    assert {claim["hand"] for claim in offered} == set(names)


@pytest.mark.parametrize(
    ("name", "label", "throws"),
    [
        ("begun", "Nächste Runde", False),
        ("hidden", "Ansagen", False),
        ("doubting", "Schwindel!", False),
        ("lifting", "Becher heben!", True),
        ("burning", "Nochmal schauen", True),
    ],
)
def test_the_button_says_what_a_press_means(name: str, label: str, throws: bool) -> None:
    button = view(SCENES[name](), simulated=True)["button"]
    assert (button["label"], button["throws"]) == (label, throws)


def test_on_a_dial_the_button_turns() -> None:
    state = announced(hidden(THREE)).tell(Pressed(at_ns=1)).state
    assert view(state, simulated=True)["button"]["kind"] == "turn"


def test_typed_dice_are_accepted_by_the_button_as_ever() -> None:
    state = replace(doubted(hidden(), 1).state, has_camera=False)
    assert view(state, simulated=False)["button"]["kind"] == "type"


def test_a_straight_is_announced_where_it_was_agreed_on() -> None:
    table = hidden(sequences=True).tell(Decide(Announced(Claim(Hand.SMALL_STRAIGHT))))
    assert seats_of(table.state)[0]["claim"] == "Kleine Straße"
    refused = hidden().tell(Decide(Announced(Claim(Hand.SMALL_STRAIGHT))))
    assert refused.key is NoticeKey.ILLEGAL


def test_the_faces_found_are_those_under_the_cup() -> None:
    table = lifted(doubted(hidden(), 1, KINGS), "KK9XA")
    assert seats_of(table.state)[0]["found"] == [
        face.name.lower() for face in sorted((Face.KING, Face.KING, Face.NINE, Face.TEN, Face.ACE), reverse=True)
    ]
