"""`make hardware`: everything that is built, made from the numbers into the folder ``made``.

Each room's module ``made`` has a function ``files``: numbers in, names and bytes out. The same numbers make the same
bytes; what no room makes any more is removed. The pages on paper are made by `firmware.printing.papers`.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hardware.errors import HardwareError
from hardware.guide.plan import check
from hardware.numbers import Build, Numbers

FOLDER = Path(__file__).with_name("made")
ROOMS: tuple[str, ...] = ("optics", "wiring", "mount", "parts", "cafe", "arm", "guide")
"""Rooms in the order in which they are made: a later one may read what an earlier one made."""

COMPOSED = frozenset({"parts", "cafe", "arm", "guide"})  # rooms that are also told what the rooms before them made
GUIDES = {Build.ARM: "arm", Build.CAFE: "cafe", Build.STAND: "guide"}  # the room of each build's guide
OF_BUILD = {room: build for build, room in GUIDES.items()} | dict.fromkeys(("wiring", "mount"), Build.STAND)
"""Rooms that are made where that build is chosen; all builds share the others."""
README = """Made by `make hardware` from [`../numbers.toml`](../numbers.toml): change nothing here by hand.

Chosen there: {build}. Begin with its guide, [in English]({guide}/guide.md) · [auf Deutsch]({guide}/anleitung.md).
"""


@dataclass(frozen=True, slots=True)
class MadeChange:
    """A file that is not as the numbers make it."""

    name: str  # with its folders
    what: str  # "new", "changed" or "gone"


def make(
    numbers: Numbers, folder: Path = FOLDER, *, rooms: Sequence[str] = (), say: Callable[[str], None] = print
) -> tuple[MadeChange, ...]:
    """Make some rooms, or those of the build that is chosen, and return what is no longer as it was; no other changes.

    Raises:
        HardwareError: If something cannot be made from these numbers; what was made before stays as it is.
    """
    rooms = rooms or [room for room in ROOMS if OF_BUILD.get(room, numbers.build) is numbers.build]
    if any(OF_BUILD.get(room) is Build.STAND for room in rooms):
        check(numbers)
    # What printing takes is told beside the other builds, too: where it is not made now, as it was made last.
    made: dict[str, Mapping[str, bytes]] = {
        room: {f"{room}.json": (FOLDER / room / f"{room}.json").read_bytes()} for room in ("mount", "cafe")
    }
    for room in rooms:
        say(f"{room} …")
        made[room] = _made(room, numbers, made)
    told = README.format(build=numbers.build.value, guide=GUIDES[numbers.build])
    (folder / "README.md").write_text(told, encoding="utf-8")
    return tuple(change for room in rooms for change in _written(folder / room, made[room], room))


def _made(room: str, numbers: Numbers, made: Mapping[str, Mapping[str, bytes]]) -> Mapping[str, bytes]:
    """Return what a room makes; `HardwareError` if it cannot be made, or what draws it is not installed."""
    try:
        module = importlib.import_module(f"hardware.{room}.made")
        files: Mapping[str, bytes] = module.files(numbers, made) if room in COMPOSED else module.files(numbers)
    except ModuleNotFoundError as error:
        if str(error.name).partition(".")[0] == "hardware":
            raise
        raise HardwareError(
            f"{room} needs {error.name}, which is not installed: `make hardware` installs it; what draws the printed "
            "parts exists for a PC (x86-64) only. Everything is already made, in hardware/made."
        ) from error
    return files


def _written(folder: Path, files: Mapping[str, bytes], room: str) -> Iterator[MadeChange]:
    """Write what differs, remove what is made no more, and yield both."""
    for name, content in sorted(files.items()):
        path = folder / name
        if path.exists() and path.read_bytes() == content:
            continue
        yield MadeChange(f"{room}/{name}", "changed" if path.exists() else "new")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in files:
            path.unlink()
            yield MadeChange(f"{room}/{name}", "gone")
