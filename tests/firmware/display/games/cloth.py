"""Tables of Rock and Roll, and pots with many players: many names, long ones, many chips."""

from __future__ import annotations

from firmware.session.touches import Decide, NewGame
from scoring.games.pot import HandKept, Stakes
from scoring.games.rock_and_roll import BetPlaced, Field, RockAndRollBegan
from tests.firmware.session.pot_talk import PotTable, agreed_on
from tests.firmware.session.table_talk import Table
from vision.reading import Verdict

BETTORS = (
    *("Maximiliane v. Hohenfels", "Bartholomäus Zwetschkens", "أحمد عبد الرحمن", "🎲 Würfelkönig", "Kurt"),
    *("Karl-Heinz der Zweite", "ゆうこ", "Łukasz Brzęczyszczykiewi", "Ann", "Änne", "Zoë", "X"),
)
TWELVE = (
    "Maximiliana von und zu H",
    "👩‍👩‍👧‍👦🎲🍺🎉🥨",
    "مريم بنت عبد الله",
    *(f"Spieler {number}" for number in range(4, 13)),
)
RICH = Stakes(minimum=500, maximum=50_000, stack=100_000)


def at_cloth(*players: str, **agreed: int) -> Table:
    return Table().tell(NewGame(RockAndRollBegan(players=players or ("Elfriede", "Kurt", "Franz"), **agreed)))


def bet(session: Table, player: int, field: Field, chips: int) -> Table:
    return session.tell(Decide(BetPlaced(player, field, chips)))


def throw(session: Table, letters: str) -> Table:
    for letter in letters:
        session.throw(letter, verdict=Verdict.CLEAR)
    return session


def everybody_bets(session: Table, chips: int) -> Table:
    for player in range(1, len(session.state.game.players)):
        for field in Field:
            bet(session, player, field, chips + player % 3)
    return session


def full(players: int) -> PotTable:
    """A table of so many with long names and high stacks, hands kept, a raise passed, a throw to be kept."""
    game = PotTable().sit(agreed_on(TWELVE[:players], stakes=RICH)).show("KKKQQ")
    if players > 2:
        game.throw("XXX99").decide(HandKept(25_000)).answer_raise(*(number % 3 != 0 for number in range(players - 1)))
    return game.throw("JJQ9A")
