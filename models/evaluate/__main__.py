"""Prints what the models can do, with numbers of cases and 95 % intervals."""

from __future__ import annotations

import json
import os
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from models.evaluate.latency import TIMES
from models.evaluate.many_turns import TABLES
from models.evaluate.outputs import PAGE, write_outputs
from models.evaluate.report import marks_table
from models.evaluate.run import Run
from models.evaluate.workers import Models, reader_of
from vision.errors import ModelError
from vision.find.detect import DETECTOR_PATH
from vision.find.pose import POSE_PATH
from vision.read.classify import FACES_PATH

app = typer.Typer(add_completion=False)

SHARED = Path("../shared/data")
SHARED_BOARDS, SHARED_PHOTOS = SHARED / "rendered", SHARED / "real" / "nellbyler_d6"
OUT = Path("build/evaluate")
DRAWN = "boards"


@app.command()
def evaluate(
    boards: Annotated[list[Path] | None, typer.Option(help="Folder of boards with truth*.jsonl.")] = None,
    photos: Annotated[
        list[Path] | None, typer.Option(help="Folder of photographs with images/ and labels.csv.")
    ] = None,
    teach_photos: Annotated[
        list[Path] | None, typer.Option(help="Folder likewise: some dice are taught, all others read.")
    ] = None,
    shots: Annotated[int, typer.Option(help="Crops of each label to teach from.", min=1)] = 2,
    seed: Annotated[int, typer.Option(help="By which these crops are chosen.", min=0)] = 0,
    detector: Annotated[Path, typer.Option(help="The detector.")] = DETECTOR_PATH,
    pose: Annotated[Path, typer.Option(help="The pose model.")] = POSE_PATH,
    faces: Annotated[Path, typer.Option(help="The face model.")] = FACES_PATH,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    out: Annotated[Path, typer.Option(help="Folder of plots, page and drawn boards.")] = OUT,
    quick: Annotated[bool, typer.Option("--quick", help="Measure on ../shared/data alone, draw no boards.")] = False,
    count: Annotated[int | None, typer.Option(help="Boards to draw, if not as many as usual.", min=1)] = None,
    tables: Annotated[int, typer.Option(help="Tables of 40 turns each on which holds are played.", min=1)] = TABLES,
    worst: Annotated[int, typer.Option(help="Dice on the sheet of the worst.", min=0)] = 40,
    times: Annotated[int, typer.Option(help="How often each latency is measured; 0 for not at all.", min=0)] = TIMES,
    jobs: Annotated[int, typer.Option(help="Processes.", min=1)] = os.cpu_count() or 1,
) -> None:
    """Measure the models; without folders, on boards drawn from seeds and on what is there of ../shared/data."""
    run = Run(models=Models(detector=detector, pose=pose, faces=faces), jobs=jobs)
    _load(run.models)
    if not (boards or photos or teach_photos):
        boards, photos, teach_photos = _present(SHARED_BOARDS), _present(SHARED_PHOTOS), _present(SHARED_PHOTOS)
        if not quick:
            run.measure_drawn(out / DRAWN, count)
            run.measure_own_dice()
            run.measure_games(out / DRAWN, count, tables=tables)
    teach = partial(run.measure_teaching, shots=shots, seed=seed)
    for measure, folders in (run.measure_boards, boards), (run.measure_photographs, photos), (teach, teach_photos):
        for name, folder in named(folders or ()).items():
            measure(name, folder)
    if run.figures:
        run.measure_models(times)
        _write(run, out, worst)
    for notice in run.notices:
        typer.echo(notice, err=True)
    if not run.figures:
        typer.echo(
            f"Nothing was measured; name folders with --boards, --photos or --teach-photos, or put some to {SHARED}.",
            err=True,
        )
        raise typer.Exit(2)
    _print(run, out, as_json=as_json)


def _load(models: Models) -> None:
    """Load the models once: a broken one is said here, not by every process."""
    try:
        reader_of(models)
    except ModelError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from error


def _present(path: Path) -> list[Path]:
    return [path] if path.exists() else []


def named(folders: list[Path] | tuple[Path, ...]) -> dict[str, Path]:
    """Return folders by their own names, numbered where a name comes again.

    >>> list(named([Path("a/boards"), Path("b/boards")]))
    ['boards', 'boards-2']
    """
    found: dict[str, Path] = {}
    for folder in folders:
        name = folder.resolve().name
        numbered = (name, *(f"{name}-{number}" for number in range(2, len(folders) + 1)))
        found[next(one for one in numbered if one not in found)] = folder
    return found


def _write(run: Run, out: Path, worst: int) -> None:
    try:
        run.notices += write_outputs(run, out, worst=worst)
    except OSError as error:
        run.notices.append(f"{out} cannot be written to: {error.strerror}; choose another folder with --out.")


def _print(run: Run, out: Path, *, as_json: bool) -> None:
    """Print the tables, or JSON and nothing else."""
    if as_json:
        typer.echo(json.dumps(run.as_data(), indent=2, ensure_ascii=False))
        return
    for text in run.texts.values():
        typer.echo(text)
    typer.echo(marks_table(run.marks))
    typer.echo(f"Plots and page: {out / PAGE}")


if __name__ == "__main__":
    app()
