"""Fill a log with whole games, with readings as long as real ones: ``many_games.py FILE GAMES``."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.power.growth import grown

if __name__ == "__main__":
    grown(Path(sys.argv[1]), int(sys.argv[2]))
