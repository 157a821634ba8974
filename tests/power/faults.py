"""Lets every write, sync and name of a run fail, once or from then on, as strace makes the kernel answer.

The process must neither stop with anything but a sentence nor believe to be saved what is not; once the disk is well
again, everything that was told to be saved is there.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from firmware.archive import KEPT_GAMES
from tests.power import game, laws
from tests.power.cuts import quick_folder
from tests.power.recording import ACKS, Call, Injection, Told, Watch, watched

ERRORS = ("ENOSPC", "EIO", "EROFS")
FAILING = frozenset({"write", "pwrite64", "fsync", "fdatasync", "ftruncate", "openat", "rename", "unlink", "mkdir"})
ENDS = frozenset({0, 1})
"""Played to the end, or ended with a sentence: where the log cannot even be opened, there is nothing to go on with."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """A process that meets the faults.

    Attributes:
        start: It goes on with a log of so many records.
        stop: And plays to this one.
        kept_games: Of more it puts all but the newest away before.
    """

    start: int
    stop: int
    kept_games: int


def meetings() -> tuple[Meeting, ...]:
    """Return what meets the faults: a game that goes on, and one before which others are put away."""
    end = len(game.log())
    return Meeting(6, end, KEPT_GAMES), Meeting(2 * end // 3, 2 * end // 3 + 2, 0)


@dataclass
class Tally:
    """What the faults came to.

    Attributes:
        points: Calls that were made to fail.
        runs: Processes that met one.
        unsaved: Of these, so many could not save everything.
        wrong: What was wrong, and how often.
        examples: One of each.
    """

    points: int = 0
    runs: int = 0
    unsaved: int = 0
    wrong: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)


def fail_everywhere(*, stride: int = 1, progress: Callable[[int, int], None] = lambda *_: None) -> Tally:
    """Let every call fail in every way, one process each.

    Args:
        stride: Take only every so manieth call.
        progress: Told how many processes of all are done.
    """
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="serviert-faults-", dir=quick_folder()) as name:
        begun = [_begun(Path(name) / str(meeting.start), meeting, stride) for meeting in meetings()]
        tally.points = sum(len(points) for _, points in begun)
        met = [
            (folder, meeting, injection)
            for (folder, points), meeting in zip(begun, meetings(), strict=True)
            for injection in _injections(points)
        ]
        for folder, meeting, injection in met:
            _meet(folder, meeting, injection, tally)
            progress(tally.runs, len(met))
    return tally


def _begun(folder: Path, meeting: Meeting, stride: int) -> tuple[Path, list[tuple[str, int]]]:
    """Make what a process goes on with, and return where, and the calls that are to fail."""
    (folder / "begun" / "root").mkdir(parents=True)
    _run(folder / "begun", Meeting(0, meeting.start, KEPT_GAMES), ())
    return folder, _points(folder, meeting)[::stride]


def _injections(points: list[tuple[str, int]]) -> list[Injection]:
    return [
        Injection(call, number, error, is_lasting)
        for call, number in points
        for error in ("", *ERRORS)
        for is_lasting in ((False, True) if error else (False,))
    ]


def _points(folder: Path, meeting: Meeting) -> list[tuple[str, int]]:
    """Return name and number of every call that changes the folder, from a run in which none fails."""
    place = folder / "whole"
    shutil.copytree(folder / "begun", place)
    watch = Watch(place / "root")
    watch.know([str(path.relative_to(watch.folder)) for path in watch.folder.rglob("*") if path.is_file()])
    operations = watch.operations(_run(place, meeting, ())[0])
    pairs = zip(watch.numbers, operations, strict=True)
    return [point for point, operation in pairs if point[0] in FAILING and not isinstance(operation, Told)]


def _meet(folder: Path, meeting: Meeting, injection: Injection, tally: Tally) -> None:
    place = folder / "met"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder / "begun", place)
    _, status, said = _run(place, meeting, (injection,))
    told = (place / ACKS).read_bytes().count(b"\n")
    tally.runs += 1
    tally.unsaved += told < meeting.stop
    wrong = laws.log_after_fault(place / "root", told, meeting.kept_games)
    if not wrong and injection.error and (status not in ENDS or "Traceback" in said):
        wrong = f"it ended with {status}: {said.strip()[-160:]}"
    if wrong:
        tally.wrong[wrong] += 1
        tally.examples.setdefault(wrong, injection.option)


def _run(place: Path, meeting: Meeting, inject: tuple[Injection, ...]) -> tuple[tuple[Call, ...], int, str]:
    script = ("tests.power.scripts", "play", str(place / "root"), str(meeting.start), str(meeting.stop))
    calls, done = watched((*script, "closed", str(meeting.kept_games)), inject=inject)
    return calls, done.returncode, done.stderr
