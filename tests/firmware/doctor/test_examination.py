"""All parts together: each once, whatever the others are like, and beside a companion that plays."""

import math
import os
import threading
from contextlib import closing
from dataclasses import replace
from http.server import HTTPServer, SimpleHTTPRequestHandler

import numpy as np
import pytest

from firmware.adapters.open import Source
from firmware.board.calibration import Calibration, calibration_file, save
from firmware.board.calibration_lock import Locked
from firmware.doctor.camera import Look, calibration, camera, look, looked
from firmware.doctor.examination import HELD, diagnose, examine_light
from firmware.doctor.finding import Finding, Health, Instruments, listed
from firmware.errors import CameraLostError, CameraMissingError, CameraTimeoutError
from firmware.log.store import SqliteStore
from firmware.ports import Lack
from firmware.settings.config import CameraConfig
from tests.firmware.commands.guest import broken, lay_picture
from tests.firmware.doctor.recorded import Blind, LockingPictures, expect
from tests.firmware.log.games import newer
from vision.find.board import BoardKind, BoardOutline
from vision.frame import Frame

LIGHT = ("brightness", "evenness", "glare", "colour", "noise", "flicker", "focus")
DISKS = ("store", "disk", "card")
REST = ("speed", "calibration", "button", "pins", "sound", *DISKS, "display", "screen", "power", "clock")


@pytest.fixture
def blind(tools) -> Instruments:
    return replace(tools, load=lambda _: Blind())


def by_part(findings: tuple[Finding, ...]) -> dict[str, Finding]:
    return {found.part: found for found in findings}


def test_every_part_is_looked_at_once_and_for_light_alone_everything_the_eye_needs(config, blind, tmp_path):
    lay_picture(tmp_path / "pictures" / "a.png", np.full((1080, 1440, 3), 110, np.uint8))
    assert tuple(found.part for found in diagnose(config, blind)) == ("python", "models", "camera", *LIGHT, *REST)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pictures"]  # no file was made
    with closing(SqliteStore.open(config.store.file)):  # pictures in a folder nobody holds
        assert tuple(found.part for found in examine_light(config, blind)) == ("camera", *LIGHT)


def test_a_model_cut_short_and_a_newer_store_fail_and_the_other_parts_are_still_looked_at(config, tools, tmp_path):
    newer(config.store.file)
    found = by_part(diagnose(config, replace(tools, load=broken(tmp_path))))
    assert tuple(found) == ("python", "models", "camera", "light", *REST)
    expect(found["models"], Health.FAILED, "install both files of one release")
    expect(found["store"], Health.FAILED, "Install that one")
    expect(found["camera"], Health.FAILED, "is no folder")
    assert (found["speed"].health, found["light"].health) == (Health.SKIPPED, Health.SKIPPED)
    assert found["display"].health is Health.GOOD
    assert [each.part for each in examine_light(config, tools)] == ["camera", "light"]


def test_beside_a_companion_nothing_it_holds_is_touched(config, blind):
    settings = replace(config, camera=CameraConfig("auto"))
    with closing(SqliteStore.open(config.store.file)):
        found = by_part(diagnose(settings, blind))
        light = examine_light(settings, blind)
    for part in ("camera", "button"):
        assert found[part] == Finding(Health.SKIPPED, part, HELD)
    assert (found["store"].health, [found.health for found in light]) == (Health.GOOD, [Health.SKIPPED] * 2)


def test_a_companion_with_other_games_holds_the_camera_too(config, blind):
    with HTTPServer((config.display.host, config.display.port), SimpleHTTPRequestHandler) as server:
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        serving.start()
        try:
            found = by_part(diagnose(replace(config, camera=CameraConfig("attached")), blind))
        finally:
            server.shutdown()
            serving.join()
    assert (found["camera"].sentence, found["button"].sentence, found["display"].health) == (HELD, HELD, Health.GOOD)
    assert "no games yet" in found["store"].sentence


def test_the_findings_line_up():
    found = (Finding(Health.GOOD, "store", "2 games"), Finding(Health.SKIPPED, "disk room", "nothing to measure"))
    assert listed(found) == "  ok  store      2 games\nskip  disk room  nothing to measure"


KEPT = Locked(exposure_us=10_000, is_steady=True)
S = 1_000_000_000
CORNERS = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0))


class WakingCamera(LockingPictures):
    """A camera whose frames are dark for its first half second; time passes only while it is waited for."""

    def __init__(self, *, is_lost: bool = False, hangs: bool = False) -> None:
        super().__init__([Frame(np.full((1080, 1440, 3), 128, np.uint8))], step_ns=S // 10)
        self.is_lost, self.hangs = is_lost, hangs
        self.is_free = self.is_closed = False

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        if self.hangs:
            raise CameraTimeoutError("no frame")
        return super().preview()

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        if self.is_lost:
            raise CameraLostError("gone")
        assert not_before_ns - self.now_ns < timeout_s * S  # else it could not be in time
        frame = super().capture(not_before_ns=not_before_ns)
        return frame if self.now_ns > S // 2 else Frame(frame.pixels // 50, self.now_ns)

    def unlock(self, *, timeout_s: float = 2.0) -> None:
        self.is_free = True

    def lux(self) -> float | None:
        return 320.0

    def close(self) -> None:
        self.is_closed = True


def looked_through(device: WakingCamera, **how) -> Look:
    return looked(Source(name="usb:0", open_camera=lambda: device), now_ns=lambda: device.now_ns, **how)


@pytest.mark.parametrize(("settle_s", "words"), [(0.0, "too dark"), (1.0, "it sees no tray")])
def test_a_camera_is_judged_once_it_has_found_its_exposure(settle_s, words):
    assert words in camera(looked_through(WakingCamera(), settle_s=settle_s, watch_s=0.0)).sentence


def test_a_look_locks_as_in_play_watches_and_measures():
    device = WakingCamera()
    found = looked_through(device, watch_s=2.0)
    assert (found.locked, device.locked, found.lux) == (KEPT, [None], 320.0)
    assert len(found.previews) == 20  # of two seconds
    assert (found.capture_s, [frame.size_wh for frame in found.frames]) == ((0.1, 0.1, 0.1), [(1440, 1080)] * 3)
    assert (device.is_free, device.is_closed) == (True, True)  # given back, and it finds everything by itself again


def test_a_camera_is_given_back_whatever_came_of_the_look():
    hanging, lost = WakingCamera(hangs=True), WakingCamera(is_lost=True)
    for device, error in ((hanging, CameraTimeoutError), (lost, CameraLostError)):
        with pytest.raises(error):
            looked_through(device)
    assert (hanging.is_free, hanging.is_closed) == (True, True)
    assert (lost.is_free, lost.is_closed) == (False, True)  # it was never locked


def test_what_the_camera_sees_is_judged(config, tmp_path):
    lay_picture(tmp_path / "pictures" / "a.png", np.full((480, 640, 3), 255, np.uint8))
    expect(camera(look(config)), Health.DOUBTFUL, "are small: with the whole board in one a die is 26 of the 55 px")
    expect(camera(look(config)), Health.DOUBTFUL, "too bright: turn the lamp away")


def test_the_simulated_board_and_a_camera_that_goes_on_changing_are_said():
    board = BoardOutline(polygon=CORNERS, kind=BoardKind.OTHER, size_wh=(1440, 1080))
    grey = Frame(np.full((1080, 1440, 3), 110, np.uint8))
    seen = Look(camera="usb:0", source="no camera was found", frames=(grey,), board=board, locked=KEPT)
    assert camera(seen).health is Health.GOOD
    loose = replace(seen, lacks=frozenset({Lack.FOCUS, Lack.EXPOSURE}))
    expect(camera(loose), Health.DOUBTFUL, "board; it sets its exposure by itself: lamps may flicker")
    expect(camera(loose), Health.DOUBTFUL, "; it does not keep its focus: after a hand dice may be blurred")
    assert camera(replace(seen, lacks=frozenset({Lack.LENS}))).health is Health.GOOD
    told = Finding(Health.DOUBTFUL, "camera", "no camera was found. Plug one in to play with real dice.")
    assert camera(replace(seen, camera="simulated")) == told


def test_a_camera_that_is_not_there_says_so_and_one_that_hangs_is_left_behind(config, tmp_path, monkeypatch):
    with pytest.raises(CameraMissingError, match="is no folder"):
        look(config)
    with pytest.raises(CameraMissingError, match="no camera"):
        look(replace(config, camera=CameraConfig("usb:97")))
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "a.png").touch()
    hang = threading.Event()
    monkeypatch.setattr("firmware.adapters.folder.load_picture", lambda _: hang.wait(20.0))
    with pytest.raises(CameraTimeoutError, match="The camera hangs while being looked through"):
        look(config, within_s=0.1)
    hang.set()


def test_a_calibration_is_not_needed_and_said_where_there_is_one(config):
    assert calibration(config).health is Health.GOOD
    made = "2026-01-02T03:04:05+00:00"
    found = Calibration(made_utc=made, camera="usb:0", size_wh=(480, 480), outline=CORNERS, kind=BoardKind.OTHER)
    save(calibration_file(config), found, Frame(np.zeros((48, 48, 3), np.uint8)))
    assert calibration(config) == Finding(Health.GOOD, "calibration", "of usb:0, its outline only, made 2026-01-02")
    grey = (Frame(np.full((48, 48, 3), 110, np.uint8)),)
    assert calibration(config, Look(camera="usb:1", source="", frames=grey, identity="usb:0")).health is Health.GOOD
    other = Look(camera="usb:0", source="", frames=grey, identity="usb:046d:082d")
    expect(calibration(config, other), Health.DOUBTFUL, "but the camera that is there is usb:046d:082d. It is not used")
    lens = replace(found, size_wh=(3840, 2160), focal_px=3840 / 2 / math.tan(math.radians(30)), height_mm=513.0)
    save(calibration_file(config), lens, grey[0])
    said = "60° × 36° as measured: it may hang 58 to 96 cm above the board, and hangs at 51 cm"
    expect(calibration(config), Health.GOOD, said)
    save(calibration_file(config), replace(lens, size_wh=(640, 480), focal_px=554.0), grey[0])
    expect(calibration(config), Health.GOOD, "from no height does it see the whole board")
    calibration_file(config).write_text("{")  # cut short
    expect(calibration(config), Health.DOUBTFUL, "Calibrate again")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything: nothing is closed to it")
def test_a_calibration_that_is_closed_to_this_user_is_passed_over(config):
    calibration_file(config).parent.mkdir()
    calibration_file(config).write_text("{}")
    calibration_file(config).chmod(0)
    expect(calibration(config), Health.SKIPPED, "closed to this user. Start the doctor with sudo")
