"""Moments of Verdecktes Würfelpoker, played to by the session itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from firmware.session.events import Pressed, ReadingTaken, SecondPassed
from firmware.session.state import SessionState
from firmware.session.touches import Decide, NewGame
from scoring.dice import Face
from scoring.games.hidden_poker import Announced, Doubted, HiddenPokerBegan
from scoring.games.pot import RoundBegan
from scoring.hands.hand import Hand
from scoring.hands.ranking import Claim, Ranking
from tests.firmware.session.table_talk import Table, reading

TWO = ("Elfriede", "Kurt")
TWELVE = (
    "Elfriede", "Kurt", "Maximiliane von Hohenegg", "🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲🎲", "שלמה בן־דוד הכהן", "Änne",
    "Bö", "Cäsar", "Wolfgang-Amadeus Mozarto", "Ö", "Franz Xaver", "Theresia",
)  # fmt: skip
FULL = Claim(Hand.FULL, (Face.KING, Face.QUEEN))
KINGS = Claim(Hand.PAIR, (Face.KING,))
PAIRS = Claim(Hand.TWO_PAIRS, (Face.QUEEN, Face.NINE))
ACES = Claim(Hand.POKER, (Face.ACE,))


def begun(players: tuple[str, ...] = TWO, *, stack: int = 50, **ranking: bool) -> Table:
    """Return a table at which the first round is about to begin."""
    agreed = HiddenPokerBegan(players=players, stack=stack, ranking=Ranking(**ranking), beginner=0)
    return Table().tell(NewGame(agreed))


def hidden(players: tuple[str, ...] = TWO, **agreed: bool | int) -> Table:
    """Return a table at which the first player throws under the cup."""
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


def _won() -> Table:
    table = believed(hidden(TWO), KINGS)
    return lifted(doubted(table, 0), "QQ9XA")


def _over() -> Table:
    table = hidden(("Elfriede", "Kurt", "Franz"), stack=1)
    return believed(believed(believed(table, KINGS), FULL), PAIRS)


def seconds(table: Table, left: int) -> SessionState:
    return replace(table.state, seconds_left=left)


SCENES: dict[str, Callable[[], SessionState]] = {
    "begun": lambda: begun().state,
    "hidden": lambda: hidden().state,
    "straights": lambda: hidden(sequences=True).state,
    "doubting": lambda: seconds(announced(hidden()), 7),
    "hurry": lambda: seconds(announced(hidden()), 2),
    "lifting": lambda: doubted(hidden(), 1).state,
    "burning": lambda: _burning().state,
    "won": lambda: _won().state,
    "three": lambda: seconds(announced(_all_kinds(("Elfriede", "Kurt", "Franz", "Änne", "Bö", "Cäsar")), ACES), 10),
    "six": lambda: _all_kinds(("Elfriede", "Kurt", "Franz", "Änne", "Bö", "Maximiliane von Hohenegg")).state,
    "twelve": lambda: _all_kinds(TWELVE).state,
    "twelve-doubting": lambda: seconds(announced(_all_kinds(TWELVE), FULL), 4),
    "rich": lambda: hidden(("Elfriede", "Kurt", "Franz"), stack=100_000).state,
    "over": lambda: _over().state,
}


def _burning() -> Table:
    from vision.reading import EyeDoubt

    return lifted(doubted(hidden(), 1), "QQ9XA", doubts={2: EyeDoubt.LEANING})
