"""A game on a wire of our own: no packet leaves in play, and with --share only answers to the phone that asks.

    python -m tests.endtoend.no_packets --turns 20

The companion runs in a network namespace whose only way out ends in a second namespace. Every packet on that wire is
noted, questions for names too; that the notes are kept is shown first, by two packets sent on purpose.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path

import httpx
import typer

from tests.doubles.patience import until
from tests.endtoend.running import ROOT, Running, act, written
from tests.endtoend.wire import DEVICE, INTERFACE, NAMESERVER, PHONE, STRANGER, Packet, Wire, beyond_loopback

NOT_PROVEN = 77
"""Exit status where namespaces may not be made."""
SHARE_PORT = 8450
SOMEWHERE = "203.0.113.7"
SHARED = f"""
[share]
on = true
port = {SHARE_PORT}
interface = "{INTERFACE}"
"""


def main(turns: int = 20, *, inside: bool = False, phone: str = "") -> None:
    """Play so many entries without phones and as many with one; inside and as the phone it calls itself."""
    raise SystemExit(follow(phone) if phone else play(turns) if inside else play_inside(turns))


def play_inside(turns: int) -> int:
    """Put this script into namespaces of its own and play there; return the exit status."""
    root = () if os.geteuid() == 0 else ("--user", "--map-root-user")
    unshare = ("unshare", "--net", "--mount", *root)
    with suppress(FileNotFoundError):
        if subprocess.run([*unshare, "true"], check=False, capture_output=True).returncode == 0:
            again = [*unshare, sys.executable, "-m", "tests.endtoend.no_packets", "--inside", "--turns"]
            return subprocess.run([*again, str(turns)], check=False, cwd=ROOT).returncode
    print("NOT PROVEN that no packet leaves: this machine lets nobody make a network namespace (run it as root).")
    return NOT_PROVEN


def play(turns: int) -> int:
    try:
        wire = Wire()
    except (subprocess.CalledProcessError, FileNotFoundError) as error:
        print(f"NOT PROVEN that no packet leaves: {error} {getattr(error, 'stderr', '')}")
        return NOT_PROVEN
    with closing(wire):
        show_that_notes_are_kept(wire)
        for played, extra in ((alone, ""), (shared, SHARED)):
            wire.forget()
            with tempfile.TemporaryDirectory() as folder, Running(written(Path(folder), seed=7, more=extra)) as running:
                played(wire, running, turns)
    return 0


def show_that_notes_are_kept(wire: Wire) -> None:
    """Send two packets on purpose, one to somewhere and one for a name; both must be noted."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        out.sendto(b"x", (SOMEWHERE, 9))
    with suppress(OSError):
        socket.getaddrinfo("serviert.invalid", 80)
    until(lambda: {packet.target for packet in wire.sent()} >= {SOMEWHERE, NAMESERVER})
    print(f"the wire notes what goes out: {len(wire.sent())} packets sent on purpose")


def alone(wire: Wire, running: Running, turns: int) -> None:
    assert beyond_loopback() == set(), f"somebody beyond loopback could reach {beyond_loopback()}"
    made = play_turns(running, turns)
    assert wire.sent() == [], f"sent in play: {wire.sent()}"
    print(f"{made} entries played alone: 0 packets left, nothing listened beyond loopback")


def shared(wire: Wire, running: Running, turns: int) -> None:
    """Play with a phone that follows, and one of another network that would like to."""
    assert beyond_loopback() == {f"{DEVICE}:{SHARE_PORT}"}, f"listening: {beyond_loopback()}"
    made = play_turns(running, turns)
    assert wire.sent() == [], f"sent though no phone had asked: {wire.sent()}"
    assert phone_follows(wire, PHONE), "the phone was not served"
    sent = wire.sent()
    assert sent, "the phone was served by nobody"
    strange = [packet for packet in sent if not is_answer(packet, PHONE)]
    assert not strange, f"more than answers to the phone: {strange}"
    wire.forget()
    assert not phone_follows(wire, STRANGER), "a phone of another network was served"
    print(f"{made} entries played shared: {len(sent)} packets left, all of them answers to the phone that asked")


def is_answer(packet: Packet, phone: str) -> bool:
    """Return whether a packet answers a phone: it begins no connection, and comes from where phones are served."""
    if packet.kind == "arp":
        return packet.target == phone
    is_served = packet.source == f"{DEVICE}:{SHARE_PORT}" and packet.target.startswith(f"{phone}:")
    return packet.kind == "tcp" and is_served and not packet.is_call


def play_turns(running: Running, turns: int) -> int:
    """Play until so many more entries stand on the sheet; return how many do."""
    while True:
        view = running.newest()
        if view["phase"] != "setup" and view["turn_number"] > turns:
            return int(view["turn_number"]) - 1
        act(running, view)
        time.sleep(0.05)


def phone_follows(wire: Wire, address: str) -> bool:
    command = [*wire.over_there, sys.executable, "-m", "tests.endtoend.no_packets", "--phone", address]
    return subprocess.run(command, check=False, cwd=ROOT, capture_output=True, timeout=120).returncode == 0


def follow(address: str) -> int:
    """Be a phone: fetch the page and the sheet."""
    transport = httpx.HTTPTransport(local_address=address)
    with httpx.Client(base_url=f"http://{DEVICE}:{SHARE_PORT}", transport=transport, timeout=60) as http:
        try:
            assert "Serviert" in http.get("/").text
            with http.stream("GET", "/events") as events:
                lines: Sequence[str] = [line for line, _ in zip(events.iter_lines(), range(4), strict=False)]
        except httpx.HTTPError:
            return 1
    return 0 if any('"access": "follow"' in line for line in lines) else 1


if __name__ == "__main__":
    typer.run(main)
