"""Every moment that the page is looked at in, by family: of the table, of each game, of dialogs."""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from firmware.session.state import SessionState
from firmware.session.touches import Decide
from firmware.session.vocabulary import Notice, NoticeKey, Phase
from scoring import dice, rules
from scoring.events import BeginnerThrown
from scoring.games import al_capone, escalero, pot, rock_and_roll
from tests.firmware.display.games import scenes as games
from tests.firmware.display.games.scenes import LONG_NAMES
from tests.firmware.display.scenes import LESSONS, SCENES, at_table, scene
from tests.firmware.display.wizard_scenes import WIZARDS
from tests.firmware.session.table_talk import PotTable, agreed_on

Moments = Iterator[tuple[str, SessionState]]


def thrown_to_begin(sums: list[tuple[int, int]], players: int = 4) -> SessionState:
    """Return a game in which it is thrown for who begins: seats and sums."""
    events: list[Any] = [escalero.EscaleroBegan(players=LONG_NAMES[:players])]
    for seat, total in sums:
        high, rest_of = divmod(total - 5, 5)
        events.append(BeginnerThrown(seat, tuple(dice.Face(1 + high + (die < rest_of)) for die in range(5))))
    game = rules.replay(events)
    phase = Phase.BEGINNING if game.beginning.beginner is None else Phase.WAITING
    key = NoticeKey.THROW_TO_BEGIN if game.beginning.beginner is None else NoticeKey.BEGINS
    return SessionState(phase=phase, game=game, agreed=game.agreed, notice=Notice(key, (("player", LONG_NAMES[0]),)))


def of_the_table() -> Moments:
    yield from ((name, scene(name)) for name in SCENES)
    yield "long names", at_table(61, players=("Wilhelmine von Grabenhofen", "Maximilian-Ferdinand III."))
    yield "twelve throw for the beginning", thrown_to_begin([(seat, 25) for seat in range(12)] * 3, players=12)


def of_escalero() -> Moments:
    for players, names in ((2, games.NAMES), (3, LONG_NAMES), (6, games.NAMES), (12, LONG_NAMES)):
        yield f"{players} begin", games.played(players, 0, names=names)
        yield f"{players} have thrown", games.played(players, players * 5 + 1, games.SERVED, names=names)
        yield f"{players} end", games.played(players, players * 11, names=names)


def of_rock_and_roll() -> Moments:
    for players in (2, 12):
        session = games.everybody_bets(games.at_cloth(*LONG_NAMES[:players], stack=100_000, bank_stack=100_000), 1100)
        yield f"{players} bet", session.state
        yield f"{players} are paid", games.throw(session, "K").state
        yield f"{players} have notice", session.tell(Decide(rock_and_roll.NoticeGiven())).state
        yield f"{players} end", games.throw(games.everybody_bets(games.throw(session, "9XJQ"), 7), "K").state


def of_the_pot() -> Moments:
    yield from ((f"{players} players", games.full(players).state) for players in (2, 3, 6, 12))
    capone = al_capone.AlCaponeBegan(players=LONG_NAMES, stakes=games.RICH, beginner=0)
    yield "Al Capone", PotTable().sit(capone).throw("KKKQQ").decide(pot.HandKept(50_000)).state
    tied = PotTable().sit(agreed_on(LONG_NAMES[:3])).show("KKKQQ").show("99XJQ").show("KKKQQ")
    assert tied.state.game.round.is_decider
    yield "decider", tied.state


MOMENTS: dict[str, Callable[[], Moments]] = {
    "table": of_the_table,
    "teaching": lambda: ((name, make()) for name, make in LESSONS.items()),
    "wizard": lambda: ((name, make()) for name, make in WIZARDS.items()),
    "escalero": of_escalero,
    "hidden": lambda: ((name, make()) for name, make in games.HIDDEN.items()),
    "rock": of_rock_and_roll,
    "pot": of_the_pot,
}


@cache
def moments(family: str) -> tuple[tuple[str, SessionState], ...]:
    return tuple(MOMENTS[family]())
