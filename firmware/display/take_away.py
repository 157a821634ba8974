"""Games to take along: by a link that nobody can guess, for a phone, or onto a stick; made when they are fetched."""

import errno
import hmac
import re
import secrets
import time
import unicodedata
from collections.abc import Callable, Iterable
from itertools import chain, count
from pathlib import Path
from typing import Any

from starlette.responses import PlainTextResponse, Response, StreamingResponse

from firmware.analysis.game_files import lines_of
from firmware.display.kept import Fate, KeptGames
from firmware.display.messages import Catalogue
from firmware.log import codec
from firmware.log.durable import sticks
from firmware.log.whole_file import write_whole

LASTS_NS, MOST_OFFERS = 600 * 1_000_000_000, 16
SHEET, FILE, ALL = "sheet", "file", "all"
_KINDS = {True: (ALL,), False: (SHEET, FILE)}  # of all games, and of one
_TYPES = {SHEET: "application/pdf", FILE: "application/x-ndjson", ALL: "application/x-ndjson"}
_READ_ONLY = dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), "take.stick-read-only")
_WHY = {errno.ENOSPC: "take.stick-full", **_READ_ONLY}


class TakeAway:
    """Offers games that ended or were put away; one that runs has its secrets. Asked from any thread."""

    def __init__(self, kept: KeptGames, words: Callable[[], Catalogue], sheet_pdf: Callable[..., bytes]) -> None:
        """Take the games, the language that is spoken, and what draws a sheet."""
        self._kept, self._words, self._sheet_pdf = kept, words, sheet_pdf
        self._offers: tuple[tuple[str, int | None, int], ...] = ()
        self.link: Callable[[str], dict[str, object] | None] = lambda _: None  # address and code of a path, for phones
        self.folders: Callable[[], tuple[Path, ...]] = sticks
        self.clock_ns = time.monotonic_ns

    def to_phone(self, number: int | None) -> dict[str, object]:
        """Offer a game, or all, to phones for ten minutes; return what the page shows of it, plain JSON data."""
        token = secrets.token_urlsafe(16)
        self._offers = (*self._offers, (token, number, self.clock_ns()))[-MOST_OFFERS:]
        links = {kind: self.link(f"take/{token}/{kind}") for kind in _KINDS[number is None]}
        return {"links": links, "has_stick": bool(self.folders())}

    def to_stick(self, number: int | None) -> dict[str, object]:
        """Write a game, or all, onto the stick; return what the page says of it, plain JSON data."""
        try:
            folder = next(iter(self.folders()), Path("/nowhere"))
            parcels = (self._parcel(number, kind) for kind in _KINDS[number is None])
            names = [_written(*parcel, folder) for parcel in parcels if parcel]
        except OSError as error:
            return {"said": self._words().text(_WHY.get(error.errno or 0, "take.stick-gone"))}
        return {"said": self._words().text("take.on-stick", files=", ".join(names))} if names else {}

    def fetched(self, token: str, kind: str) -> Response:
        """Answer a phone with what was offered under a token; where nothing was, or long ago, with a sentence."""
        now_ns, asked = self.clock_ns(), token.encode(errors="replace")
        offers = [each for each in self._offers if hmac.compare_digest(each[0].encode(), asked)]
        for _, number, at_ns in offers:
            if now_ns - at_ns < LASTS_NS and (parcel := self._parcel(number, kind)):
                headers = {"content-disposition": f'attachment; filename="{parcel[0]}"'}
                return StreamingResponse(parcel[1], headers=headers, media_type=_TYPES[kind])
        return PlainTextResponse(self._words().text("take.over"), status_code=404)

    def _parcel(self, number: int | None, kind: str) -> tuple[str, Iterable[bytes]] | None:
        """Return a name that every system takes, and what is in the file."""
        games = self._kept.kept(Fate.OVER, Fate.PUT_AWAY, number=number)
        if kind not in _KINDS[number is None] or (game := next(games, None)) is None:
            return None
        if kind == ALL:
            lines = (lines_of(each, has_readings=False) for each in chain([game], games))
            return "serviert-games.jsonl", chain.from_iterable(lines)
        events: list[Any] = [codec.event_in(each.body) for each in game.stored]
        plain = unicodedata.normalize("NFKD", " ".join(events[0].players)).encode("ascii", "ignore").decode().lower()
        name = re.sub("[^a-z0-9]+", "-", f"serviert {number} {plain}")[:36].strip("-")
        if kind == FILE:
            return f"{name}.jsonl", lines_of(game)
        return f"{name}.pdf", [self._sheet_pdf(events, self._words(), number=number, begun_utc=game.begun_utc)]


def _written(wanted: str, content: Iterable[bytes], folder: Path) -> str:
    """Write a file beside whatever lies there already; return its name."""
    stem, _, suffix = wanted.rpartition(".")
    names = chain([wanted], (f"{stem}-{at}.{suffix}" for at in count(2)))
    name = next(name for name in names if not (folder / name).exists())
    write_whole(folder / name, content)
    return name
