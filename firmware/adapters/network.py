"""A camera in the network, such as a phone's, through OpenCV's FFmpeg: the one source that uses a network.

Nothing but private networks and this machine is spoken to: a name is resolved once, FFmpeg gets the number, speaks no
other protocol and follows nobody elsewhere.

Source:
    FFmpeg documentation, "Protocols" and "Format options" (protocol_whitelist, format_whitelist, max_redirects,
    rtsp_transport); OpenCV documentation, "Video I/O with FFmpeg", how options are handed on.
"""

import os
import socket
import sys
from ipaddress import IPv4Address
from urllib.parse import urlsplit

import cv2

from firmware.adapters.stream import StreamCamera, first_size, quietly
from firmware.errors import CameraBarredError, CameraSilentError
from firmware.ports import Lack
from firmware.settings.address import PORTS, PRIVATE, shown
from firmware.tables import table

_TABLE = table(__file__)
OPTIONS, UNKNOWN = _TABLE["options"], _TABLE["unknown"]
CONNECT_S, FIRST_S, READ_S = 3.0, 5.0, 1.2
TRIES = 4  # video begins with a whole picture, and those come seconds apart
CREEP_NS = 20_000  # a frame: more than two clocks drift apart meanwhile


class NetworkCamera(StreamCamera):
    """A `firmware.ports.Camera` over ``http``, ``https`` (MJPEG) or ``rtsp``."""

    # Exposure, the phone's own work and the way through the air. What lay in buffers while nothing came is old.
    # Twice as many as were sent during a stall: by then what was sent has caught up, if it comes twice as fast.
    LATENCY_NS, WAITING, BACKLOG, LEAST_IDLE_S = 700_000_000, 2, 2.0, 0.004
    PATIENCE_S, FAILURES = 2.0, 2  # lost before anybody who waits for a small frame gives up: the sentence is another
    LOST_AS = CameraSilentError
    LOST = "sends no picture any more: is its app open, and is it in this network? It is tried again by itself."

    def __init__(self, address: str, *, wait_s: tuple[float, float] = (FIRST_S, READ_S)) -> None:
        """Open it; a first picture and each other one may take so long.

        Raises:
            CameraSilentError: If nobody answers there with pictures, or it is in no private network.
            CameraBarredError: If this system lets the companion speak to nobody.
            CameraTimeoutError: If it hangs.
        """
        self._has_clock, self._shortest_ns = address.startswith("rtsp"), sys.maxsize
        super().__init__(shown(address), lambda: _opened(address, wait_s))
        self.identity = self.name

    def _exposed_ns(self) -> int:
        """Return it by the sender's clock, too: beside busy threads nothing else tells what had waited on its way."""
        exposed_ns = super()._exposed_ns()
        if not self._has_clock:
            return exposed_ns
        way_ns = self._arrived_ns - round(self._capture.get(cv2.CAP_PROP_POS_MSEC) * 1e6)
        self._shortest_ns = min(way_ns, self._shortest_ns + CREEP_NS)
        return min(exposed_ns, self._arrived_ns - (way_ns - self._shortest_ns) - self.LATENCY_NS)

    def lacks(self) -> frozenset[Lack]:
        """Return what it cannot do: nothing of it can be set from here."""
        return frozenset({Lack.EXPOSURE, Lack.WHITE_BALANCE, Lack.FOCUS, Lack.NETWORK})


def _opened(address: str, wait_s: tuple[float, float]) -> cv2.VideoCapture:
    """Open it; what FFmpeg says meanwhile would show the whole address."""
    reached = _reached(address)
    os.environ["OPENCV_FFMPEG_LOGLEVEL"] = "-8"
    os.environ["OPENCV_FFMPEG_CAPTURE_OPTIONS"] = "|".join(f"{name};{value}" for name, value in OPTIONS.items())
    within = [round(1000 * each) for each in wait_s]
    params = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, within[0], cv2.CAP_PROP_READ_TIMEOUT_MSEC, within[1]]
    params += [cv2.CAP_PROP_N_THREADS, 1]  # more of them keep frames back
    parts = urlsplit(address)
    if parts.scheme != "rtsp":  # JPEGs as they come: what decodes each falls behind, and shows what is over
        params += [cv2.CAP_PROP_FORMAT, -1]
    user, at, _ = parts.netloc.rpartition("@")
    place = parts._replace(netloc=f"{user}{at}{reached}").geturl()
    capture = quietly(lambda: cv2.VideoCapture(place, cv2.CAP_FFMPEG, params))
    if not quietly(lambda: any(capture.grab() for _ in range(TRIES))) or first_size(capture) is None:
        capture.release()
        raise CameraSilentError(f"{shown(address)} {UNKNOWN}")
    return capture


def _reached(address: str) -> str:
    """Return the number and the port of a camera that answers."""
    parts, name = urlsplit(address), shown(address)
    port = parts.port or PORTS[parts.scheme]
    try:
        found = socket.getaddrinfo(parts.hostname or "", port, socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise CameraSilentError(f"{name} is not known here: write its number, such as 192.168.1.23.") from error
    numbers = [IPv4Address(place[0]) for *_, place in found]
    legal = [str(each) for each in numbers if each.is_loopback or any(each in network for network in PRIVATE)]
    if not legal:
        raise CameraSilentError(f"{name} is in no private network: pictures are fetched only from its own Wi-Fi.")
    try:
        socket.create_connection((legal[0], port), CONNECT_S).close()
    except PermissionError as error:
        mend = "Its service opens the network when it starts: sudo systemctl restart serviert."
        raise CameraBarredError(f"{name} cannot be reached, since this device may speak to nobody. {mend}") from error
    except OSError as error:
        mend = "Is its app open and sending, and are both in the same network?"
        raise CameraSilentError(f"Nobody answers at {name}. {mend}") from error
    return f"{legal[0]}:{port}"
