"""Prints what the models can do, with numbers of cases and 95 % intervals."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer

from models.evaluate.boards import measured_boards
from models.evaluate.photographs import measured_photographs
from models.evaluate.share import Share
from vision.classify import FACES_PATH, FaceReader
from vision.detect import DETECTOR_PATH, Detector
from vision.pose import POSE_PATH, PoseFinder, PoseReader
from vision.read import Reader

app = typer.Typer(add_completion=False)

SHARED = Path("../shared/data")


@app.command()
def evaluate(
    boards: Annotated[list[Path] | None, typer.Option(help="Folder of boards with truth*.jsonl.")] = None,
    photos: Annotated[
        list[Path] | None, typer.Option(help="Folder of photographs with images/ and labels.csv.")
    ] = None,
    detector: Annotated[Path, typer.Option(help="The detector.")] = DETECTOR_PATH,
    pose: Annotated[Path, typer.Option(help="The pose model.")] = POSE_PATH,
    faces: Annotated[Path, typer.Option(help="The face model.")] = FACES_PATH,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
) -> None:
    """Measure the models; without folders, on those of ../shared/data that are there."""
    cv2.setNumThreads(1)
    if not boards and not photos:
        boards, photos = _present(SHARED / "rendered"), _present(SHARED / "real" / "nellbyler_d6")
    finder = Detector.from_file(detector)
    figures: dict[str, Any] = {f"photographs {path.name}": measured_photographs(path, finder) for path in photos or ()}
    if boards:
        reader = Reader(PoseFinder(finder, PoseReader.from_file(pose)), FaceReader.from_file(faces))
        figures |= {f"boards {path.name}": measured_boards(path, reader) for path in boards}
    if not figures:
        typer.echo(f"Nothing to measure: {SHARED} is absent; name folders with --boards and --photos.")
    elif as_json:
        typer.echo(json.dumps({name: plain(of) for name, of in figures.items()}, indent=2, ensure_ascii=False))
    else:
        for name, of in figures.items():
            typer.echo(table(name, of))


def _present(path: Path) -> list[Path]:
    return [path] if path.exists() else []


def table(name: str, figures: Any) -> str:
    """Return figures as a table in text."""
    rows = ((field.name.replace("_", " "), getattr(figures, field.name)) for field in fields(figures))
    return "\n".join([name, *(f"  {what:<16} {_cell(value)}" for what, value in rows), ""])


def _cell(value: Any) -> str:
    if isinstance(value, tuple):
        return "  ".join(
            f"{one:.3f}" if isinstance(one, float) else f"{one[0][0]}→{one[0][1]} {one[1]}" for one in value
        )
    return str(value)


def plain(figures: Any) -> dict[str, Any]:
    """Return figures as data for JSON; a share becomes value, low, high, hits, n."""
    return {field.name: _plain(getattr(figures, field.name)) for field in fields(figures)}


def _plain(value: Any) -> Any:
    if isinstance(value, Share):
        low, high = value.interval
        shown = value.value if value.n else None
        return {"value": shown, "low": low, "high": high, "hits": value.hits, "n": value.n}
    return value


if __name__ == "__main__":
    app()
