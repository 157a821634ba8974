"""What is shared with phones: opened where this machine is in a private network, shut where it is not."""

import logging
import re
import secrets
import socket
from collections.abc import Callable
from functools import lru_cache
from ipaddress import IPv4Interface
from pathlib import Path

import segno

from firmware.display.app import PagePorts
from firmware.display.connection import PATIENCE_S
from firmware.display.controls import Controls
from firmware.display.files import build_id
from firmware.display.push import Push
from firmware.display.server import Serving, listening
from firmware.rounds import Rounds
from firmware.share.desk import Desk
from firmware.share.limits import PhoneConnection
from firmware.share.networks import is_neighbour
from firmware.share.phone_app import PhoneRoutes, control_view, follower_view, may_touch

LOG = logging.getLogger(__name__)

HOTSPOT, HOTSPOT_IP = Path("/etc/serviert/hotspot"), "10.42.0.1"
"""What a phone is told to join this device's own Wi-Fi, and its address there; see hardware/install/hotspot.sh."""

LOOK_S = 2.0
"""So often it is looked whether the networks are still the same; radio comes and goes."""


class ShareServer(Rounds):
    """Serves phones in this machine's private networks."""

    LAST_ROUND_S = 10.0

    def __init__(
        self,
        port: int,
        ports: PagePorts,
        *,
        networks: Callable[[], tuple[IPv4Interface, ...]],
        patience_s: float = PATIENCE_S,
    ) -> None:
        """Prepare to serve; nothing is opened before `start`.

        ``networks`` tells this machine's addresses in private networks, the best one first; it may raise OSError.
        """
        super().__init__("share")
        self._port = port
        self._networks = networks
        self._places: tuple[IPv4Interface, ...] = ()
        self._tell: Callable[[dict[str, object]], None] = lambda _: None
        build, run = build_id(), secrets.token_hex(4)
        self._follow, self._play = Push(build=build, run=run), Push(build=build, run=run)
        self.desk = Desk(self._desk_changed)
        self._routes = PhoneRoutes(
            follow=self._follow,
            play=self._play,
            desk=self.desk,
            controls=Controls(
                touch=ports.touch,
                edge=ports.edge,
                moment=lambda: self._play.newest("moment"),
                table=ports.table,
                is_allowed=may_touch,
                is_lent=lambda: bool(self._play.newest("is_lent")),
            ),
            analysis=ports.analysis,
        )
        ports.analysis.take_away.link = self.link
        self._app = self._routes.app(build=build, is_neighbour=self._is_neighbour)
        how = {"patience_s": patience_s, "is_neighbour": staticmethod(self._is_neighbour)}
        self._connection = type("PhoneConnection", (PhoneConnection,), how)
        self._serving: Serving | None = None
        self._has_failed = False
        self._is_blind = False

    @property
    def urls(self) -> tuple[str, ...]:
        """Return the addresses to open on a phone, the best one first; none where nothing is open."""
        return tuple(f"http://{place.ip}:{self._port}/" for place in self._places) if self._serving else ()

    def link(self, path: str) -> dict[str, object] | None:
        """Return the address of what a phone may fetch, and its code; None where nothing is open."""
        return {"url": f"{self.urls[0]}{path}", "qr": qr_code(f"{self.urls[0]}{path}")} if self.urls else None

    def serve(self, tell: Callable[[dict[str, object]], None]) -> None:
        """Serve until `close`, wherever there is a network, and as soon as there is one.

        ``tell`` takes what the device's page shows of it, plain JSON data, from any thread.
        """
        self._tell = tell
        self.look()
        self.start()

    def show(self, view: dict[str, object]) -> None:
        """Push the display's view to the phones, as much of it as is theirs."""
        self._follow.show(follower_view(view))
        self._play.show(control_view(view))

    def look(self) -> None:
        """Follow the networks as they are now, and tell the device's page."""
        try:
            places, self._is_blind = self._networks(), False
        except OSError as error:
            if not self._is_blind:
                LOG.error("Nothing is shared: this machine's networks cannot be listed (%s).", error)  # noqa: TRY400
            places, self._is_blind = (), True
        is_dead = self._serving is not None and not self._serving.is_alive
        if places != self._places or is_dead or self._has_failed:
            self._shut()
            self._places = places
            self._open()
        self._tell(self._status())

    def close(self) -> None:
        """Stop serving; closing twice does nothing."""
        super().close()
        for push in (self._follow, self._play):
            push.close()
        self._shut()

    def _is_neighbour(self, address: str, here: str) -> bool:
        return is_neighbour(address, here, self._places)

    def _round(self) -> float:
        self.look()
        return LOOK_S

    def _open(self) -> None:
        sockets: list[socket.socket] = []
        had_failed, self._has_failed = self._has_failed, False
        try:
            for place in self._places:
                sockets.append(listening(str(place.ip), self._port))
        except (OSError, OverflowError) as error:
            for each in sockets:
                each.close()
            self._has_failed = True
            if not had_failed:
                places, said = ", ".join(str(place.ip) for place in self._places), "Set another port under [share]."
                LOG.error("Nothing can be shared on port %d of %s: %s. %s", self._port, places, error, said)  # noqa: TRY400
            return
        if sockets:
            self._serving = Serving(self._app, sockets, name="phones", http=self._connection)
            LOG.info("phones follow at %s", ", ".join(self.urls))

    def _shut(self) -> None:
        if self._serving is not None:
            self._serving.close()
            self._serving = None

    def _status(self) -> dict[str, object]:
        urls, desk = self.urls, self.desk.status()
        key = desk.pop("key")
        return {
            **desk,
            "urls": list(urls),
            "qr": qr_code(urls[0]) if urls else None,
            "wifi": self._wifi(),
            "play_qr": qr_code(f"{urls[0]}#{key}") if urls else None,
            "has_failed": self._has_failed,
            "phones": self._routes.seats.phones,
        }

    def _wifi(self) -> dict[str, object] | None:
        """Return what lets a phone into this device's own Wi-Fi, None where it has none open."""
        if HOTSPOT_IP not in {str(place.ip) for place in self._places}:
            return None
        try:
            told = HOTSPOT.read_text(encoding="utf-8").strip()
        except OSError:
            return None
        return {"qr": qr_code(told), "password": told.partition("P:")[2].strip(";")}

    def _desk_changed(self) -> None:
        self._play.wake()
        self._tell(self._status())


QUIET = 4
"""Modules of empty paper around it; without them it is not found."""


@lru_cache(maxsize=4)
def qr_code(text: str) -> dict[str, object]:
    """Return a QR code as plain data for the page.

    Returns:
        ``size``: modules along a side, the quiet zone included; ``path``: SVG, a stroke one module high for each run
        of dark ones.

    Source:
        ISO/IEC 18004, as the library writes it; level M mends 15 %, enough for a smeared screen.
    """
    rows = list(segno.make(text, error="m", micro=False, boost_error=False).matrix_iter(border=QUIET))
    runs = ((y, run.span()) for y, row in enumerate(rows) for run in re.finditer(rb"[^\0]+", bytes(row)))
    return {"size": len(rows), "path": "".join(f"M{x} {y}.5h{end - x}" for y, (x, end) in runs)}
