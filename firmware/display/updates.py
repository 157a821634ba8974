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
    state = top / "run/serviert-update/state"  # once it has looked
    told = state.read_text(encoding="ascii").strip() if state.exists() else ""
    kind, _, count = told.partition(" ")
    waiting = int(count) if kind == "waiting" and count.isdecimal() else 0
    has_stick = kind not in {"going", "updated"} and (top / "run/media/serviert/serviert.tar.gz").exists()
    may_go = bool(waiting) or kind == "failed" or has_stick
    said = words.text("update.none" if kind == "waiting" else "update.unknown")
    if told in STATES:
        said = words.text(f"update.{told.replace(' ', '-')}")
    elif has_stick:
        said = words.text("update.brought")
    elif waiting:
        said = words.text("update.waiting", count=waiting)
    return {"update": said, "go": words.text("update.go") if may_go else "", "is_going": kind == "going"}


def want_update(top: Path = TOP) -> None:
    """Have it begin; where nobody flashed the device nothing comes of it."""
    with suppress(OSError):
        (top / "run/serviert/update").touch()
