"""The Wi-Fi that this device joins, by NetworkManager's own command; a password never is one of its arguments."""

import os
import subprocess
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

HOTSPOT = "Serviert"  # this device's own; hardware/install/hotspot.sh
MAY = ("network-control", "settings.modify.system", "wifi.scan")  # hardware/install/serviert-wifi.rules
OPEN, BY_PASSWORD = frozenset({"OWE", "OWE-TM"}), frozenset({"WPA1", "WPA2", "WPA3"})
ANSWER_S, JOIN_S, TRIES = 30, 35, 3
_FIELDS = "IN-USE,SIGNAL,MODE,SSID-HEX,SECURITY,BSSID"
_NOT_FOUND = 10  # nmcli(1), EXIT STATUS
_ENGLISH = {**os.environ, "LC_ALL": "C.UTF-8"}


class Wifi:
    """Asks NetworkManager; each call takes its time, and ends."""

    def __init__(self, nmcli: str | None, *, routes: Path = Path("/proc/net/route")) -> None:
        """Take the command, None where there is none, and where the kernel lists its routes."""
        self._nmcli, self._routes = nmcli, routes
        self._names: dict[str, str] = {}  # of all that was ever heard

    def look(self, *, is_anew: bool) -> dict[str, object]:
        """Return what is heard, listened for anew or not, plain JSON data; nothing where nothing can be joined.

        ``id`` is the address of a name's strongest radio, ``is_online`` whether anything leads out of this device.
        """
        allowed = self._told("-t", "-f", "PERMISSION,VALUE", "general", "permissions")
        may = all(f"org.freedesktop.NetworkManager.{each}:yes" in allowed for each in MAY)
        if not may or "wifi" not in self._told("-t", "-f", "TYPE", "device"):
            return {}
        how = ("--rescan", "yes" if is_anew else "no")
        heard = self._told("-t", "-e", "no", "-f", _FIELDS, "device", "wifi", "list", *how)
        networks: dict[str, dict[str, Any]] = {}
        for line in sorted(filter(None, heard), key=lambda each: -int(each.split(":")[1])):  # blank: the next radio's
            used, signal, mode, name_hex, security, address = line.split(":", 5)
            kinds, text = frozenset(security.split()), bytes.fromhex(name_hex).decode(errors="replace")
            name = "".join(each if each.isprintable() else "\N{MIDDLE DOT}" for each in text)
            known = {"id": address, "name": name, "strength": int(signal), "is_joined": False}
            known |= {"is_locked": not kinds <= OPEN, "is_legal": kinds <= OPEN or kinds <= BY_PASSWORD}
            if mode == "Infra" and name_hex.strip("0") and name != HOTSPOT:
                networks.setdefault(name, known)["is_joined"] |= used == "*"
                self._names[address] = name  # by the time that it is joined another may be the strongest
        leading_to = [each.split()[1] for each in self._routes.read_text(encoding="ascii").splitlines()]
        return {"networks": list(networks.values()), "is_online": "00000000" in leading_to}  # anywhere

    def join(self, network: object, password: object) -> str | None:
        """Join what was heard, by its ``id``, an open one without password; return what was wrong: a word of the page.

        Source:
            nmcli(1). What 1.42 takes for a missing password, 1.52 asks for again and again.
        """
        if self._nmcli is None or (name := self._names.get(str(network))) is None:
            return "gone"
        profile, trouble = f"{HOTSPOT}: {name}", None
        for _ in range(TRIES):
            self._told("connection", "delete", "id", profile)  # one that fails would be tried again and again
            command = [self._nmcli, "--wait", str(JOIN_S), "device", "wifi", "connect", str(network), "name", profile]
            command[1:1] = ["--ask"] if password else []
            trouble = _connected(command, f"{password}\n")
            if trouble != "gone":
                break
            self.look(is_anew=True)  # where the own Wi-Fi was open all that was heard is forgotten
        if trouble is not None:
            self._told("connection", "delete", "id", profile)
        return trouble

    def _told(self, *asked: str) -> list[str]:
        """Return the lines that are answered, none where nothing is."""
        with suppress(OSError, subprocess.SubprocessError):
            command = [self._nmcli or "/nowhere", *asked]
            done = subprocess.run(command, env=_ENGLISH, capture_output=True, timeout=ANSWER_S, check=True)
            return done.stdout.decode(errors="replace").splitlines()
        return []


def _connected(command: list[str], answer: str) -> str | None:
    """Give a command that joins a network its answer; return what was wrong."""
    is_wrong, asked, pipe = False, 0, subprocess.PIPE
    running: Any = subprocess.Popen(command, env=_ENGLISH, bufsize=0, stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT)
    with running:
        end = Timer(JOIN_S + ANSWER_S, running.kill)
        end.start()
        with suppress(BrokenPipeError):  # it has ended already
            running.stdin.write(answer.encode(errors="replace"))
        running.stdin.close()
        for line in running.stdout:
            asked += b"keys are required" in line
            if is_wrong := asked > 1 or b"Secrets were required" in line:
                running.kill()
                break
        end.cancel()
    return "wrong-password" if is_wrong else {0: None, _NOT_FOUND: "gone"}.get(running.returncode, "silent")
