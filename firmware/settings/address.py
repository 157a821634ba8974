"""The address of a camera in the network: what is one, what of it may be shown, and where it may lead."""

import re
from ipaddress import IPv4Network
from urllib.parse import urlsplit

PORTS = {"http": 80, "https": 443, "rtsp": 554}
"""Legal kinds, and where each is answered if the address does not say."""
LEGAL = (
    '"auto", "attached", "simulated", "picamera", "usb:0", "folder:DIR", or an address such as "http://…", "rtsp://…"'
)
"""Sources of frames, in words."""
LONGEST = 200
PRIVATE = tuple(map(IPv4Network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))
"""Source: RFC 1918. Nothing from the internet is sent there."""


def is_address(source: str) -> bool:
    """Return whether a source of frames is an address in the network."""
    try:
        parts = urlsplit(source)
        is_whole = bool(parts.hostname) and parts.port != 0 and source.isprintable() and " " not in source
    except ValueError:
        return False
    return parts.scheme in PORTS and is_whole and len(source) <= LONGEST


def shown(source: str) -> str:
    """Return a source as it may be shown and logged: an address without name, password and what else it hands over.

    >>> shown("rtsp://me:p@ss@10.0.0.7/live?key=1"), shown("usb:0")
    ('rtsp://10.0.0.7/live', 'usb:0')
    """
    plain = re.sub(r"^(\w*):/+.*@", r"\1://", source, flags=re.DOTALL)
    return plain if plain.startswith("folder:") else re.split(r"[?#]", plain, maxsplit=1)[0]
