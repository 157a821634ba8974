"""Pictures of throws: beside the log, whole or not at all, so many and no more."""

import os
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest

from firmware.log.pictures import MOST_BYTES, MOST_GAMES, MOST_PICTURES, PictureKeeper, exposures, folder_of, picture
from firmware.log.store import SqliteStore
from tests.firmware.display.scenes import LOOK_WH, look
from tests.firmware.log.games import BEGAN
from vision.frame import Frame

NOISE = Frame(np.random.default_rng(5).integers(100, 140, (*LOOK_WH[::-1], 3), np.uint8))


def kept(path: Path, exposed_ns: int, *, games: int = 1, **how: bool) -> list[int]:
    """Keep the picture of a moment in the newest of some games more, and return those of which there are any."""
    with closing(SqliteStore.open(path)) as store, closing(PictureKeeper(store, **how)) as keeper:
        store.append(*[BEGAN] * games)
        keeper.keep(NOISE, look(exposed_ns=exposed_ns))
    return sorted(exposures(path))


def test_a_picture_is_whole_or_gone_whatever_fails_and_who_wants_none_keeps_none(path, small_disk, monkeypatch, caplog):
    assert kept(path, 7) == [7]
    found = picture(path, 7)
    assert (len(found) <= MOST_BYTES, found[:2], found[-2:]) == (True, b"\xff\xd8", b"\xff\xd9")
    (folder := folder_of(path) / "00000002").mkdir()  # of the next game
    (folder / f"{8:020}.jpg.x.part").write_bytes(found[:99])  # the plug was pulled
    with monkeypatch.context() as pulled_out:
        pulled_out.setattr(os, "fsync", None)
        assert (kept(path, 9), picture(path, 8), picture(path, 9)) == ([7], None, None)
    assert kept(path, 11, is_on=False) == kept(small_disk / "games.sqlite3", 7) == []  # there the games need the room
    folder_of(path).touch()  # and is no folder any more
    assert (kept(path, 7), caplog.text.count("could not be kept")) == ([], 2)


@pytest.mark.parametrize(("each", "oldest"), [(1, (4, 1)), (61, (21, 4))])
def test_so_many_pictures_are_kept_of_so_many_games_and_the_oldest_go_first(path, each, oldest):
    for game in (*range(1, 103), 900):  # the last of a log that is gone
        (folder_of(path) / f"{game:08}").mkdir(parents=True)
        for exposed_ns in range(1, each + 1):
            (folder_of(path) / f"{game:08}" / f"{exposed_ns:020}.jpg").touch()
    assert 99 in kept(path, 99, games=103)
    left = sorted(folder_of(path).glob("*/*"))
    assert (len(left), left[-1].parent.name) == (min(MOST_PICTURES, MOST_GAMES * each), f"{103:08}")
    games = len([*folder_of(path).iterdir()])
    assert (int(left[0].parent.name), int(left[0].stem), games) == (*oldest, 104 - oldest[0])
