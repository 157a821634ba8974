"""The laws themselves: each can be broken, and says by what."""

import pytest

from tests.cases import cases
from tests.firmware.log.games import copied, fill
from tests.power import game, laws
from tests.power.scripts import DATA, KEPT, versions


@pytest.mark.parametrize(("told", "wrong"), [(3, "5 records; 3 were"), (4, ""), (5, ""), (6, "5 records; 6 were")])
def test_a_cut_may_keep_the_record_in_hand_and_lose_no_other(tmp_path, told, wrong):
    fill(tmp_path / DATA, *game.log()[:5])
    assert laws.log_after_cut(tmp_path, told)[: len(wrong) or None] == wrong


def test_other_records_and_a_notice_where_nothing_is_wrong_are_seen(tmp_path):
    fill(tmp_path / DATA, game.log()[1])
    assert laws.log_after_cut(tmp_path, 1) == "other records than were saved"
    path = tmp_path / "second" / DATA
    fill(path, *game.log()[:5])
    copied(path)
    path.write_bytes(b"x" + path.read_bytes()[1:])
    assert laws.log_after_cut(tmp_path / "second", 5) == "it says restored"


@pytest.mark.parametrize(("safe", "traced", "wrong"), cases(__file__)["rotten"])
def test_a_silent_loss_and_one_of_what_was_safe_are_seen(tmp_path, safe, traced, wrong):
    fill(tmp_path / DATA, *game.log()[:5])
    assert laws.log_after_rot(tmp_path, saved=7, safe=safe, traced=traced) == wrong


def test_a_kept_file_is_the_version_told_or_the_next(tmp_path):
    (tmp_path / KEPT).parent.mkdir(parents=True)
    told = {}
    for content in versions()[:3]:
        (tmp_path / KEPT).write_bytes(content)
        told[content] = [laws.kept_after_cut(tmp_path, number) == "" for number in range(4)]
    assert list(told.values()) == [[True, True, False, False], [False, True, True, False], [False, False, True, True]]
    (tmp_path / KEPT).write_bytes(versions()[0][:-1])
    assert "bytes of none" in laws.kept_after_cut(tmp_path, 1)
