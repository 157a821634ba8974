import os
from contextlib import closing

import pytest

from firmware.doctor.finding import Health
from firmware.doctor.store import store
from firmware.errors import StoreTooNewError
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from scoring.events import GameBegan
from tests.firmware.doctor.recorded import expect
from tests.firmware.log.games import copied, fill, newer, older

BEGAN = Record(GameBegan(players=("Anna", "Ben")))


def test_looking_at_a_store_to_be_makes_no_file(config, tmp_path):
    found, is_playing = store(config)
    assert (found.health, is_playing) == (Health.GOOD, False)
    assert "no games yet" in found.sentence
    assert not (tmp_path / "data").exists()


def test_a_store_that_cannot_be_made_fails(config, tmp_path):
    (tmp_path / "data").write_text("a file in the way")
    found, _ = store(config)
    assert found.is_failure
    assert "choose another path under [store]" in found.sentence


def test_games_are_counted(config):
    for expected in ("1 game in", "2 games in"):
        fill(config.store.file, BEGAN)
        copied(config.store.file)
        found, is_playing = store(config)
        assert (found.health, is_playing) == (Health.GOOD, False)
        assert found.sentence.startswith(expected)
        assert str(config.store.copy_file) in found.sentence


def test_what_is_wrong_with_the_copy_is_said(config):
    fill(config.store.file, BEGAN, BEGAN)
    for spoil, said in (
        (lambda path: path.touch(), "is 2 records behind"),
        (lambda path: path.write_bytes(b"Sehr geehrte Damen und Herren, " * 300), "cannot be read"),
        (lambda path: path.mkdir(), "cannot be read: "),
    ):
        config.store.copy_file.unlink(missing_ok=True)
        spoil(config.store.copy_file)
        found, _ = store(config)
        assert found.health is Health.DOUBTFUL
        assert f"its copy {config.store.copy_file} {said}" in found.sentence


def test_what_was_moved_aside_is_counted(config):
    fill(config.store.file, BEGAN)
    for name in ("corrupt-1", "corrupt-1-wal", "copy.corrupt-2"):
        config.store.file.with_name(f"games.sqlite3.{name}").touch()
    copied(config.store.file)
    assert "3 files moved aside" in store(config)[0].sentence


def test_a_store_of_an_older_serviert_is_left_to_be_taken_over(config):
    before = older(config.store.file, (BEGAN,)).read_bytes()
    found, _ = store(config)
    assert found.health is Health.GOOD
    assert "of an older Serviert" in found.sentence
    assert config.store.file.read_bytes() == before


def test_a_store_that_is_being_played_with_is_fine_and_goes_on(config):
    with closing(SqliteStore.open(config.store.file)) as opened:
        opened.append(BEGAN)
        found, is_playing = store(config)
        assert is_playing
        assert found.sentence.startswith("a companion is playing with")
        opened.append(BEGAN)


def test_after_a_look_the_store_is_free(config):
    SqliteStore.open(config.store.file).close()
    store(config)
    with closing(SqliteStore.open(config.store.file)) as opened:
        opened.append(BEGAN)


def test_a_damaged_store_fails_and_is_left_as_it_is(config, tmp_path):
    (tmp_path / "data").mkdir()
    config.store.file.write_bytes(b"Sehr geehrte Damen und Herren, " * 300)
    found, _ = store(config)
    assert found.is_failure
    assert "moves the file aside and keeps every record" in found.sentence
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["games.sqlite3"]


def test_a_newer_store_says_what_to_do(config):
    newer(config.store.file)
    with pytest.raises(StoreTooNewError, match="Update Serviert"):
        store(config)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything: nothing is closed to it")
def test_a_store_that_is_closed_to_this_user_is_passed_over(config, tmp_path):
    SqliteStore.open(config.store.file).close()
    (tmp_path / "data").chmod(0)
    try:
        found, _ = store(config)
    finally:
        (tmp_path / "data").chmod(0o700)
    expect(found, Health.SKIPPED, "is closed to this user. Start the doctor with sudo")
