"""A finger on the page, and players who see the dice, do all by its taps, and hold every throw against what lies."""

import math
import random
import time
from collections import Counter
from typing import Any

from firmware.display.messages import catalogue
from firmware.display.touches import name_of
from firmware.faces import FACES
from firmware.session import touches, vocabulary
from firmware.session.log import sheet_of
from firmware.session.state import SessionState
from firmware.simulated.player import PLAYING
from scoring.events import BeginnerThrown, ThrowBurned, ThrowCorrected, ThrowMade
from scoring.games import hidden_poker, rock_and_roll, ten_by_ten
from tests.doubles.player import WholePlayer
from tests.endtoend.playing import Playing

TAP_MS = 60_000
PAGE_S = 30.0
WAITS = 100
THROWN = ThrowMade | BeginnerThrown | ThrowCorrected | hidden_poker.CupLifted | rock_and_roll.BankThrew


class Finger:
    """Taps on the page; it is given to a player in place of the board and of the button."""

    def __init__(self, at: Playing) -> None:
        self.taps = 0
        self.table, self.clock = at.board.table, at.board.clock
        self._board, self._page = at.board, at.page
        self._words = catalogue("de")

    @property
    def button(self) -> "Finger":
        return self

    @property
    def is_idle(self) -> bool:
        return self._board.button.is_idle

    def press(self) -> None:
        """Tap the button on the screen: it throws where a throw is due, and marks it; names of dice are agreed to."""
        self._clear()
        self.on("#button")

    def _clear(self) -> None:
        """Agree to names, and close what opened over the table: on a busy machine a touch may last too long."""
        if self._page.locator("#teach .main").is_visible():
            self.on("#teach .main")
        if self._page.locator("dialog[open]").count():
            self.on("dialog .close")

    def tap(self, x: float, y: float) -> None:
        """Tap the die that lies there, above the board, and wait until that is heard."""
        self._clear()
        dice = self._page.locator("#dice .die:not(.is-empty)")
        places = dice.evaluate_all("dice => dice.map(({ dataset }) => dataset.place.split(',').map(Number))")
        if not places:
            return  # they are thrown by now: on a busy machine the page is ahead of what the player saw
        before = self._held()
        self.on("#dice .die", min(range(len(places)), key=lambda index: math.dist(places[index], (x, y))))
        for _ in range(WAITS):
            if self._held() != before:
                return
            self._page.wait_for_timeout(20)

    def new_turn(self) -> None:
        """Do nothing: the companion lets all dice go when a turn begins."""

    def _held(self) -> set[int]:
        return {die.number for die in self.table.truth() if die.is_held}

    def on(self, selector: str, at: int = 0, *, text: str | None = None) -> None:
        """Tap a place, the first of its kind or another, or the one with a text."""
        self.taps += 1
        self._page.locator(selector, has_text=text).nth(at).click(timeout=TAP_MS)

    def sees(self, state: SessionState) -> bool:
        """Return whether the page shows the table as it stands by now."""
        return bool(self._page.evaluate("() => document.body.dataset.phase") == state.phase.value)

    def says(self, words: str) -> bool:
        """Return whether the button on the screen says so."""
        return self._page.locator("#button", has_text=self._words.text(words)).is_visible()

    def go_home(self, name: str) -> None:
        self.on("#menu")
        self.on("dialog .choice", text=self._words.text("ui.goes-home"))
        self.on("dialog .leaves", text=name)
        self.on("dialog .pair-choice .choice", 1)

    def touch(self, touch: touches.Touch) -> None:
        """Tap what makes up a touch; `ValueError` if the player wants what no finger can do."""
        self._clear()
        match touch:
            case touches.TouchCell():
                self.on(f".cell[data-row='{touch.cell.category.value}'][data-column='{touch.cell.column - 1}']")
            case touches.CorrectDie():
                self.on("#dice .die", touch.index)
                name = self._words.text(f"face.{name_of(touch.face)}")
                self.on(f"dialog .face-choice[aria-label='{name}']")
            case touches.CorrectHeld():
                self.on("#dice .die", touch.index)
                self.on("dialog .pair-choice .choice", int(touch.is_held))
            case touches.AcceptReading():
                self.on(".action.accept" if self._page.locator(".action.accept").is_visible() else "#button")
            case touches.RepeatThrow():
                self.on(".action.repeat")
                self.on("dialog .pair-choice .choice", 1)
            case touches.ThrowByHand():
                self.on("#menu")
                text = self._words.text("ui.by-hand")
                is_there = self._page.locator("dialog .choice", has_text=text).count()  # else it was read meanwhile
                self.on("dialog .choice" if is_there else "dialog .close", text=text if is_there else None)
            case _:
                raise ValueError(f"no finger does {touch}")


class SeatedPlayer(WholePlayer):
    SHOWN = ""  # Script that returns what the page shows, by name

    def __init__(self, at: Playing, *, seed: int = 1, is_watchful: bool = True, **how: Any) -> None:
        self.at, self.finger = at, Finger(at)
        super().__init__(self.finger, self.finger.touch, is_watchful=is_watchful, **how)  # type: ignore[arg-type]
        self.misread: list[str] = []  # Throws that came into the log otherwise than they lay
        self.wrong: list[str] = []  # What else is not as it ought to be, and must be
        self.counts: Counter[str] = Counter()  # What happened, how often
        self._chance = random.Random(seed)
        self._asked = -1
        self._noted = 0

    def begin(self) -> None:
        raise NotImplementedError

    def ought(self, game: Any) -> dict[str, Any]:
        """Return what the page ought to show of a game, named as by `SHOWN`."""
        raise NotImplementedError

    def compare(self, game: Any) -> list[str]:
        """Return what the page shows otherwise than it ought to, once it had time to show it."""
        self.counts["taps"] = self.finger.taps
        deadline = time.monotonic() + PAGE_S
        while True:
            shown, ought = self.at.page.evaluate(self.SHOWN), self.ought(game)
            wrong = [name for name in ought if shown.get(name) != ought[name]]
            if not wrong or time.monotonic() > deadline:
                return [f"the page shows {shown.get(name)} for {ought[name]}: {name}" for name in wrong]
            self.at.look_again()

    def act(self, state: SessionState) -> bool:
        """Do the next thing once the page shows the table as it stands."""
        return self.finger.sees(state) and super().act(state)

    def _play(self, state: SessionState, *, is_patient: bool) -> bool:
        if state.phase is vocabulary.Phase.ASKING and self._asked != state.reading_number:
            self._asked = state.reading_number
            self.counts["questions"] += 1
        game: Any = sheet_of(state) or state.game
        if state.phase not in PLAYING or game is None:
            return super()._play(state, is_patient=is_patient)
        self._note_throw(state)
        self._go_on(state, game)
        return True

    def _note_throw(self, state: SessionState) -> None:
        """Hold the newest throw in the log against the dice, before anybody puts it right."""
        events = [record.event for record in state.records]
        made = [i for i, event in enumerate(events) if isinstance(event, THROWN)]
        # A throw of a turn that is over is the companion's own, which nobody here made.
        is_over = state.phase is vocabulary.Phase.WAITING and isinstance(state.game, ten_by_ten.GameState)
        if not made or made[-1] < self._noted or (is_over and isinstance(events[made[-1]], ThrowMade)):
            return
        self._noted = len(events)
        event, truth = events[made[-1]], self._board.table.truth()
        self.counts["throws"] += not isinstance(event, ThrowCorrected)
        faces = (event.face,) if isinstance(event, rock_and_roll.BankThrew) else event.faces
        taken, true = sorted(faces), sorted(FACES[die.face] for die in truth)
        if taken != true or self._burns():
            self.misread.append(f"record {made[-1]}: {taken} for {true}{', burning' * self._burns()}")
        elif self._is_watchful and isinstance(event, ThrowMade) and not isinstance(events[made[-1] - 1], ThrowBurned):
            held = sorted(face for face, is_held in zip(event.faces, event.held, strict=True) if is_held)
            truly = sorted(FACES[die.face] for die in truth if die.number not in self._thrown)
            self.misread += [f"record {made[-1]}: held {held} for {truly}"] * (held != truly)
