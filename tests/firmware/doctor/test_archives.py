from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from firmware.doctor.archives import archives
from firmware.doctor.finding import Health
from firmware.doctor.instruments import Instruments, Room

if TYPE_CHECKING:
    from firmware.settings.config import Config


def put_away(config: Config, count: int) -> None:
    config.store.file.parent.mkdir()
    for number in range(count):
        config.store.file.with_name(f"games-{30 * number + 1:06d}.sqlite3").write_bytes(bytes(2_000_000))


def test_without_a_folder_nothing_was_put_away(config: Config, tools: Instruments) -> None:
    found = archives(config, tools)
    assert (found.health, found.sentence) == (Health.GOOD, "no games were put away yet")
    assert not config.store.file.parent.exists()


@pytest.mark.parametrize(
    ("count", "said"), [(1, "1 file of past games take 2 MB"), (3, "3 files of past games take 6")]
)
def test_what_they_take_is_said(config: Config, tools: Instruments, count: int, said: str) -> None:
    put_away(config, count)
    found = archives(config, replace(tools, room=lambda _: Room(free_bytes=2_000_000 * count)))
    assert found.health is Health.GOOD
    assert found.sentence.startswith(said)


def test_more_than_is_left_is_to_be_moved(config: Config, tools: Instruments) -> None:
    put_away(config, 3)
    found = archives(config, replace(tools, room=lambda _: Room(free_bytes=5_999_999)))
    assert found.health is Health.DOUBTFUL
    assert f"never removed by themselves: {config.store.file.parent}" in found.sentence


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything: nothing is closed to it")
def test_a_folder_that_is_closed_to_this_user_is_passed_over(config: Config, tools: Instruments) -> None:
    put_away(config, 1)
    config.store.file.parent.chmod(0)
    try:
        assert archives(config, tools).health is Health.SKIPPED
    finally:
        config.store.file.parent.chmod(0o700)


def test_a_file_in_the_way_of_the_folder_is_said(config: Config, tools: Instruments) -> None:
    config.store.file.parent.write_text("a file in the way")
    found = archives(config, tools)
    assert found.health is Health.SKIPPED
    assert "Not a directory" in found.sentence
