"""Lets every write, sync and name of a run fail, once or from then on, as strace makes the kernel answer.

The process must neither stop with anything but a sentence nor believe to be saved what is not; once the disk is well
again, everything that was told to be saved is there.
"""

import shutil
import tempfile
from pathlib import Path
from typing import NamedTuple

from tqdm import tqdm

from tests.firmware.log.games import wipe
from tests.power import game, laws, scripts
from tests.power.recording import ACKS, CHANGES, Call, Did, Watch, watched

ERRORS = ("ENOSPC", "EIO", "EROFS")
ENDS = frozenset({0, 1})
"""Played to the end, or ended with a sentence: where the log cannot even be opened, there is nothing to go on with."""


class Meeting(NamedTuple):
    """A process that meets the faults."""

    start: int  # it goes on with a log of so many records
    stop: int  # and plays to this one
    mends: bool  # whether the log it goes on with is damaged


END = len(game.log())
MEETINGS = (Meeting(6, END, mends=False), Meeting(2 * END // 3, 2 * END // 3 + 2, mends=True))
"""A game that goes on, and one whose file is mended before."""


def fail_everywhere(*, stride: int = 1) -> laws.Tally:
    """Let every call fail in every way, one process each."""
    tally = laws.Tally()
    with tempfile.TemporaryDirectory(prefix="serviert-faults-", dir=laws.QUICK_FOLDER) as name:
        met = []
        for meeting in MEETINGS:
            folder = Path(name) / str(meeting.start)
            points = _begun(folder, meeting)[::stride]
            tally.points += len(points)
            met += [(folder, meeting, *way) for point in points for way in _injections(*point)]
        for each in tqdm(met, desc="failing calls", disable=None):
            _meet(*each, tally)
    return tally


def _begun(folder: Path, meeting: Meeting) -> list[tuple[str, int]]:
    """Make what a process goes on with; return name and number of every call that changes it, where none fails."""
    begun, place = folder / "begun", folder / "whole"
    (begun / "root").mkdir(parents=True)
    _run(begun, Meeting(0, meeting.start, mends=False))
    if meeting.mends:
        wipe(begun / "root" / scripts.DATA, 0)
    shutil.copytree(begun, place)
    watch = Watch(place / "root")
    operations = watch.operations(_run(place, meeting)[0])
    pairs = zip(watch.numbers, operations, strict=True)
    return [point for point, operation in pairs if point[0] in CHANGES and operation.did is not Did.TELL]


def _injections(call: str, number: int) -> list[tuple[str, str]]:
    """Return all ways to let a call fail, as strace takes them, each with its error; none where it is killed there."""
    ways = [(f"error={error}:when={number}{lasting}", error) for error in ERRORS for lasting in ("", "+")]
    return [(f"--inject={call}:{what}", error) for what, error in ((f"signal=SIGKILL:when={number}", ""), *ways)]


def _meet(folder: Path, meeting: Meeting, inject: str, error: str, tally: laws.Tally) -> None:
    place = folder / "met"
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(folder / "begun", place)
    _, status, said = _run(place, meeting, inject)
    told = (place / ACKS).read_bytes().count(b"\n")
    tally.unsaved += told < meeting.stop
    wrong = laws.log_after_cut(place / "root", told, is_mended=meeting.mends)
    if not wrong and error and (status not in ENDS or "Traceback" in said):
        wrong = f"it ended with {status}: {said.strip()[-160:]}"
    tally.note(wrong, inject)


def _run(place: Path, meeting: Meeting, *inject: str) -> tuple[tuple[Call, ...], int, str]:
    script = ("tests.power.scripts", "play", str(place / "root"), str(meeting.start), str(meeting.stop))
    calls, done = watched((*script, "closed"), inject=inject)
    return calls, done.returncode, done.stderr
