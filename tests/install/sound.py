"""Speech and tones in a booted system: in the companion's own unit, with a file for a sound card."""

from __future__ import annotations

from tests.install import checks
from tests.install.machine import Machine

UNIT = "serviert-ear"
FOLDER = f"/run/{UNIT}"

# ALSA takes a file for a card; without one it plays as fast as it can.
CARD = f"""cat >/etc/asound.conf <<'CARD'
pcm.!default {{
    type plug
    slave.pcm {{ type file file "{FOLDER}/heard.wav" format "wav" slave.pcm "null" }}
}}
CARD"""

# All that locks the companion in locks this in, too; only what is started is another program.
AS_THE_COMPANION = f"""python=$(sed -n 's/.*exec \\(.*python\\) -m.*/\\1/p' /opt/serviert/current/bin/serviert)
sed -e 's|/run/serviert|{FOLDER}|g; s/^RuntimeDirectory=.*/RuntimeDirectory={UNIT}/' \\
    -e "s|^ExecStart=.*|ExecStart=$python {checks.HERE}/tests/install/speak.py {FOLDER}|" \\
    -e 's/^Type=.*/Type=oneshot/' -e '/^ExecStartPre=/d; /^Restart/d; /^WatchdogSec=/d; /^NotifyAccess=/d' \\
    -e 's|^Environment=|&PYTHONPATH=/opt/serviert/current |' \\
    /etc/systemd/system/serviert.service >/run/systemd/system/{UNIT}.service && systemctl daemon-reload"""


def speaks(machine: Machine) -> str:
    installed = machine.says("dpkg-query --show espeak-ng alsa-utils").replace("\t", " ").replace("\n", ", ")
    assert "audio" in machine.says("id -nG serviert").split()
    machine.says(f"{CARD}\n{AS_THE_COMPANION}")
    done = machine.run(f"systemctl start {UNIT}")
    said = machine.says(f"journalctl --quiet --output=cat --unit={UNIT} --lines=8")
    assert done.returncode == 0, said
    heard = next((line for line in said.splitlines() if line.startswith("/usr/bin/espeak-ng ")), "")
    assert heard, said
    return f"{installed}; {heard}"
