"""The café's guests: two friends who play all day, through the page's own requests only."""

import random
import time
from collections import Counter

from tests.endtoend.running import Running, View, act

THINKING_S = 2.0, 10.0  # of the café's time, before each thing they do
STUCK_S = 6.0  # of real time: after so long without an answer they press again, then begin another game
ODD = 0.06  # share of throws after which they do what is not simply playing on
FACES = ("nine", "ten", "jack", "queen", "king", "ace")
TAPS, MIDDLE = 30, (0.2, 0.8)  # so many, within these shares of the picture


class Guests:
    """Play until told to stop; `act` is called again and again."""

    def __init__(self, running: Running, rng: random.Random, *, speed: float) -> None:
        self.done: Counter[str] = Counter()
        self._running, self._rng, self._speed = running, rng, speed
        self._seen: tuple[object, ...] = ()
        self._due_s = 0.0
        self._vain = 0

    def act(self) -> None:
        """Do the next thing, if it is time for it."""
        view, now_s = self._running.newest(), time.monotonic()
        seen = (view["phase"], view["moment"], view["notice"]["text"], str(view["dice"]))
        if seen != self._seen:
            self._seen, self._vain = seen, 0
            self._due_s = now_s + self._rng.uniform(*THINKING_S) / self._speed
        if now_s >= self._due_s:
            self._play(view)
            self._vain += 1
            self._due_s = time.monotonic() + STUCK_S

    def _play(self, view: View) -> None:
        chance, unknown = self._rng.random(), [die["index"] for die in view["dice"] if die["face"] is None]
        if view["phase"] in {"setup", "game-over"} or self._vain > 3:
            self._begin()
        elif self._vain:
            self.done["presses"] += 1
            self._running.press()
        elif view["phase"] == "asking" and unknown:
            self._touch("correct-die", view, index=unknown[0], face=self._rng.choice(FACES))
        elif view["can"]["enter"] and chance < ODD:
            self._do_something_odd(view)
        else:
            if view["phase"] == "read":
                self._hold()
            self.done["presses"] += view["phase"] in {"waiting", "beginning", "burning"}
            act(self._running, view)

    def _begin(self) -> None:
        self.done["games begun"] += 1
        rules, beginner = {"columns": self._rng.choice((1, 1, 2, 3))}, self._rng.choice((0, 1, None))
        self._running.touch("new-game", players=["Manfred", "Ewald"], beginner=beginner, ruleset=rules)

    def _touch(self, kind: str, view: View, **fields: object) -> None:
        self.done[kind] += 1
        self._running.touch(kind, moment=view["moment"], **fields)

    def _do_something_odd(self, view: View) -> None:
        odd: list[tuple[str, dict[str, object]]] = [
            ("choose-language", {"language": self._rng.choice(view["languages"])["value"]}),
            ("choose-mode", {"mode": self._rng.choice(("ask", "suggest"))}),
            ("mute", {"is_muted": self._rng.random() < 0.5}),
            ("correct-die", {"index": self._rng.randrange(5), "face": self._rng.choice(FACES)}),
            *((kind, {}) for kind in ("repeat-throw", "throw-by-hand", "open-dice", "take-back", "end-game")),
        ]
        kind, fields = self._rng.choice(odd)
        self._touch(kind, view, **fields)
        if kind == "open-dice":
            self._touch("close-dice", self._running.newest())

    def _hold(self) -> None:
        """Tap the board here and there, and so one or two of the dice more often than none."""
        for _ in range(TAPS):
            self.done["taps"] += 1
            self._running.tap(self._rng.uniform(*MIDDLE), self._rng.uniform(*MIDDLE))
