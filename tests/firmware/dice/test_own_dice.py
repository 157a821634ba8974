"""The taught dice at the table: read by, and learnt from what the players put right."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware.dice.dice_shelf import DiceShelf
from firmware.dice.kept_dice import Learnt
from firmware.dice.own_dice import FAMILIAR, OwnDice
from tests.vision.learn.test_familiar import embedded
from tests.vision.learn.test_taught_reader import frame_of
from tests.vision.shown_dice import EACH_TWICE, PIPS, POKER, PlainReader, shown
from vision.learn.familiar import Acquaintance
from vision.read.reader import ReaderPolicy
from vision.reading import Detection, EyeDoubt, Reading

FIVE = (0, 2, 3, 3, 5)


class KnownDice:
    """Finds the dice where the test laid them."""

    def __init__(self, quads) -> None:
        self.dice = tuple(
            Detection(box_xyxy=(*quad[0], *quad[2]), quad=quad, tilt_deg=0.0, confidence=1.0) for quad in quads
        )

    def detect(self, frame, /):
        return self.dice


def lying(faces=FIVE, *, design="pips", seed=6, light=1.0):
    return frame_of(shown(design, faces, seed=seed, light=light))


@pytest.fixture
def shelf(tmp_path: Path) -> DiceShelf:
    shelf = DiceShelf(tmp_path, PlainReader())
    shelf.teach("mine", POKER, shown("pips", EACH_TWICE), EACH_TWICE)
    return shelf


@pytest.fixture(autouse=True)
def _patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Closing waits for what is being learnt; under QEMU that takes longer than anybody would wait at a table."""
    monkeypatch.setattr("firmware.dice.own_dice.CLOSE_WAIT_S", 300.0)


def at_table(shelf: DiceShelf, quads) -> OwnDice:
    return OwnDice(shelf, KnownDice(quads), ReaderPolicy())


def read(own_dice: OwnDice, frame) -> Reading:
    return own_dice.reader.read([frame], None)


def corrected(reading: Reading, index: int, label: int) -> Reading:
    dice = list(reading.dice)
    dice[index] = replace(dice[index], label=label)
    return replace(reading, dice=tuple(dice))


def test_taught_dice_are_read_by_their_set(shelf: DiceShelf):
    frame, quads = lying()
    reading = read(at_table(shelf, quads), frame)
    assert [die.label for die in reading.dice] == list(FIVE)
    assert min(die.confidence for die in reading.dice) > 0.85


def test_a_die_put_right_is_learnt_and_read_by_at_once(shelf: DiceShelf):
    frame, quads = lying(light=0.6)
    own_dice = at_table(shelf, quads)
    reading = read(own_dice, frame)
    # Whatever was read of the die in the middle, the players say it is a four.
    wrong = corrected(reading, 2, 1)
    assert own_dice.learn(frame, wrong, reading) == (Learnt.IN_USE,)
    assert shelf.load("mine").dice_set().counts == (2, 2, 2, 3, 2, 2)
    assert read(own_dice, frame).dice[2].confidence > reading.dice[2].confidence - 0.05


def test_a_set_taught_beside_the_running_game_is_read_by_at_the_next_reading(tmp_path: Path, caplog):
    frame, quads = lying()
    own_dice = at_table(DiceShelf(tmp_path, PlainReader()), quads)
    assert min(die.confidence for die in read(own_dice, frame).dice) < 0.5
    assert own_dice.recognised is None
    beside = DiceShelf(tmp_path, PlainReader())  # as the command line has it
    beside.teach("mine", POKER, shown("pips", EACH_TWICE), EACH_TWICE)
    with caplog.at_level(logging.INFO):
        assert [die.label for die in read(own_dice, frame).dice] == list(FIVE)
        read(own_dice, frame)
    assert own_dice.recognised == "mine"
    assert caplog.text.count("taught dice: mine") == 1  # loaded once, not at every reading


def test_what_is_changed_taken_back_or_forgotten_beside_the_game_is_noticed(shelf: DiceShelf, tmp_path: Path):
    frame, quads = lying()
    own_dice = at_table(shelf, quads)
    beside = DiceShelf(tmp_path, PlainReader())
    turned = tuple((face + 1) % 6 for face in EACH_TWICE)
    beside.forget("mine")
    beside.teach("mine", POKER, shown("pips", EACH_TWICE), turned)
    assert [die.label for die in read(own_dice, frame).dice] == [(face + 1) % 6 for face in FIVE]
    beside.undo()
    read(own_dice, frame)
    assert own_dice.recognised is None


def test_a_set_that_is_damaged_beside_the_game_is_left_out_and_the_others_stay(shelf: DiceShelf, tmp_path: Path):
    shelf.teach("suits", POKER, shown("suits-night", EACH_TWICE), EACH_TWICE)
    frame, quads = lying()
    own_dice = at_table(shelf, quads)
    (tmp_path / "suits.npz").write_bytes(b"cut short")
    assert [die.label for die in read(own_dice, frame).dice] == list(FIVE)
    assert own_dice.recognised == "mine"


def test_a_folder_that_cannot_be_looked_into_leaves_the_sets_known(tmp_path: Path, caplog):
    folder = tmp_path / "dice"
    shelf = DiceShelf(folder, PlainReader())
    shelf.teach("mine", POKER, shown("pips", EACH_TWICE), EACH_TWICE)
    frame, quads = lying()
    own_dice = at_table(shelf, quads)
    (folder / "mine.npz").unlink()
    folder.rmdir()
    folder.write_bytes(b"a file, no folder")
    assert [die.label for die in read(own_dice, frame).dice] == list(FIVE)
    assert "cannot be listed" in caplog.text


def test_where_no_pictures_are_kept_a_die_put_right_is_not_learnt(shelf: DiceShelf, tmp_path: Path):
    frame, quads = lying()
    own_dice = at_table(DiceShelf(tmp_path, PlainReader(), most_crops=0), quads)
    reading = read(own_dice, frame)
    assert own_dice.recognised == "mine"
    assert own_dice.learn(frame, reading, corrected(reading, 0, 5)) == ()
    assert len(shelf.load("mine").crops) == len(EACH_TWICE)


def test_strange_dice_that_are_put_right_belong_to_no_set(shelf: DiceShelf):
    frame, quads = lying(design="suits-night")
    own_dice = at_table(shelf, quads)
    reading = read(own_dice, frame)
    assert own_dice.learn(frame, reading, corrected(reading, 0, (reading.dice[0].label + 1) % 6)) == ()
    assert len(shelf.load("mine").crops) == 12


class Believing(PlainReader):
    """A general reader that takes every Queen for a Jack, a little less surely than the Jacks."""

    def __init__(self) -> None:
        self.faces: tuple[int, ...] = ()

    def read(self, crops):
        general = np.full((len(crops), 7), 0.01)
        for row, face in zip(general, self.faces, strict=True):
            row[[2, 3] if face == 3 else [face]] = [0.5, 0.44] if face == 3 else 0.94
        return general, embedded("pips", self.faces, seed=int(crops.sum()) % 1000)


def play(own_dice: OwnDice, throws) -> list[tuple[Reading, tuple[int, ...]]]:
    """Read throws, each learnt from when it is over; return what was read and what lay there."""
    played = []
    for number, faces in enumerate(throws):
        frame, quads = lying(faces, seed=20 + number)
        own_dice.reader._finder = KnownDice(quads)
        own_dice.faces.faces = faces
        reading = read(own_dice, frame)
        own_dice.learn(frame, reading, reading)
        played.append((reading, faces))
    return played


THROWS = [
    (0, 1, 2, 3, 4),
    (5, 0, 1, 2, 3),
    (4, 5, 0, 1, 3),
    (2, 3, 4, 5, 0),
    (1, 2, 3, 4, 5),
    (0, 2, 3, 1, 5),
    (3, 3, 4, 0, 2),
]


def labels_of(reading: Reading) -> tuple[int, ...]:
    return tuple(die.label for die in reading.dice)


def test_dice_that_nobody_taught_are_known_after_some_throws(tmp_path: Path, caplog):
    own_dice = OwnDice(DiceShelf(tmp_path, Believing()), KnownDice([]), ReaderPolicy())
    with caplog.at_level(logging.INFO):
        before = play(own_dice, THROWS)
    assert labels_of(before[0][0]) == (0, 1, 2, 2, 4)  # the Queen is taken for a Jack, as every Queen would be
    ((after, faces),) = play(own_dice, [(3, 3, 2, 3, 0)])
    assert labels_of(after) == faces
    assert min(die.confidence for die in after.dice) > 0.85
    assert caplog.text.count("known from being played with") == 1
    assert list(tmp_path.glob("*")) == []  # what players did not teach is not kept on the disk


def test_dice_known_from_play_are_known_after_the_plug_was_pulled_and_that_is_said_once(tmp_path: Path):
    memory, said = tmp_path / "played-with.seen", []
    shelf = DiceShelf(tmp_path, Believing())
    own_dice = OwnDice(shelf, KnownDice([]), ReaderPolicy(), memory=memory, on_known=lambda: said.append(1))
    play(own_dice, THROWS)  # and nothing is closed
    again = OwnDice(shelf, KnownDice([]), ReaderPolicy(), memory=memory, on_known=lambda: said.append(2))
    ((after, faces),) = play(again, [(3, 3, 2, 3, 0)])
    assert labels_of(after) == faces
    assert said == [1]
    assert list(shelf.names()) == []  # it is no set that anybody taught


def test_other_dice_do_not_drive_the_known_ones_from_the_disk(tmp_path: Path):
    memory = tmp_path / "played-with.seen"
    own_dice = OwnDice(DiceShelf(tmp_path, Believing()), KnownDice([]), ReaderPolicy(), memory=memory)
    play(own_dice, THROWS)
    own_dice._acquaintance = Acquaintance(name=FAMILIAR, model_sha256=own_dice.faces.sha256)  # after strange throws
    before = memory.read_bytes()
    own_dice.later(lambda: None)
    own_dice.close()
    assert memory.read_bytes() == before


def test_dice_that_burn_tell_nothing_of_what_they_look_like(tmp_path: Path):
    own_dice = OwnDice(DiceShelf(tmp_path, Believing()), KnownDice([]), ReaderPolicy())
    for number, faces in enumerate(THROWS):
        frame, quads = lying(faces, seed=20 + number)
        own_dice.reader._finder = KnownDice(quads)
        own_dice.faces.faces = faces
        reading = read(own_dice, frame)
        burning = replace(reading, dice=tuple(replace(die, doubt=EyeDoubt.LEANING) for die in reading.dice))
        own_dice.learn(frame, burning, burning)
    assert own_dice._sets_reader.familiar is None


def test_a_throw_entered_by_hand_is_not_learnt_from(tmp_path: Path):
    frame, quads = lying()
    own_dice = OwnDice(DiceShelf(tmp_path, PlainReader()), KnownDice(quads), ReaderPolicy())
    reading = read(own_dice, frame)
    own_dice.put_right(frame, reading, replace(reading, dice=reading.dice[:3]))
    assert own_dice._thread is None


def test_sets_with_other_names_do_not_learn_from_a_poker_game(tmp_path: Path):
    shelf = DiceShelf(tmp_path, PlainReader())
    shelf.teach("pips", PIPS, shown("pips", EACH_TWICE), EACH_TWICE)
    frame, quads = lying()
    own_dice = at_table(shelf, quads)
    reading = read(own_dice, frame)
    assert own_dice.learn(frame, reading, corrected(reading, 0, (reading.dice[0].label + 1) % 6)) == ()


def test_learning_happens_behind_the_game_and_is_finished_on_closing(shelf: DiceShelf):
    frame, quads = lying(light=0.6)
    own_dice = at_table(shelf, quads)
    reading = read(own_dice, frame)
    own_dice.put_right(frame, reading, reading)  # nothing was put right
    own_dice.put_right(frame, corrected(reading, 2, 1), reading)
    own_dice.close()
    own_dice.close()
    assert len(shelf.load("mine").crops) == 13


def test_what_cannot_be_learnt_is_logged_and_the_next_is_learnt(shelf: DiceShelf, tmp_path: Path, caplog):
    frame, quads = lying(light=0.6)
    own_dice = at_table(shelf, quads)
    reading = read(own_dice, frame)
    content = (tmp_path / "mine.npz").read_bytes()
    (tmp_path / "mine.npz").write_bytes(content[:500])
    own_dice.put_right(frame, corrected(reading, 2, 1), reading)
    own_dice.close()
    assert "the file is damaged" in caplog.text
    (tmp_path / "mine.npz").write_bytes(content)
    own_dice.put_right(frame, corrected(reading, 2, 1), reading)
    own_dice.close()
    assert len(shelf.load("mine").crops) == 13
