"""The file of the games, its copy and their disk: as they are made here, and by files as they were recorded."""

import os
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from firmware.doctor.finding import Health
from firmware.doctor.instruments import Instruments, Room, room_in, writes_in
from firmware.doctor.store import card, room, store
from firmware.errors import StoreTooNewError
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.settings.config import Config
from scoring.events import GameBegan
from tests.firmware.doctor.recorded import EMMC, FSTAB, SD_CARD, expect, lay, mountinfo
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


ERRORS = "sys/fs/ext4/mmcblk0p2/errors_count"
MOUNTS = "proc/self/mountinfo"
PLENTY = Room(free_bytes=10**10)


def found_on(config: Config, tools: Instruments, *files: Mapping[str, str]):
    lay(tools.root, {MOUNTS: mountinfo(), ERRORS: "0\n"}, *files)
    return card(config, tools)


def test_a_sound_card_is_named_and_its_wear_is_not_known(config, tools):
    found = found_on(config, tools, SD_CARD)
    assert found.health is Health.GOOD
    assert found.sentence == (
        "mmcblk0p2 (ext4, SD card SC64G of 08/2023) counts no errors; such a card tells nothing of its wear"
    )


def test_errors_of_the_filesystem_are_counted(config, tools):
    expect(found_on(config, tools, SD_CARD, {ERRORS: "17\n"}), Health.DOUBTFUL, "has counted 17 errors. Copy the games")


@pytest.mark.parametrize("count", ["", "many\n", "\xff\xff"])
def test_a_count_that_is_none_is_not_taken_for_sound(count, config, tools):
    found = found_on(config, tools, SD_CARD, {ERRORS: count})
    assert "does not count its errors" in found.sentence


@pytest.mark.parametrize(
    ("life", "reserve", "health", "words"),
    [
        ("0x01 0x02", "0x01", Health.GOOD, "has used up to 20 % of its life"),
        ("0x09 0x01", "0x01", Health.GOOD, "up to 90 %"),
        ("0x0a 0x01", "0x01", Health.DOUBTFUL, "has used 100 % of its life. Copy the games"),
        ("0x0b 0x0B", "0x01", Health.DOUBTFUL, "has used all of its life"),
        ("0x01 0x01", "0x03", Health.DOUBTFUL, "most of its spare blocks"),
        ("0x00 0x00", "0x00", Health.GOOD, "counts no errors"),
        ("worn out", "???", Health.GOOD, "counts no errors"),
    ],
)
def test_an_emmc_tells_its_wear(life, reserve, health, words, config, tools):
    device = "sys/block/mmcblk0/device"
    expect(
        found_on(config, tools, EMMC, {f"{device}/life_time": life, f"{device}/pre_eol_info": reserve}), health, words
    )


@pytest.mark.parametrize("options", [{"mount": "ro,noatime"}, {"filesystem": "ro,errors=remount-ro"}])
def test_a_disk_that_became_read_only_fails(options, config, tools):
    found = found_on(config, tools, SD_CARD, {MOUNTS: mountinfo(**options)})
    assert found.is_failure
    assert "is read-only, as a card becomes when it wears out" in found.sentence


def test_a_system_that_became_read_only_is_told_though_the_games_are_elsewhere(config, tools, tmp_path):
    games = f"40 21 179:2 / {tmp_path} rw - ext4 /dev/sda1 rw\n"
    mounts = {MOUNTS: mountinfo(filesystem="ro") + games}
    expect(
        found_on(config, tools, SD_CARD, mounts, {"etc/fstab": FSTAB}),
        Health.DOUBTFUL,
        "became read-only though it should not be",
    )
    meant = found_on(config, tools, mounts, {"etc/fstab": FSTAB.replace("defaults,noatime", "defaults,ro")})
    assert meant.health is Health.GOOD


@pytest.mark.parametrize("kind", ["tmpfs", "overlay"])
def test_games_in_memory_are_told(kind, config, tools):
    expect(
        found_on(config, tools, SD_CARD, {MOUNTS: mountinfo(kind)}),
        Health.DOUBTFUL,
        f"kept in memory ({kind} on /): a power cut takes them all",
    )


def test_a_disk_on_the_network_and_a_system_without_lists_are_passed_over(config, tools):
    assert card(config, tools).health is Health.SKIPPED
    found = found_on(config, tools, {MOUNTS: mountinfo("nfs4").replace("179:2", "0:53")})
    assert (found.health, found.sentence) == (
        Health.SKIPPED,
        "the games are on nfs4, which tells nothing of its health",
    )


@pytest.mark.parametrize("text", ["", "\0\0", "no mounts at all\n", " - ext4\n", "1 2 3 4 - ext4 / rw\n"])
def test_a_strange_list_of_mounts_is_no_trouble(text, config, tools):
    assert found_on(config, tools, SD_CARD, {MOUNTS: text}).health is Health.SKIPPED


@pytest.mark.parametrize(
    ("left", "health", "words"),
    [
        (Room(free_bytes=120_000_000_000), Health.GOOD, "120.0 GB free"),
        (Room(free_bytes=51_000_000), Health.GOOD, "51 MB free where the games are kept"),
        (Room(free_bytes=49_000_000), Health.DOUBTFUL, "49 MB free where the games are kept: delete something on"),
        (Room(free_bytes=900_000), Health.FAILED, "the disk is full, nothing can be saved: delete something on"),
        (Room(free_bytes=0), Health.FAILED, "the disk is full"),
        (Room(free_bytes=10**10, files=10**6, free_files=0), Health.FAILED, "the disk is full"),
        (Room(free_bytes=10**10, files=10**6, free_files=999), Health.DOUBTFUL, "but only for 999 files"),
        (Room(free_bytes=10**10, files=0, free_files=0), Health.GOOD, "10.0 GB free"),
    ],
)
def test_the_room_on_the_disk_is_judged_also_before_there_is_a_folder(left, health, words, config, tools):
    expect(room(config, replace(tools, room=lambda _: left, writes=lambda _: (0.01,))), health, words)


@pytest.mark.parametrize(
    ("spent", "health", "words"),
    [
        ((0.008, 0.009, 0.150), Health.GOOD, "saving takes 9.0 ms, 150 ms at most"),
        ((0.3, 0.4, 0.5), Health.DOUBTFUL, "players wait for it: a card so slow is worn"),
        ((0.01, 0.01, 1.2), Health.DOUBTFUL, "1200 ms at most, so players wait"),
    ],
)
def test_how_fast_the_disk_saves_is_judged(spent, health, words, config, tools):
    expect(room(config, replace(tools, room=lambda _: PLENTY, writes=lambda _: spent)), health, words)


def test_a_folder_that_only_another_user_may_write_is_passed_over(config, tools):
    def refused(_: Path) -> tuple[float, ...]:
        raise PermissionError(13, "Permission denied")

    expect(
        room(config, replace(tools, room=lambda _: PLENTY, writes=refused)),
        Health.SKIPPED,
        "only its own user can try (Permission denied",
    )


def test_the_disk_the_games_are_on_is_measured_and_nothing_stays_there(config, tools, tmp_path):
    asked: list[Path] = []

    def measured(folder: Path) -> Room:
        asked.append(folder)
        return room_in(folder)

    room(config, replace(tools, room=measured))
    assert asked == [tmp_path]  # the nearest folder there is; its own is not made yet
    spent = writes_in(tmp_path)
    assert len(spent) > 1
    assert min(spent) > 0
    assert list(tmp_path.iterdir()) == []
    assert room_in(tmp_path).free_bytes > 0
