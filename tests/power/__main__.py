"""One command, all figures of power cuts, broken disks and rot.

python -m tests.power                     everything: some twenty minutes on two cores
python -m tests.power kills --times 1000
python -m tests.power cuts --draws 4
python -m tests.power faults --stride 1
python -m tests.power rot --draws 1
"""

import argparse
import logging
import sys
import time

from tests.power import recording
from tests.power.cuts import cut_everywhere, scenarios
from tests.power.faults import fail_everywhere
from tests.power.kills import kill_often
from tests.power.laws import Tally
from tests.power.rot import rot_everywhere


def kills(arguments: argparse.Namespace) -> int:
    """Kill, and return how often something was lost."""
    tally = kill_often(arguments.times, seed=arguments.seed)
    shown = f"{tally.points} records shown as saved, {tally.unsaved} before anything was shown"
    return _told(tally, f"SIGKILL of a process that plays: {tally.looks} kills, {shown}")


def cuts(arguments: argparse.Namespace) -> int:
    """Cut the power everywhere, and return how many disks were wrong."""
    wrong = 0
    for scenario in scenarios():
        tally = cut_everywhere(scenario, draws=arguments.draws, seed=arguments.seed)
        wrong += _told(tally, f"power cut, {scenario.name}: after {tally.points} operations, {tally.looks} disks")
    return wrong


def faults(arguments: argparse.Namespace) -> int:
    """Let every call fail, and return how often that was wrong."""
    tally = fail_everywhere(stride=arguments.stride)
    runs = f"{tally.points} calls, {tally.looks} processes, {tally.unsaved} of them could not save everything"
    return _told(tally, f"full disk, I/O error, read-only disk, SIGKILL at a call: {runs}")


def rot(arguments: argparse.Namespace) -> int:
    """Let everything rot, and return how often that was wrong."""
    tally = rot_everywhere(draws=arguments.draws, seed=arguments.seed)
    return _told(tally, f"rot: {tally.looks} folders")


def _told(tally: Tally, what: str) -> int:
    print(f"{what}, {tally.wrong.total()} wrong")
    for each, count in tally.wrong.most_common():
        print(f"  {count} × {each}; for one: {tally.examples[each]}")
    return tally.wrong.total()


PARTS = {"kills": kills, "cuts": cuts, "rot": rot, "faults": faults}


def main() -> int:
    """Print the figures; return 1 if anything was wrong, 2 if something could not be proved here."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS], metavar="part", help=", ".join(PARTS))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--times", type=int, default=1000, help="kills")
    parser.add_argument("--draws", type=int, default=3, help="lots drawn for each cut or page")
    parser.add_argument("--stride", type=int, default=1, help="let every so manieth call fail")
    arguments = parser.parse_args()
    logging.disable()  # what each start says of what it finds is not what is looked for here
    began, wrong, parts = time.monotonic(), 0, arguments.parts or PARTS
    reason = recording.why_not()
    unproved = [part for part in parts if part in ("cuts", "faults") and reason is not None]
    for part in parts:
        wrong += 0 if part in unproved else PARTS[part](arguments)
    for part in unproved:
        print(f"NOT PROVED HERE: {part}: {reason}")
    print(f"{wrong} wrong, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 2 if unproved else 0


if __name__ == "__main__":
    sys.exit(main())
