"""A finger on the page: all that players of any game do there."""

from __future__ import annotations

from firmware.display.messages import catalogue
from firmware.display.touches import name_of
from firmware.session import touches
from firmware.session.state import SessionState
from scoring.games.escalero import RowEntered
from tests.endtoend.playing import Playing

TAP_MS = 60_000
WAITS = 100


class Finger:
    """Taps on the page; it is given to a player in place of the board and of the button."""

    def __init__(self, at: Playing) -> None:
        self.taps = 0
        self.table, self.clock = at.board.table, at.board.clock
        self._board, self._page = at.board, at.page
        self._words = catalogue("de")

    # -- the board ---------------------------------------------------------------------------------------------------

    @property
    def button(self) -> Finger:
        return self

    @property
    def is_idle(self) -> bool:
        return self._board.button.is_idle

    def press(self) -> None:
        """Tap the button on the screen: it throws where a throw is due, and marks it."""
        self._close_board()
        self.on("#button")

    def tap(self, x: float, y: float) -> None:
        """Tap a die in the picture of the board, opened large where it is small, and wait until that is heard."""
        if self._page.locator("#board.is-large").count() == 0:
            self.on("#board canvas")
        box = self._page.locator("#board canvas").bounding_box()
        assert box is not None
        side = min(box["width"], box["height"])  # the picture is square
        left, top = (box["width"] - side) / 2, (box["height"] - side) / 2
        self.taps += 1
        before = self._held()
        self._page.locator("#board canvas").click(position={"x": left + x * side, "y": top + y * side})
        for _ in range(WAITS):
            if self._held() != before:
                return
            self._page.wait_for_timeout(20)

    def new_turn(self) -> None:
        """Do nothing: the companion lets all dice go when a turn begins."""

    def _held(self) -> set[int]:
        return {die.number for die in self.table.truth() if die.is_held}

    def _close_board(self) -> None:
        if self._page.locator("#board.is-large").count():
            self.on("#board .close-board")

    # -- the page ----------------------------------------------------------------------------------------------------

    def on(self, selector: str, at: int = 0, *, text: str | None = None) -> None:
        """Tap a place, the first of its kind or another, or the one with a text."""
        self.taps += 1
        self._page.locator(selector, has_text=text).nth(at).click(timeout=TAP_MS)

    def decide(self, selector: str, at: int = 0) -> None:
        """Tap a decision, which the large board may lie over."""
        self._close_board()
        self.on(selector, at)

    def agree(self) -> None:
        self.on("dialog .pair-choice .choice", 1)

    def sees(self, state: SessionState) -> bool:
        """Return whether the page shows the table as it stands by now."""
        return bool(self._page.evaluate("() => document.body.dataset.phase") == state.phase.value)

    def go_home(self, name: str) -> None:
        """Say in the menu that a player goes home."""
        self.decide("#menu")
        self.on("dialog .choice", text=self._words.text("ui.goes-home"))
        self.on("dialog .leaves", text=name)
        self.agree()

    def touch(self, touch: touches.Touch) -> None:
        """Tap what makes up a touch.

        Raises:
            ValueError: If the player wants what no finger can do.
        """
        self._close_board()
        if self._page.locator("dialog[open]").count():
            self.on("dialog .close")
        match touch:
            case touches.TouchCell():
                self.on(f".cell[data-row='{touch.cell.category.value}'][data-column='{touch.cell.column - 1}']")
            case touches.Decide(RowEntered(row)):
                place = f"[data-row='{row.value}']"
                self.on(f".is-beside .own-cell{place}, :not(.is-beside) > .paper .is-to-move{place}")
            case touches.TakeBack():
                self.on(".action.take-back")
            case _:
                self._touch_dice(touch)

    def _touch_dice(self, touch: touches.Touch) -> None:
        match touch:
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
                self.agree()
            case touches.ThrowByHand():
                self.on("#menu")
                self.on("dialog .choice", text=self._words.text("ui.by-hand"))
            case _:
                raise ValueError(f"no finger does {touch}")
