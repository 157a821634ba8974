"""``python -m hardware``: see `hardware.make`."""

from __future__ import annotations

import sys

from hardware.errors import HardwareError
from hardware.make import main

if __name__ == "__main__":
    try:
        main()
    except HardwareError as error:
        print(f"hardware: {error}", file=sys.stderr)  # noqa: T201 - the command's own voice
        sys.exit(2)
