"""A companion at a simulated board and its page in a real Chromium, in one process: what every game by script needs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from firmware.commands.play import RunningCompanion
from firmware.log.store import SqliteStore
from firmware.session.state import SessionState
from firmware.settings import config
from firmware.simulated.board import SimulatedBoard
from firmware.table.eye_parts import BoardReader
from scoring import rules
from tests.ports import free_port

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


LOOK_S = 0.02
"""So often somebody at the page looks at it."""
DISPLAY = {"width": 800, "height": 480}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How a companion is to run.

    Attributes:
        seed: Of the simulated board, and of what its players do.
        speed: How fast its time runs.
        reader: Makes what reads the board; None for the models.
        game: What the first screen proposes.
        sets_up: Begin with setting up.
    """

    seed: int = 1
    speed: float = 4.0
    reader: Callable[[SimulatedBoard], BoardReader] | None = None
    game: config.GameConfig = config.GameConfig()  # noqa: RUF009 - frozen
    sets_up: bool = False


@dataclass(frozen=True, slots=True)
class Playing:
    table: RunningCompanion
    board: SimulatedBoard
    page: Page
    store: Path

    @property
    def state(self) -> SessionState:
        return self.table.companion.state

    def touch(self, kind: str, **fields: object) -> None:
        url = f"{self.page.url}touch"
        httpx.post(url, json={"kind": kind, **fields}, timeout=20.0).raise_for_status()

    def look_again(self) -> None:
        """Let a moment pass, as somebody does who looks at the page and has nothing to do."""
        self.page.wait_for_timeout(1000 * LOOK_S)

    def replayed(self) -> Any:
        """Return the game as the log in the store has it, read through a connection of its own."""
        return replayed(self.store)


def replayed(path: Path) -> Any:
    store = SqliteStore.open(path)
    try:
        return rules.replay(record.event for record in store.current_game())
    finally:
        store.close()


@contextmanager
def playing(folder: Path, browser: Browser, wishes: Wishes) -> Iterator[Playing]:
    """Run a companion, its store in a folder, and have it on a page."""
    path = folder / f"games-{wishes.seed}.sqlite3"
    late = None if wishes.reader is None else _LateReader(wishes.reader)
    table = RunningCompanion(
        _settings(path, wishes), load=None if late is None else lambda _: late, sets_up=wishes.sets_up
    )
    loop = threading.Thread(target=table.companion.run, daemon=True)
    try:
        board = table.board
        assert board is not None
        if late is not None:
            late.board = board
        url = table.start()
        loop.start()
        page = browser.new_page(viewport=DISPLAY, has_touch=True)  # type: ignore[arg-type]
        try:
            page.goto(url)
            page.wait_for_selector("body[data-version]")
            yield Playing(table, board, page, path)
        finally:
            page.close()
    finally:
        table.companion.stop()
        if loop.ident is not None:
            loop.join()
        table.close()


def _settings(path: Path, wishes: Wishes) -> config.Config:
    return config.Config(
        camera=config.CameraConfig("simulated"),
        button=config.ButtonConfig(gpio=config.Gpio.OFF, keyboard=False),
        lamp=config.LampConfig(gpio=config.Gpio.OFF),
        sound=config.SoundConfig(gpio=config.Gpio.OFF, speaker=config.Gpio.OFF),
        display=replace(config.DisplayConfig(), port=free_port(), open_browser=False),
        game=wishes.game,
        store=config.StoreConfig(str(path)),
        simulated=config.SimulatedConfig(seed=wishes.seed, speed=wishes.speed),
    )


class _LateReader(BoardReader):
    board: SimulatedBoard | None = None

    def __init__(self, make: Callable[[SimulatedBoard], BoardReader]) -> None:
        self._make = make

    def read(self, frames, board, *, backdrop=None, seen=(), dice=None):
        assert self.board is not None
        return self._make(self.board).read(frames, board, backdrop=backdrop, seen=seen, dice=dice)
