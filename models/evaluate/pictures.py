"""The pictures that a truth file names: where they lie, and what they show."""

from __future__ import annotations

from pathlib import Path

from vision.errors import PictureError
from vision.find.picture import load_picture
from vision.frame import Frame

PICTURE_SUFFIXES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})


def find_picture(folder: Path, name: str) -> Path | None:
    """Return the file of a picture; None if there is none.

    A picture saved again as another kind keeps its stem, so one of the same stem is taken where the name itself is
    absent.
    """
    stated = folder / name
    if stated.is_file():
        return stated
    others = sorted(stated.parent.glob(f"{_literal(stated.stem)}.*")) if stated.parent.is_dir() else []
    return next((path for path in others if path.suffix.lower() in PICTURE_SUFFIXES), None)


def loaded(name: str, *folders: Path) -> Frame | None:
    """Return a picture from the first folder that has it; None where none has, or it cannot be read."""
    path = next((found for folder in folders if (found := find_picture(folder, name)) is not None), None)
    if path is None:
        return None
    try:
        return load_picture(path)
    except PictureError:
        return None


def _literal(stem: str) -> str:
    """Return a stem as a pattern that matches nothing else."""
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in stem)


def missing_sentence(where: str, names: list[str], count: int) -> str:
    """Return a sentence about pictures that are absent."""
    return f"{where}: {len(names)} of {count} pictures are missing or unreadable, {names[0]} first; the rest counts."
