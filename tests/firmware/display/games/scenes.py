"""Games in the middle: tables of Rock and Roll, pots, sheets of Escalero, cups; many names, long ones, many chips."""

import random
from collections.abc import Callable
from dataclasses import replace

from firmware.log.record import Record
from firmware.session.events import Pressed, ReadingTaken, SecondPassed
from firmware.session.state import SessionState
from firmware.session.step import resume
from firmware.session.touches import Decide, NewGame
from scoring import rules
from scoring.dice import Face
from scoring.events import ThrowMade
from scoring.games.escalero import EscaleroBegan, RowEntered, points
from scoring.games.hidden_poker import Announced, Doubted, HiddenPokerBegan
from scoring.games.pot import HandKept, RoundBegan, Stakes
from scoring.games.rock_and_roll import BetPlaced, Field, RockAndRollBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking
from tests.firmware.display.scenes import PLACES, good_throw
from tests.firmware.session.table_talk import PotTable, Table, agreed_on, reading
from vision.reading import EyeDoubt, Verdict

NAMES = ("Elfriede", "Kurt", "Franz", "Manfred", "Ewald", "Berta", "Cäsar", "Dora", "Emil", "Frieda", "Gustav", "Hans")
LONG_NAMES = (
    *("Maximiliane v. Hohenfels", "Bartholomäus Zwetschkens", "أحمد عبد الرحمن", "🎲 Würfelkönig", "Kurt"),
    *("Karl-Heinz der Zweite", "ゆうこ", "Łukasz Brzęczyszczykiewi", "Ann", "Änne", "Zoë", "X"),
)
RICH = Stakes(minimum=500, maximum=50_000, stack=100_000)
FULL_HAND = (Face.KING, Face.KING, Face.KING, Face.ACE, Face.ACE)
SERVED = ThrowMade(FULL_HAND)
FULL = Claim(Hand.FULL, (Face.KING, Face.QUEEN))
KINGS = Claim(Hand.PAIR, (Face.KING,))
PAIRS = Claim(Hand.TWO_PAIRS, (Face.QUEEN, Face.NINE))
ACES = Claim(Hand.POKER, (Face.ACE,))


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
    game = PotTable().sit(agreed_on(LONG_NAMES[:players], stakes=RICH)).show("KKKQQ")
    if players > 2:
        game.throw("XXX99").decide(HandKept(25_000)).answer_raise(*(number % 3 != 0 for number in range(players - 1)))
    return game.throw("JJQ9A")


def played(players: int, turns: int, *more: object, names: tuple[str, ...] = NAMES, seed: int = 3) -> SessionState:
    """Return a session after some turns, each entered where it brings most, and more events."""
    chance = random.Random(seed)
    log: list[object] = [EscaleroBegan(players=names[:players], beginner=0)]
    game = rules.replay(log)
    for _ in range(turns):
        if game.to_move is None:
            break
        faces = good_throw(chance)
        throws = [ThrowMade(faces)]
        if chance.random() < 0.6:
            throws.append(ThrowMade(faces, (True,) * 4 + (False,)))
        for throw in throws:
            game = rules.apply(game, throw)
        free = game.free_rows(game.to_move)
        entry = RowEntered(max(free, key=lambda row: (points(row, faces, is_served=game.is_served), -row)))
        game = rules.apply(game, entry)
        log += [*throws, entry]
    log += more
    return replace(resume(SessionState(), [Record(event) for event in log]), reading_number=len(log))


def begun(players: tuple[str, ...] = NAMES[:2], *, stack: int = 50, **ranking: bool) -> Table:
    """Return a table at which the first round is about to begin."""
    return Table().tell(NewGame(HiddenPokerBegan(players=players, stack=stack, ranking=Ranking(**ranking), beginner=0)))


def hidden(players: tuple[str, ...] = NAMES[:2], **agreed: bool | int) -> Table:
    return begun(players, **agreed).tell(Decide(RoundBegan()))  # type: ignore[arg-type]


def announced(table: Table, claim: Claim = FULL) -> Table:
    return table.tell(Decide(Announced(claim)))


def believed(table: Table, claim: Claim = FULL) -> Table:
    announced(table, claim)
    return table.tell(SecondPassed(0, moment=len(table.state.records)))


def doubted(table: Table, by: int, claim: Claim = FULL) -> Table:
    return announced(table, claim).tell(Decide(Doubted(by)))


def lifted(table: Table, letters: str, **how: object) -> Table:
    """Press, and let the eye read what lies there."""
    return table.tell(Pressed(at_ns=1), ReadingTaken(reading(letters, **how)))


def _all_kinds(players: tuple[str, ...]) -> Table:
    """Return a table at which one was believed, one told the truth and one was found out; the next is to announce."""
    table = lifted(doubted(believed(hidden(players), PAIRS), 0, KINGS), "KK9XA")
    return lifted(doubted(table, 1), "QQJ9A")


def seconds(table: Table, left: int) -> SessionState:
    return replace(table.state, seconds_left=left)


HIDDEN: dict[str, Callable[[], SessionState]] = {
    "begun": lambda: begun().state,
    "hidden": lambda: hidden().state,
    "straights": lambda: hidden(sequences=True).state,
    "doubting": lambda: seconds(announced(hidden()), 7),
    "hurry": lambda: seconds(announced(hidden()), 2),
    "lifting": lambda: doubted(hidden(), 1).state,
    "burning": lambda: lifted(doubted(hidden(), 1), "QQ9XA", at=PLACES, doubts={2: EyeDoubt.LEANING}).state,
    "won": lambda: lifted(doubted(believed(hidden(), KINGS), 0), "QQ9XA").state,
    "three": lambda: seconds(announced(_all_kinds(("Elfriede", "Kurt", "Franz", "Änne", "Bö", "Cäsar")), ACES), 10),
    "six": lambda: _all_kinds(("Elfriede", "Kurt", "Franz", "Änne", "Bö", "Maximiliane von Hohenegg")).state,
    "twelve": lambda: _all_kinds(LONG_NAMES).state,
    "twelve-doubting": lambda: seconds(announced(_all_kinds(LONG_NAMES), FULL), 4),
    "rich": lambda: hidden(("Elfriede", "Kurt", "Franz"), stack=100_000).state,
    "over": lambda: believed(believed(believed(hidden(NAMES[:3], stack=1), KINGS), FULL), PAIRS).state,
}
