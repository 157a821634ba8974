"""The doctor's findings as a text to paste into a question: nothing in it tells whose device it is.

What is known to be private is left out by name: players and dice, people and machine, homes, networks. What only looks
so, like an address, a number of a series or a path of somebody's own, is left out by its form.
"""

import platform
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from firmware.adapters.open import FOLDER, chosen
from firmware.analysis.kept_games import names_in
from firmware.display.about import what_runs
from firmware.doctor.finding import Finding, Instruments, listed
from firmware.errors import FirmwareError
from firmware.settings.address import is_address
from firmware.settings.config import Config

LOG = (
    "journalctl", "--unit=serviert", "--unit=serviert-kiosk",
    "--priority=warning", "--lines=20", "--output=cat", "--quiet", "--no-pager",
)  # fmt: skip
MOST_LINES, MOST_LETTERS = 20, 200  # of the log: a line of a traceback is short
HIDDEN = "(hidden)"
USUAL = frozenset({"serviert", "raspberrypi", "pi", "localhost", "debian"})  # what machines and users are called anyhow
PEOPLE = range(1000, 60000)  # their numbers among the users. Source: Debian Policy Manual, "UID and GID classes"
SYSTEM = ("/opt/serviert", "/etc/", "/var/lib/serviert", "/usr/", "/boot/", "/dev/", "/proc/", "/sys/", "/run/serviert")

_ADDRESS = re.compile(
    r"\b(?:https?|rtsp)://[^\s'\"<>`]+|\b(?:\d{1,3}\.){3}\d{1,3}\b|\b(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}\b", re.I
)
_MAYBE_IPV6 = re.compile(r"(?<![\w:.])[0-9a-f:.]*:[0-9a-f:.]*", re.I)
_SERIES = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\b(?:0x)?(?=\w*\d)[0-9a-f]{12,}\b", re.I)
_PART = r"(?:\(hidden\)|[^\s/'\"`:;,()])+"
_PATH = re.compile(rf"(?<![\w/.~-])(?:\(hidden\))?/(?:{_PART}/)*{_PART}")


def pasted(config: Config, findings: Sequence[Finding], tools: Instruments) -> str:
    """Return what runs here, what was found and the newest errors, as Markdown that people may paste anywhere."""
    try:
        names, log = names_in(config.store.file), (tools.run(LOG) or "").splitlines()[-MOST_LINES:]
        log = log or ["No error is in the journal, or it is closed to this user (sudo shows it)."]
    except (FirmwareError, OSError):
        names, log = frozenset[str](), ["Left out: who played here cannot be read (sudo can), and may be named in it."]
    sets = (each.stem for each in config.store.dice_folder.glob("*"))
    hide = _hiding((*names, *sets, *(each for each in _of_here(config, tools) if each.casefold() not in USUAL)))
    told = "\n".join(f"- {name}: {hide(said)}" for name, said in facts(config, tools))
    found = hide(listed(findings))
    newest = "\n".join(hide(line.replace("```", "'''"))[:MOST_LETTERS] for line in log)
    return f"## Serviert\n\n{told}\n\n## Doctor\n\n```\n{found}\n```\n\n## Newest errors\n\n```\n{newest}\n```"


def _hiding(private: Iterable[str]) -> Callable[[str], str]:
    """Return what hides what is private by these names, the longest first, as others are part of it, or by its form."""
    words = sorted({word for each in private if (word := each.strip())}, key=len, reverse=True)
    named = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words)) or '(?!)'})(?!\w)", re.IGNORECASE)

    def hidden(text: str) -> str:
        text = _ADDRESS.sub(HIDDEN, named.sub(HIDDEN, text))
        text = _SERIES.sub(HIDDEN, _MAYBE_IPV6.sub(_without_ipv6, text))
        return _PATH.sub(_without_folders, text)

    return hidden


def _without_ipv6(found: re.Match[str]) -> str:
    try:
        ip_address(found[0].rstrip(".") if found[0].endswith("::") else found[0].rstrip(".:"))
    except ValueError:
        return found[0]  # a time, or the end of a clause
    return HIDDEN


def _without_folders(found: re.Match[str]) -> str:
    name = found[0].rpartition("/")[2]
    return found[0] if found[0].startswith(SYSTEM) else f"…/{name}" if "." in name else "…"


def _of_here(config: Config, tools: Instruments) -> Iterator[str]:
    """Yield what machine, people, homes and networks are called here."""
    yield platform.node()
    yield tools.text("etc/hostname") or ""
    yield urlsplit(chosen(config)).hostname or "" if is_address(chosen(config)) else ""
    networks = tools.run(("nmcli", "-t", "-f", "NAME", "connection", "show")) or ""
    yield from networks.replace("\\", "").replace("Serviert: ", "").splitlines()  # joined on the display
    for user in (tools.whole_text("etc/passwd") or "").splitlines():
        if len(parts := user.split(":")) > 5 and parts[2].isdecimal() and int(parts[2]) in PEOPLE:
            yield from (parts[0], parts[4].partition(",")[0], parts[5])


def facts(config: Config, tools: Instruments) -> Iterator[tuple[str, str]]:
    """Yield what runs here, on what, and what is to be there, by name; nothing in it tells whose it is."""
    version, day, _ = what_runs()
    yield "version", f"{version}{day and f' of {day}'}"
    yield "computer", tools.text("proc/device-tree/model") or f"no Raspberry Pi, {platform.machine()}"
    system = re.search(r'^PRETTY_NAME="?(.+?)"?$', tools.text("etc/os-release") or "", re.MULTILINE)
    yield "system", f"{system[1] if system else platform.system()}, kernel {platform.release()}"
    kind, source = chosen(config).partition(":")[0], chosen(config)
    yield "camera wanted", "an address" if is_address(source) else kind if source.startswith(FOLDER) else source
    plugged = {tools.text(each) for each in sorted((tools.root / "sys/class/video4linux").glob("*/name"))} - {None, ""}
    yield "cameras there", ", ".join(sorted(map(str, plugged))) or "none is listed"
    yield "button wanted", f"{config.button.gpio.value}, GPIO {config.button.pin}"
