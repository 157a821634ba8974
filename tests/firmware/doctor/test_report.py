"""The text to paste into a question: what helps is in it, and nothing by which anybody is known."""

import re
from dataclasses import replace

import pytest

from firmware.doctor.finding import Finding, Health
from firmware.doctor.report import LOG, pasted
from firmware.log.record import Record
from firmware.settings.config import CameraConfig
from scoring.events import GameBegan
from tests.cases import cases
from tests.firmware.doctor.recorded import PI_5, lay, saying
from tests.firmware.log.games import fill

PLAYERS = ("Änne-Marie", "Bo", "der alte Seiler")
CAFE = cases(__file__)
NETWORKS = ("nmcli", "-t", "-f", "NAME", "connection", "show")
FINDINGS = (
    Finding(Health.GOOD, "store", "2 games in /home/kurt s/games.sqlite3"),
    Finding(Health.FAILED, "camera", "usb:046d:082d at rtsp://kamera.krone/live hangs; http://10.0.0.7/ too"),
)


@pytest.fixture
def there(config, tools):
    """A café's device: people and machine have names, and the journal tells of all."""
    lay(tools.root, PI_5, CAFE["system"])
    for opening in (PLAYERS[:2], ("Bo", PLAYERS[2])):
        fill(config.store.file, Record(GameBegan(players=opening)))
    (config.store.dice_folder).mkdir()
    (config.store.dice_folder / "Opas Würfel.npz").touch()
    said = saying({LOG: CAFE["journal"], NETWORKS: "Serviert\\: Krone WLAN 5\\:G\nlo\n"})
    return replace(config, camera=CameraConfig("http://kurt:geheim@kamera.krone:8080/video")), replace(tools, run=said)


def test_nobody_is_known_by_it(there):
    text = pasted(there[0], FINDINGS, there[1])
    for each in (*PLAYERS, *CAFE["private"]):
        assert not re.search(rf"(?<!\w){re.escape(each)}(?!\w)", text, re.IGNORECASE), each
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
