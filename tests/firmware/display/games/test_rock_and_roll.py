"""Rock and Roll on the display: the cloth as plain data, and every event in a sentence."""

from dataclasses import replace
from typing import Any

from firmware.display import games, messages
from firmware.display.touches import parse_touch
from firmware.display.view import view
from firmware.ports import Saying
from firmware.session.touches import Decide, NewGame, TakeBack
from firmware.session.vocabulary import Phase
from scoring.events import PlayerLeft
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, Field, NoticeGiven, RockAndRollBegan
from tests.firmware.display.games.scenes import at_cloth, bet, throw
from tests.firmware.display.test_spoken import Heard
from tests.firmware.session.table_talk import Table
from vision.reading import EyeDoubt, Verdict

NAMES = ("Elfriede", "Kurt", "Franz", "Mitzi", "Otto", "Resi")
KURT, FRANZ, MITZI, OTTO, RESI = range(1, 6)


def shown(table: Table, **changes: object) -> Any:
    return view(replace(table.state, **changes), simulated=False)


def text(table: Table, language: str = "de") -> str:
    return str(shown(table, language=language)["notice"]["text"])


def field_of(table: Table, field: Field) -> dict[str, Any]:
    return next(each for each in shown(table)["cloth"]["fields"] if each["field"] == field)


def placed(table: Table, *bets: tuple[int, Field, int]) -> Table:
    for each in bets:
        bet(table, *each)
    return table


def test_chips_lie_where_they_were_put_and_a_paid_throw_stays_until_the_next_are():
    table = placed(at_cloth(), (FRANZ, Field.RED, 2), (KURT, Field.RED, 3), (FRANZ, Field.RED, 4))
    red = field_of(table, Field.RED)
    assert red["chips"] == [{"seat": KURT, "count": 3, "back": None}, {"seat": FRANZ, "count": 6, "back": None}]
    assert red["said"] == "Rot, 2:1; Kurt: 3; Franz: 6"
    players = [(each["points"], each["staked"], each["gain"], each["is_bank"]) for each in shown(table)["players"]]
    assert players == [("300", 0, "0", True), ("47", 3, "0", False), ("44", 6, "0", False)]
    table = throw(placed(at_cloth(), (KURT, Field.RED, 3), (FRANZ, Field.ACE, 2)), "K")
    cloth = shown(table)["cloth"]
    assert (cloth["paid_for"], cloth["throws"], cloth["round"]) == ("king", ["king"], 1)
    assert [each["field"] for each in cloth["fields"] if each["is_won"]] == ["red", "king"]
    assert field_of(table, Field.RED)["chips"] == [{"seat": KURT, "count": 3, "back": 9}]
    assert field_of(table, Field.ACE)["chips"] == [{"seat": FRANZ, "count": 2, "back": 0}]
    assert [each["points"] for each in shown(table)["players"]] == ["296", "56", "48"]
    bet(table, KURT, Field.BLUE, 1)
    assert (shown(table)["cloth"]["paid_for"], field_of(table, Field.RED)["chips"]) == (None, [])


def test_what_can_be_bet_when_and_by_whom():
    table = bet(at_cloth(bank_stack=60, stack=20), KURT, Field.KING, 8)
    most = [field_of(table, field)["most"] for field in (Field.KING, Field.RED, Field.ACE)]
    assert most == [[0, 4, 4], [0, 10, 10], [0, 12, 12]]  # (60 - 40) // 5
    assert shown(at_cloth())["cloth"]["is_open"]
    for phase in (Phase.READING, Phase.ASKING, Phase.BURNING, Phase.GAME_OVER):
        assert not shown(at_cloth(), phase=phase)["cloth"]["is_open"]
    left = shown(at_cloth().tell(Decide(PlayerLeft(KURT))))
    assert (left["cloth"]["guests"], [each["is_gone"] for each in left["players"]]) == ([FRANZ], [False, True, False])


def test_the_notice_can_be_given_once_and_then_the_throws_are_counted():
    table = throw(at_cloth(), "9XJQKA9XJQKA9")
    throws = shown(table)["cloth"]["throws"]
    assert (len(throws), throws[0], throws[-2:]) == (12, "ten", ["ace", "nine"])
    table.tell(parse_touch({"kind": "decide", "event": shown(table)["cloth"]["notice"]}))
    counted = []
    for letter in "9XJQK":
        counted.append(shown(table)["cloth"]["left_label"])
        throw(table, letter)
    assert counted == ["Noch 5 Würfe.", "Noch 4 Würfe.", "Noch 3 Würfe.", "Noch 2 Würfe.", "Noch ein Wurf."]
    cloth = shown(table)["cloth"]
    assert (cloth["left"], cloth["notice"]) == (0, None)
    assert cloth["outcome"] == "Unentschieden! Die Runde zahlt jeder selbst."


def noticed(count: int = 3) -> Table:
    return at_cloth(*NAMES[:count]).tell(Decide(NoticeGiven()))


def ended(*bets: tuple[int, Field, int], count: int = 6) -> Table:
    """Return a table after its last throw, a king, on which was bet."""
    return throw(placed(throw(noticed(count), "9XJQ"), *bets), "K")


def test_every_event_is_told():
    table = at_cloth()
    bets = "Felder antippen und setzen, dann würfelt Elfriede und drückt."
    assert text(table) == f"Elfriede hält die Bank mit 300 Chips. {bets}"
    placed(table, (KURT, Field.RED, 1), (KURT, Field.RED, 2))
    assert text(table) == "Kurt hat 3 auf Rot. Elfriede würfelt, dann drücken."
    assert text(table.tell(Decide(BetsTakenBack(KURT)))).startswith("Kurt nimmt die Chips zurück.")
    placed(table, (KURT, Field.RED, 1), (KURT, Field.KING, 1), (FRANZ, Field.ACE, 2))
    assert text(throw(table, "K")).startswith("König! Kurt gewinnt 7 Chips. Die Bank nimmt 2 Chips.")
    assert text(table.tell(TakeBack())).startswith("Zurückgenommen. Die Chips liegen wieder wie vorher. Elfriede")
    assert text(table.tell(Decide(PlayerLeft(0)))).startswith("Die Bank kündigt ihr Ende fünf Würfe vorher an.")
    assert text(noticed()).startswith("Elfriede hört auf: noch fünf Würfe")
    assert text(throw(noticed(), "9")).startswith("Neun! Niemand hat gesetzt.")
    four = throw(placed(at_cloth(*NAMES), *((seat, Field.RED, 1) for seat in range(1, 5))), "X")
    assert text(four).startswith("Zehn! 4 gewinnen zusammen 8 Chips.")
    for doubt, said in ((EyeDoubt.LEANING, "Es brennt! Den Würfel"), (EyeDoubt.OFF_BOARD, "Der Würfel liegt daneben.")):
        assert text(at_cloth().throw("K", verdict=Verdict.BURNING, doubts={0: doubt})).startswith(said)
    assert "mit einem Würfel" in text(at_cloth().throw("99XKA", verdict=Verdict.WRONG_COUNT))


def test_who_is_left_and_who_pays_the_round_is_told_at_the_end():
    broke = throw(bet(at_cloth(*NAMES[:2], stack=1), KURT, Field.RED, 1), "9")
    assert text(broke).endswith("Elfriede kündigt das Ende an, oder ihr beendet das Spiel.")
    left = text(at_cloth(*NAMES[:2]).tell(Decide(PlayerLeft(KURT))))
    assert left.startswith("Kurt geht mit 50 Chips heim. Alle sind heimgegangen, nur Elfriede mit der Bank")
    lost = [(seat, Field.BLACK, 2) for seat in (MITZI, OTTO, RESI)]
    shared = text(ended((KURT, Field.RED, 4), (FRANZ, Field.RED, 4), *lost))
    assert shared.endswith("Kurt und Franz gewinnen! Die Runde zahlt Elfriede. Danke fürs Spiel!")
    bank = text(ended((KURT, Field.BLACK, 2), (FRANZ, Field.BLACK, 2), *lost))
    assert "Elfriede gewinnt! Die Runde zahlen 5 Spieler." in bank


def test_at_the_end_everybody_sees_what_he_won():
    whole = shown(ended((KURT, Field.RED, 10), (FRANZ, Field.ACE, 5), count=3))
    gains = [(each["gain"], each["is_winner"]) for each in whole["players"]]
    assert gains == [("−15", False), ("+20", True), ("−5", False)]
    assert whole["cloth"]["outcome"] == "Kurt gewinnt! Die Runde zahlt Elfriede."


def test_bets_throws_and_standings_are_heard():
    table = Heard().tell(NewGame(RockAndRollBegan(players=NAMES[:3], bank=0)))
    table.tell(Decide(BetPlaced(KURT, Field.RED, 2)))
    assert table.last == ("Kurt hat 2 auf Rot.", Saying.HINT)  # and not what to do next
    table.throw("K", verdict=Verdict.CLEAR)
    paid = "König! Kurt gewinnt 4 Chips. Felder antippen und setzen, dann würfelt Elfriede und drückt."
    assert table.last == (paid, Saying.THROW)
    standing = games.standing(table.state, messages.catalogue("de"))
    assert standing.startswith("Elfriede hat 296 Chips. Kurt hat 54 Chips.")
