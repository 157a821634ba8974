"""Rock and Roll on the display: the cloth as plain data, and every event in a sentence, in both languages."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from firmware.display.games import rock_and_roll
from firmware.display.messages import LANGUAGES, catalogue
from firmware.display.spoken import utterance
from firmware.display.touches import parse_touch
from firmware.display.view import view
from firmware.ports import Saying
from firmware.session.events import Pressed, ReadingTaken
from firmware.session.state import SessionState
from firmware.session.touches import Decide, NewGame, RefuseGame, TakeBack
from firmware.session.vocabulary import Phase
from scoring.events import PlayerLeft
from scoring.games.rock_and_roll import BetPlaced, BetsTakenBack, Field, NoticeGiven, RockAndRollBegan
from tests.firmware.display.games.cloth import at_cloth, bet, throw
from tests.firmware.session.table_talk import Table, reading
from vision.reading import EyeDoubt, Verdict

NAMES = ("Elfriede", "Kurt", "Franz", "Mitzi", "Otto", "Resi")
KURT, FRANZ, MITZI, OTTO, RESI = range(1, 6)


def shown(table: Table, **changes: object) -> dict:
    return view(replace(table.state, **changes), simulated=False)


def text(table: Table, language: str = "de") -> str:
    return str(shown(table, language=language)["notice"]["text"])


def field_of(table: Table, field: Field) -> dict:
    return next(each for each in shown(table)["cloth"]["fields"] if each["field"] == field)


# ---- the cloth


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [2, 6])
def test_the_cloth_is_plain_data_at_every_moment(count: int, language: str) -> None:
    table = bet(at_cloth(*NAMES[:count]), KURT, Field.RED, 2)
    for after in (table, throw(table, "K"), table.tell(TakeBack()), table.tell(Decide(NoticeGiven()))):
        whole = shown(after, language=language)
        assert json.loads(json.dumps(whole)) == whole


def test_nine_fields_say_what_wins_and_what_they_pay() -> None:
    fields = shown(at_cloth())["cloth"]["fields"]
    assert [(each["name"], each["faces"], each["pays"]) for each in fields] == [
        ("Schwarz", ["nine", "ace"], "2:1"),
        ("Rot", ["ten", "king"], "2:1"),
        ("Blau", ["jack", "queen"], "2:1"),
        *(
            (name, [face], "5:1")
            for name, face in zip(
                ("Neun", "Zehn", "Bube", "Dame", "König", "As"),
                ("nine", "ten", "jack", "queen", "king", "ace"),
                strict=True,
            )
        ),
    ]


def test_chips_lie_where_they_were_put_each_players_together() -> None:
    table = bet(bet(bet(at_cloth(), FRANZ, Field.RED, 2), KURT, Field.RED, 3), FRANZ, Field.RED, 4)
    red = field_of(table, Field.RED)
    assert red["chips"] == [{"seat": KURT, "count": 3, "back": None}, {"seat": FRANZ, "count": 6, "back": None}]
    assert red["said"] == "Rot, 2:1; Kurt: 3; Franz: 6"
    players = shown(table)["players"]
    assert [(each["points"], each["staked"], each["is_bank"]) for each in players] == [
        ("300", 0, True),
        ("47", 3, False),
        ("44", 6, False),
    ]


def test_the_most_that_can_be_bet_is_what_stack_and_bank_allow() -> None:
    table = bet(at_cloth(bank_stack=60, stack=20), KURT, Field.KING, 8)
    assert field_of(table, Field.KING)["most"] == [0, 4, 4]  # (60 - 40) // 5
    assert field_of(table, Field.RED)["most"] == [0, 10, 10]
    assert field_of(table, Field.ACE)["most"] == [0, 12, 12]


def test_a_paid_throw_stays_on_the_cloth_until_chips_are_put_down_again() -> None:
    table = throw(bet(bet(at_cloth(), KURT, Field.RED, 3), FRANZ, Field.ACE, 2), "K")
    cloth = shown(table)["cloth"]
    assert (cloth["paid_for"], cloth["throws"], cloth["round"]) == ("king", ["king"], 1)
    assert [each["field"] for each in cloth["fields"] if each["is_won"]] == ["red", "king"]
    assert field_of(table, Field.RED)["chips"] == [{"seat": KURT, "count": 3, "back": 9}]
    assert field_of(table, Field.ACE)["chips"] == [{"seat": FRANZ, "count": 2, "back": 0}]
    assert [each["points"] for each in shown(table)["players"]] == ["296", "56", "48"]
    bet(table, KURT, Field.BLUE, 1)
    assert shown(table)["cloth"]["paid_for"] is None
    assert field_of(table, Field.RED)["chips"] == []


def test_the_newest_throws_are_listed() -> None:
    table = at_cloth()
    throw(table, "9XJQKA9XJQKA9")
    throws = shown(table)["cloth"]["throws"]
    assert (len(throws), throws[0], throws[-2:]) == (12, "ten", ["ace", "nine"])


@pytest.mark.parametrize("phase", [Phase.READING, Phase.ASKING, Phase.BURNING, Phase.GAME_OVER])
def test_nothing_can_be_bet_while_a_throw_is_looked_at(phase: Phase) -> None:
    assert shown(at_cloth())["cloth"]["is_open"]
    assert not shown(at_cloth(), phase=phase)["cloth"]["is_open"]


def test_the_notice_can_be_given_once_and_then_the_throws_are_counted() -> None:
    table = at_cloth()
    notice = shown(table)["cloth"]["notice"]
    table.tell(parse_touch({"kind": "decide", "event": notice}))
    assert table.state.game.throws_to_end == 5
    counted = []
    for letter in "9XJQK":
        counted.append(shown(table)["cloth"]["left_label"])
        throw(table, letter)
    assert counted == ["Noch 5 Würfe.", "Noch 4 Würfe.", "Noch 3 Würfe.", "Noch 2 Würfe.", "Noch ein Wurf."]
    cloth = shown(table)["cloth"]
    assert (cloth["left"], cloth["notice"], cloth["outcome"]) == (
        0,
        None,
        "Unentschieden! Die Runde zahlt jeder selbst.",
    )


def test_whoever_went_home_is_no_guest_any_more() -> None:
    table = at_cloth().tell(Decide(PlayerLeft(KURT)))
    whole = shown(table)
    assert whole["cloth"]["guests"] == [FRANZ]
    assert [each["is_gone"] for each in whole["players"]] == [False, True, False]


# ---- sentences


def noticed(count: int = 3) -> Table:
    return at_cloth(*NAMES[:count]).tell(Decide(NoticeGiven()))


def red_and_king() -> Table:
    return bet(bet(bet(at_cloth(), KURT, Field.RED, 1), KURT, Field.KING, 1), FRANZ, Field.ACE, 2)


def four_on_red() -> Table:
    table = at_cloth(*NAMES)
    for player in (KURT, FRANZ, MITZI, OTTO):
        bet(table, player, Field.RED, 1)
    return table


SAID: list[tuple[Callable[[], Table], str]] = [
    (at_cloth, "Elfriede hält die Bank mit 300 Chips. Chips setzen, dann würfelt Elfriede und drückt."),
    (
        lambda: bet(bet(at_cloth(), KURT, Field.RED, 2), KURT, Field.RED, 1),
        "Kurt hat 3 auf Rot. Elfriede würfelt, dann drücken.",
    ),
    (
        lambda: bet(at_cloth(), KURT, Field.RED, 2).tell(Decide(BetsTakenBack(KURT))),
        "Kurt nimmt die Chips zurück. Chips setzen, dann würfelt Elfriede und drückt.",
    ),
    (lambda: throw(red_and_king(), "K"), "König! Kurt gewinnt 7 Chips. Die Bank nimmt 2 Chips. Chips setzen…"),
    (lambda: throw(at_cloth(), "9"), "Neun! Niemand hat gesetzt.…"),
    (lambda: throw(bet(at_cloth(), KURT, Field.RED, 1), "9"), "Neun! Die Bank nimmt einen Chip.…"),
    (lambda: throw(four_on_red(), "X"), "Zehn! 4 gewinnen zusammen 8 Chips.…"),
    (
        lambda: throw(bet(at_cloth(), KURT, Field.RED, 1), "9").tell(TakeBack()),
        "Zurückgenommen. Die Chips liegen wieder wie vorher. Elfriede würfelt, dann drücken.",
    ),
    (noticed, "Elfriede hört auf: noch fünf Würfe, dann ist Schluss.…"),
    (lambda: throw(noticed(), "9"), "…Noch 4 Würfe."),
    (lambda: at_cloth().tell(Decide(PlayerLeft(KURT))), "Kurt geht mit 50 Chips heim.…"),
    (
        lambda: throw(bet(at_cloth(*NAMES[:2], stack=1), KURT, Field.RED, 1), "9"),
        "…Elfriede kündigt das Ende an, oder ihr beendet das Spiel.",
    ),
    (
        lambda: at_cloth(*NAMES[:2]).tell(Decide(PlayerLeft(KURT))),
        "Kurt geht mit 50 Chips heim. Alle sind heimgegangen, nur Elfriede mit der Bank ist noch da. Danke fürs Spiel!",
    ),
]
"""What is said at which moment; an ellipsis stands for what is not looked at."""


@pytest.mark.parametrize(("moment", "said"), SAID)
def test_every_event_is_told(moment, said) -> None:
    told = text(moment())
    assert told.startswith(said[:-1]) if said.endswith("…") else told.endswith(said.removeprefix("…")), told
    assert "…" in said or told == said


def test_another_language_tells_it_too() -> None:
    began = "Elfriede holds the bank with 300 chips. Place your bets, then Elfriede throws and presses."
    assert text(at_cloth(), "en") == began


def test_the_end_says_the_last_throw_who_won_and_who_pays_the_round() -> None:
    table = at_cloth().tell(Decide(NoticeGiven()))
    throw(table, "9XJQ")
    throw(bet(bet(table, KURT, Field.RED, 10), FRANZ, Field.ACE, 5), "K")
    assert text(table) == (
        "König! Kurt gewinnt 20 Chips. Die Bank nimmt 5 Chips. "
        "Kurt gewinnt! Die Runde zahlt Elfriede. Danke fürs Spiel!"
    )
    whole = shown(table)
    assert [(each["gain"], each["is_winner"]) for each in whole["players"]] == [
        ("−15", False),
        ("+20", True),
        ("−5", False),
    ]
    assert whole["cloth"]["outcome"] == "Kurt gewinnt! Die Runde zahlt Elfriede."


def test_several_who_won_or_lost_as_much_do_so_together() -> None:
    table = at_cloth(*NAMES).tell(Decide(NoticeGiven()))
    throw(table, "9XJQ")
    for player in (KURT, FRANZ):
        bet(table, player, Field.RED, 4)
    for player in (MITZI, OTTO, RESI):
        bet(table, player, Field.BLACK, 2)
    assert "Kurt und Franz gewinnen! Die Runde zahlt Elfriede." in text(throw(table, "K"))
    ending = at_cloth(*NAMES).tell(Decide(NoticeGiven()))
    throw(ending, "9XJQ")
    for player in (KURT, FRANZ, MITZI, OTTO, RESI):
        bet(ending, player, Field.BLACK, 2)
    assert "Elfriede gewinnt! Die Runde zahlen 5 Spieler." in text(throw(ending, "K"))


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (BetPlaced(KURT, Field.RED, 51), "So viele Chips sind nicht da."),
        (BetPlaced(KURT, Field.KING, 11), "Das könnte die Bank nicht auszahlen."),
        (BetPlaced(0, Field.RED, 1), "Ein anderer ist dran."),
        (PlayerLeft(0), "Die Bank kündigt ihr Ende fünf Würfe vorher an."),
    ],
)
def test_what_the_rules_refuse_is_said_plainly(event: object, sentence: str) -> None:
    assert text(at_cloth(bank_stack=50).tell(Decide(event))).startswith(sentence)


@pytest.mark.parametrize("players", [("Elfriede",), ("Kurt", "Kurt"), tuple(map(str, range(13)))])
def test_a_table_that_cannot_play_is_told_why(players: tuple[str, ...]) -> None:
    touch = parse_touch({"kind": "new-game", "game": "rock-and-roll", "players": list(players), "agreed": {}})
    assert isinstance(touch, RefuseGame)
    assert text(Table().tell(touch)).startswith("Zwei bis zwölf Spieler, jeder mit eigenem Namen.")


def test_a_bank_without_chips_is_refused() -> None:
    agreed = {"bank_stack": 0}
    touch = parse_touch({"kind": "new-game", "game": "rock-and-roll", "players": ["A", "B"], "agreed": agreed})
    assert text(Table().tell(touch)).startswith("So gehen die Einsätze nicht auf.")


@pytest.mark.parametrize(
    ("letters", "verdict", "doubt", "sentence"),
    [
        ("K", Verdict.BURNING, EyeDoubt.LEANING, "Es brennt! Den Würfel noch einmal werfen und drücken."),
        ("K", Verdict.BURNING, EyeDoubt.OFF_BOARD, "Der Würfel liegt daneben. Bitte noch einmal werfen und drücken."),
        ("99XKA", Verdict.WRONG_COUNT, None, "Hier wird mit einem Würfel gespielt."),
    ],
)
def test_of_one_die_nobody_is_told_about_five(
    letters: str, verdict: Verdict, doubt: EyeDoubt | None, sentence: str
) -> None:
    doubts = {} if doubt is None else {0: doubt}
    table = at_cloth().throw(letters, verdict=verdict, doubts=doubts)
    assert text(table).startswith(sentence)
    assert "fünf" not in text(table)


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_any_script_stand_in_the_sentences(language: str) -> None:
    players = ("أحمد عبد الرحمن", "🎲 {chips}", "Maximiliane von Hohenfel")
    table = Table().tell(NewGame(RockAndRollBegan(players=players)))
    assert players[0] in text(table, language)
    assert players[1] in text(bet(table, 1, Field.RED, 1), language)


# ---- aloud


def said(before: SessionState, table: Table, event: object) -> tuple[str, Saying] | None:
    table.state, known = before, len(table.effects)
    table.tell(event)
    heard = utterance(before, table.state, event, tuple(table.effects[known:]))
    return None if heard is None else (heard.text, heard.kind)


def test_a_bet_is_heard_without_what_to_do_next() -> None:
    table = at_cloth()
    heard = said(table.state, table, Decide(BetPlaced(KURT, Field.QUEEN, 2)))
    assert heard == ("Kurt hat 2 auf Dame.", Saying.HINT)


def test_the_banks_throw_is_heard_with_what_it_pays() -> None:
    table = bet(at_cloth(), KURT, Field.RED, 2).tell(Pressed(at_ns=1))
    heard = said(table.state, table, ReadingTaken(reading("K", verdict=Verdict.CLEAR), None))
    assert heard == (
        "König! Kurt gewinnt 4 Chips. Chips setzen, dann würfelt Elfriede und drückt.",
        Saying.THROW,
    )


def test_the_standings_name_everybodys_chips() -> None:
    table = at_cloth()
    words = catalogue("de")
    assert rock_and_roll.standing(table.state.game, words).startswith("Elfriede hat 300 Chips. Kurt hat 50 Chips.")
