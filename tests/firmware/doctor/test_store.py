"""The file of the games, its copy and their disk: as they are made here, and by files as they were recorded."""

import os
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from firmware.doctor.finding import Health, writes_in
from firmware.doctor.store import card, room, store
from firmware.log.store import SqliteStore
from tests.cases import cases
from tests.firmware.doctor.recorded import EMMC, SD_CARD, expect, lay, mountinfo
from tests.firmware.log.games import BEGAN, copied, fill, newer

LETTER = b"Sehr geehrte Damen und Herren, " * 300
GOOD, DOUBTFUL, FAILED, SKIPPED = Health.GOOD, Health.DOUBTFUL, Health.FAILED, Health.SKIPPED


def test_looking_at_a_store_to_be_makes_no_file_and_one_that_cannot_be_made_fails(config, tmp_path):
    expect(store(config)[0], GOOD, "no games yet")
    assert not (tmp_path / "data").exists()
    (tmp_path / "data").write_text("a file in the way")
    expect(store(config)[0], FAILED, "choose another path under [store]")


def test_games_and_what_was_moved_aside_are_counted(config):
    for expected in ("1 game in", "2 games in"):
        fill(config.store.file, BEGAN)
        copied(config.store.file)
        found, is_playing = store(config)
        assert not is_playing
        assert found.sentence.startswith(expected)
        expect(found, GOOD, str(config.store.copy_file))
    for name in ("corrupt-1", "corrupt-1-wal", "copy.corrupt-2"):
        config.store.file.with_name(f"games.sqlite3.{name}").touch()
    expect(store(config)[0], GOOD, "3 files moved aside")


def test_what_is_wrong_with_the_copy_is_said(config):
    fill(config.store.file, BEGAN, BEGAN)
    copy = config.store.copy_file
    copy.unlink(missing_ok=True)
    for content, said in ((b"", "is 2 records behind"), (LETTER, "cannot be read")):
        copy.write_bytes(content)
        expect(store(config)[0], DOUBTFUL, f"its copy {copy} {said}")
    copy.unlink()
    copy.mkdir()
    expect(store(config)[0], DOUBTFUL, f"its copy {copy} cannot be read: ")


def test_a_store_that_is_being_played_with_is_fine_and_goes_on_and_is_free_after_a_look(config):
    with closing(SqliteStore.open(config.store.file)) as opened:
        found, is_playing = store(config)
        assert is_playing
        expect(found, GOOD, "a companion is playing with")
        opened.append(BEGAN)
    store(config)
    with closing(SqliteStore.open(config.store.file)) as opened:
        opened.append(BEGAN)


def test_a_store_of_another_serviert_or_damaged_is_left_as_it_is_and_says_what_to_do(config, tmp_path):
    for content, said in ((newer(config.store.file), "Install that one"), (LETTER, "moves the file aside and keeps")):
        config.store.file.write_bytes(content)
        expect(store(config)[0], FAILED, said)
        assert config.store.file.read_bytes() == content
        assert [path.name for path in (tmp_path / "data").iterdir()] == ["games.sqlite3"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything: nothing is closed to it")
def test_a_store_that_is_closed_to_this_user_is_passed_over(config, tmp_path):
    SqliteStore.open(config.store.file).close()
    (tmp_path / "data").chmod(0)
    try:
        found, _ = store(config)
    finally:
        (tmp_path / "data").chmod(0o700)
    expect(found, SKIPPED, "is closed to this user. Start the doctor with sudo")


ERRORS = "sys/fs/ext4/mmcblk0p2/errors_count"
MOUNTS = "proc/self/mountinfo"
UNTOLD = "mmcblk0p2 (ext4, SD card SC64G of 08/2023) counts no errors; such a card tells nothing of its wear"
READ_ONLY = "is read-only, as a card becomes when it wears out"
NETWORK = mountinfo("nfs4").replace("179:2", "0:53")


@pytest.mark.parametrize(
    ("files", "health", "words"),
    [
        (SD_CARD, GOOD, UNTOLD),
        (EMMC, GOOD, "eMMC BJTD4R) counts no errors"),
        ({**SD_CARD, ERRORS: "17\n"}, DOUBTFUL, "has counted 17 errors. Copy the games"),
        *(({**SD_CARD, ERRORS: count}, GOOD, "does not count its errors") for count in ("", "\xff\xff")),
        ({**SD_CARD, MOUNTS: mountinfo(mount="ro,noatime")}, FAILED, READ_ONLY),
        ({**SD_CARD, MOUNTS: mountinfo("tmpfs")}, DOUBTFUL, "kept in memory (tmpfs on /): a power cut takes them all"),
        ({MOUNTS: NETWORK}, SKIPPED, "the games are on nfs4, which tells nothing of its health"),
        *(({**SD_CARD, MOUNTS: text}, SKIPPED, "") for text in ("", "1 2 3 4 - ext4 / rw\n")),
    ],
)
def test_the_disk_tells_its_health_as_far_as_it_knows(files, health, words, config, tools):
    assert card(config, tools).health is SKIPPED  # a system that lists no disks
    lay(tools.root, {MOUNTS: mountinfo(), ERRORS: "0\n", **files})
    expect(card(config, tools), health, words)


def left(*, free_bytes: int = 10**10, files: int = 0, free_files: int = 0) -> SimpleNamespace:
    """Return what `os.statvfs` says of such a disk."""
    return SimpleNamespace(f_bavail=free_bytes // 100, f_frsize=100, f_files=files, f_favail=free_files)


@pytest.mark.parametrize(("disk", "spent", "health", "words"), cases(__file__)["room"])
def test_room_and_speed_of_the_disk_are_judged_also_before_there_is_a_folder(disk, spent, health, words, config, tools):
    def writes(_: Path) -> tuple[float, ...]:
        if not spent:
            raise PermissionError(13, "Permission denied")
        return tuple(spent)

    asked: list[Path] = []
    found = room(config, replace(tools, room=lambda folder: asked.append(folder) or left(**disk), writes=writes))
    expect(found, health, words)
    assert asked == [config.store.file.parent.parent]  # the nearest folder there is; its own is not made yet


def test_writing_is_measured_and_nothing_stays_there(tmp_path):
    spent = writes_in(tmp_path)
    assert len(spent) > 1
    assert min(spent) > 0
    assert list(tmp_path.iterdir()) == []
