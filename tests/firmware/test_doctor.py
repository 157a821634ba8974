from __future__ import annotations

import socket
import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from firmware import schema
from firmware.calibration import Calibration, calibration_file, save
from firmware.config import ButtonConfig, CameraConfig, Config, Gpio, StoreConfig
from firmware.doctor import Finding, Health, diagnose, free_bytes, report, seen_by
from firmware.record import Record
from firmware.store import SqliteStore
from scoring.events import GameBegan
from vision.board import BoardKind
from vision.detect import DETECTOR_PATH, Detector
from vision.frame import Frame

if TYPE_CHECKING:
    from pathlib import Path

    from vision.read import ReaderPolicy

BEGAN = Record(GameBegan(players=("Anna", "Ben")))


@pytest.fixture
def config(tmp_path: Path) -> Config:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
    return replace(
        Config(),
        camera=CameraConfig(f"folder:{tmp_path / 'pictures'}"),
        button=ButtonConfig(gpio=Gpio.OFF, keyboard=False),
        store=StoreConfig(str(tmp_path / "data" / "games.sqlite3")),
        display=replace(Config().display, port=port),
    )


def finding(config: Config, part: str, **instruments: Any) -> Finding:
    (found,) = (found for found in diagnose(config, **instruments) if found.part == part)
    return found


def show(tmp_path: Path, grey: int, wh: tuple[int, int] = (1440, 1080)) -> None:
    (tmp_path / "pictures").mkdir()
    cv2.imwrite(str(tmp_path / "pictures" / "a.png"), np.full((wh[1], wh[0], 3), grey, np.uint8))


def test_every_part_is_looked_at_once_and_reported_on_a_line(config: Config) -> None:
    findings = diagnose(config)
    assert [found.part for found in findings] == (
        ["python", "models", "camera", "calibration", "button", "sound", "store", "disk", "display", "screen"]
    )
    lines = report(findings).splitlines()
    assert len(lines) == len(findings)
    assert all(line[:4].strip() in {"ok", "mind", "FAIL"} for line in lines)


def test_the_report_lines_its_columns_up_and_tells_the_grave_by_its_capitals() -> None:
    findings = (
        Finding("store", Health.GOOD, "2 games"),
        Finding("disk", Health.DOUBTFUL, "little room"),
        Finding("camera", Health.FAILED, "there is none"),
    )
    # Two blanks between the columns, as wide as their longest word.
    assert report(findings).splitlines() == [
        "  ok  store   2 games",
        "mind  disk    little room",
        "FAIL  camera  there is none",
    ]
    assert [found.is_failure for found in findings] == [False, False, True]


def test_models_are_checked(config: Config) -> None:
    assert finding(config, "models") == Finding("models", Health.GOOD, "both models are whole and keep their contracts")


def test_a_model_that_is_cut_short_fails_and_the_other_parts_are_still_looked_at(
    config: Config, tmp_path: Path
) -> None:
    cut_path = tmp_path / DETECTOR_PATH.name
    cut_path.write_bytes(DETECTOR_PATH.read_bytes()[:-1])
    cut_path.with_suffix(".json").write_bytes(DETECTOR_PATH.with_suffix(".json").read_bytes())

    def load(_: ReaderPolicy) -> Detector:
        return Detector.from_file(cut_path)

    found = finding(config, "models", load=load)
    assert found.is_failure
    assert "install both files of one release" in found.sentence
    assert finding(config, "display", load=load).health is Health.GOOD


def test_a_calibration_is_not_needed_and_said_where_there_is_one(config: Config) -> None:
    assert finding(config, "calibration").health is Health.GOOD
    found = Calibration(
        made_utc="2026-01-02T03:04:05+00:00",
        camera="usb:0",
        size_wh=(480, 480),
        outline=((0.0, 0.0), (9.0, 0.0), (9.0, 9.0)),
        kind=BoardKind.OTHER,
    )
    save(calibration_file(config), found, Frame(np.zeros((48, 48, 3), np.uint8)))
    sentence = "of usb:0, its outline only, made 2026-01-02"
    assert finding(config, "calibration") == Finding("calibration", Health.GOOD, sentence)
    calibration_file(config).write_text("{")
    damaged = finding(config, "calibration")
    assert damaged.health is Health.DOUBTFUL
    assert "Calibrate again" in damaged.sentence


class WakingCamera:
    """A camera whose frames are dark for its first half second."""

    name = "usb:0"

    def __init__(self) -> None:
        self.opened_ns = time.monotonic_ns()

    def preview(self, *, timeout_s: float = 1.0) -> Frame:
        raise NotImplementedError

    def capture(self, *, not_before_ns: int, timeout_s: float = 2.0) -> Frame:
        awake_ns = not_before_ns - self.opened_ns
        assert awake_ns / 1e9 < timeout_s  # else it could not be in time
        return Frame(np.full((1080, 1440, 3), 128 if awake_ns > 500_000_000 else 3, np.uint8), not_before_ns)

    def close(self) -> None:
        pass


def test_a_camera_is_judged_once_it_has_found_its_exposure() -> None:
    assert "too dark" in seen_by(WakingCamera(), settle_ns=0).sentence
    assert "too dark" not in seen_by(WakingCamera()).sentence


@pytest.mark.parametrize(
    ("grey", "wh", "words"),
    [
        (0, (1440, 1080), "too dark: more light"),
        (255, (1440, 1080), "too bright: turn the lamp away"),
        (128, (1440, 1080), "it sees no tray"),
        (128, (640, 480), "its pictures are small: hang it lower"),
    ],
)
def test_what_the_camera_sees_is_judged(
    config: Config, tmp_path: Path, grey: int, wh: tuple[int, int], words: str
) -> None:
    show(tmp_path, grey, wh)
    found = finding(config, "camera")
    assert found.health is Health.DOUBTFUL
    assert words in found.sentence
    assert f"{wh[0]}×{wh[1]}" in found.sentence


def test_a_camera_that_is_not_there_fails_with_its_sentence(config: Config) -> None:
    found = finding(config, "camera")
    assert found.is_failure
    assert "is no folder" in found.sentence


def test_without_a_camera_the_simulated_board_is_said(config: Config) -> None:
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    found = finding(replace(config, camera=CameraConfig("simulated")), "camera")
    assert found.health is Health.DOUBTFUL
    assert "Plug one in" in found.sentence


def test_without_a_button_it_is_said_what_presses_instead(config: Config) -> None:
    found = finding(config, "button")
    assert found.health is Health.DOUBTFUL
    assert found.sentence == "switched off in the settings: press on the screen, or Space"


def test_looking_at_a_store_to_be_makes_no_file(config: Config, tmp_path: Path) -> None:
    found = finding(config, "store")
    assert found.health is Health.GOOD
    assert "no games yet" in found.sentence
    assert not (tmp_path / "data").exists()


def test_a_store_that_cannot_be_made_fails(config: Config, tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the way")
    found = finding(config, "store")
    assert found.is_failure
    assert "choose another path under [store]" in found.sentence


def test_games_are_counted(config: Config) -> None:
    for expected in ("1 game in", "2 games in"):
        with closing(SqliteStore.open(config.store.file)) as store:
            store.append(BEGAN)
        found = finding(config, "store")
        assert found.health is Health.GOOD
        assert found.sentence.startswith(expected)


def test_a_store_that_is_being_played_with_is_fine(config: Config) -> None:
    with closing(SqliteStore.open(config.store.file)) as store:
        store.append(BEGAN)
        assert finding(config, "store").sentence.startswith("a companion is playing with")
        store.append(BEGAN)


def test_a_damaged_store_fails_and_is_left_as_it_is(config: Config, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    config.store.file.write_bytes(b"Sehr geehrte Damen und Herren, " * 300)
    found = finding(config, "store")
    assert found.is_failure
    assert "moves the file aside and keeps every record" in found.sentence
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["games.sqlite3"]


def test_a_newer_store_fails_with_what_to_do(config: Config) -> None:
    newer = (*schema.MIGRATIONS, ("CREATE TABLE seat (name TEXT)",))
    SqliteStore.open(config.store.file, migrations=newer).close()
    found = finding(config, "store")
    assert found.is_failure
    assert "Update Serviert" in found.sentence


def test_a_port_in_use_is_told_and_a_free_one_is_good(config: Config) -> None:
    assert finding(config, "display").health is Health.GOOD
    with closing(socket.create_server((config.display.host, config.display.port))):
        found = finding(config, "display")
    assert found.health is Health.DOUBTFUL
    assert f"port {config.display.port} is in use" in found.sentence


@pytest.mark.parametrize(
    ("room", "health", "words"),
    [
        (120_000_000_000, Health.GOOD, "120.0 GB free"),
        (51_000_000, Health.GOOD, "51 MB free where the games are kept"),
        (49_000_000, Health.DOUBTFUL, "49 MB free where the games are kept: delete something on"),
        (900_000, Health.FAILED, "the disk is full, nothing can be saved: delete something on"),
        (0, Health.FAILED, "the disk is full"),
    ],
)
def test_the_room_on_the_disk_is_judged_also_before_there_is_a_folder(
    config: Config, room: int, health: Health, words: str
) -> None:
    found = finding(config, "disk", room_in=lambda _: room)
    assert found.health is health
    assert words in found.sentence


def test_the_room_is_that_of_the_disk_the_games_are_on(config: Config, tmp_path: Path) -> None:
    asked: list[Path] = []
    finding(config, "disk", room_in=lambda folder: asked.append(folder) or 10**9)
    assert asked == [tmp_path]  # the nearest folder there is; its own is not made yet
    assert free_bytes(tmp_path) > 0
