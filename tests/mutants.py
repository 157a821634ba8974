"""Whether tests notice broken code: ``python -m tests.mutants session --count 60 --seed 1``.

Cosmic Ray lists every small change of a room's modules; some of them, drawn with the seed, are made one at a time in a
clone of the last commit, and the room's tests must fail. Prints the share killed, and each change that survived.
"""

import argparse
import random
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

from scoring.statistics.share import Share
from tests.cases import cases

ROOT = Path(__file__).resolve().parent.parent
CLONE = ROOT / "build" / "mutants"
CHANGES = CLONE.with_suffix(".sqlite")
CONFIG = CLONE.with_suffix(".toml")
CASES = cases(__file__)
ROOMS, UNNOTICED = CASES["rooms"], tuple(CASES["unnoticed"])


def cosmic_ray(command: str) -> None:
    program = Path(sys.executable).with_name("cosmic-ray")
    subprocess.run([program, command, CONFIG, CHANGES], cwd=CLONE, check=True)


def prepare(room: str) -> None:
    """Clone the last commit, and list every change of the room."""
    for old in (CHANGES, CONFIG):
        old.unlink(missing_ok=True)
    shutil.rmtree(CLONE, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", "--shared", ROOT, CLONE], check=True)
    modules, tests = ROOMS[room]
    CONFIG.write_text(CASES["config"].format(modules=modules, python=sys.executable, tests=tests))
    cosmic_ray("init")


def draw(*, count: int, seed: int) -> None:
    with sqlite3.connect(CHANGES) as listed:
        order = "module_path, start_pos_row, start_pos_col, operator_name, occurrence"
        found = listed.execute(f"SELECT job_id, operator_name FROM mutation_specs ORDER BY {order}")
        jobs = [job for job, operator in found if not operator.endswith(UNNOTICED)]
        chosen = set(random.Random(seed).sample(jobs, min(count, len(jobs))))
        for table in ("mutation_specs", "work_items"):
            every = [job for (job,) in listed.execute(f"SELECT job_id FROM {table}")]
            listed.executemany(f"DELETE FROM {table} WHERE job_id = ?", [(job,) for job in every if job not in chosen])


def report() -> None:
    """Print the share killed, and what survived."""
    with sqlite3.connect(CHANGES) as listed:
        results = listed.execute("SELECT test_outcome, diff FROM work_results").fetchall()
    survived = [diff for outcome, diff in results if outcome == "SURVIVED"]
    print(*survived, sep="\n")
    print(f"killed: {Share(len(results) - len(survived), len(results))}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("room", choices=ROOMS)
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    prepare(asked.room)
    draw(count=asked.count, seed=asked.seed)
    cosmic_ray("exec")
    report()
