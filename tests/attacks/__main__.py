"""What who means ill sends to the servers, or gives as a file: how much was tried, and what it did, in one table.

python -m tests.attacks [SHARE]
"""

import json
import logging
import random
import re
import socket
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import count, cycle
from pathlib import Path
from typing import Any

import cv2
import httpx
import numpy as np
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from firmware.analysis.game_files import Importer
from firmware.analysis.kept_games import games_of_store
from firmware.display.touches import parse_touch
from firmware.errors import ConfigError, FirmwareError, TouchError
from firmware.log.opening import open_store
from firmware.log.record import Record
from firmware.session.state import SessionState
from firmware.session.step import step
from firmware.session.touches import CloseDice, CloseWizard
from firmware.settings import config
from tests.doubles.patience import until
from tests.firmware.display.test_touches import ANYTHING, BODIES, STATES, new, with_others
from tests.power import imports, kills, laws, sharing
from vision.errors import PictureError
from vision.find.picture import load_picture

WRONG = ("5xx", "tracebacks", "lost", "too few")
COLUMNS = ("tried", "cut", "stale", "refused", "taken", *WRONG[:3])
BECAME = ((500, "5xx"), (410, "refused"), (409, "stale"), (400, "refused"), (200, "taken"), (0, "cut"))
"""By the least status."""
HOW = {"deadline": None, "database": None, "phases": [Phase.generate], "suppress_health_check": list(HealthCheck)}


@dataclass(eq=False)
class Attacks(logging.Handler):
    """Counts by kind; what breaks is kept with an example. All are drawn by Hypothesis."""

    share: float  # of all that is to be tried
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    examples: list[str] = field(default_factory=list)
    kind: str = ""

    def __post_init__(self) -> None:
        """Count every traceback that is logged, or that ends a thread, from now on."""
        super().__init__(logging.WARNING)
        logging.basicConfig(handlers=[self])
        threading.excepthook = lambda what: self.note("tracebacks", what)

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or "Traceback" in record.getMessage():
            self.note("tracebacks", f"{record.getMessage()} {record.exc_info}")

    def note(self, became: str, example: object = "") -> None:
        self.counts[self.kind][became] += 1
        if became in WRONG:
            self.examples.append(f"{self.kind}, {became}: {example!s:.600}")

    def answered(self, status: int, what: object) -> None:
        """Count the status of an answer; 0 is a connection that was cut."""
        self.note(next(became for least, became in BECAME if status >= least), what)

    def read(self, do: Callable[[], object], refusals: tuple[type[Exception], ...], what: object) -> None:
        """Count what becomes of something read: it is taken, refused in words of ours, or a traceback."""
        try:
            self.note("refused" if do() is False else "taken")
        except refusals as error:
            self.note("refused" if str(error) else "tracebacks", f"no word of {what!r}")
        except Exception as error:  # noqa: BLE001 - whatever it is, it is what is looked for
            self.note("tracebacks", f"{error!r} of {what!r}")

    def by_lot(self, kind: str, floor: int, strategy: SearchStrategy[Any], attack: Callable[[Any], object]) -> None:
        """Try so many, and not fewer."""
        self.kind, most = kind, max(1, int(floor * self.share))
        count = self.counts.setdefault(kind, Counter())

        def each(drawn: Any) -> None:
            count["tried"] += 1
            attack(drawn)

        settings(max_examples=most, **HOW)(seed(22)(given(strategy)(each)))()
        if count["tried"] < most:
            self.note("too few", count["tried"])

    def table(self) -> str:
        """Return all counts, and their sum."""
        rows = [*self.counts.items(), ("together", sum(self.counts.values(), Counter()))]
        lines = [f"{kind:<26}" + "".join(f"{count[each]:>11,}" for each in COLUMNS) for kind, count in rows]
        return "\n".join([" " * 26 + "".join(f"{each:>11}" for each in COLUMNS), *lines, *self.examples[:20]])


POSTS = ("edge", "painted", "take-away", "share/end", "share/renew", "simulated/tap", "simulated/press", "x")
PLAYERS = tuple(f"127.0.9.{number}" for number in range(1, 5))
SHARE_BACK = 0.1
"""So often the table is led back from teaching and setting up: there no phone plays."""
PATIENCE_S = 0.5
"""An answer comes sooner; what waits for more is no whole request."""
STRANGERS = (f"127.{8 + number // 250}.{number % 250}.1" for number in count())
"""Each address is heard of once: what one is allowed is not what is tried here."""
PATHS, RUBBISH = (Path(__file__).with_name(name).read_text("utf-8").split("\n") for name in ("paths", "rubbish"))
HEADS = [each.encode().decode("unicode_escape").encode("latin-1") for each in RUBBISH]
LETTERS = st.text(st.sampled_from("/.%\\\0 2ef5cü0?#;:@~"), max_size=40) | st.text(max_size=20)
SENT = st.tuples(st.just("touch"), BODIES) | st.tuples(st.sampled_from(POSTS), ANYTHING)
NAMES = st.tuples(st.text(max_size=40), st.text(max_size=40)).map(lambda pair: ("touch", new(players=[*pair])))
FOREIGN = st.tuples(st.sampled_from(["Host", "Origin"]), st.text(st.characters(max_codepoint=255), max_size=30))
TOUCH = b'Content-Type: application/json\r\nContent-Length: 21\r\n\r\n{"kind":"take-back"}\n'
UPGRADE = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2U=\r\n\r\n"
SETTINGS = (Path(config.__file__).parents[1] / "serviert.toml").read_text(encoding="utf-8")
KEYS, SECTIONS = (re.findall(each, SETTINGS, re.MULTILINE) for each in (r"^#?(\w+) = ", r"^\[(\w+)\]"))
ODD = st.sampled_from(["-1", "1e999", "nan", "99999999999", "[[[[", "true", "1979-05-27", "{}", "~"])
VALUES = ODD | st.text(max_size=9).map(json.dumps)
SET = st.tuples(st.sampled_from(SECTIONS), st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=2)).map(
    lambda said: "\n".join([f"[{said[0]}]", *map(" = ".join, said[1].items())]).encode(errors="surrogatepass")
)
PIXELS = np.random.default_rng(22).integers(0, 256, (48, 64, 3), np.uint8)
PICTURES = [cv2.imencode(f".{kind}", PIXELS)[1].tobytes() for kind in ("png", "jpg", "webp", "bmp", "tiff", "gif")]
LINES = [json.loads(imports.line_of(record)) for record in imports.OWN[:12]]
GAMES = st.tuples(st.integers(1, 12), with_others(LINES)).map(
    lambda drawn: "\n".join(map(json.dumps, [*LINES[: drawn[0]], drawn[1]])).encode()
)


def changed(*wholes: bytes) -> st.SearchStrategy[bytes]:
    """Draw one of these with some bytes others, cut short, or grown."""
    places = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.binary(min_size=1, max_size=6)), max_size=6)

    def changed(whole: bytes, places: list[tuple[float, bytes]], share: float, more: bytes) -> bytes:
        body = bytearray(whole)
        for at, put in places:
            body[int(at * len(body)) : int(at * len(body)) + len(put)] = put
        return bytes(body[: int(share * len(body))]) + more

    return st.builds(changed, st.sampled_from(wholes), places, st.just(1.0) | st.floats(0, 1), st.binary(max_size=9))


@contextmanager
def played(folder: Path, attacks: Attacks) -> Iterator[sharing.Servers]:
    """Give a companion that is served, and plays by lot; all that it showed must be in its log afterwards."""
    store, _ = open_store(folder / "played.sqlite3")
    servers, is_over, rng = sharing.Servers(store, folder), threading.Event(), random.Random(22)
    games: list[tuple[Record, ...]] = []

    def show(state: SessionState) -> None:
        servers.show(state)
        if games and state.records and state.records[0] is games[-1][0]:
            games.pop()
        games.extend([state.records] * bool(state.records))

    companion = kills.companion_of(store, None, show)

    def play() -> None:
        while not is_over.wait(0.02):
            companion.take(kills.next_event(companion.state, rng))
            while (event := servers.posted()) is not None:
                companion.take(event)
            if rng.random() < SHARE_BACK:
                companion.take(CloseDice())
                companion.take(CloseWizard())

    thread = threading.Thread(target=play)
    servers.open()
    thread.start()
    try:
        yield servers
    finally:
        is_over.set()
        thread.join()
        servers.close()
        store.close()
    again, said = open_store(folder / "played.sqlite3")
    with closing(again):
        kept = [each.records for each in games_of_store(again) if each.stored]
    lost = [shown for shown in games if not any(each[: len(shown)] == shown for each in kept)]
    if said is not None or lost:
        attacks.note("lost", f"{said}; of {len(games)} games {len(lost)} are not in the log as shown, as {lost[:1]}")
    print(f"{len(kept)} games played meanwhile, {sum(map(len, kept))} records")


def send(attacks: Attacks, servers: sharing.Servers, *, is_phone: bool) -> None:
    """Send all that can be sent, to the display or to the phones' server."""
    (place, named), who = servers.named(is_phone=is_phone), "a phone" if is_phone else "the display"
    ask = asking(attacks, servers, PLAYERS if is_phone else ("",))

    def raw(request: bytes) -> None:
        attacks.answered(answer_to(request, place, next(STRANGERS) if is_phone else ""), request)

    def lot(kind: str, floor: int, strategy: st.SearchStrategy[bytes]) -> None:
        attacks.by_lot(f"{kind} to {who}", floor // (4 if is_phone else 1), strategy, raw)

    for kind, floor, strategy in (("bodies", 2500, SENT), ("names", 600, NAMES)):
        attacks.by_lot(f"{kind} to {who}", floor, strategy, lambda drawn: attacks.answered(ask(*drawn), drawn))
    host = f"HTTP/1.1\r\nHost: {named['host']}\r\n".encode()
    paths = st.tuples(st.sampled_from(PATHS), st.just("") | LETTERS).map("".join)
    lot("paths", 800, paths.map(lambda path: b"GET %s %s\r\n" % (path.encode(errors="surrogatepass"), host)))
    lot("heads", 800, changed(b"POST /touch " + host + TOUCH, *HEADS))
    lot("foreign", 300, FOREIGN.map(lambda said: "GET / HTTP/1.1\r\n{}: {}\r\n\r\n".format(*said).encode("latin-1")))
    lot("web sockets", 300, st.binary(max_size=60).map(lambda frame: b"GET /events " + host + UPGRADE + frame))
    head = b"POST /control %sOrigin: %s\r\nContent-Type: application/json\r\n" % (host, named["origin"].encode())
    digits = ANYTHING.map(lambda said: json.dumps({"digits": said}).encode(errors="surrogatepass"))
    lot("digits", 400, digits.map(lambda body: b"%sContent-Length: %d\r\n\r\n%s" % (head, len(body), body)))
    until(lambda: ask("touch", {"kind": "take-back"}) == 204)  # after all that


def asking(attacks: Attacks, servers: sharing.Servers, addresses: tuple[str, ...]) -> Callable[[str, object], int]:
    """Return what posts from addresses in turn, of the device or of phones that play, and returns the status."""
    (host, port), named = servers.named(is_phone=bool(addresses[0]))
    how = {"base_url": f"http://{host}:{port}", "headers": {**named, "content-type": "application/json"}, "timeout": 60}
    clients = [httpx.Client(transport=httpx.HTTPTransport(local_address=each or None), **how) for each in addresses]
    for client in clients * bool(addresses[0]):
        client.post("/control", json={"digits": servers.share.desk.status()["key"]}).raise_for_status()
    turns = cycle(clients)

    def ask(path: str, body: object) -> int:
        client, content = next(turns), json.dumps(body).encode(errors="surrogatepass")
        with suppress(httpx.HTTPError):
            while (status := client.post(f"/{path}", content=content).status_code) == 429:
                time.sleep(0.1)  # what one may send at once is not what is tried here
            if status == 401:
                attacks.note("lost", "a phone that plays is kept out")
            return status
        return 0

    return ask


def answer_to(request: bytes, place: tuple[str, int], source: str) -> int:
    """Return the status of the answer, 0 where the connection was cut; half a request is ended after a while."""
    with socket.create_connection(place, PATIENCE_S, (source, 0) if source else None) as connection:
        heard = b""
        with suppress(OSError):
            connection.sendall(request)
            connection.settimeout(PATIENCE_S)
            with suppress(TimeoutError):
                heard = connection.recv(12)
            connection.shutdown(socket.SHUT_WR)
            connection.settimeout(60)
            heard += connection.recv(12 - len(heard), socket.MSG_WAITALL)
    return int(heard[9:12]) if heard[9:12].isdigit() else 0


def give(attacks: Attacks, folder: Path) -> None:
    """Give files of all kinds, each to what reads such."""
    (store, _), file = open_store(folder / "imported.sqlite3"), folder / "file"
    store.append(imports.OWN[0])

    def lot(kind: str, floor: int, strategy: st.SearchStrategy[bytes], read: Callable[[Path], object]) -> None:
        def give(content: bytes) -> None:
            file.write_bytes(content)
            attacks.read(partial(read, file), (ConfigError, PictureError, FirmwareError), content[:300])

        attacks.by_lot(f"files: {kind}", floor, strategy, give)

    def start(file: Path) -> None:
        for each in folder.glob("file.*"):
            each.unlink()
        open_store(file)[0].close()

    lot("settings", 800, SET | changed(SETTINGS.encode()), config.load)
    lot("pictures", 1200, changed(*PICTURES, b""), load_picture)
    own = changed(b"".join(map(imports.line_of, imports.OWN[:9])))
    lot("games", 600, GAMES | own, Importer(store, lambda _: None).take)
    if [each.record.event for each in store.newest_game] != [imports.OWN[0].event]:
        attacks.note("lost", "another game than the own one would go on")
    store.close()
    lot("logs", 300, changed((folder / "imported.sqlite3").read_bytes()), start)


def main(share: float = 1.0) -> int:
    """Try it all, or a share of it, and return 1 if anything gave way, or too little was tried."""
    attacks = Attacks(share)

    def touch(drawn: tuple[Any, Callable[[], SessionState]]) -> None:
        attacks.read(lambda: step(drawn[1](), parse_touch(drawn[0])), (TouchError,), drawn)

    attacks.by_lot("touches at any table", 4000, st.tuples(BODIES, st.sampled_from(STATES)), touch)
    with tempfile.TemporaryDirectory(prefix="serviert-attacks-", dir=laws.QUICK_FOLDER) as name:
        with played(Path(name), attacks) as servers:
            for is_phone in (False, True):
                send(attacks, servers, is_phone=is_phone)
        give(attacks, Path(name))
    print(attacks.table())
    return int(any(count[what] for count in attacks.counts.values() for what in WRONG))


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:])))
