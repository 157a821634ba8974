"""``python -m hardware``: make what the numbers choose, or ``--all``, and say what changed; see `hardware.make`."""

import sys

from hardware.errors import HardwareError
from hardware.make import ROOMS, make
from hardware.numbers import load

if __name__ == "__main__":
    try:
        changes = make(load(), rooms=ROOMS if "--all" in sys.argv else ())
    except HardwareError as error:
        print(f"hardware: {error}", file=sys.stderr)
        sys.exit(2)
    for change in changes:
        print(f"{change.what}: {change.name}")
    print("Nothing differs." if not changes else f"{len(changes)} files differ.")
