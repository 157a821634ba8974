"""A companion at a simulated board and its page in a real Chromium, in one process: what every game by script needs."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.commands.play import RunningCompanion
from firmware.log.store import SqliteStore
from firmware.session.state import SessionState
from firmware.settings import config
from firmware.simulated.board import SimulatedBoard
from scoring import rules
from tests import chromium, ports
from tests.firmware.commands.guest import started

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


LOOK_S = 0.02
"""So often somebody at the page looks at it."""
PATIENCE_S = 120.0
"""Other work may share the machine."""
DISPLAY = {"width": 800, "height": 480}


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes:
    """How a companion is to run."""

    seed: int = 1  # Of the simulated board, and of what its players do
    speed: float = 4.0  # Of its time
    reader: Any = None  # In place of the models; it is shown the board
    game: config.GameConfig = config.GameConfig()  # noqa: RUF009 - frozen; what the first screen proposes
    sets_up: bool = False  # Begin with setting up


@dataclass(frozen=True, slots=True)
class Playing:
    table: RunningCompanion
    board: SimulatedBoard
    page: "Page"
    store: Path

    @property
    def state(self) -> SessionState:
        return self.table.companion.state

    def look_again(self) -> None:
        """Let a moment pass, as somebody does who looks at the page and has nothing to do."""
        self.page.wait_for_timeout(1000 * LOOK_S)

    def until(self, is_so: Callable[[], bool], what: str) -> None:
        """Wait until something is so; `TimeoutError` if it does not come."""
        deadline = time.monotonic() + PATIENCE_S
        while not is_so():
            if time.monotonic() > deadline:
                state = self.state
                raise TimeoutError(f"{what}: {state.phase}, {state.notice}, {state.wizard or state.teaching}")
            self.look_again()


def replayed(path: Path) -> Any:
    """Return the game as the log in a store has it, read through a connection of its own."""
    with closing(SqliteStore.open(path)) as store:
        return rules.replay(record.event for record in store.current_game())


@contextmanager
def playing(folder: Path, browser: "Browser", wishes: Wishes) -> Iterator[Playing]:
    """Run a companion, its store in a folder, and have it on a page that must have nothing to complain of."""
    path, reader = folder / f"games-{wishes.seed}.sqlite3", wishes.reader
    load = None if reader is None else lambda _: reader
    table = RunningCompanion(_settings(path, wishes), load=load, sets_up=wishes.sets_up)
    board = table.board
    assert board is not None
    if reader is not None:
        reader.board = board
    with started(table) as url, closing(browser.new_page(viewport=DISPLAY, has_touch=True)) as page:  # type: ignore[arg-type]
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.add_init_script(chromium.UNHURRIED)
        page.goto(url)
        page.wait_for_selector("body[data-version]")
        yield Playing(table, board, page, path)
        assert complaints == []


def _settings(path: Path, wishes: Wishes) -> config.Config:
    return config.Config(
        camera=config.CameraConfig("simulated"),
        button=config.ButtonConfig(gpio=config.Gpio.OFF),
        lamp=config.LampConfig(gpio=config.Gpio.OFF),
        sound=config.SoundConfig(gpio=config.Gpio.OFF, speaker=config.Gpio.OFF),
        display=replace(config.DisplayConfig(), port=ports.free_port(), open_browser=False),
        game=wishes.game,
        store=config.StoreConfig(str(path)),
        simulated=config.SimulatedConfig(seed=wishes.seed, speed=wishes.speed),
    )
