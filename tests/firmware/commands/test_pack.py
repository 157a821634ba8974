"""Pictures to be given away: measured as our own boards are, without a name; what is doubtful stays at home."""

import json
import re
import zipfile
from contextlib import closing
from dataclasses import replace

import pytest

from firmware.analysis.kept_games import KeptGame
from firmware.commands.pack import pack, throws_of
from firmware.doctor.speed import LABELS, PICTURE
from firmware.errors import AnalysisError, PlotError
from firmware.faces import FACES
from firmware.log import codec
from firmware.log.pictures import PictureKeeper, folder_of
from firmware.log.record import Record
from firmware.log.store import SqliteStore
from firmware.log.stored import StoredRecord
from firmware.settings.config import Config, StoreConfig
from models.evaluate.board_set import as_picture, read_boards, set_figures
from models.evaluate.workers import Models
from scoring import events
from scoring.sheets import category, sheet
from tests.firmware.display.scenes import look
from tests.firmware.log.games import BEGAN
from vision.find.board import find_board
from vision.find.picture import load_picture
from vision.read.load import load_board_reader
from vision.read.reader import ReaderPolicy

HAND, CELL = tuple(FACES[label] for label in LABELS), sheet.Cell(category.Category.KINGS, 1)
THROW, ENTERED = events.ThrowMade(HAND), (events.Entered(CELL), 0)


def test_a_pack_is_measured_like_boards_of_our_own_and_tells_of_nobody(tmp_path):
    config, out, said = Config(store=StoreConfig(str(tmp_path / "games.sqlite3"))), tmp_path / "given.zip", list[str]()
    with pytest.raises(AnalysisError, match=r"is kept in .+: play a game by the camera, with pictures = true"):
        pack(config, out, say=said.append)
    frame = load_picture(PICTURE)
    reading = load_board_reader(ReaderPolicy()).read([frame], find_board(frame))
    first, *others = sorted(reading.dice, key=lambda die: die.detection.centre_xy)
    misread = replace(first, probabilities=(1.0, *first.probabilities[1:]))  # and the players said what it is
    for moment, die in ((7, first), (8, misread)):
        seen = replace(reading, dice=(die, *others), exposed_ns=moment)
        with closing(SqliteStore.open(config.store.file)) as store, closing(PictureKeeper(store)) as keeper:
            store.append(*[BEGAN] * (moment == 7), Record(THROW, seen))
            keeper.keep(frame, seen)
    for path in folder_of(config.store.file).glob("*/*.jpg"):
        path.write_bytes(b"\xff\xd8\xff\xe1\x00\x0cExif\0\0Wien" + path.read_bytes()[2:])
    pack(config, out, say=said.append)
    assert " has 2 pictures of throws, 1 of them put right." in said[0]
    assert not re.search(rb"Anna|Ben|Wien|\d\d:\d\d|games\.sqlite3", out.read_bytes())
    with zipfile.ZipFile(out) as file:
        assert {each.date_time for each in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}
        file.extractall(tmp_path / "given")
    *_, die = (json.loads(line)["dice"][0] for line in (tmp_path / "given/truth.jsonl").read_text().splitlines())
    assert (die["label"], die["read"]) == ("10", "9")
    about = json.loads((tmp_path / "given/about.json").read_text())
    assert (about["throws"], about["numbers"]["dice"]["size_mm"], about["numbers"]["build"]) == (2, 16.0, "arm")
    figures = set_figures("given", read_boards(tmp_path / "given", Models(), as_picture, jobs=1)[0]).figures
    assert {(each.hits, each.n) for each in (figures.recall, figures.precision, figures.faces)} == {(10, 10)}
    assert figures.quad_error[0] < 0.05
    with pytest.raises(PlotError, match="is there already"):
        pack(config, out, say=said.append)


def test_what_nobody_can_be_sure_of_is_left_out():
    happened = [
        *((THROW, 1), ENTERED, (THROW, 2), (THROW, 3), ENTERED),
        *((THROW, 4), (events.ThrowWithdrawn(), 0), (THROW, 5), ENTERED, (events.EntryTakenBack(), 0)),
        *((THROW, 6), ENTERED, (THROW, 8), (THROW, 9), (events.ThrowCorrected(HAND), 9), ENTERED),
        *((THROW, 10), ENTERED, (THROW, 11), ENTERED, (events.EntriesSwapped((5, 6)), 0)),
        (events.EntryCorrected(turn_number=2, cell=CELL, faces=HAND, is_served=False), 0),
    ]
    records = (Record(event, look(exposed_ns=moment) if moment else None) for event, moment in happened)
    stored = []
    for at, body in enumerate(map(codec.encode, (BEGAN, *records)), start=1):
        stored.append(StoredRecord(sequence=at, game=1, body=body, written_utc="2026-11-26T16:31:58+00:00"))
    found = throws_of(KeptGame(1, tuple(stored)))
    assert (sorted(found), {day for _, day in found.values()}) == ([1, 5, 6, 9], {"2026-11-26"})
