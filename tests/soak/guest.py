"""The café's guests: two friends who play all day, through the page's own requests only."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.endtoend.killed import free_cells
from tests.endtoend.running import Running, View

THINKING_S = (2.0, 10.0)
"""Of the café's time, before each thing they do."""

STUCK_S = 6.0
"""Of real time: after so long without an answer they press again, then type the throw, then begin another game."""

ODD_SHARE = 0.06
"""Of throws, after which they do something that is not simply playing on."""

FACES = ("nine", "ten", "jack", "queen", "king", "ace")
LEAST_DIE_PX = 150


class Guests:
    """Play until told to stop; `act` is called again and again."""

    def __init__(self, running: Running, rng: random.Random, *, speed: float, now_s: Callable[[], float]) -> None:
        """Sit down before the first throw, while the board is empty."""
        self.done: Counter[str] = Counter()
        self._running = running
        self._rng = rng
        self._speed = speed
        self._now_s = now_s
        self._empty = self._picture()
        self._seen: tuple[object, ...] = ()
        self._due_s = 0.0
        self._acted_s = now_s()
        self._is_answered = False
        self._vain = 0

    def act(self) -> None:
        """Do the next thing, if it is time for it."""
        view, now_s = self._running.newest(), self._now_s()
        seen = (view["phase"], view["moment"], view["notice"]["text"], str(view["dice"]))
        if seen != self._seen:
            self._seen, self._is_answered = seen, False
            self._due_s = now_s + self._rng.uniform(*THINKING_S) / self._speed
        if self._is_answered and now_s - self._acted_s > STUCK_S:
            self._help_along(view)
        elif not self._is_answered and now_s >= self._due_s:
            self._vain = 0
            self._is_answered = self._play(view)
        else:
            return
        self._acted_s = self._now_s()

    def _play(self, view: View) -> bool:
        """Do what the phase calls for; return whether there was anything to do."""
        match view["phase"]:
            case "setup" | "game-over":
                self._begin()
            case "asking":
                self._answer(view)
            case "burning" if self._rng.random() < 0.2:
                self._touch("accept-reading", view)
            case "read" | "entering" | "corrected" if view["can"]["enter"]:
                self._go_on(view)
            case "reading" | "throwing":
                return False
            case _:
                self._press()
        return True

    def _go_on(self, view: View) -> None:
        may_throw = view["phase"] == "read" and view["throw"]["number"] < view["throw"]["of"]
        if self._rng.random() < ODD_SHARE:
            self._do_something_odd(view)
        elif may_throw and self._rng.random() < 0.7:
            self._hold()
            self._press()
        else:
            category, column = self._rng.choice(free_cells(view))
            self._touch("touch-cell", view, category=category, column=column)

    def _begin(self) -> None:
        self.done["games begun"] += 1
        rules = {"columns": self._rng.choice((1, 1, 2, 3))}
        beginner = self._rng.choice((0, 1, None))
        self._running.touch("new-game", players=["Manfred", "Ewald"], beginner=beginner, ruleset=rules)

    def _press(self) -> None:
        self.done["presses"] += 1
        self._running.press()

    def _touch(self, kind: str, view: View, **fields: object) -> None:
        self.done[kind] += 1
        self._running.touch(kind, moment=view["moment"], **fields)

    def _answer(self, view: View) -> None:
        """Answer a question: name the dice nobody knows, then say that it is so."""
        unknown = next((die["index"] for die in view["dice"] if die["face"] is None), None)
        if unknown is not None:
            self._touch("correct-die", view, index=unknown, face=self._rng.choice(FACES))
        elif view["can"]["accept"] and self._rng.random() < 0.9:
            self._touch("accept-reading", view)
        else:
            self._touch("repeat-throw", view)

    def _do_something_odd(self, view: View) -> None:
        odd: list[tuple[str, dict[str, object]]] = [
            ("choose-language", {"language": self._rng.choice(view["languages"])["value"]}),
            ("choose-mode", {"mode": self._rng.choice(("ask", "suggest"))}),
            ("mute", {"is_muted": self._rng.random() < 0.5}),
            ("repeat-throw", {}),
            ("throw-by-hand", {}),
            ("correct-die", {"index": self._rng.randrange(5), "face": self._rng.choice(FACES)}),
            ("open-dice", {}),
            ("take-back", {}),
            ("end-game", {}),
        ]
        kind, fields = self._rng.choice(odd)
        self._touch(kind, view, **fields)
        if kind == "open-dice":
            self._touch("close-dice", self._running.newest())

    def _help_along(self, view: View) -> None:
        """Do what guests do when nothing happens."""
        self._vain += 1
        self.done["helped along"] += 1
        if self._vain <= 2:
            self._press()
        elif self._vain == 3:
            self._touch("repeat-throw", view)
        elif self._vain == 4:
            self._touch("throw-by-hand", view)
        else:
            self._vain = 0
            self._begin()

    # -- eyes and hands ----------------------------------------------------------------------------------------------

    def _hold(self) -> None:
        """Tap one to three of the dice that lie there."""
        dice = self._dice()
        for x, y in self._rng.sample(dice, min(len(dice), self._rng.randint(1, 3))):
            self.done["taps"] += 1
            self._running.tap(x, y)

    def _dice(self) -> list[tuple[float, float]]:
        """Return where dice lie in the picture, as shares of its size: wherever it is not as it was when empty."""
        picture = self._picture()
        differs = (cv2.absdiff(picture, self._empty).max(axis=2) > 40).astype(np.uint8)
        _, _, stats, centres = cv2.connectedComponentsWithStats(
            cv2.morphologyEx(differs, cv2.MORPH_CLOSE, np.ones((5, 5)))
        )
        height, width = differs.shape
        large = [
            centre for stat, centre in zip(stats[1:], centres[1:], strict=True) if stat[cv2.CC_STAT_AREA] > LEAST_DIE_PX
        ]
        return [(float(x) / width, float(y) / height) for x, y in large]

    def _picture(self) -> NDArray[np.uint8]:
        data = np.frombuffer(self._running.board_jpeg(), np.uint8)
        picture: Any = cv2.imdecode(data, cv2.IMREAD_COLOR)
        return np.asarray(picture, np.uint8)
