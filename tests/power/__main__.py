"""One command, all figures of power cuts, broken disks and rot; everything takes some twenty minutes on two cores."""

import logging
import time
from typing import Annotated

import typer

from tests.power import cuts, faults, imports, laws, recording, rot
from tests.power.kills import Life, kill_often, share

KILLS = "{0.looks} kills of a process that plays, {0.points} records shown as saved, {0.unsaved} before any was shown"
CUTS = "after {0.points} operations, {0.looks} disks"
CALLS = "full disk, I/O error, read-only disk, SIGKILL: {0.points} calls, {0.looks} processes, {0.unsaved} of them"
PARTS = {
    "kills": lambda how: [(kill_often(how["times"], seed=how["seed"]), KILLS)],
    "sharing": lambda how: [(_kill(share, how, 1.5, 50), f"with phones: {KILLS}")],
    "imports": lambda how: [(_kill(imports.take_in, how, 3.0, 4), f"taking in games: {KILLS}")],
    "cuts": lambda how: (
        (cuts.cut_everywhere(each, draws=how["draws"], seed=how["seed"]), f"power cut, {each.name}: {CUTS}")
        for each in cuts.scenarios()
    ),
    "rot": lambda how: [(rot.rot_everywhere(draws=how["draws"], seed=how["seed"]), "rot: {0.looks} folders")],
    "faults": lambda how: [(faults.fail_everywhere(stride=how["stride"]), f"{CALLS} could not save everything")],
}


def _kill(live: Life, how: dict[str, int], life_s: float, starts: int) -> laws.Tally:
    lives = {"live": live, "longest_life_s": life_s, "starts_a_folder": starts}
    return kill_often(how["times"] // 3, seed=how["seed"], **lives)


def main(
    parts: Annotated[list[str] | None, typer.Argument(help=", ".join(PARTS))] = None,
    *,
    seed: int = 1,
    times: Annotated[int, typer.Option(help="kills")] = 1000,
    draws: Annotated[int, typer.Option(help="lots drawn for each cut or page")] = 3,
    stride: Annotated[int, typer.Option(help="let every so manieth call fail")] = 1,
) -> None:
    """Print the figures; end with 1 if anything was wrong, with 2 if something could not be proved here."""
    logging.disable()  # what each start says of what it finds is not what is looked for here
    began, wrong, reason = time.monotonic(), 0, recording.why_not()
    unproved = [part for part in parts or PARTS if part in ("cuts", "faults") and reason is not None]
    for part in parts or PARTS:
        if part not in unproved:
            how = {"seed": seed, "times": times, "draws": draws, "stride": stride}
            wrong += sum(_told(tally, what.format(tally)) for tally, what in PARTS[part](how))
    for part in unproved:
        print(f"NOT PROVED HERE: {part}: {reason}")
    print(f"{wrong} wrong, {time.monotonic() - began:.0f} s")
    raise typer.Exit(1 if wrong else 2 if unproved else 0)


def _told(tally: laws.Tally, what: str) -> int:
    print(f"{what}, {tally.wrong.total()} wrong")
    for each, count in tally.wrong.most_common():
        print(f"  {count} × {each}; for one: {tally.examples[each]}")
    return tally.wrong.total()


if __name__ == "__main__":
    typer.run(main)
