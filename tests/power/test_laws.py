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


@pytest.mark.parametrize(("told", "wrong"), [(5, ""), (4, ""), (3, "5 records; 3"), (6, "5 records; 6 were said")])
def test_a_cut_may_keep_the_record_in_hand_and_lose_no_other(tmp_path: Path, told: int, wrong: str):
    assert laws.log_after_cut(played(tmp_path, 5), told).startswith(wrong)
    assert bool(wrong) == bool(laws.log_after_cut(played(tmp_path / "again", 5), told))


def test_other_records_are_seen(tmp_path: Path):
    with closing(SqliteStore.open(tmp_path / DATA)) as store:
        store.append(game.log()[1])
    assert laws.log_after_cut(tmp_path, 1) == "other records than were saved"


def test_a_notice_where_nothing_is_wrong_is_seen(tmp_path: Path):
    played(tmp_path, 5)
    path = tmp_path / DATA
    copied(path)
    path.write_bytes(b"x" + path.read_bytes()[1:])
    assert laws.log_after_cut(tmp_path, 5) == "it says restored"


def test_a_silent_loss_is_seen(tmp_path: Path):
    assert (
        laws.log_after_rot(played(tmp_path, 5), saved=7, safe=0, traced=7) == "2 records are lost, and nobody says so"
    )


def test_a_loss_that_left_no_trace_cannot_be_told(tmp_path: Path):
    assert laws.log_after_rot(played(tmp_path, 5), saved=7, safe=5, traced=5) == ""


def test_a_loss_of_what_was_safe_is_seen(tmp_path: Path):
    assert laws.log_after_rot(played(tmp_path, 5), saved=7, safe=6, traced=0) == "5 records; 6 could be read"


@pytest.mark.parametrize("told", range(9))
def test_a_kept_file_is_the_version_told_or_the_next(tmp_path: Path, told: int):
    expected = (GONE, *versions())
    (tmp_path / KEPT).parent.mkdir(parents=True)
    for number, content in enumerate(expected):
        (tmp_path / KEPT).write_bytes(content)
        if content == GONE:
            (tmp_path / KEPT).unlink()
        is_legal = content in expected[told : told + 2]
        assert (laws.kept_after_cut(tmp_path, told) == "") == is_legal, number


def test_half_a_kept_file_is_seen(tmp_path: Path):
    (tmp_path / KEPT).parent.mkdir(parents=True)
    (tmp_path / KEPT).write_bytes(versions()[0][:-1])
    assert "bytes of none" in laws.kept_after_cut(tmp_path, 1)
