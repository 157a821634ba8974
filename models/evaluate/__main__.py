"""Prints what the models can do, with numbers of cases and 95 % intervals."""

import argparse
import json
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from models.evaluate.outputs import PAGE, write_outputs
from models.evaluate.report import marks_table
from models.evaluate.run import Run
from models.evaluate.workers import DRAWN, at_least, common_options, models_of, reader_of
from models.render.art import ART
from vision.errors import ModelError

SHARED = Path("../shared/data")
SHARED_BOARDS, SHARED_PHOTOS = SHARED / "rendered", SHARED / "real" / "nellbyler_d6"


def parsed(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return the command line, parsed."""
    parser = argparse.ArgumentParser(
        "python -m models.evaluate",
        description="Measure the models; without folders, on boards drawn from seeds and on what is there of "
        "../shared/data.",
        parents=[common_options()],
    )
    add, folders = parser.add_argument, partial(parser.add_argument, type=Path, action="append")
    folders("--boards", help="folder of boards with truth*.jsonl; may be given several times")
    folders("--photos", help="folder of photographs with images/ and labels.csv; likewise")
    folders("--teach-photos", help="folder likewise: some dice are taught, all others read")
    add("--art", type=Path, default=ART, help="folder of art from outside, as `models/render/fetch-art.sh` fetches it")
    add("--shots", type=at_least(1), default=2, help="crops of each label to teach from")
    add("--seed", type=at_least(0), default=0, help="by which these crops are chosen")
    add("--quick", action="store_true", help="measure on ../shared/data alone, draw no boards")
    add("--worst", type=at_least(0), default=40, help="dice on the sheet of the worst")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> None:
    """Measure the models and print what they can do; exits with 1 or 2 where nothing can be measured."""
    given = parsed(words)
    run = Run(models=models_of(given), jobs=given.jobs)
    try:
        reader_of(run.models)  # a broken model is said here, not by every process
    except ModelError as error:
        _say(str(error))
        raise SystemExit(1) from error
    _measure(run, given)
    if run.figures:
        run.measure_models()
        try:
            write_outputs(run, given.out, worst=given.worst)
        except OSError as error:
            run.notices.append(f"{given.out} cannot be written to: {error.strerror}; choose another folder with --out.")
    for notice in run.notices:
        _say(notice)
    if not run.figures:
        _say(f"Nothing was measured; name folders with --boards, --photos or --teach-photos, or put some to {SHARED}.")
        raise SystemExit(2)
    _print(run, given.out, as_json=given.as_json)


def _measure(run: Run, given: argparse.Namespace) -> None:
    """Measure on the folders that are named; on what is drawn and what is there of the shared data where none is."""
    boards, photos, teach_photos = given.boards, given.photos, given.teach_photos
    if not (boards or photos or teach_photos):
        boards, photos, teach_photos = _present(SHARED_BOARDS), _present(SHARED_PHOTOS), _present(SHARED_PHOTOS)
        if not given.quick:
            run.measure_drawn(given.out / DRAWN, given.count)
            run.measure_own_dice()
            run.measure_foreign(given.art)
            run.measure_games(given.out / DRAWN, given.count)
    teach = partial(run.measure_teaching, shots=given.shots, seed=given.seed)
    for measure, folders in (run.measure_boards, boards), (run.measure_photographs, photos), (teach, teach_photos):
        for name, folder in named(folders or ()).items():
            measure(name, folder)


def _say(sentence: str) -> None:
    sys.stderr.write(f"{sentence}\n")


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


def _print(run: Run, out: Path, *, as_json: bool) -> None:
    """Print the tables, or JSON and nothing else."""
    if as_json:
        sys.stdout.write(json.dumps(run.as_data(), indent=2, ensure_ascii=False) + "\n")
        return
    for text in (*run.texts.values(), marks_table(run.marks), f"Page: {out / PAGE}"):
        sys.stdout.write(f"{text}\n")


if __name__ == "__main__":
    main()
