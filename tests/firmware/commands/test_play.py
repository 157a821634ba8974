"""The composition: every part real but the models, and those too where it matters; talked to as the page does."""

from __future__ import annotations

import json
import socket
import sqlite3
import subprocess
import threading
import time
from contextlib import ExitStack, closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import httpx
import numpy as np
import pytest

from firmware.board.calibration import Calibration, calibration_file, save
from firmware.commands.play import Table, first_state, has_desktop
from firmware.commands.sighted import BlindReader
from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.shown_faces import dice_in
from firmware.errors import ButtonError, CameraMissingError, DisplayError, StoreInUseError, StoreReadOnlyError
from firmware.faces import LABELS
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import Row
from firmware.ports import Edge
from firmware.session.state import NoticeKey
from firmware.settings.config import (
    ButtonConfig,
    CameraConfig,
    Config,
    DisplayConfig,
    Gpio,
    LampConfig,
    Language,
    ShareConfig,
    SimulatedConfig,
    SoundConfig,
    StoreConfig,
)
from firmware.simulated.camera import CameraFault
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.endtoend.running import Running
from tests.endtoend.wire import beyond_loopback, listeners
from tests.firmware.session.table_talk import faces, reading
from tests.ports import free_port
from tests.vision.shown_dice import photograph as thrown
from vision.errors import ModelContractError, ModelMissingError
from vision.find.board import BoardKind
from vision.find.detect import DETECTOR_PATH, Detector
from vision.frame import Frame
from vision.read.classify import FaceReader
from vision.read.load import load_finder
from vision.read.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vision.find.board import BoardOutline
    from vision.read.reader import ReaderPolicy
    from vision.reading import Reading
    from vision.watch.hand import Backdrop

View = dict[str, Any]

HEARTBEATS = 3  # of ten seconds each: so long a view may take on a busy machine
SIDE_PX = 480
BEGAN = Record(GameBegan(players=("Anna", "Ben"), beginner=0))
THROWN = Record(ThrowMade(faces("99XKA")))


class Guest:
    """A page at the table."""

    def __init__(self, url: str) -> None:
        self._parts = ExitStack()
        self.http = self._parts.enter_context(httpx.Client(base_url=url, timeout=20.0))
        events = self._parts.enter_context(self.http.stream("GET", "/events"))
        self._lines = self._parts.enter_context(closing(events.iter_lines()))
        self.view: View = {}

    def touch(self, kind: str, **fields: object) -> None:
        self.post("/touch", kind=kind, **fields)

    def press(self) -> None:
        """Press the button on the page."""
        self.post("/edge", is_down=True)
        self.post("/edge", is_down=False)

    def post(self, path: str, **fields: object) -> None:
        self.http.post(path, json=fields).raise_for_status()

    def until(self, is_so: Callable[[View], bool]) -> View:
        """Wait for a view; a page that hears only heartbeats gives up."""
        heartbeats = 0
        while not (self.view and is_so(self.view)):
            line = next(self._lines)
            heartbeats += line == "event: heartbeat"
            assert heartbeats < HEARTBEATS, f"no such view; the last was {self.view}"
            if line.startswith('data: {"build"'):
                self.view = json.loads(line.removeprefix("data: "))["view"]
        return self.view

    def until_told(self, key: str) -> View:
        return self.until(lambda view: view["notice"]["key"] == key)

    def until_phase(self, *phases: str) -> View:
        return self.until(lambda view: view["phase"] in phases)

    def close(self) -> None:
        self._parts.close()


class SameReader:
    """Reads the same five dice in whatever lies there."""

    def __init__(self, letters: str = "99XKA") -> None:
        self._said = reading(letters)

    def read(
        self,
        frames: Sequence[Frame],
        board: BoardOutline | None,
        *,
        backdrop: Backdrop | None = None,
        dice: int | None = None,
    ) -> Reading:
        return replace(self._said, exposed_ns=frames[-1].exposed_ns, size_wh=frames[-1].size_wh)


def same_reader(_: ReaderPolicy) -> SameReader:
    return SameReader()


@contextmanager
def at_table(config: Config, **parts: Any) -> Iterator[tuple[Guest, Table]]:
    """Run a companion, and sit down at its page."""
    table = Table(config, **parts)
    loop = threading.Thread(target=table.companion.run)
    try:
        url = table.start()
        loop.start()
        with closing(Guest(url)) as guest:
            yield guest, table
    finally:
        table.companion.stop()
        if loop.ident is not None:
            loop.join()
        table.close()


def photograph(path: Path, grey: int = 120) -> None:
    path.parent.mkdir(exist_ok=True)
    rng = np.random.default_rng(grey)
    pixels = np.clip(grey + rng.normal(0, 4, (SIDE_PX, SIDE_PX, 3)), 0, 255).astype(np.uint8)
    path.write_bytes(cv2.imencode(".png", pixels)[1].tobytes())


@pytest.fixture
def config(tmp_path: Path) -> Config:
    """A camera that shows two pictures of a folder, and nothing on the header."""
    photograph(tmp_path / "pictures" / "1.png", 90)
    photograph(tmp_path / "pictures" / "2.png", 160)
    return Config(
        camera=CameraConfig(f"folder:{tmp_path / 'pictures'}"),
        button=ButtonConfig(gpio=Gpio.OFF, keyboard=False),
        lamp=LampConfig(gpio=Gpio.OFF),
        sound=SoundConfig(gpio=Gpio.OFF, speaker=Gpio.OFF),
        display=DisplayConfig(port=free_port(), language=Language.GERMAN, open_browser=False),
        store=StoreConfig(str(tmp_path / "games.sqlite3")),
        simulated=SimulatedConfig(seed=3, speed=20.0),
    )


@pytest.fixture
def simulated(config: Config) -> Config:
    pytest.importorskip("mujoco", reason="MuJoCo is not installed (extra simulated)")
    return replace(config, camera=CameraConfig("simulated"))


def new_game(guest: Guest) -> View:
    """Begin a game; the eye may offer a press for the dice it sees at any moment."""
    guest.touch("new-game", players=["Anna", "Ben"], beginner=0)
    return guest.until(lambda view: view["phase"] != "setup")


def type_throw(guest: Guest, *names: str) -> View:
    guest.touch("throw-by-hand")
    guest.until_phase("asking")
    for index, face in enumerate(names):
        guest.touch("correct-die", index=index, face=face)
    guest.until(lambda view: [die["face"] for die in view["dice"]] == list(names))
    guest.touch("accept-reading")
    return guest.until(lambda view: view["phase"] != "asking")


def press(table: Table) -> None:
    """Press for a moment, half a second from now: presses at once are one."""
    at_ns = time.monotonic_ns() + 500_000_000
    table.companion.edge("screen", Edge(is_down=True, at_ns=at_ns))
    table.companion.edge("screen", Edge(is_down=False, at_ns=at_ns + 1))


def has_dice(view: View) -> bool:
    return bool(view["dice"]) and view["phase"] != "reading"


def fill(path: Path, *records: Record) -> None:
    with closing(SqliteStore.open(path)) as store:
        for record in records:
            store.append(record)


def saved(config: Config) -> tuple[Record, ...]:
    with closing(SqliteStore.open(config.store.file)) as store:
        return store.current_game()


# -- playing ---------------------------------------------------------------------------------------------------


def test_on_the_simulated_board_a_press_is_thrown_seen_read_and_answered(simulated: Config):
    with at_table(simulated) as (guest, _):
        view = new_game(guest)
        assert view["is_simulated"]
        assert guest.http.get("/board.jpg").content.startswith(b"\xff\xd8")
        guest.post("/simulated/press")
        # Which of these it is, is the models' affair; an empty or refused reading would be "waiting" again.
        view = guest.until_phase("read", "asking", "burning")
        picture = next(die["picture"] for die in view["dice"] if die["picture"])
        assert guest.http.get(picture).content.startswith(b"\xff\xd8")


def until_covered(table: Table, is_covered: bool) -> bool:
    """Wait until the cup stands over the dice, or no longer does; return whether it came to that."""
    assert table.board is not None
    for _ in range(500):
        if table.board.is_covered is is_covered:
            return True
        table.board.clock.sleep(0.02)
    return False


def test_the_cup_stays_over_the_dice_until_the_next_game(simulated: Config):
    with at_table(simulated, load=same_reader) as (guest, table):
        new_game(guest)
        guest.post("/simulated/cover")
        assert until_covered(table, True)
        for is_muted in (True, False):  # other views are shown meanwhile
            guest.touch("mute", is_muted=is_muted)
            guest.until(lambda view, wanted=is_muted: view["sound"]["is_muted"] is wanted)
        assert until_covered(table, True)
        guest.touch("new-game", players=["Cleo", "Dora"], beginner=0)
        assert until_covered(table, False)


def test_a_press_turns_the_page_of_a_folder_and_after_the_last_the_camera_is_lost(config: Config):
    with at_table(config, load=same_reader) as (guest, table):
        new_game(guest)
        assert not guest.view["is_simulated"]
        guest.press()
        assert [die["face"] for die in guest.until(has_dice)["dice"]] == ["nine", "nine", "ten", "king", "ace"]
        assert guest.http.get(guest.view["dice"][0]["picture"]).content.startswith(b"\xff\xd8")
        assert not guest.view["warnings"]
        press(table)
        assert guest.until_told("camera-lost")["warnings"]
    assert [type(record.event) for record in saved(config)] == [GameBegan, ThrowMade]


def test_the_quickest_tap_on_the_screen_is_a_press(config: Config):
    with at_table(config, load=same_reader) as (guest, table):
        new_game(guest)
        press(table)
        guest.until(has_dice)


def test_a_camera_unplugged_in_play_is_said_and_found_again_by_itself(simulated: Config):
    with at_table(simulated, load=same_reader) as (guest, table):
        assert table.board is not None
        new_game(guest)
        table.board.cameras.fault = CameraFault.UNPLUGGED
        assert guest.until_told("camera-lost")["warnings"]
        type_throw(guest, "nine", "nine", "ten", "jack", "ace")
        table.board.cameras.fault = None
        view = guest.until(lambda view: not view["warnings"])
        assert [die["face"] for die in view["dice"]] == ["nine", "nine", "ten", "jack", "ace"]


def test_without_the_camera_of_the_settings_the_game_is_typed(config: Config):
    with at_table(replace(config, camera=CameraConfig("usb:63")), load=same_reader) as (guest, _):
        guest.until_told("camera-lost")
        new_game(guest)
        assert guest.view["button"]["kind"] == "type"
        type_throw(guest, "ace", "ace", "ace", "ace", "ace")


# -- setting up ------------------------------------------------------------------------------------------------


def test_setting_up_looks_through_the_camera_of_the_game_shows_what_it_sees_and_gives_it_back(config: Config):
    with at_table(config, load=same_reader, sets_up=True) as (guest, _):
        view = guest.until(lambda view: view["wizard"] and view["wizard"]["picture"])
        assert view["wizard"]["step"] == "camera"
        picture = guest.http.get(view["wizard"]["picture"]["url"])
        assert picture.content.startswith(b"\xff\xd8")
        assert guest.http.get("/survey/1.jpg").status_code == 404
        guest.touch("close-wizard")
        guest.until(lambda view: view["wizard"] is None)
        new_game(guest)
        guest.press()
        guest.until(has_dice)


def test_setting_up_that_was_cut_off_goes_on_by_itself_at_the_same_step(config: Config):
    with at_table(config, load=same_reader) as (guest, _):
        guest.touch("open-wizard")
        guest.touch("go-on")
        guest.touch("go-on")
        guest.until(lambda view: view["wizard"] and view["wizard"]["step"] == "light")
    with at_table(config, load=same_reader) as (guest, _):
        view = guest.until(lambda view: view["wizard"])
        assert view["wizard"]["step"] == "light"
        assert [step["outcome"] for step in view["wizard"]["steps"]][2:] == ["open"] * 5
        guest.touch("close-wizard")
        guest.until(lambda view: view["wizard"] is None)
    with at_table(config, load=same_reader) as (guest, _):
        assert guest.until(lambda _: True)["wizard"] is None
        guest.touch("open-wizard")
        assert guest.until(lambda view: view["wizard"])["wizard"]["step"] == "light"


def test_a_game_that_runs_stays_while_the_device_is_set_up(simulated: Config):
    with at_table(simulated, load=same_reader) as (guest, table):
        new_game(guest)
        guest.post("/simulated/press")
        guest.until(has_dice)
        lying, game = table.board.table.truth(), table.companion.state.game
        guest.touch("open-wizard")
        for step in ("sheet", "light", "focus", "button", "dice"):
            guest.touch("go-on")
            guest.until(lambda view, step=step: view["wizard"] and view["wizard"]["step"] == step)
        guest.press()
        guest.until(lambda view: view["wizard"]["dice"] or view["wizard"]["notice"])
        guest.touch("close-wizard")
        guest.until(lambda view: view["wizard"] is None)
        assert table.companion.state.game == game
        assert table.board.table.truth() == lying


def test_with_broken_models_setting_up_says_so_and_can_be_left(config: Config, tmp_path: Path):
    with at_table(config, load=missing(tmp_path), sets_up=True) as (guest, _):
        view = guest.until(lambda view: view["wizard"])
        assert view["wizard"]["notice"]
        guest.touch("close-wizard")
        guest.until(lambda view: view["wizard"] is None)


# -- the models ------------------------------------------------------------------------------------------------


def broken(folder: Path) -> Callable[[ReaderPolicy], Reader]:
    """Load a detector of which the last byte is gone."""
    path = folder / DETECTOR_PATH.name
    path.write_bytes(DETECTOR_PATH.read_bytes()[:-1])
    path.with_suffix(".json").write_bytes(DETECTOR_PATH.with_suffix(".json").read_bytes())
    return lambda policy: Reader(Detector.from_file(path), FaceReader.from_file(), policy=policy)


def missing(folder: Path) -> Callable[[ReaderPolicy], Reader]:
    return lambda policy: Reader(Detector.from_file(folder / "nowhere.onnx"), FaceReader.from_file(), policy=policy)


@pytest.mark.parametrize("models", [broken, missing])
def test_with_broken_models_the_page_says_so_and_the_game_is_typed_and_kept(
    models: Callable[[Path], Any], simulated: Config, tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    with at_table(simulated, load=models(tmp_path)) as (guest, _):
        assert guest.until_told("model-broken")["warnings"]
        new_game(guest)
        type_throw(guest, "nine", "nine", "ten", "king", "ace")
        guest.touch("touch-cell", category="nines", column=1)
        view = guest.until_told("entered")
        assert view["cells"][0][0][0]["points"] == 2
        assert view["to_move"] == 1
    assert [record.event for record in saved(simulated)][1:] == [
        ThrowMade(faces("99XKA")),
        Entered(Cell(Category.NINES, 1)),
    ]
    assert "nstall" in caplog.text  # the log says how to mend it


def test_with_broken_models_a_press_asks_for_the_dice(config: Config, tmp_path: Path):
    with at_table(config, load=missing(tmp_path)) as (guest, _):
        new_game(guest)
        guest.press()
        assert guest.until_phase("asking")["notice"]["key"] == "type-throw"


class StumblingReader:
    """Fails at every picture."""

    def read(self, *_: object, **__: object) -> Reading:
        raise ModelContractError("The model answered with another shape than it states.")


def test_a_model_that_fails_in_play_leaves_no_press_waiting(config: Config, caplog: pytest.LogCaptureFixture):
    with at_table(config, load=lambda _: StumblingReader()) as (guest, _):
        new_game(guest)
        guest.press()
        guest.until_told("model-broken")
        type_throw(guest, "nine", "nine", "ten", "king", "ace")
    assert "another shape" in caplog.text


def test_what_stands_in_for_a_broken_model_reads_nothing():
    with pytest.raises(ModelMissingError):
        BlindReader().read([], None)


# -- taught dice -----------------------------------------------------------------------------------------------

THROWN_PIPS = (0, 2, 3, 3, 5)


def taught_pips(config: Config, tmp_path: Path) -> DiceShelf:
    """Teach pips as poker faces, lay a damaged set beside them, and five of the dice under the camera."""
    reader, finder = FaceReader.from_file(threads=1), load_finder()
    shelf = DiceShelf(config.store.dice_folder, reader)
    shown = [Frame(thrown("pips", range(6), seed=seed).pixels) for seed in range(2)]
    faces = [face.crop for frame in shown for face in dice_in(frame, finder, reader)]
    shelf.teach("pips", LABELS, np.stack(faces), tuple(range(6)) * 2)
    (config.store.dice_folder / "bad.npz").write_bytes(b"no set")
    pixels = thrown("pips", THROWN_PIPS, seed=9, size_wh=(1000, 800)).pixels
    for name in ("1", "2"):
        (tmp_path / "pictures" / f"{name}.png").write_bytes(cv2.imencode(".png", pixels[..., ::-1])[1].tobytes())
    return shelf


def test_taught_dice_are_read_at_the_table_and_a_correction_is_learnt(
    config: Config, tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("firmware.dice.own_dice.CLOSE_WAIT_S", 300.0)  # under QEMU learning takes long
    shelf = taught_pips(config, tmp_path)
    with at_table(config) as (guest, _):
        new_game(guest)
        guest.press()
        view = guest.until(has_dice)
        assert [die["face"] for die in view["dice"]] == ["nine", "jack", "queen", "queen", "ace"]
        guest.touch("correct-die", index=1, face="ten")
        guest.until_told("throw-corrected")
        guest.touch("repeat-throw")
        guest.until_told("repeat-throw")
        guest.press()
        guest.until(has_dice)
        assert len(shelf.load("pips").crops) == 12  # nothing is learnt before the throw is over
    kept = shelf.load("pips")
    assert len(kept.crops) == 13
    assert kept.shown[-1] == LABELS.index("10")
    assert "bad.npz cannot be read" in caplog.text


def calibrated(config: Config, seen: Frame, *, normal: tuple[float, float, float]) -> None:
    """Keep that the camera of the settings was calibrated."""
    wide, high = seen.size_wh
    calibration = Calibration(
        made_utc="2026-01-02T03:04:05+00:00",
        camera=config.camera.source,
        size_wh=seen.size_wh,
        outline=((1.0, 1.0), (wide - 1.0, 1.0), (wide - 1.0, high - 1.0), (1.0, high - 1.0)),
        kind=BoardKind.SHEET,
        focal_px=2.0 * wide,
        normal=normal,
    )
    save(calibration_file(config), calibration, seen)


@pytest.mark.parametrize("tilt_deg", [0.0, 25.0])
def test_what_a_calibrated_camera_should_see_of_lying_dice_decides_which_lean(
    config: Config, tmp_path: Path, tilt_deg: float
):
    lying = Frame(thrown("suits", THROWN_PIPS, seed=9, size_wh=(1000, 800)).pixels)
    for name in ("1", "2"):
        (tmp_path / "pictures" / f"{name}.png").write_bytes(cv2.imencode(".png", lying.pixels[..., ::-1])[1].tobytes())
    aslant = np.radians(tilt_deg)
    calibrated(config, lying, normal=(float(np.sin(aslant)), 0.0, -float(np.cos(aslant))))
    with at_table(config) as (guest, _):
        new_game(guest)
        guest.press()
        view = guest.until(has_dice)
        assert (view["phase"] == "burning") is (tilt_deg > 0)


def test_a_calibrated_camera_that_was_moved_is_no_longer_held_to_its_calibration(config: Config, tmp_path: Path):
    lying = Frame(thrown("suits", THROWN_PIPS, seed=9, size_wh=(1000, 800)).pixels)
    pushed = cv2.warpAffine(lying.pixels, np.array([[1.0, 0.0, 14.0], [0.0, 1.0, 6.0]]), (1000, 800), borderMode=1)
    for name, pixels in (("1", lying.pixels), ("2", pushed)):
        (tmp_path / "pictures" / f"{name}.png").write_bytes(cv2.imencode(".png", pixels[..., ::-1])[1].tobytes())
    calibrated(config, lying, normal=(0.42, 0.0, -0.91))
    with at_table(config) as (guest, _):
        new_game(guest)
        guest.press()
        guest.until_phase("burning")
        guest.touch("repeat-throw")
        guest.until_told("repeat-throw")
        guest.press()
        assert guest.until(has_dice)["phase"] != "burning"


# -- the store -------------------------------------------------------------------------------------------------


def test_a_game_goes_on_at_the_same_throw_after_a_new_start(config: Config):
    with at_table(config, load=same_reader) as (guest, _):
        new_game(guest)
        type_throw(guest, "nine", "nine", "ten", "king", "ace")
    with at_table(config, load=same_reader) as (guest, _):
        view = guest.until(has_dice)
        assert view["throw"]["number"] == 1
        assert [die["face"] for die in view["dice"]] == ["nine", "nine", "ten", "king", "ace"]


def test_a_newer_store_is_left_alone_said_and_the_game_goes_on(config: Config):
    path = config.store.file
    fill(path, BEGAN)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA journal_mode = DELETE")
    before = path.read_bytes()
    with at_table(config, load=same_reader) as (guest, _):
        assert not guest.until_told("store-too-new")["warnings"]
        new_game(guest)
        type_throw(guest, "nine", "nine", "ten", "king", "ace")
    with at_table(config, load=same_reader) as (guest, _):
        view = guest.until_told("store-too-new")
        assert [die["face"] for die in view["dice"]] == ["nine", "nine", "ten", "king", "ace"]
    assert path.read_bytes() == before


def test_a_store_that_cannot_be_written_is_not_called_mended_by_the_next_event(config: Config):
    folder = config.store.file.parent / "full"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("needs the right to mount a small disk")
    try:
        full = replace(config, store=StoreConfig(str(folder / "games.sqlite3")))
        with at_table(full, load=same_reader) as (guest, _):
            guest.until_told("store-full")
            guest.touch("choose-language", language="en")
            view = guest.until(lambda view: view["language"] == "en")
            assert view["notice"]["key"] == "store-full"
            assert view["warnings"]
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


def test_a_damaged_store_is_put_aside_said_and_the_game_is_kept_in_a_new_one(config: Config):
    config.store.file.write_bytes(b"no database at all" * 99)
    with at_table(config, load=same_reader) as (guest, _):
        guest.until_told("store-replaced")
        new_game(guest)
    assert [type(record.event) for record in saved(config)] == [GameBegan]
    assert config.store.file.with_name("games.sqlite3.corrupt-1").read_bytes() == b"no database at all" * 99


def test_a_log_that_is_no_game_stays_in_the_store_and_a_new_game_begins(
    config: Config, caplog: pytest.LogCaptureFixture
):
    fill(config.store.file, BEGAN, Record(Entered(Cell(Category.NINES, 1))))  # entered without a throw
    with at_table(config, load=same_reader) as (guest, _):
        guest.until_told("game-unreadable")
        new_game(guest)
    with closing(SqliteStore.open(config.store.file)) as store:
        assert len(store.games()) == 2
    assert "does not replay" in caplog.text


def test_a_game_of_a_newer_serviert_on_a_read_only_disk_does_not_keep_a_new_one_from_beginning(config: Config):
    rows = [Row.of(BEGAN, sequence=1, game=1), Row(sequence=2, game=1, body='{"event":{"type":"dice-painted"}}')]
    problem = StoreReadOnlyError("nothing may be written")
    with closing(SqliteStore.unwritable(config.store.file, rows, problem)) as store:
        state = first_state(config, store, None)
    assert (state.notice.key, state.is_saved) == (NoticeKey.GAME_UNREADABLE, False)


def test_a_second_companion_is_told_that_one_runs(config: Config):
    with at_table(config, load=same_reader) as (guest, _):
        with pytest.raises(StoreInUseError, match="Another Serviert"):
            Table(config)
        new_game(guest)  # the first is none the worse for it
    assert len(saved(config)) == 1


# -- the display and the other parts ---------------------------------------------------------------------------


def test_a_port_in_use_makes_the_page_come_up_on_one_of_the_next(config: Config):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", config.display.port))
        taken.listen()
        with at_table(config, load=same_reader) as (guest, table):
            new_game(guest)
            assert config.display.port < table.display.port <= config.display.port + 5


def test_where_no_port_is_left_it_is_said_and_the_store_is_let_go(config: Config):
    last = replace(config, display=replace(config.display, port=65_535))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 65_535))
        taken.listen()
        table = Table(last, load=same_reader)
        with closing(table), pytest.raises(DisplayError, match="set another port"):
            table.start()
    assert saved(config) == ()


@pytest.mark.security
def test_as_it_comes_nothing_listens_beyond_loopback(config: Config):
    before = listeners("self")
    with at_table(config, load=same_reader) as (guest, table):
        new_game(guest)
        assert table.share is None
        assert "share" not in guest.view
        assert listeners("self") - before == {f"127.0.0.1:{table.display.port}"}
        assert beyond_loopback("self") == set()


@pytest.mark.security
def test_shared_where_there_is_no_network_nothing_listens_beyond_loopback_either(config: Config):
    sharing = replace(config, share=ShareConfig(on=True, interface="nowhere0"))
    with at_table(sharing, load=same_reader) as (guest, table):
        view = guest.until(lambda view: "share" in view)
        assert view["share"]["urls"] == []
        assert len(view["share"]["digits"]) == 4
        assert beyond_loopback("self") == set()
        assert guest.http.post("/share/renew", json={}).status_code == 204
        assert table.share is not None


def test_a_button_insisted_on_and_missing_is_an_error_and_lets_the_store_go(config: Config):
    insisting = replace(config, button=ButtonConfig(gpio=Gpio.ON, keyboard=False))
    with pytest.raises(ButtonError):
        Table(insisting, load=same_reader)
    assert saved(config) == ()  # it could not be opened if the table still held it


def test_a_folder_without_pictures_is_an_error(config: Config, tmp_path: Path):
    (tmp_path / "none").mkdir()
    with pytest.raises(CameraMissingError, match="holds no pictures"):
        Table(replace(config, camera=CameraConfig(f"folder:{tmp_path / 'none'}")), load=same_reader)


def test_closing_twice_does_nothing(config: Config):
    with at_table(config, load=same_reader) as (_, table):
        pass
    table.close()


@pytest.mark.parametrize(
    ("environment", "expected"), [({}, False), ({"DISPLAY": ":0"}, True), ({"WAYLAND_DISPLAY": "wayland-0"}, True)]
)
def test_a_browser_is_opened_only_where_it_has_a_screen(
    environment: dict[str, str], expected: bool, monkeypatch: pytest.MonkeyPatch
):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert has_desktop() is expected


# -- the process -----------------------------------------------------------------------------------------------

SETTINGS = """
[camera]
source = "folder:{pictures}"
[button]
gpio = "off"
[lamp]
gpio = "off"
[sound]
gpio = "off"
speaker = "off"
[display]
port = {port}
[store]
path = "{store}"
"""


def test_sigterm_ends_it_well_and_the_next_start_goes_on(config: Config, tmp_path: Path):
    settings = tmp_path / "serviert.toml"
    settings.write_text(
        SETTINGS.format(pictures=tmp_path / "pictures", port=config.display.port, store=config.store.file),
        encoding="utf-8",
    )
    running = Running(settings)
    try:
        running.touch("new-game", players=["Anna", "Ben"], beginner=0)
        running.until(lambda view: view["phase"] == "waiting")
    finally:
        status = running.stop()
    assert status == 0
    assert not any("Traceback" in line for line in running.log)
    assert [type(record.event) for record in saved(config)] == [GameBegan]
