"""What a flashed device's own updater tells and is told, by files: ``hardware/image/update.sh``."""

from contextlib import suppress
from pathlib import Path

from firmware.display.messages import Catalogue

TOP = Path("/")
STATES = frozenset(
    {"going copy", "going packages", "going restart", "failed room", "failed packages", "failed start", "updated"}
)


def updates_view(words: Catalogue, top: Path = TOP) -> dict[str, object] | None:
    """Return what the page says of updates and what its button says; None where nobody flashed the device."""
    if not (top / "opt/serviert/update").exists():
        return None
    told = ""
    with suppress(OSError, ValueError):  # it has not looked yet
        told = (top / "run/serviert-update/state").read_text(encoding="ascii").strip()
    kind, _, count = told.partition(" ")
    waiting = int(count) if kind == "waiting" and count.isdecimal() else 0
    may_go = bool(waiting) or kind == "failed"
    said = words.text("update.none" if kind == "waiting" else "update.unknown")
    if told in STATES:
        said = words.text(f"update.{told.replace(' ', '-')}")
    elif waiting:
        said = words.text("update.waiting", count=waiting)
    if kind != "going" and (top / "run/media/serviert/serviert.tar.gz").exists():
        said, may_go = words.text("update.brought"), True
    return {"update": said, "go": words.text("update.go") if may_go else "", "is_going": kind == "going"}


def want_update(top: Path = TOP) -> None:
    """Have it begin; where nobody flashed the device nothing comes of it."""
    with suppress(OSError):
        (top / "run/serviert/update").touch()
