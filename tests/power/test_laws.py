"""The laws themselves: each can be broken, and says by what."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from firmware.log.store import SqliteStore
from tests.firmware.log.games import copied
from tests.power import game, laws
from tests.power.scripts import DATA, GONE, KEPT, versions


def played(folder: Path, count: int) -> Path:
    with closing(SqliteStore.open(folder / DATA)) as store:
        for record in game.log()[:count]:
            store.append(record)
    return folder


def test_a_cut_may_keep_the_record_in_hand_and_lose_no_other(tmp_path: Path):
    said = [laws.log_after_cut(played(tmp_path / str(told), 5), told) for told in (3, 4, 5, 6)]
    assert said == ["5 records; 3 were said to be saved", "", "", "5 records; 6 were said to be saved"]


def test_other_records_and_a_notice_where_nothing_is_wrong_are_seen(tmp_path: Path):
    with closing(SqliteStore.open(tmp_path / DATA)) as store:
        store.append(game.log()[1])
    assert laws.log_after_cut(tmp_path, 1) == "other records than were saved"
    path = played(tmp_path / "second", 5) / DATA
    copied(path)
    path.write_bytes(b"x" + path.read_bytes()[1:])
    assert laws.log_after_cut(tmp_path / "second", 5) == "it says restored"


@pytest.mark.parametrize(
    ("safe", "traced", "wrong"),
    [
        (0, 7, "2 records are lost, and nobody says so"),
        (5, 5, ""),  # a loss that left no trace cannot be told
        (6, 0, "5 records; 6 could be read"),
    ],
)
def test_a_silent_loss_and_one_of_what_was_safe_are_seen(tmp_path: Path, safe: int, traced: int, wrong: str):
    assert laws.log_after_rot(played(tmp_path, 5), saved=7, safe=safe, traced=traced) == wrong


def test_a_kept_file_is_the_version_told_or_the_next(tmp_path: Path):
    expected, path = (GONE, *versions()), tmp_path / KEPT
    path.parent.mkdir(parents=True)
    for number, content in enumerate(expected):
        path.unlink(missing_ok=True)
        if content != GONE:
            path.write_bytes(content)
        for told in range(9):
            is_legal = content in expected[told : told + 2]
            assert (laws.kept_after_cut(tmp_path, told) == "") == is_legal, (number, told)
    path.write_bytes(versions()[0][:-1])
    assert "bytes of none" in laws.kept_after_cut(tmp_path, 1)
