"""What phones do while the plug is pulled: some look on, one plays, the digits change, games are taken away.

Of the process that was killed they must find nothing: no phone plays on, no file on the stick is half.
"""

import itertools
import json
import queue
import random
import threading
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from ipaddress import IPv4Interface
from pathlib import Path
from typing import Any

from firmware.display import app, paged_analyst
from firmware.display.server import DisplayServer
from firmware.display.view import view
from firmware.log.store import SqliteStore
from firmware.printing.sheets import game_pdf
from firmware.session.events import SessionEvent
from firmware.session.state import SessionState
from firmware.share.server import ShareServer
from models.strategies import foresight
from scoring.sheets.category import Category
from tests.firmware.display.served import Pictures, asked
from tests.ports import free_port

HERE = IPv4Interface("127.0.0.2/8")
PLAYER, FOLLOWER = "127.0.0.9", "127.0.0.8"
STICK, TOKEN = "stick", "token"  # beside the log
GAME = {"kind": "new-game", "game": "ten-by-ten", "players": ["Änne", "Bö"], "ruleset": {"columns": 1}}
TOUCHES = ({"kind": "take-back"}, {"kind": "accept-reading"}, {"kind": "menu"}, GAME, {"kind": "end-game"})


class Servers:
    """Servers of the display and of phones, for a companion with a log."""

    def __init__(self, store: SqliteStore, folder: Path) -> None:
        """Prepare; nothing is opened yet."""
        self._posted: queue.SimpleQueue[SessionEvent] = queue.SimpleQueue()
        analyst = paged_analyst.PagedAnalyst(foresight, store, game_pdf)
        (folder / STICK).mkdir(exist_ok=True)
        analyst.take_away.folders = lambda: (folder / STICK,)
        ports: dict[str, Any] = {"touch": self._posted.put, "edge": lambda _: None, "analysis": analyst}
        self.port = free_port(str(HERE.ip))
        self.share = ShareServer(self.port, app.PagePorts(**ports), networks=lambda: (HERE,))
        device = app.DevicePorts(**ports, pictures=Pictures(), shared=self.share.desk)  # type: ignore[arg-type]
        self.display = DisplayServer("127.0.0.1", 0, device)

    def open(self) -> None:
        self.display.start()
        self.share.serve(self.display.show_shared)

    def close(self) -> None:
        self.share.close()
        self.display.close()

    def show(self, state: SessionState) -> None:
        shown = view(state, simulated=False)
        self.display.show(shown)
        self.share.show(shown)

    def posted(self) -> SessionEvent | None:
        """Return what was touched on a page, if anything was."""
        with suppress(queue.Empty):
            return self._posted.get_nowait()
        return None

    def named(self, *, is_phone: bool) -> tuple[tuple[str, int], dict[str, str]]:
        """Return where to ask, and what its page says who asks."""
        place = (str(HERE.ip), self.port) if is_phone else ("127.0.0.1", self.display.port)
        own = f"{place[0]}:{place[1]}"
        return place, {"host": own, "origin": f"http://{own}"}


class Phones(Servers):
    """Those who use the servers, each in a thread."""

    def __init__(self, store: SqliteStore, folder: Path, seed: int) -> None:
        """Prepare; nothing is opened yet."""
        super().__init__(store, folder)
        self._folder, self._rng = folder, random.Random(seed)
        self._cookie = (folder / TOKEN).read_text() if (folder / TOKEN).exists() else ""

    def start(self, state: SessionState) -> str:
        """Open all; return what does not hold after the last process was killed, "" where all does."""
        self.open()
        self.show(state)
        answers = {
            "the page": (200, self._ask("", "GET", "/")),
            "a phone's page": (200, self._ask(FOLLOWER, "GET", "/")),
            "this evening": (200, self._ask(FOLLOWER, "GET", "/games")),
            "a phone that played before": (401, self._ask(PLAYER, "POST", "/touch", TOUCHES[0])),
            "who plays": ([], self.share.desk.status()["controls"]),
        }
        wrong = [f"{who}: {got}" for who, (wanted, got) in answers.items() if got != wanted]
        wrong += [f"{each.name} is half" for each in (self._folder / STICK).iterdir() if not _is_whole(each)]
        for live in (self._follow, self._play, self._at_the_device):
            threading.Thread(target=self._again, args=(live,), daemon=True).start()
        return "; ".join(wrong)

    def _again(self, live: Callable[[], object]) -> None:
        while True:
            with suppress(OSError, HTTPException):
                live()

    def _follow(self) -> None:
        place, named = self.named(is_phone=True)
        with asked(place, "GET", "/events", source=FOLLOWER, **named) as answer:
            for _ in itertools.islice(answer, self._rng.randrange(200)):
                pass

    def _play(self) -> None:
        place, named = self.named(is_phone=True)
        body = {"digits": self.share.desk.status()[self._rng.choice(("digits", "key"))]}
        with asked(place, "POST", "/control", body, source=PLAYER, **named) as answer:
            self._cookie = (answer.headers["set-cookie"] or self._cookie).partition(";")[0]
        (self._folder / TOKEN).write_text(self._cookie)
        for _ in range(self._rng.randrange(40)):
            cell = {"category": self._rng.choice([*Category]).name.lower(), "column": 1}
            self._ask(PLAYER, "POST", "/touch", self._rng.choice((*TOUCHES, {"kind": "touch-cell", **cell})))

    def _at_the_device(self) -> None:
        number = self._rng.choice((None, 1, self._rng.randrange(1, 50)))
        self._ask("", "POST", "/take-away", {"number": number, "to_stick": self._rng.random() < 0.7})
        if self._rng.random() < 0.2:
            self._ask("", "POST", "/share/renew", {})
            self._ask("", "POST", "/share/end", {"number": self._rng.randrange(9)})

    def _ask(self, source: str, method: str, path: str, body: object = None) -> int:
        """Return the answer to a phone at an address, or to the device's own page."""
        place, named = self.named(is_phone=bool(source))
        with asked(place, method, path, body, source=source, cookie=self._cookie or "-", **named) as answer:
            answer.read()
            return answer.status


def _is_whole(file: Path) -> bool:
    """Return whether a file on the stick is whole, or is known by its name not to be."""
    content = file.read_bytes()
    if file.suffix == ".jsonl":
        return content.endswith(b"\n") and all(json.loads(line)["event"] for line in content.splitlines())
    return content.rstrip().endswith(b"%%EOF") if file.suffix == ".pdf" else file.suffix == ".part"
