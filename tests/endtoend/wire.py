"""A wire of the test's own: the only way out of a network namespace, into a second one, and every packet noted."""

import ipaddress
import socket
import struct
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import psutil

from tests.doubles.patience import until

DEVICE, PHONE, STRANGER = "10.92.0.1", "10.92.0.2", "10.93.0.2"
INTERFACE = "v0"
NAMESERVER = "203.0.113.53"

_EVERYTHING = 0x0003  # ETH_P_ALL
_OUTGOING = 4  # PACKET_OUTGOING
_IPV4, _ARP, _IPV6 = 0x0800, 0x0806, 0x86DD
_TCP, _ICMP6, _HOP_BY_HOP = 6, 58, 0
_KERNEL_S = 133, 143
"""Router solicitation and multicast report: what the kernel says by itself on a new wire."""


@dataclass(frozen=True, slots=True)
class Packet:
    kind: str  # ``tcp``, ``arp`` or the number of the protocol
    source: str  # Address and, for TCP, port
    target: str  # The same of the other end
    is_call: bool = False  # Whether it begins a TCP connection: an answer never does


def parsed(frame: bytes) -> Packet | None:
    """Return what an Ethernet frame carries, None for what the kernel says by itself.

    Source:
        RFC 791, 826, 4861, 8200, 9293.
    """
    kind = struct.unpack("!H", frame[12:14])[0]
    body = frame[14:]
    if kind == _ARP:
        return Packet("arp", str(ipaddress.ip_address(body[14:18])), str(ipaddress.ip_address(body[24:28])))
    if kind == _IPV6:
        source, target = (str(ipaddress.ip_address(body[start : start + 16])) for start in (8, 24))
        is_kernel = body[6] == _HOP_BY_HOP or source == "::" or (body[6] == _ICMP6 and body[40] in _KERNEL_S)
        return None if is_kernel else Packet(str(body[6]), source, target)
    if kind != _IPV4:
        return Packet(f"{kind:#06x}", "", "")
    source, target = (str(ipaddress.ip_address(body[start : start + 4])) for start in (12, 16))
    if body[9] != _TCP:
        return Packet(str(body[9]), source, target)
    segment = body[(body[0] & 15) * 4 :]
    ports = struct.unpack("!HH", segment[:4])
    return Packet("tcp", f"{source}:{ports[0]}", f"{target}:{ports[1]}", is_call=segment[13] & 0x12 == 0x02)


class Wire:
    """Lays the wire in this namespace and notes what goes out on it."""

    def __init__(self) -> None:
        """Lay it; the process must have been put into network and mount namespaces of its own.

        Raises:
            CalledProcessError: If something may not be done here.
        """
        self._sent: list[Packet] = []
        self._lock = threading.Lock()
        self._far = subprocess.Popen(["unshare", "--net", "sleep", "3600"])
        until(lambda: _namespace(self._far.pid) != _namespace("self"))
        near = (
            f"link set lo up|link add {INTERFACE} type veth peer name v1|link set v1 netns {self._far.pid}"
            f"|addr add {DEVICE}/24 dev {INTERFACE}|addr add fd92::1/64 dev {INTERFACE} nodad|link set {INTERFACE} up"
        )
        far = f"link set lo up|addr add {PHONE}/24 dev v1|addr add {STRANGER}/24 dev v1|link set v1 up"
        for command in near.split("|"):
            _run("ip", *command.split())
        for command in far.split("|"):
            _run(*self.over_there, "ip", *command.split())
        _run("ip", "route", "add", "default", "via", PHONE)
        _run("ip", "-6", "route", "add", "default", "dev", INTERFACE)
        self._ask_names_there()
        self._ear = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(_EVERYTHING))
        self._ear.bind((INTERFACE, 0))
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def over_there(self) -> tuple[str, ...]:
        """Return what a command is begun with to run at the other end, where the phones are."""
        return ("nsenter", "--target", str(self._far.pid), "--net")

    def sent(self) -> list[Packet]:
        """Return what has gone out so far, all but what the kernel says by itself."""
        with self._lock:
            return list(self._sent)

    def forget(self) -> None:
        with self._lock:
            self._sent.clear()

    def close(self) -> None:
        """Let the other end go; the wire goes with the namespaces."""
        self._far.kill()
        self._far.wait()

    def _ask_names_there(self) -> None:
        """Make every question for a name go out on the wire, not to a resolver on this machine."""
        names = Path("/etc/resolv.conf")
        mine = Path(f"/tmp/resolv.{self._far.pid}")
        mine.write_text(f"nameserver {NAMESERVER}\noptions timeout:1 attempts:1\n", encoding="ascii")
        _run("mount", "--bind", str(mine), str(names.resolve()))
        mine.unlink()

    def _listen(self) -> None:
        while True:
            try:
                frame, address = self._ear.recvfrom(65536)
            except OSError:
                return  # the wire is gone
            if address[2] == _OUTGOING and (packet := parsed(frame)) is not None:
                with self._lock:
                    self._sent.append(packet)


def listeners(process: Literal["self"] | None = None) -> set[str]:
    """Return addresses and ports that this namespace, or this process alone, listens on, TCP and UDP."""
    found = psutil.net_connections() if process is None else psutil.Process().net_connections()
    waiting = (one for one in found if one.status == psutil.CONN_LISTEN or (one.status == "NONE" and not one.raddr))
    return {f"{one.laddr.ip}:{one.laddr.port}" for one in waiting if one.laddr}


def beyond_loopback(process: Literal["self"] | None = None) -> set[str]:
    """Return those of them that other machines could reach."""
    return {each for each in listeners(process) if not ipaddress.ip_address(each.rpartition(":")[0]).is_loopback}


def _run(*command: str) -> None:
    subprocess.run(command, check=True, capture_output=True, text=True)


def _namespace(process: int | str) -> str:
    return str(Path(f"/proc/{process}/ns/net").readlink())
