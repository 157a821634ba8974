"""What the page is told of Verdecktes Würfelpoker, and what is said of it, on the screen and aloud."""

from dataclasses import replace
from typing import Any

import pytest

from firmware.display import games
from firmware.display.messages import catalogue
from firmware.display.spoken import utterance
from firmware.display.view import view
from firmware.ports import Saying, Signal, Utterance
from firmware.session.events import Pressed, ReadingTaken, SecondPassed
from firmware.session.step import step
from firmware.session.touches import Decide, NewGame, RepeatThrow, SayStandings
from firmware.session.vocabulary import NoticeKey
from firmware.share.phone_app import control_view, follower_view
from firmware.signals.playlist import Clip, Playlist
from scoring.events import PlayerLeft
from scoring.games.hidden_poker import Announced, Doubted, HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking, all_claims
from tests.firmware.display.games.scenes import HIDDEN, KINGS, PAIRS, announced, believed, doubted, hidden, lifted
from tests.firmware.display.games.test_pot import said
from tests.firmware.session.table_talk import Table, reading

WORDS = catalogue("de")
THREE = ("Elfriede", "Kurt", "Franz")
S = 1_000_000_000


def shown(table: Table) -> Any:
    return view(table.state, simulated=False)["hidden"]


def seats(table: Table, *what: str) -> list[Any]:
    return [tuple(seat[each] for each in what) if what[1:] else seat[what[0]] for seat in shown(table)["seats"]]


def test_each_seat_says_what_was_announced_and_whether_anybody_looked():
    table = hidden(THREE)
    assert seats(table, "state") == ["cup", "waiting", "waiting"]
    announced(table)
    assert seats(table, "state", "claim")[0] == ("said", "Full: Könige und Damen")
    table = lifted(doubted(believed(hidden(THREE), PAIRS), 0, KINGS), "KK9XA")
    lifted(doubted(table, 1), "QQJ9A")
    assert seats(table, "state", "claim", "note") == [
        ("believed", "Damen und Neuner", "nicht bezweifelt"),
        ("true", "Zwei Könige", "nachgesehen: stimmt"),
        ("bluff", "Full: Könige und Damen", "Lag da: Zwei Damen"),
    ]
    assert seats(table, "found")[:2] == [[], ["ace", "king", "king", "ten", "nine"]]


def test_who_won_who_is_out_who_cannot_pay_and_who_went_home():
    assert seats(believed(believed(hidden(), KINGS)), "is_winner") == [False, True]
    gone = hidden(THREE).tell(Decide(PlayerLeft(2)))
    assert (seats(gone, "state")[2], said(gone).startswith("Franz geht heim.")) == ("gone", True)
    decider = believed(believed(believed(hidden(THREE), KINGS), PAIRS), PAIRS)
    assert "Gleich hoch: Stechen zwischen Kurt und Franz." in said(decider)
    assert seats(decider, "state", "is_in") == [("believed", False), ("cup", True), ("waiting", True)]
    assert shown(decider)["headline"] == "Stechen: Kurt sagt an"
    poor = lifted(doubted(hidden(THREE, stack=2), 1), "QQJ9A")  # Elfriede has nothing left
    believed(believed(poor, PAIRS), KINGS).tell(Decide(RoundBegan()))
    assert seats(poor, "state")[0] == "out"
    thrown = Table().tell(NewGame(HiddenPokerBegan(players=THREE))).throw("AAAAA").throw("99999")
    assert seats(thrown, "note") == ["wirft 30 Augen", "wirft 5 Augen", ""]


def test_every_step_says_what_happened_what_it_costs_and_what_to_do():
    table = Table(state=HIDDEN["begun"]())
    assert said(table) == "Elfriede beginnt, jeder setzt einen Chip: drücken."
    assert said(table.tell(Decide(RoundBegan()))).startswith("Runde 1: Jeder setzt einen Chip. Elfriede würfelt unter")
    lifted(doubted(table, 1, KINGS), "KK9XA")
    assert said(table).startswith("Es stimmt, bei Elfriede lag: Zwei Könige. Kurt verdoppelt den Pott: 2 Chips dazu.")
    told = "Niemand hat gezweifelt. Bei Kurt steht: Damen und Neuner. Kurt nimmt den Pott: 4 Chips. Kurt beginnt"
    assert said(believed(table, PAIRS)).startswith(told)
    costs = {50: "Neuner. Elfriede verdoppelt den Pott: 3 Chips", 1: "keinen Chip", 3: "letzten 2"}
    for stack, words in costs.items():
        assert words in said(lifted(doubted(hidden(THREE, stack=stack), 2), "99XJA"))


def test_what_comes_between_and_the_end_are_told():
    burning = Table(state=HIDDEN["burning"]())
    assert said(burning).startswith("Es brennt unter dem Becher")
    assert shown(burning)["may_repeat"]
    assert view(burning.state, simulated=False)["can"]["repeat"]
    again = "Es hat gebrannt: Elfriede würfelt noch einmal und sagt neu an."
    assert said(burning.tell(RepeatThrow())).startswith(again)
    standing = said(hidden().tell(SayStandings()))
    assert standing.startswith("Elfriede hat 49 Chips. Kurt hat 49 Chips. Im Pott liegen 2 Chips.")
    over = Table(state=HIDDEN["over"]())
    assert shown(over)["detail"] == "Die Runde zahlen Elfriede und Franz."
    assert games.ending(over.state, WORDS) == f"Kurt gewinnt! {shown(over)['detail']}"
    left = hidden().tell(Decide(PlayerLeft(1)))
    assert games.ending(left.state, WORDS) == "Elfriede gewinnt! Die Runde zahlt jeder selbst."


@pytest.mark.parametrize("make", [hidden, lambda: announced(hidden()), lambda: doubted(hidden(), 1)])
def test_until_the_cup_is_lifted_no_view_has_a_die_or_a_picture(make):
    at = make()
    for event in (None, ReadingTaken(reading("99999")), Pressed(at_ns=1)):
        whole = view((at if event is None else at.tell(event)).state, simulated=True)
        for each in (whole, follower_view(whole), control_view(whole)):
            assert each["dice"] == []
            assert ".jpg" not in str(each)
            assert all(seat["found"] == [] for seat in each["hidden"]["seats"])


@pytest.mark.parametrize(("sequences", "kinds"), [(False, 7), (True, 9)])
def test_every_announcement_is_offered_under_its_kind(sequences, kinds):
    table = hidden(sequences=sequences)
    whole: Any = view(table.state, simulated=False)
    offered = [each["event"]["claim"] for each in whole["decisions"] if each["key"] == "announce"]
    names = [kind["hand"] for kind in whole["hidden"]["hands"]]
    assert (len(names), len(offered)) == (kinds, len(all_claims(Ranking(sequences=sequences))))
    assert {claim["hand"] for claim in offered} == set(names)
    table.tell(Decide(Announced(Claim(Hand.SMALL_STRAIGHT))))
    assert (seats(table, "claim")[0], table.key is NoticeKey.ILLEGAL) == ("Kleine Straße" * sequences, not sequences)


def test_the_button_says_what_a_press_means():
    names = ("begun", "hidden", "doubting", "lifting", "burning")
    buttons: list[Any] = [view(HIDDEN[name](), simulated=True)["button"] for name in names]
    told = ["Runde beginnen", "Ansagen", "Schwindel!", "Becher heben!", "Nochmal schauen"]
    assert [each["label"] for each in buttons] == told
    assert [each["throws"] for each in buttons] == [False, False, False, True, True]
    dialled = announced(hidden(THREE)).tell(Pressed(at_ns=1)).state
    blind = replace(doubted(hidden(), 1).state, has_camera=False)
    assert [view(state, simulated=False)["button"]["kind"] for state in (dialled, blind)] == ["turn", "type"]


def heard(table: Table, event: object) -> Utterance | None:
    before = table.state
    table.state, effects = step(before, event)
    return utterance(before, table.state, event, effects)


def test_each_step_is_heard_and_no_second_cuts_it_off():
    table = hidden()
    said = heard(table, Decide(Announced(KINGS)))
    assert said.text == "Elfriede behauptet: Zwei Könige. Kurt glaubt es nicht? Drücken! Sonst warten."
    assert said.kind is Saying.ENTRY
    for left, signal in ((9, Signal.TICK), (2, Signal.HURRY)):
        assert heard(announced(hidden()), SecondPassed(left, moment=3)) is None
        playing = Playlist().added(Clip(what=said, volume=75, at_ns=0))[0].advanced(0)
        after, is_cut = playing.added(Clip(what=signal, volume=75, at_ns=S))
        assert not is_cut
        assert after.advanced(S + 1).playing.what is signal
        assert after.advanced(3 * S).playing is None  # what is late is not heard at all
    assert heard(table, Decide(Doubted(1))).text == "Kurt ruft „Schwindel!“ Becher heben, dann drücken."
    assert heard(table, ReadingTaken(reading("99999"))) is None  # the cup was not lifted yet
    heard(table, Pressed(at_ns=1))
    assert heard(table, ReadingTaken(reading("99XJA"))).text.startswith("Geschwindelt! Bei Elfriede lag nur: Zwei")
    table = announced(hidden(), KINGS)
    assert heard(table, SecondPassed(0, moment=3)).text.startswith("Niemand hat gezweifelt. Bei Elfriede steht: Zwei")
    assert heard(table, Pressed(at_ns=1, is_late=True)).text.startswith("Zu spät: Die Ansage gilt.")
