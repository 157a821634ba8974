"""The composition and its games: they go on after a new start, whatever became of their file."""

from __future__ import annotations

import sqlite3
import subprocess
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.commands.play import RunningCompanion, first_state
from firmware.errors import StoreInUseError, StoreReadOnlyError
from firmware.log import codec
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord
from firmware.session.vocabulary import NoticeKey
from firmware.settings.config import Config, StoreConfig
from scoring.events import Entered, GameBegan
from scoring.sheets.category import Category
from scoring.sheets.sheet import Cell
from tests.firmware.commands.guest import at_table, has_dice, new_game, same_reader, saved, type_throw

BEGAN = Record(GameBegan(players=("Anna", "Ben"), beginner=0))
THROW = ["nine", "nine", "ten", "king", "ace"]


def fill(path: Path, *records: Record) -> None:
    with closing(SqliteStore.open(path)) as store:
        for record in records:
            store.append(record)


def test_a_game_goes_on_at_the_same_throw_after_a_new_start(config: Config):
    with at_table(config, load=same_reader) as (guest, _):
        new_game(guest)
        type_throw(guest, *THROW)
    with at_table(config, load=same_reader) as (guest, _):
        view = guest.until(has_dice)
        assert view["throw"]["number"] == 1
        assert [die["face"] for die in view["dice"]] == THROW


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
        type_throw(guest, *THROW)
    with at_table(config, load=same_reader) as (guest, _):
        assert [die["face"] for die in guest.until_told("store-too-new")["dice"]] == THROW
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


def test_a_log_that_is_no_game_stays_in_the_store_and_a_new_game_begins(config: Config, caplog):
    fill(config.store.file, BEGAN, Record(Entered(Cell(Category.NINES, 1))))  # entered without a throw
    with at_table(config, load=same_reader) as (guest, _):
        guest.until_told("game-unreadable")
        new_game(guest)
    with closing(SqliteStore.open(config.store.file)) as store:
        assert len(store.games()) == 2
    assert "does not replay" in caplog.text


def test_a_game_of_a_newer_serviert_on_a_read_only_disk_does_not_keep_a_new_one_from_beginning(config: Config):
    bodies = (codec.encode(BEGAN), '{"event":{"type":"dice-painted"}}')
    rows = [StoredRecord(sequence=at, game=1, body=body) for at, body in enumerate(bodies, start=1)]
    problem = StoreReadOnlyError("nothing may be written")
    with closing(SqliteStore.unwritable(config.store.file, rows, problem)) as store:
        state = first_state(config, store, None)
    assert (state.notice.key, state.is_saved) == (NoticeKey.GAME_UNREADABLE, False)


def test_a_second_companion_is_told_where_the_first_runs(config: Config):
    with at_table(config, load=same_reader) as (guest, table):
        with pytest.raises(StoreInUseError, match=f"open http://127.0.0.1:{table.display.port}/ "):
            RunningCompanion(config)
        new_game(guest)  # the first is none the worse for it
    with closing(SqliteStore.open(config.store.file)), pytest.raises(StoreInUseError, match=r"^Another Serviert"):
        RunningCompanion(config)  # what holds the games now shows no page
    assert len(saved(config)) == 1
