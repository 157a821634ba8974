"""The composition with its games, real models and dice, and with broken ones; talked to as the page does."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.board.calibration import Calibration, calibration_file, save
from firmware.commands import play, teach
from firmware.dice.dice_shelf import DiceShelf
from firmware.errors import StoreInUseError, StoreReadOnlyError
from firmware.faces import LABELS
from firmware.log import codec, stored
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.session.vocabulary import NoticeKey
from firmware.settings.config import CameraConfig
from scoring.events import Entered, GameBegan, ThrowMade
from scoring.sheets import category, sheet
from tests.doubles.phone import phone
from tests.doubles.recorded import BoardReader
from tests.firmware.commands import guest as guests
from tests.firmware.log.games import BEGAN, fill, saved
from tests.firmware.session.table_talk import faces
from tests.vision.shown_dice import photograph as thrown
from vision.errors import ModelContractError
from vision.find.board import BoardKind
from vision.frame import Frame
from vision.read.classify import FaceReader
from vision.read.load import load_finder
from vision.reading import Reading

THROW = ["nine", "nine", "ten", "king", "ace"]


def test_a_newer_store_is_left_alone_said_and_the_game_goes_on_at_the_same_throw_after_a_new_start(config):
    path = config.store.file
    fill(path, BEGAN)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute("PRAGMA journal_mode = DELETE")
    before = path.read_bytes()
    with guests.at_table(config, load=guests.same_reader) as (guest, _):
        assert not guest.until_told("store-too-new")["warnings"]
        guests.new_game(guest)
        guests.type_throw(guest, *THROW)
    with guests.at_table(config, load=guests.same_reader) as (guest, _):
        assert [die["face"] for die in guest.until_told("store-too-new")["dice"]] == THROW
    assert path.read_bytes() == before


def test_a_damaged_store_is_put_aside_said_and_the_game_is_kept_in_a_new_one(config):
    config.store.file.write_bytes(b"no database at all" * 99)
    with guests.at_table(config, load=guests.same_reader) as (guest, _):
        guest.until_told("store-replaced")
        guests.new_game(guest)
    assert [type(record.event) for record in saved(config.store.file)] == [GameBegan]
    assert config.store.file.with_name("games.sqlite3.corrupt-1").read_bytes() == b"no database at all" * 99


def test_a_log_that_is_no_game_stays_in_the_store_and_a_new_game_begins(config, caplog):
    fill(config.store.file, BEGAN, Record(Entered(sheet.Cell(category.Category.NINES, 1))))  # entered without a throw
    with guests.at_table(config, load=guests.same_reader) as (guest, _):
        guest.until_told("game-unreadable")
        guests.new_game(guest)
    with closing(SqliteStore.open(config.store.file)) as store:
        assert len(store.games()) == 2
    assert "does not replay" in caplog.text


def test_a_game_of_a_newer_serviert_on_a_read_only_disk_does_not_keep_a_new_one_from_beginning(config):
    bodies = (codec.encode(BEGAN), '{"event":{"type":"dice-painted"}}')
    rows = [stored.StoredRecord(sequence=at, game=1, body=body) for at, body in enumerate(bodies, start=1)]
    problem = StoreReadOnlyError("nothing may be written")
    with closing(SqliteStore.unwritable(config.store.file, rows, problem)) as store:
        state = play.first_state(config, store, None)
    assert (state.notice.key, state.is_saved) == (NoticeKey.GAME_UNREADABLE, False)


def test_a_game_that_was_put_away_is_in_the_list_and_goes_on_from_there_also_after_a_new_start(config):
    def listed(guest: guests.Guest) -> list[tuple[int, str, list[str]]]:
        games = guest.http.get("/games", params={"most": 9}).json()["games"]
        return [(game["number"], game["fate"], [player["name"] for player in game["players"]]) for game in games]

    with guests.at_table(config, load=guests.same_reader) as (guest, _):
        guests.new_game(guest)
        guests.type_throw(guest, *THROW)
        guest.touch("end-game")
        assert guest.until_phase("setup")["setup"]["people"] == ["Anna", "Ben"]
        guest.touch("play-on", number=7)
        guest.until_told("game-gone")
        guest.touch("new-game", players=["Toni", "Ben"], beginner=0)
        guest.until(lambda view: view["players"] and view["players"][0]["name"] == "Toni")
        assert listed(guest) == [(2, "running", ["Toni", "Ben"]), (1, "put-away", ["Anna", "Ben"])]
        guest.touch("play-on", number=1)
        guest.until_told("resumed")
        guest.touch("end-game")
        guest.until_phase("setup")
    with guests.at_table(config, load=guests.same_reader) as (guest, _):
        assert listed(guest) == [(3, "put-away", ["Anna", "Ben"])]  # of the other nothing was played
        guest.touch("play-on", number=3)
        assert [die["face"] for die in guest.until_told("resumed")["dice"]] == THROW
        assert listed(guest) == [(4, "running", ["Anna", "Ben"])]


def test_a_second_companion_is_told_that_another_has_the_games(config):
    with guests.at_table(config, load=guests.same_reader) as (guest, _):
        with pytest.raises(StoreInUseError, match=r"^Another Serviert"):
            play.RunningCompanion(config)
        guests.new_game(guest)  # the first is none the worse for it
    assert len(saved(config.store.file)) == 1


def test_with_broken_models_the_page_says_so_and_the_game_is_typed_and_kept(config, tmp_path, caplog):
    with guests.at_table(config, load=guests.broken(tmp_path), sets_up=True) as (guest, _):
        assert guest.until(lambda view: view["wizard"])["wizard"]["notice"]  # setting up says so, and can be left
        guest.touch("close-wizard")
        guest.until(lambda view: view["wizard"] is None)
        assert guest.until_told("model-broken")["warnings"]
        guests.new_game(guest)
        guest.press()
        guest.until_told("type-throw")
        guests.type_throw(guest, *THROW)
        guest.touch("touch-cell", category="nines", column=1)
        view = guest.until_told("entered")
        assert (view["cells"][0][0][0]["points"], view["to_move"]) == (2, 1)
    assert [record.event for record in saved(config.store.file)][1:] == [
        ThrowMade(faces("99XKA")),
        Entered(sheet.Cell(category.Category.NINES, 1)),
    ]
    assert "nstall" in caplog.text  # the log says how to mend it


class StumblingReader(BoardReader):
    """Fails at every picture."""

    def read(self, *_: object, **__: object) -> Reading:
        raise ModelContractError("The model answered with another shape than it states.")


def test_a_model_that_fails_in_play_leaves_no_press_waiting(config, caplog):
    with guests.at_table(config, load=lambda _: StumblingReader()) as (guest, _):
        guests.new_game(guest)
        guest.press()
        guest.until_told("model-broken")
        guests.type_throw(guest, *THROW)
    assert "another shape" in caplog.text


def lie(design: str, folder: Path) -> Frame:
    """Let the camera show five dice, twice."""
    pixels = thrown(design, (0, 2, 3, 3, 5), seed=9, size_wh=(1000, 800)).pixels
    for name in ("1", "2"):
        guests.lay_picture(folder / "pictures" / f"{name}.png", pixels)
    return Frame(pixels)


@pytest.mark.proof
def test_taught_dice_are_read_at_the_table_and_a_wrong_correction_is_not_learnt(config, tmp_path, caplog):
    reader, finder = FaceReader.from_file(threads=1), load_finder()
    shelf = DiceShelf(config.store.dice_folder, reader)
    shown = [Frame(thrown("pips", range(6), seed=seed).pixels) for seed in range(2)]
    faces = [face for frame in shown for face in teach.faces_in(frame, finder, reader)]
    shelf.teach("pips", LABELS, np.stack(faces), tuple(range(6)) * 2)
    (config.store.dice_folder / "bad.npz").write_bytes(b"no set")  # a damaged one beside it
    lie("pips", tmp_path)
    with guests.at_table(config) as (guest, _):
        guests.new_game(guest)
        guest.press()
        view = guest.until(guests.has_dice)
        assert [die["face"] for die in view["dice"]] == ["nine", "jack", "queen", "queen", "ace"]
        guest.touch("correct-die", index=1, face="ten")
        guest.until_told("throw-corrected")
        guest.touch("repeat-throw")
        guest.until_told("repeat-throw")
        guest.press()
        guest.until(guests.has_dice)
    assert len(shelf.load("pips").crops) == 12
    assert "bad.npz cannot be read" in caplog.text


def test_a_phone_on_a_holder_is_the_camera_and_while_it_sends_nothing_that_is_said(config):
    with phone(thrown("suits", (0, 1, 3, 3, 5), seed=9, size_wh=(1440, 1080)).pixels) as sending:
        address = sending.address("/private?hidden=1", user="me:secret@")
        with guests.at_table(replace(config, camera=CameraConfig(address))) as (guest, table):
            assert table.source.name == sending.address("/private")
            guests.new_game(guest)
            guest.press()
            assert {die["face"] for die in guest.until(guests.has_dice)["dice"]} == {"nine", "ten", "queen", "ace"}
            sending.is_silent = True
            guest.until_told("camera-silent")
            sending.is_silent = False
            guest.until_told("camera-back")


@pytest.mark.proof
def test_a_calibrated_camera_that_was_moved_is_no_longer_held_to_its_calibration(config, tmp_path):
    lying = lie("suits", tmp_path)
    pushed = cv2.warpAffine(lying.pixels, np.array([[1.0, 0.0, 14.0], [0.0, 1.0, 6.0]]), (1000, 800), borderMode=1)
    guests.lay_picture(tmp_path / "pictures" / "2.png", pushed)
    outline = ((1.0, 1.0), (999.0, 1.0), (999.0, 799.0), (1.0, 799.0))
    seen = {"camera": config.camera.source, "size_wh": (1000, 800), "outline": outline, "kind": BoardKind.SHEET}
    save(calibration_file(config), Calibration(made_utc="", focal_px=2000.0, normal=(0.42, 0.0, -0.91), **seen), lying)
    with guests.at_table(config) as (guest, _):
        guests.new_game(guest)
        guest.press()
        guest.until_phase("burning")
        guest.touch("repeat-throw")
        guest.until_told("repeat-throw")
        guest.press()
        assert guest.until(guests.has_dice)["phase"] != "burning"
