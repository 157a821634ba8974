"""A companion at a simulated board and its page in a real Chromium, in one process: what every game by script needs."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from firmware.commands.play import Table
from firmware.log.store import SqliteStore
from firmware.settings.config import (
    ButtonConfig,
    CameraConfig,
    Config,
    DisplayConfig,
    GameConfig,
    Gpio,
    LampConfig,
    SimulatedConfig,
    SoundConfig,
    StoreConfig,
)
from scoring import rules
from tests.ports import free_port

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from firmware.session.state import SessionState
    from firmware.simulated.board import SimulatedBoard
    from firmware.table.eye import BoardReader

LOOK_S = 0.02
"""So often somebody at the page looks at it."""
DISPLAY = {"width": 800, "height": 480}
NO_GAME = GameConfig()


@dataclass(frozen=True, slots=True)
class Playing:
    """A running companion and its page.

    Attributes:
        table: All parts of the companion.
        board: What it plays at.
        page: What it shows.
        store: The file of its games.
    """

    table: Table
    board: SimulatedBoard
    page: Page
    store: Path

    @property
    def state(self) -> SessionState:
        """Return where the companion stands."""
        return self.table.companion.state

    def look_again(self) -> None:
        """Let a moment pass, as somebody does who looks at the page and has nothing to do."""
        self.page.wait_for_timeout(1000 * LOOK_S)

    def replayed(self) -> Any:
        """Return the game as the log in the store has it, read through a connection of its own."""
        store = SqliteStore.open(self.store)
        try:
            return rules.replay(record.event for record in store.current_game())
        finally:
            store.close()


@contextmanager
def playing(
    folder: Path,
    browser: Browser,
    *,
    seed: int,
    speed: float,
    reader: Callable[[SimulatedBoard], BoardReader] | None = None,
    game: GameConfig = NO_GAME,
    sets_up: bool = False,
    settings: Callable[[Config], Config] = lambda config: config,
) -> Iterator[Playing]:
    """Run a companion, and have it on a page.

    Args:
        folder: For the store, one a seed.
        browser: That shows the page.
        seed: Of the simulated board.
        speed: How fast its time runs.
        reader: Makes what reads the board; None for the models.
        game: What the first screen proposes.
        sets_up: Begin with setting up.
        settings: Changes the settings.
    """
    path = folder / f"games-{seed}.sqlite3"
    late = None if reader is None else _Late(reader)
    config = settings(_settings(path, seed=seed, speed=speed, game=game))
    table = Table(config, load=None if late is None else lambda _: late, sets_up=sets_up)
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


def _settings(path: Path, *, seed: int, speed: float, game: GameConfig) -> Config:
    """Return the settings of a companion without button, lamp and loudspeaker."""
    return Config(
        camera=CameraConfig("simulated"),
        button=ButtonConfig(gpio=Gpio.OFF, keyboard=False),
        lamp=LampConfig(gpio=Gpio.OFF),
        sound=SoundConfig(gpio=Gpio.OFF, speaker=Gpio.OFF),
        display=replace(DisplayConfig(), port=free_port(), open_browser=False),
        game=game,
        store=StoreConfig(str(path)),
        simulated=SimulatedConfig(seed=seed, speed=speed),
    )


class _Late:
    """A reader that is made once there is a board."""

    board: SimulatedBoard | None = None

    def __init__(self, make: Callable[[SimulatedBoard], BoardReader]) -> None:
        self._make = make

    def read(self, frames, board, *, backdrop=None, dice=None):
        assert self.board is not None
        return self._make(self.board).read(frames, board, backdrop=backdrop, dice=dice)
