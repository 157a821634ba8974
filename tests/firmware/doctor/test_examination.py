"""All parts together: each once, whatever the others are like, and beside a companion that plays."""

import threading
from contextlib import closing
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer

import cv2
import numpy as np
import pytest

from firmware.doctor.examination import HELD, UNSEEN, diagnose, examine_light
from firmware.doctor.finding import Finding, Health, Instruments, report
from firmware.log.store import SqliteStore
from firmware.settings.config import CameraConfig
from tests.firmware.doctor.recorded import Blind, expect
from tests.firmware.log.games import newer
from vision.find.detect import DETECTOR_PATH, Detector
from vision.read.reader import ReaderPolicy

PARTS = (
    *("python", "models", "camera", "light", "flicker", "focus", "speed", "calibration", "button", "pins"),
    *("sound", "store", "disk", "card", "display", "screen", "power", "heat", "clock"),
)
LIGHT_PARTS = ("camera", "brightness", "evenness", "glare", "colour", "noise", "flicker", "focus")


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
def test_every_part_is_looked_at_once_and_for_light_alone_everything_the_eye_needs(config, blind, tmp_path):
    findings = diagnose(config, blind)
    assert tuple(found.part for found in findings) == PARTS
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pictures"]  # no file was made
    with closing(SqliteStore.open(config.store.file)):  # pictures in a folder nobody holds
        assert tuple(found.part for found in examine_light(config, blind)) == LIGHT_PARTS


def test_a_model_cut_short_and_a_newer_store_fail_and_the_other_parts_are_still_looked_at(config, tools, tmp_path):
    cut_path = tmp_path / DETECTOR_PATH.name
    cut_path.write_bytes(DETECTOR_PATH.read_bytes()[:-1])
    cut_path.with_suffix(".json").write_bytes(DETECTOR_PATH.with_suffix(".json").read_bytes())
    newer(config.store.file)

    def load(_: ReaderPolicy) -> Detector:
        return Detector.from_file(cut_path)

    found = by_part(diagnose(config, replace(tools, load=load)))
    assert tuple(found) == PARTS
    expect(found["models"], Health.FAILED, "install both files of one release")
    expect(found["store"], Health.FAILED, "Update Serviert")
    expect(found["camera"], Health.FAILED, "is no folder")
    assert found["speed"].health is Health.SKIPPED
    assert {found[part].sentence for part in ("light", "flicker", "focus")} == {UNSEEN}
    assert found["display"].health is Health.GOOD
    assert [each.part for each in examine_light(config, tools)] == ["camera"]


def test_beside_a_companion_nothing_it_holds_is_touched(config, blind):
    settings = replace(config, camera=CameraConfig("auto"))
    with closing(SqliteStore.open(config.store.file)):
        found = by_part(diagnose(settings, blind))
        light = examine_light(settings, blind)
    for part in ("camera", "button"):
        assert found[part] == Finding(Health.SKIPPED, part, HELD)
    assert found["store"].health is Health.GOOD
    assert light == (Finding(Health.SKIPPED, "camera", HELD),)


class Page(BaseHTTPRequestHandler):
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


# -- in words ----------------------------------------------------------------------------------------------------

FINDINGS = (
    Finding(Health.GOOD, "store", "2 games"),
    Finding(Health.DOUBTFUL, "disk", "there is so much room left: 55.5 GB, and saving takes 2.5 ms"),
    Finding(Health.FAILED, "camera", "there is none"),
    Finding(Health.SKIPPED, "heat", "not a Raspberry Pi: nothing to measure"),
)
LINED_UP = """\
  ok  store   2 games
mind  disk    there is so much room left: 55.5 GB, and saving takes 2.5 ms
FAIL  camera  there is none
skip  heat    not a Raspberry Pi: nothing to measure"""


def test_the_report_lines_up_long_sentences_go_on_below_themselves_and_numbers_keep_their_units():
    assert report(FINDINGS) == report(FINDINGS, columns=20) == LINED_UP  # too narrow for words: a line each
    assert report(FINDINGS, columns=50).endswith("skip  heat    not a Raspberry Pi: nothing to\n              measure")
    for columns in range(50, 80):
        said = report(FINDINGS, columns=columns)
        assert "55.5 GB" in said
        assert "2.5 ms" in said
        assert said.isascii()
