"""A device that has been played on for years."""

from __future__ import annotations

from tests.install import checks
from tests.install.machine import Machine

GAMES = 1_000
"""One on every evening for three years."""

LONGEST_START_S = 20.0
LOG = f"{checks.DATA}/games.sqlite3"

# A card has nothing of it in memory when the power comes.
FORGET = f"""sync && python3 -c "import os
file = os.open('{LOG}', os.O_RDONLY)
os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)" """


def starts(machine: Machine) -> str:
    """A thousand games do not keep it from starting, and it does not take longer for each."""
    machine.says(f"systemctl stop serviert && rm -f {LOG}*")
    python = machine.says("sed -n 's/.*exec \\(.*python\\) -m.*/\\1/p' /opt/serviert/current/bin/serviert")
    fill = f"{python} -m tests.install.many_games {LOG} {GAMES}"
    machine.says(f"cd {checks.HERE} && runuser -u serviert -- env PYTHONPATH={checks.HERE} {fill}")
    mb = int(machine.says(f"stat -c %s {LOG}")) / 1e6
    machine.says(f"{FORGET} && systemctl start serviert")
    ready, begun = machine.shows("ActiveEnterTimestampMonotonic"), machine.shows("ExecMainStartTimestampMonotonic")
    took_s = (int(ready) - int(begun)) / 1e6
    assert took_s <= LONGEST_START_S, took_s
    return f"{GAMES} games, {mb:.0f} MB: ready {took_s:.1f} s after its start, mark ≤ {LONGEST_START_S:.0f} s"
