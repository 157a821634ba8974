"""The games of past evenings that were put away: how much of the disk they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.archive import archives_of
from firmware.doctor.card import nearest_folder
from firmware.doctor.finding import Finding, Health

if TYPE_CHECKING:
    from firmware.doctor.instruments import Instruments
    from firmware.settings.config import Config


def archives(config: Config, instruments: Instruments) -> Finding:
    """Return how much the games that were put away take, and whether that is more than is left."""
    path = config.store.file
    try:
        held = archives_of(path)
        size = sum(file.stat().st_size for file in held)
    except FileNotFoundError:
        held, size = (), 0
    except OSError as error:
        return Finding("archives", Health.SKIPPED, f"{path.parent} cannot be looked into: {error.strerror}")
    if not held:
        return Finding("archives", Health.GOOD, "no games were put away yet")
    files = f"{path.stem}-…{path.suffix}"
    said = f"{len(held)} {'file' if len(held) == 1 else 'files'} of past games take {size / 1e6:.0f} MB ({files})"
    if size > instruments.room(nearest_folder(path)).free_bytes:
        mend = f"move the oldest to another disk; they are never removed by themselves: {path.parent}"
        return Finding("archives", Health.DOUBTFUL, f"{said}, more than is left on the disk: {mend}")
    return Finding("archives", Health.GOOD, said)
