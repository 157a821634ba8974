"""A player who has a button, ears, and eyes for the dice only: he never looks at the display.

What he does about the dice is `tests.doubles.player.WholePlayer`'s; how he says it to the companion is here: presses,
holds and what he hears between them. Which of the five dice is meant where one is asked about by its number he knows,
as anyone does who is shown the dice in their order.
"""

import re
from collections.abc import Generator
from typing import TypeAlias

from firmware.display import messages, names, spoken
from firmware.display.touches import name_of
from firmware.faces import FACES
from firmware.ports import Saying, Utterance
from firmware.session.dial import OptionKey
from firmware.session.state import SessionState
from firmware.session.touches import RepeatThrow, ThrowByHand, Touch, TouchCell
from firmware.session.vocabulary import Phase
from firmware.simulated.board import SimulatedBoard
from scoring.dice import Face
from scoring.sheets.sheet import Cell, Entry
from tests.doubles.player import WholePlayer
from tests.doubles.prompt_advisor import Advisor, plain_advice

SHORT_S, LONG_S, MENU_S = 0.12, 1.3, 5.4
MOST_TURNS = 40  # no dial has so many options
PAUSE_NS = 400_000_000  # between what he hears and his next press; presses closer together would be one
EARS_NS = 1_500_000_000  # he waits so long for an answer to a press, then goes on without

Plan: TypeAlias = "Generator[float, str, object]"
"""Yields how long to press, takes what was heard since, until he is done; `Said` returns what was heard last."""

Said: TypeAlias = "Generator[float, str, str]"


class Listener(WholePlayer):
    """Both players of a game, by one button."""

    def __init__(
        self, board: SimulatedBoard, heard: list[Utterance], *, language: str = "de", advisor: Advisor = plain_advice
    ) -> None:
        super().__init__(board, self._wish, advisor=advisor, is_watchful=True)
        self.presses = 0
        self._heard = heard
        self._words = messages.catalogue(language).aloud()
        self._plan: Plan | None = None
        self._pressed_ns: int | None = None
        self._heard_before = 0
        self._state: SessionState | None = None

    def act(self, state: SessionState) -> bool:
        """Do the next thing, if it is his move; return whether he did something."""
        self._state = state
        if self._board.table.is_busy or not self._board.button.is_idle:
            return False
        if self._plan is None and state.phase is Phase.SETUP:
            self._plan = self._by_menu(OptionKey.THROW_FOR_IT, SHORT_S)
        if self._plan is None:
            return super().act(state) and self._plan is None
        return self._press_on(self._plan)

    def _press_on(self, plan: Plan) -> bool:
        now_ns = self._board.clock.now_ns()
        has_heard = len(self._heard) > self._heard_before
        if self._pressed_ns is not None and not has_heard and now_ns - self._pressed_ns < EARS_NS:
            return False
        said = " ".join(utterance.text for utterance in self._heard[self._heard_before :])
        try:
            held_s = next(plan) if self._pressed_ns is None else plan.send(said)
        except StopIteration:
            self._plan, self._pressed_ns = None, None
            return False
        at_ns = now_ns + PAUSE_NS
        self._heard_before, self._pressed_ns = len(self._heard), at_ns + round(held_s * 1e9)
        self.presses += 1
        self._board.button.press(at_ns=at_ns, held_s=held_s)
        return True

    def _wish(self, touch: Touch) -> None:
        match touch:
            case TouchCell():
                self._plan = self._enter(touch.cell)
            case RepeatThrow():
                self._plan = self._by_menu(OptionKey.REPEAT_THROW)
            case ThrowByHand():
                self._plan = self._by_menu(OptionKey.BY_HAND)
            case _:
                self._plan = self._answer_dice()

    def _by_menu(self, key: OptionKey, pressed_s: float = MENU_S) -> Said:
        """Open the dial and take an option; return what is said then."""
        said = yield pressed_s
        return (yield from self._take(said, re.escape(self._words.text(f"option.{name_of(key)}", value="")) + r"\."))

    def _take(self, said: str, wanted: str) -> Said:
        yield from self._turn_to(said, wanted)
        return (yield LONG_S)

    def _enter(self, cell: Cell) -> Plan:
        """Enter where he wants: at once where that was suggested, else by row and column."""
        row = names.row_name(cell.category, self._words)
        said = self._newest(Saying.THROW)
        if any(spoken.suggestion(cell, points, self._words) in said for points in (0, 1)):
            yield LONG_S
            return
        said = yield from self._by_menu(OptionKey.OTHER_CELL)
        said = yield from self._turn_to(said, self._cell(row, r"\d+"))
        if re.search(self._cell(row, cell.column), said) is None:
            said = yield from self._by_menu(OptionKey.OTHER_COLUMN)
            yield from self._turn_to(said, self._cell(row, cell.column))
        yield LONG_S

    def _move(self, entry: Entry, cell: Cell) -> Plan:
        """Put an earlier entry right: it belongs into another cell."""
        row = names.row_name(cell.category, self._words)
        said = yield from self._by_menu(OptionKey.CORRECT_ENTRY)
        said = yield from self._take(said, self._entry_named(entry, self._state.game.players[entry.player]))
        said = yield from self._take(said, rf"(^|\s){re.escape(row)}\.")
        yield from self._take(said, self._cell(row, cell.column))

    def _answer_dice(self) -> Plan:
        """Go through the dice that are asked about; nothing burns: one hold says so.

        Where the camera was lost meanwhile he does as he is told then, and presses.
        """
        wanted = self._as_they_lie()
        is_lost = bool(self._heard) and self._words.text("notice.camera-lost") in self._heard[-1].text
        said = yield SHORT_S if is_lost else LONG_S
        yield from self._name_dice(said, wanted)

    def _put_right(self, state: SessionState) -> None:
        if self._burns():
            self._wish(RepeatThrow())
        else:
            self._plan = self._answer_dice()

    def _has_corrected(self, state: SessionState) -> bool:
        if self._burns():
            return super()._has_corrected(state)
        truth = tuple(FACES[die.face] for die in self._board.table.truth())
        if spoken.dice_in_words(truth, self._words) in self._newest(Saying.THROW):
            return False
        self.corrections += 1
        self._plan = self._correct(self._as_they_lie())
        return True

    def _correct(self, wanted: dict[int, tuple[Face, bool]]) -> Plan:
        yield from self._name_dice((yield from self._by_menu(OptionKey.PUT_RIGHT)), wanted)

    def _name_dice(self, said: str, wanted: dict[int, tuple[Face, bool]]) -> Plan:
        """Say of each die asked about what it shows, and whether it was held."""
        head, _, tail = self._words.text("dial.die", number="@", first="", second="").partition("@")
        while (asked := re.search(rf"{re.escape(head)}(\d+){re.escape(tail)}", said)) is not None:
            face, is_held = wanted.get(int(asked[1]) - 1, next(iter(wanted.values())))
            name = self._words.text(f"face.{name_of(face)}")
            how = self._words.text(f"option.die-{'held' if is_held else 'thrown'}", face=name)
            said = yield from self._take(said, rf"(^|\s)({re.escape(name)}|{re.escape(how)})\.")

    def _as_they_lie(self) -> dict[int, tuple[Face, bool]]:
        """Return of each die asked about what it shows, and whether he held it."""
        state = self._state
        reading = state.pending if state.phase is Phase.ASKING else state.reading
        places = self._by_place(reading, state.dice) or self._by_hand(state)
        return {
            index: (FACES[die.face], die.number not in self._thrown and self._lay.get(die.number) is FACES[die.face])
            for index, die in places.items()
        }

    def _turn_to(self, said: str, wanted: str) -> Said:
        """Press until something is said; return all that was said last."""
        for _ in range(MOST_TURNS):
            if re.search(wanted, said):
                return said
            said = yield SHORT_S
        raise AssertionError(f"waiting for {wanted!r}, and hearing {said!r}")

    def _newest(self, kind: Saying) -> str:
        return next((utterance.text for utterance in reversed(self._heard) if utterance.kind is kind), "")

    def _cell(self, row: str, column: int | str) -> str:
        told = self._words.text("option.strike", category=row, column="@")
        head, _, tail = told.partition("@")
        return rf"{re.escape(head)}{column}{re.escape(tail[:1])}"

    def _entry_named(self, entry: Entry, player: str) -> str:
        row, points = names.row_name(entry.cell.category, self._words), entry.points
        message = "option.entry" if points else "option.entry-struck"
        named = {"player": player, "category": row, "column": entry.cell.column, "points": points, "count": points}
        return re.escape(self._words.text(message, **named) + ".")
