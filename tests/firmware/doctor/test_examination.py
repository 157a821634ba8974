"""All parts together: each once, whatever the others are like, and beside a companion that plays."""

import threading
from contextlib import closing
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer

import cv2
import numpy as np
import pytest

from firmware.doctor.examination import HELD, UNSEEN, diagnose, examine_light
from firmware.doctor.finding import Finding, Health
from firmware.doctor.instruments import Instruments
from firmware.log.store import SqliteStore
from firmware.settings.config import CameraConfig
from tests.firmware.log.games import newer
from vision.find.detect import DETECTOR_PATH, Detector
from vision.read.reader import ReaderPolicy
from vision.reading import Reading, Verdict

PARTS = (
    *("python", "models", "camera", "light", "flicker", "focus", "speed", "calibration", "button", "pins"),
    *("sound", "store", "disk", "card", "display", "screen", "power", "heat", "clock"),
)
LIGHT_PARTS = ("camera", "brightness", "evenness", "glare", "colour", "noise", "flicker", "focus")


class Blind:
    """A reader that sees no dice, at once."""

    def read(self, frames, board, *, backdrop=None, seen=(), dice=None) -> Reading:
        return Reading(dice=(), verdict=Verdict.EMPTY, exposed_ns=0, size_wh=frames[-1].size_wh)


@pytest.fixture
def blind(tools) -> Instruments:
    return replace(tools, load=lambda _: Blind())


@pytest.fixture
def picture(tmp_path) -> None:
    (tmp_path / "pictures").mkdir()
    cv2.imwrite(str(tmp_path / "pictures" / "a.png"), np.full((1080, 1440, 3), 110, np.uint8))


def by_part(findings: tuple[Finding, ...]) -> dict[str, Finding]:
    return {found.part: found for found in findings}


@pytest.mark.usefixtures("picture")
def test_every_part_is_looked_at_once(config, blind, tmp_path):
    findings = diagnose(config, blind)
    assert tuple(found.part for found in findings) == PARTS
    assert all(found.sentence for found in findings)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pictures"]  # no file was made


@pytest.mark.usefixtures("picture")
def test_light_alone_is_everything_the_eye_needs(config, blind):
    assert tuple(found.part for found in examine_light(config, blind)) == LIGHT_PARTS


def test_without_a_picture_what_needs_one_is_passed_over(config, blind):
    found = by_part(diagnose(config, blind))
    assert found["camera"].is_failure
    assert "is no folder" in found["camera"].sentence
    assert {found[part].sentence for part in ("light", "flicker", "focus")} == {UNSEEN}
    assert [each.part for each in examine_light(config, blind)] == ["camera"]


def test_a_model_that_is_cut_short_fails_and_the_other_parts_are_still_looked_at(config, tools, tmp_path):
    cut_path = tmp_path / DETECTOR_PATH.name
    cut_path.write_bytes(DETECTOR_PATH.read_bytes()[:-1])
    cut_path.with_suffix(".json").write_bytes(DETECTOR_PATH.with_suffix(".json").read_bytes())

    def load(_: ReaderPolicy) -> Detector:
        return Detector.from_file(cut_path)

    found = by_part(diagnose(config, replace(tools, load=load)))
    assert found["models"].is_failure
    assert "install both files of one release" in found["models"].sentence
    assert found["speed"].health is Health.SKIPPED
    assert found["display"].health is Health.GOOD


def test_a_store_of_a_newer_serviert_fails_and_the_other_parts_are_still_looked_at(config, blind):
    newer(config.store.file)
    found = by_part(diagnose(config, blind))
    assert found["store"].is_failure
    assert "Update Serviert" in found["store"].sentence
    assert tuple(found) == PARTS


@pytest.mark.parametrize("source", ["auto", "attached", "usb:0", "picamera"])
def test_beside_a_companion_nothing_it_holds_is_touched(source, config, blind):
    settings = replace(config, camera=CameraConfig(source))
    with closing(SqliteStore.open(config.store.file)):
        found = by_part(diagnose(settings, blind))
        light = examine_light(settings, blind)
    assert (found["camera"].health, found["camera"].sentence) == (Health.SKIPPED, HELD)
    assert (found["button"].health, found["button"].sentence) == (Health.SKIPPED, HELD)
    assert found["store"].health is Health.GOOD
    assert light == (Finding("camera", Health.SKIPPED, HELD),)


class Page(BaseHTTPRequestHandler):
    """Answers as the companion's page does."""

    def do_HEAD(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


def test_a_companion_with_other_games_holds_the_camera_too(config, blind):
    with HTTPServer((config.display.host, config.display.port), Page) as server:
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        serving.start()
        try:
            found = by_part(diagnose(replace(config, camera=CameraConfig("attached")), blind))
        finally:
            server.shutdown()
            serving.join()
    assert (found["camera"].sentence, found["button"].sentence) == (HELD, HELD)
    assert found["display"].health is Health.GOOD
    assert "no games yet" in found["store"].sentence


@pytest.mark.usefixtures("picture")
def test_pictures_in_a_folder_nobody_holds(config, blind):
    with closing(SqliteStore.open(config.store.file)):
        assert by_part(diagnose(config, blind))["camera"].health is not Health.SKIPPED


@pytest.mark.proof
def test_without_a_camera_the_simulated_board_is_said(config, blind):
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    found = examine_light(replace(config, camera=CameraConfig("simulated")), blind)
    assert found[0].health is Health.DOUBTFUL
    assert "Plug one in" in found[0].sentence
    assert tuple(each.part for each in found) == LIGHT_PARTS
    assert by_part(found)["focus"].health is Health.GOOD
