"""The text to paste into a question: what helps is in it, and nothing by which anybody is known."""

import re
from dataclasses import replace

import pytest

from firmware.doctor.finding import Finding, Health
from firmware.doctor.report import LOG, pasted
from firmware.log.record import Record
from firmware.settings.config import CameraConfig
from scoring.events import GameBegan
from tests.firmware.doctor.recorded import PI_5, lay, saying
from tests.firmware.log.games import fill

PLAYERS = ("Änne-Marie", "Bo", "der alte Seiler")
PRIVATE = (
    *(
        *PLAYERS,
        "Opas Würfel",
        "gasthaus-krone",
        "seiler",
        "Kurt Seiler",
        "/home/kurt s",
        "Krone WLAN 5:G",
        "kamera.krone",
    ),
    *("192.168.178.23", "fe80::1ff:fe23:4567:890a", "dc:a6:32:01:02:03", "10000000a1b2c3d4", "geheim", "Wirtshaus"),
)
SYSTEM = {
    "etc/hostname": "gasthaus-krone\n",
    "etc/passwd": "root:x:0:0:root:/root:/bin/sh\nseiler:x:1000:1000:Kurt Seiler,,,:/home/kurt s:/bin/bash\n"
    "kurt:x:1001:1001::/home/kurt:/bin/sh\n",
    "etc/os-release": 'NAME="Debian"\nPRETTY_NAME="Debian GNU/Linux 13 (trixie)"\n',
    "sys/class/video4linux/video0/name": "Logitech BRIO\n",
}
NETWORKS = ("nmcli", "-t", "-f", "NAME", "connection", "show")
JOURNAL = """serviert.share: änne-marie came from 192.168.178.23, [fe80::1ff:fe23:4567:890a]:8450 and dc:a6:32:01:02:03.
Traceback (most recent call last):
  File "/opt/serviert/current/firmware/log/store.py", line 7, in append
OSError: [Errno 30] /media/seiler/Wirtshaus/games.sqlite3 at 16:31:58, /home/kurt s/x, 10000000a1b2c3d4
serviert.camera: http://kurt:geheim@kamera.krone:8080/video?key=geheim is silent; kamera.krone is not found
serviert.dice: Opas Würfel of DER ALTE SEILER and Bo are damaged ``` in Krone WLAN 5:G of gasthaus-krone
"""
FINDINGS = (
    Finding(Health.GOOD, "store", "2 games in /home/kurt s/games.sqlite3"),
    Finding(Health.FAILED, "camera", "usb:046d:082d at rtsp://kamera.krone/live hangs; http://10.0.0.7/ too"),
)


@pytest.fixture
def there(config, tools):
    """A café's device: people and machine have names, and the journal tells of all."""
    lay(tools.root, PI_5, SYSTEM)
    for opening in (PLAYERS[:2], ("Bo", PLAYERS[2])):
        fill(config.store.file, Record(GameBegan(players=opening)))
    (config.store.dice_folder).mkdir()
    (config.store.dice_folder / "Opas Würfel.npz").touch()
    said = saying({LOG: JOURNAL, NETWORKS: "Krone WLAN 5\\:G\nlo\n"})
    return replace(config, camera=CameraConfig("http://kurt:geheim@kamera.krone:8080/video")), replace(tools, run=said)


def test_nobody_is_known_by_it(there):
    text = pasted(there[0], FINDINGS, there[1])
    assert [each for each in PRIVATE if re.search(rf"(?<!\w){re.escape(each)}(?!\w)", text, re.IGNORECASE)] == []
    assert not re.search(r"\d+\.\d+\.\d+\.\d+|krone|kurt|\(hidden\) s", text, re.IGNORECASE)


def test_what_helps_is_in_it(there):
    text = pasted(there[0], FINDINGS, there[1])
    for words in (
        "- computer: Raspberry Pi 5 Model B Rev 1.0", "- system: Debian GNU/Linux 13 (trixie), kernel", "Logitech BRIO",
        "- camera wanted: an address", "2 games in …/games.sqlite3", "FAIL  camera  usb:046d:082d at (hidden)",
        'File "/opt/serviert/current/firmware/log/store.py", line 7', "[Errno 30] …/games.sqlite3 at 16:31:58,",
    ):  # fmt: skip
        assert words in text
    assert text.count("```") == 4  # what the log says ends no block
    assert len(text.splitlines()) <= 80


def test_where_nobody_can_tell_who_played_the_log_is_left_out(there):
    there[0].store.file.write_bytes(b"SQLite format 3\0" + b"\7" * 5000)
    text = pasted(there[0], FINDINGS, there[1])
    assert ("Left out: who played here cannot be read" in text, "Traceback" in text) == (True, False)


def test_of_a_computer_that_tells_nothing_that_is_said(config, tools):
    text = pasted(config, FINDINGS, tools)
    for words in ("no Raspberry Pi", "cameras there: none is listed", "camera wanted: folder", "closed to this user"):
        assert words in text
