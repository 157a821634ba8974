"""The pictures of the README, taken by touches on the real page at the simulated board: ``make pictures``."""

import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from firmware.log.store import SqliteStore
from firmware.session.touches import TouchCell
from firmware.session.vocabulary import Phase
from tests.chromium import launched
from tests.doubles.prompt_advisor import plain_advice
from tests.endtoend.finger import Finger
from tests.endtoend.playing import DISPLAY, Playing, Wishes, playing
from tests.firmware.display.scenes import played

PICTURES, MOST_BYTES, QUALITY = Path(__file__).parents[2] / "hardware" / "pictures", 3_000_000, 80
WISHES, GAME = Wishes(seed=656, speed=0.2), 4
"""Two queens, a die that leans, a full house, slowly enough to be photographed; a game that Elfriede wins after all."""
PAUSE_MS, ALIKE, FRAME_MS, TOUCH_MS, TOUCH_PX, TOUCH_BGR = 100, 3, 125, 500, 20, (30, 120, 255)


class Film:
    """What happens on a page, and where it is touched: pictures, and how long each stands, ms."""

    def __init__(self, at: Playing) -> None:
        self.at, self.page, self.finger, self.frames = at, at.page, Finger(at), list[tuple[Any, int]]()

    def seen(self) -> Any:
        """Return what the page shows, and let a moment pass."""
        shot = self.page.screenshot()
        self.page.wait_for_timeout(PAUSE_MS)
        return cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)

    def rested(self) -> Any:
        pictures = [self.seen() for _ in range(ALIKE)]
        while any(np.any(pictures[-1] != picture) for picture in pictures[-ALIKE:]):
            pictures.append(self.seen())
        return pictures[-1]

    def keep(self, name: str) -> None:
        cv2.imwrite(str(PICTURES / f"{name}.png"), self.rested(), [cv2.IMWRITE_PNG_COMPRESSION, 9])

    def hold(self, stands_ms: int) -> None:
        self.frames.append((self.rested(), stands_ms))

    def look(self) -> None:
        if np.any((picture := self.seen()) != self.frames[-1][0]):
            self.frames.append((picture, FRAME_MS))

    def touch(self, selector: str, index: int = 0) -> None:
        box, plain = self.page.locator(selector).nth(index).bounding_box() or {}, self.frames[-1][0]
        place = round(box["x"] + box["width"] / 2), round(box["y"] + box["height"] / 2)
        marked = cv2.circle(plain.copy(), place, TOUCH_PX, TOUCH_BGR, cv2.FILLED, cv2.LINE_AA)
        self.frames.append((cv2.addWeighted(marked, 0.6, plain, 0.4, 0.0), TOUCH_MS))
        self.finger.on(selector, index)

    def throw(self, phase: Phase, throws: int) -> None:
        """Press the button, and look at the board until the dice are read as the story has it."""

        def is_read() -> bool:
            state, is_shown = self.at.state, self.finger.sees(self.at.state)
            if is_shown and state.phase in {Phase.THROWING, Phase.READING}:
                self.look()
            return is_shown and state.phase is phase and state.game.turn.throws_made == throws  # type: ignore[union-attr]

        self.page.emulate_media(reduced_motion="reduce")  # no picture of something on its way
        self.touch("#button")
        self.at.until(is_read, "these dice tell another story: look for another seed")
        self.hold(1500)


def filmed(turns: int, story: Callable[[Film], None]) -> list[tuple[Any, int]]:
    """Film a game as it stands after some turns, and a story in it; the last turn is entered by a touch."""
    *before, last = played(turns, seed=GAME)
    with launched() as browser, tempfile.TemporaryDirectory() as folder:
        with closing(SqliteStore.open(Path(folder) / f"games-{WISHES.seed}.sqlite3")) as store:
            store.append(*before)
        with playing(Path(folder), browser, WISHES) as at:
            film, entered = Film(at), {Phase.WAITING, Phase.GAME_OVER}
            film.finger.touch(TouchCell(last.event.cell))  # type: ignore[union-attr]
            at.until(lambda: at.state.phase in entered and film.finger.sees(at.state), "the last turn was not entered")
            film.hold(2000)
            story(film)
            return film.frames


def turn(film: Film) -> None:
    """Throw, leave lying what is best, throw what burns and throw it again, enter where it is best."""
    film.throw(Phase.READ, 1)
    for index in np.flatnonzero(plain_advice(film.at.state.game).holds[0].flags).tolist():  # type: ignore[arg-type]
        film.touch("#dice .die", index)
        film.hold(500)
    film.keep("display-800x480")
    film.throw(Phase.BURNING, 1)
    film.keep("burning-800x480")
    film.page.emulate_media(reduced_motion="no-preference")  # for once: it burns
    film.page.locator("#board").evaluate("board => Promise.all(board.getAnimations().map((each) => each.finished))")
    for _ in range(8):
        film.look()
    film.throw(Phase.READ, 2)
    for light, name, width, height in (("dunkel", "night", 800, 480), ("hell", "phone", 390, 844)):
        for touched in ("#menu", f"dialog .choice:text-is('{light}')", "dialog .close"):
            film.finger.on(touched)
        film.page.set_viewport_size({"width": width, "height": height})
        film.keep(f"{name}-{width}x{height}")
    film.page.set_viewport_size(DISPLAY)  # type: ignore[arg-type]
    best = plain_advice(film.at.state.game).entries[0].cell  # type: ignore[arg-type]
    film.touch(f".cell[data-row='{best.category.value}'][data-column='{best.column - 1}']")
    film.hold(2000)


if __name__ == "__main__":
    pictures, stand_ms = zip(*filmed(120, turn), *filmed(200, lambda _: None), strict=True)
    animation = cv2.Animation()
    animation.frames, animation.durations = pictures, np.array(stand_ms)
    cv2.imwriteanimation(str(PICTURES / "play.webp"), animation, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    sizes = {path.name: path.stat().st_size for path in PICTURES.iterdir()}
    print(f"{len(pictures)} frames, {sum(stand_ms) / 1000} s; {sum(sizes.values()):,} bytes: {sizes}")
    raise SystemExit(sum(sizes.values()) > MOST_BYTES)
